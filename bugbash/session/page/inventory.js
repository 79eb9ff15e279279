// The inventory: every control a person could use on this screen, each with a locator that finds it again and an
// identity that stays the same from run to run.

const CONTROL_SELECTOR = 'a[href],area[href],button,summary,input:not([type=hidden]),select,textarea,[contenteditable=""],[contenteditable=true],[role],[onclick],[tabindex]'
const CONTROL_ROLES = new Set([
  'button', 'link', 'textbox', 'searchbox', 'combobox', 'listbox', 'checkbox', 'radio', 'switch', 'slider',
  'spinbutton', 'tab', 'menuitem', 'menuitemcheckbox', 'menuitemradio', 'option', 'treeitem', 'date', 'file', 'color',
])
const FIELD_TAGS = /^(INPUT|SELECT|TEXTAREA)$/
const MOST_CONTROLS = 500
const SAME_KIND_KEPT = 4
const MOST_HREFS = 300

const stable = (text) => Boolean(text) && !/\d|[:.]|[0-9a-f]{8,}|^(ember|react|radix|headlessui|mui)/i.test(text) && text.length < 60
const classOf = (element) => [...element.classList].filter((name) => stable(name) && !/^(is-|has-|css-|active|open|selected|hover|focus|disabled|sc-)/.test(name)).slice(0, 2).join('.')

const pathOf = (element, levels = 4) => {
  const parts = []
  for (let node = element; node && node !== document.body && parts.length < levels; node = parentOf(node)) {
    const mark = classOf(node)
    parts.unshift(node.tagName.toLowerCase() + (mark ? '.' + mark : ''))
  }
  return parts.join('>')
}

// Where an element stands, in words that last: a test id or id, else its nearest named surroundings and its tag.
const placeOf = (element) => {
  const testid = testIdOf(element)
  if (stable(testid)) return `[${testid}]`
  if (stable(element.id)) return `#${element.id}`
  const around = closest(parentOf(element), (node) => stable(testIdOf(node)) || stable(node.id))
  const base = around && around !== document.body ? (stable(testIdOf(around)) ? `[${testIdOf(around)}] ` : `#${around.id} `) : ''
  return base + pathOf(element, 2)
}

const isRow = (node) => /^(TR|LI|ARTICLE)$/.test(node.tagName) || /^(row|listitem|article)$/.test(node.getAttribute('role') || '')
const rowOf = (element) => closest(parentOf(element), isRow)

const rowText = (row) => squash(row.innerText ?? row.textContent).slice(0, 300)

const rowLabel = (row) => {
  const pieces = (row.innerText ?? row.textContent).split(/[\n\t]+/).map(squash).filter((piece) => piece.length > 1 && piece.length < 60)
  return pieces.find((piece) => /[a-z]/i.test(piece)) || pieces[0] || ''
}

const looksClickable = (element) => {
  if (element.hasAttribute('onclick')) return true
  const tabindex = element.getAttribute('tabindex')
  return tabindex !== null && Number(tabindex) >= 0 && getComputedStyle(element).cursor === 'pointer'
}

const isControl = (element, role) => {
  if (element.tagName === 'OPTION') return false
  if (CONTROL_ROLES.has(role)) return true
  return role === '' && looksClickable(element)
}

class Index {
  constructor(elements) {
    this.counts = new Map()
    for (const { role, name } of elements) this.counts.set(`${role}|${name}`, (this.counts.get(`${role}|${name}`) || 0) + 1)
  }
  unique(role, name) { return this.counts.get(`${role}|${name}`) === 1 }
}

// A file field may be used though it is hidden: it is looked for, and counted, among the hidden ones too.
const alike = (locator, element) => find(locator, { hidden: element.type === 'file' })

const single = (locator, element) => {
  const found = alike(locator, element)
  return found.length === 1 && found[0] === element
}

const position = (locator, element) => ({ ...locator, nth: alike(locator, element).indexOf(element) + 1 })

