"""The viewports tour: one screen of each kind in three widths, and the window as it was afterwards."""

import time

import pytest

from bugbash.charter.actions import Open, Resize
from bugbash.explore.statemap import StateMap
from bugbash.explore.tours.base import World
from bugbash.explore.tours.viewports import Viewports
from bugbash.explore.walker import Walker
from bugbash.explore.words import Interest
from bugbash.oracles.judge import Judge
from bugbash.session.scope import Scope
from tests.support.fixtures import NewSession
from tests.support.pages import PageServer

PHONES = "<meta name=viewport content='width=device-width'>"
SHOP = f"<html lang=en><title>Shop</title>{PHONES}<h1>Shop</h1><a href=/cart>Cart</a> <a href=/about>About</a>"
CART = (
    f"<html lang=en><title>Cart</title>{PHONES}<h1>Cart</h1><div id=sum style='width: 500px'>Total</div>"
    "<button>Pay</button>"
)
ABOUT = f"<html lang=en><title>About</title>{PHONES}<h1>About</h1><a href=/>Shop</a>"


@pytest.fixture
async def tour(new_session: NewSession, pages: PageServer) -> Viewports:
    pages.pages |= {"/": SHOP, "/cart": CART, "/about": ABOUT, "/about/2": ABOUT}
    target = pages.url("/")
    session = await new_session(target)
    walker = Walker(session, Judge(Scope([target])), StateMap(), target, ())
    for path in ("/", "/cart", "/about", "/about/2"):
        await walker.act(Open(open=path))
    return Viewports(World(walker, Interest("Explore the cart"), "1", target))


async def test_screens_are_shown_in_each_width_and_the_window_is_as_before(tour: Viewports) -> None:
    walker = tour.walker
    known = set(walker.states.screens)
    assert tour.offers() == "viewports: resize /cart", "what the charter speaks of comes first"

    while tour.offers():
        await tour.go(time.monotonic() + 60)

    assert walker.session.width == 1280
    assert set(walker.states.screens) == known, "screens are explored at one size"
    (suspect,) = walker.suspects.values()
    assert suspect.suspicion.title == "/cart scrolls sideways in a window 360 pixels wide"
    assert any(isinstance(step, Resize) for step in suspect.candidates[1])


async def test_screens_of_one_kind_are_resized_once(tour: Viewports) -> None:
    facts = []
    while tour.offers():
        facts.append(await tour.go(time.monotonic() + 60))

    assert sum(fact.count("/about") for fact in facts) == 1
    assert tour.offers() == ""


async def test_without_time_nothing_is_resized(tour: Viewports) -> None:
    assert await tour.go(time.monotonic()) == "no kind of screen that was not resized before"
