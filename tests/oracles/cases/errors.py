"""Exceptions and console errors: pages with them, and pages whose scripts only seem to fail."""

from collections.abc import Callable

from tests.oracles.build import button, clicks, data, fills, javascript, opens, page, script
from tests.oracles.harness import Bug, Case, Clean, Pages, Seen, on_page, scene
from tests.oracles.visits import Scene
from tests.support.pages import Heard, Page

NO_EXCEPTION = "No exception is left uncaught."
NO_ERROR = "The app's own scripts report no error."


def _product(script_text: str) -> Pages:
    """A shop whose product pages share one script."""
    html = page(
        """<h1>Blue mug</h1><p id=out>Two sizes.</p>
        <button id=times>Delivery times</button><button id=gift>Wrap</button>
        <script src=/static/product.js></script>"""
    )
    return {"/items/7": html, "/items/42": html, "/static/product.js": javascript(script_text)}


_TIMES = """const out = document.getElementById('out')
function showTimes() { const region = %s; out.textContent = region.times.join(', ') }
function wrap() { out.textContent = wrapping.text }
document.getElementById('times').addEventListener('click', showTimes)
document.getElementById('gift').addEventListener('click', wrap)"""
_THROWS, _WORKS = _product(_TIMES % "{}"), _product(_TIMES % "{ times: ['two days'] }")

_HANDLER = Bug(
    "a button's handler throws",
    Seen(
        "uncaught-exception",
        4,
        title="Uncaught TypeError: Cannot read properties of undefined (reading 'join')",
        expected=NO_EXCEPTION,
        observed="click “Delivery times” ends in an uncaught exception: TypeError: Cannot read",
        screen="/items/7",
        location="script /static/product.js HTMLButtonElement.showTimes",
    ),
    scene(_THROWS, opens("/items/7"), clicks("Delivery times")),
    clean=scene(_WORKS, opens("/items/7"), clicks("Delivery times")),
    again=scene(_THROWS, opens("/items/42"), clicks("Delivery times")),
    other=scene(_THROWS, opens("/items/7"), clicks("Wrap")),
)


def _finder(answer: Page, caught: str = "") -> Pages:
    ask = f"fetch('/api/shops').then(r => r.json()).then(s => out.textContent = s.join(' and ')){caught}"
    html = page(f"<h1>Blue mug</h1><p id=out>Who has it?</p>{button('Find in shops', ask)}")
    return {"/items/7": html, "/items/42": html, "/api/shops": answer}


_EMPTY = Page("", type="application/json")

_REJECTION = Bug(
    "an empty answer is parsed, and nobody catches the rejection",
    Seen(
        "uncaught-exception",
        4,
        title="Uncaught SyntaxError: Unexpected end of JSON input",
        expected=NO_EXCEPTION,
        observed="click “Find in shops” ends in an uncaught exception: SyntaxError",
        screen="/items/7",
        location="page /items/:id",
    ),
    scene(_finder(_EMPTY), opens("/items/7"), clicks("Find in shops")),
    clean=scene(
        _finder(_EMPTY, ".catch(() => out.textContent = 'No shop has it.')"),
        opens("/items/7"),
        clicks("Find in shops"),
    ),
    again=scene(_finder(_EMPTY), opens("/items/42"), clicks("Find in shops")),
    other=scene(_finder(data({"shops": []})), opens("/items/7"), clicks("Find in shops")),
)


def _framework(render: str) -> Scene:
    """A framework that logs what a component throws, throws it on, and takes the app off the screen."""
    code = f"""document.querySelector('button').onclick = () => {{
      try {{ {render} }} catch (error) {{
        console.error('Error while rendering: ' + error.message + ' in <Cart>')
        document.getElementById('root').replaceChildren()
        throw error
      }} }}"""
    return on_page(f"<div id=root><h1>Kettle shop</h1><button>Cart</button></div>{script(code)}", clicks("Cart"))


_CRASH = Bug(
    "a component throws, the framework logs it, and the screen is left blank",
    Seen(
        "uncaught-exception",
        4,
        title="Uncaught ReferenceError: cart is not defined",
        expected=NO_EXCEPTION,
        observed="ReferenceError: cart is not defined The screen stays blank.",
        screen="/",
        location="script / document.querySelector.onclick",
    ),
    _framework("cart.rows"),
    clean=_framework("document.title = 'Cart'"),
    again=_framework("cart.rows"),
    other=_framework("null.rows"),
)


