"""The stop rules, their order, and the sentences they give."""

from typing import Any

import pytest

from bugbash.contract.budget import clamp
from bugbash.contract.models import BudgetRequest, Run
from bugbash.contract.stop import check, shown


def run(statuses: str = "", **keys: Any) -> Run:
    """A run with one step per letter: p passed, f failed the product, b blocked, e exhausted."""
    kinds: dict[str, dict[str, str]] = {
        "p": {"status": "passed"},
        "f": {"status": "failed", "code": "ASSERTION_FAILED"},
        "b": {"status": "blocked", "code": "LOCATOR_NOT_FOUND"},
        "e": {"status": "exhausted"},
    }
    steps = [{"index": at, **kinds[letter]} for at, letter in enumerate(statuses, start=1)]
    return Run.model_validate({"goal": "g", "platform": "web", "steps": steps, **keys})


@pytest.mark.parametrize(
    ("statuses", "reason"),
    [
        ("", None),
        ("bb", None),
        ("bbb", "stuck"),
        ("pbbb", "stuck"),
        ("bbbp", None),
        ("bbpb", None),
        ("fff", None),
        ("bbe", None),
        ("ebbb", "stuck"),
        ("pppppppp", "step-limit"),
        ("pppppbbb", "step-limit"),
    ],
)
def test_a_row_of_steps_ends_a_run(statuses: str, reason: str | None) -> None:
    decision = check(run(statuses))
    assert (decision.stop, decision.reason) == (reason is not None, reason)


@pytest.mark.parametrize("finding", [{"step": 3}, {"step": 1}, {"step": 2, "kind": "issue"}])
def test_a_finding_of_one_of_the_three_steps_is_news(finding: dict[str, Any]) -> None:
    assert check(run("bbb", findings=[finding])).reason is None


@pytest.mark.parametrize("finding", [{"step": "3"}, {"step": True}, {"step": 9}, {}, "it broke", None])
def test_a_finding_of_no_step_is_not(finding: Any) -> None:
    assert check(run("bbb", findings=[finding])).reason == "stuck"


def test_stuck_names_the_causes() -> None:
    assert check(run("bbb")).sentence == "the last 3 steps were blocked (automation)"


def test_the_budget_that_counts_is_the_clamped_one() -> None:
    assert check(run("p", budget={"steps": 0})).reason == "step-limit"
    assert check(run("pppppppp", budget={"steps": 100})).reason is None


def test_the_sentence_says_how_much_was_used() -> None:
    assert check(run(usage={"minutes": 10.26})).sentence == "10.3 of 10 minutes used"


def test_clamping_names_what_was_moved() -> None:
    budget, clamped = clamp(BudgetRequest(steps=13, minutes=2.9, tokens=20_000))
    assert (budget.steps, budget.minutes, budget.tokens) == (12, 3, 20_000)
    assert clamped == ["steps", "minutes"]


@pytest.mark.parametrize(
    ("amount", "words"),
    [(3, "3"), (3.0, "3"), (0.04, "0"), (3.25, "3.2"), (400_000, "400000"), (10**400, "more than 10^12")],
)
def test_amounts_are_short(amount: float, words: str) -> None:
    assert shown(amount) == words
