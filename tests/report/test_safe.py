"""Text that may be shown: nothing in it moves, hides or commands."""

import json

import pytest

from bugbash.report.safe import cleaned, cut, flat, json_text, visible
from tests.report.conftest import Sample
from tests.report.hostile import HOSTILE


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_every_character_left_is_drawn(text: str) -> None:
    assert all(character.isprintable() or character in "\n\t" for character in visible(text))
    assert flat(text).isprintable()


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_making_visible_twice_changes_nothing_more(text: str) -> None:
    assert visible(visible(text)) == visible(text)
    assert flat(flat(text)) == flat(text)


@pytest.mark.parametrize(
    "text", ["", "total stayed 12.00", "O’Brien – naïve 日本語 🎉", "a::b", "## heading", "#1 [x]"]
)
def test_ordinary_text_stays(text: str) -> None:
    assert visible(text) == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[31mred", "␛[31mred"),
        ("a\x00b\x7f", "a␀b␡"),
        ("\x9b31m", "⟨U+009B⟩31m"),
        ("a\u202eb", "a⟨U+202E⟩b"),
        ("a\u200bb", "a⟨U+200B⟩b"),
        ("a\u00a0b", "a b"),
        ("a\r\nb\rc\u2028d", "a\nb\nc\nd"),
        ("\ud800", "\ufffd"),
        ("::error::x", ": :error::x"),
        ("a\n ::error::x", "a\n : :error::x"),
        ("x ##[error]y", "x # #[error]y"),
        ("##vso[task]", "# #vso[task]"),
    ],
)
def test_what_is_not_drawn_is_made_visible(text: str, shown: str) -> None:
    assert visible(text) == shown


def test_flat_text_is_one_line() -> None:
    assert flat("a\nb\t c\r\n") == "a ⏎ b c ⏎"


def test_a_cut_says_how_much_is_missing() -> None:
    assert cut("abcdef", 3) == "abc (… 3 more characters)"
    assert cut("abc", 3) == "abc"


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_json_is_drawn_and_says_the_same(text: str) -> None:
    written = json_text({"a": text})
    assert all(character.isprintable() or character == "\n" for character in written)
    assert "##[" not in written
    assert json.loads(written)["a"] == text.encode("utf-8", "replace").decode()


def test_cleaning_a_summary_keeps_what_it_says(sample: Sample) -> None:
    assert cleaned(sample.summary) == sample.summary
