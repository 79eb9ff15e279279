"""Confirm, then report: a suspicion is replayed from launch in fresh sessions, and the sequence is shortened."""

import asyncio
import time
from dataclasses import dataclass
from typing import Literal

from bugbash.charter.actions import Action
from bugbash.contract.models import Confidence
from bugbash.explore.replay import Replay, Replayer, Witness
from bugbash.explore.walker import Suspect
from bugbash.oracles.base import Suspicion
from bugbash.oracles.expectation import Expectation
from bugbash.triage.fingerprint import normalise

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


async def confirm(suspect: Suspect, replayer: Replayer, deadline: float, witness: Witness) -> Confirmation:
    """Replay `suspect` until it is known how sure it is, and shorten a sequence that shows it.

    `deadline` (time.monotonic) bounds the search for a sequence and the shortening; what shows once is always given
    its three replays, one of which `witness` records.
    """
    began = time.monotonic()
    wanted = suspect.suspicion
    tried = 0
    for candidate in suspect.candidates:
        if tried and time.monotonic() > deadline:
            break
        tried += 1
        replay = await replayer.replay(candidate, wanted)
        whole = candidate is suspect.candidates[-1]
        if _shows_the_same(replay, wanted) or (whole and replay.shown is not None):
            sequence = candidate[: replay.at + 1]
            until = began + (deadline - began) * SHORTEN_SHARE
            shortened = await _shortened(sequence, wanted, replayer, until)
            return await _rated(wanted, shortened, len(sequence), replayer, witness)
    last = suspect.candidates[-1]
    return Confirmation(wanted, _confidence(0, tried), last, len(last))


async def confirm_known(known: Confirmation, replayer: Replayer, witness: Witness) -> Confirmation:
    """Show again, in one recorded replay, what another charter of the bash confirmed already."""
    replay = await replayer.replay(known.sequence, known.suspicion, witness)
    if replay.shown is None:
        return Confirmation(known.suspicion, _confidence(0, 1), known.sequence, known.length_before)
    confidence = _confidence(known.confidence.shown + 1, known.confidence.replays + 1)
    return Confirmation(replay.shown, confidence, known.sequence, known.length_before)


def _shows_the_same(replay: Replay, wanted: Suspicion) -> bool:
    """Whether a shorter way shows the same bug.

    With fewer steps an expectation may fail for another reason than the script's: then the screen shows other things.
    """
    if replay.shown is None or wanted.oracle != Expectation.name:
        return replay.shown is not None
    return normalise(replay.shown.observed) == normalise(wanted.observed)


async def _rated(
    wanted: Suspicion, sequence: tuple[Action, ...], length_before: int, replayer: Replayer, witness: Witness
) -> Confirmation:
    """How often `sequence` shows it: three of three is confirmed; anything less is given more replays.

    The replay that led to the sequence is the first of the three; the others are made side by side, since a replay
    waits more than it works.
    """
    recorded = replayer.replay(sequence, wanted, witness)
    plain = [replayer.replay(sequence, wanted) for _ in range(REPLAYS - 2)]
    replays = [replay for replay in await asyncio.gather(recorded, *plain) if replay.counts]
    if not all(replay.shown for replay in replays):
        more = (replayer.replay(sequence, wanted) for _ in range(MORE_REPLAYS))
        replays += [replay for replay in await asyncio.gather(*more) if replay.counts]
    shown = [replay.shown for replay in replays if replay.shown is not None]
    confidence = _confidence(len(shown) + 1, len(replays) + 1)
    return Confirmation(shown[-1] if shown else wanted, confidence, sequence, length_before)


def _confidence(shown: int, replays: int) -> Confidence:
    level: Literal["confirmed", "intermittent", "seen once"] = "seen once"
    if shown:
        level = "confirmed" if shown == replays and replays >= REPLAYS else "intermittent"
    return Confidence(level=level, shown=shown, replays=replays)


async def _shortened(
    sequence: tuple[Action, ...], wanted: Suspicion, replayer: Replayer, until: float
) -> tuple[Action, ...]:
    """`sequence` without the steps that it does not need: dropped by halves, then one by one, while it still shows.

    The first step (the opening) and the last (where it shows) stay.
    """
    size = max((len(sequence) - 2) // 2, 1)
    while len(sequence) > 2:
        at = 1
        while at < len(sequence) - 1 and time.monotonic() < until:
            candidate = sequence[:at] + sequence[min(at + size, len(sequence) - 1) :]
            replay: Replay = await replayer.replay(candidate, wanted)
            if _shows_the_same(replay, wanted):
                sequence = candidate[: replay.at + 1]
            else:
                at += size
        if size == 1 or time.monotonic() >= until:
            break
        size = max(size // 2, 1)
    return sequence
