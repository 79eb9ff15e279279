"""One bug, one line: the findings of many runs merged by fingerprint."""

import json
from collections.abc import Iterable
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from bugbash.contract.models import Confidence, Kind
from bugbash.triage.fingerprint import fingerprint_of


class EvidenceLink(BaseModel):
    """A file that shows what a sighting claims; the path is relative to the bash directory."""

    model_config = ConfigDict(frozen=True)
    kind: str
    path: str
    uri: str | None = None
    sha256: str | None = None


class Sighting(BaseModel):
    """One charter's finding of the bug."""

    model_config = ConfigDict(frozen=True)
    charter: str
    directory: str = Field(
        default="", description="The run's, relative to the bash directory; empty where they are one."
    )
    position: int = Field(description="Of the finding in that run's run.json, from 0.")
    step: int
    screen: str
    evidence: tuple[EvidenceLink, ...] = ()
    also_seen: int = 0


class Line(BaseModel):
    """One bug, with every sighting of it."""

    model_config = ConfigDict(frozen=True)
    fingerprint: str
    kind: Kind
    severity: int
    title: str
    screen: str
    expected: str
    observed: str
    spec: str | None = None
    oracle: str | None = None
    location: str | None = None
    repro: tuple[str, ...]
    sequence: tuple[dict[str, Any], ...] | None = None
    confidence: Confidence | None = None
    directory: str = Field(default="", description="Of the sighting whose claim this is.")
    position: int = Field(default=0, description="Of that finding in its run.json, from 0.")
    sightings: tuple[Sighting, ...]

    @property
    def told_by(self) -> Sighting:
        """The sighting whose claim, steps and evidence speak for the bug."""
        own = (s for s in self.sightings if (s.directory, s.position) == (self.directory, self.position))
        return next(own, self.sightings[0])


_OURS = frozenset({"oracle", "location", "sequence", "confidence"})
"""Keys beyond the contract; another program's finding may use them for something else."""


def line_of(finding: dict[str, Any], charter: str, directory: str) -> Line:
    """The line of one finding that keeps the contract, as `verdict.assess` gives it.

    `directory` is the charter's run directory, relative to the bash directory; empty where they are the same.
    """
    prefix = f"{directory}/" if directory else ""
    evidence = tuple(
        EvidenceLink(kind=item["kind"], path=prefix + item["path"], uri=item.get("uri"), sha256=item.get("sha256"))
        for item in finding["evidence"]
    )
    also_seen = finding.get("also_seen")
    sighting = Sighting(
        charter=charter,
        directory=directory,
        position=finding["position"],
        step=finding["step"],
        screen=finding["screen"],
        evidence=evidence,
        also_seen=also_seen if isinstance(also_seen, int) else 0,
    )
    keep = {name: finding[name] for name in Line.model_fields if name in finding}
    keep |= {"fingerprint": fingerprint_of(finding), "directory": directory, "sightings": (sighting,)}
    try:
        return Line.model_validate(keep)
    except ValidationError as error:
        foreign = _OURS & {str(fault["loc"][0]) for fault in error.errors()}
        return Line.model_validate({name: value for name, value in keep.items() if name not in foreign})


def merge(*groups: Iterable[Line]) -> list[Line]:
    """One line per fingerprint over all of `groups`, the most severe issues first.

    Associative, commutative and idempotent: merging in any order, or twice, gives the same lines.
    """
    lines: dict[str, Line] = {}
    for group in groups:
        for line in group:
            lines[line.fingerprint] = _joined(lines.get(line.fingerprint, line), line)
    return sorted(lines.values(), key=_order)


def _joined(one: Line, other: Line) -> Line:
    """The worse of two sightings' claims speaks for the bug; all sightings are kept."""
    speaker = min((one, other), key=_claim)
    sightings = {
        (s.charter, s.directory, s.position): s for s in sorted((*one.sightings, *other.sightings), key=_content)
    }
    return speaker.model_copy(update={"sightings": tuple(sightings[key] for key in sorted(sightings))})


def _claim(line: Line) -> tuple[Any, ...]:
    rate = line.confidence.shown / max(line.confidence.replays, 1) if line.confidence else 0.0
    return (line.kind != "issue", -rate, -line.severity, len(line.repro), line.title, _content(line, {"sightings"}))


def _content(part: Line | Sighting, without: set[str] | None = None) -> str:
    """All that `part` says, as text: a total order, so that no merge depends on which came first."""
    return json.dumps(part.model_dump(mode="json", exclude=without), sort_keys=True)


def _order(line: Line) -> tuple[Any, ...]:
    return (line.kind != "issue", -line.severity, line.title, line.fingerprint)
