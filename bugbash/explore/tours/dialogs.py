"""Dialogs and menus: each is opened again and again, and left in every way that people leave them."""

from dataclasses import dataclass

from bugbash.charter.actions import Action, Click, Press
from bugbash.charter.locator import Locator
from bugbash.explore.tours.base import Tour, World
from bugbash.oracles.dialogs import CLOSES, MOST_BUTTONS, buttons_of
from bugbash.session.observation import Look

MOST_CLOSERS = 3
MOST_MENUS = 12


@dataclass(frozen=True)
class _Way:
    """A way to close what is open: an action, or the button with that name."""

    words: str
    name: str = ""


_ESCAPE, _BESIDE = _Way("Escape"), _Way("a click beside it")


class Dialogs(Tour):
    name = "dialogs"
    looks_for = "dialogs and menus that cannot be closed, or that leave the page locked when they are"

    def __init__(self, world: World) -> None:
        super().__init__(world)
        self._done: set[str] = set()

    def offers(self) -> str:
        key = self._next()
        return f"dialogs: open and close {key}" if key else ""

    async def go(self, deadline: float) -> str:
        done = []
        while self.goes_on(deadline):
            key = self._next()
            if not key:
                break
            self._done.add(key)
            if key in self.walker.states.dialogs:
                await self._work(self.walker.states.dialogs[key], deadline)
            else:
                await self._work_menu(self.world.menus[key])
            done.append(key)
        return f"opened and closed {', '.join(done)}" if done else "no dialog could be opened"

    def _next(self) -> str:
        """A dialog that was met, else a control that says that it opens something."""
        dialogs = (key for key in self.walker.states.dialogs if key not in self._done)
        menus = (key for key in list(self.world.menus)[:MOST_MENUS] if key not in self._done)
        return next(dialogs, "") or next(menus, "")

    async def _work(self, way: tuple[Action, ...], deadline: float) -> None:
        if not await self._opened(way):
            return
        closers = [c.name for c in buttons_of(self.walker.look) if CLOSES.match(c.name) and self.walker.may_use(c)]
        ways = [_ESCAPE, *(_Way(name, name) for name in dict.fromkeys(closers[:MOST_CLOSERS])), _BESIDE]
        closed = False
        for leaving in ways:
            if not self.goes_on(deadline) or not (self.walker.look.dialogs or await self._opened(way)):
                return
            await self._leave(leaving)
            closed = closed or not self.walker.look.dialogs
        if closed:
            await self._by_keyboard(way)
        else:
            await self._try_every_button(deadline)

    async def _opened(self, way: tuple[Action, ...]) -> bool:
        """Follow the way to a dialog; whether one is open then."""
        for action in way:
            if not (await self.walker.act(action)).outcome.passed:
                return False
        self.world.note_forms(self.walker.look)
        return bool(self.walker.look.dialogs)

    async def _leave(self, way: _Way) -> None:
        look = self.walker.look
        if way is _ESCAPE:
            await self.walker.act(Press(press="Escape"))
        elif way is _BESIDE:
            await self.walker.act(Click(click=_dialog_in(look), beside=True))
        else:
            button = next((c for c in buttons_of(look) if c.name == way.name), None)
            if button is not None:
                await self.walker.act(Click(click=button.locator))

    async def _try_every_button(self, deadline: float) -> None:
        """Nothing usual closes it: what is left are its other buttons."""
        buttons = [c for c in buttons_of(self.walker.look) if not CLOSES.match(c.name) and not c.href]
        for button in buttons[:MOST_BUTTONS]:
            if self.goes_on(deadline) and self.walker.look.dialogs and self.walker.may_use(button):
                await self.walker.act(Click(click=button.locator))

    async def _by_keyboard(self, way: tuple[Action, ...]) -> None:
        """Open it by Enter and close it by Escape, as one does without a mouse."""
        *before, last = way
        if not isinstance(last, Click) or last.beside or last.count != 1:
            return
        if await self._opened((*before, Press(press="Enter", at=last.click))):
            await self.walker.act(Press(press="Escape"))

    async def _work_menu(self, way: tuple[Action, ...]) -> None:
        """Open a menu; go down and up in it, leave it by Escape, and by a click beside it."""
        *before, last = way
        for action in before:
            if not (await self.walker.act(action)).outcome.passed:
                return
        if not isinstance(last, Click):
            return
        keys = (Press(press="ArrowDown", times=2), Press(press="ArrowUp"), Press(press="Escape"))
        for action in (last, Click(click=last.click, beside=True), Press(press="Enter", at=last.click), *keys):
            if not (await self.walker.act(action)).outcome.passed or self.walker.look.dialogs:
                return


def _dialog_in(look: Look) -> Locator:
    """The dialog in front."""
    dialog = look.dialogs[-1]
    alike = [one for one in look.dialogs if one.role == dialog.role]
    return Locator(role=dialog.role, nth=len(alike) if len(alike) > 1 else None)
