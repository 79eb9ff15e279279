"""One fact is one suspicion: of what one moment shows, what only follows from something else goes (rule R9)."""

import dataclasses
import re

from bugbash.oracles.base import Suspicion, document_status
from bugbash.session.moment import Moment

_OF_THE_PAGE = frozenset(
    {
        "raw-value",
        "error-as-data",
        "blank-screen",
        "stuck-screen",
        "broken-asset",
        "console-error",
        "uncaught-exception",
    }
)
"""What is seen on a page; where the page itself is the error, they tell nothing more."""
_OF_THE_DOCUMENT = frozenset(
    {"server-error", "refused-request", "broken-link", "made-up-address", "deep-link", "back-button"}
)
_OF_THE_LAYOUT = frozenset({"broken-layout", "covered-control", "dialog-out-of-reach", "accessibility"})
"""What a page without its style sheet has for that reason."""
_LEFT_BEHIND = {
    "blank-screen": "The screen stays blank.",
    "stuck-screen": "The screen goes on loading.",
    "error-as-data": "The screen shows the error as data.",
}
"""What something else that went wrong leaves on the screen, and what that one says of it."""

_FOR_WANT_OF_IT = re.compile(r"Unexpected token '<'|is not defined$|Loading (?:CSS )?chunk")
"""Exceptions that a missing script, or a page sent in its place, leads to."""


def one_fact_once(found: list[Suspicion], moment: Moment) -> list[Suspicion]:
    """`found` without what only follows from something else in it."""
    oracles = {suspicion.oracle for suspicion in found}
    kept = _without_what_was_made_up(found)
    if (document_status(moment) or 200) >= 400 and oracles & _OF_THE_DOCUMENT:
        kept = [s for s in kept if s.oracle not in _OF_THE_PAGE]
    kept = _without_echoes_of_assets(kept)
    kept = _without_echoes_of_layout(kept)
    return _with_what_is_left_behind(_with_silence(kept))


def _without_what_was_made_up(found: list[Suspicion]) -> list[Suspicion]:
    """A server's fault at an address that was made up is that address's; so is one that leads round in a circle."""
    made_up = {s.location.removeprefix("made up ") for s in found if s.oracle == "made-up-address"}
    screens = {s.screen for s in found if s.oracle == "made-up-address"}
    circles = any(s.oracle == "redirect-loop" for s in found)

    def goes(suspicion: Suspicion) -> bool:
        if suspicion.oracle == "server-error":
            return suspicion.location in made_up or (suspicion.severity == 5 and suspicion.screen in screens)
        return circles and suspicion.oracle in ("blank-screen", "stuck-screen", "hung-request")

    return [suspicion for suspicion in found if not goes(suspicion)]


def _with_silence(found: list[Suspicion]) -> list[Suspicion]:
    """A write that fails without a word: a server's fault says so itself, and a refusal is the silent failure."""
    silent = {s.location for s in found if s.oracle == "silent-failure"}
    broken = {s.location for s in found if s.oracle == "server-error"}
    glad = {s.location for s in found if s.oracle == "feedback-contradicts"}

    def goes(suspicion: Suspicion) -> bool:
        covers = {
            "silent-failure": broken | glad,
            "refused-request": silent | glad,
            "feedback-contradicts": broken,
        }.get(suspicion.oracle, set())
        return suspicion.location in covers

    def said(suspicion: Suspicion) -> Suspicion:
        quiet = suspicion.oracle == "server-error" and suspicion.location in silent
        if suspicion.oracle == "server-error" and suspicion.location in glad:
            return _saying(suspicion, "The page says that it worked.")
        return _saying(suspicion, "The page says nothing of it.") if quiet else suspicion

    return [said(suspicion) for suspicion in found if not goes(suspicion)]


def _with_what_is_left_behind(found: list[Suspicion]) -> list[Suspicion]:
    """Blank and busy screens, and error texts, follow from an exception, a 5xx or a missing script of that moment."""
    cause = next((s for s in found if s.oracle in ("uncaught-exception", "server-error") or _is_script(s)), None)
    if cause is None or cause.kind != "issue":
        return found
    follows = [s for s in found if s.oracle in _LEFT_BEHIND and _can_follow(s, cause)]
    said = _saying(cause, *dict.fromkeys(_LEFT_BEHIND[s.oracle] for s in follows))
    return [said if s is cause else s for s in found if s not in follows]


def _can_follow(suspicion: Suspicion, cause: Suspicion) -> bool:
    return suspicion.oracle != "error-as-data" or cause.oracle == "server-error"


def _without_echoes_of_assets(found: list[Suspicion]) -> list[Suspicion]:
    """What the console and a script say of a script or style sheet that is missing."""
    missing = [s.observed.partition(" does not load")[0] for s in found if s.oracle == "broken-asset"]
    lacks_script = any(_is_script(s) for s in found)

    def is_echo(suspicion: Suspicion) -> bool:
        if suspicion.oracle not in ("console-error", "uncaught-exception"):
            return False
        if lacks_script and _FOR_WANT_OF_IT.search(suspicion.message):
            return True
        return any(path in suspicion.message or path in suspicion.location for path in missing)

    return [s for s in found if not is_echo(s)]


def _without_echoes_of_layout(found: list[Suspicion]) -> list[Suspicion]:
    """A layout without its style sheet; a text over a control that is told to be covered."""
    if any(s.oracle == "broken-asset" and s.title.startswith("A style sheet") for s in found):
        return [s for s in found if s.oracle not in _OF_THE_LAYOUT]
    covered = [s.location for s in found if s.oracle == "covered-control"]

    def is_echo(suspicion: Suspicion) -> bool:
        mixes = suspicion.oracle == "broken-layout" and suspicion.message == "texts over texts"
        return mixes and any(
            suspicion.location.startswith(place) or place.split()[-1] in suspicion.location for place in covered
        )

    return [s for s in found if not is_echo(s)]


def _is_script(suspicion: Suspicion) -> bool:
    return suspicion.oracle == "broken-asset" and suspicion.title.startswith("A script")


def _saying(suspicion: Suspicion, *sentences: str) -> Suspicion:
    return dataclasses.replace(suspicion, observed=" ".join((suspicion.observed, *sentences)))
