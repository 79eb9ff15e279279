"""A store that is a folder on disk."""

import errno
import hashlib
import io
import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bugbash.errors import Unusable
from bugbash.evidence.keys import check_key, check_prefix, is_temporary
from bugbash.evidence.store import (
    MOST_READ_BYTES,
    Entry,
    StoreConflict,
    Stored,
    StoreMissing,
    StoreUnavailable,
    conflict,
    size_of,
)

_NO_LINKS = {errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP, errno.EMLINK, errno.ENOSYS, errno.EXDEV}
_PIECE = 2**20


class FolderStore:
    """Files under `root`, which is made when the first one is put.

    The file to put may be the very file at its place: then it is there already. Links inside the folder are
    listed, and never followed.
    """

    def __init__(self, root: Path) -> None:
        self.root = root

    def put(self, key: str, file: Path, sha256: str, media_type: str) -> Stored:
        size_of(file)
        with self._asking(key):
            if self._found(key, sha256):
                return Stored(self.uri(key), already=True)
            target = self._place(key)
            target.parent.mkdir(parents=True, exist_ok=True)
            part = target.parent / f".{secrets.token_hex(8)}.part"
            try:
                digest = _copy(file, part)
                if digest != sha256:
                    raise StoreConflict(f"{file}: has sha256 {digest}, not {sha256} as announced: it was changed")
                made = _create(part, target)
            finally:
                part.unlink(missing_ok=True)
            _sync_folder(target.parent)
            return Stored(self.uri(key), already=not made and self._found(key, sha256))

    def holds(self, key: str, sha256: str) -> bool:
        with self._asking(key):
            return self._found(key, sha256)

    def read(self, key: str, limit: int = MOST_READ_BYTES) -> bytes:
        with self._asking(key), self._open(key) as file:
            data = file.read(limit + 1)
        if len(data) > limit:
            raise Unusable(f"{self.root / key}: is larger than {limit} bytes")
        return data

    def digest(self, key: str) -> str:
        with self._asking(key), self._open(key) as file:
            return hashlib.file_digest(file, "sha256").hexdigest()

    def entries(self, prefix: str = "") -> Iterator[Entry]:
        start = self._place(check_prefix(prefix)[:-1]) if prefix else self.root
        with self._asking(prefix or "."):
            if start.is_dir():
                yield from _walk(start, prefix)

    def keys(self, prefix: str = "") -> Iterator[str]:
        return (entry.key for entry in self.entries(prefix))

    def uri(self, key: str) -> str:
        return (self.root.absolute() / check_key(key)).as_uri()

    def check(self) -> None:
        with self._asking("."):
            self.root.mkdir(parents=True, exist_ok=True)
            probe = self.root / f".{secrets.token_hex(8)}.part"
            try:
                probe.touch(exist_ok=False)
            finally:
                probe.unlink(missing_ok=True)

    def _found(self, key: str, sha256: str) -> bool:
        try:
            with self._open(key) as file:
                there = hashlib.file_digest(file, "sha256").hexdigest()
        except FileNotFoundError:
            return False
        if there != sha256:
            raise conflict(str(self.root / key), there, sha256)
        return True

    def _open(self, key: str) -> io.BufferedReader:
        """The regular file at `key`; O_NONBLOCK so that a pipe put there cannot hang a verification."""
        path = self._place(key)
        try:
            handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        except OSError as error:
            if error.errno != errno.ELOOP:
                raise
            raise _no_file(path) from error
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            os.close(handle)
            raise _no_file(path)
        return os.fdopen(handle, "rb")

    def _place(self, key: str) -> Path:
        path = self.root / check_key(key)
        if not path.parent.resolve().is_relative_to(self.root.resolve()):
            raise Unusable(f"{path}: leads out of {self.root} by a link")
        return path

    @contextmanager
    def _asking(self, key: str) -> Iterator[None]:
        try:
            yield
        except FileNotFoundError as error:
            raise StoreMissing(f"{error.filename or self.root / key}: there is no such file") from error
        except OSError as error:
            place = error.filename or self.root / key
            raise StoreUnavailable(
                f"{place}: {error.strerror}: make room or access, or name another store"
            ) from error


def _no_file(path: Path) -> StoreConflict:
    return StoreConflict(f"{path}: is a link, or no regular file: nothing is read or stored through it")


def _walk(folder: Path, prefix: str) -> Iterator[Entry]:
    with os.scandir(folder) as found:
        inside = sorted(found, key=lambda item: item.name)
    for item in inside:
        key = f"{prefix}{item.name}"
        if item.is_dir(follow_symlinks=False):
            yield from _walk(folder / item.name, f"{key}/")
        elif not is_temporary(item.name):
            yield Entry(key, item.stat(follow_symlinks=False).st_size)


def _copy(source: Path, target: Path) -> str:
    """Copy durably to a new file; the digest of what was written."""
    digest = hashlib.sha256()
    with source.open("rb") as reader, target.open("xb") as writer:
        while piece := reader.read(_PIECE):
            digest.update(piece)
            writer.write(piece)
        writer.flush()
        os.fsync(writer.fileno())
    return digest.hexdigest()


def _create(part: Path, target: Path) -> bool:
    """Give `part` the name `target` unless that is taken; whether it was free."""
    try:
        target.hardlink_to(part)
    except FileExistsError:
        return False
    except OSError as error:
        if error.errno not in _NO_LINKS:
            raise
        return _create_by_copy(part, target)
    return True


def _create_by_copy(part: Path, target: Path) -> bool:
    """The same on a file system without hard links: still create-only, but a crash can leave a part of a file."""
    try:
        _copy(part, target)
    except FileExistsError:
        return False
    except OSError:
        target.unlink(missing_ok=True)
        raise
    return True


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
