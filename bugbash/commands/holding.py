"""Holding a bash from the command line: the flow in this process, progress, and a closing summary."""

import asyncio
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

import click
from httpx import HTTPError
from rich.console import Console
from rich.text import Text

from bugbash.charter.bash_file import Bash
from bugbash.charter.plan import plan
from bugbash.charter.settings import Settings
from bugbash.commands.progress import Watch
from bugbash.commands.server import Server, prefect_server
from bugbash.contract.verdict import EXIT_STATUS
from bugbash.errors import BugbashError, Interrupted, Unusable, one_line
from bugbash.report.bash_json import BASH_FILE, read_bash
from bugbash.report.publish import REPORT_HTML
from bugbash.report.safe import flat
from bugbash.triage.directory import BASH_COPY
from bugbash.triage.summary import BashSummary

MOST_LINES = 40
_STYLES = {"passed": "bold green", "failed": "bold red", "blocked": "bold yellow"}


def hold_bash(file: Path, bash: Bash, chosen: Settings, resumed: Path | None) -> int:
    """Run the flow and show how it goes; the exit status by the gate's outcome."""
    console = Console(stderr=True, highlight=False)
    _check_store(chosen.store)
    directory = resumed or _new_directory(chosen, bash)
    _announce(console, bash, chosen)
    with prefect_server(lambda text: console.print(Text(text, style="dim"))) as server:
        try:
            cancelled = _run_flow(file, bash, chosen, directory, console, server)
        except asyncio.CancelledError:  # a second Ctrl-C
            raise _at_once(directory) from None
    summary = read_bash(directory)
    _close(console, summary, directory)
    return Interrupted.exit_status if cancelled else EXIT_STATUS[summary.gate.outcome]


def _at_once(directory: Path) -> Interrupted:
    return Interrupted(
        f"interrupted at once; what was found is in {directory}: `bugbash report --run {directory}` reports on it, "
        f"`bugbash run --resume {directory}` goes on"
    )


def _check_store(spec: str) -> None:
    """Find out before anything is begun that a store's name cannot be used; raises Unusable."""
    if spec and spec.partition(":")[0] != "local":
        from bugbash.evidence.store import open_store  # noqa: PLC0415  may load boto3

        try:
            open_store(spec, Path.cwd())
        except Unusable as error:
            raise Unusable(f"store: {error}") from None


def _run_flow(file: Path, bash: Bash, chosen: Settings, directory: Path, console: Console, server: Server) -> bool:
    """Run the flow in this process; whether it was cancelled. Raises BugbashError where it did not get that far."""
    # Prefect is slow to import, and must be told its server first.
    from bugbash.flows.bug_bash import Request, bug_bash  # noqa: PLC0415
    from bugbash.tasks.context import progress_listener  # noqa: PLC0415

    shown = directory / BASH_COPY if not file.is_file() else file
    request = Request(
        file=str(shown.resolve()),
        store=chosen.store or None,
        parallel=chosen.parallel,
        seed=chosen.seed,
        browser=chosen.browser or None,
        directory=str(directory.resolve()),
    )
    before = _ended(directory)
    with Watch([charter.name for charter in bash.charters], console) as watch:
        progress_listener.set(watch)
        try:
            outcome = asyncio.run(_outcome(bug_bash, request))
        except HTTPError as error:
            if _ended(directory) == before:
                raise BugbashError(f"{_away(server, error)}; what was found is in {directory}") from None
            console.print(Text(f"{_away(server, error)}: it lacks the end of this run", style="yellow"))
            return any(charter.state == "cancelled" for charter in read_bash(directory).charters)
    if outcome.run_id:
        console.print(
            Text(f"Prefect run: {server.ui_url}/runs/flow-run/{outcome.run_id}", style="dim"), soft_wrap=True
        )
    if isinstance(outcome.error, BugbashError):
        raise outcome.error
    if outcome.error is not None:
        raise BugbashError(f"the flow failed: {type(outcome.error).__name__}: {one_line(str(outcome.error))}")
    return outcome.cancelled


def _ended(directory: Path) -> str:
    """When the bash in `directory` came to its end; empty where it did not, or never began."""
    return read_bash(directory).ended if (directory / BASH_FILE).is_file() else ""


def _away(server: Server, error: HTTPError) -> str:
    return f"the Prefect server at {server.api_url} does not answer ({one_line(str(error), 200)})"


class _Outcome(NamedTuple):
    run_id: str
    error: BaseException | None
    cancelled: bool


async def _outcome(flow: Any, request: Any) -> _Outcome:
    """What came of the flow run; its error is answered, not raised, so that the run can be named first."""
    state = await flow(request, return_state=True)
    result = await state.aresult(raise_on_failure=False)
    run_id = str(state.state_details.flow_run_id or "")
    error = result if isinstance(result, BaseException) and not state.is_cancelled() else None
    return _Outcome(run_id, error, state.is_cancelled() or state.is_cancelling())


def _new_directory(chosen: Settings, bash: Bash) -> Path:
    """A directory of its own for a new bash, named by time; raises Unusable where it cannot be made."""
    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    for attempt in range(100):
        directory = chosen.out / bash.name / (stamp if not attempt else f"{stamp}-{attempt}")
        try:
            directory.mkdir(parents=True)
            return directory
        except FileExistsError:
            continue  # another bash began in the same second
        except OSError as error:
            raise Unusable(f"{directory}: cannot be made: {error.strerror}; name another folder with --out") from None
    raise Unusable(f"{chosen.out / bash.name}: a hundred bashes began in this second")


def _announce(console: Console, bash: Bash, chosen: Settings) -> None:
    charters = len(bash.charters)
    side_by_side = min(chosen.parallel, charters)
    text = f"{bash.name}: {charters} charter{'s' * (charters != 1)} on {bash.target}, {side_by_side} at a time"
    console.print(Text(text, style="bold"))
    for charter in bash.charters:
        mission = plan(bash, charter, chosen.seed)
        for part in mission.clamped:
            asked, given = getattr(mission.budget_request, part), getattr(mission.budget, part)
            console.print(Text(f"{charter.name}: budget clamped: {part} {asked:g} becomes {given:g}", style="yellow"))


def _close(console: Console, summary: BashSummary, directory: Path) -> None:
    """The closing summary: the verdict, the findings, what did not run, and where the report is."""
    console.print()
    outcome = summary.gate.outcome
    console.print(Text.assemble((outcome.upper(), _STYLES[outcome]), " ", flat(summary.sentence)), soft_wrap=True)
    for reason in summary.gate.reasons:
        console.print(Text(f"  held back: {flat(reason)}"), soft_wrap=True)
    for line in summary.lines[:MOST_LINES]:
        seen = len(line.sightings)
        where = f"{line.screen}, {seen} sighting{'s' * (seen != 1)}"
        console.print(Text(f"  {line.kind} {line.severity}  {flat(line.title)}  ({flat(where)})"), soft_wrap=True)
    if len(summary.lines) > MOST_LINES:
        console.print(f"  (and {len(summary.lines) - MOST_LINES} more)")
    for charter in summary.not_run:
        why = charter.error or charter.stop_detail
        console.print(Text(f"  {charter.state}: {charter.name}: {flat(why)}", style="yellow"), soft_wrap=True)
    click.echo(f"report: {(directory / REPORT_HTML).resolve()}")
