"""An exported test fails on the app with the bug, and passes on the same app without it."""

import asyncio
from pathlib import Path

import pytest

from bugbash.export.playwright_test import playwright_test
from bugbash.session.browser import BrowserHost
from tests.export.exported import Ran, case_of, run_test, served
from tests.oracles.cases import ALL
from tests.oracles.harness import Bug
from tests.oracles.visits import Scene

FIRST = {case.oracle: case for case in reversed(ALL) if isinstance(case, Bug)}
LINKS = [case for case in ALL if isinstance(case, Bug) and case.oracle == "broken-link"]
BUGS = {f"{case.oracle}: {case.name}": case for case in (*FIRST.values(), *LINKS)}
"""One bug of every oracle, and every way in which a link is broken."""


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
