// Values that no person should see where signals.js does not look: in the page's title, in what is read of an element
// (a tooltip, a placeholder, an alternative text), and the literals of the languages that apps are written in.

// Python, Ruby, PHP, Java, C#, Go and JavaScript as their own printers write them, and templates nobody filled in.
const LITERAL = new RegExp([
  String.raw`<(?:[A-Za-z_][\w.]*\.)?\w+ object at 0x[0-9a-f]{6,}>|<bound method [\w.]+|<function [\w.<>]+ at 0x|<generator object|<QuerySet \[`,
  String.raw`\bDecimal\('-?[\d.E+]+'\)|\bdatetime\.(?:date|datetime|time|timedelta)\(\d[\d, ]*|\bOrderedDict\(\[|\bdict_(?:keys|values|items)\(\[`,
  String.raw`#<[A-Z]\w*(?:::\w+)*(?::0x[0-9a-f]{6,}| id: \d)|\bArray \( \[\w+\] =>|\bstdClass Object \(`,
  String.raw`\b(?:[a-z]\w*\.){2,}[A-Z]\w*@[0-9a-f]{5,8}\b|\[L(?:\w+\.)+\w+;@[0-9a-f]+`,
  String.raw`\bSystem\.(?:Collections(?:\.\w+)+|Object|String|Int32)(?:${'`'}\d)?\[[\w.,]*\]`,
  String.raw`%!\w\((?:\w+=|MISSING|EXTRA|NOVERB|BADINDEX)|(?:^|[\s:])<nil>(?:\s|$)|\{ \[native code\] \}|^(?:async )?function \w*\([\w, ]*\) ?\{`,
  String.raw`#\{[\w.@]{1,80}\}|%\{\w{1,40}\}|(?:^|\s)@(?:Model|ViewBag|ViewData)\.\w+|(?:^|\s)(?:__|gettext|\$t|i18n\.t)\(\s*["'][^"']{1,120}["']\s*\)`,
].join('|'))

// A literal by its kind, without the address or the data in it that another run would print otherwise.
const kindOfLiteral = (value) => value.replace(/0x[0-9a-f]+/g, '0x…').replace(/@[0-9a-f]{5,}$/, '@…').replace(/\b\d+\b/g, '#')

const isShownLiteral = (text, element) => !isProse(element, text) && !CODE_TALK.test(text.replace(LITERAL, ' ')) &&
  !isAboutTemplates(text, element) && !isReference(element)

// A title is made of pieces, the name of what is shown among them.
const TITLE_PIECE = /\s+[-–—|·•:/»>]\s+|\s*\|\s*|:\s+/
const NO_VALUE = /^(?:undefined|null|NaN|None|\[object [A-Z]\w*\])$/
const WITHIN = /\bundefined\b|\bNaN\b|\[object [A-Z]\w*\]/

// A page about the word itself has it in a heading, too.
const rawTitle = () => {
  if (window !== window.top) return []
  const value = document.title.split(TITLE_PIECE).map(squash).find((piece) => NO_VALUE.test(piece))
  if (!value || document.title.split(TITLE_PIECE).length < 2) return []
  const headings = query(document, 'h1,h2,h3').map((heading) => squash(heading.textContent).toLowerCase())
  if (headings.some((heading) => heading.includes(value.toLowerCase()))) return []
  return [{ value, text: document.title.slice(0, 160), place: 'title', label: document.title.slice(0, 80) }]
}

const READ = { placeholder: '[placeholder]', title: '[title]', alt: 'img[alt],input[type=image][alt]', 'aria-label': '[aria-label]' }

// What an input shows for want of a value may be the word for none; a tooltip or an alternative text may not.
const rawAttribute = (name, text, element) => {
  const value = (name === 'placeholder' ? /^(?:undefined|NaN|\[object [A-Z]\w*\])$/ : /^(?:undefined|null|NaN|\[object [A-Z]\w*\])$/).exec(text)?.[0] ?? WITHIN.exec(text)?.[0]
  if (!value || wordsIn(text) > 8 || TALKED_OF.test(text) || CODE_TALK.test(text)) return ''
  return element.closest(`${SKIPPED},${LISTING}`) || isTechnical(element) || isReference(element) ? '' : value
}

const rawAttributes = (typed) => {
  const raw = []
  for (const [name, selector] of Object.entries(READ)) {
    for (const element of query(document, selector)) {
      const text = squash(element.getAttribute(name))
      if (!text || raw.length >= MOST || isTyped(text, typed)) continue
      const value = rawAttribute(name, text, element)
      // The same word as visible text is told there.
      if (!value || squash(element.textContent).includes(value) || !isVisible(element)) continue
      raw.push({ value, text, place: `${placeOf(element)} ${name}`, label: `${name}: ${text}`.slice(0, 80) })
    }
  }
  return raw
}

const MONEY_OR_DATE = /^[-+]?[$€£¥] ?\d|\d ?[$€£¥]$|^\d{4}-\d\d-\d\d|^\d{1,2}[./]\d{1,2}[./]\d{2,4}|\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\.? \d{1,2},? \d{4}|^\d{1,2} [A-Z][a-z]+ \d{4}/
const OTHER_ROWS = 3

// A cell of a column of dates or amounts; elsewhere “None” is an English word.
const isLostCell = (cell) => {
  const rows = [...cell.closest('table').rows]
  const others = rows.map((row) => row.cells[cell.cellIndex]).filter((other) => other && other.tagName === 'TD' && other !== cell).map((other) => squash(other.textContent)).filter((text) => text && text !== 'None')
  return others.length >= OTHER_ROWS && others.every((text) => MONEY_OR_DATE.test(text))
}

const NAMED_FIELDS = /^(?:text|email|tel|url|number|date|search|textarea|password)$/

// Python's None where a name or a value must stand.
const rawNones = (typed) => {
  const lone = (element) => squash(element.textContent) === 'None' && isVisible(element)
  const titles = query(document, 'h1').filter(isVisible)
  const found = [
    ...(titles.length === 1 ? titles.filter(lone) : []),
    ...query(document, 'label').filter((label) => NAMED_FIELDS.test(label.control?.type ?? '') && lone(label)),
    ...query(document, 'td').filter((cell) => cell.textContent.length < 40 && lone(cell) && isLostCell(cell)),
  ]
  return typed.includes('None') ? [] : found.slice(0, MOST).map((element) => ({ value: 'None', text: 'None', place: placeOf(element), label: rawLabel(element) }))
}

const valueSignals = (typed) => [...rawTitle(), ...rawAttributes(typed), ...rawNones(typed)]

// Password fields that hold, since the page was made, what was typed in this session.
const echoedPasswords = (typed) => query(document, 'input[type=password][value]')
  .filter((element) => typed.includes(element.getAttribute('value'))).map((element) => nameOf(element) || 'password')

// Cookies that scripts can read, by name; a sandboxed frame has none, and says so by an error.
const readableCookies = () => {
  try {
    return document.cookie.split(';').map((cookie) => cookie.split('=')[0].trim()).filter(Boolean).slice(0, 50)
  } catch { return [] }
}
