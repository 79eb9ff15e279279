"""What a charter says must hold, asked of the page after every settled step."""

import json
import time
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bugbash.charter.properties import Property
from bugbash.oracles.base import RECHECK_SECONDS, Suspicion, screen_of
from bugbash.oracles.matching import fits
from bugbash.session.moment import Moment
from bugbash.session.session import Answer, Session
from bugbash.triage.fingerprint import fingerprint

NAME = "property"
LOOKS_FOR = "a statement of the charter's that does not hold on some screen, after some step, or in time"
LONGEST_VALUE = 80
"""Characters of one value that a finding shows."""
_Values = Mapping[str, Any]


@dataclass(frozen=True)
class Broken:
    """A property that the page answered with false."""

    property: Property
    before: _Values
    after: _Values
    told: str
    """What the helpers in its expression came to."""


class Properties:
    """The properties of one session. `unusable` says which could not be evaluated, and why; `judged` which were."""

    def __init__(self, properties: Sequence[Property], spec: Sequence[str]) -> None:
        self._properties = properties
        self._spec = spec
        self._values: dict[str, _Values] = {}
        """By property, the values as they were after the last step."""
        self.unusable: dict[str, str] = {}
        self.judged: set[str] = set()

    async def notice(self, session: Session, moment: Moment, known: Container[str] = ()) -> list[Broken]:
        """The properties that the page answers with false, those with `known` keys left out."""
        before = dict(self._values)
        unknown = (prop for prop in self._properties if _key(prop) not in known)
        asked = [(prop, before.get(prop.name), _speaks_of(prop, moment)) for prop in unknown]
        return await self._asked(session, [one for one in asked if one[2] or one[0].values])

    async def still(self, session: Session, moment: Moment, broken: Sequence[Broken]) -> list[Suspicion]:
        """Those of `broken` that do not hold at a second look either, or until their time is over."""
        found = []
        for eventual in (False, True):
            waiting = [one for one in broken if (one.property.eventually is not None) == eventual]
            if waiting:
                found += await self._waited(session, waiting)
        return [self._suspicion(one, moment) for one in found]

    async def _waited(self, session: Session, broken: list[Broken]) -> list[Broken]:
        began, found = time.monotonic(), []
        while broken and session.alive:
            await session.look(after=RECHECK_SECONDS)
            asked = await self._asked(session, [(one.property, one.before, True) for one in broken])
            waited = time.monotonic() - began
            found += [one for one in asked if waited >= _patience(one.property)]
            broken = [one for one in asked if waited < _patience(one.property)]
        return found

    async def _asked(self, session: Session, asked: Sequence[tuple[Property, _Values | None, bool]]) -> list[Broken]:
        """Ask for the values of each property, and for its expression where that is wanted."""
        answers = await session.ask([_script(*one) for one in asked])
        broken = []
        for (prop, before, _), answer in zip(asked, answers, strict=True):
            holds, after = self._taken(prop, answer)
            if holds is False:
                broken.append(Broken(prop, before or {}, after, answer.told))
        return broken

    def _taken(self, prop: Property, answer: Answer) -> tuple[Any, _Values]:
        if answer.error:
            self.unusable[prop.name] = answer.error
            return None, {}
        given = answer.value if isinstance(answer.value, dict) else {}
        after = given.get("after") if isinstance(given.get("after"), dict) else {}
        if given.get("holds") is not None:
            self.judged.add(prop.name)
        self._values[prop.name] = after or {}
        return given.get("holds"), after or {}

    def _suspicion(self, broken: Broken, moment: Moment) -> Suspicion:
        prop = broken.property
        late = f" within {prop.within:g} s" if prop.eventually is not None else ""
        values = _shown(broken)
        return Suspicion(
            oracle=NAME,
            kind="issue",
            severity=prop.severity,
            title=f"Does not hold: {prop.name[:90]}",
            expected=prop.name,
            observed=f"After “{moment.action.words()}” the page answers false{late} to: {prop.expression}{values}",
            screen=screen_of(moment.after.url),
            # The property is the bug's identity: it says itself where it applies.
            location=_location(prop),
            message=prop.name,
            spec=next((line for line in self._spec if _same(line, prop.name)), None),
        )


def _speaks_of(prop: Property, moment: Moment) -> bool:
    """Whether `prop` is to be judged after this step."""
    return prop.after is None or (moment.outcome.passed and fits(prop.after, moment))


def _patience(prop: Property) -> float:
    return RECHECK_SECONDS if prop.eventually is None else prop.within


def _script(prop: Property, before: _Values | None, wanted: bool) -> str:
    """JavaScript that answers what `prop` comes to, and its values now."""
    values = ", ".join(f"{name}: () => (\n{expression}\n)" for name, expression in prop.values.items())
    asked = f"(before, after) => (\n{prop.expression}\n)" if wanted else "null"
    # Values from before the session's first step are not there: what speaks of them judges nothing yet.
    earlier = {name: (before or {}).get(name) for name in prop.values}
    return f"judged({json.dumps(earlier if prop.after is not None else None)}, {{ {values} }}, {asked})"


def _shown(broken: Broken) -> str:
    """The values that broke it: its own where it names some, else what the helpers came to."""
    if not broken.property.values:
        return f" ({broken.told})" if broken.told else ""
    spans = {"before": broken.before, "after": broken.after} if broken.before else {"now": broken.after}
    said = (f"{span}: {', '.join(f'{n} = {_short(v)}' for n, v in values.items())}" for span, values in spans.items())
    return f" ({'; '.join(said)})"


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= LONGEST_VALUE else f"{text[: LONGEST_VALUE - 1]}…"


def _location(prop: Property) -> str:
    return f"property {prop.name}"


def _key(prop: Property) -> str:
    return fingerprint(NAME, _location(prop), prop.name)


def _same(one: str, other: str) -> bool:
    return one.strip(" .").lower() == other.strip(" .").lower()
