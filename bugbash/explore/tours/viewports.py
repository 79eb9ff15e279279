"""Viewports: look at screens in a phone's, a tablet's and a desktop's width."""

from bugbash.charter.actions import Resize, Size
from bugbash.explore.identity import skeleton_of
from bugbash.explore.statemap import Screen
from bugbash.explore.tours.base import Tour, World
from bugbash.session.session import VIEWPORT

PHONE, TABLET = (360, 740), (768, 1024)
"""Width and height in CSS pixels; a desktop's is the size that a session opens with."""
SCREENS_AT_ONCE = 3
MOST_SCREENS = 15
"""Screens resized in one run: after so many, more of an app's pages say little of its layout."""


class Viewports(Tour):
    name = "viewports"
    looks_for = "pages that do not fit a phone or tablet, by resizing the window on one screen of each kind"

    def __init__(self, world: World) -> None:
        super().__init__(world)
        self._routes: set[str] = set()
        self._kinds: set[str] = set()

    def offers(self) -> str:
        screen = self._next()
        return f"viewports: resize {screen.route}" if screen is not None else ""

    async def go(self, deadline: float) -> str:
        done: list[str] = []
        while self.goes_on(deadline) and len(done) < SCREENS_AT_ONCE:
            screen = self._next()
            if screen is None:
                break
            self._routes.add(screen.route)
            if await self._is_new(screen):
                await self._resize()
                done.append(screen.route)
        return f"resized {', '.join(done)}" if done else "no kind of screen that was not resized before"

    def _next(self) -> Screen | None:
        """The screen that the charter speaks of most, one per route; ties go to the one met first."""
        if len(self._kinds) >= MOST_SCREENS:
            return None
        left = [screen for screen in self.walker.states.screens.values() if screen.route not in self._routes]
        return max(left, key=lambda screen: self.world.weight(screen.route, screen.title), default=None)

    async def _is_new(self, screen: Screen) -> bool:
        """Go to a screen; whether it is of a kind that was not resized yet."""
        if not await self.walker.reach(screen):
            return False
        kind = skeleton_of(self.walker.look)
        if kind in self._kinds:
            return False
        self._kinds.add(kind)
        return True

    async def _resize(self) -> None:
        """A tablet's width, a phone's, and back, whatever was met there."""
        for width, height in (TABLET, PHONE, VIEWPORT):
            if self.walker.session.alive:
                await self.walker.act(Resize(resize=Size(width=width, height=height)))
