// What came of the last click, Enter or Space: everything that happened in the document since, other than what pointing
// and focusing alone do. A control is dead where nothing did.

const FIRST_NUMBER = Math.floor(Math.random() * 1e9) * 1e5
const numbers = new WeakMap()
let numbered = FIRST_NUMBER
// A number that an element keeps as long as it lives, and that no element of another document has.
const numberOf = (element) => {
  if (!numbers.has(element)) numbers.set(element, ++numbered)
  return numbers.get(element)
}

// Marks that pointing, pressing and focusing leave: rings, ripples and tooltips.
const PASSING_MARK = /ripple|focus|hover|wave|press|touch|pointer|mouse|tooltip|popper-tip|click-anim/i
const PASSING_ATTRIBUTE = /focus|hover|press(?!ed$)|describedby|^title$|original-title|tabindex|ripple|click-anim|pointer/i
const PRESSABLE = 'a,button,input,select,textarea,summary,label,[role=button],[role=link],[role=checkbox],[role=radio],[role=switch],[role=tab],[role=menuitem],[role=option],[onclick],[tabindex]'
const CHOSEN_MARK = /(?:^|[-_\s])(?:active|selected|current|chosen|checked|disabled|inactive)(?:$|[-_\s])/i
// Where what is done may show nowhere in the document, or is about a choice of text or cells.
const DRAWING = 'canvas,video,audio,embed,object,iframe,[contenteditable]:not([contenteditable=false])'
const COUNTS_UP = /^\+$|\b(?:increase|increment|increas\w+|plus|one more|add one)\b/i
const COUNTS_DOWN = /^[-−–]$|\b(?:decrease|decrement|decreas\w+|minus|one less|one fewer)\b/i

let touched = null, touches = 0

const isPassing = (node) => node?.nodeType === Node.ELEMENT_NODE &&
  (PASSING_MARK.test(node.getAttribute('class') ?? '') || node.getAttribute('role') === 'tooltip')

const tokensOf = (text) => new Set((text ?? '').split(/\s+/).filter(Boolean))
const isNewMark = (before, after) => {
  const was = tokensOf(before), is = tokensOf(after)
  return [...was, ...is].some((name) => was.has(name) !== is.has(name) && !PASSING_MARK.test(name))
}

const isChange = (record) => {
  const target = record.target
  if (record.type === 'characterData') return record.oldValue !== target.data && !isPassing(target.parentElement)
  if (record.type === 'childList') return [...record.addedNodes, ...record.removedNodes].some((node) => !isPassing(node)) && !isPassing(target)
  const now = target.getAttribute(record.attributeName)
  if (now === record.oldValue || PASSING_ATTRIBUTE.test(record.attributeName)) return false
  if (record.attributeName === 'class') return isNewMark(record.oldValue, now)
  return !isPassing(target)
}

const noteEffect = (kind) => { if (touched) touched.effects.add(kind) }
const noteChanges = (records) => {
  if (touched && !touched.effects.has('change') && records.some(isChange)) noteEffect('change')
}

// The number field that a button counts up or down: the only one that stands beside it.
const counterOf = (element) => {
  const name = nameOf(element)
  const step = COUNTS_UP.test(name) ? 1 : COUNTS_DOWN.test(name) ? -1 : 0
  for (let around = step ? parentOf(element) : null, level = 0; around && level < 3; around = parentOf(around), level++) {
    const fields = [...around.querySelectorAll('input')].filter((field) => /^(number|text|tel)$/.test(field.type) && /^-?\d+$/.test(field.value))
    if (fields.length === 1) return { step, field: fields[0] }
    if (fields.length) break
  }
  return { step, field: null }
}

const stateOf = (element, counter) => {
  if (!element) return ''
  if (counter?.field) return counter.field.value
  if (isBox(element)) return element.indeterminate ? 'mixed' : String(element.checked)
  if (element.tagName === 'SELECT') return element.value
  return element.getAttribute('aria-checked') ?? ''
}

const isBounded = ({ step, field }) => {
  if (!field || field.disabled) return true
  const bound = step > 0 ? field.max : field.min
  const assumed = step < 0 && !bound ? '1' : bound // nobody orders less than one of a thing
  return assumed !== '' && (step > 0 ? Number(field.value) >= Number(assumed) : Number(field.value) <= Number(assumed))
}

