"""The flow that holds a bug bash. There is one way to run a bash: this flow."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Annotated

from prefect import flow
from prefect.client.schemas.objects import State
from prefect.runtime import flow_run
from prefect.states import Cancelled
from pydantic import BaseModel, ConfigDict, Field

from bugbash.charter.load import load_bash
from bugbash.charter.plan import plan
from bugbash.charter.settings import settings
from bugbash.flows.cancel import Cancellation
from bugbash.session.browser import BrowserHost
from bugbash.tasks.context import Hold, holding
from bugbash.tasks.explore import explore_charter, time_limit
from bugbash.tasks.merge import hold_back, merge_runs, publish_reports
from bugbash.tasks.prepare import prepare, readable_error
from bugbash.tasks.states import state_of
from bugbash.triage.directory import BashDirectory


class Request(BaseModel):
    """What to bash, and how. Names and places only: Prefect stores parameters, and shows them in clear."""

    model_config = ConfigDict(extra="forbid")
    file: Annotated[str, Field(description="Full path of the bash file, on the machine that runs the flow.")]
    out: Annotated[
        str | None,
        Field(description="Folder for the results, on that machine. Default: its BUGBASH_OUT, else ./bash-results."),
    ] = None
    store: Annotated[
        str | None,
        Field(
            description="Where evidence goes besides: a folder, s3://bucket/prefix, or local. "
            "Default: that machine's BUGBASH_STORE, else what the file says."
        ),
    ] = None
    parallel: Annotated[
        int | None,
        Field(ge=1, le=64, description="Sessions at the same time. Default: what the file says, else 4."),
    ] = None
    seed: Annotated[
        int | None,
        Field(ge=0, description="Of every random choice: the same seed takes the same path. Default: the file's."),
    ] = None
    browser: Annotated[
        str | None,
        Field(description="Path of a Chromium or Chrome, on that machine. Default: the first that is found."),
    ] = None
    directory: Annotated[
        str | None, Field(description="Directory of an earlier bash, to go on with. Default: a new one.")
    ] = None


def _run_name() -> str:
    request = flow_run.parameters["request"]
    file = request["file"] if isinstance(request, dict) else request.file
    return f"{Path(file).stem} {flow_run.scheduled_start_time:%Y-%m-%d %H:%M}"


@flow(name="bug-bash", flow_run_name=_run_name, persist_result=False, validate_parameters=True)
async def bug_bash(request: Request) -> State:
    """Hold a bug bash: a task per charter, then merge, publish and gate. The verdict is the final state."""
    file = Path(request.file)
    bash = load_bash(file)
    chosen = settings(request.model_dump(exclude={"file", "directory"}), bash)
    async with (
        Cancellation() as cancellation,
        _browser(chosen.browser) as host,
        prepare(file, bash, chosen, request.directory, host, cancellation.is_set) as hold,
    ):
        holding.set(hold)
        errors = await _explore_all(hold, cancellation)
        summary = await merge_runs(f"{bash.name} / merge", errors)
        await state_of(publish_reports(f"{bash.name} / publish", summary, return_state=True))
        verdict = await state_of(hold_back(f"{bash.name} / gate", summary, return_state=True))
    if cancellation.is_set():
        return Cancelled(message=f"Cancelled; what was found until then is in {hold.directory}. {verdict.message}")
    # A state of the flow's own keeps its name; a task's would be summed up as plain Completed or Failed.
    return State(type=verdict.type, name=verdict.name, message=verdict.message, data=summary)


async def _explore_all(hold: Hold, cancellation: Cancellation) -> dict[str, str]:
    """Explore every charter that has not ended yet; why those failed whose task did not end well."""
    limit = asyncio.Semaphore(hold.settings.parallel)
    directory = BashDirectory(hold.directory)
    errors: dict[str, str] = {}

    async def one(name: str) -> None:
        charter = next(c for c in hold.bash.charters if c.name == name)
        async with limit:
            if cancellation.is_set():
                return
            mission = plan(hold.bash, charter, hold.settings.seed)
            explore = explore_charter.with_options(timeout_seconds=time_limit(mission))
            state = await state_of(explore(f"{hold.bash.name} / {name}", mission, return_state=True))
            error = await readable_error(state)
            if error:
                errors[name] = error

    waiting = [charter.name for charter in hold.bash.charters if not directory.has_ended(charter.name)]
    await asyncio.gather(*(one(name) for name in waiting))
    return errors


@contextlib.asynccontextmanager
async def _browser(named: str) -> AsyncIterator[BrowserHost]:
    async with BrowserHost(named) as host:
        yield host
