"""The tours explorer: takes turns among the tours that have something left to do."""

from collections.abc import Awaitable, Callable, Sequence

from bugbash.charter.bash_file import TourName
from bugbash.contract.models import Code
from bugbash.explore.explorer import MoveResult, NextMove
from bugbash.explore.tours import TOURS
from bugbash.explore.tours.base import Tour, World
from bugbash.explore.walker import Walker

TURNS: tuple[TourName, ...] = (
    "landmarks",
    "forms",
    "records",
    "forms",
    "lists",
    "interruptions",
    "viewports",
)
"""Look around first; then work with forms twice as much as with anything else (rule E5)."""


class Touring:
    """Chooses the next tour, by turns."""

    def __init__(self, walker: Walker, world: World, tours: Sequence[TourName]) -> None:
        self._world = world
        self._tours: dict[TourName, Tour] = {name: TOURS[name](world) for name in tours}
        self._turns = [name for name in TURNS if name in self._tours]
        self._turn = 0
        self._started = False

    def use(self, walker: Walker) -> None:
        self._world.walker = walker
        self._started = False

    def next_move(self) -> NextMove | None:
        if not self._started:
            return NextMove(f"{self._turns[0]}: open {self._world.start}", self._begin, self._turns[0])
        for offset in range(len(self._turns)):
            name = self._turns[(self._turn + offset) % len(self._turns)]
            title = self._tours[name].offers()
            if title:
                self._turn += offset + 1
                return NextMove(title, self._going(name), name)
        return None

    async def _begin(self, deadline: float) -> MoveResult:
        """Open the charter's start; a tour that takes turns goes on from there in the same move."""
        moment = await self._world.walker.open(self._world.start)
        if not moment.outcome.passed:
            return MoveResult(moment.outcome.detail, moment.outcome.status, moment.outcome.code)
        self._started = True
        self._world.note_forms(self._world.walker.look)
        name = self._turns[self._turn % len(self._turns)]
        self._turn += 1
        return await self._going(name)(deadline) if self._tours[name].offers() else MoveResult("opened")

    def _going(self, name: TourName) -> Callable[[float], Awaitable[MoveResult]]:
        async def go(deadline: float) -> MoveResult:
            facts = await self._tours[name].go(deadline)
            if not self._world.walker.session.alive:
                return MoveResult(f"{facts}; then the session was lost", "blocked", Code.ENVIRONMENT_UNAVAILABLE)
            return MoveResult(facts)

        return go
