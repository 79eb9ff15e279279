"""Confirm, then report: a suspicion is replayed from launch in fresh sessions, and the sequence is shortened."""

import asyncio
import time
from dataclasses import dataclass

from bugbash.charter.actions import Action
from bugbash.contract.models import Confidence
from bugbash.explore.replay import Replay, Replayer
from bugbash.explore.walker import Suspect
from bugbash.oracles.base import Suspicion

REPLAYS = 3
"""Fresh sessions that must all show it, for a confirmed finding."""
MORE_REPLAYS = 3
"""Further replays of one that shows only sometimes, to learn its rate."""
SHORTEN_SHARE = 0.35
"""Share of the time given to a suspect that may go into shortening its sequence."""


@dataclass(frozen=True)
class Confirmation:
    """What the replays of a suspect came to."""

    suspicion: Suspicion
    """As a replay showed it; as it was first noticed where none did."""
    confidence: Confidence
    sequence: tuple[Action, ...]
    length_before: int
    """Steps before shortening."""

    @property
    def reported(self) -> bool:
        return self.confidence.level != "seen once"


async def confirm(suspect: Suspect, replayer: Replayer, deadline: float) -> Confirmation:
    """Replay `suspect` until it is known how sure it is, and shorten a sequence that shows it.

    `deadline` (time.monotonic) bounds the search for a sequence and the shortening; what shows once is always given
    its three replays.
    """
    began = time.monotonic()
    key = suspect.suspicion.key
    tried = 0
    for candidate in suspect.candidates:
        if tried and time.monotonic() > deadline:
            break
        tried += 1
        replay = await replayer.replay(candidate, key)
        if replay.shown is not None:
            sequence = candidate[: replay.at + 1]
            until = began + (deadline - began) * SHORTEN_SHARE
            shortened = await _shortened(sequence, key, replayer, until)
            return await _rated(replay.shown, sequence, shortened, key, replayer)
    last = suspect.candidates[-1]
    seen_once = Confidence(level="seen once", shown=0, replays=tried)
    return Confirmation(suspect.suspicion, seen_once, last, len(last))


async def _rated(
    suspicion: Suspicion, found: tuple[Action, ...], sequence: tuple[Action, ...], key: str, replayer: Replayer
) -> Confirmation:
    """How often `sequence` shows it: three of three is confirmed; anything less is given more replays.

    The replay that led to `sequence`, when it was `found` or last shortened, is the first of the three.
    """
    replays = [suspicion, *await _again(REPLAYS - 1, sequence, key, replayer)]
    if not all(replays):
        replays += await _again(MORE_REPLAYS, sequence, key, replayer)
    shown = [replay for replay in replays if replay is not None]
    level = "confirmed" if len(shown) == len(replays) else "intermittent"
    confidence = Confidence.model_validate({"level": level, "shown": len(shown), "replays": len(replays)})
    return Confirmation(shown[-1], confidence, sequence, len(found))


async def _again(times: int, sequence: tuple[Action, ...], key: str, replayer: Replayer) -> list[Suspicion | None]:
    """What so many replays show, made side by side: a replay waits more than it works."""
    replays: list[Replay] = await asyncio.gather(*(replayer.replay(sequence, key) for _ in range(times)))
    return [replay.shown for replay in replays]


async def _shortened(sequence: tuple[Action, ...], key: str, replayer: Replayer, until: float) -> tuple[Action, ...]:
    """`sequence` without the steps that it does not need: dropped by halves, then one by one, while it still shows.

    The first step (the opening) and the last (where it shows) stay.
    """
    size = max((len(sequence) - 2) // 2, 1)
    while len(sequence) > 2:
        at = 1
        while at < len(sequence) - 1 and time.monotonic() < until:
            candidate = sequence[:at] + sequence[min(at + size, len(sequence) - 1) :]
            replay = await replayer.replay(candidate, key)
            if replay.shown is not None:
                sequence = candidate[: replay.at + 1]
            else:
                at += size
        if size == 1 or time.monotonic() >= until:
            break
        size = max(size // 2, 1)
    return sequence
