// Roles, accessible names and visibility, as far as a tester needs them: WAI-ARIA 1.2 roles of HTML elements
// (HTML-AAM) and the accessible name computation's usual steps. One implementation serves the inventory and the
// locators, so that what was seen can be found again.

const INPUT_ROLES = {
  button: 'button', submit: 'button', reset: 'button', image: 'button', checkbox: 'checkbox', radio: 'radio',
  range: 'slider', number: 'spinbutton', search: 'searchbox', file: 'file', color: 'color', password: 'textbox',
  date: 'date', 'datetime-local': 'date', month: 'date', week: 'date', time: 'date', hidden: '',
}
const TAG_ROLES = {
  BUTTON: 'button', SUMMARY: 'button', TEXTAREA: 'textbox', OPTION: 'option', H1: 'heading', H2: 'heading',
  H3: 'heading', H4: 'heading', H5: 'heading', H6: 'heading', UL: 'list', OL: 'list', LI: 'listitem',
  TABLE: 'table', TR: 'row', TD: 'cell', TH: 'columnheader', NAV: 'navigation', MAIN: 'main', HEADER: 'banner',
  FOOTER: 'contentinfo', ASIDE: 'complementary', DIALOG: 'dialog', ARTICLE: 'article', FORM: 'form', IMG: 'img',
  PROGRESS: 'progressbar', FIELDSET: 'group', SECTION: 'region', IFRAME: 'iframe', OUTPUT: 'status',
}
const NAMED_BY_CONTENT = new Set([
  'button', 'link', 'heading', 'cell', 'columnheader', 'row', 'tab', 'menuitem', 'menuitemcheckbox',
  'menuitemradio', 'option', 'checkbox', 'radio', 'switch', 'treeitem', 'listitem', 'tooltip', 'rowheader', 'gridcell',
])
const TEST_IDS = ['data-testid', 'data-test-id', 'data-test', 'data-cy', 'data-qa']

const squash = (text) => (text || '').replace(/[\s\u00a0\u200b]+/g, ' ').trim()

const roleOf = (element) => {
  const own = (element.getAttribute('role') || '').trim().split(/\s+/)[0]
  if (own && own !== 'none' && own !== 'presentation') return own
  const tag = element.tagName
  if (tag === 'A' || tag === 'AREA') return element.hasAttribute('href') ? 'link' : ''
  if (tag === 'INPUT') {
    const role = INPUT_ROLES[element.type]
    return role === undefined ? (element.hasAttribute('list') ? 'combobox' : 'textbox') : role
  }
  if (tag === 'SELECT') return element.multiple || element.size > 1 ? 'listbox' : 'combobox'
  if (element.isContentEditable && element.getAttribute('contenteditable') !== null) return 'textbox'
  return TAG_ROLES[tag] || ''
}

const testIdOf = (element) => {
  for (const name of TEST_IDS) if (element.hasAttribute(name)) return element.getAttribute(name)
  return ''
}

// What is asked of an element again and again while one look lasts, and nothing changes, is computed once.
let memory = null
const remembering = (work) => {
  memory = new Map()
  try { return work() } finally { memory = null }
}
const once = (key, element, compute) => {
  if (!memory) return compute()
  if (!memory.has(element)) memory.set(element, new Map())
  const known = memory.get(element)
  if (!known.has(key)) known.set(key, compute())
  return known.get(key)
}

// A box to tick that is not drawn itself: its label is, or it lies unseen over what stands for it.
const isBox = (element) => element.tagName === 'INPUT' && /^(checkbox|radio)$/.test(element.type)
const labelInSight = (element) => [...(element.labels ?? [])].find((label) => isVisible(label))
const isDrawnOtherwise = (element) => {
  if (!isBox(element)) return false
  if (labelInSight(element)) return true
  const box = element.getBoundingClientRect()
  return box.width >= 8 && box.height >= 8 && element.checkVisibility({ visibilityProperty: true }) && getComputedStyle(element).opacity === '0' &&
    parentOf(element)?.checkVisibility({ opacityProperty: true, visibilityProperty: true })
}

