"""The report for a terminal; the contract gives its order."""

from collections.abc import Iterator

from bugbash.report import words
from bugbash.report.safe import cleaned, cut, flat
from bugbash.triage.lines import Line
from bugbash.triage.summary import BashSummary, CharterOutcome

_MOST = 200
"""Entries of one list; the rest is counted."""


def text(summary: BashSummary, where: str) -> str:
    """`summary` as plain text; `where` is the bash directory as a person would type it."""
    shown = cleaned(summary)
    blocks = [_head(shown), *_findings(shown, where), *_blocked(shown), *_broken(shown)]
    return "\n".join(line for block in blocks for line in block) + "\n"


def _head(summary: BashSummary) -> list[str]:
    alone = summary.charters[0] if len(summary.charters) == 1 else None
    lines = [f"Verdict: {summary.verdict}", flat(summary.sentence)]
    if summary.gate.outcome != summary.verdict:
        lines.append(flat(words.gate(summary)))
    if alone is not None:
        return [*lines, f"Ended: {flat(words.ended(alone))}", f"Budget: {flat(words.budget(alone))}", *_seen(alone)]
    lines += [f"Not fully exercised: {flat(c.name)} ({flat(words.not_run(c))})" for c in summary.not_run]
    lines += ["", f"Charters ({len(summary.charters)})"]
    for charter in summary.charters:
        lines += [f"  {flat(charter.name)}: {charter.verdict}, {charter.state}"]
        lines += [f"    ended   {flat(words.ended(charter))}", f"    budget  {flat(words.budget(charter))}"]
        lines += [f"    {line}" for line in _seen(charter)]
    return lines


def _seen(charter: CharterOutcome) -> list[str]:
    if not charter.unreported_failure:
        return []
    steps = ", ".join(str(index) for index in charter.product_failures)
    return [f"{words.UNREPORTED}: {words.count(len(charter.product_failures), 'step')} failed the product ({steps})"]


def _findings(summary: BashSummary, where: str) -> Iterator[list[str]]:
    for title, lines in (("Issues", summary.issues), ("Warnings", summary.warnings)):
        yield ["", f"{title} ({len(lines)})"]
        for line in lines[:_MOST]:
            yield _finding(summary, line, where)
        yield _more(len(lines))


def _finding(summary: BashSummary, line: Line, where: str) -> list[str]:
    first = line.told_by
    told = [
        ("screen", line.screen),
        ("expected", line.expected),
        ("observed", line.observed),
        *([("spec", line.spec)] if line.spec else []),
        *(("steps" if at == 0 else "", f"{at + 1}. {step}") for at, step in enumerate(line.repro[:_MOST])),
        *(("evidence", f"{item.kind} {item.path}") for item in first.evidence[:_MOST]),
        *([("seen by", ", ".join(s.charter for s in line.sightings))] if len(summary.charters) > 1 else []),
        ("replay", words.replay(first, where)),
    ]
    head = f"  [{words.severity(line.severity)}] {flat(cut(line.title, 300))} ({words.confidence(line.confidence)})"
    return [head, *(f"    {label:<9} {flat(what)}" for label, what in told)]


def _blocked(summary: BashSummary) -> Iterator[list[str]]:
    grouped = words.blocked(summary)
    exhausted = [
        f"{charter.name} {step.index}"
        for charter in summary.charters
        for step in charter.steps
        if step.counts_as == "exhausted"
    ]
    yield ["", f"Blocked steps ({sum(len(steps) for steps in grouped.values())})"]
    for cause, steps in grouped.items():
        yield [f"  {cause} ({len(steps)})"]
        yield [f"    {flat(charter.name)}: {flat(words.step(step))}" for charter, step in steps[:_MOST]]
        yield _more(len(steps))
    if exhausted:
        yield [f"Steps cut off by the budget ({len(exhausted)}): {flat(cut(', '.join(exhausted)))}"]


def _broken(summary: BashSummary) -> Iterator[list[str]]:
    failures = [(charter, broken) for charter in summary.charters for broken in charter.contract_failures]
    yield ["", f"Findings that failed the contract ({len(failures)})"]
    for charter, broken in failures[:_MOST]:
        yield [
            f"  {flat(charter.name)} #{broken.position} {flat(words.title_of(broken))}",
            *(f"    - {flat(problem)}" for problem in broken.problems[:_MOST]),
        ]
    yield _more(len(failures))


def _more(number: int) -> list[str]:
    return [f"  … and {number - _MOST} more, in the run file"] if number > _MOST else []
