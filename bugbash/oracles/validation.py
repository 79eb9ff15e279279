"""What a form takes and refuses, against what its own markup says."""

import re
from collections.abc import Iterable

from bugbash.charter.actions import Check, Fill, Select
from bugbash.oracles.base import Oracle, Suspicion, route_of, screen_of
from bugbash.oracles.submission import (
    COMPLAINT,
    Sent,
    Submission,
    complaints,
    is_shown,
    submission_of,
    submitted,
    was_sent,
    was_taken,
    write_route,
)
from bugbash.session.moment import Moment
from bugbash.session.observation import Form, Look
from bugbash.session.scope import Scope
from bugbash.session.tags import record_in

_TYPED = frozenset({"text", "email", "url", "tel", "number", "textarea", "search", "date"})
_NEEDS_ANOTHER = re.compile(r"captcha|robot|\bcode\b|otp|coupon|voucher|token|confirm|repeat|verif", re.IGNORECASE)
"""Fields that take one value only, which no visitor can make up."""
ENABLED_SECONDS = 5.0
"""How long a form may check what was filled in, before its button can be used."""
MESSAGE_SECONDS = 3.0


class MissingValidation(Oracle):
    name = "missing-validation"
    looks_for = "values that a form takes although its own markup rules them out"

    def notice(self, moment: Moment) -> Iterable[Suspicion]:
        submission = submission_of(moment)
        if submission is None or not was_taken(moment) or not _appeared(submission, moment):
            return
        for sent in submission.fields:
            rule = _broken_rule(sent)
            if rule:
                yield Suspicion(
                    oracle=self.name,
                    kind="warning" if rule.startswith(("less", "more")) else "issue",
                    severity=3,
                    title=f"{sent.label[:60]} takes {rule}",
                    expected="What a field declares of its values also holds for what the app takes.",
                    observed=f"{sent.label[:60]} held “{sent.value[:60]}” ({rule}); the record was made.",
                    screen=screen_of(submission.address),
                    location=f"{route_of(submission.address)} {sent.key}",
                    message=rule.partition(" than")[0],
                    mark=sent.control.locator,
                )
                return


def _appeared(submission: Submission, moment: Moment) -> bool:
    """Whether the record of the form shows that it was not there before: what was sent is kept."""
    values = [sent.value for sent in submission.fields if record_in(sent.value)]
    return any(is_shown(moment.after, value) and not is_shown(moment.before, value) for value in values)


def _broken_rule(sent: Sent) -> str:
    """What the value is, that the field's markup rules out; empty where it rules nothing out."""
    field, value = sent.field, sent.value.strip()
    if not sent.control.enabled or field.readonly or field.type not in {*_TYPED, "select-one"}:
        return ""
    if field.required and not value:
        return "no value, though it is required"
    if field.type == "email" and value and not re.fullmatch(r"\S+@\S+", value):
        return "what is no e-mail address"
    number, least, most = _number(value), _number(field.min), _number(field.max)
    if field.type == "number" and number is not None:
        if least is not None and number < least:
            return f"less than its least value {field.min}"
        if most is not None and number > most:
            return f"more than its greatest value {field.max}"
    return ""


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:  # none, or no number
        return None


