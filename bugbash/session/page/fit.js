// What of a page does not fit: pages that scroll sideways, texts that are cut off or painted over one another.

const MOST_TEXTS = 600
const ICON = /icon|symbol|awesome|glyph|emoji/i
const WIDE = 'table,pre,code,svg,canvas,iframe,video,object,[role=grid],[role=table],[role=treegrid],[class*=kanban i],[class*=gantt i],[class*=timeline i]'

const isForPhones = () => /width\s*=\s*device-width/i.test(document.querySelector('meta[name=viewport]')?.content ?? '')
const isRightToLeft = () => getComputedStyle(document.documentElement).direction === 'rtl'
const sticksOut = (box, most) => (isRightToLeft() ? box.left + scrollX < -SPARE : box.right + scrollX > most + SPARE)

// The outermost element that reaches over the edge of the page by its own making.
const culpritOf = (most) => {
  let found = null
  for (const element of everything(document.body)) {
    if (!sticksOut(element.getBoundingClientRect(), most) || !isVisible(element)) continue
    const parent = parentOf(element)
    if (parent !== document.body && sticksOut(parent.getBoundingClientRect(), most)) continue
    const clipped = between(parent, document.body).some((node) => styleOf(node).overflowX !== 'visible')
    if (clipped || between(element, document.body).some((node) => styleOf(node).position === 'fixed')) continue
    if (!found || element.getBoundingClientRect().right > found.getBoundingClientRect().right) found = element
  }
  return found ?? spillingText(most)
}

const rangeBoxes = (node) => {
  const range = document.createRange()
  range.selectNodeContents(node)
  return [...range.getClientRects()].filter((box) => box.width > 1 && box.height > 1)
}

// What holds a text that is too long for it.
const spillingText = (most) => {
  for (const node of textNodes()) {
    const element = node.parentElement
    if (!element || !isVisible(element) || !rangeBoxes(node).some((box) => sticksOut(box, most))) continue
    if (!between(element, document.body).some((one) => styleOf(one).overflowX !== 'visible' || styleOf(one).position === 'fixed')) return element
  }
  return null
}

// Narrow windows are for pages that say that they are made for them. A wide table, listing or drawing may stick out,
// and so may a word that a tester typed.
const sideways = (typed) => {
  const root = document.documentElement, most = root.clientWidth
  if (root.scrollWidth <= most + SPARE || (innerWidth < 980 && !isForPhones())) return null
  const before = scrollX
  scrollTo({ left: isRightToLeft() ? -99999 : 99999, behavior: 'instant' })
  const over = Math.round(Math.abs(scrollX))
  scrollTo({ left: before, behavior: 'instant' })
  const text = textsOf(document.body)
  if (over <= SPARE || typed.some((value) => value.length > 30 && text.includes(squash(value)))) return null
  const culprit = culpritOf(most)
  if (!culprit || culprit.closest(WIDE) || [...culprit.querySelectorAll(WIDE)].some((node) => sticksOut(node.getBoundingClientRect(), most))) return null
  const section = culprit.closest('nav,header,footer')
  return { over, place: placeOf(culprit), everywhere: Boolean(section) && !section.closest('main,article') }
}

// --- texts that cannot be read ---------------------------------------------------

const LABELS = 'button,[role=button],[role=tab],[role=menuitem],h1,h2,h3,h4,label,legend,nav a,summary'
const isIcon = (element) => between(element, document.body).slice(0, 2).some((node) => ICON.test(namesOf(node)) || ICON.test(styleOf(node).fontFamily))
const isHinted = (element) => between(element, document.body).slice(0, 4).some((node) =>
  node.title || node.getAttribute('aria-label') || [...node.attributes].some(({ name }) => /tooltip|tippy/.test(name)))
const blockOf = (element) => closest(element, (node) => styleOf(node).display !== 'inline') ?? element

// What cuts a text off at its side: its own block, or one that its own block fits into. A slide that looks in from the
// side, and what fades out or ends in an ellipsis, are meant so.
const cutterOf = (block) => {
  for (const node of between(block, document.body)) {
    const style = styleOf(node)
    if (style.textOverflow !== 'clip' || parseFloat(style.textIndent) || style.maskImage !== 'none' || scrolls(style.overflowX)) return null
    if (stays(style.overflowX)) return isWithin({ ...edges(block), top: 0, bottom: 0 }, { ...edges(node), top: 0, bottom: 0 }, 1) ? node : null
  }
  return null
}
const edges = (element) => {
  const box = element.getBoundingClientRect()
  return { left: box.left, right: box.right }
}

