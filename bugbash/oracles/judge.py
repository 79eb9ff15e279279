"""The judge: asks every oracle about every moment, looks again before believing, and names one fact once."""

import dataclasses
import time
from collections.abc import Container, Iterable, Mapping, Sequence

from bugbash.charter.bash_file import Quiet
from bugbash.charter.oracle_names import Level
from bugbash.charter.properties import Property
from bugbash.oracles.base import PATIENCE_SECONDS, RECHECK_SECONDS, Oracle, Suspicion
from bugbash.oracles.examining import Examiner
from bugbash.oracles.one_fact import one_fact_once
from bugbash.oracles.properties import NAME as PROPERTY
from bugbash.oracles.properties import Properties
from bugbash.oracles.quiet import is_quiet
from bugbash.oracles.registry import ORACLES
from bugbash.session.events import Events
from bugbash.session.examination import Part
from bugbash.session.moment import Moment
from bugbash.session.scope import Scope
from bugbash.session.session import Session

LOOK_AGAIN_SECONDS = 0.5
"""Between two looks at a screen that may yet come right."""


class Judge:
    """Judges the moments of one session, in order."""

    def __init__(
        self,
        scope: Scope,
        properties: Sequence[Property] = (),
        spec: Sequence[str] = (),
        quiet: Sequence[Quiet] = (),
        oracles: Sequence[type[Oracle]] = ORACLES,
        levels: Mapping[str, Level] | None = None,
    ) -> None:
        self._oracles = [oracle(scope) for oracle in oracles]
        self._quiet = quiet
        self._levels = levels or {}
        self._examiner = Examiner()
        self.properties = Properties(properties, spec)
        self.notes: dict[str, Suspicion] = {}
        """By key, what was noticed by oracles that are switched to notes."""

    async def judge(
        self,
        session: Session,
        moment: Moment,
        known: Container[str] = (),
        patience: float = PATIENCE_SECONDS,
        only: str = "",
    ) -> list[Suspicion]:
        """What looks wrong in `moment` and still does after a second look; `known` keys are not looked at again.

        `patience` (seconds) bounds the oracles' own: an explorer does not wait for what a replay will wait for.
        `only` names the one oracle to ask, as a replay does, so that it waits for no other's patience.
        """
        broken = []
        if session.alive and only in ("", PROPERTY):
            broken = await self.properties.notice(session, moment, known)
        asked = self._asked(only)
        examined = _examined_by(oracle for oracle in asked if self._levels.get(oracle.name) != "off")
        moment = await self._examiner.examined(session, moment, examined, every=bool(only))
        found: dict[str, Suspicion] = {}
        for oracle in asked:
            for suspicion in oracle.notice(moment):
                found.setdefault(suspicion.key, suspicion)
        # What is known already, or known noise, is not told again; what only follows from it is not told either.
        told = {key for key, s in found.items() if key in known or self._is_silent(s, moment)}
        found = await self._still_there(session, moment, found, told, patience)
        for oracle in self._oracles:
            oracle.remember(moment)
        for suspicion in await self.properties.still(session, moment, broken) if broken else []:
            if not self._is_silent(suspicion, moment):
                found.setdefault(suspicion.key, suspicion)
        untold = [s for s in one_fact_once(list(found.values()), moment) if s.key not in told]
        return self._leveled(untold)

    def is_refuted(self, name: str) -> bool:
        """Whether the oracle of that name has seen its bug absent (see Oracle.is_refuted)."""
        return any(oracle.is_refuted() for oracle in self._oracles if oracle.name == name)

    def _is_silent(self, suspicion: Suspicion, moment: Moment) -> bool:
        """Known noise, or an oracle that is switched off."""
        return self._levels.get(suspicion.oracle) == "off" or is_quiet(suspicion, moment, self._quiet)

    def _leveled(self, found: list[Suspicion]) -> list[Suspicion]:
        """`found` at the levels that the charter gives its oracles; what is a note only is kept apart."""
        kept = []
        for suspicion in found:
            level = self._levels.get(suspicion.oracle, suspicion.kind)
            if level == "note":
                self.notes.setdefault(suspicion.key, suspicion)
            elif level != "off":
                kept.append(dataclasses.replace(suspicion, kind=level))
        return kept

    def _asked(self, only: str) -> list[Oracle]:
        return [oracle for oracle in self._oracles if only in ("", oracle.name)]

    async def _still_there(
        self, session: Session, moment: Moment, found: dict[str, Suspicion], told: Container[str], most: float
    ) -> dict[str, Suspicion]:
        """`found` without what went away within its oracle's patience (rule R3); nobody waits for what was `told`."""
        began, mark = time.monotonic(), session.recorder.mark()
        waiting = {key: s for key, s in found.items() if key not in told and self._patience(s) > 0}
        while waiting and session.alive:
            await session.look(after=min(LOOK_AGAIN_SECONDS, RECHECK_SECONDS))
            events = _joined(moment.events, session.recorder.since(mark))
            closer = _examined_by(o for o in self._oracles if any(s.oracle == o.name for s in waiting.values()))
            examination = await session.examine(closer) if closer else None
            later = dataclasses.replace(moment, after=session.last, events=events, examination=examination)
            now = {s.key for oracle in self._oracles if oracle.patience for s in oracle.still(moment, later)}
            for key in [key for key in waiting if key not in now]:
                del waiting[key], found[key]
            waited = time.monotonic() - began
            waiting = {key: s for key, s in waiting.items() if waited < min(self._patience(s), most)}
        return found

    def _patience(self, suspicion: Suspicion) -> float:
        return next((oracle.patience for oracle in self._oracles if oracle.name == suspicion.oracle), 0.0)


def _examined_by(oracles: Iterable[Oracle]) -> set[Part]:
    """The parts of a closer look that `oracles` judge by."""
    return {oracle.examines for oracle in oracles if oracle.examines is not None}


def _joined(one: Events, other: Events) -> Events:
    """What was heard in two spans of time, the earlier one first."""
    lists = {f.name: [*getattr(one, f.name), *getattr(other, f.name)] for f in dataclasses.fields(Events)[:-1]}
    return Events(**lists, crashed=one.crashed or other.crashed)