_NO_NUMBER = re.compile(
    r"not a (?:valid )?(?:number|integer)|(?:must|should|has to) be an? (?:valid )?(?:number|integer|whole number)\b"
    r"|(?:enter|provide) an? (?:valid )?(?:number|integer)\b|in?valid (?:number|integer)\b"
    r"|keine (?:gültige )?(?:ganz)?zahl|nombre (?:entier )?(?:in)?valide|número (?:entero )?(?:in)?válido",
    re.IGNORECASE,
)
_BOUND_SAID = re.compile(
    r"positiv|negativ|greater|less|least|most|minimum|maximum|between|range|above|below|higher|lower|zero|null|>|<|≥|≤",
    re.IGNORECASE,
)
_NEVER_NEGATIVE = re.compile(
    r"age|year|count|quant|qty|price|cost|amount|total|size|width|height|length|weight|port|durat|minut|hour|day"
    r"|second|week|month|rating|number of|\bid\b|page|limit|stock|seat|capac|percent|zip|phone|budget|max|min|guests"
    r"|people|score",
    re.IGNORECASE,
)
"""Names of numbers that are not negative by what they count."""
_INTEGER_HINT = re.compile(r"\b(?:integer|int|bigint|smallint|numeric|number|decimal|float|real)\b", re.IGNORECASE)
_QUANTITY = re.compile(r"\b(?:quantity|qty|pieces|how many|menge|anzahl|quantité|cantidad)\b", re.IGNORECASE)
_NEGATIVE_TOTAL = re.compile(
    r"\b(?:total|subtotal|sum|to pay|summe|gesamt)\w*[:\s]{1,3}(?:[$€£]|[A-Z]{3})?\s?[-−](?:[$€£]|[A-Z]{3}\s?)?\d",
    re.IGNORECASE,
)


class NumberBoundary(Oracle):
    name = "number-boundary"
    looks_for = "negative totals from a negative quantity, and whole numbers that are refused as no numbers"

    def __init__(self, scope: Scope) -> None:
        super().__init__(scope)
        self._taken: set[str] = set()
        """Forms that took positive numbers: what they refuse now is the sign."""

    def notice(self, moment: Moment) -> Iterable[Suspicion]:
        yield from self._negative_total(moment)
        submission = submission_of(moment)
        if submission is not None and not was_taken(moment):
            yield from self._refused(moment, submission)

    def remember(self, moment: Moment) -> None:
        submission = submission_of(moment)
        if submission is not None and was_taken(moment):
            self._taken.add(submission.identity)

    def _negative_total(self, moment: Moment) -> Iterable[Suspicion]:
        held = _NEGATIVE_TOTAL.search(moment.after.text)
        if held is None or _NEGATIVE_TOTAL.search(moment.before.text):
            return
        looks = (moment.before, moment.after)
        fields = [c for look in looks for c in look.controls if c.field and (_number(c.field.value) or 0) < 0]
        named = [c for c in fields if c.field and _QUANTITY.search(f"{c.name} {c.field.name} {c.field.hint[:40]}")]
        if named:
            yield Suspicion(
                oracle=self.name,
                kind="issue",
                severity=4,
                title=f"A negative quantity makes a negative total on {route_of(moment.after.url)}",
                expected="A quantity below zero is refused.",
                observed=f"The quantity {named[0].field.value if named[0].field else ''} is taken: “{held[0][:60]}”.",
                screen=screen_of(moment.after.url),
                location=f"{route_of(moment.after.url)} total",
                message="negative total",
                mark=named[0].locator,
            )

    def _refused(self, moment: Moment, submission: Submission) -> Iterable[Suspicion]:
        sent = [s for s in submission.fields if re.fullmatch(r"-\d{1,9}|0", s.value.strip()) and _is_unbound(s)]
        if not sent:
            return
        said = _news(_NO_NUMBER, moment)
        if said and not _BOUND_SAID.search(said):
            why = said
        elif len(sent) == 1 and submission.identity in self._taken and self._is_marked(moment, sent[0]):
            why = "the field is marked as invalid"
        else:
            return
        yield Suspicion(
            oracle=self.name,
            kind="warning",
            severity=2,
            title=f"{sent[0].label[:60]} refuses {'zero' if sent[0].value.strip() == '0' else 'a negative number'}",
            expected="A field for whole numbers takes each of them, or declares its least value.",
            observed=f"“{sent[0].value}” is refused ({why[:100]}), and nothing declares a least value.",
            screen=screen_of(moment.after.url),
            location=f"{route_of(submission.address)} {sent[0].key}",
            message="zero refused" if sent[0].value.strip() == "0" else "negative number refused",
            mark=sent[0].control.locator,
        )

    def _is_marked(self, moment: Moment, sent: Sent) -> bool:
        """Whether a field for plain numbers is marked now, and no message names a bound."""
        words = f"{sent.label} {sent.field.name} {sent.field.placeholder}"
        plain = sent.field.type == "number" or _INTEGER_HINT.search(sent.field.hint)
        if not plain or _NEVER_NEGATIVE.search(words) or any(_BOUND_SAID.search(text) for text in complaints(moment)):
            return False
        if any(invalid.message and _BOUND_SAID.search(invalid.message) for invalid in moment.after.invalid):
            return False
        before = {invalid.name for invalid in moment.before.invalid}
        return any(invalid.name == sent.control.name != "" for invalid in moment.after.invalid) and (
            sent.control.name not in before
        )


