"""The words that every report uses for the same thing."""

import shlex
from collections.abc import Iterable
from typing import get_args

from bugbash.contract.counting import Count
from bugbash.contract.models import Confidence, Verdict
from bugbash.contract.stop import shown
from bugbash.triage.lines import Line, Sighting
from bugbash.triage.summary import BashSummary, BrokenFinding, CharterOutcome, StepLine

SEVERITIES = {1: "trivial", 2: "low", 3: "medium", 4: "high", 5: "critical"}

UNREPORTED = "A failure was seen and not reported"


def severity(level: int) -> str:
    """`4 high`."""
    return f"{level} {SEVERITIES[level]}"


def confidence(sure: Confidence | None) -> str:
    """`confirmed 3/3`: how many of the replays showed it again."""
    if sure is None:
        return "not replayed"
    return f"{sure.level} {sure.shown}/{sure.replays}" if sure.replays else sure.level


def count(number: int, noun: str) -> str:
    """`1 issue`, `2 issues`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def headline(summary: BashSummary) -> str:
    """The verdict, and whatever keeps it from being the whole answer."""
    return summary.verdict.capitalize() + reservation(summary)


def reservation(summary: BashSummary) -> str:
    """What keeps the verdict from being the whole answer, as the rest of a sentence; empty where nothing does."""
    said = ""
    if summary.gate.outcome != summary.verdict:
        said += f", {_GATE_DIFFERS[summary.gate.outcome]}"
    if summary.not_run and summary.verdict != "blocked":
        said += f", with {len(summary.not_run)} of {count(len(summary.charters), 'charter')} not fully exercised"
    return said


_GATE_DIFFERS: dict[Verdict, str] = {
    "passed": "but the gate lets it go",
    "failed": "but held back by the gate",
    "blocked": "but held back by the gate",
}


def gate(summary: BashSummary) -> str:
    """What the gate says, and why."""
    reasons = "; ".join(summary.gate.reasons)
    if summary.gate.outcome == "passed":
        asks = f"no issue of severity {summary.gate.min_severity} or more, and {summary.gate.min_ran:.0%} of charters"
        return f"The gate lets the release go; it asks for {asks} to run."
    return f"The gate holds the release back ({summary.gate.outcome}): {reasons}."


def ended(charter: CharterOutcome) -> str:
    """Why the run ended: `step-limit: 8 of 8 steps used`."""
    if charter.error:
        return charter.error
    if charter.stop_reason and charter.stop_detail:
        return f"{charter.stop_reason}: {charter.stop_detail}"
    return charter.stop_reason or charter.stop_detail or "it never started"


def not_run(charter: CharterOutcome) -> str:
    """Why a charter must not be taken for exercised: `blocked: credentials, automation`."""
    if charter.state == "blocked":
        causes = ", ".join(charter.blocked) or "no step ran"
        return f"blocked: {charter.error or causes}"
    why = charter.error or (charter.stop_detail if charter.state != "never ran" else "")
    return f"{charter.state}: {why}" if why else charter.state


def budget(charter: CharterOutcome) -> str:
    """`8 of 8 steps, 3.2 of 10 minutes, 0 of 150000 tokens`, and what was moved into its range."""
    parts = ", ".join(f"{used} of {limit} {name}" for name, used, limit, _ in budget_parts(charter))
    clamped = f" (moved into its range: {', '.join(charter.clamped)})" if charter.clamped else ""
    return f"{parts or 'none'}{clamped}"


def budget_parts(charter: CharterOutcome) -> list[tuple[str, str, str, float]]:
    """Each budget's name, what was used of it, its limit, and the share used (0 to 1)."""
    if charter.budget is None or charter.usage is None:
        return []
    used = {
        "steps": max(charter.usage.steps, len(charter.steps)),
        "minutes": charter.usage.minutes,
        "tokens": charter.usage.tokens,
    }
    limits = {"steps": charter.budget.steps, "minutes": charter.budget.minutes, "tokens": charter.budget.tokens}
    return [
        (name, shown(used[name]), shown(limit), min(used[name], limit) / limit if limit else 1.0)
        for name, limit in limits.items()
    ]


def steps_counted(charter: CharterOutcome) -> str:
    """What the steps counted as: `5 ran, 1 product failure, 2 blocked`."""
    kinds = [step.counts_as for step in charter.steps]
    return ", ".join(f"{kinds.count(kind)} {kind}" for kind in get_args(Count) if kind in kinds) or "none"


def step(line: StepLine) -> str:
    """A step that did not pass, in one line: `4 apply the voucher (LOCATOR_NOT_FOUND: no button “Apply”)`."""
    why = ": ".join(part for part in (line.code, line.detail) if part)
    return f"{line.index} {line.title}" + (f" ({why})" if why else "")


def blocked(summary: BashSummary) -> dict[str, list[tuple[CharterOutcome, StepLine]]]:
    """The blocked steps of all charters by cause, the commonest first."""
    grouped: dict[str, list[tuple[CharterOutcome, StepLine]]] = {}
    for charter in summary.charters:
        for line in charter.steps:
            if line.counts_as == "blocked":
                grouped.setdefault(line.cause, []).append((charter, line))
    return dict(sorted(grouped.items(), key=lambda item: -len(item[1])))


def replay(sighting: Sighting, where: str) -> str:
    """The command that replays a finding; `where` is the bash directory as a person would type it."""
    run = f"{where.rstrip('/')}/{sighting.directory}" if sighting.directory else where
    return f"bugbash replay {shlex.quote(f'{run}#{sighting.position}')}"


def repeat(summary: BashSummary) -> str:
    """The command that holds the same bash again; empty where its file is not known."""
    if not summary.file:
        return ""
    seed = f" --seed {summary.seed}" if summary.seed is not None else ""
    return f"bugbash run {shlex.quote(summary.file)}{seed}"


def not_holding(summary: BashSummary) -> list[Line]:
    """The findings that do not hold the release back: warnings, and issues below the gate's severity."""
    held_by = set(summary.gate.held_by)
    return [line for line in summary.lines if line.kind == "warning" or line.fingerprint not in held_by]


def title_of(broken: BrokenFinding) -> str:
    """The title of a finding that may have none."""
    title = broken.finding.get("title") if isinstance(broken.finding, dict) else broken.finding
    return title if isinstance(title, str) and title.strip() else "(no title)"


def totals(counts: Iterable[dict[str, int]]) -> list[tuple[str, int]]:
    """Counts of several charters added up, the largest first."""
    total: dict[str, int] = {}
    for some in counts:
        for name, number in some.items():
            total[name] = total.get(name, 0) + number
    return sorted(total.items(), key=lambda item: (-item[1], item[0]))
