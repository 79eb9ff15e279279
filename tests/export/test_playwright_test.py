"""An exported test fails on the app with the bug, and passes on the same app without it."""

import asyncio
from pathlib import Path

import pytest

from bugbash.charter.load import load_saved
from bugbash.errors import Unusable
from bugbash.export.playwright_test import playwright_test
from bugbash.export.steps import saved_sequence
from bugbash.session.browser import BrowserHost
from tests.export.exported import Ran, case_of, run_test, served
from tests.oracles.cases import ALL
from tests.oracles.harness import Bug
from tests.oracles.visits import Scene

FIRST = {case.oracle: case for case in reversed(ALL) if isinstance(case, Bug)}
EXPRESSED = frozenset(
    "property expectation server-error refused-request silent-failure uncaught-exception console-error injection"
    " lost-on-reload broken-link broken-asset raw-value error-as-data blank-screen stuck-screen shared-id"
    " misleading-link".split()
)
"""Oracles that state a claim, so that a test of a few lines can say what they saw."""
SEQUENCE_ONLY = FIRST.keys() - EXPRESSED
LINKS = [case for case in ALL if isinstance(case, Bug) and case.oracle == "broken-link"]
BUGS = {f"{case.oracle}: {case.name}": case for case in (*FIRST.values(), *LINKS) if case.oracle not in SEQUENCE_ONLY}
"""One bug of every oracle that states a claim, and every way in which a link is broken."""


async def ran_on(scene: Scene, source: str, folder: Path) -> Ran:
    async with served(scene) as target:
        return await run_test(source, folder, target)


@pytest.mark.usefixtures("short_patience")
@pytest.mark.parametrize("bug", BUGS.values(), ids=BUGS)
async def test_it_fails_on_the_bug_and_passes_on_its_twin(
    bug: Bug, browser_host: BrowserHost, tmp_path: Path
) -> None:
    source = playwright_test(await case_of(browser_host, bug, tmp_path))
    with_bug, without = await asyncio.gather(ran_on(bug.scene, source, tmp_path), ran_on(bug.clean, source, tmp_path))
    assert (with_bug.status, without.status) == (1, 0), (with_bug.output, without.output, source[:3000])
    assert with_bug.output.startswith("reproduced: ")
    assert without.output == "clean\n"


@pytest.mark.parametrize("oracle", sorted(SEQUENCE_ONLY))
async def test_what_no_few_lines_can_assert_exports_as_a_sequence(
    oracle: str, browser_host: BrowserHost, tmp_path: Path
) -> None:
    case = await case_of(browser_host, FIRST[oracle], tmp_path)
    with pytest.raises(Unusable, match=f"a finding of kind {oracle} exports as a saved sequence only"):
        playwright_test(case)
    (tmp_path / "saved.yaml").write_text(saved_sequence(case), "utf-8")
    assert load_saved(tmp_path / "saved.yaml").steps == list(case.sequence)
