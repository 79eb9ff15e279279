"""Back and Forward: pages that break by them, screens that stay, and typed texts that are gone."""

from bugbash.charter.actions import Action, Forward
from tests.oracles.build import BACK, clicks, data, fills, opens, page
from tests.oracles.harness import Bug, Case, Clean, Pages, Seen, scene
from tests.oracles.visits import Scene
from tests.support.pages import Heard, Page

FORWARD = Forward()
LEAD_BACK = "Back and Forward lead to the screens that were there, with what was typed into them."


def _once(status: int) -> Pages:
    """A page that answers once only, and whatever status afterwards."""
    seen: set[str] = set()

    def answer(heard: Heard) -> Page | str:
        if heard.path in seen:
            return Page(page("<h1>Gone</h1>"), status=status, headers={"cache-control": "no-store"})
        seen.add(heard.path)
        html = page("<h1>Mug</h1><a href=/next>Next</a>")
        return Page(html, headers={"cache-control": "no-store"})

    return {"/mugs/7": answer, "/mugs/8": answer, "/pots": answer, "/next": page("<h1>Next</h1>")}


def _there_and_back(status: int, path: str) -> Scene:
    return scene(lambda: _once(status), opens(path), clicks("Next"), BACK)


_GONE = Bug(
    "a page is there once and not when one goes back to it",
    Seen(
        "back-button",
        3,
        title="Back to /mugs/:id leads to a page that answers 404",
        expected=LEAD_BACK,
        observed="Back from /next to /mugs/7 leads to a page that answers 404.",
        screen="/mugs/7",
        location="back to /mugs/:id",
    ),
    _there_and_back(404, "/mugs/7"),
    clean=_there_and_back(200, "/mugs/7"),
    again=_there_and_back(404, "/mugs/8"),
    other=_there_and_back(410, "/pots"),
)

_VIEWS = """<a id=go href=/%(to)s>Pots</a><main id=main></main><script>
const mugs = '<h1>Mugs</h1><p>Blue</p>', pots = '<h1>Pots</h1><p>Red</p>'
const show = () => { main.innerHTML = location.pathname === '/mugs' ? mugs : pots }
go.onclick = (event) => { event.preventDefault(); history.pushState({}, '', go.href); show() }
%(hears)s; show()</script>"""


def views(hears: str, to: str = "pots") -> Pages:
    """Two screens of a script's own; `hears` is what makes it hear of Back."""
    html = page(_VIEWS % {"hears": hears, "to": to})
    return {"/mugs": html, f"/{to}": html}


_STAYS = Bug(
    "the address goes back and the screen does not",
    Seen(
        "back-button",
        3,
        kind="warning",
        title="Back to /mugs changes the address and not the screen",
        expected=LEAD_BACK,
        observed="Back from /pots to /mugs changes the address and not the screen.",
        screen="/mugs",
        location="back to /mugs",
    ),
    scene(views(""), opens("/mugs"), clicks("Pots"), BACK),
    clean=scene(views("onpopstate = show"), opens("/mugs"), clicks("Pots"), BACK, FORWARD),
    again=scene(views("", to="pots/7"), opens("/mugs"), clicks("Pots"), BACK),
)

_STEPS = """<main id=main></main><script>
const one = () => { main.innerHTML = '<h1>Address</h1><p>Step 1 of 2</p><label>Street <input name=street></label>' +
  '<label>Town <input name=town></label><button onclick="next()">Next</button>' }
const two = () => { main.innerHTML = '<h1>Payment</h1><p>Step 2 of 2</p><label>Card <input name=card></label>' }
let kept = ''
const next = () => { kept = main.querySelector('input').value; history.pushState({}, '', '/order#2'); two() }
onpopstate = () => { one(); %(keeps)s }
one()</script>"""
_KEEPS = "main.querySelectorAll('input').forEach((field) => { field.value = kept })"


def _order(keeps: str) -> Pages:
    html = page(_STEPS % {"keeps": keeps})
    return {"/order": html, "/order/7": html.replace("/order#2", "/order/7#2")}


