// What on the screen itself looks wrong: raw values, errors shown as data, broken pictures, canaries, blank or busy
// screens. Each comes with the place where it stands; judging is the oracles' work.

const SKIPPED = 'script,style,noscript,template,pre,code,kbd,samp,textarea,[contenteditable]:not([contenteditable=false]),.CodeMirror,.monaco-editor,.hljs'
const RAW = /\bundefined\b|\bNaN\b|\[object [A-Z]\w*\]|\bnull\b|Invalid Date|-?\bInfinity\b|\{\{[^{}]{0,80}\}\}|\$\{[\w.()]{1,80}\}|<%=|%\(\w+\)[sd]|(^|\s)%[sd](\s|$)|MISSING_TRANSLATION|translation missing|lorem ipsum/i
const ERROR_TEXT = /^\s*error\s+\d+\b|\bmissing value\b|Traceback \(most recent call last\)|\bSQLSTATE\b|\bat [\w$.<>]+ \(.{1,120}:\d+:\d+\)|\b(?:Fatal error|Parse error|Warning|Notice)<?\/?b?>?: .{3,200} in .{3,120} on line \d+|\b[A-Z]\w+(?:Error|Exception): |\bWhoops, looks like something went wrong|\bORA-\d{5}\b|You have an error in your SQL syntax|Internal Server Error/
const STACK = /Traceback \(most recent|\(.{1,120}:\d+:\d+\)|on line \d+|SQLSTATE/
const BUSY = '[aria-busy=true],[role=progressbar]:not([aria-valuenow]),progress:not([value])'
const BUSY_CLASS = /(^|[-_\s])(spinner|loading|loader|skeleton)([-_\s]|$)/i
const ALERTS = '[role=alert],[role=status],[role=alertdialog],[aria-live=assertive],[aria-live=polite],.error,.errors,.alert,.toast,.notification,.flash,.message,.invalid-feedback,.field-error,.help-block,.errorlist'
const MOST = 20

const textNodes = function* (root = document.body) {
  if (!root) return
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.nodeType === Node.TEXT_NODE) { if (node.data.trim()) yield node }
    else if (node.shadowRoot) yield* textNodes(node.shadowRoot)
  }
}

// Prose talks about undefined and null; a label, a cell or a value does not.
const isProse = (element, text) => {
  const block = closest(element, (node) => /^(P|LI|TD|DD|BLOCKQUOTE|ARTICLE|DIV|SECTION|MAIN)$/.test(node.tagName))
  const whole = squash(block ? block.textContent : text)
  return text.split(/\s+/).length > 8 || (block && /^(P|BLOCKQUOTE|LI|DD)$/.test(block.tagName) && whole.split(/\s+/).length > 12)
}

