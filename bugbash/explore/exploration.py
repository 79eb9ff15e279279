"""One charter's exploration: the run file, the session, and the steps, one after another.

It is driven from outside: `begin`, then `check` before each step (the gate), `propose` and `take_step`, then
`finish`. Nothing raises past it but a disk that cannot be written; everything else is said in the run.
"""

import asyncio
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bugbash import __version__
from bugbash.charter.plan import Plan
from bugbash.contract.credentials import mask_in
from bugbash.contract.models import BLOCKED, FAILED, Code, Finding, Run, StopReason, Usage
from bugbash.contract.models import Step as RunStep
from bugbash.contract.runfile import RUN_FILE, read_run, write_run
from bugbash.contract.stop import Decision, check
from bugbash.explore.confirm import Confirmation, confirm, confirm_known
from bugbash.explore.explorer import Explorer, MoveResult, NextMove
from bugbash.explore.findings import EvidenceWriter, Recording
from bugbash.explore.ledger import Ledger
from bugbash.explore.replay import Replayer
from bugbash.explore.script import Script
from bugbash.explore.statemap import StateMap
from bugbash.explore.touring import Touring
from bugbash.explore.tours.base import World
from bugbash.explore.walker import Suspect, Walker
from bugbash.explore.words import Interest
from bugbash.oracles.judge import Judge
from bugbash.oracles.registry import is_patient
from bugbash.session.browser import BrowserHost
from bugbash.session.reset import AppReset
from bugbash.session.scope import Scope
from bugbash.session.secrets import Secrets
from bugbash.session.session import Session, Terms
from bugbash.session.stage import Outcome

EXPLORE_SHARE = 0.55
"""Share of a step's time for exploring; the rest is for confirming what looked wrong."""
QUIET_SHARE = 0.85
"""The same after a step in which nothing looked wrong: time that is kept for confirming is lost otherwise."""
LEAST_EXPLORE_SECONDS = 5.0
CONFIRM_SECONDS = 40.0
"""Longest search for a sequence that shows one suspect again."""
AT_ONCE = 3
"""Suspects looked into side by side: a replay waits more than it works."""


@dataclass(frozen=True)
class Progress:
    """How far a charter is, for whoever watches."""

    charter: str
    step: int
    doing: str
    findings: int
    minutes: float
    budget_minutes: float
    budget_steps: int


