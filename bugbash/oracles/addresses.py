"""What becomes of an address by itself: made up, opened anew, or of a page that only says that it is not there."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import unquote, urlsplit

from bugbash.charter.actions import Click, Open, Press, Reload
from bugbash.oracles.base import Oracle, Suspicion, document_status, link_followed, path_of, route_of, screen_of
from bugbash.oracles.made_up import Offered, is_nothing
from bugbash.session.events import Request
from bugbash.session.moment import Moment
from bugbash.session.observation import Look
from bugbash.session.scope import Scope
from bugbash.triage.fingerprint import normalise

ASKED_BY_SCRIPT = frozenset({"xhr", "fetch"})
_NOT_THERE = re.compile(
    r"\b404\b|not[ -]found|(?:does|do)(?:n['’]t| not) exist"
    r"|(?:can['’]?t|cannot|could(?:n['’]t| not)) (?:be found|find)"
    r"|no longer (?:exists|available)|nicht gefunden|existiert nicht|introuvable|n['’]existe pas|no encontrad[ao]"
    r"|no existe|não encontrad[ao]|non trovat[ao]|niet gevonden|nie znaleziono|не найден|見つかりません|找不到",
    re.IGNORECASE,
)
_ONCE = re.compile(
    r"token|code|state|session|sid|nonce|sig|otp|hash|ticket|step|wizard|checkout|confirm|success|thank|done|complete"
    r"|result|callback|return|redirect|preview|verify|invite|reset",
    re.IGNORECASE,
)
"""Addresses that are meant for one time, or for one place in a sequence."""
_RIGHTS = frozenset({401, 403, 407, 419, 429})


class MadeUpAddress(Oracle):
    """An address that a tester made of a good one, and that the server does not cope with."""

    name = "made-up-address"
    looks_for = (
        "ids and addresses that do not exist and that the server answers with an error of its own, not with a 404"
    )

    def __init__(self, scope: Scope) -> None:
        super().__init__(scope)
        self._offered = Offered()

    def notice(self, moment: Moment) -> Iterable[Suspicion]:
        if not isinstance(moment.action, Open):
            return
        opened = moment.events.documents[0].url if moment.events.documents else moment.after.url
        base = self._offered.made_up_from(opened)
        if not base:
            return
        broken = next((r for r in moment.events.requests if (r.status or 0) >= 500 and _is_for(r, opened)), None)
        if broken is not None:
            asked = route_of(base) if broken.main_frame else route_of(broken.url)
            yield self._told(
                moment, opened, f"{broken.method} {asked}", f"is answered with {broken.status}", "status 5xx"
            )
        elif (document_status(moment) or 200) >= 400 and any(error.stack for error in moment.after.errors):
            yield self._told(
                moment, opened, f"GET {route_of(base)}", "shows the stack trace of an error", "stack trace"
            )

    def remember(self, moment: Moment) -> None:
        for href in moment.after.hrefs:
            self._offered.offer(href)
        status = document_status(moment) or 200
        if isinstance(moment.action, Open) and self._offered.made_up_from(moment.after.url):
            return
        if not isinstance(moment.action, Open):
            self._offered.offer(moment.after.url)
        if moment.outcome.passed and status < 400 and moment.after.url.startswith("http"):
            self._offered.good(moment.after.url)

    def _told(self, moment: Moment, opened: str, asked: str, how: str, message: str) -> Suspicion:
        return Suspicion(
            oracle=self.name,
            kind="issue",
            severity=3,
            title=f"An address made up for {asked.partition(' ')[2]} {how}",
            expected="An id or address that does not exist is answered with 404, or with a page that says so.",
            observed=f"{screen_of(opened)} does not exist, and {how}.",
            screen=screen_of(opened),
            location=f"made up {asked}",
            message=message,
        )


def _is_for(request: Request, opened: str) -> bool:
    """Whether a request is for what the address names: its document, or a script's with its last part in it."""
    if request.main_frame:
        return True
    if not request.first_party or request.type not in ASKED_BY_SCRIPT:
        return False
    name = unquote(path_of(opened).partition("?")[0].partition("#")[2] or urlsplit(opened).path).rstrip("/")
    last = name.rpartition("/")[2]
    return bool(last) and last in re.split(r"[/?&=]", unquote(request.url))


@dataclass(frozen=True)
class _Reached:
    """A screen as it was reached by walking there."""

    title: str
    heading: str
    came_from: str
    """The main heading of the screen before it."""


