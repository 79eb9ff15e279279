"""Addresses that are made up, opened by themselves, or that lead to a page which only says that it is not there."""

from collections.abc import Callable

from bugbash.charter.actions import Action
from bugbash.oracles.made_up import LONG, NOTHING
from tests.oracles.build import RELOAD, button, clicks, data, opens, page
from tests.oracles.harness import Bug, Case, Clean, Pages, Seen, scene
from tests.oracles.visits import Scene
from tests.support.pages import Answer, Heard, Page

COPES = "An id or address that does not exist is answered with 404, or with a page that says so."
_ORDER = page("<h1>Order</h1><p>Two mugs</p>")
_TRACE = """<h1>Oops</h1><div>Traceback (most recent call last):
 File "/srv/app/orders.py", line 12, in show</div>"""


def _orders(otherwise: Answer, **more: Answer) -> Pages:
    return {
        "/": page("<h1>Orders</h1><a href=/orders/7>Order 7</a> <a href=/bills?no=7>Bill 7</a>"),
        "/orders/7": _ORDER,
        "/orders/8": _ORDER,
        "/bills": lambda heard: otherwise(heard) if callable(otherwise) and heard.query != "no=7" else _ORDER,
        **more,
        "*": otherwise,
    }


def _fails(_: Heard) -> Page:
    return Page(page("<h1>Internal error</h1>"), status=500)


def _is_missed(_: Heard) -> Page:
    return Page(page("<h1>There is no such order</h1>"), status=404)


def _traces(_: Heard) -> Page:
    return Page(page(_TRACE), status=404)


_TAMPERED = Bug(
    "an order with an id that is none breaks the server",
    Seen(
        "made-up-address",
        3,
        title="An address made up for /orders/:id is answered with 500",
        expected=COPES,
        observed="/orders/-1 does not exist, and is answered with 500.",
        screen="/orders/-1",
        location="made up GET /orders/:id",
    ),
    scene(_orders(_fails), opens("/orders/7"), opens("/orders/-1")),
    clean=scene(_orders(_is_missed), opens("/orders/7"), opens("/orders/-1")),
    again=scene(_orders(_fails), opens("/orders/8"), opens(f"/orders/{NOTHING}"), opens(f"/orders/{LONG}")),
    other=scene(_orders(_fails), opens("/bills?no=7"), opens("/bills?no=0")),
)
_MISTYPED = Bug(
    "a mistyped address shows the trace of an error",
    Seen(
        "made-up-address",
        3,
        title="An address made up for /orders/:id shows the stack trace of an error",
        expected=COPES,
        observed="/orders/7' does not exist, and shows the stack trace of an error.",
        screen="/orders/7'",
        location="made up GET /orders/:id",
    ),
    scene(_orders(_traces), opens("/orders/7"), opens("/orders/7%27")),
    clean=scene(_orders(_is_missed), opens("/orders/7"), opens("/orders/7%27")),
    again=scene(_orders(_traces), opens("/orders/8"), opens("/ORDERS/8")),
    other=scene(_orders(_traces), opens("/"), opens(f"/{NOTHING}")),
)
_ROUTER = """<main id=main></main><script>
const show = async () => {
  const id = location.hash.replace('#/orders/', '')
  const answer = await fetch('/api/orders/' + id)
  main.innerHTML = answer.ok ? '<h1>Order</h1><p>Two mugs</p>' : '<h1>There is no such order</h1>'
}
addEventListener('hashchange', show); show()</script>"""


def _single_page(status: int) -> Pages:
    return {
        "/": page(_ROUTER),
        "/api/orders/7": data({"id": 7}),
        "/api/orders/8": data({"id": 8}),
        "*": data({}, status=status),
    }


_ROUTED = Bug(
    "an id that is none in a hash route breaks the server behind it",
    Seen(
        "made-up-address",
        3,
        title="An address made up for /api/orders/:id is answered with 500",
        expected=COPES,
        observed="/#/orders/0 does not exist, and is answered with 500.",
        screen="/#/orders/0",
        location="made up GET /api/orders/:id",
    ),
    scene(_single_page(500), opens("/#/orders/7"), opens("/#/orders/0")),
    clean=scene(_single_page(404), opens("/#/orders/7"), opens("/#/orders/0")),
    again=scene(_single_page(500), opens("/#/orders/8"), opens("/#/orders/999999999")),
)


def _copes(name: str, answer: Callable[[Heard], Page], *addresses: str) -> Clean:
    return Clean("made-up-address", name, scene(_orders(answer), opens("/orders/7"), *map(opens, addresses)))


