"""The interface of a store, its errors, and which store a text names.

A store is create-only: a file that is there is never replaced. Putting the same bytes again is done at once;
other bytes under the same key are a conflict.
"""

import re
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol
from urllib.parse import urlsplit

from bugbash.errors import Unusable, one_line

MOST_READ_BYTES = 16 * 2**20
"""Largest file that `Store.read` gives; as much as bugbash.contract.jsonfile reads."""


class StoreError(Unusable):
    """A store cannot do what was asked; the message says why, and what to do."""


class StoreUnavailable(StoreError):
    """A store cannot be reached, refuses the credentials, or has no such bucket."""


class StoreConflict(StoreError):
    """Two digests that should be one are not: of what is stored, what is to be stored, or what was announced."""


class StoreMissing(StoreError):
    """A store has no file under a key."""


@dataclass(frozen=True)
class Stored:
    """A file that is in a store; `already` when it was there before."""

    uri: str
    already: bool


@dataclass(frozen=True)
class Entry:
    """A stored file's key, and its size in bytes."""

    key: str
    size: int


class Store(Protocol):
    """Where evidence is kept. Keys are as keys.check_key takes them; a prefix is empty or ends with a slash.

    Every method raises StoreUnavailable where the store cannot answer, and Unusable for a key it cannot take.
    """

    def put(self, key: str, file: Path, sha256: str, media_type: str) -> Stored:
        """Store `file`, whose digest is `sha256` (64 hex digits); done where that very file is there already.

        Raises StoreConflict, naming both digests, where another file has the key or `file` has another digest.
        """
        ...

    def holds(self, key: str, sha256: str) -> bool:
        """Whether a file with that digest is there; raises StoreConflict where one with another digest is."""
        ...

    def read(self, key: str, limit: int = MOST_READ_BYTES) -> bytes:
        """A file's bytes; raises StoreMissing where there is none, Unusable where it is larger than `limit`."""
        ...

    def digest(self, key: str) -> str:
        """SHA-256 of the bytes that the store gives now, in hex; raises StoreMissing where there is none."""
        ...

    def entries(self, prefix: str = "") -> Iterator[Entry]:
        """Every file under `prefix`, at any depth, in no particular order."""
        ...

    def keys(self, prefix: str = "") -> Iterator[str]:
        """The keys of `entries`."""
        ...

    def uri(self, key: str) -> str:
        """Where the file of `key` is, for people and for `evidence.uri`."""
        ...

    def check(self) -> None:
        """Raise StoreUnavailable unless files can be stored now."""
        ...


def size_of(file: Path) -> int:
    """Bytes of the regular file that is to be stored; raises Unusable where there is none."""
    try:
        found = file.stat()
    except OSError as error:
        raise Unusable(f"{file}: cannot be read: {error.strerror}") from error
    if not stat.S_ISREG(found.st_mode):
        raise Unusable(f"{file}: is no regular file")
    return found.st_size


def conflict(place: str, there: str, wanted: str) -> StoreConflict:
    """The error that what is stored at `place` has the digest `there` and not the one wanted."""
    return StoreConflict(
        f"{place}: holds sha256 {there}, not {wanted}; what is stored is never replaced: "
        "remove it there if it is wrong, or store under another name"
    )


def open_store(spec: str, base: Path) -> Store:
    """The store that `spec` names: a folder (relative to `base`), s3://BUCKET/PREFIX, or `local`.

    `local` is the S3 server that `bugbash local` keeps on this machine; `local:PREFIX` is a part of it. For S3, the
    endpoint, region and credentials are looked up where every AWS tool looks them up: AWS_ENDPOINT_URL_S3,
    AWS_PROFILE, ~/.aws/config and so on. Raises Unusable for a text that names no store, StoreUnavailable where its
    settings do not hold together; nothing is asked of the store itself yet.
    """
    kind, _, prefix = spec.partition(":")
    if kind == "local":
        return _local(prefix.strip("/"))
    if re.match(r"[A-Za-z][A-Za-z0-9+.-]*://", spec):
        return _s3(spec)
    if not spec.strip() or "\0" in spec:
        raise Unusable("the store has no name: give a folder, s3://bucket/prefix or local")
    from bugbash.evidence.folder import FolderStore  # noqa: PLC0415 - it imports this module

    return FolderStore(base / Path(spec).expanduser())


def _s3(spec: str) -> Store:
    parts = urlsplit(spec)
    if parts.scheme.lower() != "s3":
        raise Unusable(
            f"{one_line(parts.scheme, 20)}:// names no store known here: give a folder, s3://bucket/prefix or local"
        )
    if "@" in parts.netloc or ":" in parts.netloc or parts.query or parts.fragment:
        raise Unusable(
            "the store must be s3://bucket/prefix and no more: keys and endpoint come from AWS_PROFILE, "
            "AWS_ENDPOINT_URL_S3 and the like"
        )
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]{1,254}", parts.netloc):
        raise Unusable(f"{one_line(spec, 120)} names no bucket: it must be s3://bucket/prefix")
    from bugbash.evidence.s3 import S3Store  # noqa: PLC0415 - boto3 takes long to import

    return S3Store(parts.netloc, parts.path.strip("/"))


def _local(prefix: str) -> Store:
    from bugbash.evidence.local_s3 import local_s3  # noqa: PLC0415 - only for this kind of store
    from bugbash.evidence.s3 import S3Store  # noqa: PLC0415 - boto3 takes long to import

    server = local_s3()
    return S3Store(server.bucket, prefix, server=server)
