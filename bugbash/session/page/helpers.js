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

// Evaluates a charter's expression, and keeps what each helper in it came to, in words for people. An array or element
// is called by the call that made it, so that `sum(all('.amount'))` reads as it was written.
const asked = (work) => {
  const calls = new Map(), made = new WeakMap()
  const shown = (what) => typeof what === 'string' ? `'${what}'` : made.get(what) ?? (what instanceof Object ? '…' : String(what))
  const heard = Object.fromEntries(Object.entries(helpers).map(([name, helper]) => [name, (what) => {
    const answer = helper(what), call = `${name}(${shown(what)})`
    if (answer instanceof Object) made.set(answer, call)
    else if (calls.size < 8) calls.set(call, JSON.stringify(answer)?.slice(0, 80))
    return answer
  }]))
  const told = () => [...calls].map(([call, answer]) => `${call} = ${answer}`).join(', ')
  try { return { value: plain(work(heard)) ?? null, told: told() } } catch (error) { return { error: String(error), told: told() } }
}

// What can leave the page: an element stands for its text.
const plain = (what) => what instanceof Element ? textOf(what) : Array.isArray(what) ? what.map(plain) : what

// One property: its values now, and what it answers by them and by those from before the step. Where one of them is
// not there, it answers nothing; `before` and `expression` are null where only the values are wanted.
const judged = (before, values, expression) => {
  const after = {}
  for (const [name, value] of Object.entries(values)) {
    try { after[name] = plain(value()) ?? null } catch { after[name] = null }
  }
  const known = [...Object.values(before ?? {}), ...Object.values(after)].every((value) => value !== null)
  return { holds: expression && known ? plain(expression(before ?? {}, after)) ?? null : null, after }
}
