"""What axe-core finds on each new screen, one suspicion per rule and component."""

from collections.abc import Iterable
from itertools import islice

from bugbash.oracles.base import Suspicion, route_of, screen_of
from bugbash.oracles.examining import OfTheExamination
from bugbash.session.examination import Offender, Violation
from bugbash.session.moment import Moment

MOST_OF_A_RULE = 3
"""Components told of one rule on one screen: more are the same habit, not more bugs."""


class Accessibility(OfTheExamination):
    name = "accessibility"
    looks_for = "serious and critical breaks of WCAG 2.1 A and AA on each new screen, as axe-core decides them"
    examines = "accessibility"

    def notice(self, moment: Moment) -> Iterable[Suspicion]:
        found = self.accessibility(moment)
        for violation in found.violations if found is not None else ():
            components: dict[str, list[Offender]] = {}
            for offender in violation.offenders:
                components.setdefault(_component(moment, offender), []).append(offender)
            for component, offenders in islice(components.items(), MOST_OF_A_RULE):
                yield self._told(moment, violation, component, offenders)

    def _told(self, moment: Moment, violation: Violation, component: str, offenders: list[Offender]) -> Suspicion:
        first, more = offenders[0], len(offenders) - 1
        said = f" (“{first.text[:60]}”)" if first.text else ""
        others = f", and {more} more like it" if more else ""
        contrast = first.colours
        why = (
            f" {contrast.text} on {contrast.ground} is {contrast.ratio}:1, not {contrast.wanted}." if contrast else ""
        )
        return Suspicion(
            oracle=self.name,
            kind="warning",
            severity=3 if violation.impact == "critical" else 2,
            title=f"{violation.help}: {contrast.text + ' on ' + contrast.ground if contrast else first.place}"[:120],
            expected=f"{violation.help} (WCAG 2.1 A and AA, axe-core's rule {violation.rule}).",
            observed=f"{first.place}{said}{others}.{why}",
            screen=screen_of(moment.after.url),
            location=component,
            message=violation.rule,
        )


def _component(moment: Moment, offender: Offender) -> str:
    """What makes it one bug: a pair of colours is one decision, a part of every page one part, wherever it is met."""
    if offender.colours is not None:
        return f"{offender.colours.text} on {offender.colours.ground}"
    return offender.place if offender.everywhere else f"{route_of(moment.after.url)} {offender.place}"
