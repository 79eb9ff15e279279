"""From run directories to a bash summary."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from bugbash.contract.counting import count
from bugbash.contract.credentials import mask, mask_in
from bugbash.contract.models import Run, Step
from bugbash.contract.runfile import file_in, read_run
from bugbash.contract.verdict import Assessment, assess, credentials_in
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

NOT_ENDED = "it was not ended"


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
    return _summary(about, list(charters), merge(lines), policy)


def _summary(about: dict[str, Any], outcomes: list[CharterOutcome], lines: list[Line], policy: Policy) -> BashSummary:
    verdict = verdict_of(outcomes)
    ran = sum(outcome.state == "ran" for outcome in outcomes)
    return BashSummary(
        **about,
        verdict=verdict,
        sentence=sentence_of(verdict, outcomes, lines),
        gate=decide(policy, lines, ran, len(outcomes)),
        charters=outcomes,
        lines=lines,
    )


class _Everything(NamedTuple):
    """The gate of a run that stands alone: any issue holds, and the run must have run."""

    min_severity: int = 1
    min_ran: float = 1.0


def summary_of_run(directory: Path) -> BashSummary:
    """The run in `directory` as a bash of one charter; its findings stay as reported, none merged with another.

    Raises as `read_run` does.
    """
    run = read_run(directory)
    given_away = credentials_in(run)
    name = mask(run.charter or directory.resolve().name, given_away)
    outcome, lines = outcome_of(directory, name, "")
    about = {
        "id": mask(run.bash or name, given_away),
        "name": name,
        "target": mask(run.target or "", given_away),
        "started": mask(run.started or "", given_away),
        "ended": mask(run.ended or "", given_away),
        "tool_version": mask(run.tool_version or "", given_away),
        "seed": run.seed,
    }
    return _summary(about, [outcome], lines, _Everything())


def _outcome(run: Run, assessment: Assessment, name: str, relative: str) -> CharterOutcome:
    ended = run.stop_reason or assessment.decision.reason or ""
    given_away = credentials_in(run)
    return CharterOutcome(
        name=name,
        goal=mask(run.goal, given_away),
        explorer=mask(run.explorer or "", given_away),
        directory=relative,
        state=outcome_state(run, assessment.verdict),
        verdict=assessment.verdict,
        stop_reason=ended,
        stop_detail=mask(run.stop_detail, given_away) or (assessment.decision.sentence if ended else NOT_ENDED),
        budget=assessment.budget,
        usage=assessment.usage,
        clamped=mask_in(run.clamped or assessment.clamped, given_away),
        steps=[_step_line(step, relative, given_away) for step in run.steps],
        blocked=assessment.blocked,
        product_failures=assessment.product_failures,
        exhausted=assessment.exhausted,
        unreported_failure=assessment.unreported_failure,
        contract_failures=[BrokenFinding(**vars(failure)) for failure in assessment.contract_failures],
        coverage=mask_in(run.coverage, given_away),
        refused=mask_in(run.refused, given_away),
        left_alone=mask_in(run.left_alone, given_away),
        notes=mask_in(run.notes, given_away),
        seed=run.seed,
        session=mask(run.session or "", given_away),
    )


def _step_line(step: Step, relative: str, given_away: list[str]) -> StepLine:
    counted = count(step)
    trace = mask(step.trace or "", given_away)
    return StepLine(
        index=step.index,
        title=mask(step.title, given_away),
        status=step.status,
        code=mask(step.code or "", given_away),
        detail=mask(step.detail, given_away),
        counts_as=counted.kind,
        cause=counted.cause,
        trace=f"{relative}/{trace}" if trace and relative else trace,
    )
