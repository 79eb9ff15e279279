"""The report as Markdown, short enough for the step summary of a build service.

Text that a page or a file controls stands in code spans: nothing in it is markup, a link or a mention.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from bugbash.report import coverage, words
from bugbash.report.safe import cleaned, cut, flat
from bugbash.triage.lines import Line
from bugbash.triage.summary import BashSummary, CharterOutcome

LIMIT = 60_000
"""Bytes; GitHub cuts a step summary at a megabyte and a comment at 65,536 characters."""

_TEXT = 600
"""Characters of one text."""

_BACKTICKS = re.compile(r"`+")


_MARKUP = re.compile(r"[\\`*_\[\]<>|~#@!&]")


class _Section(NamedTuple):
    """A part of the report that is cut when it takes more than `share` of the limit."""

    title: str
    blocks: list[str]
    share: float
    noun: str = "entries"


def markdown(summary: BashSummary, where: str) -> str:
    """`summary` as Markdown of less than `LIMIT` bytes; `where` is the bash directory as a person would type it."""
    shown = cleaned(summary)
    sections = [
        _Section("", _head(shown), 0.15, "lines"),
        _Section("Findings that hold the release back", _details(shown.holding, where), 0.4, "findings"),
        _Section("Completeness", _table(shown), 0.15, "charters"),
        _Section("Blocked steps", list(_blocked(shown)), 0.08, "steps"),
        _Section("Findings that do not hold it back", _lines(words.not_holding(shown)), 0.08, "findings"),
        _Section("Findings that failed the contract", list(_broken(shown)), 0.06, "findings"),
        _Section("Outside the scope, not held against the app", _refused(shown), 0.03, "addresses"),
    ]
    return "\n".join(_written(section) for section in sections if section.blocks) + _repeat(shown)


def code(text: str, limit: int = _TEXT) -> str:
    """`text` as a code span on one line that nothing in it can end."""
    inner = flat(cut(text, limit))
    if not inner:
        return "–"
    fence = "`" * (max((len(run) for run in _BACKTICKS.findall(inner)), default=0) + 1)
    pad = " " if "`" in (inner[0], inner[-1]) else ""
    return f"{fence}{pad}{inner}{pad}{fence}"


def issue_text(line: Line, where: str) -> str:
    """One finding as Markdown, to paste into an issue tracker."""
    first = line.told_by
    told = [
        ("Screen", code(line.screen)),
        ("Expected", code(line.expected)),
        ("Observed", code(line.observed)),
        *([("Specification", code(line.spec))] if line.spec else []),
        ("Seen by", ", ".join(code(sighting.charter, 80) for sighting in line.sightings[:10])),
        ("Evidence", ", ".join(code(item.path) for item in first.evidence[:10])),
        ("Replay", code(words.replay(first, where))),
        ("Fingerprint", code(line.fingerprint, 80)),
    ]
    steps = [f"{at}. {code(step)}" for at, step in enumerate(line.repro[:30], start=1)]
    more = [f"{len(line.repro) - 30} more steps are in the run file."] if len(line.repro) > 30 else []
    return "\n".join(
        [
            f"Severity {words.severity(line.severity)}, {line.kind}, {words.confidence(line.confidence)}.",
            "",
            *(f"- {label}: {what}" for label, what in told),
            "",
            "Steps:",
            "",
            *steps,
            *more,
            "",
        ]
    )


def _plain(text: str) -> str:
    """A sentence of ours, whatever a file made of it."""
    return _MARKUP.sub(r"\\\g<0>", flat(text))


def _written(section: _Section) -> str:
    room = int(LIMIT * section.share)
    kept: list[str] = []
    for block in section.blocks:
        room -= len(block.encode()) + 1
        if room < 0:
            left = len(section.blocks) - len(kept)
            kept.append(f"\n… cut here: {left} more {section.noun}; the whole is in report.html and bash.json.\n")
            break
        kept.append(block)
    title = f"## {section.title}\n\n" if section.title else ""
    return title + "\n".join(kept) + "\n"


def _head(summary: BashSummary) -> list[str]:
    lines = [
        f"# {words.headline(summary)}: {code(summary.name, 80)}\n",
        f"{_plain(summary.sentence)}\n",
        f"{_plain(words.gate(summary))}\n",
    ]
    if summary.not_run:
        lines.append(f"**Not fully exercised: {len(summary.not_run)} of {len(summary.charters)} charters**\n")
        lines += [f"- {code(charter.name, 80)} {code(words.not_run(charter))}" for charter in summary.not_run]
        lines.append("")
    seen = [charter for charter in summary.charters if charter.unreported_failure]
    lines += [f"**{words.UNREPORTED}** by {code(charter.name, 80)}.\n" for charter in seen]
    return lines


def _details(lines: list[Line], where: str) -> list[str]:
    return [f"### {at}. {code(line.title, 200)}\n\n{issue_text(line, where)}" for at, line in enumerate(lines, 1)]


def _table(summary: BashSummary) -> list[str]:
    head = "| charter | state | verdict | why it ended | budget used | steps counted as | controls touched |"
    return [f"{head}\n|---|---|---|---|---|---|---|", *(_row(charter) for charter in summary.charters)]


def _row(charter: CharterOutcome) -> str:
    touched = coverage.total(charter)
    cells = [
        code(charter.name, 80),
        charter.state,
        charter.verdict,
        code(words.ended(charter), 200),
        code(words.budget(charter), 200),
        words.steps_counted(charter),
        f"{touched.touched} of {touched.known}" if touched else "–",
    ]
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def _blocked(summary: BashSummary) -> Iterator[str]:
    for cause, steps in words.blocked(summary).items():
        for charter, step in steps:
            yield f"- {cause}: {code(charter.name, 80)} {code(words.step(step), 300)}"


def _lines(lines: list[Line]) -> list[str]:
    return [
        f"- {words.severity(line.severity)} {line.kind}: {code(line.title, 200)} on {code(line.screen, 120)}"
        f" ({words.confidence(line.confidence)})"
        for line in lines
    ]


def _broken(summary: BashSummary) -> Iterator[str]:
    for charter in summary.charters:
        for broken in charter.contract_failures:
            problems = "; ".join(broken.problems)
            yield f"- {code(charter.name, 80)} {code(words.title_of(broken), 200)}: {code(problems)}"


def _refused(summary: BashSummary) -> list[str]:
    refused = words.totals(charter.refused for charter in summary.charters)
    return [f"- {code(address, 200)} refused {words.count(number, 'time')}" for address, number in refused]


def _repeat(summary: BashSummary) -> str:
    command = words.repeat(summary)
    return f"\n## How to repeat this bash\n\n{code(command)}\n" if command else ""
