"""Stores for the tests of evidence: a folder, and a prefix in a real S3 server."""

import hashlib
import itertools
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from bugbash.evidence.folder import FolderStore
from bugbash.evidence.s3 import S3Store
from bugbash.evidence.store import Store
from tests.support.servers import RunningS3, aws_settings, s3_server

__all__ = ["s3_server"]

PART_BYTES = 5 * 2**20
_prefixes = itertools.count()


@pytest.fixture
def aws(s3_server: RunningS3, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> RunningS3:
    """The AWS settings of the environment lead to the test server, and to nothing of the machine's own."""
    for name in [name for name in os.environ if name.startswith("AWS_")]:
        monkeypatch.delenv(name)
    for name, value in aws_settings(s3_server.s3).items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("AWS_CONFIG_FILE", str(tmp_path / "no-aws-config"))
    monkeypatch.setenv("AWS_SHARED_CREDENTIALS_FILE", str(tmp_path / "no-aws-credentials"))
    monkeypatch.setenv("AWS_EC2_METADATA_DISABLED", "true")
    return s3_server


@pytest.fixture
def prefix() -> str:
    """A prefix in the test server's bucket that no other test uses."""
    return f"test-{os.getpid()}-{next(_prefixes)}"


@pytest.fixture
def s3_store(aws: RunningS3, prefix: str) -> S3Store:
    return S3Store(aws.s3.bucket, prefix, part_bytes=PART_BYTES)


@pytest.fixture(params=["folder", "s3"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Store:
    """The same tests hold for both kinds of store."""
    if request.param == "folder":
        return FolderStore(tmp_path / "store")
    found: Store = request.getfixturevalue("s3_store")
    return found


@pytest.fixture
def make_file(tmp_path: Path) -> Callable[..., tuple[Path, str]]:
    """Makes a file to store; gives its path and its digest."""

    def make(content: bytes = b"total stayed 12.00\n", name: str = "note.txt") -> tuple[Path, str]:
        file = tmp_path / "made" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
        return file, hashlib.sha256(content).hexdigest()

    return make