const cssFor = (element) => {
  const tag = CSS.escape(element.tagName.toLowerCase())
  if (element.name) return `${tag}[name="${CSS.escape(element.name)}"]`
  const mark = classOf(element)
  return mark ? `${tag}.${mark.split('.').map((part) => CSS.escape(part)).join('.')}` : tag
}

// The best locator for an element: what a person would use to tell it from the others on this screen.
const locate = (element, role, name, index) => {
  const testid = testIdOf(element)
  if (testid && single({ testid }, element)) return { testid }
  if (stable(element.id) && single({ id: element.id }, element)) return { id: element.id }
  const label = FIELD_TAGS.test(element.tagName) ? labelOf(element) : ''
  if (label && label.length < 80 && single({ label }, element)) return { label }
  const byRole = role && role !== 'file' && name && name.length <= 100 ? { role, name } : null
  if (byRole && index.unique(role, name) && single(byRole, element)) return byRole
  if (element.name && single({ css: cssFor(element) }, element)) return { css: cssFor(element) }
  const row = rowOf(element)
  const text = row ? rowLabel(row) : ''
  const base = byRole || { css: cssFor(element) }
  if (row && text) {
    const within = { role: roleOf(row), name: text }
    if (within.role && single({ ...base, within }, element)) return { ...base, within }
  }
  return position(base, element)
}

const fieldOf = (element, role) => ({
  type: (element.type || element.tagName).toLowerCase(),
  name: element.name || element.id || '',
  autocomplete: element.autocomplete || '',
  placeholder: element.placeholder || '',
  required: Boolean(element.required) || element.getAttribute('aria-required') === 'true',
  readonly: Boolean(element.readOnly),
  min: element.min ?? '', max: element.max ?? '', step: element.step ?? '',
  hint: FIELD_TAGS.test(element.tagName) ? hintOf(element) : '',
  maxlength: element.maxLength > 0 ? element.maxLength : 0,
  pattern: element.pattern || '', accept: element.accept || '',
  value: element.type === 'password' ? '' : String(element.value ?? element.textContent ?? '').slice(0, 500),
  length: element.type === 'password' ? 0 : String(element.value ?? element.textContent ?? '').length,
  options: element.tagName === 'SELECT'
    ? [...element.options].filter((option) => !option.disabled).slice(0, 30).map((option) => ({ text: squash(option.text), value: option.value }))
    : [],
})

const statesOf = (element) => {
  const says = (name) => element.getAttribute(`aria-${name}`)
  return {
    enabled: !element.matches(':disabled') && says('disabled') !== 'true',
    checked: element.checked === true || says('checked') === 'true',
    selected: says('selected') === 'true' || (says('current') ?? 'false') !== 'false' || says('pressed') === 'true',
    expanded: says('expanded') ?? '',
    popup: says('haspopup') ?? '',
    invalid: says('invalid') === 'true',
  }
}

// An address that no person writes (a whole file in `data:`) leads nowhere that matters here.
const addressOf = (element) => ((element.tagName === 'A' || element.tagName === 'AREA') && element.href.length < 4000 ? element.href : '')

const controlOf = (element, role, name, dialog, index) => {
  const row = rowOf(element)
  const control = {
    role, name, tag: element.tagName.toLowerCase(), element: numberOf(element),
    locator: locate(element, role, name, index),
    place: placeOf(element),
    path: pathOf(element, 6),
    href: addressOf(element), target: element.getAttribute('target') || '', download: element.hasAttribute('download'),
    submits: (element.tagName === 'BUTTON' && element.type === 'submit' && Boolean(element.form)) ||
      (element.tagName === 'INPUT' && /^(submit|image)$/.test(element.type)),
    resets: element.type === 'reset',
    row: row ? rowText(row) : '',
    section: squash(closest(parentOf(element), (node) => /^(NAV|HEADER|FOOTER|ASIDE|MAIN|DIALOG)$/.test(node.tagName))?.tagName || '').toLowerCase(),
    dialog: dialog ? dialog.contains(element) : false,
    ...statesOf(element),
    field: FIELD_TAGS.test(element.tagName) && !/^(button|submit|reset|image)$/.test(element.type) || (role === 'textbox' && element.isContentEditable)
      ? fieldOf(element, role) : null,
  }
  return control
}