def _is_unbound(sent: Sent) -> bool:
    return sent.field.type in ("text", "number", "tel") and not (sent.field.min or sent.field.pattern)


def _news(pattern: re.Pattern[str], moment: Moment) -> str:
    """What matches on the new screen, with a few words after it, where it was not on the old one."""
    before, after = pattern.findall(moment.before.text), list(pattern.finditer(moment.after.text))
    return moment.after.text[after[-1].start() : after[-1].end() + 40] if len(after) > len(before) else ""


class NoMessage(Oracle):
    name = "no-message"
    looks_for = "a form that wrote before, and now does nothing and says nothing"
    patience = MESSAGE_SECONDS

    def __init__(self, scope: Scope) -> None:
        super().__init__(scope)
        self._wrote: set[str] = set()

    def notice(self, moment: Moment) -> Iterable[Suspicion]:
        submission = submission_of(moment)
        if submission is None or submission.identity not in self._wrote or len(submission.fields) < 2:
            return
        events = moment.events
        if (
            events.requests
            or events.dialogs
            or events.popups
            or events.downloads
            or events.uncaught
            or events.console
        ):
            return
        if _differs(moment.before, moment.after) or not submission.record:
            return
        yield Suspicion(
            oracle=self.name,
            kind="warning",
            severity=2,
            title=f"A form on {route_of(submission.address)} refuses what was filled in, without a word",
            expected="A form that does not take what was filled in says why.",
            observed="The form was sent before; now nothing is sent, and nothing new is on the screen.",
            screen=screen_of(submission.address),
            location=submission.identity,
            message="refused without a message",
            mark=moment.action.target,
        )

    def remember(self, moment: Moment) -> None:
        submission = submission_of(moment)
        if submission is not None and was_sent(moment):
            self._wrote.add(submission.identity)


def _differs(before: Look, after: Look) -> bool:
    """Whether the screen says anything that it did not say before, or marks a field."""
    states = [(c.name, c.enabled, c.invalid, c.field.value if c.field else "") for c in before.controls]
    now = [(c.name, c.enabled, c.invalid, c.field.value if c.field else "") for c in after.controls]
    return (
        before.text != after.text
        or before.url != after.url
        or states != now
        or bool(after.invalid)
        or before.dialogs != after.dialogs
        or before.alerts != after.alerts
        or bool(after.alerts)
        or bool(COMPLAINT.search(after.text))
    )


class NeverEnabled(Oracle):
    name = "never-enabled"
    looks_for = "a form whose button stays disabled when everything in it is filled in"
    patience = ENABLED_SECONDS

    def notice(self, moment: Moment) -> Iterable[Suspicion]:
        if not moment.benign or not isinstance(moment.action, Fill | Select | Check) or not moment.outcome.passed:
            return
        look = moment.after
        if look.invalid or COMPLAINT.search(look.text) or look.busy or any(r.pending for r in moment.events.requests):
            return
        for form in look.forms:
            if (
                _is_filled_in(look, form)
                and form.submits
                and not any(look.controls[at].enabled for at in form.submits)
            ):
                button = look.controls[form.submits[0]]
                yield Suspicion(
                    oracle=self.name,
                    kind="warning",
                    severity=4,
                    title=f"{button.name[:60] or 'The button'} stays disabled in a form that is filled in",
                    expected="A form can be sent once all of it is filled in.",
                    observed="Every field holds a value, no field complains, and 5 s later the button is disabled.",
                    screen=screen_of(look.url),
                    location=f"{route_of(look.url)} {button.place}",
                    message="stays disabled",
                    mark=button.locator,
                )


