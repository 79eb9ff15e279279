// Where the keyboard goes: the element that has the focus, the way that Tab took, and what keeps a page from being used.

const activeElement = () => {
  let active = document.activeElement
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement
  return active && active !== document.body && active !== document.documentElement ? active : null
}

// The way of one key, pressed again and again; another key, or a click, begins a new one.
let way = null
const LONGEST_WAY = 400
addEventListener('keydown', (event) => {
  if (!event.isTrusted || /^(Shift|Control|Alt|Meta)$/.test(event.key)) return
  const key = `${event.shiftKey ? 'Shift+' : ''}${event.key}`
  if (way?.key !== key) way = { key, trail: [] }
}, true)
addEventListener('keyup', (event) => {
  if (!event.isTrusted || event.key !== 'Tab' || !way || way.trail.length >= LONGEST_WAY) return
  const active = activeElement()
  way.trail.push(active ? numberOf(active) : 0)
}, true)
addEventListener('pointerdown', () => { way = null }, true)

const isShut = (element) => Boolean(closest(element, (node) => node.hasAttribute('inert') || node.getAttribute('aria-hidden') === 'true'))

// Its middle is in sight and hits it, so that a mouse could use it now.
const isHit = (element) => {
  const box = element.getBoundingClientRect()
  const x = box.left + box.width / 2, y = box.top + box.height / 2
  if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) return false
  let hit = document.elementFromPoint(x, y)
  while (hit?.shadowRoot && !element.contains(hit)) {
    const inner = hit.shadowRoot.elementFromPoint(x, y)
    if (!inner || inner === hit) break
    hit = inner
  }
  return Boolean(hit) && (element.contains(hit) || hit.contains(element))
}

const MOST_STOPS = 12
// Widgets in which the arrow keys go from one part to the next, and Tab leads past them.
const ARROWED = /^(?:tablist|menu|menubar|listbox|grid|treegrid|tree|radiogroup|toolbar|combobox|feed|slider|spinbutton)$/
const isPlain = (element) => !closest(element, (node) => ARROWED.test(node.getAttribute('role') ?? '') || node.tagName === 'TABLE')
const isTabbable = (element) => element.tabIndex >= 0 && !element.matches(':disabled') && element.type !== 'radio' && !isShut(element) && isVisible(element)
const isMouseOnly = (element) => element.tabIndex < 0 && isPlain(element) && !isShut(element) && isVisible(element) &&
  element.getAttribute('aria-disabled') !== 'true' && !element.matches('a[href],button,input,select,textarea,summary,label') &&
  !element.querySelector('a[href],button,input,select,textarea,[tabindex]') && !closest(parentOf(element), (node) => node.tabIndex >= 0 || node.tagName === 'LABEL')

const stopOf = (element) => {
  const seen = seenOf(element)
  return { ...seen, locator: locate(element, seen.role, seen.name, new Index([{ role: seen.role, name: seen.name }])) }
}

const tabbing = () => {
  if (!way?.trail.length) return null
  const all = query(document, 'a[href],area[href],button,input:not([type=hidden]),select,textarea,summary,[tabindex],[contenteditable]').filter(isTabbable)
  const had = new Set(way.trail)
  const missed = all.filter((element) => !had.has(numberOf(element)) && isHit(element))
  const mouse = query(document, '[role=button],[role=link],[role=checkbox],[role=switch],[onclick]').filter((element) => isMouseOnly(element) && nameOf(element) && isHit(element))
  return {
    key: way.key, trail: way.trail, total: all.length,
    missed: missed.slice(0, MOST_STOPS).map(stopOf), unfocusable: mouse.slice(0, MOST_STOPS).map(stopOf),
  }
}

// What a closed dialog may leave behind. Something else that is open in front is named by its place, for its own sake.
const GRID = [1 / 6, 1 / 2, 5 / 6]
const fixedAround = (element) => closest(element, (node) => getComputedStyle(node).position === 'fixed')
const areaOf = (element) => {
  const box = element.getBoundingClientRect()
  return (box.width * box.height) / (innerWidth * innerHeight)
}
const isEmpty = (element) => !squash(element.innerText) && !element.querySelector('input,button,select,textarea,img,svg,canvas,video,iframe')

const holds = () => {
  const found = new Set()
  const hit = GRID.flatMap((x) => GRID.map((y) => document.elementFromPoint(x * innerWidth, y * innerHeight)))
  const front = hit.map((element) => element && fixedAround(element))
  for (const panel of new Set(front.filter(Boolean))) {
    if (!isEmpty(panel)) { if (areaOf(panel) >= 0.05) found.add(`panel ${placeOf(panel)}`) }
    else if (areaOf(panel) > 0.9 && front.every((one) => one === panel)) found.add('backdrop')
  }
  const roots = [document.documentElement, document.body].filter(Boolean)
  const locked = roots.some((root) => /hidden|clip/.test(getComputedStyle(root).overflowY) || getComputedStyle(root).position === 'fixed')
  if (locked && document.body.scrollHeight > innerHeight + 20) found.add('scroll')
  const shut = query(document, '[inert],[aria-hidden=true]').some((element) => areaOf(element) > 0.3 && isVisible(element) && element.querySelector('a[href],button,input'))
  if (shut) found.add('inert')
  return [...found]
}

// A point in sight outside of an element, as one clicks to leave it; the edges of the screen come first.
const beside = (element) => {
  const box = element.getBoundingClientRect()
  const tries = [[0.02, 0.5], [0.98, 0.5], [0.5, 0.97], [0.5, 0.02], [0.02, 0.97], [0.98, 0.97]].map(([x, y]) => [x * innerWidth, y * innerHeight])
  const outside = ([x, y]) => x < box.left - 2 || x > box.right + 2 || y < box.top - 2 || y > box.bottom + 2
  const plain = ([x, y]) => !closest(document.elementFromPoint(x, y) ?? document.body, (node) => node.matches('a,button,input,select,textarea,label,[role=button]'))
  return tries.find((point) => outside(point) && plain(point)) ?? null
}
