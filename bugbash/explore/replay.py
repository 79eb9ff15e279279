"""Replaying a sequence from launch in a fresh session, and telling whether a suspicion shows again."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from bugbash.charter.actions import Action
from bugbash.contract.models import BLOCKED, Code
from bugbash.oracles.base import Suspicion
from bugbash.oracles.judge import Judge
from bugbash.session.moment import Moment
from bugbash.session.reset import AppReset
from bugbash.session.session import Session
from bugbash.session.stage import Outcome

OpenSession = Callable[[], Session]
"""Makes a fresh session that is not open yet."""

_NO_ANSWER = frozenset({Code.ENVIRONMENT_UNAVAILABLE, Code.CREDENTIAL_MISSING, Code.SEED_DATA_MISSING})
ATTEMPTS = 3
"""How often a replay is begun whose session, and not the app's bug, was in the way."""


@dataclass
class Replay:
    """What a replay came to."""

    shown: Suspicion | None
    """The suspicion, as this replay met it; None where it did not show."""
    diverged: Outcome | None
    """Why the sequence could not be followed to its end; None where it could, or where its bug was seen absent."""
    at: int
    """Position of the last step that was done."""
    moments: list[Moment]

    @property
    def counts(self) -> bool:
        """It tells something of the bug: a replay without a session, or without an app, does not."""
        return self.diverged is None or self.diverged.code not in _NO_ANSWER


class Wanted(Protocol):
    """What a replay looks for: a suspicion, or what a run file tells of one."""

    @property
    def oracle(self) -> str: ...
    @property
    def key(self) -> str: ...


@dataclass(frozen=True)
class AnyIssue:
    """Whatever any oracle notices, if it is an issue: what a sequence without a finding is replayed for."""

    oracle: str = ""
    key: str = ""


class Witness(Protocol):
    """Records a replay."""

    async def before(self, session: Session) -> None:
        """The session is logged in, and nothing was done yet."""

    async def after(self, session: Session, replay: Replay) -> None:
        """The replay is over, and its session is still open."""


class Replayer:
    """Replays sequences, each in a session of its own, and with a `reset` on an app that was brought back for it."""

    def __init__(
        self, new_session: OpenSession, new_judge: Callable[[], Judge], reset: AppReset | None = None
    ) -> None:
        self._new_session = new_session
        self._new_judge = new_judge
        self._reset = reset
        self.unready = ""
        """Why the app could not be brought back, in one line."""
        self.count = 0
        """Replays made."""

    async def replay(self, sequence: Sequence[Action], wanted: Wanted, witness: Witness | None = None) -> Replay:
        """Do `sequence` from launch, until `wanted` shows; where the session was in the way, in another one."""
        for _ in range(ATTEMPTS):
            replay = await self._ready_once(sequence, wanted, witness)
            if replay.counts:
                break
        return replay

    async def _ready_once(self, sequence: Sequence[Action], wanted: Wanted, witness: Witness | None) -> Replay:
        if self._reset is None:
            return await self._once(sequence, wanted, witness)
        async with self._reset.fresh() as fault:
            if fault:
                self.unready = fault
                return Replay(None, Outcome(BLOCKED, Code.SEED_DATA_MISSING, fault), -1, [])
            return await self._once(sequence, wanted, witness)

    async def _once(self, sequence: Sequence[Action], wanted: Wanted, witness: Witness | None) -> Replay:
        self.count += 1
        session, judge = self._new_session(), self._new_judge()
        try:
            opened = await session.open()
            if not opened.passed:
                return Replay(None, opened, -1, [])
            if witness is not None:
                await witness.before(session)
            replay = await _follow(session, judge, sequence, wanted)
            if witness is not None and session.alive:
                await witness.after(session, replay)
            return replay
        finally:
            await session.close()


async def _follow(session: Session, judge: Judge, sequence: Sequence[Action], wanted: Wanted) -> Replay:
    replay = Replay(None, None, -1, [])
    for at, action in enumerate(sequence):
        moment = await session.act(action)
        replay.at = at
        replay.moments.append(moment)
        noticed: Awaitable[list[Suspicion]] = judge.judge(session, moment, only=wanted.oracle)
        replay.shown = next((found for found in await noticed if _is_wanted(found, wanted)), None)
        if replay.shown is not None:
            return replay
        if not moment.outcome.passed:
            replay.diverged = None if judge.is_refuted(wanted.oracle) else moment.outcome
            return replay
    return replay


def _is_wanted(found: Suspicion, wanted: Wanted) -> bool:
    return found.key == wanted.key if wanted.key else found.kind == "issue"
