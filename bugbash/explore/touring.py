"""The tours explorer: takes turns among the tours that have something left to do."""

import time
from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence

from bugbash.charter.bash_file import TourName
from bugbash.contract.models import Code
from bugbash.explore.explorer import MoveResult, NextMove
from bugbash.explore.progress import QUIET_MOVES, Saturation
from bugbash.explore.tours import TOURS
from bugbash.explore.tours.base import Tour, World
from bugbash.explore.turns import SHARES, Phase, order_at, phase_at, spoken_of
from bugbash.explore.walker import Walker

LEAST_SHARE = 0.25
"""What must be left of a move's time for another tour to go on in it."""


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
        self.turns: list[TourName] = []
        """Every turn that a tour had, in order."""
        self._spoken = spoken_of(*world.interest.texts)

    def use(self, walker: Walker) -> None:
        self._world.walker = walker
        self._started = False

    def next_move(self) -> NextMove | None:
        if self._saturation.reached:
            return None
        order = self._order()
        if order and not self._started:
            return NextMove(f"{order[0]}: open {self._world.start}", self._begin, order[0])
        name = self._offering(order)
        return NextMove(self._tours[name].offers(), self._going(name), name) if name else None

    def _offering(self, names: Iterable[TourName]) -> TourName | None:
        """The first of `names` that has something left to try."""
        return next((name for name in names if self._tours[name].offers()), None)

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
        asked = [name for name in order_at(self._move, self._moves, self._had, self._spoken) if name in self._tours]
        return [name for name in asked if name not in self._looped]

    async def _begin(self, deadline: float) -> MoveResult:
        """Open the charter's start; a tour that takes turns goes on from there in the same move."""
        moment = await self._world.walker.open(self._world.start)
        if not moment.outcome.passed:
            return MoveResult(moment.outcome.detail, moment.outcome.status, moment.outcome.code)
        self._started = True
        self._world.note_forms(self._world.walker.look)
        name = self._offering(self._order())
        return await self._going(name)(deadline) if name else MoveResult("opened")

    def _going(self, name: TourName) -> Callable[[float], Awaitable[MoveResult]]:
        async def go(deadline: float) -> MoveResult:
            facts = await self._take_turns(name, deadline)
            self._note()
            if not self._world.walker.session.alive:
                return MoveResult(f"{facts}; then the session was lost", "blocked", Code.ENVIRONMENT_UNAVAILABLE)
            return MoveResult(facts)

        return go

    async def _take_turns(self, first: TourName, deadline: float) -> str:
        """Let `first` go, and behind it others, each once, for as long as the move has time; facts of all."""
        whole = deadline - time.monotonic()
        done: dict[TourName, str] = {}
        name: TourName | None = first
        while name is not None:
            until = min(deadline, time.monotonic() + whole * SHARES.get(name, 1.0))
            done[name] = await self._tours[name].go(until)
            self._had.append(name)
            self.turns.append(name)
            self._retire_where_it_loops(name)
            name = self._goes_on(done) if deadline - time.monotonic() > LEAST_SHARE * whole else None
        return "; ".join(facts if name == first else f"{name}: {facts}" for name, facts in done.items())

    def _goes_on(self, done: Collection[TourName]) -> TourName | None:
        """The tour that goes on behind those that are `done`; None where there is none, or no session for it.

        Nobody is signed out in the middle of a move: what follows would rest on the login that comes after.
        """
        if not self._world.walker.session.alive:
            return None
        return self._offering(name for name in self._order() if name not in done and name != "signout")

    def _note(self) -> None:
        """Count the move, and what is known after it."""
        walker = self._world.walker
        self._move += 1
        self._saturation.note((*walker.states.size(), len(walker.known)))

    def _retire_where_it_loops(self, name: TourName) -> None:
        """A tour that goes round in circles has had its last turn."""
        walker = self._world.walker
        if walker.loops.found:
            walker.loops.forget()
            self._looped.append(name)
