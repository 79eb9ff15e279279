"""Uploading beside an exploration, and sending later what could not be sent."""

import asyncio
import hashlib
import json
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from bugbash.cli import main
from bugbash.evidence.folder import FolderStore
from bugbash.evidence.manifest import MANIFEST, build, write
from bugbash.evidence.s3 import S3Store
from bugbash.evidence.store import Entry, Store, Stored, StoreUnavailable
from bugbash.evidence.upload import FAILURES_BEFORE_GIVING_UP, Sent, Uploader, UploadReport, files_to_send
from bugbash.evidence.verify import verify
from tests.support.servers import RunningS3


class FakeStore:
    """A store whose puts fail, or wait, as told."""

    def __init__(self, error: Exception | None = None) -> None:
        self.error = error
        self.may_go_on = threading.Event()
        self.may_go_on.set()
        self.puts: list[str] = []

    def put(self, key: str, file: Path, sha256: str, media_type: str) -> Stored:
        self.puts.append(key)
        self.may_go_on.wait(20)
        if self.error:
            raise self.error
        return Stored(self.uri(key), already=False)

    def holds(self, key: str, sha256: str) -> bool:
        return False

    def read(self, key: str, limit: int = 0) -> bytes:
        return b""

    def digest(self, key: str) -> str:
        return ""

    def entries(self, prefix: str = "") -> Iterator[Entry]:
        return iter(())

    def keys(self, prefix: str = "") -> Iterator[str]:
        return iter(())

    def uri(self, key: str) -> str:
        return f"fake://{key}"

    def check(self) -> None:
        """Always well."""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    directory = tmp_path / "bash"
    (directory / "cart").mkdir(parents=True)
    for number in range(5):
        (directory / "cart" / f"{number}.txt").write_text(f"note {number}")
    return directory


def _enqueue_all(uploader: Uploader, root: Path) -> None:
    for path in files_to_send(root):
        uploader.enqueue(path)


async def test_files_are_sent_in_order_and_can_be_looked_up(store: Store, root: Path) -> None:
    uploader = Uploader(store, root, "shop/b1/")
    _enqueue_all(uploader, root)

    report = await uploader.drain(30)

    assert report == UploadReport(sent=5, already=0, bytes=30, failed={})
    assert sorted(store.keys()) == [f"shop/b1/cart/{number}.txt" for number in range(5)]
    digest = hashlib.sha256(b"note 3").hexdigest()
    assert uploader.sent()["cart/3.txt"] == Sent(store.uri("shop/b1/cart/3.txt"), digest, 6, already=False)
    assert list(uploader.sent()) == files_to_send(root)


async def test_what_is_there_already_is_counted_apart(store: Store, root: Path) -> None:
    first = Uploader(store, root, "shop/b1/")
    _enqueue_all(first, root)
    await first.drain(30)
    (root / "cart" / "new.txt").write_text("new")

    second = Uploader(store, root, "shop/b1/")
    _enqueue_all(second, root)

    assert await second.drain(30) == UploadReport(sent=1, already=5, bytes=3, failed={})


async def test_queueing_returns_at_once_while_the_store_is_slow(root: Path) -> None:
    store = FakeStore()
    store.may_go_on.clear()
    uploader = Uploader(store, root, "")
    began = time.monotonic()
    _enqueue_all(uploader, root)
    assert time.monotonic() - began < 1

    report = await uploader.drain(0.2)
    store.may_go_on.set()

    assert report.sent == 0
    assert set(report.failed) == set(files_to_send(root))
    assert all("in time" in reason or "within 0.2 s" in reason for reason in report.failed.values())


async def test_the_event_loop_goes_on_while_a_drain_waits(root: Path) -> None:
    store = FakeStore()
    store.may_go_on.clear()
    uploader = Uploader(store, root, "")
    _enqueue_all(uploader, root)

    draining = asyncio.create_task(uploader.drain(30))
    await asyncio.sleep(0)
    store.may_go_on.set()

    assert (await draining).sent == 5


async def test_a_store_that_stays_away_is_not_asked_for_every_file(root: Path) -> None:
    store = FakeStore(StoreUnavailable("s3://b/k: the store cannot be reached"))
    uploader = Uploader(store, root, "")
    _enqueue_all(uploader, root)

    report = await uploader.drain(30)

    assert len(store.puts) == FAILURES_BEFORE_GIVING_UP
    assert report.failed["cart/0.txt"] == "s3://b/k: the store cannot be reached"
    assert report.failed["cart/4.txt"].startswith("not tried")
    assert f"bugbash upload {root}" in report.sentence(root)
    assert (root / "cart" / "4.txt").read_text() == "note 4"


