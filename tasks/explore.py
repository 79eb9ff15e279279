"""One charter, from its first step to its end."""

import contextlib
import re
from collections.abc import AsyncIterator
from dataclasses import replace
from uuid import UUID

from prefect import task
from prefect.artifacts import acreate_progress_artifact, aupdate_progress_artifact
from prefect.cache_policies import NO_CACHE
from prefect.client.schemas.objects import State
from prefect.states import Completed, Failed

from bugbash.charter.plan import Plan
from bugbash.contract.counting import count
from bugbash.errors import BugbashError
from bugbash.explore.exploration import Exploration
from bugbash.session.browser import BrowserHost
from bugbash.tasks.context import Hold, exploring, holding
from bugbash.tasks.gate import decided, stop_check
from bugbash.tasks.states import state_of
from bugbash.tasks.step import take_step, upload_evidence

GRACE_SECONDS = 180
"""What a charter may take beyond its budget: the last step's replays, evidence and closing."""


@task(name="charter", task_run_name="{name}", cache_policy=NO_CACHE, persist_result=False)
async def explore_charter(name: str, plan: Plan) -> State[str]:
    """Explore one charter: gate, step, upload, again and again, until the gate or the explorer ends it."""
    hold = holding.get()
    async with _host(plan, hold) as host:
        exploration = Exploration(plan, hold.directory / plan.charter, replace(hold.around, host=host))
        exploring.set(exploration)
        await _explore(name, plan, exploration, hold)
    return _ended(exploration)


async def _explore(name: str, plan: Plan, exploration: Exploration, hold: Hold) -> None:
    about = f"Budget used by {plan.charter}"
    progress = await hold.display.show(lambda: acreate_progress_artifact(0.0, key=_key(name), description=about))
    await exploration.begin()
    number = 0
    while True:
        number += 1
        decision = await decided(await state_of(stop_check(f"{name} / stop check {number}", return_state=True)))
        if decision.stop:
            await exploration.finish(decision.reason or "cancelled", decision.sentence)
            break
        move = await exploration.propose()
        if move is None:
            await exploration.finish("done", exploration.why_done())
            break
        taken = await state_of(
            take_step(f"{name} / step {number} {move.tour or move.title}", move, return_state=True)
        )
        if not taken.is_completed():
            # Going on would end as if all had been looked into: the run stays without an end, as that of a crash.
            raise BugbashError(f"step {number} could not be brought to its end: {taken.message or taken.name}")
        await state_of(upload_evidence(f"{name} / upload {number}", return_state=True))
        await _show_progress(hold, progress, exploration.share_used() * 100)
    await _show_progress(hold, progress, 100.0)


@contextlib.asynccontextmanager
async def _host(plan: Plan, hold: Hold) -> AsyncIterator[BrowserHost]:
    """The browser that all charters share, or one of the charter's own where the bash asks for that."""
    if not plan.own_browser:
        yield hold.around.host
        return
    async with hold.around.host.sibling() as own:
        yield own


async def _show_progress(hold: Hold, artifact: UUID | None, percent: float) -> None:
    if artifact is not None:
        await hold.display.show(lambda: aupdate_progress_artifact(artifact, percent))


def time_limit(plan: Plan) -> float:
    """Seconds after which a charter is taken for lost: its budget and what closing may take."""
    return float(plan.budget.minutes) * 60 + GRACE_SECONDS


def _ended(exploration: Exploration) -> State[str]:
    run = exploration.run
    issues = sum(finding.get("kind") == "issue" for finding in run.findings)
    ran = sum(count(step).ran for step in run.steps)
    message = f"{run.stop_reason}: {run.stop_detail}; {ran} of {len(run.steps)} steps ran, {issues} issues"
    if issues:
        return Completed(name="Issues found", message=message, data=run.stop_reason)
    return Completed(name="Explored", message=message, data="") if ran else Failed(name="Blocked", message=message)


def _key(name: str) -> str:
    """An artifact's key: small letters, digits and dashes only."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")
