"""Exploring a small site for real, and keeping every action."""

import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from bugbash.charter.actions import Action
from bugbash.charter.bash_file import TourName
from bugbash.explore.statemap import StateMap
from bugbash.explore.touring import Touring
from bugbash.explore.tours.base import World
from bugbash.explore.walker import Walker
from bugbash.explore.words import Interest
from bugbash.oracles.judge import Judge
from bugbash.session.browser import BrowserHost
from bugbash.session.moment import Moment
from bugbash.session.scope import Scope
from bugbash.session.secrets import Secrets
from bugbash.session.session import Session, Terms
from tests.support.pages import Answer, PageServer

AMPLE_SECONDS = 300.0
"""A move of these tests ends because nothing is left, and not for want of time."""


class WatchedSession(Session):
    """A session that keeps what was done in it."""

    def __init__(self, host: BrowserHost, terms: Terms) -> None:
        super().__init__(host, terms)
        self.done: list[Action] = []

    async def act(self, action: Action, benign: bool = True, glance: bool = False) -> Moment:
        self.done.append(action)
        return await super().act(action, benign, glance)


class Explored:
    """What an exploration of a site did."""

    def __init__(self, session: WatchedSession, walker: Walker, world: World, touring: Touring) -> None:
        self.session = session
        self.walker = walker
        self.world = world
        self.touring = touring
        self.moves: list[tuple[str, str]] = []
        """Of each move its tour and what it says of itself."""

    @property
    def words(self) -> list[str]:
        return [action.words() for action in self.session.done]

    @property
    def suspected(self) -> list[str]:
        return [suspect.suspicion.title for suspect in self.walker.suspects.values()]

    async def go_on(self, moves: int = 12) -> None:
        """Make moves until nothing is left."""
        for _ in range(moves):
            move = self.touring.next_move()
            if move is None:
                break
            result = await move.go(time.monotonic() + AMPLE_SECONDS)
            self.moves.append((move.tour, result.detail))


async def explored(
    host: BrowserHost,
    site: Mapping[str, Answer],
    tours: Sequence[TourName],
    *,
    seed: str = "1/look",
    login: Sequence[Action] = (),
    moves: int = 12,
    start: str = "/",
) -> Explored:
    """Explore `site` with `tours` to the end; the session is closed, and what it did is kept."""
    with PageServer(site) as server:
        scope = Scope([server.url("/")])
        session = WatchedSession(host, Terms(server.url("/"), scope, Secrets({}, Path()), login))
        try:
            assert (await session.open()).passed
            session.done.clear()
            walker = Walker(session, Judge(scope), StateMap(), server.url("/"), ())
            world = World(walker, Interest("look around"), seed, server.url(start), server.url("/"), login)
            whole = Explored(session, walker, world, Touring(world, tours, moves))
            await whole.go_on(moves)
        finally:
            await session.close()
    return whole
