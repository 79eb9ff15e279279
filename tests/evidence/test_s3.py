"""What is particular to a store that is a bucket; against a real SeaweedFS, but for what no real one does here."""

import hashlib
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import boto3
import pytest

from bugbash.evidence.local_s3 import LocalS3
from bugbash.evidence.s3 import PROBE_KEY, Preconditions, S3Store
from bugbash.evidence.s3_errors import explain
from bugbash.evidence.store import Store, StoreConflict, StoreMissing, StoreUnavailable
from tests.evidence.conftest import PART_BYTES
from tests.support.forgetful_s3 import FakeForgetfulS3, forgetful_s3
from tests.support.servers import RunningS3

if TYPE_CHECKING:
    from mypy_boto3_s3.client import S3Client

MakeFile = Callable[..., tuple[Path, str]]
LARGE = bytes(range(256)) * 2**12 * 11
"""11 MiB: three parts."""


@pytest.fixture
def client(aws: RunningS3) -> "Iterator[S3Client]":
    """Boto3 itself, to see what is really there."""
    made = boto3.session.Session().client("s3")
    yield made
    made.close()


def _server(aws: RunningS3, **changes: str) -> LocalS3:
    s3 = aws.s3
    return replace(LocalS3(s3.endpoint, s3.bucket, s3.access_key, s3.secret_key), **changes)


def test_the_server_honours_preconditions_on_both_kinds_of_put(s3_store: S3Store) -> None:
    assert s3_store.preconditions == Preconditions(on_put=True, on_complete=True)


def test_an_object_carries_its_media_type_its_checksum_and_its_digest(
    s3_store: S3Store, client: "S3Client", prefix: str, make_file: MakeFile
) -> None:
    file, sha256 = make_file()
    s3_store.put("note.txt", file, sha256, "text/plain; charset=utf-8")

    head = client.head_object(Bucket="bugbash", Key=f"{prefix}/note.txt", ChecksumMode="ENABLED")

    assert head["ContentType"] == "text/plain; charset=utf-8"
    assert head["Metadata"] == {"sha256": sha256}
    assert len(head["ChecksumSHA256"]) == 44


def test_a_large_file_goes_in_parts_with_checksums_and_leaves_no_upload_open(
    s3_store: S3Store, client: "S3Client", prefix: str, make_file: MakeFile
) -> None:
    file, sha256 = make_file(LARGE, "video.webm")
    s3_store.put("video.webm", file, sha256, "video/webm")

    head = client.head_object(Bucket="bugbash", Key=f"{prefix}/video.webm", ChecksumMode="ENABLED")

    assert head["ETag"].endswith('-3"')
    assert head["ChecksumSHA256"].endswith("-3")
    assert head["Metadata"] == {"sha256": sha256}
    assert _open_uploads(client, prefix) == []


def test_a_refused_large_file_leaves_no_upload_open(
    s3_store: S3Store, client: "S3Client", prefix: str, make_file: MakeFile
) -> None:
    file, sha256 = make_file(LARGE, "video.webm")
    s3_store.put("video.webm", file, sha256, "video/webm")
    other, digest = make_file(LARGE[::-1], "other.webm")

    with pytest.raises(StoreConflict, match=sha256):
        s3_store.put("video.webm", other, digest, "video/webm")

    assert _open_uploads(client, prefix) == []


def test_an_object_put_by_others_is_compared_by_its_bytes(
    s3_store: S3Store, client: "S3Client", prefix: str, make_file: MakeFile
) -> None:
    file, sha256 = make_file(b"as it is")
    client.put_object(Bucket="bugbash", Key=f"{prefix}/a.txt", Body=b"as it is")
    client.put_object(Bucket="bugbash", Key=f"{prefix}/b.txt", Body=b"another")

    assert s3_store.put("a.txt", file, sha256, "text/plain").already
    with pytest.raises(StoreConflict, match=hashlib.sha256(b"another").hexdigest()):
        s3_store.put("b.txt", file, sha256, "text/plain")


def test_a_digest_is_of_the_bytes_and_not_of_what_the_object_says_of_itself(
    s3_store: S3Store, client: "S3Client", prefix: str
) -> None:
    client.put_object(Bucket="bugbash", Key=f"{prefix}/a.txt", Body=b"swapped", Metadata={"sha256": "0" * 64})

    assert s3_store.digest("a.txt") == hashlib.sha256(b"swapped").hexdigest()


def test_the_probe_is_one_small_object_that_is_not_listed(s3_store: S3Store, client: "S3Client", prefix: str) -> None:
    s3_store.check()

    found = client.list_objects_v2(Bucket="bugbash", Prefix=f"{prefix}/")["Contents"]
    assert [item["Key"] for item in found] == [f"{prefix}/{PROBE_KEY}"]
    assert list(s3_store.keys()) == []
    assert _open_uploads(client, prefix) == []


@pytest.mark.parametrize(
    ("change", "code"),
    [({"secret_key": "not-the-secret"}, "SignatureDoesNotMatch"), ({"access_key": "NOBODY"}, "InvalidAccessKeyId")],
)
def test_wrong_keys_are_refused_in_one_line_without_them(
    aws: RunningS3, make_file: MakeFile, change: dict[str, str], code: str
) -> None:
    file, sha256 = make_file()
    store = S3Store("bugbash", server=_server(aws, **change))

    with pytest.raises(StoreUnavailable, match=rf"refuses these credentials \({code}\)") as error:
        store.put("a.txt", file, sha256, "text/plain")

    assert "\n" not in str(error.value)
    assert not any(secret in str(error.value) for secret in (aws.s3.access_key, aws.s3.secret_key, *change.values()))


