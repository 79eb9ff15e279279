"""The judge: what is known is not told again, one fact is told once, and each oracle waits as long as it says."""

import asyncio
import time
from collections import Counter

import pytest

from benchmarks.oracle_table import DOCUMENT
from bugbash.charter.actions import Action
from bugbash.oracles.judge import Judge
from bugbash.oracles.registry import ORACLES
from bugbash.session.browser import BrowserHost
from bugbash.session.examination import Examination, Part
from bugbash.session.scope import Scope
from tests.oracles.build import BACK, RELOAD, button, clicks, data, fills, opens, page, script
from tests.oracles.cases import ALL
from tests.oracles.cases.addresses import slow_shelf
from tests.oracles.cases.history import views
from tests.oracles.cases.layout import resizes
from tests.oracles.cases.persistence import NOTE, board, notes
from tests.oracles.cases.validation import ASK, BAD, FILLED, GOOD, SIGN
from tests.oracles.harness import Bug, Clean, on_page, scene
from tests.oracles.shelf import Shelf, makes
from tests.oracles.visits import Scene, visit
from tests.support.fixtures import NewSession
from tests.support.pages import Page, PageServer


def test_every_oracle_has_a_bug_its_twin_and_two_tempting_pages() -> None:
    bugs = Counter(case.oracle for case in ALL if isinstance(case, Bug))
    tempting = Counter(case.oracle for case in ALL if isinstance(case, Clean))
    oracles = {oracle.name for oracle in ORACLES} | {"property"}
    assert set(bugs) == set(tempting) == oracles
    assert {name: count for name, count in tempting.items() if count < 2} == {}
    assert len({(case.oracle, case.name) for case in ALL}) == len(ALL)


def test_the_document_says_of_every_oracle_what_it_looks_for_and_how_well_it_does() -> None:
    told = DOCUMENT.read_text("utf-8")
    assert {case.oracle: told.count(f"| `{case.oracle}` |") for case in ALL} == {case.oracle: 2 for case in ALL}


_CRASHED = page("<div id=root></div>", script("root.show()"), script("root.textContent = ``"))


@pytest.mark.usefixtures("short_patience")
async def test_what_is_known_is_not_told_again_nor_what_follows_from_it(
    new_session: NewSession, pages: PageServer
) -> None:
    pages.pages |= {"/": _CRASHED, "/next": _CRASHED}
    session = await new_session(pages.url("/"))
    judge = Judge(Scope([pages.url("/")]))
    first = await judge.judge(session, await session.act(opens("/")))
    assert [suspicion.oracle for suspicion in first] == ["uncaught-exception"]
    known = {suspicion.key for suspicion in first}
    assert await judge.judge(session, await session.act(RELOAD), known) == []


@pytest.mark.usefixtures("short_patience")
async def test_a_screen_that_never_stops_loading_is_told_with_what_the_console_says_of_it(
    new_session: NewSession, pages: PageServer
) -> None:
    pages.pages["/"] = page(
        "<div id=list aria-busy=true>Please wait</div>",
        script("try { btoa(`Łukasz`) } catch (e) { console.error(`sign in failed: ${e.name}`) }"),
    )
    session = await new_session(pages.url("/"))
    judge = Judge(Scope([pages.url("/")]))
    told = await judge.judge(session, await session.act(opens("/")), only="stuck-screen")
    assert [suspicion.observed.partition("; ")[2] for suspicion in told] == [
        "the console says: sign in failed: InvalidCharacterError."
    ]


async def test_a_judge_asked_for_one_oracle_asks_no_other(new_session: NewSession, pages: PageServer) -> None:
    pages.pages["/"] = page(
        "<h1>Shelf</h1><img alt=Shelf src=/gone.png width=60 height=40><script>shelf.show()</script>"
    )
    session = await new_session(pages.url("/"))
    judge = Judge(Scope([pages.url("/")]))
    moment = await session.act(opens("/"))
    asked = {only: await judge.judge(session, moment, only=only) for only in ("broken-asset", "stuck-screen", "")}
    assert {only: [s.oracle for s in told] for only, told in asked.items()} == {
        "broken-asset": ["broken-asset"],
        "stuck-screen": [],
        "": ["uncaught-exception", "broken-asset"],
    }


async def test_a_session_that_ended_is_judged_by_what_was_heard(new_session: NewSession, pages: PageServer) -> None:
    pages.pages |= {"/": page("<a href=/orders>Orders</a>"), "/orders": Page("broken", status=500)}
    session = await new_session(pages.url("/"))
    judge = Judge(Scope([pages.url("/")]))
    await judge.judge(session, await session.act(opens("/")))
    moment = await session.act(clicks("Orders"))
    await session.close()
    assert [suspicion.oracle for suspicion in await judge.judge(session, moment)] == ["server-error"]


_LATE = script("setTimeout(() => document.querySelector(`tr:nth-child(2)`)?.remove(), 7000)")


def _join(ready: str) -> Scene:
    return on_page(SIGN % ("", ready), *FILLED)


def _asks_again(refusing: str) -> Scene:
    return on_page(ASK % refusing, *GOOD, *BAD, api_questions=data({}))


def _saves(then: str) -> Scene:
    send = f"fetch('/api/save', {{ method: 'PUT' }}).then(() => {{ {then} }})"
    return on_page(f"<h1>Account</h1><p id=out></p>{button('Save', send)}", clicks("Save"), api_save=data({}, 422))


