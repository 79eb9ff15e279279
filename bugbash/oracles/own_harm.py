"""What a session does to an app by itself: requests outside the scope fail, and those of a page that is left are
broken off. What follows from that is no fault of the app's (rule R5)."""

import re
from urllib.parse import urlsplit

from bugbash.session.moment import Moment

_NETWORK = re.compile(
    r"Failed to fetch|NetworkError|Load failed|network error|ERR_NETWORK|Network Error", re.IGNORECASE
)
_NOT_THERE = re.compile(r"^ReferenceError: .* is not defined|is not a (?:function|constructor)\b")
_COUNTERS = re.compile(
    r"analytics|googletagmanager|doubleclick|googlesyndication|hotjar|segment\.|sentry|newrelic|nr-data|clarity\.ms"
    r"|plausible|matomo|mixpanel|amplitude|connect\.facebook|fullstory|datadog|cloudflareinsights|posthog|fonts\."
    r"|gravatar|intercom|umami|statcounter|(?:^|\.)stats?\.|(?:^|\.)tags?\.|(?:^|\.)pixel"
)
"""Hosts that only count visitors or serve fonts: no app waits for them."""
_NEEDED = frozenset({"script", "xhr", "fetch", "stylesheet", "document"})


class OwnHarm:
    """Remembers what the scope of one session refused, for as long as the session lasts."""

    def __init__(self) -> None:
        self._refused: set[tuple[str, str]] = set()

    def remember(self, moment: Moment) -> None:
        self._refused |= _refused_in(moment)

    def lacks_something(self, moment: Moment) -> bool:
        """Whether pages of this session were refused something that they may be waiting for."""
        return any(kind in _NEEDED and not _COUNTERS.search(host) for kind, host in self._all(moment))

    def explains(self, message: str, moment: Moment) -> bool:
        """Whether the error `message` may well come from what was refused or broken off."""
        if any(host in message for _, host in self._all(moment)):
            return True
        if _NOT_THERE.search(message):
            scripts = (host for kind, host in self._all(moment) if kind == "script")
            return any(not _COUNTERS.search(host) for host in scripts)
        return bool(_NETWORK.search(message)) and _is_broken_off(moment)

    def _all(self, moment: Moment) -> set[tuple[str, str]]:
        return self._refused | _refused_in(moment)


def _refused_in(moment: Moment) -> set[tuple[str, str]]:
    """Type and host of the requests outside the scope."""
    refused = (request for request in moment.events.requests if not request.in_scope)
    return {(request.type, urlsplit(request.url).netloc) for request in refused if urlsplit(request.url).netloc}


def _is_broken_off(moment: Moment) -> bool:
    """Whether what failed was broken off, or refused, or failed before this moment began."""
    failed = [request for request in moment.events.requests if request.failure or not request.in_scope]
    if not failed or moment.events.documents:
        return True
    return any(not request.in_scope or "ABORTED" in request.failure for request in failed)
