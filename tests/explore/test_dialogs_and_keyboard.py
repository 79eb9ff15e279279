"""The tours that open dialogs again and again, and that go through a screen by keyboard."""

import time

import pytest

from bugbash.charter.bash_file import TourName
from bugbash.explore.statemap import StateMap
from bugbash.explore.touring import Touring
from bugbash.explore.tours.base import World
from bugbash.explore.walker import Walker
from bugbash.explore.words import Interest
from bugbash.oracles.judge import Judge
from bugbash.session.scope import Scope
from tests.oracles.build import page
from tests.oracles.cases.dialogs import modal
from tests.support.fixtures import NewSession
from tests.support.pages import PageServer

_LINKS = "<p><a href='/a'>A</a> <a href='/b'>B</a> <a href='/c'>C</a></p>"
_TRAP = (
    "<button onkeydown='event.key === `Tab` && event.preventDefault()' onclick='this.textContent += 1'>Hold</button>"
)


async def suspected(
    new_session: NewSession, pages: PageServer, body: str, tours: tuple[TourName, ...], moves: int = 3
) -> set[str]:
    """The oracles that spoke while the tours took turns on a page with that body."""
    pages.pages.update({"/": page(body), "/a": page("A"), "/b": page("B"), "/c": page("C")})
    target = pages.url()
    session = await new_session(target)
    walker = Walker(session, Judge(Scope([target])), StateMap(), target, ())
    touring = Touring(World(walker, Interest("look around"), "1", target), tours, moves)
    for _ in range(moves):
        move = touring.next_move()
        if move is not None:
            await move.go(time.monotonic() + 15)
    return {suspect.suspicion.oracle for suspect in walker.suspects.values()}


@pytest.mark.parametrize(
    ("body", "oracles"),
    [
        (modal("", close="shut(); starter.focus()", escape=True, after="starter.focus()"), set()),
        (modal("<p>Anybody</p>"), {"stuck-dialog"}),
        (modal("", close="veil.hidden = box.hidden = true; starter.focus()"), {"dialog-leftovers"}),
        (modal("", close="shut()", escape=True), {"focus-lost"}),
    ],
    ids=["a good dialog", "one that nothing closes", "one that leaves the page locked", "one that loses the focus"],
)
async def test_dialogs_are_opened_and_left_in_every_way(
    body: str, oracles: set[str], new_session: NewSession, pages: PageServer
) -> None:
    body = body.replace(">Share<", ">Details<").replace('"Share"', '"Details"')
    assert await suspected(new_session, pages, body, ("landmarks", "dialogs")) == oracles


@pytest.mark.parametrize(("body", "oracles"), [(_LINKS, set()), (_LINKS + _TRAP, {"keyboard-trap"})])
async def test_a_screen_is_gone_through_by_keyboard(
    body: str, oracles: set[str], new_session: NewSession, pages: PageServer
) -> None:
    assert await suspected(new_session, pages, body, ("landmarks", "keyboard"), moves=2) == oracles


async def test_a_button_that_does_nothing_is_clicked_twice(new_session: NewSession, pages: PageServer) -> None:
    body = "<h1>Report</h1><button>Archive report</button>"
    assert await suspected(new_session, pages, body, ("landmarks",), moves=1) == {"dead-control"}
