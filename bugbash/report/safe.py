"""Text from a file or a page, made safe to show: the one place that every output's text goes through.

Masked (no written-out credential), cut, and visible: no character in it moves a terminal's cursor, reverses or hides
what stands around it, or starts a command of the build service whose log it ends in.
"""

import json
import re
from typing import Any

from bugbash.contract.credentials import mask
from bugbash.contract.jsonfile import to_json
from bugbash.triage.summary import BashSummary

LONGEST = 2_000
"""Characters of one text that a report shows; the whole stands in the run file."""

_RAW = frozenset({"path", "trace", "directory", "sha256"})
"""Keys of paths: a changed one would lead nowhere. They are escaped where they are shown."""

_INVISIBLE = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0")
"""Characters that count as letters or marks and are drawn as nothing."""

_LINE_ENDS = re.compile(r"\r\n?|[\v\f\x1c-\x1e\x85\u2028\u2029]")
_LOG_COMMAND = re.compile(r"(?m)^([ \t]*):(?=:)|#(?=#\w*\[)")
"""`::error::` at a line's start and `##[error]`, `##vso[…]`, `##teamcity[…]` anywhere are commands to build logs."""

_LOG_COMMAND_IN_JSON = re.compile(r"#(?=#\w*\[)")


def visible(text: str) -> str:
    """`text` with every character that is not simply drawn replaced by one that is; line feeds and tabs stay."""
    text = _LINE_ENDS.sub("\n", text)
    if not text.isprintable() or not _INVISIBLE.isdisjoint(text):
        text = "".join(character if _is_drawn(character) else _drawn(character) for character in text)
    return _LOG_COMMAND.sub(lambda match: f"{match[1]}: " if match[1] is not None else "# ", text)


def flat(text: str) -> str:
    """`text` visible and on one line."""
    return " ".join(visible(text).replace("\n", " ⏎ ").split())


def cut(text: str, limit: int = LONGEST) -> str:
    """`text`, or its first `limit` characters and how many more there are."""
    return text if len(text) <= limit else f"{text[:limit]} (… {len(text) - limit} more characters)"


def cleaned(summary: BashSummary) -> BashSummary:
    """A copy of `summary` all of whose texts may be shown; paths in it are masked and otherwise as they were."""
    return BashSummary.model_validate(_cleaned(summary.model_dump()))


def _cleaned(value: Any, key: str = "") -> Any:
    if isinstance(value, str):
        return mask(value) if key in _RAW else visible(cut(mask(value)))
    if isinstance(value, dict):
        return {_cleaned(str(name)): _cleaned(item, str(name)) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [_cleaned(item, key) for item in value]
    return value


def _masked(value: Any) -> Any:
    if isinstance(value, str):
        return mask(value)
    if isinstance(value, dict):
        return {mask(str(name)): _masked(item) for name, item in value.items()}
    return [_masked(item) for item in value] if isinstance(value, list | tuple) else value


def _is_drawn(character: str) -> bool:
    return character in "\n\t" or (character.isprintable() and character not in _INVISIBLE)


def _drawn(character: str) -> str:
    code = ord(character)
    if code == 0xA0 or character.isspace():
        return " "
    if code < 0x20:
        return chr(0x2400 + code)
    if code == 0x7F:
        return "␡"
    return "\ufffd" if 0xD800 <= code <= 0xDFFF else f"⟨U+{code:04X}⟩"


def json_text(value: Any) -> str:
    """`value` as indented JSON, masked, in which every character that is not simply drawn is written as an escape.

    A reader of the JSON gets the very text. Raises ValueError for NaN and infinities.
    """
    text = _LOG_COMMAND_IN_JSON.sub(r"\\u0023", to_json(_masked(value)))
    return "".join(character if _is_drawn(character) else json.dumps(character)[1:-1] for character in text) + "\n"
