"""Passwords where they do not belong, and protection that is not asked for."""

from urllib.parse import parse_qs

from bugbash.charter.actions import Action
from bugbash.oracles.secrecy import PASSWORD
from tests.oracles.build import RELOAD, clicks, fills, opens, page
from tests.oracles.harness import Bug, Case, Clean, Pages, Seen, scene
from tests.oracles.visits import Scene
from tests.support.pages import Answer, Heard, Page


def _form(method: str, action: str = "/join") -> str:
    return page(
        f"<h1>Join</h1><form method={method} action={action}><label>Name <input name=who></label>"
        "<label>Password <input type=password name=pass></label><button>Join</button></form>"
    )


_JOINED = page("<h1>Welcome</h1><p>You have joined.</p>")


def _joins(method: str, path: str = "/", action: str = "/join", answer: Answer = _JOINED, *more: Action) -> Scene:
    pages: Pages = {path: _form(method, action), action: answer}
    return scene(
        pages, opens(path), fills("Name", "Amy"), fills("Password", PASSWORD), clicks("Join", "button"), *more
    )


_IN_AN_ADDRESS = Bug(
    "a form sends its password in an address",
    Seen(
        "exposed-password",
        4,
        title="A password is sent in an address: GET /join?pass&who",
        expected="A password is sent in the body of a request",
        observed="the address of GET /join?pass&who holds the password, as “pass”.",
        screen="/",
        location="GET /join?pass&who",
    ),
    _joins("get"),
    clean=_joins("post"),
    again=_joins("get", "/start"),
    other=_joins("get", "/", "/team"),
)


def _says(heard: Heard) -> str:
    password = parse_qs(heard.text)["pass"][0]
    return page(f"<h1>Welcome</h1><p>Your password is {password}.</p>")


_SHOWN = Bug(
    "a page shows the password that was typed",
    Seen(
        "exposed-password",
        4,
        title="/join shows a password that was typed",
        expected="A password is never shown again.",
        observed="click button “Join”: /join shows a password that was typed.",
        screen="/join",
        location="/join",
    ),
    _joins("post", answer=_says),
    clean=_joins("post", answer=lambda heard: page(f"<h1>Welcome</h1><p>Your password has {len(heard.text)} signs.")),
    again=_joins("post", "/start", answer=_says),
    other=_joins("post", action="/team", answer=_says),
)


def _comes_back(heard: Heard) -> str:
    password = parse_qs(heard.text)["pass"][0]
    return page(
        f"<h1>Join</h1><p>The name is taken.</p><label>Password <input type=password value='{password}'></label>"
    )


def _comes_empty(_: Heard) -> str:
    return page("<h1>Join</h1><p>The name is taken.</p><label>Password <input type=password></label>")


_SENT_BACK = Bug(
    "a form comes back with the password in it",
    Seen(
        "exposed-password",
        4,
        title="/join comes with the password already in its field “Password”",
        expected="A page is never sent with a password in it.",
        observed="click button “Join”: /join comes with the password already in its field “Password”.",
        screen="/join",
        location="/join",
    ),
    _joins("post", answer=_comes_back),
    clean=_joins("post", answer=_comes_empty),
    again=_joins("post", "/start", answer=_comes_back),
)


def _keeps(name: str, pages: Pages, *steps: Action) -> Clean:
    return Clean("exposed-password", name, scene(pages, *steps))


_TYPE = (opens("/"), fills("Password", PASSWORD))
_CALM: list[Case] = [
    _keeps(
        "a button shows what is being typed",
        {
            "/": page(
                "<label>Password <input id=pass type=password></label>"
                "<button type=button onclick=\"pass.type = 'text'\">Show</button>"
            )
        },
        *_TYPE,
        clicks("Show"),
    ),
    _keeps(
        "a demo comes with the password of everybody",
        {"/": page("<h1>Demo</h1><p>Use demo / demodemo</p><input type=password name=pass value=demodemo>")},
        opens("/"),
        RELOAD,
    ),
    _keeps(
        "a page comes with stars for a password that it keeps",
        {"/": page("<label>Password <input type=password name=pass value='********'></label>")},
        *_TYPE,
        RELOAD,
    ),
    _keeps(
        "a form is sent with an empty password field",
        {
            "/": page(
                "<form action=/find><label>Name <input name=who></label><input type=password name=pass>"
                "<button>Find</button></form>"
            ),
            "/find": _JOINED,
        },
        opens("/"),
        fills("Name", "Amy"),
        clicks("Find"),
    ),
    _keeps(
        "a script keeps a field in step with its markup",
        {
            "/": page(
                '<label>Password <input type=password oninput="length_.textContent = value.length"></label>'
                "<p id=length_></p>"
            )
        },
        *_TYPE,
    ),
]


def _room(cookie: str, inside: str = "<button>Sign out</button>") -> Pages:
    answer = Page(page(f"<h1>Room</h1>{inside}"), cookies=[cookie])
    return {"/rooms/7": answer, "/rooms/8": answer}


def _enters(cookie: str, number: int = 7, inside: str = "<button>Sign out</button>") -> Scene:
    return scene(_room(cookie, inside), opens(f"/rooms/{number}"))


_READABLE = Bug(
    "scripts can read the cookie that holds the login",
    Seen(
        "weak-protection",
        2,
        kind="warning",
        title="Scripts can read the login cookie PHPSESSID",
        expected="The cookie that holds a login is HttpOnly.",
        observed="document.cookie holds PHPSESSID while somebody is signed in.",
        screen="/rooms/7",
        location="cookie PHPSESSID",
    ),
    _enters("PHPSESSID=k2j4h5g6f7d8s9a0"),
    clean=_enters("PHPSESSID=k2j4h5g6f7d8s9a0; HttpOnly"),
    again=_enters("PHPSESSID=k2j4h5g6f7d8s9a0", 8),
    other=_enters("connect.sid=s%3Ak2j4h5g6f7d8s9a0"),
)
_PROTECTED: list[Case] = [
    Clean(
        "weak-protection", "nobody is signed in", _enters("PHPSESSID=k2j4h5g6f7d8s9a0", inside="<a href=/in>In</a>")
    ),
    Clean("weak-protection", "a cookie is there for scripts", _enters("XSRF-TOKEN=k2j4h5g6f7d8s9a0")),
    Clean("weak-protection", "a cookie keeps a choice", _enters("theme=dark")),
]

CASES: list[Case] = [_IN_AN_ADDRESS, _SHOWN, _SENT_BACK, *_CALM, _READABLE, *_PROTECTED]
