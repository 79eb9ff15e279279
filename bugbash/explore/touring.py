"""The tours explorer: takes turns among the tours that have something left to do."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Literal

from bugbash.charter.bash_file import TourName
from bugbash.contract.models import Code
from bugbash.explore.explorer import MoveResult, NextMove
from bugbash.explore.progress import QUIET_MOVES, Saturation
from bugbash.explore.tours import TOURS
from bugbash.explore.tours.base import Tour, World
from bugbash.explore.walker import Walker

Phase = Literal["look around", "work", "sweep"]
PHASES: dict[Phase, float] = {"look around": 0.25, "work": 0.75, "sweep": 1.0}
"""The share of the moves at which each phase ends (rule E5); by moves, since time differs from run to run."""
TURNS: dict[Phase, tuple[TourName, ...]] = {
    "look around": ("landmarks",),
    "work": ("forms", "interruptions", "forms", "addresses"),
    "sweep": ("viewports", "signout", "sweep", "forms", "addresses", "landmarks"),
}
"""Whose turn it is in each phase: first what reads, then what writes, at last what is left, and signing out."""
SHORT: frozenset[TourName] = frozenset({"viewports", "signout"})
"""Tours that do little in a turn: another one goes on in the same move."""


def phase_at(move: int, moves: int) -> Phase:
    """The phase of the move with that number (from 0) in a budget of so many moves."""
    return next((phase for phase, ends in PHASES.items() if move < ends * moves), "sweep")


def order_at(move: int, moves: int, had: Sequence[TourName] = ()) -> list[TourName]:
    """The tours to ask for the move with that number, the first to be asked first.

    `had` are the turns that were had in this phase: its list is gone round, beginning behind them. A phase that has
    nothing left to do gives its moves to the phases after it, and then to those before.
    """
    phase = phase_at(move, moves)
    own, names = TURNS[phase], list(TURNS)
    shift = _turns_had(own, had)
    at = names.index(phase)
    others = [name for other in (*names[at + 1 :], *names[:at]) for name in TURNS[other]]
    return list(dict.fromkeys((*own[shift:], *own[:shift], *others)))


def _turns_had(own: Sequence[TourName], had: Sequence[TourName]) -> int:
    """Where in its list a phase stands after the turns that were had."""
    at = 0
    for name in had:
        at = next((step + 1 for step in range(at, len(own)) if own[step] == name), at)
        at %= len(own)
    return at


class Touring:
    """Chooses the next tour, by phases and turns; ends when nothing is left, or nothing new comes any more."""

    def __init__(self, world: World, tours: Sequence[TourName], moves: int) -> None:
        self._world = world
        self._tours: dict[TourName, Tour] = {name: TOURS[name](world) for name in tours}
        self._moves = moves
        self._move = 0
        self._had: list[TourName] = []
        self._phase: Phase = "look around"
        self._started = False
        self._saturation = Saturation()
        self._looped: list[TourName] = []

    def use(self, walker: Walker) -> None:
        self._world.walker = walker
        self._started = False

    def next_move(self) -> NextMove | None:
        if self._saturation.reached:
            return None
        order = self._order()
        if order and not self._started:
            return NextMove(f"{order[0]}: open {self._world.start}", self._begin, order[0])
        for name in order:
            title = self._tours[name].offers()
            if title:
                return NextMove(title, self._going(name), name)
        return None

    def why_done(self) -> str:
        if self._saturation.reached:
            return (
                f"saturated: the last {QUIET_MOVES} moves led to no new screen, control, route, request or suspicion"
            )
        if self._looped:
            return (
                f"loop: {', '.join(self._looped)} went round in circles, and the other tours had nothing left to try"
            )
        return "nothing was left to try"

    def _order(self) -> list[TourName]:
        phase = phase_at(self._move, self._moves)
        if phase != self._phase:
            self._phase = phase
            self._had.clear()
        asked = [name for name in order_at(self._move, self._moves, self._had) if name in self._tours]
        return [name for name in asked if name not in self._looped]

    async def _begin(self, deadline: float) -> MoveResult:
        """Open the charter's start; a tour that takes turns goes on from there in the same move."""
        moment = await self._world.walker.open(self._world.start)
        if not moment.outcome.passed:
            return MoveResult(moment.outcome.detail, moment.outcome.status, moment.outcome.code)
        self._started = True
        self._world.note_forms(self._world.walker.look)
        name = next((name for name in self._order() if self._tours[name].offers()), None)
        return await self._going(name)(deadline) if name else MoveResult("opened")

    def _going(self, name: TourName) -> Callable[[float], Awaitable[MoveResult]]:
        async def go(deadline: float) -> MoveResult:
            facts = await self._tours[name].go(deadline)
            if name in SHORT and (after := self._goes_on()):
                facts += f"; {after}: {await self._tours[after].go(deadline)}"
            self._note(name)
            if not self._world.walker.session.alive:
                return MoveResult(f"{facts}; then the session was lost", "blocked", Code.ENVIRONMENT_UNAVAILABLE)
            return MoveResult(facts)

        return go

    def _goes_on(self) -> TourName | None:
        """The tour that goes on behind a short one; None where there is none, or no session for it."""
        if not self._world.walker.session.alive:
            return None
        return next((other for other in self._order() if other not in SHORT and self._tours[other].offers()), None)

    def _note(self, name: TourName) -> None:
        """Count the move, and what is known after it; a tour that goes round in circles has had its last turn."""
        walker = self._world.walker
        self._move += 1
        self._had.append(name)
        self._saturation.note((*walker.states.size(), len(walker.known)))
        if walker.loops.found:
            walker.loops.forget()
            self._looped.append(name)