// What no event and no mutation tells of: values that scripts set, the address, and what is stored.
const bare = (address) => address.replace(/#$/, '')
const stored = () => {
  let size = ''
  try {
    for (const store of [localStorage, sessionStorage]) for (const key of Object.keys(store)) size += `${key}${store[key].length} `
    size += document.cookie
  } catch { /* a document without an origin has no storage */ }
  return size
}
const values = (own) => query(document, 'input,select,textarea').filter((field) => field !== own).map((field) => (isBox(field) ? `${field.checked}${field.indeterminate}` : field.value)).join('\n')

const exemption = (element) => {
  if (!element) return 'nothing was hit'
  if (query(document, DRAWING).some(isVisible)) return 'drawing'
  if (closest(element, (node) => /^(TH|THEAD)$/.test(node.tagName) || /^(toolbar|columnheader|grid|application|tablist)$/.test(node.getAttribute('role') ?? ''))) return 'of a set'
  const marks = [element, element.closest('li')].map((node) => node?.getAttribute('class') ?? '').join(' ')
  if (CHOSEN_MARK.test(marks)) return 'chosen or not ready'
  return /not-allowed|default|wait|progress/.test(getComputedStyle(element).cursor) && element.tagName !== 'BUTTON' && element.tagName !== 'INPUT' ? 'not ready' : ''
}

const touch = (element) => {
  const counter = element ? counterOf(element) : { step: 0, field: null }
  touches += 1
  touched = {
    element, counter, was: stateOf(element, counter), bounded: isBounded(counter), exempt: exemption(element),
    effects: new Set(), url: bare(location.href), stored: stored(), values: values(element),
  }
}

const pressableIn = (path) => {
  const found = path.find((node) => node.nodeType === Node.ELEMENT_NODE && node.matches(PRESSABLE))
  return found?.tagName === 'LABEL' ? found.control ?? found : found ?? null
}

addEventListener('pointerdown', (event) => { if (event.isTrusted) touch(pressableIn(event.composedPath())) }, true)
addEventListener('keydown', (event) => {
  if (event.isTrusted && /^(Enter| )$/.test(event.key)) touch(activeElement())
}, true)
addEventListener('focusin', (event) => {
  const own = touched?.element
  if (!own || event.target === own || own.contains(event.target) || event.target.contains(own)) return
  noteEffect('focus')
}, true)
// A select is chosen from without a click on the page.
addEventListener('input', (event) => {
  if (event.target?.tagName === 'SELECT') touch(event.target)
}, true)
for (const kind of ['scroll', 'invalid', 'toggle', 'play', 'pause', 'volumechange', 'fullscreenchange', 'copy', 'cut']) {
  addEventListener(kind, () => noteEffect(kind), true)
}

const hear = (owner, name, kind) => {
  const own = owner?.[name]
  if (typeof own !== 'function') return
  owner[name] = { [name](...given) { noteEffect(kind); return own.apply(this, given) } }[name]
}
for (const [owner, names, kind] of [
  [window, ['print', 'open'], 'window'],
  [navigator, ['share', 'sendBeacon', 'vibrate'], 'device'],
  [navigator.clipboard, ['write', 'writeText', 'read', 'readText'], 'clipboard'],
  [document, ['execCommand'], 'clipboard'],
  [window.history, ['pushState', 'replaceState'], 'history'],
  [window.Storage?.prototype, ['setItem', 'removeItem', 'clear'], 'storage'],
  [window.IDBObjectStore?.prototype, ['put', 'add', 'delete', 'clear'], 'storage'],
  [window.WebSocket?.prototype, ['send'], 'network'],
  [window.Worker?.prototype, ['postMessage'], 'worker'],
  [window.BroadcastChannel?.prototype, ['postMessage'], 'worker'],
  [window.speechSynthesis, ['speak'], 'device'],
  [window.AudioScheduledSourceNode?.prototype, ['start'], 'device'],
  [window.Element?.prototype, ['animate', 'requestFullscreen'], 'change'],
]) for (const name of names) hear(owner, name, kind)

const whatCame = () => {
  if (!touched) return null
  const { element, counter, was, exempt, bounded, effects } = touched
  if (bare(location.href) !== touched.url) effects.add('address')
  if (stored() !== touched.stored) effects.add('storage')
  if (values(element) !== touched.values) effects.add('value')
  return {
    count: touches, element: element ? numberOf(element) : 0, was, now: stateOf(element, counter),
    there: Boolean(element?.isConnected && isVisible(element)),
    effects: [...effects].sort(), exempt, step: counter.field ? counter.step : 0, bounded,
  }
}

const seenOf = (element) => ({ role: roleOf(element), name: nameOf(element).slice(0, 100), place: placeOf(element) })

const isEditable = (element) => (element.tagName === 'TEXTAREA' && !element.readOnly) || element.isContentEditable ||
  (element.tagName === 'INPUT' && !element.readOnly && !/^(button|submit|reset|image|checkbox|radio|range|color|file|hidden)$/.test(element.type))

const focus = () => {
  const active = activeElement()
  return active ? { element: numberOf(active), ...seenOf(active), editable: isEditable(active) } : null
}