const allControls = () => {
  const found = []
  for (const element of query(document, CONTROL_SELECTOR)) {
    const role = roleOf(element)
    if (!isControl(element, role)) continue
    const fileField = role === 'file' && element.tagName === 'INPUT'
    if (!fileField && !isVisible(element)) continue
    if (role === '' && element.querySelector('a[href],button,input,select,textarea')) continue
    found.push({ element, role, name: nameOf(element, role) })
  }
  return found
}

// Which control of its row it is, counted among those of its role; a menu's entries are no rows.
const placeInRow = (item, ordinals) => {
  const row = rowOf(item.element)
  if (!row || row.closest('nav,[role=navigation],[role=menu],[role=tablist],header,footer')) return ''
  if (!ordinals.has(row)) ordinals.set(row, new Map())
  const seen = ordinals.get(row), at = (seen.get(item.role) || 0) + 1
  seen.set(item.role, at)
  return `row ${at}`
}

// Marks what stands in most rows under one name (View, Edit, Delete): the name is a label, and no data of the row's.
const markRepeated = (found) => {
  const rowsOf = new Map(), seen = new Map()
  const add = (map, key, row) => { if (!map.has(key)) map.set(key, new Set()); map.get(key).add(row) }
  const kindOf = (item) => `${item.role}|${pathOf(item.element, 6)}`
  const inRows = found.map((item) => ({ item, row: rowOf(item.element), kind: kindOf(item) })).filter(({ row }) => row)
  for (const { item, row, kind } of inRows) { add(rowsOf, kind, row); add(seen, `${kind}|${item.name}`, row) }
  for (const { item, kind } of inRows) {
    const times = seen.get(`${kind}|${item.name}`).size
    item.repeated = times > 1 && times * 2 > rowsOf.get(kind).size
  }
}

// Rows of a list carry the same controls over and over: the first few and the last stand for all of them.
const sampled = (found) => {
  const kinds = new Map(), ordinals = new Map()
  for (const item of found) {
    const kind = `${item.role}|${pathOf(item.element, 6)}|${placeInRow(item, ordinals) || item.name}`
    if (!kinds.has(kind)) kinds.set(kind, [])
    kinds.get(kind).push(item)
  }
  const kept = new Set()
  for (const items of kinds.values()) {
    items.slice(0, SAME_KIND_KEPT).forEach((item) => kept.add(item))
    kept.add(items[items.length - 1])
    items.forEach((item) => { item.alike = items.length })
  }
  return found.filter((item) => kept.has(item))
}

const inventory = () => remembering(() => {
  const all = allControls()
  markRepeated(all)
  const index = new Index(all)
  const dialog = openDialogs().pop() || null
  const kept = sampled(all).slice(0, MOST_CONTROLS)
  const controls = kept.map(({ element, role, name, alike, repeated }) =>
    ({ ...controlOf(element, role, name, dialog, index), alike, repeated: Boolean(repeated) }))
  const hrefs = [...new Set(all.map(({ element }) => addressOf(element)).filter((href) => href.startsWith('http')))].slice(0, MOST_HREFS)
  return { controls, hrefs, total: all.length, forms: formsOf(kept.map((item) => item.element), controls) }
})

// A form's own property, which a field of that name hides.
const ownOf = (form, name) => Object.getOwnPropertyDescriptor(HTMLFormElement.prototype, name).get.call(form)

// Empty where the markup names neither method nor address: then a script sends it, and its default says nothing.
const methodOf = (form) => (form.hasAttribute('method') || form.hasAttribute('action') ? ownOf(form, 'method') : '')

