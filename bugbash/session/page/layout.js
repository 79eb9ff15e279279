// A closer look at how the screen is laid out: what lies over what, dialogs out of reach, ids that lead to the wrong
// element. It costs more than a look, so it is asked for once per new screen and width.

const MOST_TESTED = 150
const MOST_KINDS = 60
const POINTS = [[0.5, 0.5], [0.2, 0.25], [0.8, 0.25], [0.2, 0.75], [0.8, 0.75]]
// What comes and goes, and what lies over other things by design.
const PASSES = '[role=menu],[role=listbox],[role=tooltip],[role=dialog],[role=alertdialog],[role=alert],[role=status],[role=log],[popover],dialog,[aria-modal],[aria-live]'
const PASSING_NAME = /menu|drop-?down|pop-?over|pop-?up|popper|tool-?tip|toast|snack|notif|cookie|consent|gdpr|backdrop|modal|drawer|loader|loading|spinner|chat|tour|autocomplete|suggest|picker|calendar|carousel|slide|swiper|lightbox/i

// --- controls under something else -----------------------------------------

const largestBox = (element) => [...element.getClientRects()].sort((a, b) => areaOf(b) - areaOf(a))[0] ?? element.getBoundingClientRect()
const isOnScreen = (box) => box.left >= 0 && box.top >= 0 && box.right <= innerWidth && box.bottom <= innerHeight

// Whether a click there reaches the control: itself, its label, or another link to the same address.
const reaches = (top, element) => {
  if (holds(element, top) || holds(top, element)) return true
  const label = closest(top, (node) => node.tagName === 'LABEL')
  if (label && (label.control === element || [...(element.labels ?? [])].includes(label))) return true
  const link = closest(top, (node) => node.tagName === 'A')
  return Boolean(link?.href) && link.href === element.href
}

// Whether what surrounds an element cuts some of it off, as what is folded up does.
const isFolded = (element, box) => between(parentOf(element), document.body).some((node) =>
  !(styleOf(node).overflowX === 'visible' && styleOf(node).overflowY === 'visible') && !isWithin(box, node.getBoundingClientRect(), 1))

// What lies over all of a control; null where some point of it can be clicked, or cannot be told.
const coverOf = (element) => {
  const box = largestBox(element)
  if (isFolded(element, box)) return null
  let cover = null
  for (const [across, down] of POINTS) {
    const top = topAt(box.left + box.width * across, box.top + box.height * down)
    if (!top || reaches(top, element)) return null
    cover ??= top
  }
  return cover
}

const isShared = (one, other) => shared(one, other) > 0.8 * Math.max(areaOf(one), areaOf(other))

// What lies over a control by design, or for a while: popups, what stays in place while the page scrolls, the parts of
// one widget, stacks of slides and pins, and curtains with a text over things that are not to be used.
const isMeant = (element, cover, tested) => {
  const root = common(element, cover) ?? document.body
  const over = between(cover, root), under = between(element, root)
  if (over.some((node) => node.matches(PASSES) || PASSING_NAME.test(namesOf(node)) || /^(fixed|sticky)$/.test(styleOf(node).position))) return true
  if (under.some((node) => PASSING_NAME.test(namesOf(node)))) return true
  const block = below(root, cover) ?? cover, beneath = below(root, element) ?? element
  const box = block.getBoundingClientRect(), own = element.getBoundingClientRect()
  if (cover instanceof SVGElement || areaOf(cover.getBoundingClientRect()) > (innerWidth * innerHeight) / 2) return true
  if (root !== document.body && isWithin(root.getBoundingClientRect(), own, 24)) return true
  if (cover.tagName === element.tagName && classOf(cover) === classOf(element)) return true
  if (block.tagName === beneath.tagName && block.className === beneath.className) return true
  const says = Boolean(textsOf(cover)) || Boolean(cover.querySelector('img,svg,video,canvas'))
  if (says && isShared(box, beneath.getBoundingClientRect())) return true
  return says && tested.filter((other) => shared(other.getBoundingClientRect(), cover.getBoundingClientRect()) > 0).length > 2
}

const testable = (element) => {
  const box = element.getBoundingClientRect()
  return box.width >= SPARE && box.height >= SPARE && !(element instanceof SVGElement) && element.tabIndex >= 0 &&
    !element.matches(':disabled,[aria-disabled=true]') && styleOf(element).pointerEvents !== 'none' &&
    !/^#/.test(element.getAttribute('href') ?? '') && !element.closest(`${SKIPPED},[aria-hidden=true],[inert],[class*=leaflet],[class*=map i]`)
}

const coveredControls = () => {
  if (openDialogs().length) return []
  const all = allControls().filter(({ element }) => testable(element)).slice(0, MOST_TESTED)
  const elements = all.map(({ element }) => element)
  const found = []
  for (const { element, role, name } of all) {
    if (isOnScreen(element.getBoundingClientRect()) && !coverOf(element)) continue
    const cover = inReach(element, 'center', () => {
      const over = coverOf(element)
      return over && !isMeant(element, over, elements) ? over : null
    })
    if (!cover || inReach(element, 'start', () => !coverOf(element)) || inReach(element, 'end', () => !coverOf(element))) continue
    found.push({
      role, name: name.slice(0, 80), place: placeOf(element), cover: placeOf(cover),
      locator: locate(element, role, name, new Index([{ role, name }])),
    })
  }
  return found.slice(0, MOST)
}

// --- dialogs that do not fit ------------------------------------------------