def _is_filled_in(look: Look, form: Form) -> bool:
    """Whether everything in the form is filled in, chosen or checked, with values that we made for it."""
    controls = [look.controls[at] for at in form.fields]
    submission = submitted(look, form)
    if not form.real or not submission.record:
        return False
    chosen = {c.field.name for c in controls if c.field and c.field.type == "radio" and c.checked}
    for control in controls:
        field = control.field
        if field is None or not control.enabled or field.readonly or control.invalid:
            return False
        if _NEEDS_ANOTHER.search(f"{control.name} {field.name} {field.hint}") or field.type in ("password", "file"):
            return False
        if field.type == "checkbox" and not control.checked:
            return False
        if field.type == "radio" and field.name not in chosen:
            return False
        if not field.value.strip():
            return False
    return True


class UploadRules(Oracle):
    name = "upload-rules"
    looks_for = "files that are taken against the field's own rule, or refused by their type though it allows them"

    def notice(self, moment: Moment) -> Iterable[Suspicion]:
        submission = submission_of(moment)
        if submission is None or not was_sent(moment):
            return
        for sent in submission.fields:
            name = re.split(r"[\\/]", sent.value)[-1]
            if sent.field.type != "file" or not name or not sent.field.accept:
                continue
            allowed = accepts(sent.field.accept, name)
            if not allowed and was_taken(moment) and name in moment.after.text and name not in moment.before.text:
                what, message = "takes a file that its own rule rules out", "wrong type taken"
            elif allowed and not was_taken(moment) and any(_TYPE_REFUSED.search(text) for text in complaints(moment)):
                what, message = "refuses a file that its own rule allows", "allowed type refused"
            else:
                continue
            yield Suspicion(
                oracle=self.name,
                kind="warning",
                severity=2,
                title=f"{sent.label[:60]} {what}",
                expected=f"The field says that it takes {sent.field.accept[:60]}, and so does the app.",
                observed=f"{name} was sent ({write_route(moment)}): the field {what}.",
                screen=screen_of(submission.address),
                location=f"{route_of(submission.address)} {sent.key}",
                message=message,
                mark=sent.control.locator,
            )


_TYPE_REFUSED = re.compile(r"type|format|extension|allowed|unsupported|typ|erlaubt", re.IGNORECASE)
_FAMILIES = {
    "image": {"png", "jpg", "jpeg", "gif", "webp", "svg", "bmp", "tif", "tiff", "heic", "avif", "ico"},
    "audio": {"mp3", "wav", "ogg", "m4a", "flac"},
    "video": {"mp4", "webm", "mov", "avi", "mkv"},
    "text": {"txt", "csv", "html", "md", "css", "xml", "log", "ics"},
}
_SUBTYPES = {"jpeg": {"jpg", "jpeg"}, "plain": {"txt"}, "svg+xml": {"svg"}}


def accepts(accept: str, name: str) -> bool:
    """Whether a file field's `accept` (HTML, 4.10.5.1.17) allows a file of that name, as far as its ending tells."""
    ending = name.rpartition(".")[2].lower()
    for part in (part.strip().lower() for part in accept.split(",")):
        family, _, subtype = part.partition("/")
        if part in (f".{ending}", "*", "*/*") or (subtype == "*" and ending in _FAMILIES.get(family, {ending})):
            return True
        if subtype and subtype != "*" and ending in _SUBTYPES.get(subtype, {subtype}):
            return True
        if subtype and subtype not in ("*", *_SUBTYPES) and not re.fullmatch(r"[a-z0-9]{2,4}", subtype):
            return True  # a type whose endings are not known here
    return False
