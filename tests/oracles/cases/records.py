"""Records made twice, records that stay when they are deleted, and messages that say otherwise."""

from collections.abc import Callable
from html import escape

from bugbash.charter.actions import Action, parse_action
from tests.oracles.build import RELOAD, clicks, data, fills, opens, page
from tests.oracles.harness import Bug, Case, Clean, Pages, Seen, scene
from tests.oracles.shelf import FORM, Shelf, makes
from tests.support.pages import Heard, Page

TWICE = parse_action({"click": {"role": "button", "name": "Save"}, "count": 2})
DELETE = clicks("Delete", "button")
DELETE_SURELY = parse_action({"click": {"role": "button", "name": "Delete"}, "dialog": "accept"})
_CUPS = {"title": "Cups {tag}1"}

_BOARD = """<h1>Notes</h1><form id=form><label>Note <input id=text></label><button>Add</button></form>
<ul id=list>%s</ul><p role=status id=out></p><script>
form.onsubmit = async (event) => {
  event.preventDefault()
  const body = text.value
  %s
}</script>"""
_SENDS = """const answer = await fetch('/api/notes', { method: 'POST', body })
  %s"""
_SHOWS = "list.insertAdjacentHTML('beforeend', '<li>' + body + '</li>'); text.value = ''"
ADD = clicks("Add", "button")
ADD_TWICE = parse_action({"click": {"role": "button", "name": "Add"}, "count": 2})


def board(does: str, status: int = 200, keeps: bool = True, path: str = "/api/notes") -> Callable[[], Pages]:
    """Notes that a script sends; `does` is what it does with the answer."""

    def app() -> Pages:
        kept: list[str] = []

        def notes(heard: Heard) -> Page:
            if keeps:
                kept.append(heard.text)
            # Slow enough for the second click of a double click to come before the answer.
            return data({}, status=status, delay=0.3)

        def shown(heard: Heard) -> Page:
            return Page(page(_BOARD % ("".join(f"<li>{escape(text)}</li>" for text in kept), does)))

        return {"/": shown, path: notes}

    return app


def _note(add: Action, *more: Action) -> tuple[Action, ...]:
    return (opens("/"), fills("Note", "Cups {tag}2"), add, *more)


_AFTER = _SENDS % _SHOWS
_GUARDED = f"if (form.sent) return; form.sent = true; {_AFTER}"
_MADE_TWICE: list[Case] = [
    Bug(
        "a script sends the form for each click",
        Seen(
            "double-submit",
            3,
            title="A double click makes 2 records (POST /api/notes)",
            expected="A form that is sent by a double click makes one record.",
            observed="stands there 2 times.",
            screen="/",
            location="POST /api/notes",
        ),
        scene(board(_AFTER), *_note(ADD_TWICE)),
        clean=scene(board(_GUARDED), *_note(ADD_TWICE)),
        again=scene(board(_AFTER), *_note(ADD_TWICE, RELOAD)),
        other=scene(board(_AFTER.replace("notes", "ideas"), path="/api/ideas"), *_note(ADD_TWICE)),
    ),
    Clean(
        "double-submit",
        "two requests and one record",
        scene(board(f"{_SENDS % _SHOWS}; list.lastChild.previousSibling?.remove()"), *_note(ADD_TWICE)),
    ),
    Clean("double-submit", "the browser sends a form once", scene(Shelf(), *makes(_CUPS, send=TWICE), RELOAD)),
    Clean(
        "double-submit",
        "the title stands in two columns",
        scene(Shelf(columns=("title", "title"), once=True), *makes(_CUPS, send=TWICE), RELOAD),
    ),
    Clean(
        "double-submit", "two records were made by two clicks", scene(Shelf(), *makes(_CUPS), *makes(_CUPS), RELOAD)
    ),
]

_STAYS = Seen(
    "still-there",
    4,
    title="A deleted record is still on /shelves/7/items",
    expected="What was deleted is gone.",
    observed="was deleted (POST /shelves/:id/items/:id/delete was taken); the list has it still.",
    screen="/shelves/7/items",
    location="/shelves/:id/items tr>td",
)
_ASKS = """<script>for (const form of document.querySelectorAll('form[action$=delete]')) form.onsubmit = (event) => {
  if (!confirm('Delete this item?')) event.preventDefault() }</script>"""
_STILL: list[Case] = [
    Bug(
        "a record is deleted and stays",
        _STAYS,
        scene(Shelf(deletes=False), *makes(_CUPS), DELETE, RELOAD),
        clean=scene(Shelf(), *makes(_CUPS), DELETE, RELOAD),
        again=scene(Shelf(deletes=False, below=_ASKS), *makes(_CUPS, 42), DELETE_SURELY, opens("/shelves/42/items")),
        other=scene(
            Shelf(deletes=False, show=lambda text: f"<b id=name>{escape(text)}</b>"), *makes(_CUPS), DELETE, RELOAD
        ),
    ),
    Clean(
        "still-there",
        "the record is in the bin, and can be restored",
        scene(Shelf(deletes=False, below="<a href=#>Restore deleted items</a>"), *makes(_CUPS), DELETE, RELOAD),
    ),
    Clean(
        "still-there",
        "another record was deleted",
        scene(
            Shelf(),
            *makes(_CUPS),
            *makes({"title": "Pots {tag}2"}),
            parse_action({"click": {"role": "button", "name": "Delete", "within": {"role": "row", "name": "Pots"}}}),
            RELOAD,
        ),
    ),
    Clean(
        "still-there",
        "the question was declined",
        scene(
            Shelf(below=_ASKS),
            *makes(_CUPS),
            parse_action({"click": {"role": "button", "name": "Delete"}, "dialog": "dismiss"}),
            RELOAD,
        ),
    ),
]

_GLAD = _SENDS % "out.textContent = 'Your note was saved.'"
_HONEST = _SENDS % "out.textContent = answer.ok ? 'Your note was saved.' : 'Sorry, this failed.'"
_SORRY = _SENDS % "out.textContent = 'Error: could not save.'"
_FALSE = Seen(
    "feedback-contradicts",
    4,
    title="A message says that it worked, though it failed (POST /api/notes)",
    expected="A message of success follows a change that was made.",
    observed="“Your note was saved.” is shown, but POST /api/notes answers 422.",
    screen="/",
    location="POST /api/notes",
)
_SAID: list[Case] = [
    Bug(
        "a script does not look at the answer",
        _FALSE,
        scene(board(_GLAD, 422, keeps=False), *_note(ADD)),
        clean=scene(board(_HONEST, 422, keeps=False), *_note(ADD)),
        again=scene(board(_GLAD, 422, keeps=False), opens("/"), fills("Note", "Pots {tag}3"), ADD),
        other=scene(board(_SORRY), *_note(ADD, RELOAD)),
    ),
    Clean(
        "feedback-contradicts",
        "it failed and the page says so",
        scene(board(_SORRY, 422, keeps=False), *_note(ADD, RELOAD)),
    ),
    Clean("feedback-contradicts", "it worked and the page says so", scene(board(_GLAD), *_note(ADD, RELOAD))),
    Clean(
        "feedback-contradicts",
        "refused at first and taken then",
        scene(
            Shelf(form=FORM, refuse=lambda r: "" if r["author"] else "Author is required."),
            *makes(_CUPS),
            fills("Author", "Ann {tag}1"),
            clicks("Save", "button"),
            RELOAD,
        ),
    ),
]

CASES: list[Case] = [*_MADE_TWICE, *_STILL, *_SAID]
