"""Tags: how a session knows its own records again."""

from bugbash.charter.actions import parse_action
from bugbash.session.tags import (
    PATTERN,
    filled_in,
    generalised,
    new_tag,
    record_in,
    renumbered,
    step_filled_in,
    step_generalised,
)


def test_a_tag_is_new_every_time_and_known_in_any_text() -> None:
    tags = {new_tag() for _ in range(200)}
    assert len(tags) == 200
    for tag in tags:
        found = PATTERN.search(f"Lamp ({tag}12), red")
        assert found is not None
        assert found.group() == f"{tag}12"
        assert PATTERN.fullmatch(tag)


def test_what_only_looks_like_a_tag_is_none() -> None:
    for text in ("rabbit", "bbc news", "abbabcdex", "BB1A2B3X", "bb1a2b3", "bb1a2x"):
        assert PATTERN.search(text) is None, text


def test_a_tag_is_put_in_and_taken_out_again() -> None:
    tag = new_tag()
    assert filled_in("Lamp {tag}1 and {tag}2", tag) == f"Lamp {tag}1 and {tag}2"
    assert generalised(filled_in("Lamp {tag}1", tag), tag) == "Lamp {tag}1"
    assert filled_in("no tag", tag) == "no tag"


def test_a_text_is_made_to_stand_for_another_record() -> None:
    assert renumbered("Lamp {tag}", 3) == "Lamp {tag}3"
    assert renumbered("Lamp {tag}12", 3) == "Lamp {tag}3"
    assert renumbered("Lamp", 3) == "Lamp"


def test_a_step_that_names_an_own_record_finds_another_sessions_own() -> None:
    row = {"role": "row", "name": "Cups bbabcdex7"}
    step = parse_action({"click": {"role": "link", "name": "Edit", "within": row}})
    portable = step_generalised(step, "bbabcdex")
    assert portable.data() == {"click": {"role": "link", "name": "Edit", "within": {**row, "name": "Cups {tag}7"}}}
    assert step_filled_in(portable, "bbvwxyzx").words() == "click link “Edit” in row “Cups bbvwxyzx7”"
    assert record_in("Saved Cups bbabcdex7.") == "bbabcdex7"
