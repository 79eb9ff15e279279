"""Typed markup that becomes part of a page, and markup that is shown, kept apart or cleaned."""

from collections.abc import Callable
from html import escape
from urllib.parse import parse_qs

from bugbash.oracles.injection import CANARY
from tests.oracles.build import clicks, fills, opens, page, presses
from tests.oracles.harness import Bug, Case, Clean, Pages, Seen, scene
from tests.oracles.visits import Scene
from tests.support.pages import Heard, Page

AS_TEXT = "What people type is shown as the text that they typed."
_NO_HANDLERS = {"content-security-policy": "script-src 'nonce-a'"}
_FORM = "<form method=post><label>Review <input name=text></label><button>Send</button></form>"


def _reviews(show: Callable[[str], str], headers: dict[str, str] | None = None) -> Callable[[], Pages]:
    """Pages of things with reviews, each shown by `show`."""

    def app() -> Pages:
        kept: list[str] = []

        def thing(heard: Heard) -> Page:
            if heard.method == "POST":
                kept.extend(parse_qs(heard.text).get("text", []))
                return Page(redirect=heard.path, status=303)
            reviews = "".join(show(text) for text in kept)
            return Page(page(f"<h1>Mug</h1>{_FORM}<div id=reviews>{reviews}</div>"), headers=headers or {})

        return {"/items/7": thing, "/items/42": thing, "/shops/3": thing}

    return app


def _typed(app: Callable[[], Pages], path: str = "/items/7") -> Scene:
    return scene(app, opens(path), fills("Review", CANARY), clicks("Send"), benign=False)


def _raw(text: str) -> str:
    return f"<p class=review>{text}</p>"


def _shown(text: str) -> str:
    return _raw(escape(text))


_RUNS = Bug(
    "a review is put into the page as it is, and its script runs",
    Seen(
        "injection",
        5,
        title="Typed markup runs as script on /items/:id",
        expected=AS_TEXT,
        observed="is put into the page unescaped (#reviews div>p.review): a script in it runs.",
        screen="/items/7",
        location="/items/:id #reviews div>p.review",
    ),
    _typed(_reviews(_raw)),
    clean=_typed(_reviews(_shown)),
    again=_typed(_reviews(_raw), "/items/42"),
    other=_typed(_reviews(_raw), "/shops/3"),
)
_ELEMENT = Bug(
    "a policy keeps the script from running, but the markup is there",
    Seen(
        "injection",
        4,
        title="Typed markup becomes part of the page on /items/:id",
        expected=AS_TEXT,
        observed="(#reviews div>p.review): it becomes an element of the page.",
        screen="/items/7",
        location="/items/:id #reviews div>p.review",
    ),
    _typed(_reviews(_raw, _NO_HANDLERS)),
    clean=_typed(_reviews(_shown, _NO_HANDLERS)),
    again=_typed(_reviews(_raw, _NO_HANDLERS), "/items/42"),
)


def _without_drawings(text: str) -> str:
    return _raw(text.replace("<svg", "<b").replace("data-bbk", "title"))


_HALF_CLEANED = Bug(
    "a cleaner takes the drawing out, and leaves the script in",
    Seen(
        "injection",
        5,
        title="Typed markup runs as script on /items/:id",
        expected=AS_TEXT,
        observed="Markup typed into the app is put into the page unescaped (script): a script in it runs.",
        screen="/items/7",
        location="/items/:id script",
    ),
    _typed(_reviews(_without_drawings)),
    clean=_typed(_reviews(_shown)),
    again=_typed(_reviews(_without_drawings), "/items/42"),
)


def _kept(name: str, show: Callable[[str], str]) -> Clean:
    return Clean("injection", name, _typed(_reviews(show)))


def _found(heard: Heard) -> str:
    typed = parse_qs(heard.query).get("q", [""])[0]
    return page(
        f'<h1>No results for {escape(typed)}</h1><input aria-label=Again value="{escape(typed)}">'
        f"<title>{escape(typed)}"
    )


_CALM: list[Case] = [
    _kept("markup comes back in a text area", lambda text: f"<textarea aria-label=Own>{escape(text)}</textarea>"),
    _kept("markup comes back in a field", lambda text: f'<input aria-label=Own value="{escape(text)}">'),
    _kept("markup is shown as code", lambda text: f"<pre><code>{escape(text)}</code></pre>"),
    _kept(
        "rich text keeps what is harmless",
        lambda text: _raw("<b>Note</b> <img src=data:, alt=''> <svg width=9 height=9></svg>" + escape(text)),
    ),
    _kept(
        "a letter is shown in a sandbox",
        lambda text: f'<p>Letter</p><iframe sandbox="allow-scripts" srcdoc="{escape(text)}" width=300></iframe>',
    ),
    _kept(
        "an editor holds its own markup",
        lambda text: f"<div contenteditable aria-label=Letter>{text.partition('<img')[0]}</div>",
    ),
    Clean(
        "injection",
        "a search says what it was for",
        scene(
            {"/": page("<form action=/find><label>Search <input name=q></label></form>"), "/find": _found},
            opens("/"),
            fills("Search", CANARY),
            presses("Enter", "Search"),
            benign=False,
        ),
    ),
]

CASES: list[Case] = [_RUNS, _ELEMENT, _HALF_CLEANED, *_CALM]
