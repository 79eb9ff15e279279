"""Sweep: every control that is known and that nobody tried, on the least visited screens first."""

from bugbash.charter.actions import Action, Click
from bugbash.explore.fields import kind_of, valid_step
from bugbash.explore.identity import skeleton_of
from bugbash.explore.statemap import Screen
from bugbash.explore.tours.base import World
from bugbash.explore.tours.landmarks import Landmarks
from bugbash.session.observation import Control, Look


class Sweep(Landmarks):
    name = "sweep"
    looks_for = "what happens at the controls that no other tour tried, on the screens that were visited least"

    def __init__(self, world: World) -> None:
        super().__init__(world)
        self._left: set[str] = set()
        """Screens that could not be reached again, or that had nothing left that may be used."""

    def offers(self) -> str:
        screen = self._next()
        if screen is None:
            return ""
        return f"sweep: try the {self.walker.states.open_on(screen)} controls left on {screen.route}"

    async def go(self, deadline: float) -> str:
        before, swept = self.walker.actions, 0
        await self._look_again(deadline)
        while self.goes_on(deadline) and (screen := self._next()) is not None:
            if await self.walker.reach(screen):
                swept += 1
                await self._sweep(screen, deadline)
            self._left.add(screen.key)
        return f"{self.walker.actions - before} actions on {swept} screens"

    def _next(self) -> Screen | None:
        """The screen that was visited least of those with something left to try; of equals the one met first."""
        screens = self.walker.states.screens.values()
        left = [s for s in screens if s.key not in self._left and self.walker.states.open_on(s) > 0]
        return min(left, key=lambda screen: screen.visits, default=None)

    async def _sweep(self, screen: Screen, deadline: float) -> None:
        """Try what is left on a screen, coming back to it after each step that led elsewhere."""
        while self.goes_on(deadline):
            look = self.walker.look
            step = self._first_left(look)
            if step is None:
                return
            control, action = step
            touched = self.walker.touch(control)
            moment = await self.walker.act(action)
            touched.led_to.add(skeleton_of(self.walker.look))
            self._note_write(control, moment)
            self.world.note_forms(self.walker.look)
            if self.walker.states.screen_of(self.walker.look) is not screen and not await self.walker.reach(screen):
                return

    def _first_left(self, look: Look) -> tuple[Control, Action] | None:
        modal = any(dialog.modal for dialog in look.dialogs)
        for control in look.controls:
            known = self.walker.known_control(control)
            fresh = known.is_open and not (control.href and control.href in known.targets)
            if not fresh or (modal and not control.dialog) or not self.walker.may_use(control):
                continue
            action = self._step_at(control)
            if action is not None:
                return control, action
        return None

    def _step_at(self, control: Control) -> Action | None:
        """What to do at a control; None where nothing can or may be done."""
        if control.field is None or kind_of(control) in ("check", "radio", "choice"):
            return self._use(control) if self._is_usable(control) else None
        if control.field.readonly:
            return None
        if kind_of(control) == "slider":
            return Click(click=control.locator)
        return valid_step(control, self.world.next_record())
