// Where elements and texts are, and how far a person can scroll to them. What is scrolled here is put back before
// anything is drawn.

const SPARE = 8 // CSS pixels: less than that nobody sees
const styleOf = (element) => once('style', element, () => getComputedStyle(element))
const namesOf = (element) => `${element.id} ${element.className.baseVal ?? element.className}`
const holds = (outer, inner) => Boolean(closest(inner, (node) => node === outer))
const common = (one, other) => closest(one, (node) => holds(node, other))
const below = (root, element) => closest(element, (node) => parentOf(node) === root)
const between = (element, root) => {
  const found = []
  for (let node = element; node && node !== root; node = parentOf(node)) found.push(node)
  return found
}
const areaOf = (box) => Math.max(box.width, 0) * Math.max(box.height, 0)
const shared = (one, other) => {
  const width = Math.min(one.right, other.right) - Math.max(one.left, other.left)
  const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)
  return width > 0 && height > 0 ? width * height : 0
}
const isWithin = (inner, outer, spare) =>
  inner.left >= outer.left - spare && inner.right <= outer.right + spare && inner.top >= outer.top - spare && inner.bottom <= outer.bottom + spare
const textsOf = (element) => squash(element.innerText ?? element.textContent)

// The topmost element at a point, open shadow roots included.
const topAt = (x, y) => {
  let top = document.elementFromPoint(x, y)
  while (top?.shadowRoot) {
    const inner = top.shadowRoot.elementFromPoint(x, y)
    if (!inner || inner === top) break
    top = inner
  }
  return top
}

const scrolls = (value) => value === 'auto' || value === 'scroll' || value === 'overlay'
const stays = (value) => value === 'hidden' || value === 'clip'
// Whether a person can scroll it, along x or y; some libraries scroll what is hidden by a script of their own.
const scrollable = (node, axis) => {
  if (/scroll|simplebar/i.test(namesOf(node)) || /(^|\s)ps(\s|$)/.test(namesOf(node))) return true
  const overflow = (element) => getComputedStyle(element)[`overflow${axis}`]
  if (node !== document.scrollingElement) return node !== document.body && scrolls(overflow(node))
  const own = overflow(document.documentElement)
  return !stays(own) && !(own === 'visible' && stays(overflow(document.body)))
}

// Measures an element brought into sight as far as a person could scroll.
const inReach = (element, block, measure) => {
  const around = []
  for (let node = parentOf(element); node; node = parentOf(node)) around.push([node, node.scrollLeft, node.scrollTop])
  const restore = (keepsX, keepsY) => {
    for (const [node, left, top] of around) {
      const to = { left: keepsX(node) ? node.scrollLeft : left, top: keepsY(node) ? node.scrollTop : top, behavior: 'instant' }
      if (node.scrollLeft !== to.left || node.scrollTop !== to.top) node.scrollTo(to)
    }
  }
  try {
    element.scrollIntoView({ block, inline: 'nearest', behavior: 'instant' })
    restore((node) => scrollable(node, 'X'), (node) => scrollable(node, 'Y'))
    return measure()
  } finally {
    restore(() => false, () => false)
  }
}
