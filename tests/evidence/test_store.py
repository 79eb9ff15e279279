"""What every store does, whatever it is made of; and which store a text names."""

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bugbash.errors import Unusable
from bugbash.evidence.folder import FolderStore
from bugbash.evidence.s3 import S3Store
from bugbash.evidence.store import (
    Entry,
    Store,
    StoreConflict,
    Stored,
    StoreMissing,
    StoreUnavailable,
    open_store,
)
from tests.support.servers import RunningS3

MakeFile = Callable[..., tuple[Path, str]]
LARGE = b"".join(bytes([n]) * 2**20 for n in range(12))
"""12 MiB: three parts for the S3 store of these tests."""


def test_a_file_put_comes_back_byte_for_byte(store: Store, make_file: MakeFile) -> None:
    file, sha256 = make_file(b"\x00\xff evidence")

    stored = store.put("runs/cart/shot.png", file, sha256, "image/png")

    assert stored == Stored(store.uri("runs/cart/shot.png"), already=False)
    assert store.read("runs/cart/shot.png") == b"\x00\xff evidence"
    assert store.digest("runs/cart/shot.png") == sha256


def test_putting_the_same_file_again_is_done_at_once(store: Store, make_file: MakeFile) -> None:
    file, sha256 = make_file()
    store.put("a.txt", file, sha256, "text/plain")

    assert store.put("a.txt", file, sha256, "text/plain").already


def test_another_file_under_the_same_key_is_a_conflict_that_names_both_digests(
    store: Store, make_file: MakeFile
) -> None:
    file, first = make_file(b"first")
    store.put("a.txt", file, first, "text/plain")
    other, second = make_file(b"second", "other.txt")

    with pytest.raises(StoreConflict) as error:
        store.put("a.txt", other, second, "text/plain")

    assert first in str(error.value)
    assert second in str(error.value)
    assert store.read("a.txt") == b"first"


@pytest.mark.parametrize("content", [b"small", LARGE], ids=["small", "large"])
def test_a_file_that_is_not_what_was_announced_is_refused_and_not_stored(
    store: Store, make_file: MakeFile, content: bytes
) -> None:
    file, _ = make_file(content)

    with pytest.raises(StoreConflict, match="changed"):
        store.put("a.bin", file, "0" * 64, "application/octet-stream")

    assert list(store.keys()) == []


def test_a_large_file_is_stored_whole_once(store: Store, make_file: MakeFile) -> None:
    file, sha256 = make_file(LARGE, "video.webm")

    assert not store.put("video.webm", file, sha256, "video/webm").already
    assert store.put("video.webm", file, sha256, "video/webm").already
    assert store.digest("video.webm") == sha256
    other, other_digest = make_file(LARGE[::-1], "other.webm")
    with pytest.raises(StoreConflict, match=other_digest):
        store.put("video.webm", other, other_digest, "video/webm")


def test_an_empty_file_is_a_file(store: Store, make_file: MakeFile) -> None:
    file, sha256 = make_file(b"")

    store.put("console.log", file, sha256, "text/plain")

    assert store.read("console.log") == b""
    assert store.holds("console.log", sha256)


def test_of_many_that_put_the_same_key_at_once_one_wins(store: Store, make_file: MakeFile) -> None:
    files = [make_file(bytes([n]), f"{n}.bin") for n in range(6)]
    outcomes: list[Any] = []

    def put(file: Path, sha256: str) -> None:
        try:
            outcomes.append(store.put("one.bin", file, sha256, "application/octet-stream"))
        except StoreConflict as error:
            outcomes.append(error)

    threads = [threading.Thread(target=put, args=made) for made in files]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert [outcome for outcome in outcomes if isinstance(outcome, Stored)] == [Stored(store.uri("one.bin"), False)]
    assert len(outcomes) == 6


def test_what_it_holds_can_be_asked(store: Store, make_file: MakeFile) -> None:
    file, sha256 = make_file()
    assert not store.holds("a.txt", sha256)
    store.put("a.txt", file, sha256, "text/plain")

    assert store.holds("a.txt", sha256)
    with pytest.raises(StoreConflict):
        store.holds("a.txt", "0" * 64)


def test_files_are_listed_below_a_prefix_with_their_sizes(store: Store, make_file: MakeFile) -> None:
    file, sha256 = make_file(b"12345")
    for key in ("run/a.txt", "run/deep/b.txt", "run2/c.txt", "d.txt"):
        store.put(key, file, sha256, "text/plain")

    assert sorted(store.keys()) == ["d.txt", "run/a.txt", "run/deep/b.txt", "run2/c.txt"]
    assert set(store.entries("run/")) == {Entry("run/a.txt", 5), Entry("run/deep/b.txt", 5)}
    assert list(store.keys("nothing/")) == []
    with pytest.raises(Unusable, match="slash"):
        list(store.keys("run"))


