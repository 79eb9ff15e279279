"""The tours of records and of lists, on small apps in a real browser: what they do is enough for the oracles."""

import time
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import pytest

from bugbash.explore.replay import Replayer
from bugbash.explore.statemap import StateMap
from bugbash.explore.tours.base import Tour, World
from bugbash.explore.tours.lists import Lists
from bugbash.explore.tours.records import Records
from bugbash.explore.walker import Walker
from bugbash.explore.words import Interest
from bugbash.oracles.judge import Judge
from bugbash.session.browser import BrowserHost
from bugbash.session.scope import Scope
from bugbash.session.secrets import Secrets
from bugbash.session.session import Session, Terms
from tests.oracles.cases.lists import Shows, as_texts, rightly, shop, stuck, unfiltered
from tests.oracles.cases.stored import twice
from tests.oracles.harness import Pages
from tests.oracles.shelf import Shelf
from tests.support.pages import PageServer

LONGEST_SECONDS = 90.0
"""Longest that a tour may take here."""


@dataclass
class Went:
    """What a tour did and noticed."""

    facts: str
    walker: Walker
    server: PageServer
    replayer: Replayer

    @property
    def oracles(self) -> set[str]:
        return {suspect.suspicion.oracle for suspect in self.walker.suspects.values()}

    async def can_be_shown_again(self) -> bool:
        """Whether a fresh session that does the same notices each suspicion, too."""
        for suspect in self.walker.suspects.values():
            replays = [
                await self.replayer.replay(sequence, suspect.suspicion) for sequence in suspect.candidates[-2:]
            ]
            if not any(replay.shown for replay in replays):
                return False
        return True


class Goes(Protocol):
    """Sends a tour through an app, from a path of it on."""

    async def __call__(self, tour: type[Tour], app: Callable[[], Pages], path: str) -> Went: ...


@pytest.fixture
async def goes(browser_host: BrowserHost) -> AsyncIterator[Goes]:
    """Sends a tour through an app, from a path of it on."""
    opened: list[tuple[Session, PageServer]] = []

    async def go(tour: type[Tour], app: Callable[[], Pages], path: str) -> Went:
        server = PageServer(app())
        server.__enter__()
        target = server.url("/")
        scope, terms = Scope([target]), Terms(target, Scope([target]), Secrets({}, Path()))
        session = Session(browser_host, terms)
        opened.append((session, server))
        assert (await session.open()).passed
        walker = Walker(session, Judge(scope), StateMap(), target, ())
        world = World(walker, Interest(""), "seed", server.url(path))
        await walker.open(world.start)
        world.note_forms(walker.look)
        for form in world.forms.values():
            form.accepted = True
        facts = await tour(world).go(time.monotonic() + LONGEST_SECONDS)
        return Went(facts, walker, server, Replayer(lambda: Session(browser_host, terms), lambda: Judge(scope)))

    yield go
    for session, server in opened:
        await session.close()
        server.close()


def _ascii(record: dict[str, str]) -> dict[str, str]:
    return {name: value.encode("ascii", "ignore").decode() for name, value in record.items()}


NEW = "/shelves/7/items/new"


async def test_a_record_is_followed_to_its_end_and_nothing_is_said_of_an_app_that_keeps_it(goes: Goes) -> None:
    went = await goes(Records, Shelf(), NEW)
    assert "made, found, opened, edited, deleted" in went.facts
    assert went.oracles == set()
    assert [heard.method for heard in went.server.heard if heard.path.endswith("/delete")] == ["POST"]
    assert "Edited" in next(heard.text for heard in went.server.heard if heard.path.endswith("/edit") and heard.body)


@pytest.mark.parametrize(
    ("app", "oracle"),
    [
        (Shelf(show=twice), "text-mangled"),
        (Shelf(keep=_ascii), "text-mangled"),
        (Shelf(updates=False), "stored-otherwise"),
        (Shelf(deletes=False), "still-there"),
        (Shelf(keep=lambda r: {**r, "author": r["title"], "title": r["author"]}), "swapped-fields"),
    ],
    ids=["escaped twice", "letters lost", "no change", "no deletion", "swapped"],
)
async def test_what_happens_to_a_record_on_the_way_is_noticed_and_can_be_shown_again(
    app: Shelf, oracle: str, goes: Goes
) -> None:
    went = await goes(Records, app, NEW)
    assert oracle in went.oracles, went.facts
    assert await went.can_be_shown_again()


@pytest.mark.parametrize(
    ("shows", "titles"),
    [
        (rightly, set()),
        (as_texts, {"A sorted list is in no order on /kettles"}),
        (unfiltered, {"A filter leaves rows that it rules out on /kettles"}),
        (stuck, {"A page of a list repeats rows of another on /kettles"}),
    ],
)
async def test_a_list_is_sorted_filtered_searched_and_paged(shows: Shows, titles: set[str], goes: Goes) -> None:
    went = await goes(Lists, shop(shows), "/kettles")
    assert {suspect.suspicion.title for suspect in went.walker.suspects.values()} >= titles, went.facts
    assert titles or not went.walker.suspects
    asked = {key for heard in went.server.heard for key in ("sort", "state", "q", "page") if f"{key}=" in heard.query}
    assert asked == {"sort", "state", "q", "page"}
