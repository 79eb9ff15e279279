"""A small list of things to do, as such apps are: Enter adds, a double click edits, pointing at an item shows how to
delete it, and the filters are parts of the address. Each bug can be switched on by itself."""

from typing import Literal

TodoBug = Literal[
    "escape keeps", "escape draft", "editor without focus", "editor is dead", "click loses text", "filter loses text",
    "adding loses focus", "box is dead",
]  # fmt: skip

_PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Things to do</title><style>
body { font: 16px sans-serif; max-width: 40em; margin: 2em auto } ul { list-style: none; padding: 0 }
li { position: relative; padding: .5em 2em .5em 3em; min-height: 1.5em }
.toggle { position: absolute; left: 0; width: 40px; height: 30px; opacity: 0; margin: 0 }
.done label { text-decoration: line-through } .remove { display: none; position: absolute; right: 0; top: .4em }
li:hover .remove { display: block } .editor { display: none; width: 90% }
li.changing .view { display: none } li.changing .editor { display: block } .chosen { font-weight: bold }
.mark::before { content: '\\25cb' } .done .mark::before { content: '\\25cf' } .mark { position: absolute; left: 12px }
</style></head><body><section class="app"><header><h1>Things to do</h1>
<input class="fresh" aria-label="New thing" placeholder="What is to be done?" autofocus></header>
<main hidden><ul class="list"></ul></main>
<footer hidden><span class="left"></span> <a href="#/">All</a> <a href="#/open">Open</a> <a href="#/done">Done</a>
<button class="clear">Clear done</button></footer></section><script>
const bugs = new Set(BUGS), one = (css) => document.querySelector(css), fresh = one('.fresh')
let items = JSON.parse(localStorage.getItem('things') || '[]'), changing = null
const drafts = new Map()
const save = () => { localStorage.setItem('things', JSON.stringify(items)); draw() }
const shown = (item) => location.hash === '#/open' ? !item.done : location.hash === '#/done' ? item.done : true
const row = (item) => {
  const li = document.createElement('li')
  li.className = `${item.done ? 'done' : ''} ${changing === item ? 'changing' : ''}`
  li.innerHTML = `<span class="mark"></span><input class="toggle" type="checkbox" aria-label="Done">
    <span class="view"><label></label>
    <button class="remove" aria-label="Delete">×</button></span><input class="editor" aria-label="Change">`
  const [box, editor] = li.querySelectorAll('input'), label = li.querySelector('label')
  label.textContent = item.text
  editor.value = drafts.get(item) ?? item.text
  box.checked = item.done
  box.onchange = () => { if (bugs.has('box is dead')) { box.checked = item.done; return }
    item.done = box.checked; if (bugs.has('click loses text')) fresh.value = ''; save() }
  label.ondblclick = () => { changing = item; draw() }
  li.querySelector('.remove').onclick = () => { items = items.filter((other) => other !== item); save() }
  const end = (text) => { if (changing !== item) return; changing = null
    if (text) { item.text = text; save() } else draw() }
  editor.onkeydown = (event) => {
    if (bugs.has('editor is dead')) event.preventDefault()
    if (event.key === 'Enter') end(editor.value.trim())
    if (event.key === 'Escape') {
      if (bugs.has('escape draft')) drafts.set(item, editor.value)
      end(bugs.has('escape keeps') ? editor.value : '') } }
  editor.onblur = () => end(editor.value.trim())
  const isFocused = changing === item && !bugs.has('editor without focus') && !bugs.has('editor is dead')
  if (isFocused) queueMicrotask(() => { editor.focus() })
  return li
}
const draw = () => {
  one('.list').replaceChildren(...items.filter(shown).map(row))
  one('main').hidden = one('footer').hidden = !items.length
  one('.left').textContent = `${items.filter((item) => !item.done).length} left`
  document.querySelectorAll('footer a').forEach((link) => {
    link.className = link.hash === (location.hash || '#/') ? 'chosen' : '' })
}
fresh.onkeydown = (event) => {
  if (event.key !== 'Enter' || !fresh.value.trim()) return
  items.push({ text: fresh.value.trim(), done: false }); fresh.value = ''
  if (bugs.has('adding loses focus')) fresh.blur()
  save() }
one('.clear').onclick = () => { items = items.filter((item) => !item.done); save() }
addEventListener('hashchange', () => { if (bugs.has('filter loses text')) fresh.value = ''; draw() })
draw()
</script></body></html>"""


def todo(*bugs: TodoBug) -> str:
    """The app's page, with these bugs."""
    return _PAGE.replace("BUGS", str(list(bugs)))