def test_names_in_any_script_are_kept(store: Store, make_file: MakeFile) -> None:
    file, sha256 = make_file()
    key = "größe 100% + a#b?c&d/снимок (1) 🛒.txt"

    store.put(key, file, sha256, "text/plain")

    assert list(store.keys()) == [key]
    assert store.holds(key, sha256)


@pytest.mark.parametrize("key", ["", "/a", "a/", "a//b", "a/../b", "./a", "a\\b", "a\nb", "x" * 256, "\udc80"])
def test_a_key_that_some_store_could_not_take_is_refused_by_all(store: Store, make_file: MakeFile, key: str) -> None:
    file, sha256 = make_file()

    with pytest.raises(Unusable, match="cannot be stored"):
        store.put(key, file, sha256, "text/plain")
    with pytest.raises(Unusable, match="cannot be stored"):
        store.read(key)


def test_reading_what_is_not_there_says_so(store: Store) -> None:
    with pytest.raises(StoreMissing, match=r"nothing\.txt: there is no such file"):
        store.read("nothing.txt")
    with pytest.raises(StoreMissing, match=r"nothing\.txt: there is no such file"):
        store.digest("nothing.txt")


def test_reading_is_bounded(store: Store, make_file: MakeFile) -> None:
    file, sha256 = make_file(b"0123456789")
    store.put("a.txt", file, sha256, "text/plain")

    assert store.read("a.txt", limit=10) == b"0123456789"
    with pytest.raises(Unusable, match="larger than 9 bytes"):
        store.read("a.txt", limit=9)


def test_a_file_that_cannot_be_read_is_named(store: Store, tmp_path: Path) -> None:
    with pytest.raises(Unusable, match=r"gone\.png: cannot be read"):
        store.put("gone.png", tmp_path / "gone.png", "0" * 64, "image/png")
    with pytest.raises(Unusable, match="no regular file"):
        store.put("folder", tmp_path, "0" * 64, "image/png")


def test_a_store_that_can_be_used_passes_its_check(store: Store) -> None:
    store.check()

    assert list(store.keys()) == []


def test_a_relative_folder_is_taken_from_the_base(tmp_path: Path) -> None:
    found = open_store("results", tmp_path)

    assert isinstance(found, FolderStore)
    assert found.uri("a b.txt") == f"{tmp_path.as_uri()}/results/a%20b.txt"


def test_a_bucket_is_reached_by_the_usual_aws_settings(aws: RunningS3, prefix: str, make_file: MakeFile) -> None:
    file, sha256 = make_file()
    found = open_store(f"s3://{aws.s3.bucket}/{prefix}/", Path())

    stored = found.put("a.txt", file, sha256, "text/plain")

    assert stored.uri == f"s3://{aws.s3.bucket}/{prefix}/a.txt"


def test_local_means_the_server_on_this_machine_whatever_the_aws_settings_say(
    s3_server: RunningS3, monkeypatch: pytest.MonkeyPatch, prefix: str, make_file: MakeFile
) -> None:
    monkeypatch.setenv("BUGBASH_HOME", str(s3_server.home))
    monkeypatch.setenv("AWS_PROFILE", "of-another-account")
    monkeypatch.setenv("AWS_ENDPOINT_URL", "http://127.0.0.1:1")
    monkeypatch.setenv("AWS_SESSION_TOKEN", "of-another-account")
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:1")
    file, sha256 = make_file()

    found = open_store(f"local:{prefix}", Path())

    assert isinstance(found, S3Store)
    assert found.put("a.txt", file, sha256, "text/plain").uri == f"s3://bugbash/{prefix}/a.txt"
    assert f"{prefix}/a.txt" in set(open_store("local", Path()).keys())


def test_local_says_how_to_start_it_where_there_is_none(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("BUGBASH_HOME", str(tmp_path))

    with pytest.raises(StoreUnavailable, match="bugbash local start"):
        open_store("local", tmp_path)


@pytest.mark.parametrize(
    ("spec", "problem"),
    [
        ("", "no name"),
        ("gs://bucket/x", "gs://"),
        ("https://host/bucket", "https://"),
        ("s3://", "names no bucket"),
        ("s3://bucket?endpoint=x", "AWS_PROFILE"),
        ("s3://host:9000/bucket", "AWS_ENDPOINT_URL_S3"),
    ],
)
def test_a_text_that_names_no_store_is_refused(spec: str, problem: str, tmp_path: Path) -> None:
    with pytest.raises(Unusable, match=problem):
        open_store(spec, tmp_path)


def test_keys_written_into_an_address_are_not_repeated(tmp_path: Path) -> None:
    with pytest.raises(Unusable) as error:
        open_store("s3://AKIAEXAMPLE:hunter2@bucket/x", tmp_path)

    assert "hunter2" not in str(error.value)
