"""From the run directories to one summary, its reports, and the gate's decision."""

from collections.abc import Mapping
from datetime import UTC, datetime

from prefect import task
from prefect.artifacts import acreate_link_artifact, acreate_markdown_artifact, acreate_table_artifact
from prefect.cache_policies import NO_CACHE
from prefect.client.schemas.objects import State
from prefect.states import Completed, Failed

from bugbash import __version__
from bugbash.evidence import manifest
from bugbash.evidence.upload import UploadReport, files_to_send
from bugbash.report.markdown import markdown
from bugbash.report.publish import REPORT_HTML, publish
from bugbash.tasks.context import Hold, holding
from bugbash.triage.directory import BashDirectory, Mission
from bugbash.triage.summary import BashSummary

UPLOAD_SECONDS = 120
"""How long a finished bash waits for its store; what is not sent by then can be sent later."""
_STATE_NAMES = {"passed": "Passed", "failed": "Failed", "blocked": "Blocked"}


@task(name="merge", task_run_name="{name}", cache_policy=NO_CACHE, persist_result=False)
async def merge_runs(name: str, errors: Mapping[str, str]) -> State[BashSummary]:
    """Merge what the charters' runs claim; `errors` says of a charter why its task did not end well."""
    summary = summary_of(holding.get(), errors)
    return Completed(name="Merged", message=summary.sentence, data=summary)


@task(name="publish", task_run_name="{name}", cache_policy=NO_CACHE, persist_result=False)
async def publish_reports(name: str, summary: BashSummary) -> State[UploadReport]:
    """Write the reports and manifests, show them in the UI, and send everything to the store, manifests last."""
    hold = holding.get()
    directory = BashDirectory(hold.directory)
    publish(summary, hold.directory, str(hold.directory))
    for charter in hold.bash.charters:
        for path in (directory.run(charter.name), *directory.interrupted(charter.name)):
            if path.is_dir():
                identity = manifest.Identity(bash=hold.bash_id, charter=charter.name)
                manifest.write(path, manifest.build(path, identity=identity))
    manifest.write(hold.directory, manifest.build(hold.directory, identity=manifest.Identity(bash=hold.bash_id)))
    await hold.display.show(lambda: _show(hold, summary))
    report = await _send(hold)
    if report.failed:
        return Failed(name="Left behind", message=report.sentence(hold.directory), data=report)
    return Completed(message=report.sentence(hold.directory), data=report)


@task(name="gate", task_run_name="{name}", cache_policy=NO_CACHE, persist_result=False)
async def hold_back(name: str, summary: BashSummary) -> State[BashSummary]:
    """Say whether the release may go; the state is the flow's own final one."""
    reasons = f" Held back: {'; '.join(summary.gate.reasons)}." if summary.gate.reasons else ""
    message = f"{summary.sentence}{reasons}"
    outcome = summary.gate.outcome
    if outcome == "passed":
        return Completed(name=_STATE_NAMES[outcome], message=message, data=summary)
    return Failed(name=_STATE_NAMES[outcome], message=message, data=summary)


def summary_of(hold: Hold, errors: Mapping[str, str], ended: bool = True) -> BashSummary:
    """What the runs on disk come to, with the identity of the bash."""
    about = {
        "id": hold.bash_id,
        "name": hold.bash.name,
        "target": hold.bash.target,
        "file": str(hold.file),
        "started": hold.started,
        "ended": datetime.now(UTC).isoformat(timespec="seconds") if ended else "",
        "tool_version": __version__,
        "seed": hold.settings.seed,
        "store": hold.settings.store,
    }
    missions = [Mission(charter.name, charter.goal) for charter in hold.bash.charters]
    return BashDirectory(hold.directory).summary(about, missions, hold.bash.gate, errors)


async def _show(hold: Hold, summary: BashSummary) -> None:
    """The report as artifacts of the flow run."""
    key = hold.bash.name
    text = markdown(summary, str(hold.directory))
    await acreate_markdown_artifact(text, key=f"{key}-report", description=summary.sentence)
    rows = [
        {
            "finding": line.title,
            "kind": line.kind,
            "severity": line.severity,
            "screen": line.screen,
            "charters": ", ".join(sorted({sighting.charter for sighting in line.sightings})),
            "fingerprint": line.fingerprint,
        }
        for line in summary.lines
    ]
    await acreate_table_artifact(rows, key=f"{key}-findings", description=f"{len(rows)} findings")
    report = (hold.directory / REPORT_HTML).resolve()
    about = "The full report, on the machine that held the bash"
    await acreate_link_artifact(report.as_uri(), link_text=str(report), key=f"{key}-html", description=about)


async def _send(hold: Hold) -> UploadReport:
    if hold.uploader is None:
        return UploadReport()
    for path in files_to_send(hold.directory):
        hold.uploader.enqueue(path)
    return await hold.uploader.drain(UPLOAD_SECONDS)
