// What on the screen itself looks wrong: raw values, errors shown as data, broken pictures, canaries, blank or busy
// screens. Each comes with the place where it stands; judging is the oracles' work.

const SKIPPED = 'script,style,noscript,template,kbd,samp,textarea,[contenteditable]:not([contenteditable=false]),.CodeMirror,.cm-editor,.monaco-editor,.ace_editor,[role=log]'
const LISTING = 'pre,code,.hljs'
// Class names by which pages mark what shows code, data or logs as such.
const TECHNICAL = /^(json.*|logs?|terminal|token|diff|traceback|stack-?trace|syntax)$|^(log|terminal|diff|code|source|console)[-_]?(viewer|view|lines?|entry|entries|rows?|output|block|sample|snippet|listing|editor|tree|keys?|values?|null|messages?|text|content|body)$|(?:^|[-_])null(?:$|[-_])/i
const RAW = /\bundefined\b|\bNaN\b|\[object [A-Z]\w*\]|\bnull\b|\bInvalid [Dd]ate(?:Time)?\b|-?\bInfinity\b|\{\{[^{}]{0,80}\}\}|\{%[^{}]{1,80}%\}|\$\{[\w.()]{1,80}\}|<%=|<\?php|%\(\w+\)[sd]|(?:^|\s)%[sd](?:\s|$)|(?:^|\s)_\(\s*["'][^"']{1,120}["']\s*\)|MISSING_TRANSLATION|[Tt]ranslation missing|[Ll]orem ipsum/
// Where people's own texts stand, rather than the app's.
const DATA = 'td,dd,li,article,blockquote,[class*=post i],[class*=comment i],[class*=card i]'
const NULL_SHOWN = /^(?:[\p{L} ]{1,40}:\s*)?null[.,;!]?$|^(?:[Hh]ello|[Hh]i|[Hh]ey|[Dd]ear|[Ww]elcome|[Ww]elcome back|[Bb]y|[Ff]rom),? null\b|^null null$|^[$€£]\s?null$|^null\s?[%€$£]$/u
const TALKED_OF = /\b(?:is|are|was|were|be|been|being|an|the|or|as|if|left|remains?|returns?|not|equals?|equal to|considered|called|properties of)\s+undefined\b|\bundefined\s+(?:behaviou?r|variables?|references?|values?|functions?|methods?|propert\w+|constants?|symbols?|means|or|if)\b|\bundefined is (?:an?|the|not)\b|\b(?:what|it|this|that|which|value|result|returns?|an?|n?or|as|if)\s+(?:is\s+)?NaN\b|\bnumber is NaN\b|\b(?:quiet|signall?ing)\s+NaN\b|\bnot a number\b|[‘'"“`]NaN[’'"”`]|\bNaN\s+(?:means|or|values?|stands|is (?:an?|the|not))\b|\b(?:default|default value|initial value|returns?|fallback)\s*[:=]\s*(?:undefined|null|NaN|-?Infinity)\b/i
const TYPES = /<(?:undefined|null)>|(?:\b(?:string|number|boolean|object|null|void|any)|[>\]])\s*\|\s*(?:undefined|null)\b|\b(?:undefined|null)\s*\|\s*(?:string|number|boolean|object|null|void|<)/i
const CODE_TALK = /JavaScript|\bconsole\b|\bprint|\blog(?:s|ged)?\b|\bstring|\bJSON\b|\bwhy\b|\bseeing\b|\bmeans\b/i
const TEMPLATE_TALK = /placeholder|variable|template|merge (?:tag|field)|token|shortcode|syntax|substitut|interpolat|\buse\b|\binsert|available|mustache|handlebars|jinja|liquid|for example|e\.g\.|such as/i
const REFERENCE_HEADS = /^(?:default|default value|returns?|parameters?|params?|props?|arguments?|attributes?|expression|literal|(?:error|status|http) codes?|http status|meaning|constant|keyword)$/i
const NUMBER_WORDS = /total|sum|price|cost|amount|average|avg|mean|median|rate|ratio|percent|score|count|speed|duration|balance|tax|growth|change|progress|conversion|margin|interest|quantity|qty/i
const ERROR_TEXT = /^[Ee]rror:? #?\d+\b|^(?:[Ee]rror\W+)?[Mm]issing value\b|^(?:Uncaught )?[A-Z]\w*(?:Error|Exception): |\bWhoops, looks like something went wrong|\bORA-\d{5}\b|You have an error in your SQL syntax|^(?:500\W+)?Internal Server Error$|Object reference not set to an instance/
const HTTP_ERROR = /^[Ee]rror:? #?[45]\d\d\b/
const STACK = /Traceback \(most recent call last\)|\bat [\w$.<> ]+ \(.{1,160}:\d+:\d+\)|\bat (?:[a-z]\w*\.)+[A-Z][\w$]*\.[\w$<>]+\([\w$]+\.java:\d+\)|\bSQLSTATE\[|\b(?:Fatal error|Parse error|Warning|Notice|Deprecated)(?:<\/b>)?: .{3,300} in .{3,160} on line \d+|\.rb:\d+:in [`']|File ".{1,200}", line \d+, in |goroutine \d+ \[running\]/
const ABOUT_ERRORS = /\b(?:logs?|docs?|documentation|help|guides?|tutorials?|issues?|tickets?|paste\w*|errors?|exceptions?|crash\w*|traces?|blog|wiki|faq|manual|reference|changelog|debug\w*|console|terminal|builds?|jobs?|pipelines?|posts?|articles?|questions?|answers?)\b/i
const LOG_LINE = /\d\d:\d\d:\d\d|\b(?:INFO|DEBUG|WARN|WARNING|ERROR|TRACE)\b/
const BUSY = '[aria-busy=true],[role=progressbar]:not([aria-valuenow]),progress:not([value])'
const BUSY_CLASS = /(^|[-_\s])(spinner|loading|loader|skeleton)([-_\s]|$)/i
const BUSY_TEXT = /^(?:loading|please wait|just a moment|fetching|wird geladen|bitte warten|chargement|cargando|caricamento|carregando|laden)\b.{0,40}(?:\.{3}|…)$/i
const ALERTS = '[role=alert],[role=status],[role=alertdialog],[aria-live=assertive],[aria-live=polite],.error,.errors,.alert,.toast,.notification,.flash,.message,.invalid-feedback,.field-error,.help-block,.errorlist'
// Where a text may be a word to its reader that will be gone again, and no data.
const PASSING = `${ALERTS},[class*=toast i],[class*=snackbar i],[class*=notif i],[class*=flash i],[class*=notice i],[class*=banner i]`
const FIELD_MESSAGE = `${ALERTS},label,[class*=error i],[class*=invalid i],[class*=valid i],[class*=danger i],[class*=warning i],[class*=hint i],[class*=help i]`
const MOST = 20

const textNodes = function* (root = document.body) {
  if (!root) return
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.nodeType === Node.TEXT_NODE) { if (node.data.trim()) yield node }
    else if (node.shadowRoot) yield* textNodes(node.shadowRoot)
  }
}

const wordsIn = (text) => text.split(/\s+/).length
const ownWords = (element) => wordsIn(squash([...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.data).join(' ')))
const isTechnical = (element) => Boolean(closest(element, (node) => [...node.classList].some((name) => TECHNICAL.test(name))))

// Prose talks about undefined and null; a label, a cell or a value does not.
const isProse = (element, text) => {
  if (wordsIn(text) > 8) return true
  const block = closest(element, (node) => /^(P|LI|TD|DD|BLOCKQUOTE|FIGCAPTION|ARTICLE|DIV|SECTION|MAIN)$/.test(node.tagName))
  if (!block || !/^(P|LI|DD|BLOCKQUOTE|FIGCAPTION)$/.test(block.tagName)) return false
  return wordsIn(squash(block.textContent)) > 12 && (/^(P|BLOCKQUOTE)$/.test(block.tagName) || ownWords(block) > 6)
}

// The sentence that a text belongs to: its words may be set apart by tags.
const isTalkedOf = (text, element) => {
  const block = closest(element, (node) => /^(P|LI|DD|DT|TD|BLOCKQUOTE|FIGCAPTION|H[1-6])$/.test(node.tagName))
  const sentence = block && block.textContent.length < 600 ? squash(block.textContent) : text
  return [text, sentence].some((said) => TALKED_OF.test(said) || TYPES.test(said))
}

const labelBeside = (element) => {
  const cell = closest(element, (node) => /^(TD|DD)$/.test(node.tagName))
  if (!cell) return ''
  if (cell.tagName === 'DD') return squash(cell.previousElementSibling?.textContent)
  const head = cell.closest('table')?.querySelector('tr')?.cells[cell.cellIndex]
  return [head && /^TH$/.test(head.tagName) ? squash(head.textContent) : '', cell.cellIndex > 0 ? squash(cell.parentNode.cells[0]?.textContent) : ''].join(' / ')
}

// A table of parameters, a list of literals: what they name is no value of the app's.
const isReference = (element) => {
  const table = element.closest('table')
  if (table && [...table.querySelectorAll('th')].some((head) => REFERENCE_HEADS.test(squash(head.textContent)))) return true
  if (labelBeside(element).split(' / ').some((label) => REFERENCE_HEADS.test(label.replace(/:$/, '')))) return true
  const list = closest(element, (node) => /^(UL|OL|P|SELECT)$/.test(node.tagName))
  return Boolean(list) && new Set([...list.childNodes].slice(0, 200).map((node) => node.textContent).join(' ').match(/\b(?:null|undefined|NaN|true|false)\b/g)).size >= 3
}

// Infinity is a name, too: it is a number beside a number's sign, unit or label only.
const isNumber = (text, element) => {
  const [before, after] = text.split(/-?\bInfinity\b/).map((part) => part.trim())
  if (/[-$€£¥+:]$/.test(before) && (!/:$/.test(before) || NUMBER_WORDS.test(before))) return /^\W*$/.test(after)
  if (/^(?:[%€$£°x]|items?|points?|kg|km|ms|s|sec|min|h|hours?|days?|USD|EUR|GBP)(?:\W|$)/.test(after)) return true
  if (before || after) return false
  const around = element.closest('a,nav,header,h1,h2,h3') ? '' : squash(parentOf(element)?.textContent)
  return text.startsWith('-') || NUMBER_WORDS.test(labelBeside(element)) || (around.length < 60 && NUMBER_WORDS.test(around))
}

const isAboutTemplates = (text, element) => {
  const block = closest(element, (node) => /^(P|LI|TD|DD|DIV|SMALL|LABEL|FIELDSET|SECTION)$/.test(node.tagName))
  return TEMPLATE_TALK.test(text) || (block && block.textContent.length < 400 && TEMPLATE_TALK.test(block.textContent))
}

const isFieldMessage = (element) => Boolean(element.closest(FIELD_MESSAGE) || (element.closest('form') && !element.closest('td,dd,time,output')))

const rawIn = (text, element) => {
  const value = RAW.exec(text)?.[0].trim() ?? ''
  if (!value) {
    const literal = LITERAL.exec(text)?.[0].trim() ?? ''
    return literal && isShownLiteral(text, element) ? kindOfLiteral(literal) : ''
  }
  if (value === 'null') return NULL_SHOWN.test(text) && standsAlone(element) && !element.closest('i,em') && !isTalkedOf(text, element) && !isReference(element) ? value : ''
  if (/Infinity$/.test(value)) return isNumber(text, element) && !isProse(element, text) && !isTalkedOf(text, element) && !isReference(element) ? value : ''
  if (/^Invalid/.test(value)) return isFieldMessage(element) || isProse(element, text) ? '' : value
  if (/^(?:\{|\$|<|_\(|%\()/.test(value)) return isAboutTemplates(text, element) ? '' : value
  if (/^\[object/.test(value)) return CODE_TALK.test(text) || isProse(element, text) ? '' : value
  if (/^%[sd]$/.test(value)) return /%[a-zA-Z](?![a-z])/.test(text.replace(value, '')) || isAboutTemplates(text, element) || isProse(element, text) ? '' : value
  if (/^lorem/i.test(value)) return element.closest(DATA) || wordsIn(text) > 40 ? '' : value
  if (/^(?:undefined|NaN)$/.test(value)) return isProse(element, text) || isTalkedOf(text, element) || isReference(element) ? '' : value
  return value
}

// What a person typed is theirs wherever it is shown; the rest of a text is the app's.
const isTyped = (text, typed) => typed.some((value) => value.length > 2 && (text.includes(value) || value.includes(text)))
const unTyped = (text, typed) => typed.some((value) => value.includes(text)) ? '' : typed.reduce((rest, value) => (value.length > 2 || RAW.test(value) ? rest.split(value).join(' ') : rest), text)

// PHP puts the kind of its error into an element of its own.
const wholeError = (node, text, element) => {
  if (!/^(?:Warning|Notice|Fatal error|Parse error|Deprecated)$/.test(text) || element.tagName !== 'B') return text
  const pieces = []
  for (let next = element; next && pieces.join(' ').length < 500; next = next.nextSibling) pieces.push(next.textContent)
  return squash(pieces.join('')).replace(/( on line \d+).*/, '$1')
}

// A page about errors, and a log, show stack traces in their listings because they are what it is about.
const isAboutErrors = (element) => {
  const about = [location.pathname, document.title, ...[...document.querySelectorAll('h1,h2')].slice(0, 5).map((heading) => heading.textContent)]
  return about.some((text) => ABOUT_ERRORS.test(text.replace(/[-_/.]/g, ' '))) || document.querySelectorAll('pre').length > 2 || LOG_LINE.test(element.textContent.slice(0, 2000))
}

const errorIn = (text, element) => {
  if (element.closest(SKIPPED) || isTechnical(element)) return null
  if (STACK.test(text)) return element.closest(`${LISTING},${DATA}`) && isAboutErrors(element) ? null : { stack: true }
  if (!ERROR_TEXT.test(text) || element.closest(`${PASSING},${LISTING},a,h1,h2,h3,th`) || isReference(element)) return null
  return HTTP_ERROR.test(text) && !element.closest('td,dd,option,output') ? null : { stack: false }
}

const isFloating = (element) => Boolean(closest(element, (node) => {
  if (!/^(fixed|sticky)$/.test(getComputedStyle(node).position)) return false
  const box = node.getBoundingClientRect()
  return box.width * box.height < (innerWidth * innerHeight) / 4
}))

// Data stands alone, or behind its label; a typed text within a sentence is a word about it.
const standsAlone = (element) => {
  if (!/^(B|STRONG|EM|I|Q|SPAN|A|MARK|CITE|CODE|U|SMALL)$/.test(element.tagName)) return true
  const around = squash([...(parentOf(element)?.childNodes ?? [])].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.data).join(' '))
  return !/\p{L}/u.test(around) || around.endsWith(':')
}

// What a session of ours typed is no value of the app's, whichever session it was: it may have been stored.
const OWN_TAG = /\bbb[a-z0-9]{5}x\d/

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
    if (tag && text.includes(tag) && owned.length < 50 && !element.closest(`${PASSING},textarea,[contenteditable]`) && !isFloating(element)) {
      owned.push({ text: text.slice(0, 300), place: placeOf(element), whole: typed.includes(text) && squash(element.textContent) === text && standsAlone(element), ...ownedMore(element) })
    }
    const whole = wholeError(node, text, element)
    const error = errors.length < MOST && (ERROR_TEXT.test(whole) || STACK.test(whole)) && !isTyped(whole, typed) ? errorIn(whole, element) : null
    if (error) errors.push({ text: whole.slice(0, 200), place: placeOf(element), ...error })
    else if ((RAW.test(text) || LITERAL.test(text)) && !OWN_TAG.test(text) && raw.length < MOST && !element.closest(`${SKIPPED},${LISTING}`) && !isTechnical(element)) {
      const value = rawIn(unTyped(text, typed), element)
      if (value) raw.push({ value, text: text.slice(0, 160), place: placeOf(element), label: rawLabel(element) })
    }
  }
  return { raw, errors: told(errors), owned, text: words.join(' ') }
}

// Several different errors in a row are a list of errors, and that is what its page is for.
const told = (errors) => {
  const kinds = new Set(errors.filter((error) => !error.stack).map((error) => error.text.replace(/\d+/g, '#')))
  const codes = new Set(errors.map((error) => /^[Ee]rror:? #?\d+/.exec(error.text)?.[0]).filter(Boolean))
  return kinds.size > 2 || codes.size > 2 ? errors.filter((error) => error.stack) : errors
}

// What a person reads around a value: its row, line or term.
const rawLabel = (element) => {
  const said = (node) => squash(node?.innerText ?? node?.textContent)
  const row = closest(element, (node) => /^(TR|LI|DD|P|LABEL)$/.test(node.tagName)) ?? parentOf(element)
  const term = row?.tagName === 'DD' ? `${said(row.previousElementSibling)}: ` : ''
  return (term + said(row)).slice(0, 80)
}

// A choice of types or literals may well offer null.
const isTypeList = (list) => [...(list?.options ?? [])].some((option) => /^(string|number|boolean|object|array|integer|text|true|false|not null|undefined)$/i.test(squash(option.textContent)))

const fieldSignals = (typed) => {
  const raw = []
  for (const element of query(document, 'input:not([type=password]):not([type=hidden]),option,button')) {
    if (!isVisible(element)) continue
    const text = squash(element.tagName === 'INPUT' ? element.value : element.textContent)
    if (!/^(undefined|NaN|null|Invalid [Dd]ate|\[object \w+\])$/.test(text) || isTyped(text, typed) || raw.length >= MOST) continue
    if (text === 'null' && (element.tagName !== 'OPTION' || isTypeList(element.parentElement))) continue
    raw.push({ value: text, text, place: placeOf(element.tagName === 'OPTION' ? element.parentElement : element), label: nameOf(element.tagName === 'OPTION' ? element.parentElement : element).slice(0, 80) })
  }
  return raw
}

const brokenImages = () => query(document, 'img').filter((image) => {
  const source = image.currentSrc || image.src
  return source && !source.startsWith('data:,') && image.complete && image.naturalWidth === 0 && isVisible(image)
}).slice(0, MOST).map((image) => ({ src: image.currentSrc || image.src, alt: image.alt, place: placeOf(image) }))

// Only this session's own: another session's may have been stored by a bug that it met.
// A frame with an origin of its own (a sandbox) and an editor's own text are there to hold people's markup.
const isSandbox = () => window.origin === 'null'
const canaries = (tag) => query(document, '[data-bbk]').filter((element) => !isSandbox() && element.getAttribute('data-bbk').includes(tag) && !element.closest('[contenteditable]:not([contenteditable=false])')).slice(0, MOST).map((element) => ({
  key: element.getAttribute('data-bbk'), tag: element.tagName.toLowerCase(),
  place: placeOf(parentOf(element) || element),
}))

// A spinner turns for ever; a class name alone proves nothing (a number field may be called a spinner, too).
const turning = (element) => element.getAnimations({ subtree: true }).some((animation) =>
  animation.playState === 'running' && animation.effect?.getComputedTiming().iterations === Infinity)

const inSight = (element) => {
  const box = element.getBoundingClientRect()
  return box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth
}

// Only what is in sight: below the fold a list waits for its reader to scroll.
const busy = () => {
  const seen = (element) => isVisible(element) && inSight(element)
  const found = query(document, BUSY).find(seen)
  if (found) return placeOf(found)
  for (const element of query(document, '[class*=spin],[class*=load],[class*=skeleton]')) {
    if (BUSY_CLASS.test(element.className.baseVal ?? element.className) && seen(element) && turning(element)) return placeOf(element)
  }
  for (const node of textNodes()) {
    const element = node.parentElement
    if (element && node.data.length < 100 && BUSY_TEXT.test(squash(node.data)) && !element.closest(`${SKIPPED},${LISTING},option`) && seen(element)) return placeOf(element)
  }
  return ''
}

const alerts = () => query(document, ALERTS).filter(isVisible).map((element) => squash(element.innerText ?? element.textContent))
  .filter(Boolean).slice(0, MOST).map((text) => text.slice(0, 300))

const invalidFields = () => query(document, 'input,select,textarea')
  .filter((element) => element.getAttribute('aria-invalid') === 'true' || (element.matches(':user-invalid') && isVisible(element)))
  .slice(0, MOST).map((element) => ({ name: nameOf(element), message: element.validationMessage || '' }))

// A link that a script acts on leads somewhere, whatever its fragment says: the script keeps the browser from following
// it, or the page looks or stands otherwise afterwards.
const acted = new WeakSet()
let followed = null
addEventListener('click', (event) => {
  const link = event.composedPath().find((node) => node instanceof HTMLAnchorElement)
  if (!link || link.hash.length < 2) return
  followed = isPart(partOf(link)) ? null : { link, page: document.documentElement.outerHTML, x: scrollX, y: scrollY }
  setTimeout(() => { if (event.defaultPrevented) acted.add(link) })
}, true)

const SCRIPTED = /^(?:onclick|role|aria-controls|data-(?:bs-|toggle|target|action|slide|scroll|tab|controller|remote|modal|click|on)|@|v-on|ng-|x-on|hx-)/
const isScripted = (link) => [...link.attributes].some(({ name }) => SCRIPTED.test(name))
const wasActedOn = (link) => {
  const same = followed?.link !== link || (scrollX === followed.x && scrollY === followed.y && followed.page === document.documentElement.outerHTML)
  if (!same) acted.add(link)
  return acted.has(link)
}

const partOf = (link) => {
  try { return decodeURIComponent(link.hash.slice(1)) } catch { return '' } // no valid escape: no name of a part either
}

const isPart = (part) => Boolean(document.getElementById(part) || document.getElementsByName(part).length)

// Where a script acted on such a link, where the address names no part, or where no fragment on the page leads to a part
// of it, fragments are the app's own routes.
let routed = false
const areRoutes = (missing, whole) => {
  if (missing.some(wasActedOn)) routed = true
  if (routed || window.onhashchange || (location.hash.length > 2 && !isPart(partOf(location)) && !followed)) return true
  return new Set(missing.map(partOf)).size > 1 && !whole.length
}

// Fragments that lead nowhere: a link to #part on this very page whose part is not there.
const missingAnchors = () => {
  const here = location.origin + location.pathname + location.search
  const links = query(document, 'a[href*="#"]').filter((link) => link.origin + link.pathname + link.search === here &&
    /^[\w-]{2,80}$/.test(partOf(link)) && !/^top$/i.test(partOf(link)) && isVisible(link))
  const missing = links.filter((link) => !isPart(partOf(link)) && !isScripted(link))
  if (areRoutes(missing, links.filter((link) => isPart(partOf(link))))) return []
  return missing.slice(0, MOST).map((link) => ({
    name: nameOf(link), part: link.hash.slice(1), place: placeOf(link),
    locator: locate(link, 'link', nameOf(link), new Index([{ role: 'link', name: nameOf(link) }])),
  }))
}

const SUBSTANCE = 'img,canvas,video,audio,svg,iframe,frame,embed,object,input:not([type=hidden]),textarea,select,button'
// An element of the app's own making may draw what cannot be looked into; a picture may be a background.
const isDrawn = (element) => (Boolean(customElements.get(element.localName)) && !element.shadowRoot) || /url\(/.test(getComputedStyle(element).backgroundImage)
const hasSubstance = (text) => query(document, SUBSTANCE).some(isVisible) ||
  (!text && query(document, 'body *').some((element) => isVisible(element) && isDrawn(element)))

const look = (typed, tag) => {
  const { raw, errors, owned, text } = textSignals(typed, tag)
  const dialogs = openDialogs().map((dialog) => ({ role: roleOf(dialog), name: nameOf(dialog) || squash(dialog.querySelector('h1,h2,h3')?.textContent), modal: isModal(dialog) }))
  return {
    url: location.href, title: document.title, kind: document.contentType, lang: document.documentElement.lang,
    text, ...inventory(),
    headings: query(document, 'h1,h2,h3,[role=heading]').filter(isVisible).slice(0, 30).map((heading) => squash(heading.textContent).slice(0, 120)),
    dialogs, alerts: alerts(), invalid: invalidFields(), busy: busy(),
    owned, tables: tables(), raw: [...raw, ...fieldSignals(typed), ...valueSignals(typed)], errors, images: brokenImages(), anchors: missingAnchors(),
    echoed: echoedPasswords(typed), cookies: readableCookies(),
    canaries: canaries(tag || ''), executed: isSandbox() ? [] : [...(window.__bbk || [])].map(String).filter((key) => key.includes(tag || '')), substance: hasSubstance(text),
    focus: focus(), touched: whatCame(), tabbing: tabbing(), holds: holds(),
  }
}
