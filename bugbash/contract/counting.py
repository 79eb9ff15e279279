"""How a step counts: as run, as a product failure, as blocked by some cause, or as exhausted."""

from typing import Literal, NamedTuple

from bugbash.contract.models import Code, Step

Count = Literal["ran", "product failure", "blocked", "exhausted"]

CAUSES = {
    Code.CREDENTIAL_MISSING: "credentials",
    Code.ENVIRONMENT_UNAVAILABLE: "environment",
    Code.SEED_DATA_MISSING: "seed data",
    Code.LOCATOR_NOT_FOUND: "automation",
    Code.LOCATOR_AMBIGUOUS: "automation",
    Code.REPLAY_DIVERGED: "automation",
}
UNKNOWN = "unknown"
ASSERTIONS = frozenset({Code.ASSERTION_FAILED, Code.ASSERTION_INCONCLUSIVE})


class Counted(NamedTuple):
    kind: Count
    cause: str = ""

    @property
    def ran(self) -> bool:
        return self.kind in ("ran", "product failure")


def count(step: Step) -> Counted:
    """What `step` counts as; the rows of the contract's table in its order.

    A cause is set on a blocked step only.
    """
    code = step.code or ""
    if step.status == "passed":
        return Counted("ran")
    if step.status == "failed" and code in ASSERTIONS:
        return Counted("product failure")
    if code in CAUSES:
        return Counted("blocked", CAUSES[code])
    if code == Code.BUDGET_EXCEEDED or step.status == "exhausted":
        return Counted("exhausted")
    return Counted("blocked", UNKNOWN)
