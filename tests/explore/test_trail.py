"""The sequences that might show a suspicion again."""

from bugbash.charter.actions import Action, Click, Fill, Open, Reload
from bugbash.charter.locator import Locator
from bugbash.explore.trail import LONGEST, Trail

TARGET = "http://app.test/"
SAVE = Click(click=Locator(role="button", name="Save"))


def typed(text: str) -> Fill:
    return Fill.model_validate({"fill": {"label": "Name"}, "with": text})


def words(sequences: list[tuple[Action, ...]]) -> list[list[str]]:
    return [[step.words() for step in sequence] for sequence in sequences]


def test_the_simplest_sequence_comes_first() -> None:
    trail = Trail(TARGET, "bbabcdex")
    trail.add(Open(open="/"), "about:blank", TARGET)
    trail.add(Click(click=Locator(text="Notes")), TARGET, f"{TARGET}notes")
    trail.add(typed("x"), f"{TARGET}notes", f"{TARGET}notes")

    found = words(trail.candidates(SAVE, f"{TARGET}notes/1"))

    assert found[0] == ["open /notes/1"], "what the screen itself shows needs no way to it"
    assert found[1] == ["open /notes", "fill field “Name” with “x”", "click button “Save”"]
    assert found[2] == ["open /", "click “Notes”", "fill field “Name” with “x”", "click button “Save”"]


def test_the_way_to_a_screen_leaves_detours_out_and_a_replay_does_not() -> None:
    trail = Trail(TARGET, "bbabcdex")
    trail.add(Open(open="/"), "about:blank", TARGET)
    trail.stand_on("home")
    for link, screen in (("Help", "help"), ("Close", "home"), ("Lists", "lists"), ("Copy", "lists"), ("New", "new")):
        trail.add(Click(click=Locator(text=link)), TARGET, TARGET)
        trail.stand_on(screen)

    assert words([trail.short_way_here()]) == [["open /", "click “Lists”", "click “New”"]]
    assert len(trail.way_here()) == 6


def test_the_way_to_a_screen_keeps_what_was_filled_in_to_get_there() -> None:
    trail = Trail(TARGET, "bbabcdex")
    trail.add(Open(open="/"), "about:blank", TARGET)
    trail.stand_on("home")
    trail.add(typed("x"), TARGET, TARGET)
    trail.add(SAVE, TARGET, TARGET)
    trail.stand_on("saved")

    assert words([trail.short_way_here()]) == [["open /", "fill field “Name” with “x”", "click button “Save”"]]


def test_an_address_with_the_sessions_tag_is_another_sessions_own() -> None:
    trail = Trail(TARGET, "bbabcdex")
    assert trail.opening(f"{TARGET}search?q=bbabcdex1") == Open(open="/search?q={tag}1")


def test_a_foreign_address_is_kept_whole_and_a_hash_route_is_kept() -> None:
    trail = Trail(TARGET, "bbabcdex")
    assert trail.opening("http://other.test/a").open == "http://other.test/a"
    assert trail.opening(f"{TARGET}#/active").open == "/#/active"
    assert trail.opening(f"{TARGET}help#part").open == "/help#part"


def test_no_candidate_is_longer_than_anybody_would_replay() -> None:
    trail = Trail(TARGET, "bbabcdex")
    trail.add(Open(open="/"), "about:blank", TARGET)
    for _ in range(LONGEST * 2):
        trail.add(Reload(), TARGET, TARGET)
    assert all(len(sequence) <= LONGEST for sequence in trail.candidates(SAVE, TARGET))


def test_a_candidate_stands_once() -> None:
    trail = Trail(TARGET, "bbabcdex")
    found = words(trail.candidates(Open(open="/a"), f"{TARGET}a"))
    assert found == [["open /a"]]


def test_what_was_written_before_is_done_again_first() -> None:
    trail = Trail(TARGET, "bbabcdex")
    trail.add(Open(open="/lamp"), "about:blank", f"{TARGET}lamp")
    trail.add(SAVE, f"{TARGET}lamp", f"{TARGET}cart", wrote=True)
    trail.add(Open(open="/cart"), f"{TARGET}cart", f"{TARGET}cart")

    found = words(trail.candidates(typed("12"), f"{TARGET}cart"))

    assert ["open /lamp", "click button “Save”", "open /cart", "fill field “Name” with “12”"] in found
