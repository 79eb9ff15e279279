"""Tags: what a session puts into everything that it creates, so that it knows its own records again.

A tag is `bb`, five characters of the session's own, and `x`; a number behind it tells one record from the next.
`triage.fingerprint` strips tags, so that a bug keeps its line from run to run.
"""

import re
import secrets
from collections.abc import Callable

from bugbash.charter.actions import TAG, Action
from bugbash.charter.locator import Locator

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


def step_filled_in(action: Action, tag: str) -> Action:
    """`action` with the session's own tag for `{tag}` in what names its element."""
    return _named(action, lambda text: filled_in(text, tag))


def step_generalised(action: Action, tag: str) -> Action:
    """`action` with `{tag}` for the session's own tag in what names its element, so that another session finds it."""
    return _named(action, lambda text: generalised(text, tag))


def record_in(text: str) -> str:
    """The tag with its number, of the first record of a bash that `text` names; empty where it names none."""
    found = PATTERN.search(text)
    return found[0] if found else ""


def _named(action: Action, change: Callable[[str], str]) -> Action:
    fields = {name: getattr(action, name) for name in type(action).model_fields}
    found = {name: value for name, value in fields.items() if isinstance(value, Locator)}
    changed = {name: _changed(locator, change) for name, locator in found.items()}
    return action.model_copy(update=changed) if changed != found else action


def _changed(locator: Locator, change: Callable[[str], str]) -> Locator:
    texts = {name: change(value) for name, value in locator if isinstance(value, str)}
    within = _changed(locator.within, change) if locator.within else None
    return locator.model_copy(update={**texts, "within": within})


def renumbered(text: str, number: int) -> str:
    """`text`, still with `{tag}` in it, made to stand for another record of the session's."""
    return _NUMBERED.sub(f"{TAG}{number}", text)


_NUMBERED = re.compile(re.escape(TAG) + r"\d*")
