"""What a step sent: the form that it submitted with the values that stood in it, and whether the app took them."""

import re
from dataclasses import dataclass

from bugbash.charter.actions import Click, Press
from bugbash.oracles.base import document_status, route_of
from bugbash.session.moment import Moment
from bugbash.session.observation import Control, FieldInfo, Form, Look
from bugbash.session.tags import record_in
from bugbash.triage.fingerprint import normalise

COMPLAINT = re.compile(
    r"\b(?:errors?|invalid|not valid|not a (?:valid )?\w+|must (?:be|not|have|contain)|required|failed|failure"
    r"|could ?n[o']t|cannot|can't|unable|not allowed|too (?:long|short|large|small|many|big|high|low)|wrong"
    r"|already (?:exists|taken|in use)|please (?:enter|fill|choose|select|provide|correct|check)"
    r"|rejected|refused|denied"
    r"|fehler\w*|ungültig\w*|erforderlich|fehlgeschlagen|konnte nicht|erreur|invalide|obligatoire|échec"
    r"|inválid\w*|obligatorio|obrigatório|fall[oó]|errore|non valid\w*|ongeldig\w*|verplicht|mislukt)\b",
    re.IGNORECASE,
)
"""Words by which apps refuse what they were given."""


@dataclass(frozen=True)
class Sent:
    """A field as it was sent."""

    control: Control
    field: FieldInfo

    @property
    def value(self) -> str:
        return self.field.value

    @property
    def key(self) -> str:
        """What the same field is known by in another form for the same record."""
        return key_of(self.control)

    @property
    def label(self) -> str:
        return self.control.name or self.field.name or self.control.place


@dataclass(frozen=True)
class Submission:
    """A form that was sent."""

    form: Form
    fields: tuple[Sent, ...]
    address: str
    record: str
    """The tag and number that its values carry; empty where they carry none."""

    @property
    def identity(self) -> str:
        """The same for the same form on another visit."""
        return f"{route_of(self.address)} {','.join(sorted(sent.key for sent in self.fields))}"


def submission_of(moment: Moment) -> Submission | None:
    """The form that the step sent: by a click on its button, or Enter in one of its fields."""
    if not isinstance(moment.action, Click | Press) or not moment.outcome.passed:
        return None
    if isinstance(moment.action, Press) and moment.action.press != "Enter":
        return None
    at = _acted_on(moment)
    if at is None:
        return None
    pressed = isinstance(moment.action, Press)
    fits = [form for form in moment.before.forms if at in form.submits or (pressed and at in form.fields)]
    # A button may stand near to fields of which it sends none.
    form = max(fits, key=lambda form: (form.real, len(form.fields)), default=None)
    return submitted(moment.before, form) if form is not None else None


def submitted(look: Look, form: Form) -> Submission:
    """`form` with what stands in its fields on `look`."""
    fields = tuple(sent_of(look.controls[at]) for at in form.fields if look.controls[at].field)
    record = next((record_in(sent.value) for sent in fields if record_in(sent.value)), "")
    return Submission(form, fields, look.url, record)


def sent_of(control: Control) -> Sent:
    assert control.field is not None, "not a field"
    return Sent(control, control.field)


def key_of(control: Control) -> str:
    """A field's own name, else its label: what an app keeps from one form of a record to the next."""
    name = control.field.name if control.field else ""
    return normalise(name or control.name)


def was_sent(moment: Moment) -> bool:
    """Whether the step made the app write, or load a page from a form."""
    return bool(moment.events.writes)


def was_taken(moment: Moment) -> bool:
    """Whether every write of the step was answered well, and neither a field nor a new message complains."""
    writes = moment.events.writes
    answered = [write for write in writes if write.status is not None]
    if not answered or not all(200 <= (write.status or 0) < 400 for write in answered):
        return False
    if (document_status(moment) or 200) >= 400 or len(moment.after.invalid) > len(moment.before.invalid):
        return False
    return not complaints(moment)


def complaints(moment: Moment) -> list[str]:
    """New messages on the screen that refuse something."""
    before = set(moment.before.alerts)
    return [text for text in moment.after.alerts if text not in before and COMPLAINT.search(text)]


def is_shown(look: Look, value: str) -> bool:
    """Whether `value` stands on the screen as data: the whole of a text, as it was typed."""
    wanted = " ".join(value.split())
    return any(owned.whole and owned.text == wanted[:300] for owned in look.owned)


def write_route(moment: Moment) -> str:
    """The first write of the step, as a location names it."""
    write = next(iter(moment.events.writes), None)
    return f"{write.method} {route_of(write.url)}" if write else route_of(moment.after.url)


def _acted_on(moment: Moment) -> int | None:
    target = moment.action.target
    if target is None:
        return None
    controls = moment.before.controls
    exact = [at for at, control in enumerate(controls) if control.locator == target]
    if exact:
        return exact[0]
    named = [at for at, c in enumerate(controls) if target.role and (c.role, c.name) == (target.role, target.name)]
    if not named and target.text:
        named = [at for at, c in enumerate(controls) if c.name == target.text and not c.field]
    if not named and target.label:
        named = [at for at, c in enumerate(controls) if c.name == target.label and c.field]
    return named[0] if len(named) == 1 else None
