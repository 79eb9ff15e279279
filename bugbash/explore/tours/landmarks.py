"""Landmarks: walk links and controls by novelty, steered by the words of the charter."""

import asyncio
import json
import re
from urllib.parse import urlsplit

from bugbash.charter.actions import Action, Click, Press, Select
from bugbash.charter.locator import Locator
from bugbash.explore.fields import kind_of
from bugbash.explore.identity import skeleton_of
from bugbash.explore.statemap import Screen
from bugbash.explore.tours.base import Tour, World, in_forms
from bugbash.oracles.controls import nothing_came_of
from bugbash.session.destructive import may_use
from bugbash.session.moment import Moment
from bugbash.session.observation import Control, Look
from bugbash.triage.fingerprint import route_template

LINKS_AT_ONCE = 4
MOST_LINKS = 150
"""Links whose answer is asked for in one go; a person would not follow more, either."""
MOST_AGAIN = 3
"""Screens looked at again in one go."""
_NO_PAGE = re.compile(
    r"\.(?:zip|gz|tgz|csv|xlsx?|docx?|pdf|png|jpe?g|gif|svg|mp4|mp3|ics|xml|json|txt)$", re.IGNORECASE
)
_GOOD = range(200, 400)
_NEEDS_RIGHTS = (401, 403, 407, 429)


