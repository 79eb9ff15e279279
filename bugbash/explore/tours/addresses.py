"""Addresses: opened by themselves, mistyped, and with ids that nothing has."""

import asyncio
from collections.abc import Sequence
from urllib.parse import urljoin

from bugbash.charter.actions import Back, Click, Forward, Reload
from bugbash.explore.identity import skeleton_of
from bugbash.explore.tours.base import Tour, World
from bugbash.oracles.base import path_of
from bugbash.oracles.made_up import NOTHING, mistyped, tampered
from bugbash.session.destructive import may_use
from bugbash.session.observation import Look
from bugbash.session.tags import PATTERN, filled_in
from bugbash.triage.fingerprint import route_template

AT_ONCE = 4
MOST_OF_A_ROUTE = 24
"""Made-up addresses of one route that are asked for."""
MOST_OPENED = 3
"""Of those that are answered as if they were there, so many are looked at."""
_BROKEN = 500


class Addresses(Tour):
    """All by GET, and never at addresses whose words say that they change something."""

    name = "addresses"
    looks_for = "addresses that break when they are opened by themselves, mistyped, or name what does not exist"

    def __init__(self, world: World) -> None:
        super().__init__(world)
        self._walked: set[str] = set()
        """Routes that were walked to, left, and opened by themselves."""
        self._tampered: set[str] = set()
        self._knows_nothing = False

    def offers(self) -> str:
        if not self._knows_nothing:
            return "addresses: open an address that does not exist"
        if (link := self._next_link()) is not None:
            return f"addresses: walk to {route_template(link)}, go back, and open it by itself"
        if (page := self._next_page()) is not None:
            return f"addresses: make up addresses for {route_template(page)}"
        return ""

    async def go(self, deadline: float) -> str:
        walked = made = 0
        if not self._knows_nothing:
            self._knows_nothing = True
            await self._ask_for_nothing(deadline)
        # By turns, so that neither waits for the other's end.
        while self.goes_on(deadline):
            link, page = self._next_link(), self._next_page()
            if link is None and page is None:
                break
            if link is not None:
                self._walked.add(route_template(link))
                walked += await self._walk(link, deadline)
            if page is not None and self.goes_on(deadline):
                self._tampered.add(route_template(page))
                made += await self._make_up(page, deadline)
        return f"{walked} addresses opened by themselves, {made} made up"

    async def _ask_for_nothing(self, deadline: float) -> None:
        """See what an address shows that does not exist, and whether links lead to the same."""
        nothing = await self._open_made_up(urljoin(self.world.target, f"/{NOTHING}"))
        kind, title = skeleton_of(nothing), nothing.title
        alike = [s for s in self.walker.states.screens.values() if kind in s.key.split() and s.title == title]
        links = [s.url for s in alike if s.url in self.walker.states.links and not PATTERN.search(s.url)]
        for link in links[:MOST_OPENED]:
            if self.goes_on(deadline):
                await self._click_link(link)

    async def _walk(self, link: str, deadline: float) -> int:
        """Go where a link leads as people do, back and forward, and then open that address by itself."""
        before = self.walker.states.links[link]
        if not await self._click_link(link):
            return 0
        reached = self.walker.look.url
        if reached == before or not reached.startswith("http"):
            return 0
        for action in (Back(), Forward()):
            if not self.goes_on(deadline) or not (await self.walker.act(action)).outcome.passed:
                return 0
        moment = await self.walker.open(reached)
        if not moment.events.documents and self.goes_on(deadline):
            # Another fragment asks for no document: a reload makes the page read its address anew.
            await self.walker.act(Reload())
        self.world.note_forms(self.walker.look)
        return 1

    async def _click_link(self, link: str) -> bool:
        await self.walker.open(self.walker.states.links[link])
        control = next((c for c in self.walker.look.controls if c.href == link), None)
        if control is None or control.download or not self.walker.may_use(control):
            return False
        self.walker.touch(control)
        return (await self.walker.act(Click(click=control.locator))).outcome.passed

    async def _make_up(self, page: str, deadline: float) -> int:
        """Ask for what resembles `page`, and open what the server breaks on, or answers as if it were there."""
        made = list(dict.fromkeys((*tampered(page), *mistyped(page))))[:MOST_OF_A_ROUTE]
        answers = await self._statuses(made)
        broken = [address for address, status in zip(made, answers, strict=True) if (status or 0) >= _BROKEN]
        ids = [a for a in tampered(page) if a in made and (answers[made.index(a)] or _BROKEN) < 300]
        odd = [a for a in mistyped(page) if NOTHING in a and (answers[made.index(a)] or _BROKEN) < 300]
        for address in dict.fromkeys((*broken[:MOST_OPENED], *ids[:MOST_OPENED], *odd[:1])):
            if not self.goes_on(deadline):
                break
            # From the page that it was made of: what leads there is part of what shows it.
            await self.walker.open(page)
            await self._open_made_up(address)
        return len(made)

    async def _statuses(self, addresses: Sequence[str]) -> list[int | None]:
        """What each address answers, without a page."""
        limit, session = asyncio.Semaphore(AT_ONCE), self.walker.session

        async def status(address: str) -> int | None:
            async with limit:
                return await session.status_of(filled_in(address, session.tag).partition("#")[0])

        return list(await asyncio.gather(*map(status, addresses)))

    async def _open_made_up(self, address: str) -> Look:
        await self.walker.act(self.walker.trail.opening(address), benign=False)
        return self.walker.look

    def _next_link(self) -> str | None:
        """A link to a route that was not walked to yet; what the charter's words speak for comes first."""
        left = [
            link
            for link, page in self.walker.states.links.items()
            if route_template(link) not in self._walked and path_of(link) != path_of(page) and self._may_ask(link)
        ]
        return max(left, key=self._promise, default=None)

    def _next_page(self) -> str | None:
        """An address of a route that nothing was made up for yet; those that hold data come first."""
        left = [
            screen.url
            for screen in self.walker.states.screens.values()
            if screen.route not in self._tampered and self._may_ask(screen.url)
        ]
        return max(left, key=lambda url: (next(tampered(url), "") != "", self._promise(url)), default=None)

    def _promise(self, address: str) -> float:
        return self.world.weight(route_template(address))

    def _may_ask(self, address: str) -> bool:
        return address.startswith("http") and self.walker.session.allows(address) and may_use("", address, "", ())
