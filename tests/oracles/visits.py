"""Doing scenes in real sessions, and asking every oracle about every step."""

import asyncio
from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from string import ascii_lowercase

from bugbash.charter.actions import Action, Click, Open, is_expect
from bugbash.charter.bash_file import Quiet
from bugbash.charter.properties import Property
from bugbash.oracles.accessibility import Accessibility
from bugbash.oracles.base import Suspicion
from bugbash.oracles.judge import Judge
from bugbash.oracles.registry import ORACLES
from bugbash.session.browser import BrowserHost
from bugbash.session.scope import Scope
from bugbash.session.secrets import Secrets
from bugbash.session.session import Session, Terms
from tests.oracles.build import opens
from tests.support.pages import Answer, PageServer

AT_ONCE = 4
"""Sessions that run side by side: they wait more than they work."""
PAGES_OF_A_ROUND = 6
"""Scenes of a single page that share a session: opening one costs more than a page."""
ATTEMPTS = 3
"""How often a scene is begun that a busy machine kept from being done."""


@dataclass(frozen=True)
class Scene:
    """An app, made anew for each visit, and what a visitor does in it. Only an expectation may fail."""

    app: Callable[[], Mapping[str, Answer]]
    steps: tuple[Action, ...]
    benign: bool = True
    quiet: tuple[Quiet, ...] = ()
    properties: tuple[Property, ...] = ()
    spec: tuple[str, ...] = ()
    accessible: bool = False
    """Accessibility is judged, too: most pages are too short to be accessible, and what is said of them is true."""

    @property
    def is_one_page(self) -> bool:
        """Whether it is no more than a page that keeps nothing, opened and clicked on."""
        pages = self.app()
        plain = list(pages) == ["/"] and not callable(pages["/"]) and not self.quiet and not self.properties
        plain = plain and not self.accessible
        clicks = all(isinstance(step, Click) for step in self.steps[1:])
        return plain and clicks and self.benign and self.steps[0] == opens("/")


@dataclass(frozen=True)
class Visit:
    """What came of doing a scene once."""

    found: list[Suspicion]
    unusable: dict[str, str]
    """Properties that could not be asked, and why."""


class NotDone(AssertionError):
    """A step of a scene was blocked, so that nothing can be said of it."""


async def visit(host: BrowserHost, scene: Scene) -> Visit:
    """Do `scene` in a session of its own."""
    return (await _round(host, [scene]))[0]


async def visit_all(host: BrowserHost, scenes: Sequence[Scene], sharing: Container[int] = ()) -> list[Visit]:
    """Do all `scenes`, some side by side; those at the positions `sharing` may share a session."""
    turn = asyncio.Semaphore(AT_ONCE)

    async def in_turn(at: list[int]) -> list[Visit]:
        async with turn:
            return await _round(host, [scenes[number] for number in at])

    rounds = _rounds(scenes, sharing)
    made = await asyncio.gather(*(in_turn(at) for at in rounds))
    visits = {
        number: visit
        for at, of_round in zip(rounds, made, strict=True)
        for number, visit in zip(at, of_round, strict=True)
    }
    return [visits[number] for number in range(len(scenes))]


def _rounds(scenes: Sequence[Scene], sharing: Container[int]) -> list[list[int]]:
    """Positions of the scenes of each session."""
    small = [number for number, scene in enumerate(scenes) if number in sharing and scene.is_one_page]
    together = [small[at : at + PAGES_OF_A_ROUND] for at in range(0, len(small), PAGES_OF_A_ROUND)]
    return [*([number] for number in range(len(scenes)) if number not in small), *together]


async def _round(host: BrowserHost, scenes: Sequence[Scene]) -> list[Visit]:
    for attempt in range(ATTEMPTS):
        try:
            return await _once(host, scenes)
        except NotDone:
            if attempt == ATTEMPTS - 1:
                raise
    raise AssertionError("unreachable")


async def _once(host: BrowserHost, scenes: Sequence[Scene]) -> list[Visit]:
    whole = scenes[0] if len(scenes) == 1 else _moved_together(scenes)
    server = PageServer(whole.app())
    with server:
        target = server.url("/")
        scope = Scope([target])
        session = Session(host, Terms(target, scope, Secrets({}, Path())))
        oracles = [oracle for oracle in ORACLES if whole.accessible or oracle is not Accessibility]
        judge = Judge(scope, whole.properties, whole.spec, whole.quiet, oracles)
        try:
            opened = await session.open()
            if not opened.passed:
                raise NotDone(opened.detail)
            found = [await _judged(session, judge, whole, action) for action in whole.steps]
        finally:
            await session.close()
            await asyncio.to_thread(server.close)
    visits = []
    for scene in scenes:
        of_scene, found = found[: len(scene.steps)], found[len(scene.steps) :]
        first: dict[str, Suspicion] = {}
        for suspicion in (suspicion for step in of_scene for suspicion in step):
            first.setdefault(suspicion.key, suspicion)
        visits.append(Visit(list(first.values()), judge.properties.unusable))
    return visits


async def _judged(session: Session, judge: Judge, scene: Scene, action: Action) -> list[Suspicion]:
    moment = await session.act(action, scene.benign)
    if not moment.outcome.passed and not is_expect(action):
        raise NotDone(f"{action.words()}: {moment.outcome} on {session.last.text[:200]}")
    return await judge.judge(session, moment)


def _moved_together(scenes: Sequence[Scene]) -> Scene:
    """Scenes of one page each as one scene, each page at an address of its own."""
    # Letters: a number would be taken for data, and the pages for one screen.
    named = dict(zip((f"/page-{letter}" for letter in ascii_lowercase), scenes, strict=False))
    pages = {path: scene.app()["/"] for path, scene in named.items()}
    steps = [opens(path) if isinstance(step, Open) else step for path, scene in named.items() for step in scene.steps]
    return replace(scenes[0], app=lambda: pages, steps=tuple(steps))
