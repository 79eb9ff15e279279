"""Dialogs that nothing closes, that leave the page locked, or that lose the focus; and those that do well."""

from bugbash.charter.actions import Action, parse_action
from tests.oracles.build import clicks, opens, page
from tests.oracles.harness import Bug, Case, Clean, Seen, on_page, scene
from tests.oracles.visits import Scene

ESCAPE = parse_action({"press": "Escape"})
_BESIDE = parse_action({"click": {"role": "dialog"}, "beside": True})
_STYLE = """<style>.veil { position: fixed; inset: 0; background: #0008 } .box { position: fixed; top: 100px;
left: 30%; width: 40%; background: #fff; padding: 20px } [hidden] { display: none !important }</style>"""
_TALL = "<p style='height: 2000px'>Long text</p>"


def modal(inside: str, *, close: str = "", name: str = "Share", after: str = "", escape: bool = False) -> str:
    """A page with a dialog of its own making; `close` is what its Close button does."""
    key = "onkeydown = (e) => { if (e.key === 'Escape') shut() }" if escape else ""
    return f"""{_STYLE}<h1>Report</h1><button id=starter onclick="show()">{name}</button>{_TALL}
<div id=veil class=veil hidden></div>
<div id=box class=box role=dialog aria-modal=true aria-label="{name}" tabindex=-1 hidden>
<button onclick="{close}">Close</button>{inside}</div><script>
const show = () => {{ veil.hidden = box.hidden = false; document.body.style.overflow = 'hidden'; box.focus() }}
const shut = () => {{ veil.hidden = box.hidden = true; document.body.style.overflow = ''; {after} }}
{key}</script>"""


def _at(path: str, body: str, *steps: Action) -> Scene:
    return scene({path: page(body)}, opens(path), *steps)


_ALL_WAYS = (clicks("Share", "button"), ESCAPE, clicks("Close", "button"), _BESIDE)
_STUCK = Bug(
    "nothing closes a dialog",
    Seen(
        "stuck-dialog",
        4,
        title="The dialog “Share” cannot be closed",
        expected="A dialog can be closed: by a button of its own, by Escape, or by a click beside it.",
        observed="Escape and a click beside it, and “Close”, left it open as it was.",
        screen="/reports/7",
        location="/reports/:id dialog “share”",
    ),
    _at("/reports/7", modal("<p>Anybody</p>"), *_ALL_WAYS),
    clean=_at("/reports/7", modal("<p>Anybody</p>", close="shut()", after="starter.focus()"), *_ALL_WAYS[:3]),
    again=_at("/reports/42", modal("<p>Anybody</p>"), *_ALL_WAYS),
    other=on_page(
        modal("", name="Tour").replace('<button onclick="">Close</button>', "<p>Welcome</p>"),
        clicks("Tour", "button"),
        _BESIDE,
        ESCAPE,
    ),
)


def _opens_well(name: str, body: str, *steps: Action) -> Clean:
    return Clean("stuck-dialog", name, on_page(body, *steps))


_CLOSABLE: list[Case] = [
    _opens_well(
        "terms must be agreed to",
        modal("<button onclick='shut(); starter.focus()'>I agree</button>", name="Share"),
        *_ALL_WAYS,
    ),
    _opens_well(
        "a dialog answers that something is unsaved",
        modal("<p id=say role=status></p>", close="say.textContent += 'Save first. '"),
        *_ALL_WAYS,
    ),
    _opens_well(
        "a question about consent stands there from the start",
        _STYLE + "<div class=box role=dialog aria-modal=true aria-label=Consent><button>Close</button></div>",
        ESCAPE,
        clicks("Close", "button"),
        _BESIDE,
    ),
    _opens_well(
        "a panel beside the page is no modal dialog",
        modal("").replace("aria-modal=true", ""),
        *_ALL_WAYS,
    ),
]

