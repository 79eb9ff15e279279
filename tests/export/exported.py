"""Findings of cases, exported as tests, and those tests run as anybody would run them."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import bugbash
from bugbash.charter.bash_file import Bash, Charter
from bugbash.charter.plan import plan
from bugbash.contract.models import Confidence
from bugbash.explore.confirm import Confirmation
from bugbash.explore.findings import EvidenceWriter
from bugbash.export.case import Case, Wanted
from bugbash.oracles.base import Suspicion
from bugbash.oracles.judge import Judge
from bugbash.session.browser import BrowserHost, find_browser
from bugbash.session.scope import Scope
from bugbash.session.secrets import Secrets
from bugbash.session.session import Session, Terms
from tests.oracles.harness import Bug
from tests.oracles.visits import Scene
from tests.support.pages import PageServer

RUN_SECONDS = 90
OURS = str(Path(bugbash.__file__).parents[1])
"""Where a test that bugbash judges finds bugbash."""


@dataclass(frozen=True)
class Ran:
    """How a test ended, and what it printed."""

    status: int
    output: str


async def run_test(
    source: str, folder: Path, target: str, python: Sequence[str] = ("-I",), **environment: str
) -> Ran:
    """Run an exported test by itself, on the app at `target`."""
    file = folder / f"finding_{target.rpartition(':')[2].strip('/')}.py"
    file.write_text(source, "utf-8")
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *python,
        str(file),
        env={**kept, "BASE_URL": target, "BUGBASH_BROWSER": find_browser("", ""), **environment},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    output, _ = await asyncio.wait_for(process.communicate(), RUN_SECONDS)
    return Ran(process.returncode or 0, output.decode("utf-8", "replace"))


@asynccontextmanager
async def served(scene: Scene) -> AsyncIterator[str]:
    """The app of a scene, made anew, and its address."""
    server = PageServer(scene.app())
    with server:
        yield server.url("/")
        await asyncio.to_thread(server.close)


async def case_of(host: BrowserHost, bug: Bug, folder: Path) -> Case:
    """What `bugbash export` is given for a bug: its finding, as an exploration leaves it."""
    async with served(bug.scene) as target:
        session = Session(host, Terms(target, Scope([target]), Secrets({}, folder)))
        scene = bug.scene
        judge = Judge(Scope([target]), scene.properties, scene.spec, scene.quiet)
        try:
            assert (await session.open()).passed
            return await _found(session, judge, bug, target, folder)
        finally:
            await session.close()


async def _found(session: Session, judge: Judge, bug: Bug, target: str, folder: Path) -> Case:
    for at, action in enumerate(bug.scene.steps):
        moment = await session.act(action, bug.scene.benign)
        for suspicion in await judge.judge(session, moment):
            if suspicion.oracle == bug.oracle:
                return _case(suspicion, bug, at, target, folder)
    raise AssertionError(f"{bug.name} is not noticed")


def _case(suspicion: Suspicion, bug: Bug, at: int, target: str, folder: Path) -> Case:
    sequence = bug.scene.steps[: at + 1]
    steps: list[Any] = [step.data() for step in sequence]
    properties = list(bug.scene.properties)
    charter = Charter.model_validate({"name": "c", "goal": "g", "steps": steps, "properties": properties})
    mission = plan(Bash(name="b", target=target, charters=[charter]), charter, 1)
    confidence = Confidence(level="confirmed", shown=3, replays=3)
    recording = EvidenceWriter(folder, Secrets({}, folder)).recording(suspicion)
    finding = recording.finding(Confirmation(suspicion, confidence, sequence, len(sequence)), 1)
    data = finding.model_dump(mode="json", exclude_none=True)
    return Case(mission, folder, sequence, Wanted(suspicion.oracle, suspicion.key), suspicion.title, {}, data)
