"""Signing out: what is still open afterwards, at the addresses that were open before; then in again."""

from collections.abc import Iterator

from bugbash.charter.actions import Back, Click, Open
from bugbash.explore.statemap import Screen
from bugbash.explore.tours.base import Tour, World
from bugbash.oracles.made_up import tampered
from bugbash.oracles.signed import offers_to_sign_in, sign_out_control
from bugbash.session.destructive import LEAVING, destructive_word
from bugbash.session.observation import Control
from bugbash.session.tags import filled_in

MOST_MADE_UP = 10
"""Made-up addresses that are asked for while nobody is signed in."""


class SignOut(Tour):
    """Only where the login is the charter's own, since nobody else could sign in again; once in a session."""

    name = "signout"
    looks_for = "pages and data that stay open after signing out, by Back and by their addresses"

    def __init__(self, world: World) -> None:
        super().__init__(world)
        self._done = False

    def offers(self) -> str:
        if self._done or not self.world.login or next(self._screens(), None) is None:
            return ""
        return "signout: sign out, look at what stays open, and sign in again"

    async def go(self, deadline: float) -> str:
        self._done = True
        private = self._own_page()
        await self.walker.open(private)
        control = await self._find_sign_out()
        if control is None:
            return "the control that signs out was not to be found again"
        screen = self.walker.states.screen_of(self.walker.look)
        await self.walker.act(Click(click=control.locator, dialog="accept"))
        facts = "signed out"
        if self.walker.session.alive and offers_to_sign_in(self.walker.look):
            facts = await self._look_from_outside(private, screen, deadline)
        return f"{facts}; {await self._sign_in()}"

    async def _look_from_outside(self, private: str, screen: Screen | None, deadline: float) -> str:
        """Go back, open what was private, and look for the way out where it was."""
        await self.walker.act(Back())
        for address in (private, screen.url if screen is not None else private):
            if self.goes_on(deadline):
                await self.walker.open(address)
        if screen is not None and len(screen.path) > 1 and self.goes_on(deadline):
            await self.walker.reach(screen)
        broken = 0
        for address in list(tampered(private))[:MOST_MADE_UP]:
            status = await self.walker.session.status_of(filled_in(address, self.walker.session.tag))
            if (status or 0) >= 500 and self.goes_on(deadline):
                broken += 1
                await self.walker.act(self.walker.trail.opening(address), benign=False)
        return f"looked at {private} from outside, {broken} made-up addresses break"

    async def _sign_in(self) -> str:
        """Do the charter's own login; a session that is not let in again is given up for a new one."""
        if not isinstance(self.world.login[0], Open):
            await self.walker.open(self.world.target)
        for action in self.world.login:
            if not self.walker.session.alive or not (await self.walker.act(action)).outcome.passed:
                await self.walker.session.close()
                return "it could not be signed in again"
        return "signed in again"

    def _own_page(self) -> str:
        """A page that shows a record of ours, where there is one; else where the charter starts."""
        written = [recipe.url for recipe in self.world.recipes.values() if recipe.url.startswith("http")]
        return written[-1] if written else self.world.start

    async def _find_sign_out(self) -> Control | None:
        """The control that signs out: on the page in front, else on the screen (an open menu) where it was seen."""
        here = sign_out_control(self.walker.look)
        if here is not None:
            return here
        for screen in self._screens():
            if await self.walker.reach(screen):
                found = sign_out_control(self.walker.look)
                if found is not None:
                    return found
        return None

    def _screens(self) -> Iterator[Screen]:
        """Screens that showed a control which signs out."""
        controls = self.walker.states.controls
        for screen in self.walker.states.screens.values():
            labels = (controls[identity].label for identity in sorted(screen.controls))
            if any(destructive_word(label.partition("“")[2].rstrip("”")) in LEAVING for label in labels):
                yield screen
