"""Whose turn it is: the split of a budget, turns, and the ends of an exploration."""

from collections import Counter

import pytest

from bugbash.charter.bash_file import TourName
from bugbash.charter.plan import ALL_TOURS
from bugbash.explore.touring import TURNS, order_at, phase_at
from bugbash.explore.tours import TOURS
from bugbash.session.browser import BrowserHost
from tests.explore.explored import explored
from tests.oracles.build import page


@pytest.mark.parametrize("moves", [1, 2, 3, 4, 8, 12])
def test_a_quarter_is_for_looking_around_a_half_for_work_and_the_rest_for_what_is_left(moves: int) -> None:
    phases = [phase_at(move, moves) for move in range(moves)]
    assert phases == sorted(phases, key=list(TURNS).index), "no phase comes back"
    shares = Counter(phases)
    assert phases[0] == "look around"
    assert abs(shares["work"] - moves / 2) <= 1
    assert abs(shares["look around"] - moves / 4) < 1
    assert abs(shares["sweep"] - moves / 4) < 1


def test_moves_beyond_the_budget_are_for_what_is_left() -> None:
    assert phase_at(9, 8) == "sweep"


def test_every_tour_has_its_turn_and_none_is_unknown() -> None:
    assert {name for turns in TURNS.values() for name in turns} == set(ALL_TOURS) == set(TOURS)


def test_tours_of_a_phase_take_turns() -> None:
    had: list[TourName] = []
    for _ in range(5):
        had.append(order_at(3, 8, had)[0])
    assert had == ["forms", "interruptions", "forms", "addresses", "forms"]


def test_a_phase_without_work_gives_its_moves_to_the_next_one() -> None:
    order = order_at(0, 8)
    assert order[:2] == ["landmarks", "forms"]
    assert order_at(7, 8)[:3] == ["viewports", "signout", "sweep"]


async def test_an_exploration_says_why_it_ends(browser_host: BrowserHost) -> None:
    done = await explored(browser_host, {"/": page("<h1>Kettle shop</h1><p>Closed.</p>")}, ["landmarks", "sweep"])
    assert [tour for tour, _ in done.moves] == ["landmarks"]
    assert done.touring.why_done() == "nothing was left to try"


async def test_moves_that_lead_to_nothing_new_end_an_exploration(browser_host: BrowserHost) -> None:
    done = await explored(browser_host, {"/": page("<h1>Kettle shop</h1><p>Closed.</p>")}, ["landmarks"])
    for _ in range(5):
        done.touring._note("landmarks")
    assert done.touring.next_move() is None
    assert done.touring.why_done().startswith("saturated: the last 4 moves led to no new screen")


async def test_a_tour_that_goes_round_in_circles_has_no_more_turns(browser_host: BrowserHost) -> None:
    done = await explored(browser_host, {"/": page("<h1>Kettle shop</h1><a href=/a>A</a>")}, ["landmarks"], moves=1)
    for _ in range(20):
        done.walker.loops.note("a", "click", "b")
    done.touring._note("landmarks")
    assert done.touring.next_move() is None
    assert (
        done.touring.why_done()
        == "loop: landmarks went round in circles, and the other tours had nothing left to try"
    )
