"""The map: what is known, what was tried, and what was not looked at."""

from bugbash.charter.actions import Click, Open
from bugbash.charter.locator import Locator
from bugbash.explore.statemap import FEW_ROWS, StateMap
from tests.explore.looks import control, link, look

HOME = "http://app.test/"


def test_coverage_counts_touched_over_known_and_names_the_rest() -> None:
    states = StateMap()
    seen = look(HOME, control("Save"), control("Print"), control("Delete"))
    states.see(seen)
    states.touch(seen.controls[0], seen)
    states.control(seen.controls[2], seen).refused = "delete"

    (row,) = states.coverage()

    assert (row["screen"], row["known"], row["touched"], row["left_alone"]) == ("/", 3, 1, 1)
    assert row["not_looked_at"] == ["button “Print”"]


def test_a_control_is_open_until_it_was_tried() -> None:
    states = StateMap()
    seen = look(HOME, control("Save"))
    screen = states.see(seen)
    assert states.open_on(screen) == 1
    states.touch(seen.controls[0], seen)
    assert states.open_on(screen) == 0


def test_rows_that_lead_to_one_kind_of_screen_are_sampled() -> None:
    states = StateMap()
    rows = [link(f"Item {n}", f"{HOME}items/{n}", alike=50, row=f"Item {n}") for n in range(5)]
    seen = look(HOME, *rows)
    for row in rows[:FEW_ROWS]:
        states.touch(row, seen).led_to.add("one kind")
    assert not states.control(rows[0], seen).is_open


def test_entries_that_lead_to_different_screens_are_all_worth_a_visit() -> None:
    states = StateMap()
    rows = [link(f"Area {n}", f"{HOME}area-{n}", alike=8, row=f"Area {n}") for n in range(5)]
    seen = look(HOME, *rows)
    for number, row in enumerate(rows[:FEW_ROWS]):
        states.touch(row, seen).led_to.add(f"kind {number}")
    assert states.control(rows[0], seen).is_open


def test_a_screen_is_found_again_by_its_look() -> None:
    states = StateMap()
    screen = states.see(look(HOME, control("Save")))
    assert states.screen_of(look(HOME, control("Save"))) is screen
    assert states.screen_of(look(HOME, control("Other"))) is None


def test_a_shorter_way_to_a_screen_is_kept() -> None:
    states, seen = StateMap(), look(HOME, control("Save"))
    there, detour, save = Open(open="/"), Click(click=Locator(text="Help")), Click(click=Locator(text="Lists"))
    states.see(seen, (there, detour, save))
    assert states.see(seen, (there, save)).path == (there, save)
    assert states.see(seen, (there, detour, save)).path == (there, save)
