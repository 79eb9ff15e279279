"""How a text that was sent may come back changed: a fair change, or one that no person wants."""

import re
import unicodedata
from collections.abc import Callable
from typing import Literal

Change = Literal[
    "escaped twice", "with backslashes", "in a wrong encoding", "as question marks", "as escape codes", "without"
]
_ENTITIES = {
    "&": r"&(?:amp|#0*38|#x26);",
    "<": r"&(?:amp;)?(?:lt|#0*60|#x3c);",
    ">": r"&(?:amp;)?(?:gt|#0*62|#x3e);",
    '"': r"&(?:amp;)?(?:quot|#0*34|#x22);",
    "'": r"&(?:amp;)?(?:apos|#0*39|#x27);",
}
_TYPOGRAPHIC = str.maketrans({"‘": "'", "’": "'", "“": '"', "”": '"', "„": '"', "…": "...", "–": "-", "—": "-"})


def same_text(sent: str, shown: str) -> bool:
    """Whether `shown` is `sent` but for fair changes: blanks, the Unicode form (NFC), case, typographic quotes."""
    return _plain(sent) == _plain(shown)


def holds_text(sent: str, shown: str) -> bool:
    """Whether `shown` holds `sent`, but for fair changes."""
    return _plain(sent) in _plain(shown)


def changed(sent: str, shown: str, listing: bool = False) -> Change | None:
    """How the text `sent` stands in `shown` changed in a way that we know for a fault; None where it does not.

    In a `listing` (code, data) quotes and markup may well be escaped.
    """
    if holds_text(sent, shown):
        return None
    there = unicodedata.normalize("NFC", " ".join(shown.split()))
    if there.lstrip().startswith(("{", "[")):  # data is shown as data
        listing = True
    for change, spelling in _SPELLINGS.items():
        if listing and change in ("escaped twice", "with backslashes"):
            continue
        if _pattern(sent, spelling).search(there):
            return change
    return None


def lacks_letters(sent: str, held: str) -> bool:
    """Whether `held` is `sent` without its letters outside of ASCII, or without its quotes or ampersands."""
    letters, marks = {c for c in sent if ord(c) > 127}, set("\"'&")
    for lost in (letters, marks):
        kept = "".join(c for c in sent if c not in lost)
        if kept != sent and same_text(kept, held):
            return True
    return False


def _plain(text: str) -> str:
    text = unicodedata.normalize("NFC", text).translate(_TYPOGRAPHIC)
    return " ".join(text.split()).casefold()


def _pattern(sent: str, spelling: Callable[[str], list[str]]) -> re.Pattern[str]:
    """`sent`, each character either itself or as `spelling` has it."""
    parts = []
    for character in unicodedata.normalize("NFC", " ".join(sent.split())):
        others = spelling(character)
        itself = re.escape(character)
        parts.append(f"(?:{'|'.join([*others, itself])})" if others else itself)
    return re.compile("".join(parts), re.IGNORECASE)


def _entities(character: str) -> list[str]:
    if character in _ENTITIES:
        return [_ENTITIES[character]]
    code = ord(character)
    return [rf"&(?:amp;)?#0*{code};", rf"&(?:amp;)?#x0*{code:x};", r"&[a-z]{2,8};"] if code > 127 else []


def _backslashes(character: str) -> list[str]:
    return [rf"\\+{re.escape(character)}"] if character in "\"'" else []


def _misread(character: str) -> list[str]:
    """UTF-8 read as Latin-1 or Windows-1252, once."""
    if ord(character) < 128:
        return []
    data = character.encode("utf-8", "replace")
    # Bytes that Windows-1252 has no letter for stay control characters, or are lost.
    cp1252 = "".join(re.escape(bytes([b]).decode("cp1252", "ignore")) or ".?" for b in data)
    return [re.escape(data.decode("latin-1")), cp1252, "".join(rf"{re.escape(chr(b))}?" for b in data if b > 0xA0)]


def _question_marks(character: str) -> list[str]:
    return [r"[?\ufffd]{1,4}"] if ord(character) > 127 else []


def _escape_codes(character: str) -> list[str]:
    if ord(character) < 128:
        return []
    data = character.encode("utf-8", "replace")
    units = character.encode("utf-16-be", "surrogatepass")
    octal = "".join(rf"\\{byte:03o}" for byte in data)
    hexadecimal = "".join(rf"\\x{byte:02x}" for byte in data)
    unicode = "".join(rf"\\u{units[at : at + 2].hex()}" for at in range(0, len(units), 2))
    return [octal, hexadecimal, unicode, rf"\\x{ord(character):02x}", rf"\\U{ord(character):08x}"]


_SPELLINGS: dict[Change, Callable[[str], list[str]]] = {
    "escaped twice": _entities,
    "with backslashes": _backslashes,
    "as escape codes": _escape_codes,
    "in a wrong encoding": _misread,
    "as question marks": _question_marks,
}
