"""Records of ours: made twice by a double click, still there when deleted, and words that say otherwise."""

import re
from collections import Counter
from collections.abc import Iterable

from bugbash.charter.actions import Click, Open, Press, Reload
from bugbash.oracles.base import PATIENCE_SECONDS, Oracle, Suspicion, document_status, route_of, screen_of
from bugbash.oracles.submission import complaints, is_shown, submission_of, write_route
from bugbash.session.destructive import destructive_word
from bugbash.session.moment import Moment
from bugbash.session.observation import Look, Owned
from bugbash.session.scope import Scope
from bugbash.session.tags import record_in

_SUCCESS = re.compile(
    r"\b(?:success\w*|(?:has been|have been|was|were) (?:\w+ )?"
    r"(?:saved|created|added|updated|changed|deleted|removed|sent)"
    r"|(?:changes|settings|item|record|entry|order|profile) (?:saved|created|added|updated)|saved!?$|thank you"
    r"|erfolgreich\w*|gespeichert|enregistrée?s?|guardad[oa]s?|salvat[oa]|opgeslagen|salvo)\b",
    re.IGNORECASE,
)
_NO_SUCCESS = re.compile(
    r"\b(?:not|no|un\w+|fail\w*|error\w*|nicht|fehl\w*|pas|échec|never|before|if|once)\b", re.IGNORECASE
)
_GONE = re.compile(
    r"\b(?:deleted|archived|removed|restore|undo|undelete|trash|recycle|gelöscht|papierkorb)\b", re.IGNORECASE
)
"""A record that is said to be deleted may well be shown: it can be restored."""
_DELETING = ("delete", "remove", "destroy")
"""What session.destructive calls such controls."""
_DELETES = re.compile(r"(?:^|[/_.?&=-])(?:delete|remove|destroy|trash|erase)\w*(?:$|[/_.?&=-])", re.IGNORECASE)


class DoubleSubmit(Oracle):
    name = "double-submit"
    looks_for = "two records from one form that was sent by a double click"

    def __init__(self, scope: Scope) -> None:
        super().__init__(scope)
        self._twice: dict[str, str] = {}
        """Records sent by a double click: the value that names them, and the route of the write."""

    def notice(self, moment: Moment) -> Iterable[Suspicion]:
        sent = dict(self._twice)
        sent.update(_sent_twice(moment))
        for value, route in sent.items():
            rows = _rows_with(moment.after, value)
            if rows > 1:
                yield Suspicion(
                    oracle=self.name,
                    kind="issue",
                    severity=3,
                    title=f"A double click makes {rows} records ({route})",
                    expected="A form that is sent by a double click makes one record.",
                    observed=f"The form was sent once, by a double click; “{value[:80]}” stands there {rows} times.",
                    screen=screen_of(moment.after.url),
                    location=route,
                    message="made twice",
                    mark=moment.action.target,
                )
                return

    def remember(self, moment: Moment) -> None:
        self._twice.update(_sent_twice(moment))


def _sent_twice(moment: Moment) -> dict[str, str]:
    """The values that name the record of a form, sent by a double click in two writes of one route."""
    submission = submission_of(moment)
    if submission is None or not isinstance(moment.action, Click) or moment.action.count != 2:
        return {}
    routes = Counter(f"{write.method} {route_of(write.url)}" for write in moment.events.writes)
    route = next((route for route, times in routes.items() if times > 1), "")
    values = [sent.value for sent in submission.fields if record_in(sent.value)]
    # One that stood there before is changed by the form, and not made.
    fresh = [value for value in values if not _rows_with(moment.before, value)]
    return dict.fromkeys(fresh[:1], route) if route else {}


def _rows_with(look: Look, value: str) -> int:
    """How many rows of one list show `value` as a whole text, each in the same place."""
    wanted = " ".join(value.split())[:300]
    shown = [owned for owned in look.owned if owned.whole and owned.row and owned.text == wanted]
    places = Counter(owned.place for owned in shown)
    place = next(iter(places), "")
    return len({owned.row for owned in shown if owned.place == place}) if len(places) == 1 else 0


