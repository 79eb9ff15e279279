// What a screen holds as data: tables, and what stands beside a record's own texts and fields.

const MOST_TABLES = 4, MOST_ROWS = 60, MOST_CELLS = 14, LONGEST_CELL = 120
const CELLS = '[role=cell],[role=gridcell],[role=rowheader],[role=columnheader]'

const cellsOf = (row) => (row.cells ? [...row.cells] : [...row.querySelectorAll(CELLS)]).slice(0, MOST_CELLS)
const isHead = (cell) => roleOf(cell) === 'columnheader' && (!cell.scope || cell.scope === 'col')

// What a cell says; of a field in it, its value, and nothing while that is typed and not yet sent.
const savedValue = (field) => field.value === field.defaultValue ? field.value : ''
const cellText = (cell) => {
  const field = cell.querySelector('input:not([type=hidden]):not([type=checkbox]):not([type=radio]):not([type=button]):not([type=submit]),select')
  const text = field ? (field.tagName === 'SELECT' ? field.selectedOptions[0]?.text : savedValue(field)) : cell.textContent
  return squash(text).slice(0, LONGEST_CELL)
}

const rowsOf = (table) => (table.rows ? [...table.rows] : [...table.querySelectorAll('[role=row]')])

// What sorts by a column: the control in its head, or the head itself where it says that it does.
const sorterOf = (head) => {
  const inner = [...head.querySelectorAll('a[href],button,[role=button]')].filter(isVisible)
  const name = nameOf(head, 'columnheader')
  if (inner.length === 1) return { role: roleOf(inner[0]), name: nameOf(inner[0]), within: { role: 'columnheader', name } }
  if (inner.length || !name) return null
  const says = head.hasAttribute('aria-sort') || head.hasAttribute('onclick') || getComputedStyle(head).cursor === 'pointer'
  return says ? { role: 'columnheader', name } : null
}

const columnOf = (head) => {
  const control = sorterOf(head)
  return { name: squash(head.textContent).slice(0, 80), sort: head.getAttribute('aria-sort') || '', ...(control && control.name ? { control } : {}) }
}

// A table with a head, and rows that have a cell for each of its columns; the others (totals, notes) are its foot.
const tableOf = (table) => {
  const rows = rowsOf(table)
  const top = rows.find((row) => { const cells = cellsOf(row); return cells.length > 1 && cells.every(isHead) })
  if (!top) return null
  const heads = cellsOf(top), body = [], foot = []
  const below = rows.slice(rows.indexOf(top) + 1)
  for (const row of below.slice(0, MOST_ROWS * 2)) {
    if (!isVisible(row)) continue
    const cells = cellsOf(row)
    if (!cells.length || cells.every(isHead)) continue
    const whole = cells.length === heads.length && !row.closest('tfoot')
    ;(whole ? body : foot).push(cells.map(cellText))
    if (body.length >= MOST_ROWS) break
  }
  return { place: placeOf(table), columns: heads.map(columnOf), rows: body, foot: foot.slice(0, 10), whole: body.length < MOST_ROWS && !table.hasAttribute('aria-rowcount') }
}

const tables = () => query(document, 'table,[role=table],[role=grid]')
  .filter((table) => !table.closest('[role=presentation],[role=none]') && isVisible(table) && !table.querySelector('table'))
  .slice(0, MOST_TABLES).map(tableOf).filter((table) => table && table.rows.length)

// What a person reads as the label of a text: the head of its column, or the term before it.
const labelFor = (element) => {
  const cell = closest(element, (node) => /^(TD|DD)$/.test(node.tagName))
  if (cell?.tagName === 'DD') return squash(cell.previousElementSibling?.textContent).slice(0, 80)
  if (!cell) return ''
  const head = cell.closest('table')?.querySelector('tr')?.cells[cell.cellIndex]
  if (head?.tagName === 'TH') return squash(head.textContent).slice(0, 80)
  const first = cell.parentNode.cells[0]
  return cell.cellIndex === 1 && first.tagName === 'TH' ? squash(first.textContent).slice(0, 80) : ''
}

const ROW_NUMBERS = new WeakMap()
let rowsSeen = 0
// Tells the rows of one page from one another.
const rowNumber = (element) => {
  const row = isRow(element) ? element : rowOf(element)
  if (!row) return 0
  if (!ROW_NUMBERS.has(row)) ROW_NUMBERS.set(row, ++rowsSeen)
  return ROW_NUMBERS.get(row)
}

const ownedMore = (element) => ({ label: labelFor(element), row: rowNumber(element), listing: Boolean(element.closest(LISTING)) })

// What stands around a field, as far as no other field does: help on what it takes.
const OTHER_FIELDS = 'input:not([type=hidden]):not([type=checkbox]):not([type=radio]),select,textarea'
const hintOf = (element) => {
  const described = byIds(element, element.getAttribute('aria-describedby'))
  if (described) return described.slice(0, 120)
  let around = element
  for (let level = 0; level < 4; level++) {
    const next = parentOf(around)
    if (!next || next === document.body || /^(FORM|TR|TABLE|UL|OL)$/.test(next.tagName) || next.querySelectorAll(OTHER_FIELDS).length > 1) break
    around = next
  }
  return around === element || around.textContent.length > 400 ? '' : squash(around.textContent).slice(0, 120)
}
