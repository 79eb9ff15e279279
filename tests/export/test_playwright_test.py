"""An exported test fails on the app with the bug, and passes on the same app without it."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from bugbash.charter.actions import parse_action
from bugbash.charter.bash_file import Bash, Charter
from bugbash.charter.oracle_names import ORACLE_NAMES
from bugbash.charter.plan import plan
from bugbash.export.case import Case, Wanted
from bugbash.export.playwright_test import playwright_test
from bugbash.session.browser import BrowserHost
from tests.export.exported import OURS, Ran, case_of, run_test, served
from tests.oracles.build import clicks, opens
from tests.oracles.cases import ALL
from tests.oracles.harness import Bug
from tests.oracles.visits import Scene

FIRST = {case.oracle: case for case in reversed(ALL) if isinstance(case, Bug)}
ASSERTED = {
    "property", "expectation", "server-error", "uncaught-exception", "console-error", "injection", "lost-on-reload",
    "silent-failure", "refused-request", "broken-link", "broken-asset", "raw-value", "error-as-data", "blank-screen",
    "stuck-screen", "shared-id", "misleading-link",
}  # fmt: skip
"""Oracles whose findings hold a claim, each in its own words."""
JUDGED = {"wrong-sum", "swapped-fields", "covered-control", "typing-lost", "stuck-dialog"}
"""Some of the others: a fact of one screen, of two, of a closer look, of the keyboard, and one whose steps fail on
the mended app, as they try every way to close a dialog."""
LINKS = [case for case in ALL if isinstance(case, Bug) and case.oracle == "broken-link"]
BUGS = {f"{case.oracle}: {case.name}": case for case in (*(FIRST[name] for name in sorted(ASSERTED)), *LINKS)}
"""One bug of every oracle that makes a claim, and every way in which a link is broken."""


async def ran_on(scene: Scene, source: str, folder: Path) -> Ran:
    async with served(scene) as target:
        if asks_bugbash(source):
            return await run_test(source, folder, target, python=(), PYTHONPATH=OURS)
        return await run_test(source, folder, target)


def asks_bugbash(source: str) -> bool:
    return "import judged" in source


async def check_on_both(bug: Bug, source: str, folder: Path) -> None:
    with_bug, without = await asyncio.gather(ran_on(bug.scene, source, folder), ran_on(bug.clean, source, folder))
    assert (with_bug.status, without.status) == (1, 0), (with_bug.output, without.output, source[:3000])
    assert with_bug.output.startswith("reproduced: ")
    assert without.output == "clean\n"


@pytest.mark.usefixtures("short_patience")
@pytest.mark.parametrize("bug", BUGS.values(), ids=BUGS)
async def test_what_few_lines_can_assert_needs_only_playwright(
    bug: Bug, browser_host: BrowserHost, tmp_path: Path
) -> None:
    source = playwright_test(await case_of(browser_host, bug, tmp_path))
    assert not asks_bugbash(source)
    await check_on_both(bug, source, tmp_path)


@pytest.mark.usefixtures("short_patience")
@pytest.mark.parametrize("oracle", sorted(JUDGED))
async def test_what_no_few_lines_can_assert_is_judged_by_bugbash(
    oracle: str, browser_host: BrowserHost, tmp_path: Path
) -> None:
    source = playwright_test(await case_of(browser_host, FIRST[oracle], tmp_path))
    assert asks_bugbash(source)
    await check_on_both(FIRST[oracle], source, tmp_path)


def judged_case(oracle: str) -> Case:
    """A finding without a claim."""
    charter = Charter(name="c", goal="g")
    mission = plan(Bash(name="b", target="http://app.test/", charters=[charter]), charter, 1)
    return Case(mission, Path(), (opens("/"), clicks("Order 7")), Wanted(oracle, "bb1-0123456789abcdef"), "title", {})


@pytest.mark.parametrize("oracle", [name for name in ORACLE_NAMES if name not in ASSERTED])
def test_a_finding_of_every_other_oracle_exports_as_a_test_that_seeks_it(oracle: str) -> None:
    told: dict[str, object] = {}
    exec(compile(playwright_test(judged_case(oracle)), "finding.py", "exec"), {"__name__": "finding"}, told)
    sequence = told["SEQUENCE"]
    assert isinstance(sequence, dict)
    assert sequence["finding"] == {"oracle": oracle, "fingerprint": "bb1-0123456789abcdef"}
    assert sequence["steps"] == [{"open": "/"}, clicks("Order 7").data()]


@pytest.mark.parametrize(
    ("step", "judged"),
    [
        ({"hover": "Menu"}, False),
        ({"type": "abc"}, False),
        ({"click": "Menu", "beside": True}, True),
        ({"upload": "Photo", "file": "sample:picture.png"}, True),
        ({"upload": "Photo", "file": "photo.png"}, False),
        ({"press": "Tab", "times": 3}, False),
    ],
)
def test_a_claim_is_asserted_where_playwright_alone_can_do_every_step(step: dict[str, object], judged: bool) -> None:
    case = judged_case("raw-value")
    claim = {"claim": "not-shown", "text": "NaN"}
    case = replace(case, sequence=(parse_action(step), *case.sequence), finding={"claim": claim})
    source = playwright_test(case)
    compile(source, "finding.py", "exec")
    assert asks_bugbash(source) == judged
    assert ("range(2)" in source) == ("times" in step)


def test_a_judged_test_names_the_variable_of_a_secret() -> None:
    case = judged_case("wrong-sum")
    typed = parse_action({"fill": {"label": "Pin"}, "with": "secret_ref:pin"})
    case = replace(case, sequence=(typed, *case.sequence), secrets={"pin": "file:pin.txt"})
    assert "{'pin': 'env:PIN'}" in playwright_test(case)


async def test_without_bugbash_a_judged_test_says_what_it_needs(tmp_path: Path) -> None:
    source = playwright_test(judged_case("wrong-sum"))
    ran = await run_test(source, tmp_path, "http://app.test/", python=("-I", "-S"))
    assert ran.status == 2
    assert ran.output == "unusable: this test needs bugbash (pip install bugbash): No module named 'bugbash'\n"


async def test_where_the_page_no_longer_follows_a_judged_test_says_so(
    browser_host: BrowserHost, tmp_path: Path
) -> None:
    bug = FIRST["swapped-fields"]
    source = playwright_test(await case_of(browser_host, bug, tmp_path))
    ran = await ran_on(FIRST["wrong-sum"].scene, source, tmp_path)
    assert ran.status == 3
    assert ran.output.startswith("diverged: at step ")
