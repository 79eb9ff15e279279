"""Dialogs that cannot be closed, and what closed ones leave behind."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from bugbash.charter.actions import Click, Press
from bugbash.oracles.base import Oracle, Suspicion, route_of, screen_of
from bugbash.oracles.controls import touched_in, used_in
from bugbash.oracles.own_harm import OwnHarm
from bugbash.session.destructive import destructive_word
from bugbash.session.moment import Moment
from bugbash.session.observation import Control, Focus, Look, OpenDialog
from bugbash.session.scope import Scope
from bugbash.triage.fingerprint import normalise

CLOSES = re.compile(
    r"^(?:×|✕|✖|✗|x|(?:close|cancel|dismiss|done|ok|okay|got it|no|not now|no thanks|back|schließen|abbrechen|fermer"
    r"|annuler|cerrar|cancelar|chiudi|annulla|fechar|sluiten|annuleren|zamknij)\b.{0,25})$",
    re.IGNORECASE,
)
"""Names of what closes a dialog."""
MOST_BUTTONS = 6
"""A dialog with more buttons than this is a screen of its own: not all of them can be tried."""
_LEFT = {
    "scroll": "the page behind it cannot be scrolled any more",
    "inert": "the page behind it is still hidden from the keyboard and from screen readers",
    "backdrop": "an empty layer still covers the whole page",
}


def name_of(dialog: OpenDialog) -> str:
    return normalise(dialog.name)


def buttons_of(look: Look) -> list[Control]:
    """What can be pressed in the dialog in front."""
    return [c for c in look.controls if c.dialog and c.enabled and c.role in ("button", "link") and not c.field]


@dataclass
class _Stay:
    """A dialog that is open, and what was done to close it in vain."""

    name: str
    buttons: dict[int, str] = field(default_factory=dict)
    escaped: bool = False
    beside: bool = False


class StuckDialog(Oracle):
    """A modal dialog that neither Escape, nor a click beside it, nor any of its buttons closes or changes."""

    name = "stuck-dialog"
    looks_for = "dialogs that nothing closes"
    patience = 1.5

    def __init__(self, scope: Scope) -> None:
        super().__init__(scope)
        self._stay: _Stay | None = None
        self._was_closed = False
        self._own_harm = OwnHarm()

    def notice(self, moment: Moment) -> Iterable[Suspicion]:
        stay = self._after(moment)
        if stay is None or not (stay.escaped and stay.beside) or self._own_harm.lacks_something(moment):
            return
        look = moment.after
        buttons = buttons_of(look)
        left = [b for b in buttons if b.element not in stay.buttons and not destructive_word(b.name, b.href)]
        closers = [name for name in stay.buttons.values() if CLOSES.match(name)]
        if left or len(buttons) > MOST_BUTTONS or (buttons and not closers) or look.alerts:
            return
        name = look.dialogs[-1].name
        tried = ", ".join(f"“{name or 'a button without a name'}”" for name in stay.buttons.values())
        yield Suspicion(
            oracle=self.name,
            kind="issue",
            severity=4,
            title=f"The dialog “{name[:60]}” cannot be closed",
            expected="A dialog can be closed: by a button of its own, by Escape, or by a click beside it.",
            observed=f"Escape and a click beside it{f', and {tried},' if tried else ''} left it open as it was.",
            screen=screen_of(look.url),
            location=f"{route_of(look.url)} dialog “{normalise(name)}”",
            message="cannot be closed",
        )

    def remember(self, moment: Moment) -> None:
        self._was_closed |= self._stay is not None and not moment.after.dialogs
        self._stay = self._after(moment)
        self._own_harm.remember(moment)

    def is_refuted(self) -> bool:
        """A way to close it closed it, and the other ways have nothing left to close."""
        return self._was_closed

    def _after(self, moment: Moment) -> _Stay | None:
        """The dialog in front after `moment`, with what was tried on it so far; None where it is not modal."""
        before, after = moment.before.dialogs, moment.after.dialogs
        if not after or not after[-1].modal:
            return None
        name = name_of(after[-1])
        if self._stay is None or self._stay.name != name or not before or _changed(moment):
            # What is open from the start, as a question about consent is, was opened by nobody.
            return _Stay(name) if moment.before.dialogs or _opened_here(moment) else None
        stay = _Stay(name, dict(self._stay.buttons), self._stay.escaped, self._stay.beside)
        action = moment.action
        if isinstance(action, Press) and action.press == "Escape":
            stay.escaped = True
        elif isinstance(action, Click) and action.beside:
            stay.beside = True
        elif isinstance(action, Click):
            used = used_in(moment)
            if used is not None and used.dialog:
                stay.buttons[used.element] = used.name
        return stay


def _opened_here(moment: Moment) -> bool:
    return isinstance(moment.action, Click | Press) and not moment.events.documents


def _changed(moment: Moment) -> bool:
    """Whether the step did something to the dialog: then it answers, and is not stuck."""
    inside = [[c.element for c in look.controls if c.dialog] for look in (moment.before, moment.after)]
    touched = touched_in(moment)
    acted = isinstance(moment.action, Click) and touched is not None and bool(touched.effects)
    return inside[0] != inside[1] or acted or bool(moment.events.requests or moment.events.uncaught)


@dataclass(frozen=True)
class _Free:
    """The page as it was without a dialog."""

    url: str
    holds: frozenset[str]


class DialogLeftovers(Oracle):
    """What keeps the page from being used after the last dialog was closed, and did not before it was opened."""

    name = "dialog-leftovers"
    looks_for = "closed dialogs that leave the page locked or covered"
    patience = 2.0

    def __init__(self, scope: Scope) -> None:
        super().__init__(scope)
        self._free: _Free | None = None
        self._elements: frozenset[int] = frozenset()

    def notice(self, moment: Moment) -> Iterable[Suspicion]:
        before, after = moment.before, moment.after
        if not before.dialogs or after.dialogs or self._free is None or self._free.url != _page(after):
            return
        if moment.events.documents or not self._elements & {control.element for control in after.controls}:
            return
        new = set(after.holds) - self._free.holds
        if any(hold.startswith("panel") for hold in new):
            return  # something else is open in front
        for hold in [hold for hold in _LEFT if hold in new][:1]:
            name = before.dialogs[-1].name
            yield Suspicion(
                oracle=self.name,
                kind="issue",
                severity=4,
                title=f"After the dialog “{name[:60]}” is closed, the page stays {_STAYS[hold]}",
                expected="A closed dialog leaves the page as it was before.",
                observed=f"The dialog is closed, and {_LEFT[hold]}.",
                screen=screen_of(after.url),
                location=f"{route_of(after.url)} dialog “{normalise(name)}”",
                message=f"leaves {hold}",
            )

    def remember(self, moment: Moment) -> None:
        if not moment.after.dialogs and not moment.before.dialogs:
            self._free = _Free(_page(moment.after), frozenset(moment.after.holds))
            self._elements = frozenset(control.element for control in moment.after.controls)


_STAYS = {"scroll": "locked", "inert": "inert", "backdrop": "covered"}


def _page(look: Look) -> str:
    return look.url.partition("#")[0]


class FocusLost(Oracle):
    """A dialog that was opened and closed by keyboard, and left the focus nowhere."""

    name = "focus-lost"
    looks_for = "dialogs that leave the keyboard's focus nowhere when they are closed"
    patience = 1.0

    def __init__(self, scope: Scope) -> None:
        super().__init__(scope)
        self._opener: Focus | None = None

    def notice(self, moment: Moment) -> Iterable[Suspicion]:
        before, after, opener = moment.before, moment.after, self._opener
        if opener is None or not before.dialogs or after.dialogs or after.focus is not None:
            return
        if not isinstance(moment.action, Press) or before.url != after.url or before.focus is None:
            return
        here = next((control for control in after.controls if control.element == opener.element), None)
        if here is None or not here.enabled or moment.events.uncaught:
            return
        name = before.dialogs[-1].name
        yield Suspicion(
            oracle=self.name,
            kind="warning",
            severity=2,
            title=f"Closing the dialog “{name[:60]}” loses the focus",
            expected="The focus goes back to what opened the dialog, so that the keyboard goes on from there.",
            observed=f"The {here.role} “{here.name[:60]}” opened it; after it was closed nothing has the focus.",
            screen=screen_of(after.url),
            location=f"{route_of(after.url)} dialog “{normalise(name)}”",
            message="loses the focus",
            mark=here.locator,
        )

    def remember(self, moment: Moment) -> None:
        if moment.after.dialogs and not moment.before.dialogs:
            touched = touched_in(moment)
            used = used_in(moment)
            opened = isinstance(moment.action, Press) and touched is not None and used is not None
            self._opener = Focus(element=used.element) if opened and used is not None else None
        elif not moment.after.dialogs:
            self._opener = None
