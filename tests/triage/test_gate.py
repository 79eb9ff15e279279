"""The gate: what holds a release back."""

from typing import NamedTuple

import pytest

from bugbash.triage.gate import decide
from bugbash.triage.lines import Line, line_of
from tests.report.sample import finding


class Policy(NamedTuple):
    min_severity: int = 1
    min_ran: float = 1.0


def line(kind: str, severity: int) -> Line:
    given = finding(kind=kind, severity=severity, title=f"{kind} of severity {'abcde'[severity - 1]}")
    return line_of({**given, "position": 0}, "c", "c")


@pytest.mark.parametrize(
    ("policy", "lines", "ran", "outcome"),
    [
        (Policy(), [], 3, "passed"),
        (Policy(), [], 2, "blocked"),
        (Policy(min_ran=0.6), [], 2, "passed"),
        (Policy(min_ran=0.0), [], 0, "blocked"),
        (Policy(), [("warning", 5)], 3, "passed"),
        (Policy(), [("issue", 1)], 3, "failed"),
        (Policy(min_severity=3), [("issue", 2)], 3, "passed"),
        (Policy(min_severity=3), [("issue", 3)], 3, "failed"),
        (Policy(min_severity=3), [("issue", 3)], 1, "failed"),
    ],
)
def test_the_gate_decides(policy: Policy, lines: list[tuple[str, int]], ran: int, outcome: str) -> None:
    decision = decide(policy, [line(*which) for which in lines], ran, 3)
    assert decision.outcome == outcome
    assert bool(decision.reasons) == (outcome != "passed")


def test_every_reason_is_given() -> None:
    decision = decide(Policy(2, 1.0), [line("issue", 4), line("issue", 1)], 7, 10)
    assert decision.reasons == ["1 issue of severity 2 or more", "7 of 10 charters ran; the gate asks for 100%"]
    assert decision.ran == 0.7
    assert len(decision.held_by) == 1


def test_no_charter_is_no_pass() -> None:
    assert decide(Policy(min_ran=0.0), [], 0, 0).outcome == "blocked"