def _too_long(heard: Heard) -> Page:
    return Page(page("<h1>Too long</h1>"), status=414 if len(heard.path) > 200 else 400)


_ENDS = ("/orders/7%27", "/orders/7%22", "/orders/7%", "/orders/7%20", "/orders/7%C3%A9", "/ORDERS/7", "/orders/7/")
_MADE_UP_CALM: list[Case] = [
    _copes("every made-up address is refused", _too_long, "/orders/0", f"/orders/{LONG}", *_ENDS),
    _copes(
        "a page that is found says that there is nothing",
        lambda _: Page(page("<h1>We could not find that</h1>")),
        "/orders/999999999",
        f"/orders/7/{NOTHING}",
    ),
    _copes("what does not exist leads home", lambda _: Page(redirect="/"), "/orders/abc", "/orders/0"),
    _copes("what does not exist needs rights", lambda _: Page("no", status=403), "/orders/0"),
    Clean(
        "made-up-address",
        "a guide to server errors has one in its address",
        scene(
            {"/guide/7": page("<h1>Guide</h1>"), "/guide/500": page("<h1>500</h1><p>Internal server error</p>")},
            opens("/guide/7"),
            opens("/guide/500"),
        ),
    ),
]

LEADS_THERE = "The address of a screen, opened anew, leads to that screen."
_SHELL = """<a href=/shelves/%(n)s id=go>Shelf</a><main id=main></main><script>
const show = () => { const shelf = %(reads)s
  main.innerHTML = shelf ? '<h1>Top shelf</h1><p>Mugs</p>' : '<h1>All shelves</h1><p>Choose one</p>' }
go.onclick = (event) => { event.preventDefault(); history.pushState({}, '', go.href); %(moves)s }
onpopstate = show; show()</script>"""
_MOVES = "main.innerHTML = '<h1>Top shelf</h1><p>Mugs</p>'"


def _shell(reads: str, number: int = 7) -> str:
    return _SHELL % {"n": number, "reads": reads, "moves": _MOVES}


def _shelves(found: bool, reads: str = "location.pathname.startsWith('/shelves/')", number: int = 7) -> Pages:
    shell = page(_shell(reads, number))
    return {"/": shell, f"/shelves/{number}": shell} if found else {"/": shell}


def _walks(pages: Pages, number: int = 7, *more: Action) -> Scene:
    return scene(pages, opens("/"), clicks("Shelf"), opens(f"/shelves/{number}"), *more)


_UNKNOWN_TO_THE_SERVER = Bug(
    "a screen's address is known to the script and not to the server",
    Seen(
        "deep-link",
        3,
        title="The address /shelves/:id does not lead to its screen when it is opened by itself",
        expected=LEADS_THERE,
        observed="A click led to “Top shelf” at /shelves/7; opened by itself, it answers 404.",
        screen="/shelves/7",
        location="/shelves/:id",
    ),
    _walks(_shelves(found=False)),
    clean=_walks(_shelves(found=True)),
    again=_walks(_shelves(found=False, number=8), 8),
)
_LEADS_HOME = Bug(
    "a screen's address shows the first screen",
    Seen(
        "deep-link",
        3,
        title="The address /shelves/:id does not lead to its screen when it is opened by itself",
        expected=LEADS_THERE,
        observed="A click led to “Top shelf” at /shelves/7; opened by itself, it shows “All shelves”.",
        screen="/shelves/7",
        location="/shelves/:id",
    ),
    _walks(_shelves(found=True, reads="false")),
    clean=_walks(_shelves(found=True)),
    again=scene(_shelves(found=True, reads="false", number=8), opens("/"), clicks("Shelf"), RELOAD),
)
_PHOTOS = """<h1>Photos</h1><a href=/photos/7 id=go>Sea</a><div id=box></div><script>
go.onclick = (event) => { event.preventDefault(); history.pushState({}, '', go.href); box.innerHTML = '<h2>Sea</h2>' }
</script>"""


def _linked(name: str, pages: Pages, *steps: Action) -> Clean:
    return Clean("deep-link", name, scene(pages, *steps))


def slow_shelf(milliseconds: int) -> Scene:
    """A click to a shelf, whose address then takes so long to be read."""
    slow = _SHELL.replace("onpopstate = show; show()", f"setTimeout(show, {milliseconds})")
    html = slow.replace("<main id=main>", "<main id=main><h1>All shelves</h1>")
    shell = page(html % {"n": 7, "reads": "location.pathname !== '/'", "moves": _MOVES})
    return scene({"/": shell, "/shelves/7": shell}, opens("/"), clicks("Shelf"), opens("/shelves/7"))


