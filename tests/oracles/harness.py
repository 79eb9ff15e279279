"""Cases for the oracles: pages, what is done on them, and what all oracles together should notice."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from bugbash.charter.actions import Action
from bugbash.contract.models import Kind
from bugbash.oracles.base import Suspicion
from bugbash.session.browser import BrowserHost
from tests.oracles.build import opens, page
from tests.oracles.visits import Scene, visit_all
from tests.support.pages import Answer

Pages = Mapping[str, Answer]


def scene(app: Pages | Callable[[], Pages], *steps: Action, benign: bool = True) -> Scene:
    """`app` is made by a function where it keeps something from one request to the next."""
    return Scene(app if callable(app) else lambda: app, steps, benign)


def on_page(body: str, *steps: Action, head: str = "", **others: Answer) -> Scene:
    """A page at `/` that is opened first; `others` are further paths, their names with `_` for `/`."""
    return scene(
        {"/": page(body, head=head), **{f"/{name.replace('_', '/')}": made for name, made in others.items()}},
        opens("/"),
        *steps,
    )


@dataclass(frozen=True)
class Seen:
    """What one suspicion says. `expected` and `observed` are parts of a text, the others the whole of it."""

    oracle: str
    severity: int
    title: str
    expected: str
    observed: str
    screen: str
    location: str
    kind: Kind = "issue"


@dataclass(frozen=True)
class Bug:
    """A page that has a bug, and its twins."""

    name: str
    seen: Seen
    scene: Scene
    clean: Scene
    """The same without the bug."""
    again: Scene
    """The same bug on another record, or on the same one: it has the same fingerprint."""
    other: Scene | None = None
    """Another bug of the oracle's: it has another fingerprint."""

    @property
    def oracle(self) -> str:
        return self.seen.oracle


@dataclass(frozen=True)
class Clean:
    """A page without a bug that tempts `oracle` to see one."""

    oracle: str
    name: str
    scene: Scene


Case = Bug | Clean


Part = Literal["bug", "clean", "again", "other"]


@dataclass(frozen=True)
class Told:
    """What was noticed in each scene of a case."""

    case: Case
    found: Mapping[Part, list[Suspicion]]

    def problems(self) -> list[str]:
        """What is not as the case says, in words; nothing where all is well."""
        case, found = self.case, self.found
        problems = [f"false alarm, {_words(suspicion)}" for suspicion in found["clean"]]
        if isinstance(case, Bug):
            problems += _differences(case.seen, found["bug"]) or _other_keys(case, found)
        return [f"{case.oracle}, {case.name}: {problem}" for problem in problems]


async def tell(host: BrowserHost, cases: Sequence[Case]) -> list[Told]:
    """Visit every scene of `cases`, some side by side."""
    parts = [(at, part, scene) for at, case in enumerate(cases) for part, scene in _scenes(case).items()]
    tempting = {number for number, (at, _, _) in enumerate(parts) if isinstance(cases[at], Clean)}
    visits = await visit_all(host, [scene for _, _, scene in parts], sharing=tempting)
    found: list[dict[Part, list[Suspicion]]] = [{} for _ in cases]
    for (at, part, _), visit in zip(parts, visits, strict=True):
        found[at][part] = visit.found
    return [Told(case, of_case) for case, of_case in zip(cases, found, strict=True)]


async def problems(host: BrowserHost, cases: Sequence[Case]) -> list[str]:
    """What is not as `cases` say."""
    return [problem for told in await tell(host, cases) for problem in told.problems()]


def by_oracle(cases: Sequence[Case]) -> dict[str, list[Case]]:
    """`cases` under the names of their oracles."""
    names = dict.fromkeys(case.oracle for case in cases)
    return {name: [case for case in cases if case.oracle == name] for name in names}


def _scenes(case: Case) -> dict[Part, Scene]:
    if isinstance(case, Clean):
        return {"clean": case.scene}
    scenes: dict[Part, Scene] = {"bug": case.scene, "clean": case.clean, "again": case.again}
    return {**scenes, "other": case.other} if case.other else scenes


def _differences(seen: Seen, found: list[Suspicion]) -> list[str]:
    if len(found) != 1:
        return [f"one suspicion expected, not {len(found)}: {'; '.join(map(_words, found))}"]
    it = found[0]
    same = {
        name: getattr(it, name) == getattr(seen, name)
        for name in ("oracle", "severity", "kind", "title", "screen", "location")
    }
    part = {name: getattr(seen, name) in getattr(it, name) for name in ("expected", "observed")}
    return [f"{name} is {getattr(it, name)!r}" for name, holds in {**same, **part}.items() if not holds]


def _other_keys(case: Bug, found: Mapping[Part, list[Suspicion]]) -> list[str]:
    key = found["bug"][0].key
    said = []
    if [suspicion.key for suspicion in found["again"]] != [key]:
        said.append(f"not the same bug again: {'; '.join(map(_words, found['again'])) or 'nothing'}")
    others = found.get("other")
    if others is not None and ([s.oracle for s in others] != [case.oracle] or others[0].key == key):
        said.append(f"not another bug: {'; '.join(map(_words, others)) or 'nothing'}")
    return said


def _words(suspicion: Suspicion) -> str:
    s = suspicion
    return f"{s.oracle} ({s.kind} {s.severity}) on {s.screen}: {s.title} | {s.observed} | {s.location} | {s.message}"
