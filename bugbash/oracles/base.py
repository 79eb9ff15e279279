"""What an oracle is, and what it says."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar
from urllib.parse import urlsplit

from bugbash.charter.actions import Click, readable
from bugbash.charter.locator import Locator
from bugbash.contract.claims import Claim
from bugbash.contract.models import Kind
from bugbash.session.examination import Part
from bugbash.session.moment import Moment
from bugbash.session.scope import Scope
from bugbash.triage.fingerprint import fingerprint, route_template

RECHECK_SECONDS = 0.7
"""A screen that looks wrong is looked at again after this long; both looks must agree (rule R3)."""
PATIENCE_SECONDS = 10.0
"""How long a screen may stay blank or busy, or a record away, before it is taken for wrong."""


@dataclass(frozen=True)
class Suspicion:
    """Something that looks wrong; a finding only once a replay in a fresh session shows it again."""

    oracle: str
    kind: Kind
    severity: int
    title: str
    expected: str
    observed: str
    screen: str
    location: str
    """Route template, and element or request: with `oracle` and `message` what makes it the same bug."""
    message: str
    mark: Locator | None = None
    """The element to mark in the screenshot."""
    spec: str | None = None
    claim: Claim | None = None
    """What a test of it asserts; None where no few words say it: the exported test asks bugbash."""

    @property
    def key(self) -> str:
        return fingerprint(self.oracle, self.location, self.message)


class Oracle:
    """Notices one kind of bug. One instance follows one session.

    `notice` judges a moment and has no side effect; with `patience` the oracle is asked again, by `still`, about
    later looks at the same screen. `remember` follows once per moment.
    """

    name: ClassVar[str]
    looks_for: ClassVar[str]
    patience: ClassVar[float] = 0.0
    """Seconds for which a suspicion must go on holding on the same screen."""
    examines: ClassVar[Part | None] = None
    """The part of a closer look that it judges by, if it needs one."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope

    def notice(self, moment: Moment) -> Iterable[Suspicion]:
        """What looks wrong in `moment`."""
        raise TypeError(f"{type(self).__name__} notices nothing")

    def still(self, moment: Moment, later: Moment) -> Iterable[Suspicion]:
        """What still looks wrong in `later`: the same moment, with a later look at its screen."""
        return self.notice(later)

    def remember(self, moment: Moment) -> None:
        """Keep what a later moment is judged by; most oracles need nothing."""

    def is_refuted(self) -> bool:
        """Whether what was remembered shows the bug absent, so that a replay may break off: its steps try what fails.

        A step that cannot be done is then no divergence: what it needed is what should go away.
        """
        return False


def screen_of(address: str) -> str:
    """An address as a finding names a screen: path and query for people, without the origin."""
    return readable(path_of(address))


def path_of(address: str) -> str:
    """An address without its origin: path, query, and the fragment where that is a route."""
    parts = urlsplit(address)
    shown = parts.path or "/"
    if parts.query:
        shown += f"?{parts.query}"
    if parts.fragment.startswith(("/", "!/")):
        shown += f"#{parts.fragment}"
    return shown


def route_of(address: str) -> str:
    """The route template of an address (see triage.fingerprint)."""
    return route_template(address)


def link_followed(moment: Moment) -> str:
    """The address of the link that a click followed; empty where it followed none."""
    if not isinstance(moment.action, Click):
        return ""
    first = next((request for request in moment.events.documents if not request.redirected), None)
    asked = first.url if first is not None and first.method == "GET" else ""
    page = asked.partition("#")[0]
    return next((href for href in moment.before.hrefs if page and href.partition("#")[0] == page), "")


def document_status(moment: Moment) -> int | None:
    """The status of the document that the page ended on, where the step loaded one."""
    answered = [request for request in moment.events.documents if request.status is not None and request.in_scope]
    return answered[-1].status if answered else None
