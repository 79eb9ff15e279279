"""The browser's Back and Forward: pages that they break, and what was typed and is lost by them."""

import re
from collections.abc import Iterable
from urllib.parse import urlsplit

from bugbash.charter.actions import Back, Click, Forward, Press
from bugbash.contract.models import Kind
from bugbash.oracles.base import Oracle, Suspicion, document_status, path_of, route_of, screen_of
from bugbash.session.moment import Moment
from bugbash.session.observation import Look
from bugbash.session.scope import Scope

_STEP = re.compile(
    r"\b(?:step|schritt|étape|paso|passo|etapa|stap|krok|steg)\s*(\d{1,2})\s*(?:of|von|sur|de|di|van|z|av|/)\s*(\d{1,2})\b",
    re.IGNORECASE,
)
_GONE = frozenset({400, 404, 405, 410})
_TYPED_INTO = frozenset({"text", "email", "tel", "url", "number", "search", "textarea", "date"})


class BackButton(Oracle):
    """A way through the browser's history that ends elsewhere than where it came from."""

    name = "back-button"
    looks_for = "errors, screens that stay as they are, and typed data that is gone, after going back or forward"
    patience = 5.0

    def __init__(self, scope: Scope) -> None:
        super().__init__(scope)
        self._seen: dict[str, Look] = {}
        """Good screens by address, since the app wrote something last."""
        self._typed: dict[tuple[str, str], dict[str, str]] = {}
        """What stood in the fields of a step when it was left: by route and step."""

    def notice(self, moment: Moment) -> Iterable[Suspicion]:
        if not isinstance(moment.action, Back | Forward) or not moment.outcome.passed:
            return
        seen, look = self._seen.get(moment.after.url), moment.after
        status = document_status(moment) or 200
        if seen is not None and status in _GONE:
            yield _told(moment, "issue", f"leads to a page that answers {status}", "error")
        elif seen is not None and status < 400 and _stays(moment, seen):
            yield _told(moment, "warning", "changes the address and not the screen", "stays")
        lost = self._lost(look)
        if lost and isinstance(moment.action, Back) and status < 400:
            yield _told(moment, "warning", f"loses what was typed into “{lost[:60]}”", "typed data lost")

    def remember(self, moment: Moment) -> None:
        if moment.events.writes:
            self._seen.clear()
            self._typed.clear()
        look = moment.after
        if not moment.outcome.passed or (document_status(moment) or 200) >= 400 or look.is_blank:
            return
        if not isinstance(moment.action, Back | Forward):
            self._seen[look.url] = look
        if isinstance(moment.action, Click | Press) and is_next_step(moment.before, look):
            self._typed[_step_key(moment.before)] = _texts(moment.before)

    def _lost(self, look: Look) -> str:
        """A field of this step that is empty now and was not when the step was left; empty where there is none."""
        typed, now = self._typed.get(_step_key(look), {}), _fields(look)
        gone = [name for name, value in typed.items() if value and now.get(name) == ""]
        # Where only some of several are empty, the app chose which to forget: a code, a captcha.
        return gone[0] if gone and len(gone) == len([name for name in typed if name in now]) else ""


def step_of(look: Look) -> tuple[int, int] | None:
    """Which step of how many the screen says it is; None where it says nothing of the kind, or several."""
    found = {(int(at), int(of)) for at, of in _STEP.findall(look.text)}
    return found.pop() if len(found) == 1 else None


def is_next_step(before: Look, after: Look) -> bool:
    """Whether `after` says that it is the step behind the one that `before` says it is."""
    one, other = step_of(before), step_of(after)
    return one is not None and other is not None and other == (one[0] + 1, one[1])


def _step_key(look: Look) -> tuple[str, str]:
    return urlsplit(look.url).netloc, str(step_of(look))


def _fields(look: Look) -> dict[str, str]:
    """Texts of the screen's fields by name."""
    fields = (control.field for control in look.controls if control.field and control.enabled)
    return {field.name: field.value for field in fields if field.name and field.type in _TYPED_INTO}


def _texts(look: Look) -> dict[str, str]:
    return {name: value for name, value in _fields(look).items() if value}


def _stays(moment: Moment, seen: Look) -> bool:
    """Whether only the address went back: the screen is the one that was left, word by word."""
    before, after = moment.before, moment.after
    # Forward into a box over a list may well leave it closed.
    if not isinstance(moment.action, Back) or moment.events.documents or path_of(before.url) == path_of(after.url):
        return False
    same = after.text == before.text and after.headings == before.headings and after.dialogs == before.dialogs
    return same and bool(after.headings) and seen.headings != after.headings and seen.text != after.text


def _told(moment: Moment, kind: Kind, how: str, message: str) -> Suspicion:
    way = "Back" if isinstance(moment.action, Back) else "Forward"
    url = moment.after.url
    return Suspicion(
        oracle=BackButton.name,
        kind=kind,
        severity=3,
        title=f"{way} to {route_of(url)[:60]} {how}",
        expected="Back and Forward lead to the screens that were there, with what was typed into them.",
        observed=f"{way} from {screen_of(moment.before.url)} to {screen_of(url)} {how}.",
        screen=screen_of(url),
        location=f"{way.lower()} to {route_of(url)}",
        message=message,
    )