class DeepLink(Oracle):
    """An address that walking led to, and that by itself does not lead there."""

    name = "deep-link"
    looks_for = (
        "screens that are reached by a click, and whose address, opened by itself, leads to an error or elsewhere"
    )
    patience = 5.0

    def __init__(self, scope: Scope) -> None:
        super().__init__(scope)
        self._reached: dict[str, _Reached] = {}

    def notice(self, moment: Moment) -> Iterable[Suspicion]:
        look = moment.after
        reached = self._reached.get(look.url)
        first = next((request for request in moment.events.documents if not request.redirected), None)
        if reached is None or first is None or not isinstance(moment.action, Open | Reload):
            return
        if first.url.partition("#")[0] != look.url.partition("#")[0]:
            return
        status = document_status(moment) or 200
        if 400 <= status < 500 and status not in _RIGHTS:
            yield self._told(moment, reached, f"it answers {status}")
        elif status < 400 and _is_elsewhere(look, reached):
            yield self._told(moment, reached, f"it shows “{look.headings[0][:60]}”")

    def remember(self, moment: Moment) -> None:
        if moment.events.writes:
            # What was reached before may have been changed, moved or deleted since.
            self._reached.clear()
        elif isinstance(moment.action, Click | Press) and _has_moved(moment) and not _is_once(moment.after.url):
            before, after = moment.before, moment.after
            came_from = before.headings[0] if before.headings else ""
            self._reached[after.url] = _Reached(after.title, after.headings[0] if after.headings else "", came_from)

    def _told(self, moment: Moment, reached: _Reached, how: str) -> Suspicion:
        url = moment.after.url
        what = f"“{reached.heading[:60]}”" if reached.heading else "a screen"
        return Suspicion(
            oracle=self.name,
            kind="issue",
            severity=3,
            title=f"The address {route_of(url)[:60]} does not lead to its screen when it is opened by itself",
            expected="The address of a screen, opened anew, leads to that screen.",
            observed=f"A click led to {what} at {screen_of(url)}; opened by itself, {how}.",
            screen=screen_of(url),
            location=route_of(url),
            message="deep link",
        )


def _has_moved(moment: Moment) -> bool:
    """Whether a step led to another screen that is well, by a GET or without asking for a document at all."""
    before, after, documents = moment.before, moment.after, moment.events.documents
    if not moment.outcome.passed or path_of(before.url) == path_of(after.url) or not after.url.startswith("http"):
        return False
    if after.is_blank or (document_status(moment) or 200) >= 400:
        return False
    return not documents or documents[-1].method == "GET"


def _is_once(url: str) -> bool:
    return bool(_ONCE.search(path_of(url)))


def _is_elsewhere(look: Look, reached: _Reached) -> bool:
    """Whether the address now shows, whole, the screen from which it was reached."""
    if not look.headings or not reached.heading or reached.heading == reached.came_from:
        return False
    shown = [normalise(heading) for heading in look.headings]
    return shown[0] == normalise(reached.came_from) and normalise(reached.heading) not in shown


class SoftNotFound(Oracle):
    """A link to a page that is the app's page for what is not there, answered as if it were there."""

    name = "soft-404"
    looks_for = "links to a page that says it is not there, though it is answered as a page that is"

    def __init__(self, scope: Scope) -> None:
        super().__init__(scope)
        self._nothing: set[tuple[str, tuple[str, ...], str]] = set()
        """What the app shows for an address that does not exist: title, headings and words."""

    def notice(self, moment: Moment) -> Iterable[Suspicion]:
        link = link_followed(moment) or _route_followed(moment)
        if not link or not moment.benign or (document_status(moment) or 200) >= 400:
            return
        control = next((c for c in moment.before.controls if c.href == link), None)
        name = control.name if control else screen_of(link)
        if _NOT_THERE.search(name) or _skeleton(moment.after) not in self._nothing:
            return
        yield Suspicion(
            oracle=self.name,
            kind="warning",
            severity=3,
            title=f"The link “{name[:60]}” leads to the page for what is not there",
            expected="Every link that the app shows leads to a page.",
            observed=f"“{name[:60]}” leads to {screen_of(link)}, and shows what a made-up address shows: "
            f"“{(moment.after.headings or (moment.after.text,))[0][:60]}”.",
            screen=screen_of(moment.before.url),
            location=f"link to {route_of(link)}",
            message="soft 404",
            mark=moment.action.target,
        )

    def remember(self, moment: Moment) -> None:
        if not isinstance(moment.action, Open) or (document_status(moment) or 200) >= 400:
            return
        asked = moment.events.documents[0].url if moment.events.documents else moment.after.url
        last = unquote(asked).rstrip("/").rpartition("/")[2]
        if is_nothing(last) and _NOT_THERE.search(" ".join((moment.after.title, moment.after.text[:2000]))):
            self._nothing.add(_skeleton(moment.after))


def _route_followed(moment: Moment) -> str:
    """The address of a link that a script followed, without asking for a document."""
    if not isinstance(moment.action, Click | Press) or moment.events.documents:
        return ""
    url = moment.after.url
    return url if url != moment.before.url and url in moment.before.hrefs else ""


def _skeleton(look: Look) -> tuple[str, tuple[str, ...], str]:
    """Title, headings and words without the address that such a page repeats."""
    path = unquote(path_of(look.url))

    def plain(text: str) -> str:
        return normalise(text.replace(path, "").replace(path.strip("/").rpartition("/")[2] or path, ""))

    return plain(look.title), tuple(plain(heading) for heading in look.headings), plain(look.text)