@dataclass(frozen=True)
class Surroundings:
    """What charters of one bash share, and how an exploration talks to whoever started it."""

    host: BrowserHost
    secrets: Secrets
    files: Path
    """Folder that uploads are relative to."""
    bash_id: str = ""
    on_progress: Callable[[Progress], None] = lambda _: None
    cancelled: Callable[[], bool] = lambda: False
    ledger: Ledger = field(default_factory=Ledger)
    reset_turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held while the app is brought back and a sequence is replayed on it."""


class Exploration:
    """The run of one charter, in `directory`."""

    def __init__(
        self, plan: Plan, directory: Path, around: Surroundings, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.plan = plan
        self.directory = directory
        self._around = around
        self._clock = clock
        self._scope = Scope(plan.scope)
        self._terms = Terms(plan.target, self._scope, around.secrets, plan.login, plan.allow, around.files)
        reset = AppReset(plan.reset, plan.target, around.files, around.reset_turn) if plan.reset else None
        self._replayer = Replayer(self._new_session, self._new_judge, reset)
        self._writer = EvidenceWriter(directory, around.secrets)
        self._states = StateMap()
        self._session: Session | None = None
        self._walker: Walker | None = None
        self._explorer: Explorer | None = None
        self._judge: Judge | None = None
        self._reported: dict[str, int] = {}
        self._pending: dict[str, Suspect] = {}
        self._quiet = False
        """Whether nothing looked wrong in the last step."""
        self._notes: dict[str, None] = {}
        self._asked_properties: set[str] = set()
        """Names of properties that some step came to judge."""
        self._began = 0.0
        self.run = Run(
            goal=plan.goal,
            platform="web",
            budget=plan.budget_request,
            charter=plan.charter,
            bash=around.bash_id,
            target=plan.target,
            explorer=plan.explorer,
            seed=plan.seed,
            clamped=list(plan.clamped),
            tool_version=__version__,
            # Said outright, since what was never set is not written.
            usage=Usage(steps=0, minutes=0, tokens=0),
            steps=[],
            findings=[],
            notes=[],
            refused={},
            left_alone={},
        )

    async def begin(self) -> None:
        """Make the run directory and its first run file; raises OSError where that cannot be written."""
        self._began = self._clock()
        self.run.started = _now()
        self.directory.mkdir(parents=True, exist_ok=True)
        self._save()

    def check(self) -> Decision:
        """Whether the run may take another step: cancelled or not, and the contract's stop rules."""
        self._measure()
        self._save()
        if self._around.cancelled():
            return Decision(True, "cancelled", "the bash was cancelled")
        return check(self.run)

    async def propose(self) -> NextMove | None:
        """The next move; None where the explorer has nothing left to try."""
        if self._session is None or not self._session.alive:
            if self.run.steps and self.run.steps[-1].code == Code.CREDENTIAL_MISSING:
                return None  # another attempt would lack it, too
            opened = await self._open_session()
            if not opened.passed:
                await self._lose_session()
                return NextMove("open the app and log in", lambda _: _refused(opened))
        assert self._explorer is not None
        return self._explorer.next_move()

    def why_done(self) -> str:
        """Why nothing was proposed, as a sentence for people."""
        return self._explorer.why_done() if self._explorer is not None else "nothing was left to try"

    async def take_step(self, move: NextMove) -> RunStep:
        """Make `move`, confirm what looked wrong, and report what is confirmed."""
        index = max((step.index for step in self.run.steps), default=0) + 1
        self._say(index, move.title)
        began = self._clock()
        allowance = self._allowance()
        share = QUIET_SHARE if self._quiet else EXPLORE_SHARE
        explore_until = began + max(allowance * share, LEAST_EXPLORE_SECONDS)
        try:
            result = await move.go(explore_until)
        except Exception as error:  # noqa: BLE001  a fault of ours in one move must not end the run
            result = MoveResult(f"bugbash failed in this move: {type(error).__name__}: {error}", BLOCKED, "")
            await self._lose_session()
        self._gather()
        self._quiet = not self._pending
        step = RunStep(index=index, title=move.title, status=result.status, code=result.code, detail=result.detail)
        self.run.steps.append(step)
        self.run.usage.steps = len(self.run.steps)
        self._save()
        reported = await self._confirm_pending(step, began + allowance)
        self._conclude(step, result, reported)
        self._save()
        return step

    def evidence_paths(self) -> list[str]:
        """The evidence files of what was reported so far, relative to the run directory."""
        return [item["path"] for finding in self.run.findings for item in finding["evidence"]]

    def note_uploaded(self, sent: Mapping[str, tuple[str, str]]) -> None:
        """Write into the findings where their evidence can be read: per path its uri and SHA-256."""
        for finding in self.run.findings:
            for item in finding["evidence"]:
                if item["path"] in sent:
                    item["uri"], item["sha256"] = sent[item["path"]]
        self._save()

    def share_used(self) -> float:
        """How much of the budget is used, 0 to 1: of its steps or its minutes, whichever is more."""
        budget, usage = self.plan.budget, self.run.usage
        return min(max(float(usage.steps) / float(budget.steps), float(usage.minutes) / float(budget.minutes)), 1.0)

    async def finish(self, reason: StopReason, sentence: str) -> None:
        """End the run: say why, what was covered, and what was not looked into."""
        for suspect in self._pending.values():
            self._note(f"Seen, and not looked into for lack of time: {suspect.suspicion.title}")
        self.run.stop_reason = reason
        self.run.stop_detail = sentence
        self._measure()
        self._say(len(self.run.steps), f"ended: {reason}")
        await self._lose_session()
        for prop in self.plan.properties:
            if prop.name not in self._asked_properties:
                self._note(f"The property “{prop.name}” was never judged: no step, or no screen, came to it")
        self.run.ended = _now()
        self._save()

    async def _open_session(self) -> Outcome:
        await self._lose_session()
        session = self._new_session()
        self._session = session
        opened = await session.open()
        if not opened.passed:
            return opened
        self.run.session = session.tag
        self._judge = self._new_judge()
        walker = Walker(session, self._judge, self._states, self.plan.target, self.plan.allow)
        walker.known.update(self._reported, self._pending)
        self._walker = walker
        if self._explorer is None:
            self._explorer = self._new_explorer(walker)
        else:
            self._explorer.use(walker)
        return opened

    def _new_explorer(self, walker: Walker) -> Explorer:
        plan = self.plan
        if plan.explorer == "script":
            return Script(walker, plan.moves, plan.start)
        interest = Interest(plan.goal, *plan.spec)
        world = World(walker, interest, f"{plan.seed}/{plan.charter}", plan.start, plan.target, plan.login)
        return Touring(world, plan.tours, int(plan.budget.steps))

    def _new_session(self) -> Session:
        return Session(self._around.host, self._terms)

    def _new_judge(self) -> Judge:
        plan = self.plan
        return Judge(self._scope, plan.properties, plan.spec, plan.quiet, levels=plan.oracles)

    async def _lose_session(self) -> None:
        session, self._session = self._session, None
        if session is None:
            return
        self._gather()
        for address, count in session.recorder.all_refused().items():
            self.run.refused[address] = self.run.refused.get(address, 0) + count
        if self._walker is not None:
            for label, count in self._walker.left_alone.items():
                self.run.left_alone[label] = self.run.left_alone.get(label, 0) + count
            self._walker = None
        await session.close()

    def _gather(self) -> None:
        """Take what the walker suspects, and what the judge could not evaluate, out of the session."""
        if self._walker is not None:
            self._pending.update(self._walker.suspects)
            self._walker.suspects.clear()
        if self._judge is not None:
            for name, error in self._judge.properties.unusable.items():
                self._note(f"The property “{name}” could not be evaluated: {error}")
            for noted in self._judge.notes.values():
                self._note(f"Noticed by {noted.oracle} on {noted.screen}, and not replayed: {noted.title}")
            self._asked_properties |= self._judge.properties.judged | self._judge.properties.unusable.keys()
        self.run.coverage = self._states.coverage()

    async def _confirm_pending(self, step: RunStep, until: float) -> list[Finding]:
        """Look into what is suspected, a few side by side, until the step's time is over.

        What another charter looks into now comes last: by then it is known.
        """
        reported: list[Finding] = []
        ledger = self._around.ledger
        while self._pending and not self._around.cancelled():
            waiting = sorted(self._pending.items(), key=lambda item: (ledger.is_under_way(item[0]), *_gravity(item)))
            batch = waiting[:AT_ONCE]
            self._say(step.index, f"replaying: {batch[0][1].suspicion.title}")
            found = await asyncio.gather(*(self._look_into(key, suspect, step) for key, suspect in batch))
            reported += [finding for finding in found if finding is not None]
            if self._clock() > until:
                break
        return reported

    async def _look_into(self, key: str, suspect: Suspect, step: RunStep) -> Finding | None:
        """Confirm one suspect; the finding that it is, on disk with its evidence, or None."""
        recording = self._writer.recording(suspect.suspicion)
        confirmation = await self._confirmed(key, suspect, recording)
        del self._pending[key]
        if not confirmation.reported:
            recording.discard()
            if self._replayer.unready:
                self._note(f"Seen, and not replayed ({self._replayer.unready}): {suspect.suspicion.title}")
                return None
            # What an explorer did not wait for is no suspicion yet: that the replay saw it come right is no news.
            if not is_patient(suspect.suspicion.oracle):
                tried = confirmation.confidence.replays
                self._note(f"Seen once, and in none of {tried} replays: {suspect.suspicion.title}")
            return None
        finding = recording.finding(confirmation, step.index)
        if recording.lacking:
            self._note(f"Evidence of “{finding.title}” is lacking: {recording.lacking}")
        self._reported[key] = len(self.run.findings)
        self.run.findings.append(finding.model_dump(mode="json", exclude_none=True))
        self._save()
        return finding

    async def _confirmed(self, key: str, suspect: Suspect, recording: Recording) -> Confirmation:
        """What replays make of a suspect; one that another charter confirmed is shown once more, and recorded."""
        ledger = self._around.ledger
        deadline = min(self._clock() + CONFIRM_SECONDS, self._end())
        while not ledger.claim(key):
            known = await ledger.known(key)
            if known is not None:
                shown = await confirm_known(known, self._replayer, recording)
                # Another charter's sequence may not show it here: then it takes this charter's own.
                return shown if shown.reported else await confirm(suspect, self._replayer, deadline, recording)
        confirmation = None
        try:
            confirmation = await confirm(suspect, self._replayer, deadline, recording)
            return confirmation
        finally:
            ledger.settle(key, confirmation if confirmation is not None and confirmation.reported else None)

    def _conclude(self, step: RunStep, result: MoveResult, reported: list[Finding]) -> None:
        issues = [finding for finding in reported if finding.kind == "issue"]
        if issues and result.status != BLOCKED:
            step.status, step.code = FAILED, Code.ASSERTION_FAILED
            titles = "; ".join(finding.title for finding in issues[:3])
            step.detail = f"{len(issues)} issue{'s' * (len(issues) != 1)}: {titles} ({result.detail})"
        elif self._replayer.unready:
            step.status, step.code, step.detail = BLOCKED, Code.SEED_DATA_MISSING, self._replayer.unready
        self._replayer.unready = ""

    def _allowance(self) -> float:
        """Seconds for the next step: an even share of what is left."""
        left = self._end() - self._clock()
        steps_left = max(self.plan.budget.steps - len(self.run.steps), 1)
        return max(left / steps_left, LEAST_EXPLORE_SECONDS * 2)

    def _end(self) -> float:
        return self._began + self.plan.budget.minutes * 60

    def _measure(self) -> None:
        self.run.usage.minutes = round((self._clock() - self._began) / 60, 3)

    def _note(self, text: str) -> None:
        if text not in self._notes:
            self._notes[text] = None
            self.run.notes.append(text)

    def _say(self, step: int, doing: str) -> None:
        self._measure()
        issues = len(self.run.findings)
        budget = self.plan.budget
        self._around.on_progress(
            Progress(
                self.plan.charter, step, doing, issues, self.run.usage.minutes, budget.minutes, int(budget.steps)
            )
        )

    def _save(self) -> None:
        data: dict[str, Any] = mask_in(
            self.run.model_dump(mode="json", exclude_unset=True), self._around.secrets.forms()
        )
        write_run(self.directory, Run.model_validate(data))


def has_ended(directory: Path) -> bool:
    """Whether the run in `directory` is there and came to its end."""
    return (directory / RUN_FILE).is_file() and bool(read_run(directory).ended)


def _gravity(item: tuple[str, Suspect]) -> tuple[Any, ...]:
    suspicion = item[1].suspicion
    return (suspicion.kind != "issue", -suspicion.severity, suspicion.title)


async def _refused(outcome: Outcome) -> MoveResult:
    return MoveResult(outcome.detail, BLOCKED, outcome.code)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
