// Resolving a locator. `find` answers the elements that match; a caller takes the one there is, or is told how many.

const ROLE_SELECTORS = {
  button: 'button,summary,input[type=button],input[type=submit],input[type=reset],input[type=image]',
  link: 'a[href],area[href]', heading: 'h1,h2,h3,h4,h5,h6', checkbox: 'input[type=checkbox]', radio: 'input[type=radio]',
  combobox: 'select,input[list]', listbox: 'select', option: 'option', row: 'tr', cell: 'td', columnheader: 'th',
  listitem: 'li', list: 'ul,ol', table: 'table', img: 'img', navigation: 'nav', main: 'main', dialog: 'dialog',
  article: 'article', form: 'form', slider: 'input[type=range]', spinbutton: 'input[type=number]',
  searchbox: 'input[type=search]', banner: 'header', contentinfo: 'footer', region: 'section', group: 'fieldset',
  textbox: 'input,textarea,[contenteditable]', date: 'input', file: 'input[type=file]', color: 'input[type=color]',
  status: 'output', iframe: 'iframe', progressbar: 'progress', complementary: 'aside',
}
const FIELD_SELECTOR = 'input:not([type=hidden]),select,textarea,[contenteditable],[role=textbox],[role=combobox],[role=checkbox],[role=radio],[role=switch],[role=slider],[role=spinbutton]'

const inRoots = (root, selector) => {
  const found = [...(root.shadowRoot ? inRoots(root.shadowRoot, selector) : []), ...root.querySelectorAll(selector)]
  for (const element of everything(root)) if (element.shadowRoot) found.push(...inRoots(element.shadowRoot, selector))
  return found
}
const hasShadow = () => once('shadow', document, () => [...everything()].some((element) => element.shadowRoot))
const query = (root, selector) => (hasShadow() ? [...new Set(inRoots(root, selector))] : [...root.querySelectorAll(selector)])

const sameText = (loose) => (given, wanted) => {
  const a = squash(given), b = squash(wanted)
  return loose ? a.toLowerCase().includes(b.toLowerCase()) : a === b
}

// The text that an element shows, open shadow roots included (`innerText` leaves them out).
const textIn = (element) => {
  const shown = (one) => (isVisible(one) || one === document.documentElement ? one.innerText ?? one.textContent : '')
  const parts = [shown(element)]
  for (const host of [element, ...everything(element)]) {
    if (host.shadowRoot) parts.push(...[...host.shadowRoot.children].filter((inner) => inner.tagName !== 'STYLE').map(shown))
  }
  return parts.join('\n')
}

const byText = (root, text, same) => {
  const matches = []
  for (const element of everything(root)) {
    if (/^(SCRIPT|STYLE|HEAD|TITLE|META|TEMPLATE|NOSCRIPT|OPTION)$/.test(element.tagName)) continue
    if (!element.textContent && !element.getAttribute('aria-label') && element.tagName !== 'INPUT') continue
    const named = element.tagName === 'INPUT' || element.hasAttribute('aria-label') ? nameOf(element) : ''
    if ((named && same(named, text)) || (element.textContent.length < 2000 && same(element.innerText ?? element.textContent, text))) matches.push(element)
  }
  return matches.filter((element) => !matches.some((other) => other !== element && element.contains(other)))
}

// The elements that carry exactly `text`; while a look lasts, those of the document are grouped by their texts once.
const carrying = (root, key, elements, textsOf, text, loose) => {
  if (memory && root === document && !loose) {
    const groups = once(key, document, () => {
      const found = new Map()
      for (const element of elements()) for (const one of new Set(textsOf(element).map(squash))) {
        if (!found.has(one)) found.set(one, [])
        found.get(one).push(element)
      }
      return found
    })
    return groups.get(squash(text)) || []
  }
  const same = sameText(loose)
  return elements().filter((element) => textsOf(element).some((one) => same(one, text)))
}

const candidates = (root, locator, loose) => {
  if (locator.testid) return query(root, TEST_IDS.map((name) => `[${name}="${CSS.escape(locator.testid)}"]`).join(','))
  if (locator.id) return query(root, `[id="${CSS.escape(locator.id)}"]`)
  if (locator.css) {
    try { return query(root, locator.css) } catch { return [] }
  }
  if (locator.label) {
    const fields = () => query(root, FIELD_SELECTOR)
    return carrying(root, 'fields', fields, (element) => [labelOf(element), nameOf(element)], locator.label, loose)
  }
  if (locator.role) {
    const own = ROLE_SELECTORS[locator.role]
    const selector = `${own ? own + ',' : ''}[role~="${CSS.escape(locator.role)}"]`
    const elements = () => query(root, selector).filter((element) => roleOf(element) === locator.role)
    if (!locator.name) return elements()
    return carrying(root, `role ${locator.role}`, elements, (element) => [nameOf(element, locator.role)], locator.name, loose)
  }
  return byText(root, locator.text, sameText(loose))
}

// All visible matches; `loose` compares names and texts by part and without case. Within a container, which is always
// found loosely: a row is named by some text in it.
const find = (locator, { loose = false, hidden = false } = {}) => {
  let roots = [document]
  if (locator.within) {
    roots = find(locator.within, { loose: false })
    if (!roots.length) roots = find(locator.within, { loose: true })
  }
  let found = [...new Set(roots.flatMap((root) => candidates(root, locator, loose)))]
  if (!hidden) found = found.filter(isVisible)
  return locator.nth ? found.slice(locator.nth - 1, locator.nth) : found
}

// Narrowing, tried once where the plain look found none or several: by loose names, then to what can be used now (the
// open dialog, what is enabled). It never picks among equals.
const narrowed = (locator, options) => {
  let found = find(locator, options)
  if (!found.length) found = find(locator, { ...options, loose: true })
  const modal = openDialogs().filter(isModal).pop()
  const inside = modal ? found.filter((element) => modal.contains(element)) : []
  if (found.length > 1 && inside.length) found = inside
  const enabled = found.filter((element) => !element.disabled && element.getAttribute('aria-disabled') !== 'true')
  return found.length > 1 && enabled.length ? enabled : found
}

const describe = (element) => {
  const role = roleOf(element)
  return `${role || element.tagName.toLowerCase()} “${nameOf(element, role).slice(0, 60)}”`
}
