"""Whose turn it is: how a budget is split among tours. Pure, and by moves: time differs from run to run."""

import re
from collections.abc import Sequence
from typing import Literal

from bugbash.charter.bash_file import TourName

Phase = Literal["look around", "work", "sweep"]
PHASES: dict[Phase, float] = {"look around": 0.25, "work": 0.75, "sweep": 1.0}
"""The share of the moves at which each phase ends (rule E5)."""
TURNS: dict[Phase, tuple[TourName, ...]] = {
    "look around": ("landmarks",),
    "work": ("forms", "records", "lists", "forms", "interruptions", "editing", "addresses"),
    "sweep": ("dialogs", "signout", "sweep", "keyboard", "viewports", "forms", "addresses", "landmarks"),
}
"""Whose turn it is in each phase: first what reads, then what writes, at last what is left, and signing out."""
SHARES: dict[TourName, float] = {
    "lists": 0.5, "interruptions": 0.5, "editing": 0.5, "addresses": 0.5, "dialogs": 0.4, "keyboard": 0.3,
    "viewports": 0.3, "signout": 0.3,
}  # fmt: skip
"""The most of a move's time that a tour takes whose work is done before long; the next one has the rest."""
_MENTIONS: dict[TourName, str] = {
    "forms": r"\bforms?\b|input|field|boundar|number|\bvalid|empty|unicode|accent|punctuation|quote|markup|password",
    "records": r"creat|\badd(?:s|ed|ing)?\b|edit|delet|\bsav|record|\brows?\b|lost",
    "lists": r"\blists?\b|\bsort|filter|search|paging|pages of|column|table",
    "editing": r"in place|inline|to-?do|toggl",
    "interruptions": r"reload|refresh|\bback\b|forward|twice|interrupt|order",
    "dialogs": r"dialog|modal|pop-?up|\bmenu",
    "keyboard": r"keyboard|focus|accessib",
    "viewports": r"phone|mobile|responsive|layout|viewport|width|tablet",
    "addresses": r"address|\burls?\b|mistyp|deep link|not found|punctuation",
    "sweep": r"\bevery\b|controls|buttons",
    "signout": r"sign(?:ed|ing)? ?(?:in|out)|log(?:ged|ging)? ?(?:in|out)|session",
}  # fmt: skip


def phase_at(move: int, moves: int) -> Phase:
    """The phase of the move with that number (from 0) in a budget of so many moves."""
    return next((phase for phase, ends in PHASES.items() if move < ends * moves), "sweep")


def spoken_of(*texts: str) -> tuple[TourName, ...]:
    """The tours that a charter's words speak of, the one that they speak of most first."""
    text = " ".join(texts).lower()
    words = {name: len(set(re.findall(pattern, text))) for name, pattern in _MENTIONS.items()}
    return tuple(sorted((name for name in words if words[name]), key=lambda name: -words[name]))


def order_at(move: int, moves: int, had: Sequence[TourName] = (), spoken: Sequence[TourName] = ()) -> list[TourName]:
    """The tours to ask for the move with that number, the first to be asked first.

    `had` are the turns that were had in this phase: its list is gone round, beginning behind them. A phase that has
    nothing left to do gives its moves to the phases after it, and then to those before. The tours that the charter
    speaks of work first, whatever their phase.
    """
    phase = phase_at(move, moves)
    own, names = _turns(phase, spoken), list(TURNS)
    shift = _turns_had(own, had)
    at = names.index(phase)
    others = [name for other in (*names[at + 1 :], *names[:at]) for name in TURNS[other]]
    return list(dict.fromkeys((*own[shift:], *own[:shift], *others)))


def _turns(phase: Phase, spoken: Sequence[TourName]) -> tuple[TourName, ...]:
    if phase != "work":
        return TURNS[phase]
    return (*spoken, *(name for name in TURNS[phase] if name not in spoken or name == "forms"))


def _turns_had(own: Sequence[TourName], had: Sequence[TourName]) -> int:
    """Where in its list a phase stands after the turns that were had."""
    at = 0
    for name in had:
        at = next((step + 1 for step in range(at, len(own)) if own[step] == name), at)
        at %= len(own)
    return at
