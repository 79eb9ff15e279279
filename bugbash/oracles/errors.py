"""Exceptions that nothing caught, and what the app's own scripts complain of on the console."""

import re
from collections.abc import Iterable
from urllib.parse import urlsplit

from bugbash.oracles.base import Oracle, Suspicion, route_of, screen_of
from bugbash.session.events import Console, Uncaught
from bugbash.session.moment import Moment

_FRAME = re.compile(
    r"(?:at (?P<name>[\w$.<>\[\] ]+?) \(|at |@)(?P<url>https?://[^\s)]+?)(?::\d+)?:\d+\)?\s*$", re.MULTILINE
)
_NO_FAULT = re.compile(r"^(?:\w+: )?(?:Script error\.?$|ResizeObserver loop|.*AbortError|The user aborted a request)")
_NETWORK = re.compile(
    r"Failed to fetch|NetworkError|Load failed|network error|ERR_NETWORK|Network Error", re.IGNORECASE
)
_ECHO = re.compile(
    r"^Failed to load resource|net::ERR_|^\[(?:HMR|vite|webpack)|Download the (?:React|Vue)|Content Security Policy",
    re.IGNORECASE,
)
_LIBRARY_WARNING = re.compile(r"^Warning: |deprecat", re.IGNORECASE)


class UncaughtException(Oracle):
    name = "uncaught-exception"
    looks_for = "exceptions and promise rejections that no script catches"

    def notice(self, moment: Moment) -> Iterable[Suspicion]:
        for error in moment.events.uncaught:
            if _NO_FAULT.search(error.message) or self._is_foreign(error) or _is_own_harm(error.message, moment):
                continue
            yield Suspicion(
                oracle=self.name,
                kind="issue",
                severity=4,
                title=f"Uncaught {error.message[:90]}",
                expected="No exception is left uncaught.",
                observed=f"{moment.action.words()} ends in an uncaught exception: {error.message[:300]}",
                screen=screen_of(moment.after.url),
                location=_origin_of(error, moment),
                message=error.message,
                mark=moment.action.target,
            )

    def _is_foreign(self, error: Uncaught) -> bool:
        """Every script in its stack is another site's."""
        scripts = [match.group("url") for match in _FRAME.finditer(error.stack)]
        return bool(scripts) and not any(self.scope.allows(script) for script in scripts)


class ConsoleError(Oracle):
    name = "console-error"
    looks_for = "errors that the app's own scripts write to the console"

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
            )

    def _counts(self, line: Console, moment: Moment) -> bool:
        if not self.scope.allows(line.source) or not line.source.startswith("http"):
            return False
        if _ECHO.search(line.text) or _LIBRARY_WARNING.search(line.text) or _is_own_harm(line.text, moment):
            return False
        return not any(_says_the_same(line.text, error.message) for error in moment.events.uncaught)


def _says_the_same(line: str, exception: str) -> bool:
    core = exception.partition(": ")[2] or exception
    return core[:80] in line


def _is_own_harm(message: str, moment: Moment) -> bool:
    """A network failure that leaving the page, or the scope, explains: it is ours and not the app's (rule R5)."""
    if not _NETWORK.search(message):
        return False
    failed = [request for request in moment.events.requests if request.failure or not request.in_scope]
    return (
        not failed or any(not r.in_scope or "ABORTED" in r.failure for r in failed) or bool(moment.events.documents)
    )


def _origin_of(error: Uncaught, moment: Moment) -> str:
    """Where it was thrown: script and function of the innermost frame, or the route where a page has it inline."""
    match = _FRAME.search(error.stack)
    if match is None:
        return f"page {route_of(moment.after.url)}"
    path = urlsplit(match.group("url")).path
    function = (match.group("name") or "").strip()
    return f"script {route_of(match.group('url')) if path else '/'} {re.sub(r'<.*?>|async ', '', function)}".strip()
