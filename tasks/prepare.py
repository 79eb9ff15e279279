"""Before the charters: the bash's directory, its store, and what they all share."""

import shutil
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from prefect.blocks.system import Secret
from prefect.client.schemas.objects import State
from prefect.runtime import flow_run

from bugbash.charter.bash_file import Bash
from bugbash.charter.settings import Settings
from bugbash.errors import Unusable, one_line
from bugbash.evidence.store import Store, open_store
from bugbash.evidence.upload import Uploader
from bugbash.explore.exploration import Surroundings
from bugbash.local.servers import ensure_s3
from bugbash.report.bash_json import BASH_FILE, read_bash
from bugbash.report.publish import publish
from bugbash.session.browser import BrowserHost
from bugbash.session.secrets import SecretMissing, Secrets
from bugbash.tasks.context import Hold, progress_listener
from bugbash.tasks.merge import summary_of
from bugbash.triage.directory import BASH_COPY, BashDirectory


@asynccontextmanager
async def prepare(
    file: Path, bash: Bash, chosen: Settings, directory: str | None, host: BrowserHost, cancelled: Callable[[], bool]
) -> AsyncIterator[Hold]:
    """Everything that the charters of a bash share, with its directory on disk, and nobody else at work in that.

    A `directory` that holds a bash already is gone on with: unfinished runs in it are set aside. Raises Unusable
    where the directory or the store cannot be used, or another bugbash is at work in the directory.
    """
    bash_id, started = new_id()
    path = Path(directory) if directory else chosen.out / bash.name / bash_id
    if (path / BASH_FILE).is_file():
        before = read_bash(path)
        bash_id, started = before.id, before.started
    with _writing(path):
        path.mkdir(parents=True, exist_ok=True)
    with BashDirectory(path).occupied():
        with _writing(path):
            if file.resolve() != (path / BASH_COPY).resolve():
                shutil.copyfile(file, path / BASH_COPY)
            _set_aside_unfinished(path, bash)
        secrets = Secrets(bash.secrets, file.parent, _read_block)
        around = Surroundings(host, secrets, file.parent, bash_id, progress_listener.get(), cancelled)
        store = _opened(chosen.store)
        uploader = Uploader(store, path, f"{bash.name}/{bash_id}/") if store else None
        hold = Hold(bash, chosen, path, file, bash_id, started, around, uploader)
        with _writing(path):
            publish(summary_of(hold, {}, ended=False), path, str(path))
        yield hold


@contextmanager
def _writing(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise Unusable(
            f"{path}: cannot be written: {error.strerror}; make room, or name another with --out"
        ) from None


async def readable_error(state: State) -> str:
    """Why a charter's task did not end well, in one line; empty where it did."""
    if state.is_completed() or state.name == "Blocked":
        return ""
    return one_line(f"{state.name}: {state.message or 'without a word'}", 300)


def new_id() -> tuple[str, str]:
    """An identity for a bash that sorts by time and is the same when Prefect retries the flow run; and its start."""
    began = flow_run.scheduled_start_time
    now = began if began is not None else datetime.now(UTC)
    short = (flow_run.id or "").replace("-", "")[-6:]
    return f"{now:%Y%m%d-%H%M%S}-{short}".strip("-"), datetime.now(UTC).isoformat(timespec="seconds")


def _set_aside_unfinished(path: Path, bash: Bash) -> None:
    directory = BashDirectory(path)
    for charter in bash.charters:
        if not directory.has_ended(charter.name):
            directory.set_aside(charter.name)


def _opened(spec: str) -> Store | None:
    """The store, if one is named; the server behind `local` is started where it does not run."""
    if not spec:
        return None
    if spec.partition(":")[0] == "local":
        ensure_s3()
    return open_store(spec, Path.cwd())


async def _read_block(name: str) -> str:
    try:
        block: Any = await Secret.aload(name)
    except ValueError as error:
        raise SecretMissing(
            f"the Prefect block secret/{name} cannot be loaded: {one_line(str(error), 200)}"
        ) from None
    return str(block.get())
