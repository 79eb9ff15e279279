"""A charter's properties from the first look to the finding: confirmed by replays, on an app that is brought back."""

import sys
from pathlib import Path
from typing import Any

from bugbash.charter.bash_file import Bash
from bugbash.charter.plan import plan
from bugbash.contract.models import Run
from bugbash.explore.exploration import Exploration, Surroundings
from bugbash.session.browser import BrowserHost
from bugbash.session.secrets import Secrets
from tests.support.pages import Page, PageServer
from tests.support.todo import todo_page

COUNTED = {
    "name": "a new todo comes last, and the field is emptied",
    "after": {"kind": "press", "text": "Enter"},
    "values": {"draft": "document.querySelector('.new-todo').value", "todos": "count('.todo-list li')"},
    "holds": "before.draft ? after.draft === '' && after.todos === before.todos + 1 : null",
}
NEVER = {"name": "a dialog can be left", "after": {"kind": "press", "text": "Escape"}, "holds": "false"}
STEPS: list[Any] = [
    {"open": "/"},
    {"fill": {"css": ".new-todo"}, "with": "Buy milk"},
    {"press": "Enter", "at": {"css": ".new-todo"}},
]


async def explored(host: BrowserHost, folder: Path, target: str, **keys: Any) -> Run:
    """The run of one script charter on a to-do app that does not empty its field."""
    charter = {"name": "todos", "goal": "g", "steps": STEPS, "properties": [COUNTED, NEVER]}
    charter |= keys.pop("charter", {})
    bash = Bash.model_validate({"name": "b", "target": target, "charters": [charter], **keys})
    around = Surroundings(host, Secrets({}, folder), folder)
    exploration = Exploration(plan(bash, bash.charters[0], 1), folder / "run", around)
    await exploration.begin()
    while (move := await exploration.propose()) is not None:
        await exploration.take_step(move)
    await exploration.finish("done", "nothing was left to try")
    return exploration.run


async def test_what_does_not_hold_is_confirmed_with_its_values(
    pages: PageServer, browser_host: BrowserHost, tmp_path: Path
) -> None:
    pages.pages |= {"/": todo_page(["field-keeps-text"]), "/test/reset": Page(status=204)}
    run = await explored(browser_host, tmp_path, pages.url("/"), reset={"request": "POST /test/reset"})
    (finding,) = run.findings
    assert finding["confidence"] == {"level": "confirmed", "shown": 3, "replays": 3}
    assert '(before: draft = "Buy milk", todos = 0; after: draft = "Buy milk", todos = 1)' in finding["observed"]
    assert len(finding["sequence"]) == 3
    assert sum(heard.path == "/test/reset" for heard in pages.heard) >= 3
    assert run.notes == ["The property “a dialog can be left” was never judged: no step, or no screen, came to it"]


async def test_without_a_reset_that_works_nothing_is_replayed_and_the_step_is_blocked(
    pages: PageServer, browser_host: BrowserHost, tmp_path: Path
) -> None:
    pages.pages["/"] = todo_page(["field-keeps-text"])
    failing = {"command": [sys.executable, "-c", "raise SystemExit('no database')"]}
    run = await explored(browser_host, tmp_path, pages.url("/"), reset=failing)
    assert run.findings == []
    (step,) = run.steps
    assert (step.status, step.code) == ("blocked", "SEED_DATA_MISSING")
    assert step.detail.startswith("reset: ") and step.detail.endswith("exit status 1: no database")
    assert any(note.startswith("Seen, and not replayed (reset: ") for note in run.notes)


async def test_a_property_that_is_switched_to_notes_is_noted_and_not_replayed(
    pages: PageServer, browser_host: BrowserHost, tmp_path: Path
) -> None:
    pages.pages["/"] = todo_page(["field-keeps-text"])
    run = await explored(browser_host, tmp_path, pages.url("/"), charter={"oracles": {"property": "note"}})
    assert run.findings == []
    assert run.notes[0] == (
        "Noticed by property on /, and not replayed: Does not hold: a new todo comes last, and the field is emptied"
    )
