"""Requests that never end, and pages that lead round in circles."""

import re
from collections import Counter
from collections.abc import Iterable
from urllib.parse import urlsplit

from bugbash.charter.actions import Click, Press
from bugbash.oracles.base import PATIENCE_SECONDS, Oracle, Suspicion, route_of, screen_of
from bugbash.session.events import Request
from bugbash.session.moment import Moment
from bugbash.session.scope import Scope

_STREAMS = re.compile(
    r"poll|socket|sockjs|signalr|hub|events?|stream|subscri|watch|live|wait|notif|comet|updates|presence|listen|sse"
    r"|channel|push|sync|long|tail|log|progress|export|download|backup|report",
    re.IGNORECASE,
)
"""Paths of requests that a page keeps open on purpose, or whose work is known to take long."""
_ASKED_BY_SCRIPT = frozenset({"xhr", "fetch"})
MOST_REDIRECTS = 10
"""Redirects of one document; sign-in by another server takes fewer than six."""
LOADS = 4
LOADS_SECONDS = 3.0
"""So many loads of one document in so many seconds are no reload that a page makes on purpose."""


class HungRequest(Oracle):
    """A request that a click led to and that is not answered; a document that never begins to come."""

    name = "hung-request"
    looks_for = "requests of the app's own that a step leads to and that are not answered in 10 s"
    patience = PATIENCE_SECONDS

    def __init__(self, scope: Scope) -> None:
        super().__init__(scope)
        self._pending: set[str] = set()
        """Routes that pages keep open by themselves."""

    def notice(self, moment: Moment) -> Iterable[Suspicion]:
        if not isinstance(moment.action, Click | Press):
            return
        for request in moment.events.requests:
            if self._hangs(request):
                yield Suspicion(
                    oracle=self.name,
                    kind="issue",
                    severity=4,
                    title=f"{_route(request)[:80]} is never answered",
                    expected="The server answers within 10 s.",
                    observed=f"{moment.action.words()}: {request.method} {screen_of(request.url)} has no answer "
                    "after 10 s.",
                    screen=screen_of(moment.after.url),
                    location=_route(request),
                    message="no answer",
                    mark=moment.action.target,
                )

    def remember(self, moment: Moment) -> None:
        if not isinstance(moment.action, Click | Press):
            self._pending |= {_route(request) for request in moment.events.requests if request.pending}

    def _hangs(self, request: Request) -> bool:
        if not request.first_party or request.status is not None or _route(request) in self._pending:
            return False
        if _STREAMS.search(urlsplit(request.url).path):
            return False
        if request.main_frame:
            # One that is given up after a long wait was broken off by us, or stands open still.
            waited = request.ended - request.started if request.ended is not None else PATIENCE_SECONDS
            return waited >= PATIENCE_SECONDS and (request.pending or "ABORTED" in request.failure)
        return request.type in _ASKED_BY_SCRIPT and request.pending


class RedirectLoop(Oracle):
    """A document that redirects for ever, or that loads itself again and again."""

    name = "redirect-loop"
    looks_for = "pages that redirect in a circle, and pages that load themselves again and again"

    def notice(self, moment: Moment) -> Iterable[Suspicion]:
        documents = [request for request in moment.events.documents if request.in_scope]
        redirects = [request for request in documents if request.redirected]
        refused = any("TOO_MANY_REDIRECTS" in request.failure for request in documents)
        if refused or len(redirects) >= MOST_REDIRECTS:
            yield self._told(moment, _most_asked(documents), "redirects in a circle", "redirects")
        again = _loaded_again(documents)
        if again:
            yield self._told(moment, again, "loads itself again and again", "loads")

    def _told(self, moment: Moment, url: str, how: str, message: str) -> Suspicion:
        return Suspicion(
            oracle=self.name,
            kind="issue",
            severity=4,
            title=f"{route_of(url)[:60]} {how}",
            expected="A page comes to rest at one address.",
            observed=f"{moment.action.words()}: {screen_of(url)} {how}.",
            screen=screen_of(url),
            location=route_of(url),
            message=message,
        )


def _route(request: Request) -> str:
    return f"{request.method} {route_of(request.url)}"


def _most_asked(documents: list[Request]) -> str:
    """The address that a circle began with: the first one asked for."""
    return next(request.url for request in documents if not request.redirected)


def _loaded_again(documents: list[Request]) -> str:
    """The document that was asked for LOADS times within LOADS_SECONDS, by the page itself; empty where none was."""
    loads = [request for request in documents if not request.redirected and request.method == "GET"]
    for url, times in Counter(request.url.partition("#")[0] for request in loads).items():
        starts = [request.started for request in loads if request.url.partition("#")[0] == url]
        if times >= LOADS and any(
            later - earlier <= LOADS_SECONDS for earlier, later in zip(starts, starts[LOADS - 1 :], strict=False)
        ):
            return url
    return ""
