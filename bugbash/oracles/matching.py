"""Whether a step is one of those that a property speaks of."""

import fnmatch

from bugbash.charter.actions import Action, Fill, Open, Press, Select, Upload
from bugbash.charter.locator import Locator
from bugbash.charter.properties import After
from bugbash.session.moment import Moment
from bugbash.session.observation import Control


def fits(after: After, moment: Moment) -> bool:
    """Whether the step of `moment` fits every key that `after` gives."""
    action = moment.action
    if after.kind is not None and action.key not in after.kind:
        return False
    if after.count is not None and getattr(action, "count", None) != after.count:
        return False
    if after.text is not None and not _like(_text_of(action), after.text):
        return False
    roles, names = _element(moment)
    return (after.role is None or after.role in roles) and (
        after.name is None or any(_like(name, after.name) for name in names)
    )


def _text_of(action: Action) -> str:
    """What the step types, presses, chooses or opens; empty where it does nothing of the kind."""
    match action:
        case Fill():
            return action.text
        case Press():
            return action.press
        case Select():
            return action.option
        case Upload():
            return action.file
        case Open():
            return action.open
    return ""


def _element(moment: Moment) -> tuple[set[str], set[str]]:
    """Roles and names of the element that the step acted on, as the inventory and its locator give them."""
    target = moment.action.target
    if target is None:
        return set(), set()
    controls = [control for control in moment.before.controls if _is_meant(control, target)]
    roles = {control.role for control in controls} | ({target.role} if target.role else set())
    said = (target.name, target.label, target.text, target.testid, target.id, target.css)
    return roles, {control.name for control in controls} | {name for name in said if name}


def _is_meant(control: Control, target: Locator) -> bool:
    """Whether a step on `target` may have been one on `control`."""
    said = target.name or target.label or target.text
    return control.locator == target or (bool(said) and control.name == said and target.role in (None, control.role))


def _like(text: str, pattern: str) -> bool:
    plain = pattern.replace("[", "[[]").replace("?", "[?]")
    return fnmatch.fnmatchcase(" ".join(text.split()).casefold(), plain.casefold())
