"""Keyboard: go through a screen with Tab, back with Shift+Tab, and press what has the focus."""

from bugbash.charter.actions import Press
from bugbash.explore.statemap import Screen
from bugbash.explore.tours.base import Tour, World
from bugbash.oracles.keyboard import cycle_of, tabbing_in
from bugbash.session.observation import Control

MOST_SCREENS = 10
MOST_TABS = 150
"""Presses in one round: a longer page is gone through in part."""
SPARE_TABS = 8
"""Presses more than there are controls, so that a whole round shows."""
MOST_PRESSED = 3


class Keyboard(Tour):
    name = "keyboard"
    looks_for = "controls that the keyboard does not get to, or cannot leave"

    def __init__(self, world: World) -> None:
        super().__init__(world)
        self._done: set[str] = set()
        self._pressed: set[str] = set()

    def offers(self) -> str:
        screen = self._next()
        return f"keyboard: go through {screen.route} by keyboard" if screen else ""

    async def go(self, deadline: float) -> str:
        done = []
        while self.goes_on(deadline):
            screen = self._next()
            if screen is None:
                break
            self._done.add(screen.route)
            await self.walker.open(screen.url)
            await self._round()
            await self._press_own_buttons(deadline)
            done.append(screen.route)
        return f"went through {', '.join(done)} by keyboard" if done else "no screen could be opened"

    def _next(self) -> Screen | None:
        """A screen of a route that was not gone through yet, the one with the most controls first."""
        if len(self._done) >= MOST_SCREENS:
            return None
        left = [screen for screen in self.walker.states.screens.values() if screen.route not in self._done]
        return max(left, key=lambda screen: len(screen.controls), default=None)

    async def _round(self) -> None:
        """Tab once round; where the focus stays among a few, Shift+Tab and Escape must lead out."""
        times = min(self.walker.look.total + SPARE_TABS, MOST_TABS)
        tabbing = tabbing_in(await self.walker.act(Press(press="Tab", times=times)))
        if tabbing is None or self.walker.look.dialogs:
            return
        cycle = cycle_of(tabbing.trail)
        if not cycle or 0 in cycle:
            return
        for action in (Press(press="Shift+Tab", times=times), Press(press="Escape"), Press(press="Tab", times=times)):
            await self.walker.act(action)

    async def _press_own_buttons(self, deadline: float) -> None:
        """Enter and Space on buttons of the app's own making: a browser's own buttons take them by themselves."""
        for key in ("Enter", " "):
            for control in self._own_buttons()[:MOST_PRESSED]:
                if not self.goes_on(deadline) or not self.walker.may_use(control):
                    continue
                self._pressed.add(f"{key} {control.place} {control.name}")
                moment = await self.walker.act(Press(press="Space" if key == " " else key, at=control.locator))
                if not moment.outcome.passed or moment.before.url != moment.after.url or self.walker.look.dialogs:
                    return

    def _own_buttons(self) -> list[Control]:
        found = []
        seen: set[str] = set()
        for control in self.walker.look.controls:
            own = control.role in ("button", "switch", "checkbox") and control.tag not in (
                "button",
                "input",
                "summary",
            )
            if own and control.path not in seen and f"Enter {control.place} {control.name}" not in self._pressed:
                seen.add(control.path)
                found.append(control)
        return found
