"""Whose turn it is: the split of a budget, turns, and what a charter speaks of."""

from collections import Counter

import pytest

from bugbash.charter.bash_file import TourName
from bugbash.charter.plan import ALL_TOURS
from bugbash.explore.tours import TOURS
from bugbash.explore.turns import TURNS, order_at, phase_at, spoken_of


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
    for _ in range(8):
        had.append(order_at(3, 8, had)[0])
    assert had == ["forms", "records", "lists", "forms", "interruptions", "editing", "addresses", "forms"]


@pytest.mark.parametrize(
    ("goal", "first"),
    [
        ("Explore every filter of the bookmark list with valid values", "lists"),
        ("Explore navigation with mistyped addresses", "addresses"),
        ("Explore the dialogs to discover ones that stay", "dialogs"),
        ("Explore the shop", "forms"),
    ],
)
def test_the_tours_that_a_charter_speaks_of_work_first(goal: str, first: TourName) -> None:
    order = order_at(2, 8, (), spoken_of(goal))
    assert order[0] == first
    assert set(order) == set(ALL_TOURS), "the others are put off, and not left out"
    assert order_at(0, 8, (), spoken_of(goal))[0] == "landmarks", "looking around comes before"


def test_a_phase_without_work_gives_its_moves_to_the_next_one() -> None:
    order = order_at(0, 8)
    assert order[:2] == ["landmarks", "forms"]
    assert order_at(7, 8)[:3] == ["dialogs", "signout", "sweep"]
