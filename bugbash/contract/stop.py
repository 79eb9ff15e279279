"""The stop rules: whether a run may take another step."""

from collections.abc import Callable
from typing import Any, NamedTuple

from bugbash.contract.budget import clamp
from bugbash.contract.counting import count
from bugbash.contract.models import Budget, Run, StopReason

STUCK_AFTER = 3
"""Blocked steps in a row that mean the environment is in the way, not the app."""


class Decision(NamedTuple):
    """Whether the run ends here, and why, as the contract's word and as a sentence for people."""

    stop: bool
    reason: StopReason | None
    sentence: str


def check(run: Run) -> Decision:
    """The first stop rule that holds, in the contract's order."""
    budget, _ = clamp(run.budget)
    for rule in _RULES:
        decision = rule(run, budget)
        if decision is not None:
            return decision
    return Decision(False, None, "within budget")


def steps_used(run: Run) -> int | float:
    """Steps used: the larger of the count kept in `usage` and the steps in the file."""
    return max(run.usage.steps, len(run.steps))


def shown(amount: int | float) -> str:
    """An amount of a budget for people: whole, or with one decimal; never longer than a line can take."""
    if amount >= 1e12:
        return "more than 10^12"
    text = f"{amount:.1f}"
    return text.removesuffix(".0")


def finding_step(finding: Any) -> int | None:
    """The step that `finding`, as it stands in the file, says it came from; None where it says none."""
    step = finding.get("step") if isinstance(finding, dict) else None
    return step if isinstance(step, int) and not isinstance(step, bool) else None


def _step_limit(run: Run, budget: Budget) -> Decision | None:
    used = steps_used(run)
    if used < budget.steps:
        return None
    return Decision(True, "step-limit", f"{shown(used)} of {shown(budget.steps)} steps used")


def _time(run: Run, budget: Budget) -> Decision | None:
    if run.usage.minutes < budget.minutes:
        return None
    return Decision(True, "time", f"{shown(run.usage.minutes)} of {shown(budget.minutes)} minutes used")


def _tokens(run: Run, budget: Budget) -> Decision | None:
    if run.usage.tokens < budget.tokens:
        return None
    return Decision(True, "tokens", f"{shown(run.usage.tokens)} of {shown(budget.tokens)} tokens used")


def _stuck(run: Run, _budget: Budget) -> Decision | None:
    last = run.steps[-STUCK_AFTER:]
    if len(last) < STUCK_AFTER or any(count(step).kind != "blocked" for step in last):
        return None
    reporting = {finding_step(finding) for finding in run.findings}
    if any(step.index in reporting for step in last):
        return None
    causes = sorted({count(step).cause for step in last})
    return Decision(True, "stuck", f"the last {STUCK_AFTER} steps were blocked ({', '.join(causes)})")


_RULES: tuple[Callable[[Run, Budget], Decision | None], ...] = (_step_limit, _time, _tokens, _stuck)
