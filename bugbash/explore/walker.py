"""The walker: acts in a session, has every moment judged, and keeps the map, the trail and what looked wrong."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from bugbash.charter.actions import Action, Back, Click, Forward, Open, Reload, Resize
from bugbash.explore.identity import screen_key
from bugbash.explore.progress import Loops
from bugbash.explore.statemap import KnownControl, Screen, StateMap
from bugbash.explore.trail import Trail
from bugbash.oracles.base import RECHECK_SECONDS, Suspicion
from bugbash.oracles.judge import Judge
from bugbash.session.destructive import destructive_word, may_use
from bugbash.session.moment import Moment
from bugbash.session.observation import Control, Look
from bugbash.session.session import Session
from bugbash.session.tags import PATTERN
from bugbash.triage.fingerprint import normalise, route_template

LONGEST_WAY = 12
"""Steps of a way to a dialog that is worth going again."""


@dataclass
class Suspect:
    """A suspicion, with the sequences that might show it again."""

    suspicion: Suspicion
    candidates: list[tuple[Action, ...]]


class Walker:
    """One exploring session. `known` keys (reported, or being looked into) are counted and not suspected again."""

    def __init__(self, session: Session, judge: Judge, states: StateMap, target: str, allow: Sequence[str]) -> None:
        self.session = session
        self.states = states
        self.trail = Trail(target, session.tag)
        self.suspects: dict[str, Suspect] = {}
        self.known: set[str] = set()
        self.left_alone: Counter[str] = Counter()
        self.actions = 0
        self.loops = Loops()
        self._ambient: set[str] = set()
        self._front = ""
        """Key of the screen that the last step led to."""
        self._judge = judge
        self._allow = allow

    @property
    def look(self) -> Look:
        """The screen in front."""
        return self.session.last

    async def act(self, action: Action, benign: bool = True) -> Moment:
        """Do one step, judge what came of it, and take the new screen into the map."""
        moment = await self.session.act(action, benign)
        return await self._taken_in(moment)

    async def fill_in(self, actions: Sequence[Action], benign: bool = True) -> Moment | None:
        """Do the steps of filling in a form in one go, and judge the form as it stands then.

        Answers the first moment that did not pass, else that of the last step; None where there is nothing to do.
        """
        mark, before, moment = self.session.recorder.mark(), self.session.last, None
        for action in actions:
            moment = await self.session.act(action, benign, glance=True)
            self.actions += 1
            if not moment.outcome.passed:
                # A box that does not take its tick is seen only now.
                stopped = replace(moment, after=await self.session.look())
                await self._judged(stopped, self.trail.candidates(action, self.look.url))
                return stopped
            self.trail.add(action, self.look.url, self.look.url)
        if moment is None:
            return None
        after = await self.session.look()
        whole = Moment(moment.action, moment.outcome, before, after, self.session.recorder.since(mark), True, benign)
        await self._judged(whole, self.trail.ways_here())
        return whole

    async def open(self, address: str) -> Moment:
        """Open an address."""
        return await self.act(self.trail.opening(address))

    async def reach(self, screen: Screen) -> bool:
        """Get to `screen`, by its address, else by the steps that led there; whether it is in front now."""
        await self.open(screen.url)
        if not self._is_in_front(screen) and len(screen.path) > 1:
            for action in screen.path:
                if not (await self.act(action)).outcome.passed:
                    return False
        return self._is_in_front(screen)

    def may_use(self, control: Control) -> bool:
        """Whether `control` may be used; what is left alone is counted by name."""
        if not control.enabled:
            return False
        if self._is_allowed(control):
            return True
        known = self.states.control(control, self.look)
        if not known.refused:
            known.refused = destructive_word(control.name, control.href)
            self.left_alone[known.label] += 1
        return False

    def is_own(self, control: Control) -> bool:
        """Whether `control` belongs to a record of ours."""
        return bool(PATTERN.search(control.row or " ".join(self.look.headings)))

    def wrote(self, moment: Moment) -> bool:
        """Whether the step made the app write something: more than what it sends with every page."""
        routes = {
            f"{write.method} {route_template(write.url)}"
            for write in moment.events.writes
            if 200 <= (write.status or 0) < 400
        }
        if isinstance(moment.action, Open | Back | Forward | Reload):
            self._ambient |= routes
        return bool(routes - self._ambient)

    def known_control(self, control: Control) -> KnownControl:
        return self.states.control(control, self.look)

    def touch(self, control: Control) -> KnownControl:
        return self.states.touch(control, self.look)

    def _is_in_front(self, screen: Screen) -> bool:
        return self.session.alive and self.states.screen_of(self.look) is screen

    async def _taken_in(self, moment: Moment) -> Moment:
        self.actions += 1
        candidates = self.trail.candidates(moment.action, moment.after.url)
        if moment.outcome.passed:
            wrote = self.wrote(moment)
            self.trail.add(moment.action, moment.before.url, moment.after.url, wrote)
            if wrote:
                self.states.wrote_at = self.states.looks
            self._note_dialog(moment)
        await self._judged(moment, candidates)
        self.states.hear(request for request in moment.events.requests if request.first_party)
        before, self._front = self._front, screen_key(moment.after)
        self.loops.note(before, repr(moment.action.data()), self._front)
        if self.session.alive and self.look.url.startswith("http"):
            self.trail.stand_on(self._front)
            if not _is_passing(moment):
                self.states.see(self.look, self.trail.short_way_here())
                self._note_links_left_alone()
        return moment

    def _is_allowed(self, control: Control) -> bool:
        around = control.row or " ".join(self.look.headings)
        return may_use(control.name, control.href, around, self._allow)

    def _note_links_left_alone(self) -> None:
        links = (control for control in self.look.controls if control.href)
        self.states.links_left_alone.update(link.href for link in links if not self._is_allowed(link))

    def _note_dialog(self, moment: Moment) -> None:
        """Keep the way to a dialog that a click opened: it is worth opening again."""
        opened = moment.after.dialogs and not moment.before.dialogs and isinstance(moment.action, Click)
        way = self.trail.way_here()
        if opened and not moment.events.documents and len(way) <= LONGEST_WAY:
            route = route_template(moment.after.url)
            self.states.dialogs.setdefault(f"“{normalise(moment.after.dialogs[-1].name)}” on {route}", way)

    async def _judged(self, moment: Moment, candidates: list[tuple[Action, ...]]) -> None:
        for suspicion in await self._judge.judge(self.session, moment, self.known, RECHECK_SECONDS):
            self.suspects[suspicion.key] = Suspect(suspicion, candidates)
            self.known.add(suspicion.key)


def _is_passing(moment: Moment) -> bool:
    """A look that makes no screen of the app's: in a window resized for a while, or of a made-up address."""
    return isinstance(moment.action, Resize) or (isinstance(moment.action, Open) and not moment.benign)
