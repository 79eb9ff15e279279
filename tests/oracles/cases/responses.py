"""Answers with 5xx, and with 4xx to what the app offers; and answers that are no fault of the app's."""

from bugbash.charter.actions import Action
from tests.oracles.build import RELOAD, button, clicks, data, fills, opens, page, presses, script
from tests.oracles.harness import Bug, Case, Clean, Pages, Seen, on_page, scene
from tests.oracles.visits import Scene
from tests.support.pages import Answer, Page

ANSWERS = "The server answers what the app asks it, or refuses it with a message."
IS_THERE = "What the app itself offers is there and takes what it is given."

_TRACE = Page(
    page(
        """<h1>Internal Server Error</h1><p>KeyError: 'cancelled'</p><pre>Traceback (most recent call last):
  File "/srv/orders.py", line 12, in show</pre><p>Order undefined</p><img src=/gone.png width=50 height=50>
        <script>console.error('no order'); order.show()</script>""",
        title="500",
    ),
    status=500,
)


def _orders(broken: Answer) -> Pages:
    return {
        "/orders": page(
            "<h1>Orders</h1>",
            *(f"<p><a href=/orders/{n}>Order {n}</a></p>" for n in (7, 12)),
            "<a href=/invoices/3>Invoice 3</a>",
        ),
        "/orders/7": broken,
        "/orders/12": broken,
        "/invoices/3": Page("no", status=502),
    }


_DOCUMENT = Bug(
    "a page answers 500 with a trace, and its scripts and pictures fail as well",
    Seen(
        "server-error",
        5,
        title="GET /orders/:id answers 500",
        expected=ANSWERS,
        observed="click “Order 7”: GET /orders/7 answers 500.",
        screen="/orders/7",
        location="GET /orders/:id",
    ),
    scene(_orders(_TRACE), opens("/orders"), clicks("Order 7")),
    clean=scene(_orders(page("<h1>Order</h1><p>Cancelled</p>")), opens("/orders"), clicks("Order 7")),
    again=scene(_orders(_TRACE), opens("/orders"), clicks("Order 12")),
    other=scene(_orders(_TRACE), opens("/orders"), clicks("Invoice 3")),
)


def account(send: str, **answers: Answer) -> Pages:
    html = page(
        f"<h1>Account</h1><label>Street <input value='Kettle Street 1'></label><p id=out></p>"
        f"{button('Save', send)}{button('Export', 'fetch(`/api/export`).then(r => out.textContent = r.statusText)')}"
    )
    return {
        "/accounts/7": html,
        "/accounts/42": html,
        "/api/export": data({}, 503),
        **{f"/api/{name}": answer for name, answer in answers.items()},
    }


PUT = "fetch('/api/address', { method: 'PUT', body: '{}' })"
PUT_AND_TELL = f"{PUT}.then(r => out.textContent = r.ok ? 'Saved.' : 'Could not save your address.')"
SAVE: tuple[Action, ...] = (opens("/accounts/7"), clicks("Save"))

_TOLD = Bug(
    "a write answers 500, and the page tells its user",
    Seen(
        "server-error",
        4,
        title="PUT /api/address answers 500",
        expected=ANSWERS,
        observed="click “Save”: PUT /api/address answers 500.",
        screen="/accounts/7",
        location="PUT /api/address",
    ),
    scene(account(PUT_AND_TELL, address=data({}, 500)), *SAVE),
    clean=scene(account(PUT_AND_TELL, address=data({})), *SAVE),
    again=scene(account(PUT_AND_TELL, address=data({}, 503)), opens("/accounts/42"), clicks("Save")),
    other=scene(account(PUT_AND_TELL, address=data({})), opens("/accounts/7"), clicks("Export")),
)
_UNTOLD = Bug(
    "a write answers 500, and the page says nothing of it",
    Seen(
        "server-error",
        4,
        title="PUT /api/address answers 500",
        expected=ANSWERS,
        observed="click “Save”: PUT /api/address answers 500. The page says nothing of it.",
        screen="/accounts/7",
        location="PUT /api/address",
    ),
    scene(account(PUT, address=data({}, 500)), *SAVE),
    clean=scene(account(PUT, address=data({})), *SAVE),
    again=scene(account(PUT, address=data({}, 500)), opens("/accounts/42"), clicks("Save")),
)


def _list(answer: Answer, then: str) -> Scene:
    ask = f"fetch('/api/shops').then(r => r.text()).then(text => {{ {then} }})"
    return on_page(f"<h1>Shops</h1><div id=out aria-busy=true>Loading…</div>{script(ask)}", api_shops=answer)