def test_a_missing_bucket_is_named(aws: RunningS3, make_file: MakeFile) -> None:
    file, sha256 = make_file()
    store = S3Store("no-such-bucket", "x")

    for ask in (store.check, lambda: store.put("a.txt", file, sha256, "text/plain"), lambda: list(store.keys())):
        with pytest.raises(StoreUnavailable, match=r"s3://no-such-bucket/.*: there is no such bucket: create it"):
            ask()


def test_a_server_that_is_down_is_said_to_be_within_seconds(aws: RunningS3, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        monkeypatch.setenv("AWS_ENDPOINT_URL_S3", f"http://127.0.0.1:{closed.getsockname()[1]}")
        began = time.monotonic()

        with pytest.raises(StoreUnavailable, match=r"cannot be reached .*AWS_ENDPOINT_URL_S3"):
            S3Store("bugbash").check()

    assert time.monotonic() - began < 20


def test_the_local_server_that_is_down_is_to_be_started(aws: RunningS3) -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        store = S3Store("bugbash", server=_server(aws, endpoint=f"http://127.0.0.1:{closed.getsockname()[1]}"))

        with pytest.raises(StoreUnavailable, match="bugbash local start"):
            store.read("a.txt")


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({"AWS_ACCESS_KEY_ID": "", "AWS_SECRET_ACCESS_KEY": ""}, "no usable credentials"),
        ({"AWS_PROFILE": "nobody"}, "no usable credentials"),
        ({"AWS_ENDPOINT_URL_S3": "user:hunter2"}, "endpoint is no address"),
    ],
)
def test_aws_settings_that_lead_nowhere_are_told(
    aws: RunningS3, monkeypatch: pytest.MonkeyPatch, settings: dict[str, str], told: str
) -> None:
    for name, value in settings.items():
        monkeypatch.setenv(name, value)

    with pytest.raises(StoreUnavailable, match=told) as error:
        S3Store("bugbash").check()

    assert "hunter2" not in str(error.value)


def test_the_addressing_style_of_the_aws_configuration_is_kept(
    aws: RunningS3, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    config = tmp_path / "config"
    config.write_text("[default]\ns3 =\n  addressing_style = virtual\n")
    monkeypatch.setenv("AWS_CONFIG_FILE", str(config))
    monkeypatch.setenv("AWS_ENDPOINT_URL_S3", "https://store.example.test")

    client = S3Store("bugbash")._client

    asked = client.generate_presigned_url("get_object", Params={"Bucket": "bugbash", "Key": "a.txt"})
    assert asked.startswith("https://bugbash.store.example.test/a.txt?")


@contextmanager
def _forgetful_store(aws: RunningS3, refusal: int | None) -> Iterator[tuple[FakeForgetfulS3, Store]]:
    with forgetful_s3(refusal) as fake:
        store = S3Store("bugbash", server=_server(aws, endpoint=fake.endpoint), part_bytes=PART_BYTES)
        yield fake, store


@pytest.mark.parametrize("refusal", [None, 501], ids=["ignores", "refuses"])
@pytest.mark.parametrize("content", [b"small", LARGE], ids=["small", "large"])
def test_where_a_server_knows_no_preconditions_we_look_first_and_say_so(
    aws: RunningS3, make_file: MakeFile, refusal: int | None, content: bytes
) -> None:
    file, sha256 = make_file(content)
    other, digest = make_file(content[::-1], "other.bin")
    with _forgetful_store(aws, refusal) as (fake, store):
        assert isinstance(store, S3Store)
        assert store.preconditions == Preconditions(on_put=False, on_complete=False)
        assert not store.put("a.bin", file, sha256, "application/octet-stream").already
        assert store.put("a.bin", file, sha256, "application/octet-stream").already
        with pytest.raises(StoreConflict, match=sha256):
            store.put("a.bin", other, digest, "application/octet-stream")

        assert fake.objects["a.bin"] == content


@pytest.mark.parametrize(
    ("code", "status", "kind", "told"),
    [
        ("SlowDown", 503, StoreUnavailable, "try again later"),
        ("PermanentRedirect", 301, StoreUnavailable, "AWS_REGION"),
        ("RequestTimeTooSkewed", 403, StoreUnavailable, "clock"),
        ("", 403, StoreUnavailable, "HTTP 403"),
        ("XAmzContentChecksumMismatch", 400, StoreConflict, "damaged on its way"),
        ("NoSuchKey", 404, StoreMissing, "no such file"),
        ("Odd\x1b[31m", 418, StoreUnavailable, "HTTP 418"),
    ],
)
def test_every_answer_of_a_server_becomes_one_printable_line(
    code: str, status: int, kind: type[Exception], told: str
) -> None:
    error = explain("s3://b/k", code, status)

    assert type(error) is kind
    assert told in str(error)
    assert str(error).isprintable()


def test_the_store_interface_costs_no_boto3() -> None:
    code = "import sys, bugbash.evidence.store; sys.exit('boto3' in sys.modules or 'botocore' in sys.modules)"

    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def _open_uploads(client: "S3Client", prefix: str) -> list[str]:
    found = client.list_multipart_uploads(Bucket="bugbash", Prefix=f"{prefix}/").get("Uploads", [])
    return [upload["Key"] for upload in found]
