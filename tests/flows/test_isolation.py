"""Ten charters at once, each with a canary in every store of its session: none ever sees another's."""

import json
import threading
from collections.abc import Iterable
from typing import Any

import pytest

from tests.flows.conftest import Holder
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


def charter(name: str, moves: Iterable[list[dict[str, Any]]]) -> dict[str, Any]:
    steps = [{"move": f"move {number}", "do": steps} for number, steps in enumerate(moves, 1)]
    return {"name": name, "goal": "See nobody else", "explorer": "script", "steps": steps}


def bash(pages: PageServer, charters: list[dict[str, Any]]) -> str:
    return json.dumps({"name": "canaries", "target": pages.url(), "parallel": 10, "charters": charters})


def rounds(canary: str) -> Iterable[list[dict[str, Any]]]:
    """Plant; wait until all have planted; then look before every further step."""
    look = {"open": f"/?by={canary}"}
    yield [{"open": f"/?plant={canary}"}, only(canary)]
    yield [{"open": f"/?meet={canary}"}, {"wait_for": "All are here", "seconds": GATHERING_SECONDS}, only(canary)]
    yield [only(canary), look, only(canary), "reload", only(canary), "back", only(canary)]  # type: ignore[list-item]
    yield [only(canary), look, only(canary)]


def test_ten_charters_at_once_see_their_own_canary_and_no_other(holder: Holder, pages: PageServer) -> None:
    arrived: set[str] = set()
    complete = threading.Event()

    def gather(heard: Heard) -> str:
        arrived.add(heard.query)
        if len(arrived) == len(CHARTERS):
            complete.set()
        return "All are here" if complete.wait(GATHERING_SECONDS) else "Some never came"

    pages.pages.update({"/": PAGE, "/gather": gather})

    held = holder.hold(bash(pages, [charter(name, rounds(name)) for name in CHARTERS]))

    assert held.status == 0, held.errors
    assert {one.name: one.state for one in held.summary.charters} == dict.fromkeys(CHARTERS, "ran")
    assert all(step.status == "passed" for one in held.summary.charters for step in one.steps)
    assert arrived == set(CHARTERS), "the ten sessions were there at the same time"
    for name in CHARTERS:
        looks = [heard for heard in pages.requests("/") if heard.query == f"by={name}"]
        assert len(looks) == 3, "two looks and a reload"
        assert {heard.headers["cookie"] for heard in looks} == {f"{name}={name}"}
    assert all("cookie" not in heard.headers for heard in pages.requests("/") if heard.query.startswith("plant="))


def test_two_canaries_in_one_session_are_noticed_by_the_same_look(holder: Holder, pages: PageServer) -> None:
    pages.pages["/"] = PAGE
    one, two = CHARTERS[:2]
    shared = [[{"open": f"/?plant={canary}"}, only(canary)] for canary in (one, two)]

    held = holder.hold(bash(pages, [charter("shared", shared)]))

    assert held.status == 1
    assert [step.status for step in held.summary.charters[0].steps] == ["passed", "failed"]
    (line,) = held.summary.issues
    both = f"{one}={one}; {two}={two}"
    assert f"Cookies: {both}. Local: {both}. Session: {both}." in line.observed
