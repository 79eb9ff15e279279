"""Sending a directory's files to a store, while the exploration that writes them goes on."""

import asyncio
import queue
import threading
from collections.abc import Container, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from bugbash.errors import BugbashError, one_line
from bugbash.evidence.digest import sha256_of
from bugbash.evidence.folder import FolderStore
from bugbash.evidence.manifest import MANIFEST
from bugbash.evidence.media import media_type
from bugbash.evidence.store import Store, StoreUnavailable, size_of

FAILURES_BEFORE_GIVING_UP: Final = 3
"""Files in a row for which the store was unavailable; each had the store's own attempts already."""


@dataclass(frozen=True)
class Sent:
    """A file that is in the store now; `already` when it was there before."""

    uri: str
    sha256: str
    size: int
    already: bool


_Outcome = Sent | str
"""What came of one file: that it is in the store, or why not."""


@dataclass(frozen=True)
class UploadReport:
    """What came of an upload; everything named in `failed` is still on disk only."""

    sent: int = 0
    already: int = 0
    bytes: int = 0
    failed: dict[str, str] = field(default_factory=dict)
    """Path -> why, in one line."""

    def sentence(self, directory: Path) -> str:
        """The report in one line; where something failed, with what to do about it."""
        done = f"{self.sent} sent ({self.bytes} bytes), {self.already} there already"
        if not self.failed:
            return done
        path, reason = next(iter(self.failed.items()))
        return (
            f"{done}, {len(self.failed)} not sent, the first of them {one_line(path, 200)}: {reason}; "
            f"all of it is in {directory}; send it with: bugbash upload {directory}"
        )


class Sender:
    """Sends files one by one, and stops trying when the store stays unavailable."""

    def __init__(self, store: Store, root: Path, prefix: str, known: Container[str] = ()) -> None:
        """`prefix` (empty, or ending with a slash) and a path relative to `root` make a key.

        `known` holds keys that were in the store at the start: those files are compared, and not sent again.
        """
        self._store = store
        self._root = root
        self._prefix = prefix
        self._known = known
        self._unavailable = 0

    def send(self, path: str) -> Sent:
        """Send the file at `path` under the root.

        Raises BugbashError where it cannot be read or stored, and at once after the store was unavailable too often.
        """
        if self._unavailable >= FAILURES_BEFORE_GIVING_UP:
            raise StoreUnavailable("not tried: the store was unavailable for the files before it")
        try:
            sent = self._send(path)
        except StoreUnavailable:
            self._unavailable += 1
            raise
        self._unavailable = 0
        return sent

    def _send(self, path: str) -> Sent:
        file, key = self._root / path, self._prefix + path
        size, digest = size_of(file), sha256_of(file)
        if key in self._known and self._store.holds(key, digest):
            return Sent(self._store.uri(key), digest, size, already=True)
        stored = self._store.put(key, file, digest, media_type(path))
        return Sent(stored.uri, digest, size, stored.already)


class Uploader:
    """Sends files from a thread of its own, in the order in which they were queued.

    Nothing that goes wrong with a store reaches the exploration: it is in the report.
    """

    def __init__(self, store: Store, root: Path, prefix: str) -> None:
        """A key is made of `prefix` (empty, or ending with a slash) and a path relative to `root`."""
        self._sender = Sender(store, root, prefix)
        self._queue: queue.SimpleQueue[tuple[str, Future[_Outcome]]] = queue.SimpleQueue()
        self._futures: dict[str, Future[_Outcome]] = {}
        self._thread: threading.Thread | None = None

    def enqueue(self, path: str) -> None:
        """Have the file at `path`, relative to the root, sent; returns at once.

        A path that is queued or sent is not sent again; one that failed is tried again.
        """
        before = self._futures.get(path)
        if before and not (before.done() and isinstance(_outcome(before), str)):
            return
        future: Future[_Outcome] = Future()
        self._futures[path] = future
        self._queue.put((path, future))
        if not self._thread:
            # a daemon: a store that hangs must not keep the process from ending
            self._thread = threading.Thread(target=self._work, name="evidence-upload", daemon=True)
            self._thread.start()

    async def drain(self, deadline_seconds: float) -> UploadReport:
        """Wait until all that was queued has been tried, at most that long; what has not been by then has failed."""
        waiting = [asyncio.wrap_future(future) for future in self._futures.values() if not future.done()]
        if waiting:
            await asyncio.wait(waiting, timeout=deadline_seconds)
        for future in self._futures.values():
            future.cancel()
        return self._report(deadline_seconds)

    def sent(self) -> Mapping[str, Sent]:
        """The files that are in the store by now, by path."""
        done = {path: _outcome(future) for path, future in self._futures.items() if future.done()}
        return {path: outcome for path, outcome in done.items() if isinstance(outcome, Sent)}

    def _work(self) -> None:
        while True:
            path, future = self._queue.get()
            if future.set_running_or_notify_cancel():
                future.set_result(self._try(path))

    def _try(self, path: str) -> _Outcome:
        try:
            return self._sender.send(path)
        except BugbashError as error:
            return one_line(str(error))
        except Exception as error:  # noqa: BLE001 - reported like any other failure, and the next file has its turn
            return one_line(f"{type(error).__name__}: {error}")

    def _report(self, deadline_seconds: float) -> UploadReport:
        sent, failed = self.sent(), {}
        for path, future in self._futures.items():
            outcome = _outcome(future) if future.done() else f"not done within {deadline_seconds:g} s"
            if isinstance(outcome, str):
                failed[path] = outcome
        new = [one for one in sent.values() if not one.already]
        return UploadReport(len(new), len(sent) - len(new), sum(one.size for one in new), failed)


def files_to_send(root: Path, below: str = "") -> list[str]:
    """The paths of all files under `root` (or its folder `below`, ending with a slash), in the order to send them.

    Manifests come after the files they list, so that a manifest in a store says that its files are there.
    """
    paths = FolderStore(root).keys(below)
    return sorted(paths, key=lambda path: (_rank(path), path))


def _rank(path: str) -> int:
    folder, _, name = path.rpartition("/")
    return 1000 - folder.count("/") - bool(folder) if name == MANIFEST else 0


def _outcome(future: "Future[_Outcome]") -> _Outcome:
    return "not tried in time" if future.cancelled() else future.result()
