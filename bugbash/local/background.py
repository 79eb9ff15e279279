"""Keeping one server in the background: found when it is healthy, started when it is not."""

import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, Protocol

import psutil

from bugbash.errors import Unusable, one_line
from bugbash.local import process
from bugbash.local.home import private_folder, size_of
from bugbash.local.lock import locked
from bugbash.local.ports import choose
from bugbash.local.state import State, read, write

START_SECONDS: Final = 120
"""Bound for a server to become healthy; 35 s were seen on a loaded machine."""

_RECOVER_SECONDS: Final = 30
_END_SECONDS: Final = 20
_LOCK_SECONDS: Final = START_SECONDS + _RECOVER_SECONDS + _END_SECONDS + 10
_LOG_BYTES: Final = 2**20


class NotStarted(Unusable):
    """A background server did not become healthy."""


@dataclass(frozen=True)
class Launch:
    """How a server is started: the environment is added to a plain one; `address` says how it is reached."""

    command: list[str]
    environment: dict[str, str]
    address: dict[str, str]


class Server(Protocol):
    """A program that can be kept in the background."""

    name: str
    ports: tuple[str, ...]
    """A name for each port that it listens on."""

    def launch(self, folder: Path, ports: Mapping[str, int]) -> Launch:
        """How to start it with its data in `folder`/data; raises Unusable where it is not installed."""
        ...

    def healthy(self, address: Mapping[str, str]) -> bool:
        """Whether it answers as it should, within a few seconds."""
        ...

    def tidy(self, ports: Mapping[str, int]) -> None:
        """Remove what it leaves outside its folder when it has ended."""
        ...


@dataclass(frozen=True)
class Status:
    """How a background server is."""

    name: str
    data: Path
    size: int
    """Bytes of data on disk."""
    log: Path
    state: State | None
    """The last start; it runs only where `pid` is given."""
    pid: int | None
    healthy: bool
    memory: int
    """Resident bytes of its processes."""


def ensure(server: Server, home: Path) -> dict[str, str]:
    """The address of `server`, which runs and is healthy; started where none was.

    Two callers at once start one server. Raises NotStarted, with the log's last line, where it does not become
    healthy in START_SECONDS.
    """
    folder = private_folder(private_folder(home) / server.name)
    state, running = _running(folder)
    if state and running and server.healthy(state.address):
        return state.address
    with locked(folder / "lock", _LOCK_SECONDS):
        state, running = _running(folder)
        if state and running:
            if _becomes_healthy(server, state, _RECOVER_SECONDS):
                return state.address
            process.end(running, _END_SECONDS)
        return _start(server, folder, state.ports if state else {})


def stop(server: Server, home: Path) -> bool:
    """End `server` with all its processes; whether it ran."""
    folder = home / server.name
    if not folder.is_dir():
        return False
    with locked(folder / "lock", _LOCK_SECONDS):
        state, running = _running(folder)
        if not (state and running):
            return False
        process.end(running, _END_SECONDS)
        server.tidy(state.ports)
        return True


def status(server: Server, home: Path) -> Status:
    """How `server` is now."""
    folder = home / server.name
    state, running = _running(folder)
    return Status(
        name=server.name,
        data=folder / "data",
        size=size_of(folder / "data"),
        log=_log(folder),
        state=state,
        pid=running.pid if running else None,
        healthy=bool(state and running and server.healthy(state.address)),
        memory=process.memory(running) if running else 0,
    )


def _running(folder: Path) -> tuple[State | None, psutil.Process | None]:
    """The last start, and its process where that is still the same one."""
    state = read(folder)
    return state, process.find(state.pid, state.born, state.command) if state else None


def _start(server: Server, folder: Path, kept: Mapping[str, int]) -> dict[str, str]:
    private_folder(folder / "data")
    ports = choose(server.ports, kept)
    launch = server.launch(folder, ports)
    log = _log(folder)
    _rotate(log)
    environment = process.plain_environment() | launch.environment
    pid = process.start_detached(launch.command, environment, folder / "data", log)
    since = datetime.now(UTC).isoformat(timespec="seconds")
    state = State(pid, process.born(pid) or 0.0, since, launch.command, ports, launch.address)
    write(folder, state)  # before it is healthy: whoever comes after a caller that was killed here finds it
    if not _becomes_healthy(server, state, START_SECONDS):
        raise _failed(server, state, log)
    return launch.address


def _becomes_healthy(server: Server, state: State, seconds: float) -> bool:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline and process.find(state.pid, state.born, state.command):
        if server.healthy(state.address):
            return True
        time.sleep(0.2)
    return False


def _failed(server: Server, state: State, log: Path) -> NotStarted:
    running = process.find(state.pid, state.born, state.command)
    how = f"was not healthy after {START_SECONDS} s" if running else "ended while it started"
    if running:
        process.end(running, _END_SECONDS)
    return NotStarted(f"the local {server.name} server {how}; the last line of {log}: {_last_line(log)}")


def _log(folder: Path) -> Path:
    return folder / "server.log"


def _rotate(log: Path) -> None:
    with suppress(FileNotFoundError):
        if log.stat().st_size > _LOG_BYTES:
            log.replace(log.with_suffix(".log.1"))


def _last_line(log: Path) -> str:
    with log.open("rb") as file:
        file.seek(max(0, log.stat().st_size - 4096))
        lines = file.read().decode(errors="replace").splitlines()
    return next((one_line(line) for line in reversed(lines) if line.strip()), "(the log is empty)")