// A form is called by its own name, else by what its button does, else by the heading that it stands under.
const ANY_BUTTON = /^(submit|ok|go|save|send|search|update|apply|continue|next|add|create|edit)?$/i
const formName = (around, heading, buttons) => {
  const own = squash(around.getAttribute('aria-label') || around.querySelector('legend')?.textContent)
  const telling = buttons.find((name) => !ANY_BUTTON.test(name))
  return own || telling || squash(heading?.textContent) || buttons[0] || ''
}

const ENDS_SOMETHING = /^(close|cancel|dismiss|hide|back|×|✕|✖|x|schließen|abbrechen|fermer|annuler|cerrar|cancelar|chiudi|annulla|sluiten|annuleren)$/i
const TAKES_AWAY = /^(?:clear|reset|delete|remove)\b/i

const dialogAround = (element) => closest(element, (node) => node.matches('dialog,[role=dialog],[role=alertdialog],[aria-modal=true]'))
const partAround = (element) => closest(element, (node) => /^(NAV|HEADER|FOOTER|ASIDE|MAIN)$/.test(node.tagName))

// A button works for a field without a form where it stands in the same dialog, part of the page, and row of a list.
const isNear = (button, field) => [dialogAround, partAround, rowOf].every((around) => around(button) === around(field))

// A text field that stands alone takes Enter: the usual way to add to a list.
const isLone = (element, control) => element.tagName === 'INPUT' && /^(text|search)$/.test(element.type) && !control.field.readonly &&
  !rowOf(element) && /^(textbox|searchbox)$/.test(control.role) && !closest(element, (node) => /^(grid|table|combobox)$/.test(node.getAttribute('role') ?? ''))

// One that finds what is there already asks for something, and makes nothing.
const ASKS = /search|filter|find|query|such|recherch|busc|filtr|zoek/i
const isAsking = (control) => ASKS.test(`${control.role} ${control.name} ${control.field.type} ${control.field.placeholder} ${control.field.name}`)

// Forms, and the groups of fields that work like one: fields with a button close by and no form element around.
// A button of a form sends that form, and does nothing for a field beside it; one that opens a
// menu, or closes what is open, sends nothing, and one in a dialog sends what is in that dialog.
const formsOf = (elements, controls) => {
  const groups = new Map()
  const isButton = (at) => controls[at].role === 'button' && !controls[at].field
  const sendsNothing = (at) => TAKES_AWAY.test(controls[at].name) ||
    (controls[at].popup && controls[at].popup !== 'false') || controls[at].expanded || ENDS_SOMETHING.test(controls[at].name)
  const loose = elements.filter((element, at) =>
    isButton(at) && !sendsNothing(at) && !element.form && !closest(element, (node) => node.tagName === 'FORM'))
  elements.forEach((element, at) => {
    if (!controls[at].field) return
    const near = loose.filter((button) => isNear(button, element))
    const around = element.form || closest(parentOf(element), (node) => near.some((button) => node.contains(button))) ||
      (isLone(element, controls[at]) ? element : null)
    if (!around) return
    if (!groups.has(around)) groups.set(around, [])
    groups.get(around).push(at)
  })
  return [...groups].map(([around, fields]) => {
    const real = around.tagName === 'FORM', lone = around === elements[fields[0]]
    const buttons = elements.map((element, at) => ({ element, at }))
      .filter(({ element, at }) => isButton(at) && (real ? element.form === around : loose.includes(element) && around.contains(element) &&
        isNear(element, elements[fields[0]])))
    const heading = around.querySelector('h1,h2,h3,h4,legend,caption') || closest(around, (node) => node.querySelector('h1,h2,h3'))?.querySelector('h1,h2,h3')
    const submits = buttons.filter(({ at }) => (real ? controls[at].submits : !controls[at].resets)).map(({ at }) => at)
    return {
      real, lone, fields, submits,
      name: (lone ? controls[fields[0]].name : formName(around, heading, submits.map((at) => controls[at].name))).slice(0, 80),
      action: real ? ownOf(around, 'action') : '', method: real ? methodOf(around) : lone && isAsking(controls[fields[0]]) ? 'get' : '',
      place: around === document.body ? 'body' : placeOf(around),
    }
  })
}
