"""Exceptions that nothing caught, and what the app's own scripts complain of on the console."""

import re
from collections.abc import Iterable
from urllib.parse import urlsplit

from bugbash.charter.actions import Open, Reload
from bugbash.contract.claims import NoException, NothingLogged
from bugbash.contract.models import Kind
from bugbash.oracles.base import Oracle, Suspicion, route_of, screen_of
from bugbash.oracles.own_harm import OwnHarm
from bugbash.session.events import Console, Request, Uncaught
from bugbash.session.moment import Moment
from bugbash.session.scope import Scope

_FRAME = re.compile(
    r"(?:at (?P<name>[\w$.<>\[\] ]+?) \(|at |@)(?P<url>https?://[^\s)]+?)(?::\d+)?:\d+\)?\s*$", re.MULTILINE
)
_PREFIX = re.compile(r"^Uncaught (?:\(in promise\) )?|Failed to execute '\w+' on 'Response': ")
_OF_AN_ANSWER = re.compile(r"on 'Response'|^Uncaught \(in promise\)")
"""Chromium tells of the body of an answer that cannot be read now with its reader's stack, now without."""
_NO_FAULT = re.compile(
    r"^(?:\w+: )?(?:Script error\.?$|ResizeObserver loop|.*AbortError|The user aborted a request)"
    # A browser without a person, sound or permissions refuses these.
    r"|^NotAllowedError: |The play\(\) request was interrupted"
)
_REFUSED_BY_BROWSER = re.compile(r"\bNotAllowedError\b|The play\(\) request was interrupted")
"""The same, in a line that a script writes of it."""
_DISMISSED = re.compile(
    r"^Error: (?:undefined|null|true|false|\d|cancel\w*|close\w*|dismiss\w*|backdrop(?: click)?|overlay|esc\w*"
    r"|timer)$",
    re.IGNORECASE,
)
"""A dialog that was closed rejects its promise with such a word in several libraries."""
_REFUSED = re.compile(
    r"status(?: code)?:? 4\d\d|\b4\d\d \(|AxiosError|HttpErrorResponse|^Error: (?:Object|Response)$"
    r"|Request failed|Unauthorized|Forbidden",
    re.IGNORECASE,
)
_ECHO = re.compile(
    r"^Failed to load resource|net::ERR_|^\[(?:HMR|vite|webpack)|Download the (?:React|Vue)|Content Security Policy"
    r"|closed before the connection is established|^The above error occurred in",
    re.IGNORECASE,
)
_LIBRARY_WARNING = re.compile(
    r"^Warning: |deprecat|unique \"key\" prop|validateDOMNesting|cannot (?:be a descendant of|contain a nested) <"
    r"|React does not recognize|for a non-boolean attribute|uncontrolled input|^NG0100",
    re.IGNORECASE,
)
_NAMED_BY_BROWSER = re.compile(
    r"^(?:WebSocket connection to|Access to \w+ at|Mixed Content:).*?'(?P<url>\w+://[^']+)'"
)
_ASKED_BY_SCRIPT = frozenset({"xhr", "fetch"})


class UncaughtException(Oracle):
    name = "uncaught-exception"
    looks_for = "exceptions and promise rejections that no script catches"

    def __init__(self, scope: Scope) -> None:
        super().__init__(scope)
        self._harm = OwnHarm()

    def remember(self, moment: Moment) -> None:
        self._harm.remember(moment)

    def notice(self, moment: Moment) -> Iterable[Suspicion]:
        for error in moment.events.uncaught:
            if not self._counts(error, moment):
                continue
            kind, severity = _weight(error, moment)
            message = _PREFIX.sub("", error.message)
            yield Suspicion(
                oracle=self.name,
                kind=kind,
                severity=severity,
                title=f"Uncaught {message[:90]}",
                expected="No exception is left uncaught.",
                observed=f"{moment.action.words()} ends in an uncaught exception: {message[:300]}",
                screen=screen_of(moment.after.url),
                location=_origin_of(error, moment),
                message=message,
                mark=moment.action.target,
                claim=NoException(message=message),
            )

    def _counts(self, error: Uncaught, moment: Moment) -> bool:
        message = _PREFIX.sub("", error.message)
        if _NO_FAULT.search(message) or (not error.stack and _DISMISSED.match(message)):
            return False
        if _is_fragment(moment) and message.endswith("is not defined"):
            return False
        return not self._is_foreign(error) and not self._harm.explains(message, moment)

    def _is_foreign(self, error: Uncaught) -> bool:
        """Every script in its stack is another site's."""
        scripts = [match.group("url") for match in _FRAME.finditer(error.stack)]
        return bool(scripts) and not any(self.scope.allows(script) for script in scripts)


