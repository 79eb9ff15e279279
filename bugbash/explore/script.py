"""The script explorer: a charter's own moves, in order."""

import dataclasses
from collections.abc import Sequence

from bugbash.charter.bash_file import Move
from bugbash.explore.explorer import MoveResult, NextMove
from bugbash.explore.walker import Walker


class Script:
    """Does the moves of a script charter. A move whose steps cannot be followed blocks that move only."""

    def __init__(self, walker: Walker, moves: Sequence[Move], start: str) -> None:
        self._walker = walker
        self._moves = list(moves)
        self._start = start
        self._at = 0

    def use(self, walker: Walker) -> None:
        self._walker = walker

    def why_done(self) -> str:
        return "every move of the script was made"

    def next_move(self) -> NextMove | None:
        if self._at >= len(self._moves):
            return None
        move = self._moves[self._at]

        async def go(deadline: float) -> MoveResult:
            self._at += 1
            return await self._do(move)

        return NextMove(move.move, go)

    async def _do(self, move: Move) -> MoveResult:
        if not self._walker.look.url.startswith("http") and move.do[0].key != "open":
            opened = await self._walker.open(self._start)
            if not opened.outcome.passed:
                return MoveResult(opened.outcome.detail, opened.outcome.status, opened.outcome.code)
        for action in move.do:
            moment = await self._walker.act(action)
            self._weigh(move)
            if not moment.outcome.passed:
                return MoveResult(moment.outcome.detail, moment.outcome.status, moment.outcome.code)
        return MoveResult(f"{len(move.do)} steps")

    def _weigh(self, move: Move) -> None:
        """An expect step that failed is as severe as its move says, and reads as the move does."""
        for key, suspect in self._walker.suspects.items():
            if suspect.suspicion.oracle == "expectation" and move.severity != suspect.suspicion.severity:
                weighed = dataclasses.replace(suspect.suspicion, severity=move.severity)
                self._walker.suspects[key] = dataclasses.replace(suspect, suspicion=weighed)
