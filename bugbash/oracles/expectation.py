"""Expect steps of a script that do not hold."""

from collections.abc import Iterable

from bugbash.charter.actions import is_expect
from bugbash.contract.models import Code
from bugbash.oracles.base import Oracle, Suspicion, route_of, screen_of
from bugbash.session.moment import Moment


class Expectation(Oracle):
    name = "expectation"
    looks_for = "an expect step of a script that does not hold"

    def notice(self, moment: Moment) -> Iterable[Suspicion]:
        if not is_expect(moment.action) or moment.outcome.code != Code.ASSERTION_FAILED:
            return
        words = moment.action.words()
        wanted = words.removeprefix("expect ")
        yield Suspicion(
            oracle=self.name,
            kind="issue",
            severity=3,
            title=f"Does not hold: {words[:100]}",
            expected=f"{wanted[0].upper()}{wanted[1:]}.",
            observed=moment.outcome.detail,
            screen=screen_of(moment.after.url),
            # The numbers in it are what it expects: they must not be stripped as a message's are.
            location=f"{route_of(moment.after.url)} {words}",
            message=words,
            mark=moment.action.target,
        )
