"""Exploring a list of things to do: it is filled, ticked, edited, filtered and cleared as a person would."""

import time

import pytest

from bugbash.charter.actions import Action, Click, Hover, Press, Type
from bugbash.charter.bash_file import TourName
from bugbash.charter.plan import ALL_TOURS
from bugbash.explore.statemap import StateMap
from bugbash.explore.touring import Touring
from bugbash.explore.tours.base import World
from bugbash.explore.walker import Walker
from bugbash.explore.words import Interest
from bugbash.oracles.judge import Judge
from bugbash.session.scope import Scope
from tests.support.fixtures import NewSession
from tests.support.pages import PageServer
from tests.support.things import TodoBug, todo


async def explored(
    new_session: NewSession, pages: PageServer, tours: tuple[TourName, ...], *bugs: TodoBug, moves: int
) -> tuple[Walker, list[Action]]:
    """A walker that made so many moves on the list, and all that it did."""
    pages.pages["/"] = todo(*bugs)
    target = pages.url()
    session = await new_session(target)
    walker = Walker(session, Judge(Scope([target])), StateMap(), target, ())
    touring = Touring(World(walker, Interest("make a list"), "1", target), tours, moves)
    done: list[Action] = []
    add = walker.trail.add

    def noted(action: Action, before: str, after: str, wrote: bool = False) -> None:
        done.append(action)
        add(action, before, after, wrote)

    walker.trail.add = noted  # type: ignore[method-assign]
    for _ in range(moves):
        move = touring.next_move()
        if move is None:
            break
        await move.go(time.monotonic() + 20)
    return walker, done


async def test_a_list_that_is_well_made_is_worked_through_and_nothing_is_suspected(
    new_session: NewSession, pages: PageServer
) -> None:
    walker, done = await explored(new_session, pages, ALL_TOURS, moves=6)
    assert [suspect.suspicion.title for suspect in walker.suspects.values()] == []
    assert {type(action) for action in done} >= {Hover, Type}
    presses = {action.press for action in done if isinstance(action, Press)}
    assert presses >= {"Enter", "Escape", "Tab"}
    clicked = [action.words() for action in done if isinstance(action, Click)]
    for wanted in (
        "checkbox “Done”",
        "double-click “Bug bash",
        "link “Done”",
        "button “Delete”",
        "button “Clear done”",
    ):
        assert any(wanted in words for words in clicked), wanted


@pytest.mark.parametrize(
    ("bug", "oracle"),
    [
        ("escape keeps", "edit-not-undone"),
        ("editor without focus", "editor-without-focus"),
        ("click loses text", "typed-text-lost"),
        ("filter loses text", "typed-text-lost"),
        ("adding loses focus", "typing-lost"),
    ],
)
async def test_a_bug_of_the_list_is_met(
    bug: TodoBug, oracle: str, new_session: NewSession, pages: PageServer
) -> None:
    walker, _ = await explored(new_session, pages, ("forms", "editing"), bug, moves=2)
    assert {suspect.suspicion.oracle for suspect in walker.suspects.values()} == {oracle}
