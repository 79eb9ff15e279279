"""What a record of ours holds when it is seen again, against what was sent."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from bugbash.charter.actions import Back, Check, Click, Fill, Forward, Select, Upload
from bugbash.oracles.base import Oracle, Suspicion, route_of, screen_of
from bugbash.oracles.likeness import changed, holds_text, lacks_letters, same_text
from bugbash.oracles.submission import Sent, key_of, sent_of, submission_of, was_taken
from bugbash.session.moment import Moment
from bugbash.session.observation import Look
from bugbash.session.scope import Scope
from bugbash.session.tags import record_in

_NOT_KEPT = re.compile(
    r"comment|message|reason|passw|captcha|repeat|confirm|token|csrf|search|query\b|agree|terms|consent|remember|notify"
    r"|send|subscri|current|change ?log",
    re.IGNORECASE,
)
"""Fields that are asked for once, or anew each time: an app need not show what was sent in them."""
_ASKED_ANEW = re.compile(r"comment|message|reason|reply|review", re.IGNORECASE)
_TEXTS = frozenset({"text", "textarea", "search", "tel", "url", "email"})
LEAST_TOLD_APART = 4
"""Characters of a value that cannot well stand in another field by chance."""


@dataclass(frozen=True)
class _Again:
    """A field of a record, seen again: what was sent in it, and what it holds now."""

    sent: Sent
    held: Sent
    record: str


class _OfRecords(Oracle):
    """Remembers what was sent and taken for each record of ours."""

    def __init__(self, scope: Scope) -> None:
        super().__init__(scope)
        self._sent: dict[str, dict[str, Sent]] = {}
        self._before: dict[str, dict[str, Sent]] = {}
        """What was sent for a record before the newest change to it."""
        self._made: dict[str, str] = {}
        """Route of the form that first made a record."""

    def remember(self, moment: Moment) -> None:
        submission = submission_of(moment)
        if submission is None or not submission.record or not was_taken(moment):
            return
        record, new = submission.record, {sent.key: sent for sent in submission.fields if sent.key}
        known = self._sent.get(record, {})
        self._before[record] = known
        self._sent[record] = {**known, **new}
        self._made.setdefault(record, route_of(submission.address))

    def _seen_again(self, moment: Moment) -> Iterator[_Again]:
        """Fields of records on the new screen that hold what the app read from its store."""
        if isinstance(moment.action, Fill | Select | Check | Upload | Back | Forward) or not moment.outcome.passed:
            return
        typed = {(key_of(c), c.field.value, c.checked) for c in moment.before.controls if c.field}
        for form in moment.after.forms:
            fields = [sent_of(moment.after.controls[at]) for at in form.fields if moment.after.controls[at].field]
            record = next((record_in(held.value) for held in fields if record_in(held.value) in self._sent), "")
            keys = [held.key for held in fields]
            for held in fields if record else []:
                sent = self._sent[record].get(held.key)
                # What stood there before is what was typed there, and no reading.
                fresh = (held.key, held.value, held.control.checked) not in typed
                if sent and fresh and keys.count(held.key) == 1 and not _NOT_KEPT.search(f"{sent.label} {sent.key}"):
                    yield _Again(sent, held, record)


class TextMangled(_OfRecords):
    name = "text-mangled"
    looks_for = "quotes, accents, other scripts and markup that come back escaped, garbled or left out"

    def notice(self, moment: Moment) -> Iterable[Suspicion]:
        told: set[str] = set()
        for sent, shown, how, route in self._changes(moment):
            if how in told:
                continue
            told.add(how)
            yield Suspicion(
                oracle=self.name,
                kind="issue",
                severity=3,
                title=f"Text typed on {route} comes back {_HOW[how]}",
                expected="Text is shown again as it was typed.",
                observed=f"“{sent.value[:100]}”, sent as {sent.label[:40]}, is shown as “{shown[:160]}”.",
                screen=screen_of(moment.after.url),
                location=route,
                message=how,
            )

    def _changes(self, moment: Moment) -> Iterator[tuple[Sent, str, str, str]]:
        for again in self._seen_again(moment):
            if again.sent.field.type in _TEXTS and again.held.field.type in _TEXTS:
                how = changed(again.sent.value, again.held.value)
                if how is None and lacks_letters(again.sent.value, again.held.value):
                    how = "without"
                if how:
                    yield again.sent, again.held.value, how, self._made[again.record]
        submission = submission_of(moment)
        new = submission if submission is not None and submission.record and was_taken(moment) else None
        texts = [(owned.text, owned.listing) for owned in moment.after.owned]
        for text, listing in [*texts, (moment.after.title, False)]:
            record = record_in(text)
            fields = list(self._sent.get(record, {}).values())
            route = self._made.get(record, "")
            if new is not None and new.record == record:
                route = route or route_of(new.address)
                fields += new.fields
            for sent in fields:
                if record in sent.value and len(sent.value) < 250:
                    how = changed(sent.value, text, listing)
                    if how and not any(holds_text(one.value, text) for one in fields if record in one.value):
                        yield sent, text, how, route


_HOW = {
    "escaped twice": "with its characters escaped",
    "with backslashes": "with backslashes before its quotes",
    "in a wrong encoding": "in a wrong encoding",
    "as question marks": "with question marks for its letters",
    "as escape codes": "as escape codes",
    "without": "without some of its characters",
}


class CutOff(_OfRecords):
    name = "cut-off"
    looks_for = "text that is kept only in part, though nothing declares a limit"

    def notice(self, moment: Moment) -> Iterable[Suspicion]:
        for again in self._seen_again(moment):
            sent, held = again.sent, again.held
            if sent.field.type not in _TEXTS or not held.value or held.field.maxlength or sent.field.maxlength:
                continue
            if held.field.length >= len(sent.value.rstrip()) and held.field.length >= sent.field.length - 2:
                continue
            if "<" in sent.value or not _begins(sent.value, held.value) or lacks_letters(sent.value, held.value):
                continue
            yield _told(
                self.name,
                moment,
                again,
                title=f"{_named(sent)} is cut off when it is saved",
                expected="A text that the form takes is kept whole, or refused with a message.",
                observed=f"{sent.field.length} characters were sent and taken; the record holds {held.field.length}.",
                message="cut off",
            )


class SwappedFields(_OfRecords):
    name = "swapped-fields"
    looks_for = "what was sent in one field and stands under the name of another"

    def notice(self, moment: Moment) -> Iterable[Suspicion]:
        for again in self._seen_again(moment):
            others = [s for s in self._sent[again.record].values() if s.key != again.sent.key]
            other = _other_with(others, again.held.value, again.sent.value)
            if other is not None:
                yield self._swapped(moment, again.record, again.sent, other, again.held.value)
                return
        for owned in moment.after.owned:
            record, label = record_in(owned.text), _label(owned.label)
            fields = list(self._sent.get(record, {}).values())
            own = next((sent for sent in fields if label and _label(sent.label) == label), None)
            if own is None or not owned.whole:
                continue
            other = _other_with([sent for sent in fields if sent is not own], owned.text, own.value)
            if other is not None and _label(other.label) != label and not _stands_under(moment.after, own, label):
                yield self._swapped(moment, record, own, other, owned.text)
                return

    def _swapped(self, moment: Moment, record: str, own: Sent, other: Sent, shown: str) -> Suspicion:
        pair = " and ".join(sorted((own.label, other.label)))
        return Suspicion(
            oracle=self.name,
            kind="issue",
            severity=4,
            title=f"{own.label[:60]} shows what was sent as {other.label[:60]}",
            expected="Each field shows again what was sent in it.",
            observed=f"“{own.value[:60]}” was sent as {own.label[:40]}; there stands “{shown[:60]}”.",
            screen=screen_of(moment.after.url),
            location=f"{self._made[record]} {pair}",
            message="swapped",
        )


class StoredOtherwise(_OfRecords):
    name = "stored-otherwise"
    looks_for = "a saved field that is empty, old or another value when its record is opened again"

    def notice(self, moment: Moment) -> Iterable[Suspicion]:
        for again in self._seen_again(moment):
            others = [s for s in self._sent[again.record].values() if s.key != again.sent.key]
            if _other_with(others, again.held.value, again.sent.value) is None:
                what = self._difference(again)
                if what:
                    yield _told(
                        self.name,
                        moment,
                        again,
                        title=f"{_named(again.sent)} {what[0]} when its record is opened again",
                        expected="A record holds what was saved in it.",
                        observed=f"{what[1]}, though the app took it.",
                        message=what[0],
                    )

    def _difference(self, again: _Again) -> tuple[str, str] | None:
        sent, held = again.sent, again.held
        if sent.field.type != held.field.type:
            return None
        if sent.field.type in _TEXTS:
            old = self._before.get(again.record, {}).get(sent.key)
            if sent.value.strip() and not held.value.strip() and "<" not in sent.value:
                return "is empty", f"“{sent.value[:80]}” was sent and the field is empty"
            if old and not same_text(old.value, sent.value) and same_text(old.value, held.value):
                return "has its old value", f"“{sent.value[:80]}” was sent and the field holds “{held.value[:80]}”"
            return None
        return _other_value(sent, held)


def _other_value(sent: Sent, held: Sent) -> tuple[str, str] | None:
    """Numbers, days and choices that are not what was sent."""
    said = f"“{_choice(sent)[:60]}” was sent and the field holds “{_choice(held)[:60]}”"
    if sent.field.type == "select-one":
        offered = {choice.text for choice in held.field.options}
        differs = _choice(sent) != _choice(held) and _choice(sent) in offered and sent.value != ""
        return ("has another choice", said) if differs else None
    if sent.field.type == "number" and re.fullmatch(r"[1-9]\d{0,2}", sent.value):
        try:
            differs = float(held.value or "nan") != float(sent.value)
        except ValueError:  # no number at all
            differs = True
        return ("has another number" if held.value else "is empty", said) if differs else None
    if sent.field.type == "date" and sent.value and held.value != sent.value:
        return "has another day" if held.value else "is empty", said
    return None


class SavedEmpty(Oracle):
    """Something saved by name (a query, a view, a draft) whose content is gone when the app itself opens it again."""

    name = "saved-empty"
    looks_for = "what was saved under a name, and comes back without its content"

    def __init__(self, scope: Scope) -> None:
        super().__init__(scope)
        self._saved: dict[str, tuple[str, dict[str, str]]] = {}
        """By record: the path where it was saved, and what stood in the areas of text there."""

    def notice(self, moment: Moment) -> Iterable[Suspicion]:
        if not isinstance(moment.action, Click) or not moment.outcome.passed or moment.action.target is None:
            return
        target = moment.action.target
        record = record_in(target.name or target.text or "")
        path, areas = self._saved.get(record, ("", {}))
        if not areas or _path(moment.after) != path or submission_of(moment) is not None:
            return
        held = _areas(moment.after)
        for key, value in areas.items():
            if key in held and not held[key].strip():
                yield Suspicion(
                    oracle=self.name,
                    kind="warning",
                    severity=3,
                    title=f"What was saved on {path} comes back empty",
                    expected="What was saved is there again when the app opens it.",
                    observed=f"“{value[:80]}” stood in {key} when it was saved; opened again, the field is empty.",
                    screen=screen_of(moment.after.url),
                    location=f"{path} {key}",
                    message="comes back empty",
                    mark=target,
                )
                return

    def remember(self, moment: Moment) -> None:
        submission = submission_of(moment)
        if submission is None or not submission.record or not was_taken(moment):
            return
        areas = {key: value for key, value in _areas(moment.before).items() if value.strip()}
        if areas:
            self._saved[submission.record] = (_path(moment.before), areas)


def _areas(look: Look) -> dict[str, str]:
    """The areas of text on a screen, by field, with what stands in them."""
    found = {}
    for control in look.controls:
        if (
            control.field
            and control.field.type == "textarea"
            and not _ASKED_ANEW.search(f"{control.name} {control.place}")
        ):
            found[key_of(control)] = control.field.value
    return found


def _path(look: Look) -> str:
    return route_of(look.url.partition("?")[0].partition("#")[0])


def _begins(sent: str, held: str) -> bool:
    """Whether `held` is a beginning of `sent`, which both may be cut to the same length already."""
    one, other = " ".join(sent.split()), " ".join(held.split())
    return one.startswith(other) and (len(other) < len(one) or len(held) >= 500)


def _other_with(others: list[Sent], held: str, own: str) -> Sent | None:
    """The other field that `held` was sent in, where it was not sent in this one as well."""
    if len(held) < LEAST_TOLD_APART or same_text(held, own):
        return None
    found = [sent for sent in others if sent.field.type in _TEXTS and same_text(sent.value, held)]
    return found[0] if len(found) == 1 and not holds_text(found[0].value, own) else None


def _stands_under(look: Look, own: Sent, label: str) -> bool:
    return any(_label(owned.label) == label and holds_text(own.value, owned.text) for owned in look.owned)


def _label(text: str) -> str:
    return re.sub(r"[\s:*]+$", "", text).casefold()


def _named(sent: Sent) -> str:
    return sent.label[:60] or "A field"


def _choice(sent: Sent) -> str:
    return next((choice.text for choice in sent.field.options if choice.value == sent.value), sent.value)


def _told(
    oracle: str, moment: Moment, again: _Again, *, title: str, expected: str, observed: str, message: str
) -> Suspicion:
    return Suspicion(
        oracle=oracle,
        kind="issue",
        severity=3,
        title=title,
        expected=expected,
        observed=observed,
        screen=screen_of(moment.after.url),
        location=f"{route_of(moment.after.url)} {again.sent.key}",
        message=message,
        mark=again.held.control.locator,
    )