_SHOW = "out.textContent = text; out.ariaBusy = false"
_LOADS_FOR_EVER = Bug(
    "a list answers 500, and its screen goes on loading",
    Seen(
        "server-error",
        4,
        title="GET /api/shops answers 500",
        expected=ANSWERS,
        observed="open /: GET /api/shops answers 500. The screen goes on loading.",
        screen="/",
        location="GET /api/shops",
    ),
    _list(data([], 500), "JSON.parse(text); document.title = 'Shops'"),
    clean=_list(data(["Graz"]), _SHOW),
    again=_list(Page("Internal Server Error", status=500), _SHOW),
)


def _error(name: str, scene: Scene) -> Clean:
    return Clean("server-error", name, scene)


_FORM = "<form method=post action=/join><label>Name <input name=name></label><button>Join</button></form>"
_CALM_SERVERS: list[Case] = [
    _error(
        "a form comes back with 422 and a message",
        on_page(
            f"<h1>Join</h1>{_FORM}",
            fills("Name", "Bo"),
            clicks("Join", "button"),
            join=Page(page(f"<h1>Join</h1><p role=alert>Too short.</p>{_FORM}"), status=422),
        ),
    ),
    _error(
        "a beacon and a probe by HEAD fail",
        on_page(
            f"<h1>Shop</h1>{button('Buy', 'navigator.sendBeacon(`/stats`, `buy`); fetch(`/new`, {method: `HEAD`})')}",
            clicks("Buy"),
            stats=Page(status=500),
            new=Page(status=503),
        ),
    ),
    _error(
        "a status page speaks of errors that were",
        on_page(
            """<h1>System status</h1><h2>March 3</h2>
            <p>Some visitors saw 500 Internal Server Error for ten minutes.</p>
            <table><tr><th>Code<th>Meaning<tr><td>500<td>Internal Server Error<tr><td>502<td>Bad Gateway</table>"""
        ),
    ),
    _error(
        "an unknown address that was typed answers 404 with what it is",
        scene({"*": Page(page("<h1>Error 404</h1><p>There is nothing here.</p>"), status=404)}, opens("/orders/1e9")),
    ),
    _error(
        "a page that needs rights sends to the sign-in",
        on_page("<a href=/admin>Staff</a>", clicks("Staff"), admin=Page(page("<h1>Sign in</h1>"), status=401)),
    ),
]


def _stock(answer: Answer) -> Pages:
    form = "<form method=post><label>E-mail <input name=mail></label><button>Tell me</button></form>"
    answers = {f"/items/{n}": answer for n in (7, 42)}
    return {
        "/mug": page(f"<h1>Mug</h1>{form.replace('post>', 'post action=/items/7>')}"),
        "/jug": page(f"<h1>Jug</h1>{form.replace('post>', 'post action=/items/42>')}"),
        "/pot": page(f"<h1>Pot</h1>{form.replace('post>', 'post action=/pots/9/alerts>')}"),
        **answers,
        "/pots/9/alerts": Page(status=404),
    }


_MAIL = fills("E-mail", "{tag}@example.com")
_ONLY_GET = Page(page("<h1>Method Not Allowed</h1>"), status=405)
_FORM_REFUSED = Bug(
    "a form is sent to an address that takes none",
    Seen(
        "refused-request",
        3,
        title="POST /items/:id is refused with 405",
        expected=IS_THERE,
        observed="click “Tell me”: POST /items/7 answers 405.",
        screen="/items/7",
        location="POST /items/:id",
    ),
    scene(_stock(_ONLY_GET), opens("/mug"), _MAIL, clicks("Tell me")),
    clean=scene(_stock(page("<h1>We will tell you.</h1>")), opens("/mug"), _MAIL, clicks("Tell me")),
    again=scene(_stock(_ONLY_GET), opens("/jug"), _MAIL, clicks("Tell me")),
    other=scene(_stock(_ONLY_GET), opens("/pot"), _MAIL, clicks("Tell me")),
)


def _notes(path: str, told: str = "'This could not be archived.'") -> Pages:
    row = "<li>Note {0} <button aria-label='Archive {0}' onclick='archive({0})'>Archive</button>"
    code = f"""async function archive(n) {{
      const answer = await fetch({path}, {{ method: 'PATCH' }})
      out.textContent = answer.ok ? 'Archived.' : {told}
    }}"""
    html = page(f"<h1>Notes</h1><ul>{row.format(1)}{row.format(2)}</ul><p id=out role=status></p>{script(code)}")
    return {"/": html, "/api/notes/1": data({}), "/api/notes/2": data({}), "*": data({}, 404)}


