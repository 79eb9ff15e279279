"""The report as one HTML file: no script, nothing loaded but the screenshots beside it."""

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, NamedTuple

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from bugbash.contract.stop import shown
from bugbash.report import coverage, links, words
from bugbash.report.markdown import code, issue_text
from bugbash.report.safe import cleaned, cut, flat, visible
from bugbash.triage.lines import EvidenceLink, Line
from bugbash.triage.summary import BashSummary, CharterOutcome

MOST = 100
"""Entries of one list; the rest is counted."""

_MOST_CELLS = 12
"""Cells of one charter in the picture: the largest step budget there is."""

_MARKS = {"ran": "✓", "product failure": "F", "blocked": "B", "exhausted": "E", "not used": "·"}


class Cell(NamedTuple):
    """One step in the picture."""

    mark: str
    kind: str
    words: str
    issues: int
    """Issues that the step reported."""


def html(summary: BashSummary, where: str, base: str = "", files: Sequence[str] = ()) -> str:
    """`summary` as a page.

    `where` is the bash directory as a person would type it, `base` leads from the page's folder to it (empty where
    the page stands in it), and `files` are the machine-readable files in it.
    """
    page = cleaned(summary)
    return (
        _environment()
        .get_template("report.html.j2")
        .render(
            bash=page,
            files=files,
            local=partial(links.local, base=base),
            issue_text=lambda line: f"{code(line.title, 300)}\n\n{issue_text(line, where)}",
            claim=lambda finding: json.dumps(finding, ensure_ascii=False, indent=2),
            replay=lambda sighting: words.replay(sighting, where),
            cells=partial(cells, page),
            marks=_MARKS,
            most=MOST,
            tokens_used=any(charter.usage is not None and charter.usage.tokens > 0 for charter in page.charters),
        )
    )


def cells(summary: BashSummary, charter: CharterOutcome) -> list[Cell]:
    """The picture's row for `charter`: its steps, and the rest of its step budget."""
    issues: dict[int, int] = {}
    for line in summary.issues:
        for sighting in line.sightings:
            if sighting.charter == charter.name:
                issues[sighting.step] = issues.get(sighting.step, 0) + 1
    row = [
        Cell(
            _MARKS[step.counts_as],
            step.counts_as.replace(" ", "-"),
            flat(f"step {words.step(step)}: {step.counts_as} {step.cause}"),
            issues.get(step.index, 0),
        )
        for step in charter.steps[:_MOST_CELLS]
    ]
    budget = min(int(charter.budget.steps), _MOST_CELLS) if charter.budget else 0
    return row + [Cell(_MARKS["not used"], "not-used", "not used", 0)] * (budget - len(row))


def pictures(line: Line) -> list[EvidenceLink]:
    """The screenshots of the sighting that speaks for the bug, or else of the first that has any; at most two."""
    for sighting in (line.told_by, *line.sightings):
        shots = [item for item in sighting.evidence if item.kind == "screenshot" and links.local(item.path)]
        if shots:
            return shots[:2]
    return []


def when(summary: BashSummary) -> str:
    """When the bash was held: `30 Nov 2026, 14:02 to 14:09 UTC`; as it stands in the file where that is no time."""
    start, end = _time(summary.started), _time(summary.ended)
    if start is None:
        return summary.started
    day = f"{start.day} {start:%b %Y, %H:%M}"
    if end is None:
        return f"{day} UTC"
    return f"{day} to {end:%H:%M} UTC" if end.date() == start.date() else f"{day} to {end.day} {end:%b %H:%M} UTC"


def _time(text: str) -> datetime | None:
    try:
        return datetime.fromisoformat(text).astimezone(UTC)
    except (ValueError, OverflowError):
        return None


def _percent(share: float) -> int:
    return round(100 * min(max(share, 0.0), 1.0))


def _made_visible(value: Any) -> Any:
    return visible(value) if isinstance(value, str) and not isinstance(value, Markup) else value


@lru_cache(maxsize=1)
def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent / "templates"),
        autoescape=True,  # whatever a template's name
        undefined=StrictUndefined,
        finalize=_made_visible,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(cut=cut, flat=flat, percent=_percent)
    environment.globals.update(
        words=words, coverage=coverage, web=links.web, pictures=pictures, when=when, shown=shown
    )
    return environment
