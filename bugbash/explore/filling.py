"""Filling in a form: the steps for its fields, and the step that sends it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from bugbash.charter.actions import Action, Check, Click, Press
from bugbash.explore.attacks import Attack, Attempt
from bugbash.explore.fields import fill, kind_of, valid_step
from bugbash.session.observation import Control, Form, Look
from bugbash.session.tags import renumbered

MOST_FIELDS = 15
_TEXTS = ("text", "name", "email", "long text", "phone", "url", "postcode")


@dataclass(frozen=True)
class Change:
    """What to try in a form: values for some of its fields, or another way to send it."""

    label: str
    attack: Attack | None = None
    values: Mapping[str, Attempt] | None = None
    """By the field's place among the form's fields, as `slot` names it."""

    @property
    def benign(self) -> bool:
        return all(attempt.valid for attempt in (self.values or {}).values())


def slot(control: Control) -> str:
    """What names a field of a form from one visit to the next."""
    return f"{control.name or control.place} {control.field.name if control.field else ''}"


def fields_of(look: Look, form: Form) -> list[Control]:
    """The fields that a person can fill in, also those that a box before them enables."""
    found = []
    for at in form.fields[:MOST_FIELDS]:
        control = look.controls[at]
        fillable = control.field is not None and not control.field.readonly
        if fillable and (control.enabled or box_before(look, form, control) is not None):
            found.append(control)
    return found


def box_before(look: Look, form: Form, control: Control) -> Control | None:
    """The box that stands right before a disabled field and is not checked: checking it may enable the field."""
    fields = [look.controls[at] for at in form.fields]
    at = fields.index(control)
    before = fields[at - 1] if at else None
    is_box = before is not None and before.field is not None and before.field.type == "checkbox"
    return before if is_box and before and before.enabled and not before.checked and not control.enabled else None


def fill_steps(look: Look, form: Form, number: int, change: Change, as_it_stands: bool) -> list[Action]:
    """Every field filled with what it should take, and the changed ones last, so that they are seen by themselves.

    `as_it_stands` leaves what a field holds already: the form is of a record that is not ours.
    """
    values = change.values or {}
    steps: list[Action] = []
    radios: set[str] = set()
    changed = [control for control in fields_of(look, form) if slot(control) in values]
    for control in fields_of(look, form):
        if control in changed or control.field is None:
            continue
        # A tag in an empty field of a record of others' would make it look like one of ours ever after.
        stands = control.field.value and (as_it_stands or is_chosen(control))
        if stands or (as_it_stands and not control.field.required):
            continue
        if control.field.type == "radio":
            if control.field.name in radios:
                continue
            radios.add(control.field.name)
        steps += enabling_steps(look, form, control)
        step = valid_step(control, number)
        steps += [step] if step is not None else []
    for control in changed:
        steps += enabling_steps(look, form, control)
        step = fill(control, renumbered(values[slot(control)].value, number))
        steps += [step] if step is not None else []
    return steps


def enabling_steps(look: Look, form: Form, control: Control) -> list[Action]:
    """The step that enables a disabled field, where a box before it does."""
    box = box_before(look, form, control)
    return [Check(check=box.locator)] if box is not None else []


def boxes_left(look: Look, form: Form) -> list[Action]:
    """Steps that check what is not checked: terms that are to be agreed to before the form can be sent."""
    controls = [look.controls[at] for at in form.fields]
    return [Check(check=c.locator) for c in controls if c.field and c.field.type == "checkbox" and not c.checked]


def send_step(
    look: Look, form: Form, usable: Callable[[Control], bool], worth: Callable[[str], int], attack: Attack | None
) -> Action | None:
    """How a person sends the form: its button, or Enter in its last field; None where that cannot or may not be."""
    buttons = [look.controls[at] for at in form.submits]
    allowed = [button for button in buttons if usable(button)]
    texts = [c for c in fields_of(look, form) if c.tag == "input" and kind_of(c) not in ("check", "radio", "file")]
    if texts and attack == "Enter" and (allowed or not buttons):
        return Press(press="Enter", at=texts[-1].locator)
    if allowed:
        preferred = [button for button in allowed if worth(button.name)] or allowed
        return Click(click=preferred[0].locator, count=2 if attack == "double submit" else 1)
    return Press(press="Enter", at=texts[-1].locator) if texts and not buttons else None


def is_of_others(look: Look, form: Form, tag: str) -> bool:
    """A form that changes what is there already, and is not a record of ours: it is sent as it stands."""
    if form.method == "get":
        return False
    texts = [c for c in fields_of(look, form) if c.field and c.field.value and kind_of(c) in _TEXTS]
    return bool(texts) and not any(c.field and tag in c.field.value for c in texts)


def is_chosen(control: Control) -> bool:
    """A field with a sensible value of its own: a number that the app proposes, an option that is chosen."""
    return kind_of(control) in ("number", "quantity", "slider", "color", "date", "time", "month", "week")
