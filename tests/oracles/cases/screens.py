"""Screens that stay blank or busy, and those that are only on their way or have little to show."""

from collections.abc import Iterator

from bugbash.charter.actions import Action
from tests.oracles.build import SHAPE, button, clicks, data, opens, page, script
from tests.oracles.harness import Bug, Case, Clean, Pages, Seen, on_page, scene
from tests.support.pages import Answer, Heard, Page

IN_TIME = "The screen shows what it is for within 10 s."


def _guide(body: str, other: str = "") -> Pages:
    links = "<a href=/gifts/7>Gifts</a> <a href=/gifts/42>More gifts</a> <a href=/shops>Shops</a>"
    return {"/": page(links), "/gifts/7": page(body), "/gifts/42": page(body), "/shops": page(other)}


_BLANK = Bug(
    "a page is empty",
    Seen(
        "blank-screen",
        4,
        title="/gifts/7 stays blank",
        expected=IN_TIME,
        observed="click “Gifts”: 10 s after it was opened it shows nothing at all.",
        screen="/gifts/7",
        location="/gifts/:id",
    ),
    scene(_guide(""), opens("/"), clicks("Gifts")),
    clean=scene(_guide("Gifts for two"), opens("/"), clicks("Gifts")),
    again=scene(_guide(""), opens("/"), clicks("More gifts")),
    other=scene(_guide(""), opens("/"), clicks("Shops")),
)
_ROOT = "<div id=root style='height: 100vh'><div class=shell></div></div><script>%s</script>"
_NEVER_FILLED = Bug(
    "an app never fills its root, and no script complains",
    Seen(
        "blank-screen",
        4,
        title="/gifts/7 stays blank",
        expected=IN_TIME,
        observed="open /gifts/7: 10 s after it was opened it shows nothing at all.",
        screen="/gifts/7",
        location="/gifts/:id",
    ),
    scene(_guide(_ROOT % "if (window.ready) root.textContent = 'Gifts'"), opens("/gifts/7")),
    clean=scene(_guide(_ROOT % "root.textContent = 'Gifts'"), opens("/gifts/7")),
    again=scene(_guide(_ROOT % "if (window.ready) root.textContent = 'Gifts'"), opens("/gifts/42")),
)


def _blank(name: str, body: str, *steps: Action, head: str = "", **others: Answer) -> Clean:
    return Clean("blank-screen", name, on_page(body, *steps, head=head, **others))


def _document(name: str, answer: Answer) -> Clean:
    return Clean("blank-screen", name, scene({"/": answer}, opens("/")))


_LATER = "setTimeout(() => { %s }, 1000)"
_FILE = Page(b"PK", type="application/zip", headers={"content-disposition": "attachment; filename=a.zip"})
_CALM_BLANKS: list[Case] = [
    _blank("a page says one short word", "OK"),
    _blank(
        "a splash of a second, and then the app", f"<div id=root></div>{script(_LATER % 'root.textContent = `Shop`')}"
    ),
    _blank(
        "an empty page leads on by a script",
        script(_LATER % "location = `/shop`"),
        shop=page("<h1>Shop</h1>"),
    ),
    _blank(
        "an empty page leads on by itself",
        "",
        head="<meta http-equiv=refresh content='1; url=/shop'>",
        shop=page("<h1>Shop</h1>"),
    ),
    _blank(
        "a game draws on a canvas",
        "<canvas id=game width=300 height=200></canvas><script>game.getContext('2d').fillRect(0, 0, 9, 9)</script>",
    ),
    _blank("a page is one drawing", "<svg width=200 height=200><circle r=90 /></svg>"),
    _blank(
        "a page is one picture of the style sheet's",
        "<div style='height: 300px; background: url(/shape)'></div>",
        shape=SHAPE,
    ),
    _blank(
        "a page is another one in a frame", "<iframe src=/inner width=400 height=200></iframe>", inner=page("Map")
    ),
    _blank(
        "an element of the app's own draws where nobody can look",
        """<x-map style="display: block; height: 200px"></x-map><script>customElements.define('x-map',
        class extends HTMLElement {
          connectedCallback() { this.attachShadow({ mode: 'closed' }).innerHTML = 'Map' } })</script>""",
    ),
    _blank("a link starts a download", "<a href=/zip>All</a>", clicks("All"), zip=_FILE),
    _blank("a link is answered without a page", "<a href=/done>Done</a>", clicks("Done"), done=Page(status=204)),
    _blank("a window opens for the print", button("Print", "window.open('about:blank')"), clicks("Print")),
    _blank("an unknown address that was typed", "Shop", opens("/nowhere"), nowhere=Page(" ", status=404)),
    _document("a file without text", Page("", type="text/plain")),
    _document("an answer without data", data({})),
    _document("a picture by itself", SHAPE),
    _document("an app that the scope keeps out", lambda heard: page(_bundle(heard))),
]


def _bundle(heard: Heard) -> str:
    return f"<div id=root></div><script src=http://localhost:{heard.port}/cdn/app.js></script>"


