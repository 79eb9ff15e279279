"""Replaying a sequence from launch in a fresh session, and telling whether a suspicion shows again."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from bugbash.charter.actions import Action
from bugbash.oracles.base import Suspicion
from bugbash.oracles.judge import Judge
from bugbash.session.moment import Moment
from bugbash.session.session import Session
from bugbash.session.stage import Outcome

OpenSession = Callable[[], Session]
"""Makes a fresh session that is not open yet."""


@dataclass
class Replay:
    """What a replay came to."""

    shown: Suspicion | None
    """The suspicion, as this replay met it; None where it did not show."""
    diverged: Outcome | None
    """Why the sequence could not be followed to its end; None where it could."""
    at: int
    """Position of the last step that was done."""
    moments: list[Moment]


class Replayer:
    """Replays sequences, each in a session of its own."""

    def __init__(self, new_session: OpenSession, new_judge: Callable[[], Judge]) -> None:
        self._new_session = new_session
        self._new_judge = new_judge
        self.count = 0

    async def replay(
        self,
        sequence: Sequence[Action],
        key: str,
        before: Callable[[Session], Awaitable[None]] | None = None,
        after: Callable[[Session, Replay], Awaitable[None]] | None = None,
    ) -> Replay:
        """Do `sequence` from launch; `key` is the suspicion looked for.

        `before` is called once logged in, and `after` at the end, while the session is still open.
        """
        self.count += 1
        session, judge = self._new_session(), self._new_judge()
        try:
            opened = await session.open()
            if not opened.passed:
                return Replay(None, opened, -1, [])
            if before is not None:
                await before(session)
            replay = await self._follow(session, judge, sequence, key)
            if after is not None and session.alive:
                await after(session, replay)
            return replay
        finally:
            await session.close()

    async def _follow(self, session: Session, judge: Judge, sequence: Sequence[Action], key: str) -> Replay:
        replay = Replay(None, None, -1, [])
        for at, action in enumerate(sequence):
            moment = await session.act(action)
            replay.at = at
            replay.moments.append(moment)
            for suspicion in await judge.judge(session, moment):
                if suspicion.key == key:
                    replay.shown = suspicion
            if replay.shown is not None:
                return replay
            if not moment.outcome.passed:
                replay.diverged = moment.outcome
                return replay
        return replay
