"""What is particular to a store that is a folder."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from bugbash.errors import Unusable
from bugbash.evidence.folder import FolderStore
from bugbash.evidence.store import StoreConflict, StoreUnavailable

MakeFile = Callable[..., tuple[Path, str]]


def test_a_results_folder_that_is_the_store_has_its_files_already(make_file: MakeFile) -> None:
    file, sha256 = make_file()
    store = FolderStore(file.parent)

    assert store.put(file.name, file, sha256, "text/plain").already
    assert list(store.keys()) == [file.name]


def test_a_file_changed_at_its_place_is_a_conflict(make_file: MakeFile) -> None:
    file, sha256 = make_file()
    file.write_bytes(b"changed since")

    with pytest.raises(StoreConflict, match=sha256):
        FolderStore(file.parent).put(file.name, file, sha256, "text/plain")


def test_no_torn_file_is_left_or_listed(tmp_path: Path, make_file: MakeFile) -> None:
    store = FolderStore(tmp_path / "store")
    file, sha256 = make_file()
    with pytest.raises(StoreConflict):
        store.put("a.txt", file, "0" * 64, "text/plain")
    (store.root / ".0123.part").write_bytes(b"left by a process that was killed")
    (store.root / ".run.json.x.tmp").write_bytes(b"left by a process that was killed")

    store.put("a.txt", file, sha256, "text/plain")

    assert list(store.keys()) == ["a.txt"]
    assert len(list(store.root.iterdir())) == 3


def test_links_are_listed_and_never_followed(tmp_path: Path, make_file: MakeFile) -> None:
    outside, sha256 = make_file(b"outside")
    store = FolderStore(tmp_path / "store")
    store.check()
    (store.root / "link.txt").symlink_to(outside)
    (store.root / "folder").symlink_to(outside.parent)

    assert sorted(store.keys()) == ["folder", "link.txt"]
    with pytest.raises(StoreConflict, match="link"):
        store.read("link.txt")
    with pytest.raises(Unusable, match="leads out"):
        store.read("folder/note.txt")
    with pytest.raises(Unusable, match="leads out"):
        store.put("folder/new.txt", outside, sha256, "text/plain")


def test_a_pipe_in_the_folder_cannot_hang_a_reader(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")

    with pytest.raises(StoreConflict, match="no regular file"):
        FolderStore(tmp_path).digest("pipe")


def test_a_folder_that_cannot_be_made_says_what_to_do(tmp_path: Path, make_file: MakeFile) -> None:
    file, sha256 = make_file()
    store = FolderStore(file / "below-a-file")

    with pytest.raises(StoreUnavailable, match="name another store"):
        store.put("a.txt", file, sha256, "text/plain")
    with pytest.raises(StoreUnavailable, match="name another store"):
        store.check()


def test_a_file_system_without_hard_links_is_still_create_only(
    tmp_path: Path, make_file: MakeFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fake_refusing_hardlink(self: Path, target: Path) -> None:
        raise PermissionError(1, "Operation not permitted", str(self))

    monkeypatch.setattr(Path, "hardlink_to", fake_refusing_hardlink)
    store = FolderStore(tmp_path / "store")
    file, sha256 = make_file(b"first")
    other, other_digest = make_file(b"second", "other.txt")

    assert not store.put("a.txt", file, sha256, "text/plain").already
    with pytest.raises(StoreConflict):
        store.put("a.txt", other, other_digest, "text/plain")
    assert store.read("a.txt") == b"first"
