"""Records that a reload loses."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import urlsplit

from bugbash.charter.actions import Open, Reload
from bugbash.contract.claims import Shown
from bugbash.oracles.base import PATIENCE_SECONDS, Oracle, Suspicion, document_status, route_of, screen_of
from bugbash.session.moment import Moment
from bugbash.session.observation import Look
from bugbash.session.scope import Scope
from bugbash.session.tags import PATTERN
from bugbash.triage.fingerprint import normalise

MOST_TEXT = 39_000
"""Characters; a longer screen is not looked at to its end, so what is missing may be there."""
_NO_SAVING = re.compile(
    r"(?:^|[/_.-])(?:preview|render|convert|search|query|filter|find|lookup|validate|check|calculate|compute|translate"
    r"|parse|format|suggest|complete|estimate|echo|test)(?:$|[/_.-])",
    re.IGNORECASE,
)
"""Paths of writes that answer something and keep nothing."""
_HELD_BACK = re.compile(r"moderat|pending|approv|await|confirm", re.IGNORECASE)


@dataclass(frozen=True)
class _Record:
    """A record as it was shown."""

    address: str
    place: str
    view: frozenset[str]
    """What tells this view of the address from others: headings, dialogs, and what is selected or opened."""


class LostOnReload(Oracle):
    """A record of ours that a successful write put on the screen as data, and that the same address then lacks."""

    name = "lost-on-reload"
    looks_for = "a record that was created and shown, and is gone after a reload"
    patience = PATIENCE_SECONDS

    def __init__(self, scope: Scope) -> None:
        super().__init__(scope)
        self._shown: dict[str, _Record] = {}

    def notice(self, moment: Moment) -> Iterable[Suspicion]:
        if not isinstance(moment.action, Reload | Open) or not moment.outcome.passed:
            return
        if (document_status(moment) or 200) >= 400:
            return
        here = [(value, record) for value, record in self._shown.items() if record.address == moment.after.url]
        # Of a record with several values, the first that is away stands for all.
        for value, record in [one for one in here if _lacks(moment.after, *one)][:1]:
            yield Suspicion(
                oracle=self.name,
                kind="issue",
                severity=4,
                title=f"A record made on {screen_of(record.address)[:60]} is gone after a reload",
                expected="What was saved and shown is there again after a reload.",
                observed=f"“{value[:80]}” was saved and shown ({record.place}); after the reload it is not there.",
                screen=screen_of(record.address),
                location=f"{route_of(record.address)} {record.place}",
                message="lost on reload",
                claim=Shown(text=value, seconds=PATIENCE_SECONDS),
            )

    def remember(self, moment: Moment) -> None:
        if isinstance(moment.action, Reload | Open):
            return
        wrote, here = bool(moment.events.writes), moment.after
        # What went away without a reload (deleted, filtered, replaced) need not come back; after another write
        # nothing is sure that is not on this screen.
        self._shown = {
            value: record
            for value, record in self._shown.items()
            if (value in here.text if record.address == here.url else not wrote)
        }
        if wrote and _is_saved(moment):
            before = {owned.text for owned in moment.before.owned}
            new = (owned for owned in here.owned if owned.whole and owned.text not in before)
            for owned in new:
                if not _is_in_a_field(here, owned.text):
                    self._shown[owned.text] = _Record(here.url, owned.place, _view(here))


def _is_saved(moment: Moment) -> bool:
    """Whether every write was taken, and at least one is of the kind that keeps something."""
    writes = moment.events.writes
    if not all(200 <= (write.status or 0) < 400 for write in writes) or (document_status(moment) or 200) >= 400:
        return False
    news = set(moment.after.text.split()) - set(moment.before.text.split())
    if any(_HELD_BACK.search(word) for word in news):
        return False
    return any(not _NO_SAVING.search(urlsplit(write.url).path) for write in writes)


def _lacks(look: Look, value: str, record: _Record) -> bool:
    """Whether this is the view that showed the record, whole and without it."""
    if value in look.text or _is_in_a_field(look, value):
        return False
    if not look.text or len(look.text) > MOST_TEXT or record.view - _view(look):
        return False
    # Signed out, it is somebody else's view.
    return not any(control.field and control.field.type == "password" for control in look.controls)


def _is_in_a_field(look: Look, value: str) -> bool:
    return any(control.field and value in control.field.value for control in look.controls)


def _view(look: Look) -> frozenset[str]:
    headings = {f"heading {normalise(heading)}" for heading in look.headings if not PATTERN.search(heading)}
    opened = {
        f"{control.role} {normalise(control.name)}"
        for control in look.controls
        if (control.selected or control.expanded == "true") and not control.row
    }
    return frozenset(headings | opened | {f"dialog {normalise(dialog.name)}" for dialog in look.dialogs})
