"""Fair changes of a text, and faults."""

from html import escape

import pytest

from bugbash.oracles.likeness import changed, lacks_letters, same_text

QUOTED = 'bbabcdex9 O\'Brien "Sons" & Co'
FOREIGN = "bbabcdex8 Zoë 日本 🎉 עב"
OCTAL = "bbabcdex8 Zo\\303\\253 \\346\\227\\245\\346\\234\\254 \\360\\237\\216\\211 \\327\\242\\327\\221"


@pytest.mark.parametrize(
    ("sent", "shown", "how"),
    [
        (QUOTED, escape(QUOTED), "escaped twice"),
        (QUOTED, f"Saved “{escape(QUOTED)}”.", "escaped twice"),
        (QUOTED, QUOTED.replace("'", "&#39;"), "escaped twice"),
        (QUOTED, QUOTED.replace("'", "\\'"), "with backslashes"),
        (FOREIGN, FOREIGN.encode().decode("latin-1"), "in a wrong encoding"),
        (FOREIGN, FOREIGN.encode().decode("cp1252", "replace"), "in a wrong encoding"),
        (FOREIGN, FOREIGN.encode("ascii", "replace").decode(), "as question marks"),
        (FOREIGN, OCTAL, "as escape codes"),
    ],
)
def test_a_fault_is_known_by_its_kind(sent: str, shown: str, how: str) -> None:
    assert changed(sent, shown) == how


@pytest.mark.parametrize(
    ("sent", "shown"),
    [
        (QUOTED, QUOTED),
        (QUOTED, f"Edit {QUOTED.upper()} now"),
        (QUOTED, "bbabcdex9 O’Brien “Sons” & Co"),
        (QUOTED, "bbabcdex9-o-brien-sons-co"),
        (FOREIGN, "bbabcdex8 Zoe\u0308 日本 🎉 עב"),
        (FOREIGN, "bbabcdex8 Zoe"),
        (QUOTED, "{" + QUOTED.replace('"', '\\"') + "}"),
    ],
)
def test_a_fair_change_is_none(sent: str, shown: str) -> None:
    assert changed(sent, shown) is None


def test_code_may_escape_what_it_shows() -> None:
    assert changed(QUOTED, escape(QUOTED), listing=True) is None
    assert changed(FOREIGN, FOREIGN.encode().decode("latin-1"), listing=True) == "in a wrong encoding"


def test_letters_left_out_are_told_from_another_text() -> None:
    assert lacks_letters("Zoë Łukasz", "Zo ukasz")
    assert lacks_letters("O'Brien", "OBrien")
    assert not lacks_letters("Zoë", "Zoe")
    assert not lacks_letters("Cups", "Cups")
    assert same_text("  Zoë  ", "zoë")
