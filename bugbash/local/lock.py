"""A lock between processes, held by a file."""

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bugbash.errors import Unusable


@contextmanager
def locked(path: Path, seconds: float) -> Iterator[None]:
    """Hold the lock at `path`; the system lets it go with the process, so none is ever stale.

    Raises Unusable where another process does not let it go within `seconds`.
    """
    handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        _take(handle, path, time.monotonic() + seconds)
        yield
    finally:
        os.close(handle)


def _take(handle: int, path: Path, deadline: float) -> None:
    while True:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return
        except BlockingIOError as error:
            if time.monotonic() > deadline:
                raise Unusable(
                    f"{path}: another bugbash has held this lock for long: end it, or try again"
                ) from error
        time.sleep(0.1)