const isCut = (node, element) => {
  if (element.closest(`[aria-hidden=true],${SKIPPED},svg`) || isIcon(element) || isHinted(element)) return false
  const block = blockOf(element), cutter = cutterOf(block)
  if (!cutter || block.getAnimations({ subtree: true }).length) return false
  const outer = edges(cutter)
  return rangeBoxes(node).some((box) => {
    const seen = Math.min(box.right, outer.right) - Math.max(box.left, outer.left)
    return seen > 0.2 * box.width && box.width - seen >= Math.max(10, 0.2 * box.width)
  })
}

const cutTexts = (typed) => {
  const found = []
  for (const label of query(document, LABELS).slice(0, MOST_TEXTS)) {
    if (found.length >= MOST || !isVisible(label)) continue
    for (const node of textNodes(label)) {
      const text = squash(node.data)
      if (text.length < 3 || isTyped(text, typed) || !isVisible(node.parentElement) || !isCut(node, node.parentElement)) continue
      found.push({ text: text.slice(0, 80), place: placeOf(label) })
      break
    }
  }
  return found
}

const alphaOf = (colour) => (/^rgba?\(.*[,/]\s*([\d.]+)\)$/.exec(colour) && colour.startsWith('rgba') ? Number(/([\d.]+)\)$/.exec(colour)[1]) : 1)
const isOpaque = (element) => {
  const style = getComputedStyle(element)
  return (style.backgroundColor !== 'transparent' && alphaOf(style.backgroundColor) > 0.3) || style.backgroundImage !== 'none' ||
    style.backdropFilter !== 'none' || /^(IMG|VIDEO|CANVAS)$/.test(element.tagName)
}
const opacityOf = (element) => between(element, null).reduce((product, node) => product * Number(styleOf(node).opacity), 1)

const textBoxes = (typed) => {
  const found = []
  for (const node of textNodes()) {
    if (found.length >= MOST_TEXTS) break
    const element = node.parentElement, text = squash(node.data)
    if (!element || text.length < 3 || !/\p{L}{2}/u.test(text) || !isVisible(element) || isTyped(text, typed)) continue
    if (element.closest(`svg,${SKIPPED},${LISTING},[aria-hidden=true],option,[class*=leaflet],[class*=chart i]`) || isIcon(element)) continue
    for (const box of rangeBoxes(node).slice(0, 4)) if (box.width >= 16 && box.height >= 8) found.push({ node, element, text, box })
  }
  return found.sort((a, b) => a.box.top - b.box.top)
}

const lies = (element, root) => between(element, root).map((node) => styleOf(node).position)
const canMix = (one, other) => {
  if (one.element === other.element || one.text === other.text) return false
  if (shared(one.box, other.box) < 0.5 * Math.min(areaOf(one.box), areaOf(other.box))) return false
  const sizes = [one, other].map(({ element }) => parseFloat(styleOf(element).fontSize))
  if (Math.max(...sizes) > 2 * Math.min(...sizes)) return false
  const root = common(one.element, other.element)
  const places = [lies(one.element, root), lies(other.element, root)]
  if (places.flat().some((position) => /fixed|sticky/.test(position)) || places.every((of) => of.includes('absolute'))) return false
  return [one, other].every(({ element }) => opacityOf(element) > 0.5 && alphaOf(styleOf(element).color) > 0.5 && !element.getAnimations().length)
}

// Both texts are painted, and nothing lies between them that hides the lower one.
const isMixed = (one, other) => {
  const [a, b] = [one, other].map(({ node, box }) => rangeBoxes(node).find((now) => now.width === box.width && now.height === box.height))
  if (!a || !b) return false
  const x = (Math.max(a.left, b.left) + Math.min(a.right, b.right)) / 2, y = (Math.max(a.top, b.top) + Math.min(a.bottom, b.bottom)) / 2
  let upper = null
  for (const element of document.elementsFromPoint(x, y)) {
    const text = [one, other].find((item) => item.element === element)
    if (text && upper) return true
    upper ??= text
    if (upper && isOpaque(element)) return false
    if (!upper && isOpaque(element) && !holds(one.element, element) && !holds(other.element, element)) return false
  }
  return false
}

const mixedTexts = (typed) => {
  const boxes = textBoxes(typed), found = []
  for (let at = 0; at < boxes.length && found.length < MOST; at++) {
    for (let next = at + 1; next < boxes.length && boxes[next].box.top < boxes[at].box.bottom; next++) {
      const one = boxes[at], other = boxes[next]
      if (!canMix(one, other) || !inReach(one.element, 'center', () => isMixed(one, other))) continue
      found.push({ one: one.text.slice(0, 60), other: other.text.slice(0, 60), places: [placeOf(one.element), placeOf(other.element)].sort() })
    }
  }
  return found
}
