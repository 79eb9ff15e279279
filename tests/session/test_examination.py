"""The closer look: it changes nothing of a page, and says nothing of one that moves, is gone or answers nonsense."""

from typing import Any

import pytest

from bugbash.session.examination import Examination, examination_from
from bugbash.session.session import Session
from tests.support.fixtures import NewSession
from tests.support.pages import PageServer

from .conftest import LookAt
from .steps import opened, passes

TALL = "".join(f"<p style='height: 90px'><button>Row {number}</button></p>" for number in range(60))
PALE = "<p style='color: #999'>Pale words</p>"
STATE = """() => [scrollX, scrollY, box.scrollTop, document.documentElement.outerHTML, Object.keys(window).length,
    typeof axe]"""


async def test_it_changes_nothing_of_the_page(look_at: LookAt) -> None:
    session = await look_at(
        f"<style>html {{ scroll-behavior: smooth }} #box {{ height: 90px; overflow: auto }}</style><div id=box>{TALL}"
        f"</div>{TALL}{PALE}<div style='width: 3000px'>Wide</div>"
    )
    await session.page.evaluate("() => { scrollTo({ top: 700, behavior: 'instant' }); box.scrollTop = 40 }")
    await session.page.evaluate("window.heard = []; addEventListener('click', () => heard.push('click'), true)")
    before = await session.page.evaluate(STATE)

    found = await session.examine({"layout", "accessibility"})

    assert found.layout is not None and found.layout.sideways is not None
    assert found.accessibility is not None and [v.rule for v in found.accessibility.violations] == ["color-contrast"]
    assert await session.page.evaluate(STATE) == before
    assert await session.page.evaluate("heard") == []


@pytest.mark.parametrize(
    "script",
    [
        "window.axe = { own: true }",
        "window.module = { exports: {} }; window.define = () => { throw 1 }; define.amd = {};"
        " window.axe = { own: true }",
    ],
    ids=["a page with an axe of its own", "a page that loads modules"],
)
async def test_the_rules_stay_out_of_the_pages_sight(look_at: LookAt, script: str) -> None:
    session = await look_at(f"{PALE}<script>{script}</script>")

    found = await session.examine({"accessibility"})

    assert found.accessibility is not None and found.accessibility.violations
    assert await session.page.evaluate("JSON.stringify(axe)") == '{"own":true}'


async def test_the_rules_run_under_a_strict_policy(new_session: NewSession, pages: PageServer) -> None:
    policy = (
        "<meta http-equiv=Content-Security-Policy content=\"default-src 'none'; require-trusted-types-for 'script'\">"
    )
    session = await opened(new_session, pages, f"{policy}<button></button>")

    found = await session.examine({"accessibility"})

    assert found.accessibility is not None and [v.rule for v in found.accessibility.violations] == ["button-name"]


async def test_nothing_is_said_of_a_page_that_moves(look_at: LookAt) -> None:
    session = await look_at(PALE)
    await session.page.evaluate("void document.querySelector('p').animate([{ opacity: 0 }, { opacity: 1 }], 4000)")

    assert await session.examine({"layout", "accessibility"}) == Examination()


async def test_only_what_is_asked_for_is_looked_at(look_at: LookAt) -> None:
    session = await look_at(PALE)

    found = await session.examine({"layout"})

    assert (found.layout is None, found.accessibility) == (False, None)


async def test_a_page_that_is_gone_tells_nothing(new_session: NewSession, pages: PageServer) -> None:
    session: Session = await opened(new_session, pages, PALE)
    await passes(session, {"open": "/"})
    await session.page.close()

    assert await session.examine({"layout", "accessibility"}) == Examination()


@pytest.mark.parametrize("answer", [None, 5, [], {"url": 5}, {"url": "x", "width": "wide"}, {"covered": {}}])
def test_an_answer_that_is_none_is_left_out(answer: Any) -> None:
    assert examination_from(answer, answer) == Examination()


def test_a_long_word_of_the_pages_is_cut() -> None:
    cut = {"text": "x" * 100_000, "place": "p"}
    layout = examination_from({"url": "u", "width": 1, "height": 1, "cut": [cut]}, None).layout

    assert layout is not None and len(layout.cut[0].text) == 4_000
