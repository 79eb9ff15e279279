"""Records that a reload loses, and records that are gone for good reasons."""

from collections.abc import Callable
from html import escape
from urllib.parse import parse_qs

from bugbash.charter.actions import Action
from tests.oracles.build import RELOAD, button, clicks, data, fills, opens, page, presses, script
from tests.oracles.harness import Bug, Case, Clean, Pages, Seen, scene
from tests.support.pages import Heard, Page

BACK_AGAIN = "What was saved and shown is there again after a reload."
NOTE = "Bug bash {tag}1"


def _row(heard: Heard) -> str:
    sent = parse_qs(heard.text)
    return f"<li><b>{escape(sent['text'][0])}</b><p>{escape(sent['more'][0])}</p>"


def notes(keeps: bool, name: str = "notes") -> Callable[[], Pages]:
    """Notebooks that send a form; one that keeps nothing shows a new note once, from its session."""

    def app() -> Pages:
        kept: list[str] = []
        once: list[str] = []

        def book(heard: Heard) -> Page:
            if heard.method == "POST":
                (kept if keeps else once).append(_row(heard))
                return Page(redirect=heard.path, status=303)
            shown = "".join(kept + once)
            once.clear()
            fields = "<label>Note <input name=text></label><label>More <input name=more></label>"
            return Page(
                page(f"<h1>Notes</h1><form method=post>{fields}<button>Add</button></form><ul id={name}>{shown}")
            )

        return {"/books/7": book, "/books/42": book, "/": page("<h1>Home</h1>")}

    return app


_ADD: tuple[Action, ...] = (fills("Note", NOTE), clicks("Add"))
_ADD_BOTH: tuple[Action, ...] = (fills("More", "Written by a bug bash, {tag}1."), *_ADD)
_LOST = Bug(
    "a note shows in the list once and was never kept",
    Seen(
        "lost-on-reload",
        4,
        title="A record made on /books/7 is gone after a reload",
        expected=BACK_AGAIN,
        observed="was saved and shown (#notes li>b); after the reload it is not there.",
        screen="/books/7",
        location="/books/:id #notes li>b",
    ),
    scene(notes(keeps=False), opens("/books/7"), *_ADD_BOTH, RELOAD),
    clean=scene(notes(keeps=True), opens("/books/7"), *_ADD_BOTH, RELOAD),
    again=scene(notes(keeps=False), opens("/books/42"), *_ADD_BOTH, opens("/books/42")),
    other=scene(notes(keeps=False, name="ideas"), opens("/books/7"), *_ADD_BOTH, RELOAD),
)

_BOARD = """<h1>Board</h1><label>Note <input id=text></label><button id=add>Add</button><ul id=list></ul>
<p id=out></p><script>
const show = (text) => { list.insertAdjacentHTML('beforeend', '<li><span></span> <button>Remove</button></li>')
  list.lastChild.firstChild.textContent = text
  list.lastChild.lastChild.onclick = (event) => {
    fetch('/api/notes/1', { method: 'DELETE' }); event.target.parentNode.remove() } }
fetch('/api/notes').then(r => r.json()).then(notes => notes.forEach(show))
add.onclick = async () => {
  const body = text.value
  await fetch('/api/notes', { method: 'POST', body })
  text.value = ''
  %s }</script>"""


def board(added: str, *, keeps: bool = True, html: str = _BOARD, delay: float = 0.0) -> Callable[[], Pages]:
    """A board whose script sends notes to an interface; `added` is what it does when one was taken."""

    def app() -> Pages:
        kept: list[str] = []

        def notes(heard: Heard) -> Page:
            if heard.method == "POST":
                kept.append(heard.text)
            return data(kept if keeps else [], delay=delay if heard.method == "GET" and kept else 0.0)

        def note(heard: Heard) -> Page:
            kept.clear()
            return data({})

        return {
            "/": page(html % added),
            "/api/notes": notes,
            "/api/notes/1": note,
            "/settings": page(button("Remove all", "fetch('/api/notes/1', { method: 'DELETE' })")),
        }

    return app


_STEPS = (opens("/"), *_ADD)
_LOST_BY_SCRIPT = Bug(
    "an interface takes a note, and has forgotten it when it is asked",
    Seen(
        "lost-on-reload",
        4,
        title="A record made on / is gone after a reload",
        expected=BACK_AGAIN,
        observed="was saved and shown (#list li>span); after the reload it is not there.",
        screen="/",
        location="/ #list li>span",
    ),
    scene(board("show(body)", keeps=False), *_STEPS, RELOAD),
    clean=scene(board("show(body)"), *_STEPS, RELOAD),
    again=scene(board("show(body)", keeps=False), *_STEPS, opens("/")),
)


