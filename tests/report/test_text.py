"""The report for a terminal: the contract's order, whole and masked."""

from pathlib import Path
from typing import Any

import pytest

from bugbash.report.text import text
from bugbash.triage.collect import summary_of_run
from tests.report.conftest import Sample
from tests.report.hostile import HOSTILE, hostile_run
from tests.report.order import missing_in_order
from tests.report.sample import finding, step, write_run_directory


def reported(tmp_path: Path, **keys: Any) -> str:
    run = {
        "goal": "g",
        "platform": "web",
        "budget": {},
        "usage": {},
        "steps": [step(1, "look")],
        "findings": [],
        **keys,
    }
    write_run_directory(tmp_path / "run", run)
    return text(summary_of_run(tmp_path / "run"), "results/run")


def test_a_run_is_told_in_the_contracts_order(tmp_path: Path) -> None:
    said = reported(
        tmp_path,
        usage={"minutes": 4.25},
        stop_reason="done",
        stop_detail="nothing is left to try",
        steps=[
            step(1, "look"),
            step(2, "find", "blocked", "LOCATOR_NOT_FOUND", "no button"),
            step(3, "x", "exhausted"),
        ],
        findings=[
            finding(kind="warning", severity=5, title="w5"),
            finding(severity=2, title="i2"),
            finding(severity=4, title="i4a"),
            finding(severity=4, title="i4b"),
            finding(title="bare", evidence=[]),
        ],
    )
    assert not missing_in_order(
        said,
        "Verdict: failed",
        "Ended: done: nothing is left to try",
        "Budget: 3 of 8 steps, 4.2 of 10 minutes, 0 of 150000 tokens",
        "i4a",
        "i4b",
        "i2",
        "w5",
        "Blocked steps (1)",
        "automation (1)",
        "2 find (LOCATOR_NOT_FOUND: no button)",
        "Findings that failed the contract (1)",
        "bare",
        "evidence must list at least one file",
    )


def test_a_failure_that_nobody_reported_is_a_line_of_its_own(tmp_path: Path) -> None:
    said = reported(tmp_path, steps=[step(3, "read the total", "failed", "ASSERTION_FAILED")])
    assert "A failure was seen and not reported: 1 step failed the product (3)" in said.splitlines()
    assert "Verdict: passed" in said


def test_a_finding_is_told_with_what_is_needed_to_see_it_again(tmp_path: Path) -> None:
    said = reported(tmp_path, findings=[finding(confidence={"level": "confirmed", "shown": 3, "replays": 3})])
    for part in (
        "[3 medium] the total is not updated (confirmed 3/3)",
        "screen    /cart",
        "expected  the total follows the quantity",
        "observed  the total stayed 12.00",
        "steps     1. open /cart",
        "          2. fill field",
        "evidence  screenshot evidence/1.png",
        "replay    bugbash replay 'results/run#0'",
    ):
        assert part in said


def test_clamped_budgets_are_named(tmp_path: Path) -> None:
    assert "moved into its range: steps" in reported(tmp_path, budget={"steps": 50})


def test_a_bash_names_what_was_not_exercised_before_anything_else(sample: Sample) -> None:
    said = text(sample.summary, "results")
    assert not missing_in_order(
        said,
        "Verdict: failed",
        "Not fully exercised: checkout (blocked: credentials, environment)",
        "Not fully exercised: order-history (crashed: the browser ended by itself",
        "Not fully exercised: admin-pages (never ran)",
        "Charters (6)",
        "Issues (4)",
        "Warnings (1)",
        "Blocked steps (4)",
        "Findings that failed the contract (1)",
    )
    assert "replay    bugbash replay 'results/cart-totals#1'" in said
    assert "Tr0ub4dor" not in said


@pytest.mark.parametrize("hostile", HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_text_stays_in_its_place(hostile: str, tmp_path: Path) -> None:
    said = text(summary_of_run(hostile_run(tmp_path / "run", hostile)), "results")
    assert all(line.isprintable() for line in said.split("\n"))
    assert said.count("Verdict: ") == 1 + said.count("␛[31mVerdict: ")
    assert not any(line.lstrip().startswith("::") for line in said.splitlines())
    assert "##[" not in said
    assert "##vso[" not in said
    assert len(said) < 100_000
