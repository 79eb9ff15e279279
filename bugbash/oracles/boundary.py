"""The boundary of a login: what is still open after it ended, and a login that ends by itself."""

import re
from collections.abc import Iterable
from urllib.parse import urlsplit

from bugbash.charter.actions import Back, Click, Open, Reload
from bugbash.oracles.base import Oracle, Suspicion, document_status, path_of, route_of, screen_of
from bugbash.oracles.signed import asks_for_a_password, offers_to_sign_in, sign_out_control, signs_out
from bugbash.session.moment import Moment
from bugbash.session.scope import Scope
from bugbash.session.tags import PATTERN

_OF_THE_LOGIN = re.compile(
    r"passw|account|profile|security|session|sign|log|credential|impersonat|switch|role|user|delete|language|tenant",
    re.IGNORECASE,
)
"""Controls and addresses that may well end a login, or ask for it once more."""
_ENDS = re.compile(r"log.?out|sign.?out|log.?off|sign.?off|revoke|destroy", re.IGNORECASE)
_SIGNS_IN = re.compile(r"log.?(?:in|on)|sign.?in|auth|session|token", re.IGNORECASE)
_HOLDS = re.compile(r"session|auth|token|login", re.IGNORECASE)
_REFUSED = frozenset({401, 403})


class LoginBoundary(Oracle):
    """Follows whether somebody is signed in, by what screens show and what was clicked."""

    name = "login-boundary"
    looks_for = (
        "a login that goes on after signing out, private data that Back shows then, and a login that ends by itself"
    )

    def __init__(self, scope: Scope) -> None:
        super().__init__(scope)
        self._left = False
        """We signed out, and the screen said so."""
        self._by_back: dict[str, str] = {}
        """Texts of ours that Back showed after signing out, by address."""
        self._open: set[str] = set()
        """Addresses that asked for no password while we were signed in."""
        self._lost_at = ""
        """The path of the login page to which a step led that should not have."""

    def notice(self, moment: Moment) -> Iterable[Suspicion]:
        if not moment.outcome.passed:
            return
        if self._left:
            yield from self._after_signing_out(moment)
        elif self._lost_at and _is_opened(moment) and self._is_turned_away(moment):
            yield _told(
                "The login ends in the middle of work",
                "A login lasts until its user ends it.",
                f"Nobody signed out, and {screen_of(_asked(moment))} now leads to the login at {self._lost_at}.",
                moment,
                "ends by itself",
                4,
            )

    def remember(self, moment: Moment) -> None:
        if _has_signed_out(moment):
            self._left, self._lost_at = True, ""
            self._by_back.clear()
        elif _is_signing_in(moment):
            self._left, self._lost_at = False, ""
            self._open = {path_of(moment.after.url)} if not asks_for_a_password(moment.after) else set()
        elif _ends_a_login(moment):
            # A control without a name, or a menu's: whoever used it may have meant to leave.
            self._lost_at = ""
            self._open.clear()
        elif self._left:
            self._note_what_back_shows(moment)
        else:
            self._note_login(moment)

    def _after_signing_out(self, moment: Moment) -> Iterable[Suspicion]:
        redirected = any(request.redirected for request in moment.events.documents)
        by_itself = _is_opened(moment) and not redirected and not _is_signing_in(moment)
        if by_itself and moment.events.documents and sign_out_control(moment.after):
            yield _told(
                "Signing out does not end the login",
                "After signing out, pages that need a login ask for it.",
                f"After signing out, {screen_of(moment.after.url)} still shows somebody who is signed in.",
                moment,
                "goes on",
                4,
                location="sign out",
            )
        data = self._by_back.get(_asked(moment))
        if data and isinstance(moment.action, Open | Reload) and _is_closed(moment) and data not in moment.after.text:
            yield Suspicion(
                oracle=self.name,
                kind="warning",
                severity=2,
                title=f"After signing out, Back shows {route_of(_asked(moment))[:60]} with its data",
                expected="Pages that need a login are not kept for whoever uses the browser next.",
                observed=f"Back showed “{data[:80]}” at {screen_of(_asked(moment))}, which asks for a login.",
                screen=screen_of(_asked(moment)),
                location="back after signing out",
                message="private data",
            )

    def _note_what_back_shows(self, moment: Moment) -> None:
        if isinstance(moment.action, Back):
            for owned in moment.after.owned:
                if PATTERN.search(owned.text):
                    self._by_back.setdefault(path_of(moment.after.url), owned.text)

    def _note_login(self, moment: Moment) -> None:
        look = moment.after
        if self._is_turned_away(moment):
            if not _may_end_a_login(moment):
                self._lost_at = urlsplit(look.url).path
                self._open.discard(_asked(moment))
        elif asks_for_a_password(look) and isinstance(moment.action, Click):
            self._open.clear()
        elif not asks_for_a_password(look) and (document_status(moment) or 200) < 400:
            # One page that answers as before shows that the login goes on.
            if path_of(look.url) in self._open:
                self._lost_at = ""
            if not self._lost_at:
                self._open.add(path_of(look.url))

    def _is_turned_away(self, moment: Moment) -> bool:
        """Whether a page that was open before now leads to a login at another address."""
        look = moment.after
        asked = _asked(moment)
        if self._lost_at and urlsplit(look.url).path != self._lost_at:
            return False
        return asked in self._open and asks_for_a_password(look) and path_of(look.url) not in self._open


