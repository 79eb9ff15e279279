"""How each step counts: the contract's table, row by row."""

import pytest

from bugbash.contract.counting import Counted, count
from bugbash.contract.models import Step

RAN = Counted("ran")
FAILURE = Counted("product failure")
EXHAUSTED = Counted("exhausted")


def blocked(cause: str) -> Counted:
    return Counted("blocked", cause)


@pytest.mark.parametrize(
    ("status", "code", "expected"),
    [
        ("passed", None, RAN),
        ("passed", "", RAN),
        ("passed", "LOCATOR_NOT_FOUND", RAN),
        ("failed", "ASSERTION_FAILED", FAILURE),
        ("failed", "ASSERTION_INCONCLUSIVE", FAILURE),
        ("failed", "CREDENTIAL_MISSING", blocked("credentials")),
        ("blocked", "CREDENTIAL_MISSING", blocked("credentials")),
        ("exhausted", "CREDENTIAL_MISSING", blocked("credentials")),
        ("blocked", "ENVIRONMENT_UNAVAILABLE", blocked("environment")),
        ("failed", "SEED_DATA_MISSING", blocked("seed data")),
        ("blocked", "LOCATOR_NOT_FOUND", blocked("automation")),
        ("failed", "LOCATOR_AMBIGUOUS", blocked("automation")),
        ("blocked", "REPLAY_DIVERGED", blocked("automation")),
        ("failed", "BUDGET_EXCEEDED", EXHAUSTED),
        ("blocked", "BUDGET_EXCEEDED", EXHAUSTED),
        ("exhausted", None, EXHAUSTED),
        ("exhausted", "ASSERTION_FAILED", EXHAUSTED),
        ("failed", None, blocked("unknown")),
        ("failed", "WHATEVER", blocked("unknown")),
        ("failed", "assertion_failed", blocked("unknown")),
        ("blocked", None, blocked("unknown")),
        ("blocked", "ASSERTION_FAILED", blocked("unknown")),
    ],
)
def test_a_step_counts_as(status: str, code: str | None, expected: Counted) -> None:
    assert count(Step(index=1, status=status, code=code)) == expected  # type: ignore[arg-type]


def test_a_product_failure_ran() -> None:
    assert FAILURE.ran
    assert not EXHAUSTED.ran
