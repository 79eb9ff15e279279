"""The gate: the policy by which a bash holds a release back."""

from collections.abc import Sequence
from typing import Protocol

from pydantic import BaseModel, Field

from bugbash.contract.models import BLOCKED, FAILED, PASSED, Verdict
from bugbash.triage.lines import Line


class Policy(Protocol):
    """What the gate demands."""

    @property
    def min_severity(self) -> int: ...
    @property
    def min_ran(self) -> float: ...


class GateDecision(BaseModel):
    """Whether the release may go, and why not."""

    outcome: Verdict = Field(
        description="passed: it may go; failed: issues hold it; blocked: too little was exercised."
    )
    reasons: list[str] = Field(default_factory=list)
    min_severity: int
    min_ran: float
    ran: float = Field(description="Share of charters that ran, 0 to 1.")
    held_by: list[str] = Field(default_factory=list, description="Fingerprints of the issues that hold it back.")


def decide(policy: Policy, lines: Sequence[Line], ran: int, charters: int) -> GateDecision:
    """What `policy` says of a bash with these `lines`, of whose `charters` so many `ran`."""
    held_by = [line for line in lines if line.kind == "issue" and line.severity >= policy.min_severity]
    share = ran / charters if charters else 0.0
    reasons = []
    if held_by:
        reasons.append(f"{len(held_by)} issue{'s' * (len(held_by) != 1)} of severity {policy.min_severity} or more")
    if share < policy.min_ran or ran == 0:
        asks = f"; the gate asks for {policy.min_ran:.0%}" if share < policy.min_ran else ""
        reasons.append(f"{ran} of {charters} charters ran{asks}")
    outcome: Verdict = FAILED if held_by else BLOCKED if reasons else PASSED
    return GateDecision(
        outcome=outcome,
        reasons=reasons,
        min_severity=policy.min_severity,
        min_ran=policy.min_ran,
        ran=round(share, 4),
        held_by=[line.fingerprint for line in held_by],
    )
