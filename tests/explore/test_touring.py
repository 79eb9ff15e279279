"""The tours explorer: moves, and the ends of an exploration."""

from bugbash.session.browser import BrowserHost
from tests.explore.explored import explored
from tests.oracles.build import page


async def test_an_exploration_says_why_it_ends(browser_host: BrowserHost) -> None:
    done = await explored(browser_host, {"/": page("<h1>Kettle shop</h1><p>Closed.</p>")}, ["landmarks", "sweep"])
    assert [tour for tour, _ in done.moves] == ["landmarks"]
    assert done.touring.why_done() == "nothing was left to try"


async def test_moves_that_lead_to_nothing_new_end_an_exploration(browser_host: BrowserHost) -> None:
    done = await explored(browser_host, {"/": page("<h1>Kettle shop</h1><p>Closed.</p>")}, ["landmarks"])
    for _ in range(5):
        done.touring._note()
    assert done.touring.next_move() is None
    assert done.touring.why_done().startswith("saturated: the last 4 moves led to no new screen")


async def test_a_tour_that_goes_round_in_circles_has_no_more_turns(browser_host: BrowserHost) -> None:
    done = await explored(browser_host, {"/": page("<h1>Kettle shop</h1><a href=/a>A</a>")}, ["landmarks"], moves=1)
    for _ in range(20):
        done.walker.loops.note("a", "click", "b")
    done.touring._retire_where_it_loops("landmarks")
    assert done.touring.next_move() is None
    assert (
        done.touring.why_done()
        == "loop: landmarks went round in circles, and the other tours had nothing left to try"
    )