_DEEP_CALM: list[Case] = [
    _linked(
        "a photo lies over its list, and is a page of its own when it is opened",
        {"/": page(_PHOTOS), "/photos/7": page("<h1>Sea</h1><p>By Amy</p>")},
        opens("/"),
        clicks("Sea"),
        opens("/photos/7"),
    ),
    _linked(
        "a photo lies over its list, and its address is that of the list",
        {"/": page(_PHOTOS), "/photos/7": page(_PHOTOS)},
        opens("/"),
        clicks("Sea"),
        opens("/photos/7"),
    ),
    _linked(
        "the second step of a wizard begins at the first",
        {
            "/": page("<h1>Your order</h1><a href=/checkout/2>Next</a>"),
            "/checkout/2": lambda heard: (
                page("<h1>Address</h1>") if "referer" in heard.headers else page("<h1>Your order</h1>")
            ),
        },
        opens("/"),
        clicks("Next"),
        opens("/checkout/2"),
    ),
    _linked(
        "a form that is refused stands at an address that only takes it",
        {
            "/": page("<h1>New note</h1><form method=post action=/notes><button>Save</button></form>"),
            "/notes": lambda heard: Page(
                page("<h1>Write something</h1>"), status=200 if heard.method == "POST" else 405
            ),
        },
        opens("/"),
        clicks("Save"),
        opens("/notes"),
    ),
    Clean("deep-link", "a screen is slow to read its address", slow_shelf(900)),
    _linked(
        "what was there was deleted in between",
        {
            **_shelves(found=False),
            "/": page(button("Remove", "fetch('/api', {method: 'DELETE'})"), _shell("false")),
            "/api": data({}),
        },
        opens("/"),
        clicks("Shelf"),
        clicks("Remove"),
        opens("/shelves/7"),
    ),
]

_LOST = page("<h1>Page not found</h1><p>We have no such page.</p>", title="Not found")
_HOME = "<h1>Kettle shop</h1><a href=/help/7>Help</a> <a href=/help/8>More help</a> <a href=/imprint>Imprint</a>"


def _help(answer: Answer, otherwise: Answer = _LOST) -> Pages:
    return {"/": page(_HOME), "/help/7": answer, "/help/8": answer, "/imprint": answer, "*": otherwise}


def _follows(pages: Pages, name: str) -> Scene:
    return scene(pages, opens(f"/{NOTHING}"), opens("/"), clicks(name, "link"))


_HELP = page("<h1>Help</h1><p>Ask us.</p>")
_SOFT = Bug(
    "a link leads to the page for what is not there",
    Seen(
        "soft-404",
        3,
        kind="warning",
        title="The link “Help” leads to the page for what is not there",
        expected="Every link that the app shows leads to a page.",
        observed="“Help” leads to /help/7, and shows what a made-up address shows: “Page not found”.",
        screen="/",
        location="link to /help/:id",
    ),
    _follows(_help(_LOST), "Help"),
    clean=_follows(_help(_HELP), "Help"),
    again=_follows(_help(_LOST), "More help"),
    other=_follows(_help(_LOST), "Imprint"),
)
_SOFT_CALM: list[Case] = [
    Clean(
        "soft-404",
        "every address shows the first page, and so does its link",
        scene(
            {"/": page(_HOME + "<a href=/start>Start</a>"), "*": page(_HOME + "<a href=/start>Start</a>")},
            opens(f"/{NOTHING}"),
            opens("/"),
            clicks("Start"),
        ),
    ),
    Clean(
        "soft-404",
        "a page about pages that are not there",
        _follows(_help(page("<h1>Page not found</h1><p>What to do about it.</p>", title="Help")), "Help"),
    ),
    Clean(
        "soft-404",
        "a kit of pages shows its page for what is not there",
        scene(
            {"/": page("<h1>Pages</h1><a href=/kit>404 page</a>"), "*": _LOST},
            opens(f"/{NOTHING}"),
            opens("/"),
            clicks("404 page"),
        ),
    ),
]

CASES: list[Case] = [
    _TAMPERED, _MISTYPED, _ROUTED, *_MADE_UP_CALM,
    _UNKNOWN_TO_THE_SERVER, _LEADS_HOME, *_DEEP_CALM, _SOFT, *_SOFT_CALM,
]  # fmt: skip