def _spinner(shown: str) -> str:
    return f"""<style>@keyframes turn {{ to {{ transform: rotate(1turn) }} }}
    .spinner {{ width: 40px; height: 40px; border: 3px dotted; animation: turn 1s linear infinite }}</style>{shown}"""


def _shops(body: str) -> Pages:
    html = page(f"<h1>Shops</h1>{body}")
    return {"/towns/7": html, "/towns/42": html, "/api/shops": data(["Graz"])}


def _stuck(name: str, place: str, body: str, clean: str, other: str) -> Bug:
    return Bug(
        name,
        Seen(
            "stuck-screen",
            4,
            title="/towns/7 never stops loading",
            expected=IN_TIME,
            observed=f"open /towns/7: 10 s later it still shows that it is loading ({place}).",
            screen="/towns/7",
            location="/towns/:id",
        ),
        scene(_shops(body), opens("/towns/7")),
        clean=scene(_shops(clean), opens("/towns/7")),
        again=scene(_shops(body), opens("/towns/42")),
        other=scene(_shops(other), opens("/towns/7")),
    )


_LIST = (
    "<div id=list aria-busy=true>Wait</div><script>fetch('/api/shops').then(r => r.json()).then(s => { %s })</script>"
)
_DONE = "list.textContent = s; list.ariaBusy = false"
_STUCK_BUGS: list[Case] = [
    _stuck(
        "a list never takes its placeholder away, though the data came",
        "#list",
        _LIST % "document.title = s",
        _LIST % _DONE,
        "<div class=box><div role=progressbar>Wait</div></div>",
    ),
    _stuck(
        "a wheel turns for ever",
        "main>div.spinner",
        _spinner("<main><div class=spinner></div></main>"),
        "<main><div>Graz</div></main>",
        "<section><progress></progress></section>",
    ),
    _stuck(
        "a line says that it is loading, for ever",
        "main>p",
        "<main><p>Loading shops…</p></main>",
        "<main><p>Graz</p></main>",
        "<main><div>Please wait...</div></main>",
    ),
]


def _busy(name: str, body: str, *steps: Action, **others: Answer) -> Clean:
    return Clean("stuck-screen", name, on_page(f"<h1>Shops</h1>{body}", *steps, head="", **others))


def _lines() -> Iterator[bytes]:
    for number in range(12):
        yield f"line {number}\n".encode()


_STREAM = """<progress></progress><pre id=out></pre><script>(async () => {
  const reader = (await fetch('/stream')).body.getReader()
  for (let piece; !(piece = await reader.read()).done;) out.append(new TextDecoder().decode(piece.value))
})()</script>"""
_CALM_BUSY: list[Case] = [
    _busy(
        "a splash of a second", _spinner(f"<div class=spinner id=s></div>{script(_LATER % 's.replaceWith(`Graz`)')}")
    ),
    _busy(
        "a number widget is called a spinner",
        """<span class="ui-spinner ui-widget"><input class=ui-spinner-input value=3>
        <a class="ui-spinner-button">▲</a></span>
        <div class="loading-bar">A quay for loading</div><h2>Loading</h2><p>Loading dock 3</p><img class=lazyload>""",
    ),
    _busy(
        "a job says how far it is",
        "<progress value=3 max=9></progress><div role=progressbar aria-valuenow=30>30 %</div>",
    ),
    _busy(
        "a job is asked about again and again",
        "<progress></progress><script>setInterval(() => fetch('/api/job'), 700)</script>",
        api_job=data({"state": "running"}),
    ),
    _busy(
        "a server says again and again that nothing changed",
        "<progress></progress><script>setInterval(() => fetch('/api/job', { cache: 'reload' }), 700)</script>",
        api_job=Page(status=304),
    ),
    _busy(
        "a job says what it does",
        "<progress></progress><p id=out></p>"
        "<script>let n = 0; setInterval(() => { out.textContent = `${++n} files` }, 600)</script>",
    ),
    _busy("an answer comes in piece by piece", _STREAM, stream=Page(_lines(), type="text/plain", pause=0.4)),
    _busy(
        "a list loads more when it is scrolled to its end",
        _spinner("<ul><li>Graz</ul><div style='height: 4000px'></div><div class=spinner></div><p>Loading more…</p>"),
    ),
    _busy(
        "a wheel that nobody sees",
        _spinner("<div class=spinner hidden></div><div style='display: none' aria-busy=true>a</div>"),
    ),
    _busy(
        "a picture moves for decoration",
        "<style>@keyframes sway { to { rotate: 9deg } } .leaf { animation: sway 2s infinite alternate }</style>"
        "<div class=leaf>~</div>",
    ),
    Clean(
        "stuck-screen",
        "a map that the scope keeps out",
        scene({"/": lambda heard: page("<h1>Shops</h1><div aria-busy=true>Map</div>" + _bundle(heard))}, opens("/")),
    ),
]

CASES: list[Case] = [_BLANK, _NEVER_FILLED, *_CALM_BLANKS, *_STUCK_BUGS, *_CALM_BUSY]