def _asked(moment: Moment) -> str:
    """Path and query of the page that the step asked for."""
    first = next((request for request in moment.events.documents if not request.redirected), None)
    return path_of(first.url if first is not None else moment.after.url)


def _is_opened(moment: Moment) -> bool:
    return isinstance(moment.action, Open | Reload | Click)


def _is_closed(moment: Moment) -> bool:
    """Whether the page asks for a login, or refuses to be seen without."""
    return document_status(moment) in _REFUSED or asks_for_a_password(moment.after)


def _has_signed_out(moment: Moment) -> bool:
    """Whether the step was our own signing out, and the screen has nobody signed in any more."""
    action = moment.action
    if not isinstance(action, Click) or sign_out_control(moment.after) or not offers_to_sign_in(moment.after):
        return False
    meant = (control for control in moment.before.controls if control.locator == action.click)
    return any(signs_out(control) for control in meant)


def _is_signing_in(moment: Moment) -> bool:
    """Whether the step sent a login form, or may have: a session signs in again by itself where a page asks it to."""
    if asks_for_a_password(moment.before):
        return bool(moment.events.writes)
    return isinstance(moment.action, Open | Reload) and any(
        write.is_document or _SIGNS_IN.search(urlsplit(write.url).path) for write in moment.events.writes
    )


def _ends_a_login(moment: Moment) -> bool:
    """Whether the step made the app end a login, by whatever control."""
    asked = (request for request in moment.events.requests if request.is_write or request.main_frame)
    paths = ((request.method, urlsplit(request.url).path) for request in asked)
    return any(_ENDS.search(path) or (method == "DELETE" and _HOLDS.search(path)) for method, path in paths)


def _may_end_a_login(moment: Moment) -> bool:
    """Whether the step may end a login for good reasons, or lead to a page that asks for the password once more."""
    target = moment.action.target
    words = f"{target.words() if target else ''} {path_of(moment.before.url)} {_asked(moment)}"
    return bool(_OF_THE_LOGIN.search(words)) or sign_out_control(moment.after) is not None


def _told(
    title: str, expected: str, observed: str, moment: Moment, message: str, severity: int, location: str = "login"
) -> Suspicion:
    return Suspicion(
        oracle=LoginBoundary.name,
        kind="issue",
        severity=severity,
        title=title,
        expected=expected,
        observed=observed,
        screen=screen_of(moment.after.url),
        location=location,
        message=message,
    )