const rawIn = (text, element) => {
  const match = RAW.exec(text)
  if (!match) return ''
  const value = match[0].trim()
  if (/^null$/i.test(value)) {
    const label = /^(?:[\p{L} ]{1,40}:\s*)?null[.,;]?$/u.exec(text)
    return value === 'null' && label ? value : ''
  }
  if (/^(undefined|infinity|lorem ipsum)$/i.test(value)) {
    if (value !== 'undefined' && value !== 'Infinity' && value !== '-Infinity' && !/lorem ipsum/i.test(value)) return ''
    return isProse(element, text) && !/lorem/i.test(value) ? '' : value
  }
  if (/^nan$/i.test(value)) return value === 'NaN' && !isProse(element, text) ? value : ''
  return isProse(element, text) && !/^\[object |^\{\{|^<%=/.test(value) ? '' : value
}

const isTyped = (text, typed) => typed.some((value) => value.length > 2 && (text.includes(value) || value.includes(text)))

const textSignals = (typed, tag) => {
  const raw = [], errors = [], words = [], owned = []
  const visible = new Map()
  let length = 0
  for (const node of textNodes()) {
    const element = node.parentElement || node.getRootNode().host
    if (!element) continue
    if (!visible.has(element)) visible.set(element, isVisible(element) && !element.closest('option'))
    if (!visible.get(element)) continue
    const text = squash(node.data)
    if (length < 40000) { words.push(text); length += text.length }
    if (tag && text.includes(tag) && owned.length < 50 && !element.closest(ALERTS + ',textarea,[contenteditable]')) {
      owned.push({ text: text.slice(0, 300), place: placeOf(element), whole: typed.includes(text) && squash(element.textContent) === text })
    }
    if (RAW.test(text) && raw.length < MOST && !element.closest(SKIPPED) && !isTyped(text, typed)) {
      const value = rawIn(text, element)
      if (value) raw.push({ value, text: text.slice(0, 160), place: placeOf(element), label: rawLabel(element) })
    }
    if (ERROR_TEXT.test(text) && errors.length < MOST && !element.closest(SKIPPED.replace('pre,code,', '')) && !isTyped(text, typed)) {
      const stack = STACK.test(text)
      if (stack || !element.closest(ALERTS + ',[role=log]')) errors.push({ text: text.slice(0, 200), place: placeOf(element), stack })
    }
  }
  return { raw, errors, owned, text: words.join(' ') }
}

const rawLabel = (element) => {
  const row = closest(element, (node) => /^(TR|LI|DL|P|LABEL)$/.test(node.tagName))
  return row ? squash(row.textContent).slice(0, 80) : squash(parentOf(element)?.textContent).slice(0, 80)
}

const fieldSignals = (typed) => {
  const raw = []
  for (const element of query(document, 'input:not([type=password]):not([type=hidden]),option,button')) {
    if (!isVisible(element)) continue
    const text = squash(element.tagName === 'INPUT' ? element.value : element.textContent)
    if (!/^(undefined|NaN|null|Invalid Date|\[object \w+\])$/.test(text) || isTyped(text, typed) || raw.length >= MOST) continue
    if (text === 'null' && element.tagName !== 'OPTION') continue
    raw.push({ value: text, text, place: placeOf(element.tagName === 'OPTION' ? element.parentElement : element), label: nameOf(element).slice(0, 80) })
  }
  return raw
}

const brokenImages = () => query(document, 'img').filter((image) => {
  const source = image.currentSrc || image.src
  return source && !source.startsWith('data:,') && image.complete && image.naturalWidth === 0 && isVisible(image) && !/\.svg([?#]|$)/i.test(source)
}).slice(0, MOST).map((image) => ({ src: image.currentSrc || image.src, alt: image.alt, place: placeOf(image) }))

// Only this session's own: another session's may have been stored by a bug that it met.
const canaries = (tag) => query(document, '[data-bbk]').filter((element) => element.getAttribute('data-bbk').includes(tag)).slice(0, MOST).map((element) => ({
  key: element.getAttribute('data-bbk'), tag: element.tagName.toLowerCase(),
  place: placeOf(parentOf(element) || element),
}))

// A spinner turns for ever; a class name alone proves nothing (a number field may be called a spinner, too).
const turning = (element) => element.getAnimations({ subtree: true }).some((animation) =>
  animation.playState === 'running' && animation.effect?.getComputedTiming().iterations === Infinity)

const busy = () => {
  const found = query(document, BUSY).filter(isVisible)
  if (found.length) return placeOf(found[0])
  for (const element of query(document, '[class*=spin],[class*=load],[class*=skeleton]')) {
    if (BUSY_CLASS.test(element.className.baseVal ?? element.className) && isVisible(element) && turning(element)) return placeOf(element)
  }
  return ''
}

const alerts = () => query(document, ALERTS).filter(isVisible).map((element) => squash(element.innerText ?? element.textContent))
  .filter(Boolean).slice(0, MOST).map((text) => text.slice(0, 300))

const invalidFields = () => query(document, 'input,select,textarea')
  .filter((element) => element.getAttribute('aria-invalid') === 'true' || (element.matches(':user-invalid') && isVisible(element)))
  .slice(0, MOST).map((element) => ({ name: nameOf(element), message: element.validationMessage || '' }))

// Fragments that lead nowhere: a link to #part on this very page whose part is not there.
const missingAnchors = () => query(document, 'a[href*="#"]').filter((link) => {
  if (link.origin + link.pathname + link.search !== location.origin + location.pathname + location.search) return false
  const part = decodeURIComponent(link.hash.slice(1))
  if (!/^[\w-]{2,80}$/.test(part) || /^top$/i.test(part) || !isVisible(link)) return false
  if (link.hasAttribute('onclick') || link.hasAttribute('role') || link.hasAttribute('data-toggle') || link.hasAttribute('data-bs-toggle')) return false
  return !document.getElementById(part) && !document.getElementsByName(part).length
}).slice(0, MOST).map((link) => ({ name: nameOf(link), part: link.hash.slice(1), place: placeOf(link), locator: locate(link, 'link', nameOf(link), new Index([{ role: 'link', name: nameOf(link) }])) }))

const hasSubstance = () => query(document, 'img,canvas,video,svg,iframe,embed,object,input:not([type=hidden]),textarea,select,button')
  .some(isVisible)

const look = (typed, tag) => {
  const { raw, errors, owned, text } = textSignals(typed, tag)
  const dialogs = openDialogs().map((dialog) => ({ role: roleOf(dialog), name: nameOf(dialog) || squash(dialog.querySelector('h1,h2,h3')?.textContent), modal: isModal(dialog) }))
  return {
    url: location.href, title: document.title, kind: document.contentType, lang: document.documentElement.lang,
    text, ...inventory(),
    headings: query(document, 'h1,h2,h3,[role=heading]').filter(isVisible).slice(0, 30).map((heading) => squash(heading.textContent).slice(0, 120)),
    dialogs, alerts: alerts(), invalid: invalidFields(), busy: busy(),
    owned, raw: [...raw, ...fieldSignals(typed)], errors, images: brokenImages(), anchors: missingAnchors(),
    canaries: canaries(tag || ''), executed: [...(window.__bbk || [])].map(String).filter((key) => key.includes(tag || '')), substance: hasSubstance(),
  }
}