class ConsoleError(Oracle):
    name = "console-error"
    looks_for = "errors that the app's own scripts write to the console"

    def __init__(self, scope: Scope) -> None:
        super().__init__(scope)
        self._harm = OwnHarm()

    def remember(self, moment: Moment) -> None:
        self._harm.remember(moment)

    def notice(self, moment: Moment) -> Iterable[Suspicion]:
        for line in moment.events.console:
            if line.level != "error" or not self._counts(line, moment):
                continue
            yield Suspicion(
                oracle=self.name,
                kind="warning",
                severity=2,
                title=f"Console error: {line.text[:90]}",
                expected="The app's own scripts report no error.",
                observed=f"{moment.action.words()} writes to the console: {line.text[:300]}",
                screen=screen_of(moment.after.url),
                location=f"script {route_of(line.source)}",
                message=line.text,
                mark=moment.action.target,
                claim=NothingLogged(message=line.text),
            )

    def _counts(self, line: Console, moment: Moment) -> bool:
        if not self.scope.allows(line.source) or not line.source.startswith("http"):
            return False
        if _REFUSED_BY_BROWSER.search(line.text):
            return False
        if _ECHO.search(line.text) or _LIBRARY_WARNING.search(line.text) or self._harm.explains(line.text, moment):
            return False
        named = _NAMED_BY_BROWSER.search(line.text)
        if named and not self.scope.allows(named.group("url")):
            return False
        if any(request.started <= line.at for request in _failed(moment)):
            return False
        return not any(_says_the_same(line.text, error.message) for error in moment.events.uncaught)


def _is_fragment(moment: Moment) -> bool:
    """A piece of a page, such as a dialog's content, that was opened by its address and misses its page's scripts."""
    return isinstance(moment.action, Open | Reload) and not moment.after.title


def _failed(moment: Moment) -> list[Request]:
    """Requests of the app's own scripts that were refused or failed: what a script then logs is their echo."""
    asked = (request for request in moment.events.requests if request.type in _ASKED_BY_SCRIPT)
    return [r for r in asked if (r.status or 0) >= 400 or (r.failure and "ABORTED" not in r.failure)]


def _weight(error: Uncaught, moment: Moment) -> tuple[Kind, int]:
    """A refusal that the page may well have told its user of, and that a script then did not catch, harms little."""
    refused = any(400 <= (request.status or 0) < 500 for request in _failed(moment))
    return ("warning", 2) if refused and _REFUSED.search(error.message) else ("issue", 4)


def _says_the_same(line: str, exception: str) -> bool:
    core = exception.partition(": ")[2] or exception
    return core[:80] in line


def _origin_of(error: Uncaught, moment: Moment) -> str:
    """Where it was thrown: script and function of the innermost frame, or the route where a page has it inline."""
    match = None if _OF_AN_ANSWER.search(error.message) else _FRAME.search(error.stack)
    if match is None:
        return f"page {route_of(moment.after.url)}"
    path = urlsplit(match.group("url")).path
    function = (match.group("name") or "").strip()
    return f"script {route_of(match.group('url')) if path else '/'} {re.sub(r'<.*?>|async ', '', function)}".strip()