// What a person would point at to use an element: of a box that is not drawn itself, its label.
const standinOf = (element) => {
  if (!isBox(element)) return element
  const box = element.getBoundingClientRect()
  if (box.width >= 8 && box.height >= 8) {
    if (element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return element
    if (document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2) === element) return element
  }
  return labelInSight(element) || element
}

const isVisible = (element) => once('visible', element, () => {
  if (element.tagName === 'OPTION' || isDrawnOtherwise(element)) return true
  if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true })) return false
  const box = element.getBoundingClientRect()
  if (box.width <= 1 || box.height <= 1) return element.tagName === 'A' && [...element.children].some(isVisible)
  return box.right > 0 - window.scrollX && box.bottom > 0 - window.scrollY
})

const byIds = (element, ids) =>
  squash((ids || '').split(/\s+/).filter(Boolean)
    .map((id) => element.getRootNode().getElementById?.(id)).filter(Boolean)
    .map((other) => other.getAttribute('aria-label') || other.textContent).join(' '))

const ownText = (element, depth = 0) => {
  if (depth > 12) return ''
  let text = ''
  for (const node of element.childNodes) {
    if (node.nodeType === Node.TEXT_NODE) text += node.data
    else if (node.nodeType === Node.ELEMENT_NODE) {
      if (node.getAttribute('aria-hidden') === 'true' || /^(STYLE|SCRIPT|TEMPLATE|NOSCRIPT)$/.test(node.tagName)) continue
      if (!node.checkVisibility({ visibilityProperty: true })) continue
      const label = node.getAttribute('aria-label')
      const block = getComputedStyle(node).display !== 'inline'
      const inner = label || (node.tagName === 'IMG' ? node.alt : node.tagName === 'svg' ? squash(node.querySelector('title')?.textContent) : ownText(node, depth + 1))
      text += block ? ` ${inner} ` : inner
    }
    if (text.length > 400) break
  }
  return text
}

const labelOf = (element) => once('label', element, () => {
  const labels = element.labels ? [...element.labels] : []
  return squash(labels.map((label) => {
    const copy = label.cloneNode(true)
    copy.querySelectorAll('input,select,textarea,button,script,style').forEach((inner) => inner.remove())
    return copy.textContent
  }).join(' '))
})

const nameOf = (element, role = roleOf(element)) => once(`name ${role}`, element, () => {
  const labelled = byIds(element, element.getAttribute('aria-labelledby'))
  if (labelled) return labelled.slice(0, 200)
  const aria = squash(element.getAttribute('aria-label'))
  if (aria) return aria.slice(0, 200)
  const label = labelOf(element)
  if (label) return label.slice(0, 200)
  if (element.tagName === 'INPUT' && /^(button|submit|reset)$/.test(element.type)) {
    return squash(element.value || { submit: 'Submit', reset: 'Reset' }[element.type])
  }
  if (element.tagName === 'IMG' || (element.tagName === 'INPUT' && element.type === 'image')) return squash(element.alt || element.title)
  if (element.tagName === 'FIELDSET') return squash(element.querySelector('legend')?.textContent)
  if (element.tagName === 'TABLE') return squash(element.caption?.textContent)
  if (NAMED_BY_CONTENT.has(role) || role === '') {
    const text = squash(ownText(element))
    if (text) return text.slice(0, 200)
  }
  return squash(element.getAttribute('title') || element.getAttribute('placeholder')).slice(0, 200)
})

// Every element below a root, open shadow roots (its own, too) included, in document order.
const everything = function* (root = document) {
  if (root.shadowRoot) yield* everything(root.shadowRoot)
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    yield node
    if (node.shadowRoot) yield* everything(node.shadowRoot)
  }
}

const parentOf = (node) => node.parentElement || (node.getRootNode() instanceof ShadowRoot ? node.getRootNode().host : null)

const closest = (element, test) => {
  for (let node = element; node; node = parentOf(node)) if (test(node)) return node
  return null
}

// The dialog that takes the keyboard and mouse, if one is open: what is behind it cannot be used.
const openDialogs = () => {
  const found = []
  for (const element of document.querySelectorAll('dialog[open],[role=dialog],[role=alertdialog]')) {
    if (isVisible(element)) found.push(element)
  }
  return found
}

const isModal = (dialog) => dialog.getAttribute('aria-modal') === 'true' || dialog.matches(':modal')
