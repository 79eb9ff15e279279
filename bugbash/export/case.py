"""One finding with all that replaying or exporting it takes."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from bugbash.charter.actions import Action
from bugbash.charter.plan import Plan


class Wanted(NamedTuple):
    """What a replay looks for; with no key, any issue."""

    oracle: str
    key: str


@dataclass(frozen=True)
class Case:
    """A sequence, and what it shows."""

    plan: Plan
    base: Path
    """The folder that uploads and commands are relative to."""
    sequence: tuple[Action, ...]
    wanted: Wanted
    title: str
    secrets: dict[str, str]
    """Where each secret is."""
    finding: dict[str, Any] = field(default_factory=dict)
    """As it stands in the run file; empty for a sequence without one."""
