"""What a screen shows that no person should see: raw values, error texts as data, blank and busy screens."""

from collections.abc import Iterable

from bugbash.contract.claims import Claim, NotShown
from bugbash.oracles.base import (
    PATIENCE_SECONDS,
    RECHECK_SECONDS,
    Oracle,
    Suspicion,
    document_status,
    route_of,
    screen_of,
)
from bugbash.oracles.claiming import is_ready, shows_something
from bugbash.oracles.own_harm import OwnHarm
from bugbash.session.moment import Moment
from bugbash.session.scope import Scope

_DOUBTFUL = {"lorem ipsum": 1, "none": 2}
"""Values that may be meant, with the severity that they have as a warning: “None” is a word, too."""


class _OfTheScreen(Oracle):
    """Judges what the screen shows, and remembers which document it stands on."""

    def __init__(self, scope: Scope) -> None:
        super().__init__(scope)
        self._status: int | None = None
        self._harm = OwnHarm()

    def remember(self, moment: Moment) -> None:
        self._status = document_status(moment) or self._status
        self._harm.remember(moment)

    def _console(self, moment: Moment) -> str:
        """The first complaint of the app's own scripts in that moment, which may well be the cause."""
        lines = (line for line in moment.events.console if line.level == "error" and self.scope.allows(line.source))
        said = next((line.text for line in lines if not line.text.startswith("Failed to load resource")), "")
        return f"; the console says: {said.splitlines()[0][:200]}" if said else ""

    def _is_error_page(self, moment: Moment) -> bool:
        """The server said itself that this is no page of the app's: that is another oracle's matter."""
        return (document_status(moment) or self._status or 200) >= 400


class RawValue(_OfTheScreen):
    name = "raw-value"
    looks_for = "undefined, NaN, [object Object], unfilled placeholders and the like in visible text"
    patience = RECHECK_SECONDS

    def notice(self, moment: Moment) -> Iterable[Suspicion]:
        if self._is_error_page(moment):
            return
        for raw in moment.after.raw:
            around = raw.label or raw.text
            doubt = _DOUBTFUL.get(raw.value.lower())
            yield Suspicion(
                oracle=self.name,
                kind="warning" if doubt else "issue",
                severity=doubt or 3,
                title=f"The screen shows {raw.value}: “{around[:60]}”",
                expected="Every value on the screen is filled in, in words for people.",
                observed=f"“{raw.text}” is shown ({raw.place}), in “{around}”.",
                screen=screen_of(moment.after.url),
                location=f"{route_of(moment.after.url)} {raw.place}",
                message=raw.value,
                claim=NotShown(text=raw.text),
            )


class ErrorAsData(_OfTheScreen):
    name = "error-as-data"
    looks_for = "error messages and stack traces that stand where data should stand"
    patience = RECHECK_SECONDS

    def notice(self, moment: Moment) -> Iterable[Suspicion]:
        if self._is_error_page(moment):
            return
        for error in moment.after.errors:
            yield Suspicion(
                oracle=self.name,
                kind="issue",
                severity=4 if error.stack else 3,
                title=f"The screen shows an error as data: “{error.text[:60]}”",
                expected="The screen shows data, or tells its user in plain words why it cannot.",
                observed=f"“{error.text}” is shown ({error.place}).",
                screen=screen_of(moment.after.url),
                location=f"{route_of(moment.after.url)} {error.place}",
                message=error.text[:60],
                claim=NotShown(text=error.text),
            )


class BlankScreen(_OfTheScreen):
    name = "blank-screen"
    looks_for = "a page that stays empty"
    patience = PATIENCE_SECONDS

    def notice(self, moment: Moment) -> Iterable[Suspicion]:
        look = moment.after
        if not look.is_blank or not moment.outcome.passed or moment.events.downloads:
            return
        if not look.url.startswith("http") or not self.scope.allows(look.url):
            return
        if (document_status(moment) or 200) != 200 or self._is_error_page(moment):
            return
        if self._harm.lacks_something(moment):
            return
        detail = f"10 s after it was opened it shows nothing at all{self._console(moment)}"
        yield _stuck(self.name, moment, "stays blank", "blank", detail, shows_something(PATIENCE_SECONDS))


class StuckScreen(_OfTheScreen):
    name = "stuck-screen"
    looks_for = "a screen that goes on loading for ever"
    patience = PATIENCE_SECONDS

    def notice(self, moment: Moment) -> Iterable[Suspicion]:
        look = moment.after
        if not look.busy or not look.is_html or self._is_error_page(moment) or self._harm.lacks_something(moment):
            return
        detail = f"10 s later it still shows that it is loading ({look.busy}){self._console(moment)}"
        yield _stuck(
            self.name, moment, "never stops loading", f"busy {look.busy}", detail, is_ready(PATIENCE_SECONDS)
        )

    def still(self, moment: Moment, later: Moment) -> Iterable[Suspicion]:
        """A screen whose words change, or that goes on asking its server, shows progress and is not stuck."""
        asked = later.events.requests[len(moment.events.requests) :]
        if later.after.text != moment.after.text or any(request.first_party for request in asked):
            return ()
        return self.notice(later)


def _stuck(oracle: str, moment: Moment, title: str, message: str, observed: str, claim: Claim) -> Suspicion:
    return Suspicion(
        oracle=oracle,
        kind="issue",
        severity=4,
        title=f"{screen_of(moment.after.url)[:60]} {title}",
        expected="The screen shows what it is for within 10 s.",
        observed=f"{moment.action.words()}: {observed}.",
        screen=screen_of(moment.after.url),
        location=route_of(moment.after.url),
        message=message,
        claim=claim,
    )
