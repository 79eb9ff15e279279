"""Processes that outlive us: starting, recognising, measuring and ending them."""

import os
import subprocess
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

import psutil

_SAME_BIRTH_SECONDS = 2.0
_KEPT = (
    "PATH HOME USER LOGNAME LANG LC_ALL LC_CTYPE TZ TMPDIR VIRTUAL_ENV PYTHONPATH LD_LIBRARY_PATH "
    "SSL_CERT_FILE SSL_CERT_DIR"
).split()


def plain_environment(environment: Mapping[str, str] = os.environ) -> dict[str, str]:
    """What a program needs to run at all: a server that stays must not keep the secrets of the shell it came from."""
    return {name: environment[name] for name in _KEPT if name in environment}


def start_detached(command: Sequence[str], environment: Mapping[str, str], folder: Path, log: Path) -> int:
    """Start `command` in a session of its own, with `folder` as its place and all output to `log`; its pid."""
    with log.open("ab") as output:
        process = subprocess.Popen(
            command,
            cwd=folder,
            env=dict(environment),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            umask=0o077,
        )
    # takes note of the end, should it end before us: it would stay as a zombie otherwise
    threading.Thread(target=process.wait, name=f"wait-{process.pid}", daemon=True).start()
    return process.pid


def born(pid: int) -> float | None:
    """Seconds after the machine's start at which the process began: unmoved when the clock is set."""
    with suppress(psutil.Error):
        return psutil.Process(pid).create_time() - psutil.boot_time()
    return None


def find(pid: int, born_at: float, command: Sequence[str]) -> psutil.Process | None:
    """The process with that pid, where it is the very one that began then with that command; else None."""
    with suppress(psutil.Error):
        process = psutil.Process(pid)
        same = abs(process.create_time() - psutil.boot_time() - born_at) < _SAME_BIRTH_SECONDS
        if same and process.status() != psutil.STATUS_ZOMBIE and process.cmdline() == list(command):
            return process
    return None


def tree(process: psutil.Process) -> list[psutil.Process]:
    """`process`, its descendants, and what else is in the session that it leads."""
    found = {process.pid: process}
    with suppress(psutil.Error):
        found |= {child.pid: child for child in process.children(recursive=True)}
    for other in psutil.process_iter():
        with suppress(OSError):
            if os.getsid(other.pid) == process.pid:
                found[other.pid] = other
    return list(found.values())


def end(process: psutil.Process, seconds: float) -> None:
    """End the whole tree: asked first, killed after `seconds`."""
    processes = tree(process)
    for one in processes:
        with suppress(psutil.NoSuchProcess):
            one.terminate()
    _, left = psutil.wait_procs(processes, timeout=seconds)
    for one in left:
        with suppress(psutil.NoSuchProcess):
            one.kill()
    psutil.wait_procs(left, timeout=5)


def memory(process: psutil.Process) -> int:
    """Resident bytes of the tree."""
    total = 0
    for one in tree(process):
        with suppress(psutil.Error):
            total += one.memory_info().rss
    return total