class StillThere(Oracle):
    """A record of ours that was deleted, by a write that was taken, and that is shown as before."""

    name = "still-there"
    looks_for = "a record that is still there after it was deleted"
    patience = PATIENCE_SECONDS

    def __init__(self, scope: Scope) -> None:
        super().__init__(scope)
        self._last_shown: dict[str, tuple[str, Owned]] = {}
        """Records by the address that showed them as data."""
        self._asked = ""
        """The record that a step asked to delete, and for which the app asked back."""
        self._deleted: dict[str, tuple[str, Owned, str]] = {}

    def notice(self, moment: Moment) -> Iterable[Suspicion]:
        if not isinstance(moment.action, Open | Reload) or not moment.outcome.passed:
            return
        if (document_status(moment) or 200) >= 400 or _GONE.search(moment.after.text):
            return
        for record, (address, owned, route) in self._deleted.items():
            here = (one for one in moment.after.owned if record_in(one.text) == record and one.place == owned.place)
            if address == moment.after.url and any(one.text == owned.text for one in here):
                yield Suspicion(
                    oracle=self.name,
                    kind="issue",
                    severity=4,
                    title=f"A deleted record is still on {screen_of(address)[:60]}",
                    expected="What was deleted is gone.",
                    observed=f"“{owned.text[:80]}” was deleted ({route} was taken); the list has it still.",
                    screen=screen_of(address),
                    location=f"{route_of(address)} {owned.place}",
                    message="still there",
                )

    def remember(self, moment: Moment) -> None:
        if isinstance(moment.action, Click | Press):
            self._note_deletion(moment)
        else:
            self._asked = ""
        for owned in moment.after.owned:
            record = record_in(owned.text)
            if owned.whole and record and record not in self._deleted:
                self._last_shown[record] = (moment.after.url, owned)

    def _note_deletion(self, moment: Moment) -> None:
        record = _record_to_delete(moment) or self._asked
        if not record:
            return
        taken = [w for w in moment.events.writes if 200 <= (w.status or 0) < 400 and _is_deletion(w.method, w.url)]
        if not moment.events.writes:
            self._asked = record  # a page or dialog asks back
            return
        self._asked = ""
        if taken and record in self._last_shown and not _says_no(moment):
            address, owned = self._last_shown[record]
            self._deleted[record] = (address, owned, f"{taken[0].method} {route_of(taken[0].url)}")


def _is_deletion(method: str, address: str) -> bool:
    return method == "DELETE" or bool(_DELETES.search(address.partition("#")[0]))


def _says_no(moment: Moment) -> bool:
    return bool(complaints(moment)) or any(not dialog.accepted for dialog in moment.events.dialogs)


def _record_to_delete(moment: Moment) -> str:
    """The record of ours whose control for deleting was clicked."""
    target = moment.action.target
    within = target.within if target is not None else None
    if target is not None and within is not None and destructive_word(target.name or "") in _DELETING:
        return record_in(within.name or within.text or "")
    control = next((c for c in moment.before.controls if target is not None and c.locator == target), None)
    if control is None or destructive_word(control.name, control.href) not in _DELETING:
        return ""
    around = control.row or " ".join(moment.before.headings)
    records = {record_in(part) for part in around.split("\n")} - {""}
    return records.pop() if len(records) == 1 else ""


class FeedbackContradicts(Oracle):
    name = "feedback-contradicts"
    looks_for = "a message of success for a write that failed, or of failure for one that was kept"

    def __init__(self, scope: Scope) -> None:
        super().__init__(scope)
        self._refused: dict[str, tuple[str, str, str]] = {}
        """Values that a message refused though their write was taken: the message, the write, where it was told."""

    def notice(self, moment: Moment) -> Iterable[Suspicion]:
        if isinstance(moment.action, Click | Press):
            yield from self._false_success(moment)
        elif isinstance(moment.action, Open | Reload):
            yield from self._false_failure(moment)

    def remember(self, moment: Moment) -> None:
        submission, said = submission_of(moment), complaints(moment)
        writes = moment.events.writes
        for sent in submission.fields if submission is not None else ():
            self._refused.pop(sent.value, None)  # sent once more, it may be taken now
        if submission is None or not said or len(writes) != 1 or not 200 <= (writes[0].status or 0) < 400:
            return
        for sent in submission.fields:
            if record_in(sent.value) and not is_shown(moment.before, sent.value) and not moment.after.invalid:
                self._refused[sent.value] = (said[0], write_route(moment), submission.address)

    def _false_success(self, moment: Moment) -> Iterable[Suspicion]:
        writes = [write for write in moment.events.writes if write.type in ("xhr", "fetch")]
        failed = [write for write in writes if (write.status or 0) >= 400 and write.status not in (401, 403)]
        if not writes or len(failed) != len(writes) or moment.events.documents:
            return
        before = set(moment.before.alerts)
        said = [text for text in moment.after.alerts if text not in before]
        glad = [text for text in said if _SUCCESS.search(text) and not _NO_SUCCESS.search(text)]
        if glad and not complaints(moment):
            yield self._told(
                moment,
                title="A message says that it worked, though it failed",
                expected="A message of success follows a change that was made.",
                observed=f"“{glad[0][:120]}” is shown, but {write_route(moment)} answers {failed[0].status}.",
                location=write_route(moment),
                message="false success",
            )

    def _false_failure(self, moment: Moment) -> Iterable[Suspicion]:
        for value, (said, route, _) in self._refused.items():
            if is_shown(moment.after, value):
                yield self._told(
                    moment,
                    title="A message says that it failed, though it was saved",
                    expected="A message of failure follows a change that was not made.",
                    observed=f"“{said[:120]}” was shown, but “{value[:80]}” is kept and shown again.",
                    location=route,
                    message="false failure",
                )
                return

    def _told(
        self, moment: Moment, *, title: str, expected: str, observed: str, location: str, message: str
    ) -> Suspicion:
        return Suspicion(
            oracle=self.name,
            kind="issue",
            severity=4,
            title=f"{title} ({location})",
            expected=expected,
            observed=observed,
            screen=screen_of(moment.after.url),
            location=location,
            message=message,
            mark=moment.action.target,
        )