const isCentreInSight = (element) => {
  const box = element.getBoundingClientRect()
  const x = box.left + box.width / 2, y = box.top + box.height / 2
  return x >= 0 && y >= 0 && x <= innerWidth && y <= innerHeight
}
const shareInSight = (box) => shared(box, { left: 0, top: 0, right: innerWidth, bottom: innerHeight }) / (areaOf(box) || 1)
const isUsable = (element) => {
  const box = element.getBoundingClientRect()
  return box.width >= SPARE && box.height >= SPARE && !element.matches(':disabled,[aria-disabled=true]') &&
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
}

// The dialog in front, where a part of it lies outside of the window and no scrolling brings it in. A drawer that
// peeks in, or waits outside, is no dialog that is open.
const dialogOutOfReach = () => {
  const dialog = openDialogs().filter(isModal).pop()
  if (!dialog || between(dialog, document.body).some((node) => /sheet|drawer|off-?canvas|side-?bar/i.test(namesOf(node)))) return null
  const share = shareInSight(dialog.getBoundingClientRect())
  if (share < 0.1) return null
  const buttons = query(dialog, 'button,[role=button],input[type=submit],input[type=button],a[href]').filter(isUsable)
  const lost = buttons.find((button) => !inReach(button, 'nearest', () => isCentreInSight(button)))
  const fits = () => ['start', 'end'].every((edge) => inReach(dialog, edge, () => {
    const box = dialog.getBoundingClientRect()
    return box.left >= -SPARE && box.right <= innerWidth + SPARE && (edge === 'start' ? box.top >= -SPARE : box.bottom <= innerHeight + SPARE)
  }))
  if (!lost && (share >= 0.6 || fits())) return null
  return {
    name: (nameOf(dialog) || squash(dialog.querySelector('h1,h2,h3')?.textContent)).slice(0, 80),
    place: placeOf(dialog), share: Math.round(share * 100), button: lost ? nameOf(lost).slice(0, 80) || placeOf(lost) : '',
  }
}

// --- ids that lead to the wrong element --------------------------------------

const NAMING = ['aria-labelledby', 'aria-describedby']
const refersTo = (element, name, id) => (element.getAttribute(name) ?? '').split(/\s+/).includes(id)
// The widest surroundings of an element that hold none of the others.
const ownGround = (element, others) => {
  let ground = element
  while (parentOf(ground) && !others.some((other) => other !== element && holds(parentOf(ground), other))) ground = parentOf(ground)
  return ground
}

// By what a second element with the same id is meant: then whoever means it gets the first.
const meantBy = (id, elements) => {
  const fields = elements.filter((element) => element.matches(FIELD_SELECTOR))
  const labels = [...document.querySelectorAll(`label[for="${CSS.escape(id)}"]`)].filter(isVisible)
  if (fields.length > 1 && labels.length > 1) return 'label'
  for (const name of NAMING) {
    const referrers = [...document.querySelectorAll(`[${name}~="${CSS.escape(id)}"]`)].filter(isVisible)
    if (referrers.length > 1 && new Set(elements.map((element) => squash(element.textContent))).size > 1) return name
  }
  const own = (referrers) => elements.slice(1).some((element) => referrers.some((one) => holds(ownGround(element, elements), one)))
  if (own([...document.querySelectorAll('[aria-controls]')].filter((one) => refersTo(one, 'aria-controls', id) && isVisible(one)))) return 'aria-controls'
  return own([...document.querySelectorAll(`a[href="#${CSS.escape(id)}"]`)].filter(isVisible)) ? 'a link' : ''
}

const duplicateIds = () => {
  const known = new Map()
  for (const element of document.querySelectorAll('[id]')) {
    if (!element.id || element instanceof SVGElement) continue
    if (!known.has(element.id)) known.set(element.id, [])
    known.get(element.id).push(element)
  }
  const found = []
  for (const [id, elements] of known) {
    const visible = elements.length > 1 ? elements.filter(isVisible) : []
    const by = visible.length > 1 ? meantBy(id, visible) : ''
    if (by) found.push({ id: id.slice(0, 80), by, count: visible.length, place: placeOf(visible[1]) })
  }
  return found.slice(0, MOST)
}

// Null while the page moves.
const layout = (typed) => (moving() ? null : remembering(() => ({
  url: location.href, width: innerWidth, height: innerHeight,
  covered: coveredControls(), dialog: dialogOutOfReach(), ids: duplicateIds(), sideways: sideways(typed),
  cut: cutTexts(typed), mixed: mixedTexts(typed),
})))

// --- where a rule was broken --------------------------------------------------------

// An element's component: where it stands if that has a name, else its kind; what stands in the page's head, foot or
// navigation, or is the page itself, is the same on every screen.
const whereabouts = (element) => {
  const place = placeOf(element)
  const around = closest(element, (node) => /^(NAV|HEADER|FOOTER)$/.test(node.tagName) && !node.closest('main,article'))
  const isPage = /^(HTML|HEAD|BODY|TITLE)$/.test(element.tagName)
  return { place, everywhere: Boolean(around) || isPage, text: isPage ? '' : textsOf(element).slice(0, 80) }
}

// One element for each kind of text: by its own make and its parent's, its colours and its size.
const textKinds = () => remembering(() => {
  const found = new Map()
  const groundOf = (element) => styleOf(closest(element, (node) => alphaOf(styleOf(node).backgroundColor) > 0) ?? element).backgroundColor
  for (const node of textNodes()) {
    const element = node.parentElement
    if (!element || found.size >= MOST_KINDS || !isVisible(element)) continue
    const style = styleOf(element)
    const kind = [classOf(element), classOf(element.parentElement), element.tagName, style.color, groundOf(element), style.fontSize, style.fontWeight].join('|')
    if (!found.has(kind)) found.set(kind, element)
  }
  return [...found.values()]
})