def _sign_up(then: str, status: int = 422) -> Pages:
    send = f"fetch('/api/users', {{method: 'POST', body: '{{}}'}}).then(r => {{ {then} }})"
    form = page(f"<h1>Join</h1><label>Name <input></label>{button('Join', send)}<p id=out role=alert></p>")
    return {"/teams/4": form, "/teams/9": form, "/api/users": data({"message": "taken"}, status)}


_SAY = "out.textContent = 'That name is taken.';"
_SAY_AND_THROW = f"{_SAY} throw new Error('Request failed with status code ' + r.status)"

_UNCAUGHT_REFUSAL = Bug(
    "a refusal that the page tells is also left uncaught",
    Seen(
        "uncaught-exception",
        2,
        kind="warning",
        title="Uncaught Error: Request failed with status code 422",
        expected=NO_EXCEPTION,
        observed="click button “Join” ends in an uncaught exception: Error: Request failed with status code 422",
        screen="/teams/4",
        location="script /teams/:id",
    ),
    scene(_sign_up(_SAY_AND_THROW), opens("/teams/4"), clicks("Join", "button")),
    clean=scene(_sign_up(_SAY), opens("/teams/4"), clicks("Join", "button")),
    again=scene(_sign_up(_SAY_AND_THROW), opens("/teams/9"), clicks("Join", "button")),
)


def _with_other_origin(html: Callable[[str], str]) -> Scene:
    """A page that needs another origin, which is outside the scope."""

    def answer(heard: Heard) -> str:
        return page(html(f"http://localhost:{heard.port}"))

    return scene({"/": answer, "*": javascript("window.Stripe = () => 1")}, opens("/"), clicks("Pay"))


def _calm(name: str, scene: Scene) -> Clean:
    return Clean("uncaught-exception", name, scene)


_QUIET_EXCEPTIONS: list[Case] = [
    _calm(
        "a library that the scope keeps out is missed by the app's own script",
        _with_other_origin(
            lambda other: (
                f"""<p>Your order</p><script src={other}/jquery.js></script><script>Stripe('key')</script>
                <button onclick="$('p').hide()">Pay</button>"""
            )
        ),
    ),
    _calm(
        "a request to a host outside the scope fails, and nobody catches it",
        _with_other_origin(
            lambda other: f"<p>Rates</p>{button('Pay', f'fetch(`{other}/rates`)')}{script(f'fetch(`{other}/r`)')}"
        ),
    ),
    _calm(
        "a click leaves the page while its requests are under way",
        scene(
            {
                "/": page(f"<a href=/cart>Cart</a>{script('setInterval(() => fetch(`/api/slow`), 50)')}"),
                "/cart": page("<h1>Cart</h1>"),
                "/api/slow": data([], delay=2),
            },
            opens("/"),
            clicks("Cart"),
        ),
    ),
    _calm(
        "typing cancels the request before",
        on_page(
            """<label>Search <input id=q></label><script>
            let last
            q.addEventListener('input', () => {
              last?.abort()
              last = new AbortController()
              fetch('/api/find', { signal: last.signal })
              last.abort()
            })</script>""",
            fills("Search", "mug"),
            api_find=data([], delay=1),
        ),
    ),
    _calm(
        "a box that grows with its text makes the browser put off a resize notice",
        on_page(
            """<div id=box style='width: 100px'>Grows</div><script>
            const grow = () => { box.style.height = Math.min(box.offsetHeight + 9, 200) + 'px' }
            new ResizeObserver(grow).observe(box)</script>""",
            clicks("Grows"),
        ),
    ),
    _calm(
        "sound and clipboard are refused to a browser without a person",
        on_page(
            """<p>Ping</p><button onclick="navigator.clipboard.writeText(location.href)">Copy link</button>
            <script>new Audio('data:audio/wav;base64,UklGRiQAAABXQVZFZm10').play()</script>""",
            clicks("Copy link"),
        ),
    ),
    _calm(
        "a piece of a page is opened by its address, and misses what the page would bring",
        scene({"/items/7/edit": "<form><input><script>$('form').dialog()</script></form>"}, opens("/items/7/edit")),
    ),
    _calm(
        "closing a dialog rejects its promise with a word",
        on_page(
            """<p id=out>Settings</p><script>
            const close = () => { out.textContent = 'Closed'; Promise.reject('cancel'); Promise.reject(undefined) }
            </script><button onclick="close()">Cancel</button><button onclick="close()">X</button>""",
            clicks("X"),
        ),
    ),
    _calm(
        "an exception is caught, and its message shown as help",
        on_page(
            """<label>Settings <textarea id=text>{bad</textarea></label><p id=out role=alert></p><script>
            function check() {
              try { JSON.parse(text.value) } catch (e) { out.textContent = 'This is no valid JSON: ' + e.message }
            }</script><button onclick="check()">Check</button>""",
            clicks("Check"),
        ),
    ),
]


