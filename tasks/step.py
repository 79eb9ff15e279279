"""One step of a charter, and sending what it left on disk."""

from prefect import task
from prefect.cache_policies import NO_CACHE
from prefect.client.schemas.objects import State
from prefect.states import Completed

from bugbash.contract.counting import count
from bugbash.contract.models import Step
from bugbash.explore.explorer import NextMove
from bugbash.tasks.context import exploring, holding


@task(name="step", task_run_name="{name}", cache_policy=NO_CACHE, persist_result=False)
async def take_step(name: str, move: NextMove) -> State[Step]:
    """Make one move. The state is named after what the step counts as, and its message is the step's facts."""
    step = await exploring.get().take_step(move)
    counted = count(step)
    if counted.kind == "blocked":
        return Completed(name=f"Blocked: {counted.cause}", message=step.detail or step.title, data=step)
    if counted.kind == "product failure":
        return Completed(name="Product failure", message=step.detail, data=step)
    return Completed(name="Ran", message=step.detail or step.title, data=step)


@task(name="upload", task_run_name="{name}", cache_policy=NO_CACHE, persist_result=False, retries=0)
async def upload_evidence(name: str) -> State[int]:
    """Queue the evidence that is new, and note what has arrived; the store's faults never stop an exploration."""
    exploration, hold = exploring.get(), holding.get()
    uploader = hold.uploader
    if uploader is None:
        return Completed(message="no store: everything is on disk", data=0)
    paths = exploration.evidence_paths()
    below = exploration.directory.relative_to(hold.directory).as_posix()
    for path in paths:
        uploader.enqueue(f"{below}/{path}")
    arrived = uploader.sent()
    mine = {path: arrived[f"{below}/{path}"] for path in paths if f"{below}/{path}" in arrived}
    exploration.note_uploaded({path: (sent.uri, sent.sha256) for path, sent in mine.items()})
    return Completed(message=f"{len(mine)} of {len(paths)} files are in the store", data=len(mine))