def _kept(name: str, app: Callable[[], Pages], *steps: Action) -> Clean:
    return Clean("lost-on-reload", name, scene(app, *(steps or (*_STEPS, RELOAD))))


def _says(html: str) -> Callable[[], Pages]:
    """A board that keeps notes out of sight, and says once that it took one."""
    return board(
        f"out.innerHTML = `{html}`; out.querySelector('b').textContent = body",
        html=_BOARD.replace("notes.forEach(show)", "0"),
    )


_TABS = _BOARD.replace(
    "<ul id=list>",
    """<button role=tab aria-selected=true id=one>All</button>
    <button role=tab aria-selected=false id=two>Mine</button>
    <ul id=list>""",
).replace("<script>", "<script>two.onclick = () => { one.ariaSelected = false; two.ariaSelected = true }\n", 1)
_DIALOG = _BOARD.replace(
    "<label>", "<button onclick='box.showModal()'>Edit</button><dialog id=box aria-label=Tags><label>"
).replace("<p id=out>", "</dialog><p id=out>")


def _preview(heard: Heard) -> Page:
    return data({"text": heard.text})


_PREVIEW = """<h1>Write</h1><label>Note <input id=text></label><button id=add>%s</button><div id=out></div><script>
add.onclick = async () => {
  const answer = await fetch('%s', { method: 'POST', body: text.value })
  out.textContent = (await answer.json()).text }
</script>"""


def _writer(name: str, path: str) -> Callable[[], Pages]:
    pages: Pages = {"/": page(_PREVIEW % (name, path)), path: _preview}
    return lambda: pages


_CALM: list[Case] = [
    _kept("a message in passing holds the text", _says("<b></b> was added.")),
    _kept(
        "a notice of an unknown make holds the text",
        _says("<div style='position: fixed; bottom: 0'><p><b></b></p></div>"),
    ),
    _kept("a snack bar holds the text", _says("<div class=MuiSnackbar-root><b></b></div>")),
    _kept("a note was removed again", board("show(body)"), *_STEPS, clicks("Remove"), RELOAD),
    _kept(
        "a note was removed on another page",
        board("show(body)", html=_BOARD.replace("<ul", "<a href=/settings>Settings</a><ul")),
        *_STEPS,
        clicks("Settings"),
        clicks("Remove all"),
        opens("/"),
    ),
    _kept("a list is slow to come", board("show(body)", delay=1.2)),
    _kept(
        "a list was narrowed down",
        board(
            "show(body)", html=_BOARD + "<script>text.oninput = () => { list.hidden = text.value === 'x' }</script>"
        ),
        *_STEPS,
        fills("Note", "x"),
        RELOAD,
    ),
    _kept(
        "another tab is in front after the reload",
        board("two.click(); show(body)", html=_TABS.replace("notes.forEach(show)", "0")),
    ),
    _kept(
        "the dialog that shows it is closed after the reload",
        board("show(body)", html=_DIALOG.replace("notes.forEach(show)", "0")),
        opens("/"),
        clicks("Edit"),
        *_ADD,
        RELOAD,
    ),
    _kept(
        "a preview is no saving",
        _writer("Preview", "/api/preview"),
        opens("/"),
        fills("Note", NOTE),
        clicks("Preview"),
        RELOAD,
    ),
    _kept(
        "what stands in its field still is not saved yet",
        _writer("Go", "/api/turn"),
        opens("/"),
        fills("Note", NOTE),
        clicks("Go"),
        RELOAD,
    ),
    _kept(
        "a note waits for somebody to approve it",
        board("show(body); out.textContent = 'Awaiting moderation.'", keeps=False),
    ),
    _kept(
        "the session is over after the reload",
        board(
            "show(body); sessionStorage.done = 1",
            html=_BOARD.replace(
                "fetch('/api/notes').then",
                "if (sessionStorage.done) list.outerHTML = '<label>Password <input type=password></label>'\n"
                "else fetch('/api/notes').then",
            ),
        ),
    ),
    _kept(
        "after the reload the text stands in its field",
        board(
            "list.innerHTML = ''; show(body); localStorage.text = body",
            html=_BOARD.replace("notes.forEach(show)", "{ text.value = localStorage.text ?? '' }"),
        ),
    ),
    _kept(
        "nothing was sent at all",
        lambda: {
            "/": page(
                f"<label>Note <input id=text></label><p id=out>"
                f"</p>{script('text.onchange = () => { out.textContent = text.value; text.value = ``}')}"
            )
        },
        opens("/"),
        fills("Note", NOTE),
        presses("Tab", "Note"),
        RELOAD,
    ),
]

CASES: list[Case] = [_LOST, _LOST_BY_SCRIPT, *_CALM]
