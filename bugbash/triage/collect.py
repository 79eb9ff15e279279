"""From run directories to a bash summary."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bugbash.contract.counting import count
from bugbash.contract.credentials import mask, mask_in
from bugbash.contract.models import Run
from bugbash.contract.runfile import file_in, read_run
from bugbash.contract.verdict import Assessment, assess
from bugbash.triage.gate import Policy, decide
from bugbash.triage.lines import Line, line_of, merge
from bugbash.triage.summary import (
    BashSummary,
    BrokenFinding,
    CharterOutcome,
    StepLine,
    outcome_state,
    sentence_of,
    verdict_of,
)


def outcome_of(directory: Path, name: str, relative: str) -> tuple[CharterOutcome, list[Line]]:
    """How the charter `name`, whose run is in `directory`, went, and the lines of its findings.

    `relative` is the directory's path inside the bash directory. Raises UnusableFile where its run.json cannot be
    read.
    """
    run = read_run(directory)
    assessment = assess(run, file_in(directory))
    lines = [line_of(finding, name, relative) for finding in (*assessment.issues, *assessment.warnings)]
    return _outcome(run, assessment, name, relative), lines


def absent_outcome(name: str, goal: str, relative: str, error: str) -> CharterOutcome:
    """A charter that left no readable run file: it never ran, or crashed before it could say anything."""
    state: Any = "crashed" if error else "never ran"
    return CharterOutcome(
        name=name, goal=mask(goal), directory=relative, state=state, verdict="blocked", error=mask(error)
    )


def summarise(
    about: dict[str, Any], charters: Sequence[CharterOutcome], lines: Sequence[Line], policy: Policy
) -> BashSummary:
    """The summary of a bash; `about` holds its identity (id, name, target, started, ...)."""
    merged = merge(lines)
    outcomes = list(charters)
    verdict = verdict_of(outcomes)
    ran = sum(outcome.state == "ran" for outcome in outcomes)
    return BashSummary(
        **about,
        verdict=verdict,
        sentence=sentence_of(verdict, outcomes, merged),
        gate=decide(policy, merged, ran, len(outcomes)),
        charters=outcomes,
        lines=merged,
    )


def _outcome(run: Run, assessment: Assessment, name: str, relative: str) -> CharterOutcome:
    ended = run.stop_reason or assessment.decision.reason or ""
    return CharterOutcome(
        name=name,
        goal=mask(run.goal),
        explorer=run.explorer or "",
        directory=relative,
        state=outcome_state(assessment, run.stop_reason),
        verdict=assessment.verdict,
        stop_reason=ended,
        stop_detail=mask(run.stop_detail) or (assessment.decision.sentence if ended else "it was not ended"),
        budget=assessment.budget,
        usage=assessment.usage,
        clamped=list(run.clamped or assessment.clamped),
        steps=[_step_line(step) for step in run.steps],
        blocked=assessment.blocked,
        product_failures=assessment.product_failures,
        exhausted=assessment.exhausted,
        unreported_failure=assessment.unreported_failure,
        contract_failures=[BrokenFinding(**vars(failure)) for failure in assessment.contract_failures],
        coverage=mask_in(run.coverage),
        refused=mask_in(run.refused),
        left_alone=mask_in(run.left_alone),
        notes=mask_in(run.notes),
        seed=run.seed,
        session=run.session or "",
    )


def _step_line(step: Any) -> StepLine:
    counted = count(step)
    return StepLine(
        index=step.index,
        title=mask(step.title),
        status=step.status,
        code=mask(step.code or ""),
        detail=mask(step.detail),
        counts_as=counted.kind,
        cause=counted.cause,
    )
