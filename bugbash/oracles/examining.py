"""When a closer look is taken, and what the oracles that judge by it have in common.

A closer look costs more than all else that is done for a step, so the layout is looked at once per screen and width,
and the accessibility where something is new: a route, a dialog, or a kind of control that no screen had. A replay,
which looks for one thing, takes it at every step for that oracle, and for no other.
"""

import dataclasses
from collections.abc import Iterable
from typing import ClassVar

from bugbash.charter.actions import Back, Forward, Open, Reload, Resize
from bugbash.oracles.base import RECHECK_SECONDS, Oracle, document_status, route_of
from bugbash.oracles.own_harm import OwnHarm
from bugbash.session.examination import Accessibility, Layout, Part
from bugbash.session.moment import Moment
from bugbash.session.observation import Look
from bugbash.session.scope import Scope
from bugbash.session.session import VIEWPORT, Session


class Examiner:
    """Takes the closer looks of one session."""

    def __init__(self) -> None:
        self._laid_out: set[str] = set()
        self._read: set[str] = set()

    async def examined(self, session: Session, moment: Moment, parts: Iterable[Part], every: bool) -> Moment:
        """`moment` with a closer look at those of `parts` that are new; with `every`, at all of them."""
        if not session.alive or not moment.settled or not moment.after.is_html or not moment.outcome.passed:
            return moment
        members = _members(moment.after)
        arrangement = "\n".join([str(session.width), *sorted(members)])
        is_new = {"layout": arrangement not in self._laid_out, "accessibility": bool(members - self._read)}
        new = {part for part in parts if every or is_new[part]}
        if not new or not moment.after.url.startswith("http") or not session.allows(moment.after.url):
            return moment
        examination = await session.examine(new)
        if not examination.is_of(moment.after.url):
            return moment
        if examination.layout is not None:
            self._laid_out.add(arrangement)
        if examination.accessibility is not None:
            self._read |= members
        return dataclasses.replace(moment, examination=examination)


def _members(look: Look) -> set[str]:
    """What a screen is made of, whatever its data: its route, and the kinds of its controls and dialogs."""
    route = route_of(look.url)
    kinds = {f"{control.role} {control.path}" for control in look.controls}
    return {f"route {route}", *kinds, *(f"{route} {dialog.role} {dialog.name}" for dialog in look.dialogs)}


class OfTheExamination(Oracle):
    """Judges by a closer look; what a refused style sheet or an error page leads to is another matter (rule R5)."""

    patience = RECHECK_SECONDS
    examines: ClassVar[Part | None] = "layout"

    def __init__(self, scope: Scope) -> None:
        super().__init__(scope)
        self._status: int | None = None
        self._harm = OwnHarm()

    def remember(self, moment: Moment) -> None:
        self._status = document_status(moment) or self._status
        self._harm = self._harm_in(moment)
        self._harm.remember(moment)

    def layout(self, moment: Moment) -> Layout | None:
        """The layout to judge, if there is one."""
        return moment.examination.layout if moment.examination and self._is_fit(moment) else None

    def accessibility(self, moment: Moment) -> Accessibility | None:
        """The accessibility to judge, if there is one."""
        return moment.examination.accessibility if moment.examination and self._is_fit(moment) else None

    def _is_fit(self, moment: Moment) -> bool:
        if (document_status(moment) or self._status or 200) >= 400:
            return False
        return not self._harm_in(moment).lacks_something(moment)

    def _harm_in(self, moment: Moment) -> OwnHarm:
        """What was refused to the document in front: a new one asks anew for all that it needs."""
        return OwnHarm() if moment.events.documents else self._harm


def is_fresh(moment: Moment) -> bool:
    """Whether the screen is as it comes up: nothing on it was opened, hovered or unfolded since."""
    if isinstance(moment.action, Open | Reload | Back | Forward | Resize) or moment.events.documents:
        return True
    return route_of(moment.before.url) != route_of(moment.after.url)


def at_width(width: int) -> str:
    """Words for a window that is not as wide as it was opened."""
    return "" if width == VIEWPORT[0] else f" in a window {width} pixels wide"
