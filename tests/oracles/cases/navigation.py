"""Requests without an answer, and pages that lead round in circles."""

from collections.abc import Iterator

from tests.oracles.build import button, clicks, data, opens, page, script
from tests.oracles.harness import Bug, Case, Clean, Pages, Seen, on_page, scene
from tests.support.pages import Answer, Heard, Page

LATE = 40.0
_LATE = Page("{}", type="application/json", delay=LATE)
_ASKS = "".join(
    button(name, f"fetch('{path}').then(() => {{ out.textContent = 'Sent.' }})")
    for name, path in (("Seven", "/api/rows/7"), ("Eight", "/api/rows/8"), ("Sum", "/api/sum"))
)


def _asks(answer: Answer) -> Pages:
    rows = dict.fromkeys(("/api/rows/7", "/api/rows/8", "/api/sum"), answer)
    return {"/": page(f"<h1>Rows</h1>{_ASKS}<p id=out></p><a href=/slow>Slow</a>"), **rows, "/slow": answer}


_HUNG = Bug(
    "a request that a click sends has no answer",
    Seen(
        "hung-request",
        4,
        title="GET /api/rows/:id is never answered",
        expected="The server answers within 10 s.",
        observed="click “Seven”: GET /api/rows/7 has no answer after 10 s.",
        screen="/",
        location="GET /api/rows/:id",
    ),
    scene(_asks(_LATE), opens("/"), clicks("Seven")),
    clean=scene(_asks(data({}, delay=1.0)), opens("/"), clicks("Seven")),
    again=scene(_asks(_LATE), opens("/"), clicks("Eight")),
    other=scene(_asks(_LATE), opens("/"), clicks("Sum")),
)
_HUNG_PAGE = Bug(
    "a page that a link leads to does not come",
    Seen(
        "hung-request",
        4,
        title="GET /slow is never answered",
        expected="The server answers within 10 s.",
        observed="click “Slow”: GET /slow has no answer after 10 s.",
        screen="/",
        location="GET /slow",
    ),
    scene(_asks(_LATE), opens("/"), clicks("Slow")),
    clean=scene(_asks(page("<h1>Slow</h1>")), opens("/"), clicks("Slow")),
    again=scene(_asks(_LATE), opens("/"), clicks("Slow")),
)


def _stream() -> Iterator[bytes]:
    yield b"data: 1\n\n"
    yield b"data: 2\n\n"
    while True:
        yield b": \n\n"


def _waits(name: str, code: str, **others: Answer) -> Clean:
    pages: Pages = {f"/{path.replace('_', '/')}": made for path, made in others.items()}
    whole = {"/": page(f"<h1>Rows</h1>{button('Go', code)}"), **pages}
    return Clean("hung-request", name, scene(whole, opens("/"), clicks("Go")))


_HUNG_CALM: list[Case] = [
    _waits("a page asks for news and waits for them", "fetch('/api/poll')", api_poll=_LATE),
    _waits("a stream goes on", "new EventSource('/feed')", feed=Page(_stream(), type="text/event-stream", pause=0.5)),
    _waits("an answer has begun to come", "fetch('/rows')", rows=Page(_stream(), type="text/plain", pause=0.5)),
    Clean(
        "hung-request",
        "a page keeps a request open by itself, and a click opens the next",
        on_page(
            f"<h1>Rows</h1>{script('fetch(`/api/rows/1`)')}{button('Go', 'fetch(`/api/rows/2`)')}",
            clicks("Go"),
            api_rows_1=_LATE,
            api_rows_2=_LATE,
        ),
    ),
    _waits("a report takes its time", "fetch('/report/7')", report_7=_LATE),
]


def _circle(heard: Heard) -> Page:
    return Page(redirect=f"{heard.path}?again={len(heard.query)}" if not heard.query else heard.path)


def _moved(times: int) -> Answer:
    """Redirects so many times, and then answers."""

    def answer(heard: Heard) -> Page | str:
        at = int(heard.query.partition("=")[2] or 0)
        return Page(redirect=f"{heard.path}?at={at + 1}") if at < times else page("<h1>Signed in</h1>")

    return answer


_LINKS = "<h1>Rows</h1><a href=/rows/7>Seven</a> <a href=/rows/8>Eight</a> <a href=/sums>Sums</a>"


def _rows(answer: Answer) -> Pages:
    return {"/": page(_LINKS), "/rows/7": answer, "/rows/8": answer, "/sums": answer}


_CIRCLE = Bug(
    "a link leads round in a circle",
    Seen(
        "redirect-loop",
        4,
        title="/rows/:id redirects in a circle",
        expected="A page comes to rest at one address.",
        observed="click “Seven”: /rows/7 redirects in a circle.",
        screen="/rows/7",
        location="/rows/:id",
    ),
    scene(_rows(_circle), opens("/"), clicks("Seven")),
    clean=scene(_rows(_moved(5)), opens("/"), clicks("Seven")),
    again=scene(_rows(_circle), opens("/"), clicks("Eight")),
    other=scene(_rows(_circle), opens("/"), clicks("Sums")),
)
_STORM = page(
    "<h1>Rows</h1>",
    # It comes to rest at last, so that the next step of a test finds a page.
    script(
        "const times = Number(sessionStorage.times ?? 0); sessionStorage.times = times + 1;"
        "if (times < 8) addEventListener('load', () => setTimeout(() => location.reload()))"
    ),
)
_RELOADS = Bug(
    "a page loads itself again and again",
    Seen(
        "redirect-loop",
        4,
        title="/rows/:id loads itself again and again",
        expected="A page comes to rest at one address.",
        observed="click “Seven”: /rows/7 loads itself again and again.",
        screen="/rows/7",
        location="/rows/:id",
    ),
    scene(_rows(_STORM), opens("/"), clicks("Seven")),
    clean=scene(_rows(page("<h1>Rows</h1>")), opens("/"), clicks("Seven")),
    again=scene(_rows(_STORM), opens("/"), clicks("Eight")),
    other=scene(_rows(_STORM), opens("/"), clicks("Sums")),
)
_LOOP_CALM: list[Case] = [
    Clean(
        "redirect-loop",
        "a login leads through several addresses and back",
        scene(_rows(_moved(6)), opens("/rows/7"), opens("/rows/7")),
    ),
    Clean(
        "redirect-loop",
        "a board loads itself anew every two seconds",
        scene(
            {"/": page("<h1>Board</h1>", head="<meta http-equiv=refresh content=2>")},
            opens("/"),
            opens("/"),
            opens("/"),
        ),
    ),
    Clean(
        "redirect-loop",
        "a page loads itself once to take a cookie",
        on_page("<h1>Rows</h1>" + script("if (!document.cookie) { document.cookie = 'seen=1'; location.reload() }")),
    ),
]

CASES: list[Case] = [_HUNG, _HUNG_PAGE, *_HUNG_CALM, _CIRCLE, _RELOADS, *_LOOP_CALM]