class Landmarks(Tour):
    name = "landmarks"
    looks_for = "broken links and pages, errors and raw values, by walking every link and control once"

    def __init__(self, world: World) -> None:
        super().__init__(world)
        self._given_up: set[str] = set()
        self._anchors: set[str] = set()

    def offers(self) -> str:
        if self._choices(self.walker.look):
            return f"landmarks: look around from {route_template(self.walker.look.url)}"
        changed = self._changed_screens()
        if changed:
            return f"landmarks: look again at {changed[0].route}"
        screen = self._frontier()
        if screen is not None:
            return f"landmarks: look around from {screen.route}"
        return "landmarks: follow the links not yet followed" if self._unchecked_links() else ""

    async def go(self, deadline: float) -> str:
        before, screens = self.walker.actions, len(self.walker.states.screens)
        await self._look_again(deadline)
        while self.goes_on(deadline) and await self._one_step():
            pass
        broken = await self._check_links() if self.goes_on(deadline) else 0
        new = len(self.walker.states.screens) - screens
        facts = f"{self.walker.actions - before} actions, {new} new screens"
        return f"{facts}, {broken} links that do not answer well" if broken else facts

    async def _one_step(self) -> bool:
        """Use the most promising control in reach; False where none is left anywhere."""
        look = self.walker.look
        self.world.note_forms(look)
        if await self._try_anchor(look):
            return True
        choices = self._choices(look)
        if not choices:
            return await self._go_elsewhere(look)
        control = self._choose(choices)
        touched = self.walker.touch(control)
        moment = await self.walker.act(self._use(control))
        if nothing_came_of(moment):
            moment = await self.walker.act(moment.action)  # only what does nothing twice is taken for dead
        touched.led_to.add(skeleton_of(self.walker.look))
        self._note_write(control, moment)
        self.world.note_forms(self.walker.look)
        return True

    async def _look_again(self, deadline: float) -> None:
        """Go back to the screens that the charter speaks of, where something was written since: follow the data."""
        for screen in self._changed_screens()[:MOST_AGAIN]:
            if self.goes_on(deadline):
                await self.walker.open(screen.url)
                self.world.note_forms(self.walker.look)

    def _changed_screens(self) -> list[Screen]:
        """Screens that the charter's words name and that were seen before the last write; one per address."""
        seen: dict[str, Screen] = {}
        for screen in self.walker.states.screens.values():
            if screen.route not in seen or screen.seen_at > seen[screen.route].seen_at:
                seen[screen.route] = screen
        wrote_at = self.walker.states.wrote_at
        stale = [screen for screen in seen.values() if screen.seen_at < wrote_at and self._speaks_of(screen)]
        return sorted(stale, key=self._speaks_of, reverse=True)

    def _speaks_of(self, screen: Screen) -> int:
        return self.world.interest.score(screen.route, screen.title)

    async def _try_anchor(self, look: Look) -> bool:
        """Click a link to a part of the page that seems not to be there."""
        for anchor in look.anchors:
            key = f"{route_template(look.url)}#{anchor.part}"
            if key not in self._anchors:
                self._anchors.add(key)
                await self.walker.act(Click(click=anchor.locator))
                return True
        return False

    async def _go_elsewhere(self, look: Look) -> bool:
        if look.dialogs:
            before = look.dialogs
            await self.walker.act(Press(press="Escape"))
            if self.walker.look.dialogs != before:
                return True
        screen = self._frontier()
        if screen is None:
            return False
        # What is left there may be the forms tour's.
        if not await self.walker.reach(screen) or not self._choices(self.walker.look):
            self._give_up(screen)
        return True

    def _choices(self, look: Look) -> list[Control]:
        """What is worth using on this screen."""
        taken = in_forms(look)
        modal = any(dialog.modal for dialog in look.dialogs)
        found = []
        for at, control in enumerate(look.controls):
            if at in taken or (modal and not control.dialog):
                continue
            known = self.walker.known_control(control)
            fresh = known.is_open and not (control.href and control.href in known.targets)
            if fresh and self._is_usable(control) and self.walker.may_use(control):
                found.append(control)
        return found

    def _is_usable(self, control: Control) -> bool:
        if control.href:
            if control.href.startswith("javascript:"):
                return True
            if (
                not control.href.startswith("http")
                or control.download
                or _NO_PAGE.search(control.href.partition("?")[0])
            ):
                return False
            return self.walker.session.allows(control.href)
        if control.field is None:
            return True
        return kind_of(control) in ("check", "radio", "choice")

    def _choose(self, choices: list[Control]) -> Control:
        weights = [self._weight(control) for control in choices]
        best = max(weights)
        return self.world.random.choice([c for c, weight in zip(choices, weights, strict=True) if weight == best])

    def _weight(self, control: Control) -> float:
        known = self.walker.known_control(control)
        weight = self.world.weight(control.name, control.href, control.row)
        if control.href and route_template(control.href) not in self.walker.states.routes:
            weight *= 2
        if control.dialog:
            weight *= 4
        return weight / (1 + known.touched)

    def _use(self, control: Control) -> Action:
        if control.field is not None and kind_of(control) == "choice":
            others = [choice for choice in control.field.options if choice.value != control.field.value]
            if others:
                return Select(select=control.locator, option=others[-1].text)
        return Click(click=control.locator, dialog="accept" if self.walker.is_own(control) else None)

    def _note_write(self, control: Control, moment: Moment) -> None:
        if not control.href and self.walker.wrote(moment):
            way = (self.walker.trail.opening(moment.before.url), moment.action)
            self.world.note_recipe(f"{control.role} “{control.name}” on {route_template(moment.before.url)}", way)

    def _frontier(self) -> Screen | None:
        """The screen with the most promising controls that nobody tried; ties go to the one met first."""
        open_screens = [screen for screen in self.walker.states.screens.values() if self._promise(screen) > 0]
        return max(open_screens, key=self._promise, default=None)

    def _promise(self, screen: Screen) -> float:
        controls = self.walker.states.controls
        labels = [controls[i].label for i in screen.controls if controls[i].is_open and i not in self._given_up]
        return sum(self.world.weight(label) for label in labels)

    def _give_up(self, screen: Screen) -> None:
        """Its controls could not be reached again: they count as not looked at, and are not tried for ever."""
        self._given_up.update(screen.controls)

    def _unchecked_links(self) -> list[str]:
        return [
            link
            for link in self.walker.states.links
            if link not in self.world.checked_links
            and link not in self.walker.states.links_left_alone
            and link.startswith("http")
            and self.walker.session.allows(link)
            and may_use("", link, "", ())
        ][:MOST_LINKS]

    async def _check_links(self) -> int:
        """Ask for every link that was not followed, and follow those that do not answer well, as a person would."""
        links = self._unchecked_links()
        self.world.checked_links.update(links)
        limit = asyncio.Semaphore(LINKS_AT_ONCE)

        async def status(link: str) -> int | None:
            async with limit:
                return await self.walker.session.status_of(link.partition("#")[0])

        answers = await asyncio.gather(*(status(link) for link in links))
        bad = [
            link
            for link, answer in zip(links, answers, strict=True)
            if answer is not None and answer not in _GOOD and answer not in _NEEDS_RIGHTS
        ]
        for link in bad:
            await self._follow(link)
        return len(bad)

    async def _follow(self, link: str) -> None:
        """Click the link where it stands, so that an oracle sees what a person would see."""
        if not self.walker.session.alive:
            return
        await self.walker.open(self.walker.states.links[link])
        control = next((c for c in self.walker.look.controls if c.href == link), None)
        if control is not None:
            self.walker.touch(control)
            await self.walker.act(Click(click=control.locator))
        elif link in self.walker.look.hrefs:
            await self.walker.act(Click(click=_link_to(link)))


def _link_to(address: str) -> Locator:
    """The first link that leads to `address`: a row of a long list, of which the inventory keeps only some."""
    parts = urlsplit(address)
    written = [address, parts._replace(scheme="", netloc="").geturl(), parts.path.rpartition("/")[2]]
    return Locator(css=",".join(f"a[href={json.dumps(text)}]" for text in written if text), nth=1)