def _first_bug_of(oracle: str, name: str) -> Scene:
    return next(case.scene for case in ALL if isinstance(case, Bug) and case.oracle == oracle and name in case.name)


def _answered_after(seconds: float) -> Scene:
    go = button("Go", "fetch('/api/rows')")
    return on_page(f"<h1>Rows</h1>{go}", clicks("Go"), api_rows=data({}, delay=seconds))


_REAL: dict[str, tuple[float, Scene, Scene]] = {
    "blank-screen": (
        10.0,
        on_page("<div id=root></div>"),
        on_page(f"<div id=root></div>{script('setTimeout(() => { root.textContent = `Shop` }, 3000)')}"),
    ),
    "stuck-screen": (
        10.0,
        on_page("<p id=list aria-busy=true>Wait</p>"),
        on_page(f"<p id=list aria-busy=true>Wait</p>{script('setTimeout(() => { list.ariaBusy = false }, 8000)')}"),
    ),
    "lost-on-reload": (
        10.0,
        scene(notes(keeps=False), opens("/books/7"), fills("Note", NOTE), fills("More", "-"), clicks("Add"), RELOAD),
        scene(board("show(body)", delay=7.0), opens("/"), fills("Note", NOTE), clicks("Add"), RELOAD),
    ),
    "still-there": (
        10.0,
        scene(Shelf(deletes=False), *makes({"title": "Cups {tag}1"}), clicks("Delete", "button"), RELOAD),
        scene(
            Shelf(deletes=False, below=_LATE), *makes({"title": "Cups {tag}1"}), clicks("Delete", "button"), RELOAD
        ),
    ),
    "never-enabled": (5.0, _join("false"), _join("(setTimeout(() => { join.disabled = false }, 3500), false)")),
    "no-message": (3.0, _asks_again("0"), _asks_again("setTimeout(() => { out.textContent = 'Too short' }, 1800)")),
    "dead-control": (
        3.0,
        on_page("<button>Archive it</button>", clicks("Archive it", "button"), clicks("Archive it", "button")),
        on_page(
            f"{button('Archive it', 'setTimeout(() => { out.textContent += 1 }, 2000)')}<p id=out></p>",
            clicks("Archive it", "button"),
            clicks("Archive it", "button"),
        ),
    ),
    "silent-failure": (5.0, _saves(""), _saves("setTimeout(() => { out.textContent = `Not saved.` }, 3500)")),
    "deep-link": (5.0, _first_bug_of("deep-link", "first screen"), slow_shelf(2500)),
    "back-button": (
        5.0,
        scene(views(""), opens("/mugs"), clicks("Pots"), BACK),
        scene(views("onpopstate = () => setTimeout(show, 2500)"), opens("/mugs"), clicks("Pots"), BACK),
    ),
    "hung-request": (10.0, _first_bug_of("hung-request", "a click sends"), _answered_after(6.0)),
}
"""Per patient oracle: its patience in seconds, a bug, and a page that comes right in time."""


async def test_each_patient_oracle_waits_as_long_as_it_says_and_no_less(browser_host: BrowserHost) -> None:
    async def seen(scene: Scene) -> tuple[list[str], float]:
        began = time.monotonic()
        told = await visit(browser_host, scene)
        return [suspicion.oracle for suspicion in told.found], time.monotonic() - began

    scenes = [scene for _, bug, late in _REAL.values() for scene in (bug, late)]
    seen_in = iter(await asyncio.gather(*(seen(scene) for scene in scenes)))
    for oracle, (patience, _, _) in _REAL.items():
        (told, took), (late, _) = next(seen_in), next(seen_in)
        assert told == [oracle], f"{oracle}: {told}"
        assert took >= patience, f"{oracle} was sure after {took:.1f} s"
        assert late == [], f"{oracle} did not wait: {late}"


def test_patient_oracles_are_those_of_the_real_patience() -> None:
    assert {oracle.name for oracle in ORACLES if oracle.patience > 2.0} == set(_REAL)


async def test_a_closer_look_is_taken_once_per_screen_and_width_and_at_each_step_of_a_replay_that_asks_for_it(
    new_session: NewSession, pages: PageServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    pages.pages |= {"/": page("<h1>Shelf</h1>", button("Save", "")), "/more": page("<h1>More</h1>")}
    session = await new_session(pages.url("/"))
    judge = Judge(Scope([pages.url("/")]))
    asked: list[set[Part]] = []
    examine = session.examine

    async def noting(parts: set[Part]) -> Examination:
        asked.append(parts)
        return await examine(parts)

    monkeypatch.setattr(session, "examine", noting)

    async def looks(*steps: Action, only: str = "") -> list[set[Part]]:
        asked.clear()
        for step in steps:
            assert await judge.judge(session, await session.act(step), only=only) == []
        return list(asked)

    assert await looks(opens("/"), RELOAD, clicks("Save"), opens("/")) == [{"layout", "accessibility"}]
    assert await looks(resizes(360), resizes(1280, 800), opens("/")) == [{"layout"}]
    assert await looks(opens("/more")) == [{"layout", "accessibility"}]
    assert await looks(opens("/"), RELOAD, only="shared-id") == [{"layout"}] * 2
    assert await looks(opens("/"), RELOAD, only="raw-value") == []
