// Helpers that a charter's properties may use.

const elementsOf = (what) => (typeof what === 'string' ? query(document, what) : what instanceof Element ? [what] : [...(what || [])])
const textOf = (what) => (what instanceof Element ? squash(what.value ?? what.innerText ?? what.textContent) : squash(String(what ?? '')))

// A number as people write it: currency, percent and grouping marks are left out; null where there is none.
const num = (what) => {
  if (typeof what === 'number') return what
  if (what === null || what === undefined) return null
  const found = /-?\d[\d.,\s' ]*/.exec(textOf(what).replace(/\u2212/g, '-'))
  if (!found) return null
  let digits = found[0].replace(/[\s' ]/g, '').replace(/[.,]+$/, '')
  const comma = digits.lastIndexOf(','), dot = digits.lastIndexOf('.')
  const decimal = comma > dot ? (/,\d{3}$/.test(digits) && dot < 0 ? '' : ',') : '.'
  digits = decimal === ',' ? digits.replace(/\./g, '').replace(',', '.') : digits.replace(/,/g, '')
  return Number(digits)
}

const helpers = {
  one: (css) => query(document, css).find(isVisible) ?? null,
  all: (css) => query(document, css).filter(isVisible),
  text: (what) => (typeof what === 'string' ? textOf(query(document, what).find(isVisible) ?? '') : textOf(what)),
  num: (what) => num(typeof what === 'string' && document.querySelector(what) ? query(document, what).find(isVisible) ?? null : what),
  sum: (what) => Math.round(elementsOf(what).reduce((total, item) => total + (num(item) ?? 0), 0) * 1e6) / 1e6,
  count: (what) => elementsOf(what).filter(isVisible).length,
}