def _typed(keeps: str, path: str = "/order", *more: Action) -> Scene:
    return scene(
        _order(keeps), opens(path), fills("Street", "Main 7"), fills("Town", "Ulm"), clicks("Next"), BACK, *more
    )


_FORGETS = Bug(
    "the first step of a form is empty when one goes back to it",
    Seen(
        "back-button",
        3,
        kind="warning",
        title="Back to /order loses what was typed into “street”",
        expected=LEAD_BACK,
        observed="Back from /order to /order loses what was typed into “street”.",
        screen="/order",
        location="back to /order",
    ),
    _typed(""),
    clean=_typed(_KEEPS),
    again=scene(_order(""), opens("/order"), fills("Street", "Other 8"), fills("Town", "Bonn"), clicks("Next"), BACK),
    other=_typed("", "/order/7"),
)


def _calm(name: str, pages: Pages, *steps: Action) -> Clean:
    return Clean("back-button", name, scene(pages, *steps))


_MODAL = """<h1>Mugs</h1><a id=go href=/mugs/7>Blue</a><div id=box></div><script>
const show = () => { history.pushState({}, '', go.href); box.innerHTML = '<h2>Blue</h2>' }
go.onclick = (event) => { event.preventDefault(); show() }
onpopstate = () => { box.innerHTML = '' }</script>"""
_REMOVES = """<h1>Mug</h1><button onclick="remove_()">Remove</button><script>
const remove_ = () => fetch('/api', { method: 'DELETE' }).then(() => { location = '/next' })</script>"""
_CODE = """<main id=main></main><script>
const one = () => { main.innerHTML = '<h1>You</h1><p>Step 1 of 2</p>' +
  '<label>Name <input name=who value="' + (window.who ?? '') + '"></label>' +
  '<label>Code <input name=captcha></label><button onclick="next()">Next</button>' }
const next = () => { window.who = main.querySelector('input').value; history.pushState({}, '', '/#2')
  main.innerHTML = '<h1>More</h1><p>Step 2 of 2</p>' }
onpopstate = one; one()</script>"""


def _removed() -> Pages:
    gone: list[str] = []

    def answer(heard: Heard) -> Page:
        if heard.method == "DELETE":
            gone.append(heard.path)
        return Page(page(_REMOVES), status=404 if gone else 200, headers={"cache-control": "no-store"})

    return {"/mug": answer, "/api": lambda heard: (answer(heard), data({}))[1], "/next": page("<h1>Next</h1>")}


_CALM: list[Case] = [
    _calm("a box over a list closes", {"/": page(_MODAL)}, opens("/"), clicks("Blue"), BACK, FORWARD),
    Clean(
        "back-button",
        "what was removed is not there when one goes back to it",
        scene(_removed, opens("/mug"), clicks("Remove"), BACK),
    ),
    _calm(
        "a code must be typed again, and the name is kept",
        {"/": page(_CODE)},
        opens("/"),
        fills("Name", "Amy Blue"),
        fills("Code", "x7k2"),
        clicks("Next"),
        BACK,
    ),
    _calm(
        "parts of a page have addresses of their own",
        {"/": page("<h1>Guide</h1><a href='#two'>Two</a><h2 id=two>Second</h2><p>Words</p>")},
        opens("/"),
        clicks("Two"),
        BACK,
        FORWARD,
    ),
    _calm(
        "a browser keeps what was typed into a form that has steps of its own",
        {
            "/": page(
                "<h1>You</h1><p>Step 1 of 2</p>"
                "<form action=/2><label>Name <input name=who></label><button>Next</button></form>"
            ),
            "/2": page("<h1>More</h1><p>Step 2 of 2</p>"),
        },
        opens("/"),
        fills("Name", "Amy"),
        clicks("Next"),
        BACK,
    ),
]

CASES: list[Case] = [_GONE, _STAYS, _FORGETS, *_CALM]
