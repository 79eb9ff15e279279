"""Known noise: what a charter says is no finding (rule R6)."""

import fnmatch
import re
from collections.abc import Sequence
from urllib.parse import urlsplit

from bugbash.charter.bash_file import Quiet
from bugbash.oracles.base import Suspicion, route_of, screen_of
from bugbash.session.events import Request
from bugbash.session.moment import Moment


def is_quiet(suspicion: Suspicion, moment: Moment, rules: Sequence[Quiet]) -> bool:
    """Whether some rule fits `suspicion`, noticed in `moment`, in every key that it gives."""
    return any(_fits(rule, suspicion, moment) for rule in rules)


def _fits(rule: Quiet, suspicion: Suspicion, moment: Moment) -> bool:
    screens = (suspicion.screen, suspicion.screen.partition("?")[0])
    if rule.screen is not None and not any(_like(screen, rule.screen) for screen in screens):
        return False
    if rule.message is not None and rule.message.lower() not in f"{suspicion.title} {suspicion.observed}".lower():
        return False
    if rule.status is None and rule.url is None:
        return True
    return any(
        _request_fits(rule, request) and _is_about(suspicion, request, moment) for request in moment.events.requests
    )


def _request_fits(rule: Quiet, request: Request) -> bool:
    status = rule.status is None or request.status == rule.status
    return status and (
        rule.url is None or _like(request.url, rule.url) or _like(urlsplit(request.url).path, rule.url)
    )


def _is_about(suspicion: Suspicion, request: Request, moment: Moment) -> bool:
    """Whether the suspicion names this request, by its path as it is or by its route.

    The words of its step do not, nor does the script that something was thrown in.
    """
    where = "" if suspicion.location.startswith(("script ", "page ")) else suspicion.location
    said = f"{suspicion.observed.removeprefix(moment.action.words())} {where}"
    names = {urlsplit(request.url).path, screen_of(request.url), route_of(request.url)}
    return any(re.search(rf"(?<![\w/:.]){re.escape(name)}(?![\w/.-])", said) for name in names if name)


def _like(text: str, pattern: str) -> bool:
    return fnmatch.fnmatchcase(text, pattern.replace("[", "[[]").replace("?", "[?]"))