async def test_one_bad_file_does_not_hold_up_the_others(store: Store, root: Path) -> None:
    uploader = Uploader(store, root, "shop/b1/")
    uploader.enqueue("cart/gone.txt")
    uploader.enqueue("cart//0.txt")
    uploader.enqueue("cart/0.txt")

    report = await uploader.drain(30)

    assert report.sent == 1
    assert "cannot be read" in report.failed["cart/gone.txt"]
    assert "cannot be stored" in report.failed["cart//0.txt"]


async def test_a_fault_of_ours_is_reported_and_not_raised(root: Path) -> None:
    uploader = Uploader(FakeStore(ZeroDivisionError("oops")), root, "")
    uploader.enqueue("cart/0.txt")

    assert (await uploader.drain(30)).failed == {"cart/0.txt": "ZeroDivisionError: oops"}


async def test_a_file_is_sent_once_however_often_it_is_queued_and_again_when_it_failed(root: Path) -> None:
    store = FakeStore(StoreUnavailable("away"))
    uploader = Uploader(store, root, "")
    uploader.enqueue("cart/0.txt")
    assert (await uploader.drain(30)).failed
    store.error = None

    uploader.enqueue("cart/0.txt")
    uploader.enqueue("cart/0.txt")

    assert (await uploader.drain(30)).sent == 1
    uploader.enqueue("cart/0.txt")
    await uploader.drain(30)
    assert store.puts == ["cart/0.txt", "cart/0.txt"]


async def test_an_upload_with_nothing_to_send_is_done(root: Path) -> None:
    assert await Uploader(FakeStore(), root, "").drain(1) == UploadReport()


def test_manifests_are_sent_after_what_they_list(root: Path) -> None:
    write(root / "cart", build(root / "cart"))
    (root / "zuletzt.txt").write_text("x")
    write(root, build(root))

    assert files_to_send(root)[-3:] == ["zuletzt.txt", f"cart/{MANIFEST}", MANIFEST]


@pytest.fixture
def finished(root: Path) -> Path:
    (root / "bash.json").write_text(json.dumps({"id": "b1", "name": "shop", "store": ""}))
    write(root / "cart", build(root / "cart"))
    write(root, build(root))
    return root


def test_the_command_sends_a_bash_and_then_finds_it_there(
    finished: Path, s3_store: S3Store, prefix: str, capsys: pytest.CaptureFixture[str]
) -> None:
    spec = f"s3://bugbash/{prefix}"
    assert main(["upload", str(finished), "--store", spec, "--verbose"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "sent: bash.json"
    assert lines[-1].startswith("8 sent (")

    assert main(["upload", str(finished), "--store", spec]) == 0

    assert capsys.readouterr().out == "0 sent (0 bytes), 8 there already\n"
    assert verify(s3_store, "shop/b1/").problems == []


def test_the_command_takes_the_store_that_the_bash_names(finished: Path, tmp_path: Path) -> None:
    (finished / "bash.json").write_text(json.dumps({"id": "b1", "name": "shop", "store": str(tmp_path / "kept")}))

    assert main(["upload", str(finished)]) == 0

    assert (tmp_path / "kept" / "shop" / "b1" / "cart" / "0.txt").read_text() == "note 0"


def test_the_command_sends_one_run_of_a_bash_to_the_same_place(finished: Path, tmp_path: Path) -> None:
    assert main(["upload", str(finished / "cart"), "--store", str(tmp_path / "kept")]) == 0

    kept = FolderStore(tmp_path / "kept")
    assert sorted(kept.keys()) == [f"shop/b1/cart/{path}" for path in sorted(FolderStore(finished / "cart").keys())]


def test_the_command_ends_with_2_and_a_line_per_file_that_conflicts(
    finished: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spec = str(tmp_path / "kept")
    assert main(["upload", str(finished), "--store", spec]) == 0
    (finished / "cart" / "2.txt").write_text("changed since")

    assert main(["upload", str(finished), "--store", spec]) == 2

    conflict, summary = capsys.readouterr().err.splitlines()
    assert conflict.startswith("not sent: cart/2.txt: ")
    assert "1 not sent" in summary
    assert f"bugbash upload {finished}" in summary


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (None, "no bash.json here or above"),
        ("{}", "store: must be a text: give the store with --store"),
        ('{"store": "kept", "name": "shop"}', "id: must be a text"),
        ('{"store": "kept", "name": "../..", "id": "b1"}', "cannot be stored under this name"),
        ('{"store": "gs://x", "name": "shop", "id": "b1"}', "names no store known here"),
    ],
)
def test_the_command_says_what_it_lacks(
    root: Path, content: str | None, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    if content is not None:
        (root / "bash.json").write_text(content)

    assert main(["upload", str(root)]) == 2

    (line,) = capsys.readouterr().err.splitlines()
    assert told in line


def test_the_command_says_that_the_store_is_away(
    finished: Path, aws: RunningS3, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "wrong")

    assert main(["upload", str(finished), "--store", "s3://bugbash/x"]) == 2

    assert "refuses these credentials" in capsys.readouterr().err
