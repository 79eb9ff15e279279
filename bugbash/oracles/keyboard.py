"""What the keyboard does not get to, and what it does not get out of (WCAG 2.1.1 and 2.1.2)."""

from collections.abc import Iterable

from bugbash.charter.actions import Press
from bugbash.oracles.base import Oracle, Suspicion, route_of, screen_of
from bugbash.oracles.own_harm import OwnHarm
from bugbash.session.moment import Moment
from bugbash.session.observation import Look, Stop, Tabbing
from bugbash.session.scope import Scope

FEWEST = 4
"""A page with fewer places for the focus tells nothing."""
LEAST_OUTSIDE = 2
"""Controls in sight that the focus must be kept from."""
MOST_MISSED = 3
"""More than so many are a pattern of the page's own, such as arrow keys."""


def tabbing_in(moment: Moment) -> Tabbing | None:
    """The way that the focus took in `moment`; None where the step pressed something else, or not often enough.

    A press that shows no focus went into a frame, which nothing is known of.
    """
    action, tabbing = moment.action, moment.after.tabbing
    if not isinstance(action, Press) or action.press not in ("Tab", "Shift+Tab") or tabbing is None:
        return None
    whole = tabbing.key == action.press and len(tabbing.trail) == action.times
    return tabbing if whole and action.times > FEWEST and moment.outcome.passed else None


def cycle_of(trail: tuple[int, ...]) -> frozenset[int]:
    """The elements between which the focus goes round at the end of `trail`; empty where it does not go round."""
    for length in range(1, len(trail) // 2 + 1):
        if trail[-length:] == trail[-2 * length : -length]:
            return frozenset(trail[-length:])
    return frozenset()


class KeyboardTrap(Oracle):
    """Outside of a dialog, a few elements that neither Tab, nor Shift+Tab, nor Escape and Tab lead out of."""

    name = "keyboard-trap"
    looks_for = "places that the keyboard's focus cannot leave"

    def __init__(self, scope: Scope) -> None:
        super().__init__(scope)
        self._page = ""
        self._rounds: dict[str, frozenset[int]] = {}
        self._escaped = False

    def notice(self, moment: Moment) -> Iterable[Suspicion]:
        tabbing, look = tabbing_in(moment), moment.after
        if tabbing is None or look.url != self._page or not self._escaped or tabbing.key != "Tab":
            return
        trapped = _trapped(tabbing, look)
        both = {"Tab", "Shift+Tab"} <= self._rounds.keys()
        if not trapped or not both or len(tabbing.missed) < LEAST_OUTSIDE:
            return
        if any(trapped != cycle for cycle in self._rounds.values()):
            return
        inside = [control for control in look.controls if control.element in trapped]
        if not inside or _takes_tab(inside[0].tag, len(trapped)):
            return
        shown = ", ".join(f"{c.role or c.tag} “{c.name[:40]}”" for c in inside[:3])
        outside = ", ".join(f"{stop.role} “{stop.name[:40]}”" for stop in tabbing.missed[:3])
        yield Suspicion(
            oracle=self.name,
            kind="issue",
            severity=4,
            title=f"The keyboard's focus cannot leave {shown}",
            expected="Tab and Shift+Tab lead to every control of the page (WCAG 2.1.2).",
            observed=f"Tab, Shift+Tab, and Tab after Escape stay there; {outside} cannot be reached.",
            screen=screen_of(look.url),
            location=f"{route_of(look.url)} {inside[0].role or inside[0].tag} {inside[0].place}",
            message="keyboard trap",
            mark=inside[0].locator,
        )

    def remember(self, moment: Moment) -> None:
        tabbing, look, action = tabbing_in(moment), moment.after, moment.action
        if look.url != self._page or moment.events.documents:
            self._page, self._rounds, self._escaped = look.url, {}, False
        if tabbing is not None:
            trapped = _trapped(tabbing, look)
            if trapped:
                self._rounds[tabbing.key] = trapped
            else:
                self._rounds.clear()
        elif isinstance(action, Press) and action.press == "Escape":
            self._escaped = bool(self._rounds)
        elif not isinstance(action, Press):
            self._rounds.clear()


def _trapped(tabbing: Tabbing, look: Look) -> frozenset[int]:
    """The elements that keep the focus; none where it gets through, or where a dialog rightly keeps it."""
    cycle = cycle_of(tabbing.trail)
    if look.dialogs or 0 in cycle or tabbing.total < FEWEST:
        return frozenset()
    return cycle if len(cycle) <= tabbing.total - LEAST_OUTSIDE else frozenset()


def _takes_tab(tag: str, many: int) -> bool:
    """An editor takes Tab as a character, and has a key of its own to leave it."""
    return many == 1 and tag not in ("button", "a", "input", "select", "summary")


class Unreachable(Oracle):
    """A control in sight that Tab never got to on its way round the whole page."""

    name = "unreachable-by-keyboard"
    looks_for = "controls that a mouse can use and the keyboard cannot"

    def __init__(self, scope: Scope) -> None:
        super().__init__(scope)
        self._own_harm = OwnHarm()

    def notice(self, moment: Moment) -> Iterable[Suspicion]:
        tabbing, look = tabbing_in(moment), moment.after
        if tabbing is None or tabbing.key != "Tab" or look.dialogs or self._own_harm.lacks_something(moment):
            return
        # The whole way round: it came back to where nothing has the focus, and went on from there.
        if 0 not in tabbing.trail[:-1] or tabbing.total < 1:
            return
        missed = tabbing.missed if len(tabbing.missed) <= MOST_MISSED else ()
        for stop in (*missed, *tabbing.unfocusable):
            yield self._unreached(stop, look)

    def remember(self, moment: Moment) -> None:
        self._own_harm.remember(moment)

    def _unreached(self, stop: Stop, look: Look) -> Suspicion:
        what = f"{stop.role or 'control'} “{stop.name[:60]}”"
        return Suspicion(
            oracle=self.name,
            kind="warning",
            severity=2,
            title=f"The keyboard does not get to the {what}",
            expected="What can be used with a mouse can be reached with Tab (WCAG 2.1.1).",
            observed=f"Tab went round the whole page and never came to it ({stop.place}).",
            screen=screen_of(look.url),
            location=f"{route_of(look.url)} {stop.role} {stop.place}",
            message="not reached by Tab",
            mark=stop.locator,
        )