def _tabs(logs: str) -> Pages:
    html = page(
        "<h1>Blue mug</h1><p id=out></p><button id=more>Specifications</button><script src=/static/tabs.js></script>"
    )
    code = f"more.onclick = () => {{ out.textContent = 'Stoneware'; {logs} }}"
    return {"/items/7": html, "/items/42": html, "/static/tabs.js": javascript(code)}


_OPEN_TAB = (opens("/items/7"), clicks("Specifications"))

_CONSOLE = Bug(
    "a tab logs an error of its own each time",
    Seen(
        "console-error",
        2,
        kind="warning",
        title="Console error: specification 7 has no unit",
        expected=NO_ERROR,
        observed="click “Specifications” writes to the console: specification 7 has no unit",
        screen="/items/7",
        location="script /static/tabs.js",
    ),
    scene(_tabs("console.error('specification 7 has no unit')"), *_OPEN_TAB),
    clean=scene(_tabs("console.warn('specification 7 has no unit')"), *_OPEN_TAB),
    again=scene(_tabs("console.error('specification 12 has no unit')"), opens("/items/42"), clicks("Specifications")),
    other=scene(_tabs("console.error('Invariant: the tab was opened twice')"), *_OPEN_TAB),
)


def _silent(name: str, scene: Scene) -> Clean:
    return Clean("console-error", name, scene)


_QUIET_LINES: list[Case] = [
    _silent(
        "a browser without a person refuses sound and the clipboard",
        scene(
            _tabs(
                "console.error('Could not copy: ' + new DOMException('Write permission denied.', 'NotAllowedError'));"
                "console.error('Sound: AbortError: The play() request was interrupted by a call to pause().')"
            ),
            *_OPEN_TAB,
        ),
    ),
    _silent(
        "warnings of libraries, and lines below an error",
        scene(
            _tabs(
                """console.error('Warning: Each child in a list should have a unique "key" prop.')
                console.error('Each child in a list should have a unique "key" prop. See https://react.dev/keys')
                console.error('The zoom option is deprecated, use scale')
                console.warn('slow'); console.info('error'); console.debug('failed')"""
            ),
            *_OPEN_TAB,
        ),
    ),
    _silent(
        "a refusal that the page tells is logged as well",
        scene(
            _sign_up(_SAY + "console.error('Could not join', r.status)"), opens("/teams/4"), clicks("Join", "button")
        ),
    ),
    _silent(
        "the favicon is missing", scene({"/": page("<h1>Shop</h1>"), "/favicon.ico": Page(status=404)}, opens("/"))
    ),
    _silent(
        "the browser complains of hosts outside the scope",
        _with_other_origin(
            lambda other: (
                f"""<p>Chat</p><button onclick='this.disabled = true'>Pay</button>
                <script>fetch('{other}/rates').catch(() => 0)
                new WebSocket('{other.replace("http", "ws")}/live')</script>
                <img src={other}/pixel.gif width=40 height=40><link rel=stylesheet href={other}/fonts.css>"""
            )
        ),
    ),
    _silent(
        "a script says which service it could not load, and the scope is why",
        _with_other_origin(
            lambda other: (
                f"""<p>Map</p><button>Pay</button><script>
                const maps = document.createElement('script')
                maps.src = '{other}/maps.js'
                maps.onerror = () => console.error('Could not load maps from ' + maps.src)
                document.head.append(maps)</script>"""
            )
        ),
    ),
    _silent(
        "a policy keeps a script out, and is reported",
        scene(
            {
                "/": Page(
                    page("<h1>Shop</h1>", script("document.title = 'never'"), "<button>Cart</button>"),
                    headers={"content-security-policy": "script-src 'nonce-a'; report-uri /csp"},
                ),
                "/csp": Page(status=404),
            },
            opens("/"),
            clicks("Cart"),
        ),
    ),
]

CASES: list[Case] = [_HANDLER, _REJECTION, _CRASH, _UNCAUGHT_REFUSAL, *_QUIET_EXCEPTIONS, _CONSOLE, *_QUIET_LINES]
