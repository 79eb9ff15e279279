"""Typed markup that became part of the page."""

from collections.abc import Iterable

from bugbash.charter.actions import TAG
from bugbash.oracles.base import Oracle, Suspicion, route_of, screen_of
from bugbash.oracles.claiming import nothing_injected
from bugbash.session.moment import Moment

# Without an apostrophe: what chokes on one is a bug of its own, and is tried by itself.
CANARY = f'"><svg data-bbk="{TAG}"></svg><img src=data:, onerror="(window.__bbk=window.__bbk||[]).push(`{TAG}`)">'
"""Typed into a field; harmless where it is shown as text, and told by the attribute or the flag where it is not."""


class Injection(Oracle):
    name = "injection"
    looks_for = "typed markup that becomes elements of the page, or runs as script"

    def notice(self, moment: Moment) -> Iterable[Suspicion]:
        ran = bool(moment.after.executed)
        route = route_of(moment.after.url)
        # A script may run where its element is gone again, or never had the canary's own mark.
        for place in {canary.place: None for canary in moment.after.canaries} or ({"script": None} if ran else {}):
            what = "a script in it runs" if ran else "it becomes an element of the page"
            yield Suspicion(
                oracle=self.name,
                kind="issue",
                severity=5 if ran else 4,
                title=f"Typed markup {'runs as script' if ran else 'becomes part of the page'} on {route}",
                expected="What people type is shown as the text that they typed.",
                observed=f"Markup typed into the app is put into the page unescaped ({place}): {what}.",
                screen=screen_of(moment.after.url),
                location=f"{route} {place}",
                message="markup injected",
                claim=nothing_injected(),
            )