_LOCKED = modal("", close="veil.hidden = box.hidden = true; starter.focus()")
_OPEN_AND_CLOSE = (clicks("Share", "button"), clicks("Close", "button"))
_LEFT_LOCKED = Bug(
    "a closed dialog leaves the page locked",
    Seen(
        "dialog-leftovers",
        4,
        title="After the dialog “Share” is closed, the page stays locked",
        expected="A closed dialog leaves the page as it was before.",
        observed="The dialog is closed, and the page behind it cannot be scrolled any more.",
        screen="/reports/7",
        location="/reports/:id dialog “share”",
    ),
    _at("/reports/7", _LOCKED, ESCAPE, *_OPEN_AND_CLOSE),
    clean=_at("/reports/7", modal("", close="shut(); starter.focus()"), ESCAPE, *_OPEN_AND_CLOSE),
    again=_at("/reports/42", _LOCKED, ESCAPE, *_OPEN_AND_CLOSE),
    other=on_page(
        modal("", close="box.hidden = true; document.body.style.overflow = ''; starter.focus()"),
        ESCAPE,
        *_OPEN_AND_CLOSE,
    ),
)
_INERT = Bug(
    "a closed dialog leaves the page inert",
    Seen(
        "dialog-leftovers",
        4,
        title="After the dialog “Share” is closed, the page stays inert",
        expected="A closed dialog leaves the page as it was before.",
        observed="the page behind it is still hidden from the keyboard",
        screen="/",
        location="/ dialog “share”",
    ),
    on_page("<main id=m>" + modal("", close="shut(); m.ariaHidden = 'true'") + "</main>", ESCAPE, *_OPEN_AND_CLOSE),
    clean=on_page("<main id=m>" + modal("", close="shut()") + "</main>", ESCAPE, *_OPEN_AND_CLOSE),
    again=on_page(
        "<main id=m>" + modal("", close="shut(); m.ariaHidden = 'true'") + "</main>", ESCAPE, *_OPEN_AND_CLOSE
    ),
)

_DRAWER = "<div id=cart class=box hidden><h2>Cart</h2><button>Check out</button></div>"
_LEAVES_WELL: list[Case] = [
    Clean(
        "dialog-leftovers",
        "another panel opens as the dialog closes",
        on_page(
            modal("", close="veil.hidden = box.hidden = true; cart.hidden = false") + _DRAWER,
            ESCAPE,
            *_OPEN_AND_CLOSE,
        ),
    ),
    Clean(
        "dialog-leftovers",
        "the page never scrolls as a whole",
        on_page(
            "<style>html, body { overflow: hidden !important; height: 3000px }</style>" + modal("", close="shut()"),
            ESCAPE,
            *_OPEN_AND_CLOSE,
        ),
    ),
    Clean(
        "dialog-leftovers",
        "the veil fades slowly",
        on_page(
            modal("", close="box.hidden = true; setTimeout(shut, 900)"),
            ESCAPE,
            *_OPEN_AND_CLOSE,
        ),
    ),
]

_ENTER = parse_action({"press": "Enter", "at": {"role": "button", "name": "Share"}})
_LOSES_FOCUS = Bug(
    "a dialog that was closed by Escape loses the focus",
    Seen(
        "focus-lost",
        2,
        title="Closing the dialog “Share” loses the focus",
        expected="The focus goes back to what opened the dialog",
        observed="The button “Share” opened it; after it was closed nothing has the focus.",
        screen="/reports/7",
        location="/reports/:id dialog “share”",
        kind="warning",
    ),
    _at("/reports/7", modal("", escape=True), _ENTER, ESCAPE),
    clean=_at("/reports/7", modal("", escape=True, after="starter.focus()"), _ENTER, ESCAPE),
    again=_at("/reports/42", modal("", escape=True), _ENTER, ESCAPE),
    other=on_page(
        modal("", escape=True, name="Invite"),
        parse_action({"press": "Enter", "at": {"role": "button", "name": "Invite"}}),
        ESCAPE,
    ),
)
_KEEPS_FOCUS: list[Case] = [
    Clean(
        "focus-lost",
        "what opened it is gone with it",
        on_page(modal("", escape=True, after="starter.remove()"), _ENTER, ESCAPE),
    ),
    Clean("focus-lost", "a mouse opened it", on_page(modal("", escape=True), clicks("Share", "button"), ESCAPE)),
    Clean(
        "focus-lost",
        "the browser's own dialog gives it back",
        on_page(
            "<button onclick='d.showModal()'>Share</button><dialog id=d aria-label=Share>Text</dialog>",
            _ENTER,
            ESCAPE,
        ),
    ),
]

CASES: list[Case] = [_STUCK, *_CLOSABLE, _LEFT_LOCKED, _INERT, *_LEAVES_WELL, _LOSES_FOCUS, *_KEEPS_FOCUS]
