"""Known noise: what a charter says is no finding (rule R6)."""

import fnmatch
from collections.abc import Sequence
from urllib.parse import urlsplit

from bugbash.charter.bash_file import Quiet
from bugbash.oracles.base import Suspicion
from bugbash.session.events import Request
from bugbash.session.moment import Moment


def is_quiet(suspicion: Suspicion, moment: Moment, rules: Sequence[Quiet]) -> bool:
    """Whether some rule fits `suspicion`, noticed in `moment`, in every key that it gives."""
    return any(_fits(rule, suspicion, moment) for rule in rules)


def _fits(rule: Quiet, suspicion: Suspicion, moment: Moment) -> bool:
    if rule.screen is not None and not _like(suspicion.screen, rule.screen):
        return False
    if rule.message is not None and rule.message.lower() not in f"{suspicion.title} {suspicion.observed}".lower():
        return False
    if rule.status is None and rule.url is None:
        return True
    return any(_request_fits(rule, request) and _is_about(suspicion, request) for request in moment.events.requests)


def _request_fits(rule: Quiet, request: Request) -> bool:
    status = rule.status is None or request.status == rule.status
    return status and (
        rule.url is None or _like(request.url, rule.url) or _like(urlsplit(request.url).path, rule.url)
    )


def _is_about(suspicion: Suspicion, request: Request) -> bool:
    """The suspicion speaks of this request: it names its path, or it is one without a request of its own."""
    path = urlsplit(request.url).path
    return path in suspicion.observed or path in suspicion.location or str(request.status) in suspicion.observed


def _like(text: str, pattern: str) -> bool:
    return fnmatch.fnmatchcase(text, pattern.replace("[", "[[]").replace("?", "[?]"))