_WRITE_REFUSED = Bug(
    "a script writes to an address that is not there, and the page tells of it",
    Seen(
        "refused-request",
        3,
        title="PATCH /api/note/:id is refused with 404",
        expected=IS_THERE,
        observed="click “Archive 1”: PATCH /api/note/1 answers 404.",
        screen="/",
        location="PATCH /api/note/:id",
    ),
    scene(_notes("`/api/note/${n}`"), opens("/"), clicks("Archive 1")),
    clean=scene(_notes("`/api/notes/${n}`"), opens("/"), clicks("Archive 1")),
    again=scene(_notes("`/api/note/${n}`"), opens("/"), clicks("Archive 2")),
    other=scene(_notes("`/archive/${n}`"), opens("/"), clicks("Archive 1")),
)

_LEADS_AWAY = Bug(
    "a button leads to a page that is not there",
    Seen(
        "refused-request",
        3,
        title="GET /checkout/start is refused with 404",
        expected=IS_THERE,
        observed="click “Check out”: GET /checkout/start answers 404.",
        screen="/checkout/start",
        location="GET /checkout/start",
    ),
    on_page(f"<h1>Cart</h1>{button('Check out', 'location = `/checkout/start`')}", clicks("Check out")),
    clean=on_page(
        f"<h1>Cart</h1>{button('Check out', 'location = `/checkout`')}",
        clicks("Check out"),
        checkout=page("<h1>Pay</h1>"),
    ),
    again=on_page(f"<h1>Your cart</h1>{button('Check out', 'location = `/checkout/start`')}", clicks("Check out")),
    other=on_page(f"<h1>Cart</h1>{button('Check out', 'location = `/pay`')}", clicks("Check out")),
)


def _refused(name: str, scene: Scene) -> Clean:
    return Clean("refused-request", name, scene)


def _posts(path: str, body: str = "") -> str:
    sent = f"{{ method: 'POST', body: '{body}' }}"
    return f"fetch('{path}', {sent}).then(r => r.json()).then(said => out.textContent = said.message)"


_GONE = Page(page("<h1>Not found</h1><a href=/>Home</a>"), status=404)
_JUMP = "<form action=/wiki><label>Go to <input name=page></label><button>Go</button></form>"
_CALM_REFUSALS: list[Case] = [
    _refused(
        "an address that was typed is not there, and a reload does not change that",
        scene({"/": page("<h1>Home</h1>"), "*": _GONE}, opens("/nowhere"), RELOAD, clicks("Home"), opens("/nope")),
    ),
    _refused(
        "a coupon that nobody issued is not found, with a message",
        on_page(
            f"<label>Coupon <input></label>{button('Apply', _posts('/api/coupons/apply'))}<p id=out></p>",
            fills("Coupon", "Bug bash {tag}1"),
            clicks("Apply"),
            api_coupons_apply=data({"message": "There is no such coupon."}, 404),
        ),
    ),
    _refused(
        "a search by name finds no page of that name, and offers none",
        on_page(_JUMP, fills("Go to", "Bug bash {tag}1"), presses("Enter", "Go to"), wiki=_GONE),
    ),
    _refused(
        "a script goes to the page that was named",
        scene(
            {
                "/": page(
                    "<label>Go to <input id=name></label>",
                    button("Go", "location = `/w/` + encodeURIComponent(name.value)"),
                ).replace("name.value", "document.getElementById(`name`).value"),
                "*": _GONE,
            },
            opens("/"),
            fills("Go to", "Bug bash {tag}1"),
            clicks("Go"),
        ),
    ),
    _refused(
        "a picture of a kind that is not taken is refused with a message",
        on_page(
            f"<h1>Avatar</h1>{button('Use', _posts('/api/avatar'))}<p id=out></p>",
            clicks("Use"),
            api_avatar=data({"message": "Only PNG and JPEG are taken."}, 415),
        ),
    ),
    _refused(
        "the visitor counter is switched off",
        on_page(
            f"<h1>Shop</h1>{button('Like', 'fetch(`/api/telemetry/events`, {method: `POST`, body: `like`})')}",
            clicks("Like"),
            api_telemetry_events=data({}, 404),
        ),
    ),
    _refused(
        "a page reports where it is by itself, and an old server does not know it",
        on_page(
            """<h1>Board</h1><script>
            const here = () => fetch('/api/here', { method: 'POST' })
            here(); setInterval(here, 300)</script><button onclick="document.body.style.zoom = 1.5">Zoom</button>""",
            clicks("Zoom"),
            clicks("Zoom"),
            api_here=data({}, 404),
        ),
    ),
    Clean(
        "refused-request",
        "an address was typed that no app has",
        scene({"/": page(_JUMP), "/wiki": _GONE}, opens("/"), fills("Go to", "x"), clicks("Go"), benign=False),
    ),
]

CASES: list[Case] = [
    _DOCUMENT,
    _TOLD,
    _UNTOLD,
    _LOADS_FOR_EVER,
    *_CALM_SERVERS,
    _FORM_REFUSED,
    _WRITE_REFUSED,
    _LEADS_AWAY,
    *_CALM_REFUSALS,
]
