"""Ten charters at once, each with a canary in every store of its session: none ever sees another's."""

import json
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from bugbash.charter.actions import parse_action
from bugbash.contract.models import Code
from tests.flows.conftest import Holder
from tests.support.fixtures import NewSession
from tests.support.pages import Heard, PageServer

pytestmark = [pytest.mark.xdist_group("prefect"), pytest.mark.timeout(240)]

CHARTERS = [f"canary-{number}" for number in range(10)]
GATHERING_SECONDS = 60

PAGE = """<!doctype html><title>Canaries</title><h1>Canaries</h1><p id=told></p><p id=met></p>
<script>
  const asked = new URLSearchParams(location.search), canary = asked.get('plant'), by = asked.get('meet')
  if (canary) {
    document.cookie = `${canary}=${canary}; path=/`
    localStorage.setItem(canary, canary)
    sessionStorage.setItem(canary, canary)
  }
  const kept = store => Object.entries(store).map(pair => pair.join('=')).sort().join('; ')
  const tell = () => {
    const text = `Cookies: ${document.cookie}. Local: ${kept(localStorage)}. Session: ${kept(sessionStorage)}.`
    if (told.textContent !== text) told.textContent = text
  }
  tell()
  setInterval(tell, 50)
  if (by) fetch(`/gather?${by}`).then(answer => answer.text()).then(text => { met.textContent = text })
</script>"""


def only(canary: str) -> dict[str, str]:
    """The step that holds where a session has this canary in each of its stores, and nothing besides."""
    own = f"{canary}={canary}"
    return {"expect_text": f"Cookies: {own}. Local: {own}. Session: {own}."}


def bash(pages: PageServer) -> str:
    charters = [
        {
            "name": name,
            "goal": "See nobody else",
            "explorer": "script",
            "steps": [{"move": f"move {number}", "do": steps} for number, steps in enumerate(moves(name), 1)],
        }
        for name in CHARTERS
    ]
    return json.dumps({"name": "canaries", "target": pages.url(), "parallel": len(CHARTERS), "charters": charters})


def moves(canary: str) -> Iterator[list[Any]]:
    """Plant; wait until all have planted; go about. Between any two steps is a look at the stores."""
    here = {"wait_for": "All are here", "seconds": GATHERING_SECONDS}
    look = {"open": f"/?by={canary}"}
    yield [{"open": f"/?plant={canary}"}, only(canary)]
    yield [{"open": f"/?meet={canary}"}, only(canary), here, only(canary)]
    yield [look, only(canary), "reload", only(canary), look, only(canary)]


def test_ten_charters_at_once_see_their_own_canary_and_no_other(holder: Holder, pages: PageServer) -> None:
    arrived: set[str] = set()
    complete = threading.Event()

    def gather(heard: Heard) -> str:
        arrived.add(heard.query)
        if len(arrived) == len(CHARTERS):
            complete.set()
        return "All are here" if complete.wait(GATHERING_SECONDS) else "Some never came"

    pages.pages.update({"/": PAGE, "/gather": gather})

    held = holder.hold(bash(pages))

    assert held.status == 0, held.errors
    assert {one.name: one.state for one in held.summary.charters} == dict.fromkeys(CHARTERS, "ran")
    assert all(step.status == "passed" for one in held.summary.charters for step in one.steps)
    assert arrived == set(CHARTERS), "the ten sessions were there at the same time"
    for name in CHARTERS:
        looks = [heard for heard in pages.requests("/") if heard.query == f"by={name}"]
        assert len(looks) == 3, "two looks and a reload"
        assert {heard.headers["cookie"] for heard in looks} == {f"{name}={name}"}
    assert all("cookie" not in heard.headers for heard in pages.requests("/") if heard.query.startswith("plant="))


async def test_the_same_look_fails_in_a_session_that_two_share(new_session: NewSession, pages: PageServer) -> None:
    pages.pages["/"] = PAGE
    one, two = CHARTERS[:2]
    shared = await new_session(pages.url())

    await shared.act(parse_action({"open": f"/?plant={one}"}))
    alone = await shared.act(parse_action(only(one)))
    await shared.act(parse_action({"open": f"/?plant={two}"}))
    together = await shared.act(parse_action(only(two)))

    assert alone.outcome.passed
    assert together.outcome.code == Code.ASSERTION_FAILED
    both = f"{one}={one}; {two}={two}"
    assert f"Cookies: {both}. Local: {both}. Session: {both}." in together.outcome.detail
