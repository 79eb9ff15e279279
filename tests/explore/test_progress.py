"""When exploring leads to nothing new any more, and when it goes round in circles."""

from bugbash.explore.progress import QUIET_MOVES, STRETCH, Loops, Saturation


def test_moves_without_anything_new_end_a_run() -> None:
    saturation = Saturation()
    saturation.note((1, 4))
    for _ in range(QUIET_MOVES - 1):
        saturation.note((1, 4))
    assert not saturation.reached
    saturation.note((1, 4))
    assert saturation.reached


def test_anything_new_begins_the_count_anew() -> None:
    saturation = Saturation(quiet_moves=2)
    for known in ((1, 4), (1, 4), (1, 5), (1, 5), (2, 5)):
        saturation.note(known)
        assert not saturation.reached


def test_the_same_steps_with_the_same_result_are_a_loop() -> None:
    loops = Loops()
    for _ in range(STRETCH // 2 + 1):
        assert not loops.found
        loops.note("list", "open item", "item")
        loops.note("item", "go back", "list")
    loops.note("list", "open item", "item")
    assert loops.found
    loops.forget()
    assert not loops.found


def test_a_few_screens_that_are_not_to_be_reached_again_are_no_loop() -> None:
    loops = Loops()
    for _ in range(STRETCH - 1):
        loops.note("home", "open gone", "home")
    assert not loops.found


def test_coming_back_to_try_something_else_is_no_loop() -> None:
    loops = Loops()
    for attempt in range(20):
        loops.note("thanks", "open form", "form")
        loops.note("form", f"fill {attempt}", "form")
        loops.note("form", "click save", "thanks")
    assert not loops.found
