"""Writes that fail without a word, and those whose failure the page tells in some way, or that nobody waits for."""

from bugbash.charter.actions import Action
from tests.oracles.build import button, clicks, data, fills, opens, page
from tests.oracles.cases.responses import PUT, PUT_AND_TELL, SAVE, account
from tests.oracles.harness import Bug, Case, Clean, Seen, on_page, scene
from tests.support.pages import Page

TELLS = "The page tells its user that the change was not made."

_SILENT = Bug(
    "a refused write leaves no word on the page",
    Seen(
        "silent-failure",
        4,
        title="Click “Save” fails without a word",
        expected=TELLS,
        observed="PUT /api/address answers 415; 5 s later nothing new is on the screen.",
        screen="/accounts/7",
        location="PUT /api/address",
    ),
    scene(account(PUT, address=data({}, 415)), *SAVE),
    clean=scene(account(PUT_AND_TELL, address=data({}, 422)), *SAVE),
    again=scene(account(PUT, address=data({}, 422)), opens("/accounts/42"), clicks("Save")),
    other=scene(account("fetch('/api/street', { method: 'POST' })", street=data({}, 409)), *SAVE),
)
_DROPPED = Bug(
    "a write whose connection breaks leaves no word on the page",
    Seen(
        "silent-failure",
        4,
        title="Click “Save” fails without a word",
        expected=TELLS,
        observed="PUT /api/address fails (net::ERR_EMPTY_RESPONSE); 5 s later nothing new is on the screen.",
        screen="/accounts/7",
        location="PUT /api/address",
    ),
    scene(account(f"{PUT}.catch(() => 0)", address=Page(drop=True)), *SAVE),
    clean=scene(account(f"{PUT}.catch(() => out.textContent = 'No connection.')", address=Page(drop=True)), *SAVE),
    again=scene(account(f"{PUT}.catch(() => 0)", address=Page(drop=True)), opens("/accounts/42"), clicks("Save")),
)


def _unsaid(name: str, then: str, *steps: Action, status: int = 422, extra: str = "") -> Clean:
    """The write fails; `then` is what the page's script does with the answer."""
    send = f"fetch('/api/address', {{ method: 'PUT', body: '{{}}' }}).then(r => {{ {then} }})"
    html = (
        f"<h1>Account</h1><label>Street <input id=street></label>{extra}<p id=out></p>"
        f"<script>const save = () => {send}"
        "</script><button onclick='save()'>Save</button>"
    )
    return Clean(
        "silent-failure",
        name,
        on_page(html, *(steps or (clicks("Save"),)), api_address=data({}, status), sign_in=page("<h1>Sign in</h1>")),
    )


_CALM_FAILURES: list[Case] = [
    _unsaid("the message comes after a second", "setTimeout(() => out.textContent = 'Not saved.', 1000)"),
    _unsaid("the field is marked as wrong", "street.ariaInvalid = true"),
    _unsaid("a native dialog tells", "alert('Not saved.')"),
    _unsaid("a dialog of the page's own opens", "ask.showModal()", extra="<dialog id=ask>Try again?</dialog>"),
    _unsaid("the page sends to the sign-in", "location = '/sign/in'", status=403),
    _unsaid("whoever is signed out is not told at once", "", status=401),
    _unsaid(
        "an icon with a name appears",
        "again.hidden = false",
        extra="<button id=again hidden aria-label='Try again'><svg width=20 height=20><circle r=9 /></svg></button>",
    ),
    _unsaid(
        "the message of the first click still stands after the second",
        "out.textContent = 'Not saved.'",
        clicks("Save"),
        clicks("Save"),
    ),
    _unsaid(
        "what saves itself while typing fails for now",
        "",
        fills("Street", "Kettle Street {tag}1"),
        clicks("Done"),
        extra="<script>street.addEventListener('input', () => save())</script><button onclick='save()'>Done</button>",
    ),
    Clean(
        "silent-failure",
        "a count of clicks is not taken",
        on_page(
            f"<h1>Shop</h1>{button('Buy', 'fetch(`/collect?v=2`, {method: `POST`})')}",
            clicks("Buy"),
            collect=data({}, 400),
        ),
    ),
]

CASES: list[Case] = [_SILENT, _DROPPED, *_CALM_FAILURES]
