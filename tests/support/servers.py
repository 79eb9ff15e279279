"""Real servers for tests: an S3 server with a home folder of its own."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from bugbash.local.servers import S3, ensure_s3, stop


@dataclass(frozen=True)
class RunningS3:
    """A SeaweedFS server, and the BUGBASH_HOME that it was started in."""

    home: Path
    s3: S3


@pytest.fixture(scope="session")
def s3_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningS3]:
    """An S3 server with one bucket, the same for the whole session: use a prefix of your own in it."""
    home = tmp_path_factory.mktemp("bugbash-home")
    try:
        yield RunningS3(home, ensure_s3(home))
    finally:
        stop("s3", home)


def aws_settings(s3: S3) -> dict[str, str]:
    """The environment that leads any AWS tool to `s3`."""
    return {
        "AWS_ENDPOINT_URL_S3": s3.endpoint,
        "AWS_ACCESS_KEY_ID": s3.access_key,
        "AWS_SECRET_ACCESS_KEY": s3.secret_key,
        "AWS_REGION": "us-east-1",
    }
