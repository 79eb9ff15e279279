"""The rules of TodoMVC, as docs/examples/todomvc.yaml states them: each fault of a to-do app breaks its own rule."""

from pathlib import Path

import pytest

from bugbash.charter.load import load_bash
from bugbash.charter.plan import Plan, plan
from bugbash.session.browser import BrowserHost
from tests.oracles.visits import Scene, visit_all
from tests.support.todo import FAULTS, todo_page

FILE = Path(__file__).parents[2] / "docs" / "examples" / "todomvc.yaml"
BROKEN = {
    "adds-blank": ("adding", "Enter in a blank field adds nothing"),
    "clear-always-shown": ("adding", "there is something to clear wherever it is offered, and nowhere else"),
    "counts-all": ("completing", "the counter tells how many todos are left"),
    "double-click-does-nothing": ("editing", "a double click on a todo opens it for editing, ready to be typed into"),
    "empty-edit-keeps": ("editing", "a todo whose text is emptied is removed"),
    "escape-saves": ("editing", "Escape leaves an edited todo as it was"),
    "field-keeps-text": ("adding", "a new todo comes last, and the field is emptied"),
    "filter-shows-all": ("completing", "a filter shows what it is named for"),
    "forgets": ("adding", "todos are there again after a reload"),
    "no-plural": ("adding", "the counter speaks of one item, and of several items"),
    "no-trim": ("adding", "a todo's text has no spaces around it"),
    "prepends": ("adding", "a new todo comes last, and the field is emptied"),
    "toggle-all-leaves-one": (
        "completing",
        "all are marked as complete together, and as active when all were complete",
    ),
}
FOLLOWED = {"double-click-does-nothing": 6, "toggle-all-leaves-one": 11}
"""Steps after which a charter cannot be followed on an app with such a fault."""


def plans() -> dict[str, Plan]:
    bash = load_bash(FILE)
    return {charter.name: plan(bash, charter, 1) for charter in bash.charters}


def scene(charter: str, *faults: str) -> Scene:
    mission = plans()[charter]
    steps = tuple(step for move in mission.moves for step in move.do)
    last = min((FOLLOWED[fault] for fault in faults if fault in FOLLOWED), default=len(steps))
    return Scene(lambda: {"/": todo_page(faults)}, steps[:last], properties=mission.properties)


def test_every_fault_has_a_rule_that_it_breaks() -> None:
    assert set(BROKEN) == set(FAULTS)


async def test_each_fault_breaks_its_rule_and_says_by_which_values(browser_host: BrowserHost) -> None:
    visits = await visit_all(browser_host, [scene(charter, fault) for fault, (charter, _) in BROKEN.items()])
    told = {fault: [s.expected for s in visit.found] for fault, visit in zip(BROKEN, visits, strict=True)}
    assert {fault: BROKEN[fault][1] in found for fault, found in told.items()} == dict.fromkeys(BROKEN, True), told
    observed = {
        fault: next(s.observed for s in visit.found if s.expected == BROKEN[fault][1])
        for fault, visit in zip(BROKEN, visits, strict=True)
    }
    assert 'draft = "Buy milk", titles = ["Buy milk"])' in observed["field-keeps-text"]
    assert "num('.todo-count') = 2, count('.todo-list li:not(.completed)') = 1" in observed["counts-all"]


@pytest.mark.parametrize("charter", ["adding", "editing", "completing"])
async def test_without_faults_every_rule_holds(charter: str, browser_host: BrowserHost) -> None:
    (visit,) = await visit_all(browser_host, [scene(charter)])
    assert [s.observed for s in visit.found] == []
    assert visit.unusable == {}
