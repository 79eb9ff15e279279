"""Tags: what a session puts into everything that it creates, so that it knows its own records again.

A tag is `bb`, five characters of the session's own, and `x`; a number behind it tells one record from the next.
`triage.fingerprint` strips tags, so that a bug keeps its line from run to run.
"""

import re
import secrets

from bugbash.charter.actions import TAG

_ALPHABET = "abcdefghijkmnpqrstuvwyz23456789"
PATTERN = re.compile(r"\bbb[a-z0-9]{5}x\d*")


def new_tag() -> str:
    """A tag that no other session has."""
    return "bb" + "".join(secrets.choice(_ALPHABET) for _ in range(5)) + "x"


def filled_in(text: str, tag: str) -> str:
    """`text` with the session's own tag in the place of `{tag}`."""
    return text.replace(TAG, tag)


def generalised(text: str, tag: str) -> str:
    """`text` with `{tag}` in the place of the session's own tag: the inverse of `filled_in`."""
    return text.replace(tag, TAG)


def renumbered(text: str, number: int) -> str:
    """`text`, still with `{tag}` in it, made to stand for another record of the session's."""
    return _NUMBERED.sub(f"{TAG}{number}", text)


_NUMBERED = re.compile(re.escape(TAG) + r"\d*")
