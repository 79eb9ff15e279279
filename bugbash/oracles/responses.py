"""Answers of the app's own server that should not be: 5xx, 4xx to what the UI itself asked, failures kept quiet."""

import re
from collections.abc import Iterable
from urllib.parse import unquote_plus, urlsplit

from bugbash.charter.actions import Back, Check, Click, Fill, Forward, Open, Press, Reload, Select, Upload
from bugbash.contract.claims import NoAnswer, Told
from bugbash.oracles.base import Oracle, Suspicion, link_followed, route_of, screen_of
from bugbash.session.events import Request
from bugbash.session.moment import Moment
from bugbash.session.scope import Scope

_ASKED_BY_SCRIPT = frozenset({"xhr", "fetch"})
_NOT_THERE = frozenset({404, 405, 410, 413, 415})
_TELEMETRY = re.compile(
    r"(?:^|[/_-])(?:analytics|telemetry|track|tracking|tracker|collect|collector|beacon|metrics|rum|pageviews?"
    r"|csp-?reports?|reports?-uri|sentry|monitoring|matomo|piwik|plausible|insights|heartbeat|ping|presence)(?:$|[/_.-])",
    re.IGNORECASE,
)
"""Paths to which pages report for themselves: nobody waits for an answer."""
SILENCE_SECONDS = 5.0


class ServerError(Oracle):
    name = "server-error"
    looks_for = "answers of the app's own server with status 500 and above"

    def notice(self, moment: Moment) -> Iterable[Suspicion]:
        for request in moment.events.requests:
            if request.first_party and (request.status or 0) >= 500 and _is_asked(request):
                yield _bad_answer(
                    self.name,
                    request,
                    moment,
                    severity=5 if request.main_frame and request.method == "GET" else 4,
                    title=f"{request.method} {route_of(request.url)} answers {request.status}",
                    expected="The server answers what the app asks it, or refuses it with a message.",
                )


class _OfWrites(Oracle):
    """Judges writes that a person's step causes, and knows those that pages make by themselves."""

    def __init__(self, scope: Scope) -> None:
        super().__init__(scope)
        self._ambient: set[str] = set()

    def remember(self, moment: Moment) -> None:
        if isinstance(moment.action, Open | Reload | Back | Forward):
            self._ambient |= {_route(write) for write in moment.events.writes}

    def _is_own(self, request: Request) -> bool:
        """Whether the page makes this write by itself."""
        return _route(request) in self._ambient or bool(_TELEMETRY.search(urlsplit(request.url).path))


class RefusedRequest(_OfWrites):
    name = "refused-request"
    looks_for = "404, 405, 410, 413 and 415 to a page or a write that the UI itself asked for with valid input"

    def notice(self, moment: Moment) -> Iterable[Suspicion]:
        if not moment.benign or not isinstance(moment.action, Click | Press | Fill | Select | Check | Upload):
            return
        for request in moment.events.requests:
            if not request.first_party or request.status not in _NOT_THERE:
                continue
            write = request.is_write and _is_asked(request) and not self._is_own(request)
            page = request.main_frame and not link_followed(moment) and not _is_made_up(request, moment)
            if (write and not _is_valid_refusal(request, moment)) or page:
                yield _bad_answer(
                    self.name,
                    request,
                    moment,
                    severity=3,
                    title=f"{request.method} {route_of(request.url)} is refused with {request.status}",
                    expected="What the app itself offers is there and takes what it is given.",
                )


class SilentFailure(_OfWrites):
    name = "silent-failure"
    looks_for = "a write that failed while the page says nothing of it"
    patience = SILENCE_SECONDS

    def __init__(self, scope: Scope) -> None:
        super().__init__(scope)
        self._told: set[str] = set()
        """Writes whose failure the page told its user of: what it said then may be on the screen still."""

    def remember(self, moment: Moment) -> None:
        super().remember(moment)
        if not isinstance(moment.action, Click | Press):
            self._ambient |= {_route(write) for write in moment.events.writes}
        elif _says_something(moment):
            self._told |= {_route(write) for write in moment.events.writes if _failed(write)}

    def notice(self, moment: Moment) -> Iterable[Suspicion]:
        if not isinstance(moment.action, Click | Press) or moment.events.documents or moment.events.dialogs:
            return
        for request in moment.events.writes:
            if request.type not in _ASKED_BY_SCRIPT or self._is_own(request) or not _failed(request):
                continue
            if _route(request) in self._told or _says_something(moment):
                continue
            how = f"answers {request.status}" if request.status else f"fails ({request.failure})"
            words = moment.action.words()[:80]
            yield Suspicion(
                oracle=self.name,
                kind="issue",
                severity=4,
                title=f"{words[0].upper()}{words[1:]} fails without a word",
                expected="The page tells its user that the change was not made.",
                observed=f"{request.method} {route_of(request.url)} {how}; 5 s later nothing new is on the screen.",
                screen=screen_of(moment.after.url),
                location=_route(request),
                message="silent failure",
                mark=moment.action.target,
                claim=Told(method=request.method, route=route_of(request.url), seconds=SILENCE_SECONDS),
            )


def _route(request: Request) -> str:
    return f"{request.method} {route_of(request.url)}"


def _failed(request: Request) -> bool:
    if request.status in (401, 403):
        return False
    return (request.status or 0) >= 400 or bool(request.failure and "ABORTED" not in request.failure)


def _is_made_up(request: Request, moment: Moment) -> bool:
    """What was typed is part of the address: it is the tester's own, and need not be there."""
    if request.method != "GET":
        return False
    address = unquote_plus(request.url)
    fields = (control.field for control in moment.before.controls if control.role != "combobox")
    return any(len(field.value) > 1 and field.value in address for field in fields if field)


def _is_valid_refusal(request: Request, moment: Moment) -> bool:
    """A look-up of what was typed, or a file that is not taken, refused with a message: no fault of the app's."""
    if request.is_document or request.status == 405 or request.method != "POST":
        return False
    return _says_something(moment)


def _says_something(moment: Moment) -> bool:
    """Whether the screen has any word, mark, control or dialog that it did not have before."""
    before, after = moment.before, moment.after
    if set(after.text.split()) - set(before.text.split()) or after.url != before.url:
        return True
    if {control.name for control in after.controls} - {control.name for control in before.controls}:
        return True
    return (
        len(after.invalid) > len(before.invalid) or after.dialogs != before.dialogs or after.alerts != before.alerts
    )


def _is_asked(request: Request) -> bool:
    """A document or a script's request; a probe by HEAD and a beacon are none."""
    return request.method not in ("HEAD", "OPTIONS") and (request.is_document or request.type in _ASKED_BY_SCRIPT)


def _bad_answer(
    oracle: str, request: Request, moment: Moment, *, severity: int, title: str, expected: str
) -> Suspicion:
    status = request.status or 0
    return Suspicion(
        oracle=oracle,
        kind="issue",
        severity=severity,
        title=title,
        expected=expected,
        observed=f"{moment.action.words()}: {request.method} {screen_of(request.url)} answers {request.status}.",
        screen=screen_of(request.url if request.main_frame else moment.after.url),
        location=_route(request),
        message=f"status {status // 100}xx",
        mark=moment.action.target,
        claim=NoAnswer(
            method=request.method,
            route=route_of(request.url),
            least=500 if status >= 500 else status,
            most=599 if status >= 500 else status,
        ),
    )
