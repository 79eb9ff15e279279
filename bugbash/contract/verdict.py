"""One run's verdict, many runs' verdict, and everything that a report says of a run's claims."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, get_args

from bugbash.contract.budget import clamp
from bugbash.contract.counting import count
from bugbash.contract.credentials import mask_in, written_out_in
from bugbash.contract.finding import problems
from bugbash.contract.models import (
    BLOCKED,
    FAILED,
    PASSED,
    Budget,
    Confidence,
    Evidence,
    EvidenceKind,
    Finding,
    Kind,
    Run,
    Usage,
    Verdict,
)
from bugbash.contract.stop import Decision, check

_OWN_WORDS = " ".join(
    [
        *(name for model in (Finding, Evidence, Confidence) for name in model.model_fields),
        *(word for words in (Kind, EvidenceKind) for word in get_args(words)),
        *get_args(Confidence.model_fields["level"].annotation),
    ]
)

EXIT_STATUS: dict[Verdict, int] = {PASSED: 0, FAILED: 1, BLOCKED: 3}


@dataclass(frozen=True)
class ContractFailure:
    """A finding that breaks the contract: kept and listed, but unable to fail the run."""

    position: int
    finding: Any
    problems: list[str]


@dataclass(frozen=True)
class Assessment:
    """What the contract makes of a run. Findings in it are masked: they may be shown."""

    verdict: Verdict
    decision: Decision
    budget: Budget
    usage: Usage
    clamped: list[str]
    issues: list[dict[str, Any]] = field(default_factory=list)
    warnings: list[dict[str, Any]] = field(default_factory=list)
    blocked: dict[str, list[int]] = field(default_factory=dict)
    product_failures: list[int] = field(default_factory=list)
    exhausted: list[int] = field(default_factory=list)
    contract_failures: list[ContractFailure] = field(default_factory=list)

    @property
    def unreported_failure(self) -> bool:
        """A step failed the product, and no issue says so."""
        return bool(self.product_failures) and not self.issues


def assess(run: Run, on_disk: Callable[[str], bool]) -> Assessment:
    """Check every finding, count every step and give the verdict of `run`.

    `on_disk` tells whether a relative path names a file inside the run directory.
    """
    steps = {step.index for step in run.steps}
    given_away = credentials_in(run)
    kept, failures = [], []
    for position, finding in enumerate(run.findings):
        broken = problems(finding, steps, on_disk)
        shown = mask_in(finding, given_away)
        if broken:
            failures.append(ContractFailure(position, shown, broken))
        else:
            kept.append({**shown, "position": position})
    kept.sort(key=lambda finding: -finding["severity"])
    issues = [finding for finding in kept if finding["kind"] == "issue"]
    budget, clamped = clamp(run.budget)
    return Assessment(
        verdict=_verdict(run, bool(issues)),
        decision=check(run),
        budget=budget,
        usage=run.usage,
        clamped=clamped,
        issues=issues,
        warnings=[finding for finding in kept if finding["kind"] == "warning"],
        blocked=_by_cause(run),
        product_failures=[step.index for step in run.steps if count(step).kind == "product failure"],
        exhausted=[step.index for step in run.steps if count(step).kind == "exhausted"],
        contract_failures=failures,
    )


def credentials_in(run: Run) -> list[str]:
    """The values written out anywhere in `run` that nothing said of it may repeat.

    One that might be an everyday word is left to the text that writes it out, and so is one that is part of a word
    of the contract's: masking those everywhere would take the report apart and protect nothing.
    """
    found = written_out_in(run.model_dump())
    return [value for value in found if _is_telling(value) and value.lower() not in _OWN_WORDS]


def _is_telling(value: str) -> bool:
    return len(value) >= 8 or any(character.isdigit() for character in value)


def aggregate(verdicts: Iterable[Verdict]) -> Verdict:
    """The verdict over many runs: failed if any failed, blocked if all are (or there is none), else passed."""
    known = set(verdicts)
    if FAILED in known:
        return FAILED
    return PASSED if PASSED in known else BLOCKED


def _verdict(run: Run, has_issue: bool) -> Verdict:
    if has_issue:
        return FAILED
    return PASSED if any(count(step).ran for step in run.steps) else BLOCKED


def _by_cause(run: Run) -> dict[str, list[int]]:
    grouped: dict[str, list[int]] = {}
    for step in run.steps:
        counted = count(step)
        if counted.kind == "blocked":
            grouped.setdefault(counted.cause, []).append(step.index)
    return grouped
