"""The manifest: what it lists, and that nothing else passes for one."""

import hashlib
import json
from pathlib import Path

import pytest

from bugbash.errors import UnusableFile
from bugbash.evidence.manifest import MANIFEST, Identity, build, parse, write
from bugbash.evidence.media import media_type
from bugbash.evidence.store import StoreConflict


def _write(path: Path, content: str = "x") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content)
    return path


def test_every_file_is_listed_with_digest_size_media_type_and_step(tmp_path: Path) -> None:
    _write(tmp_path / "run.json", "{}")
    _write(tmp_path / "steps" / "3" / "shot.png", "png")

    manifest = build(tmp_path, {"steps/3/shot.png": 3}, Identity(bash="b1", charter="cart"))

    assert [file.model_dump() for file in manifest.files] == [
        {
            "path": "run.json",
            "sha256": hashlib.sha256(b"{}").hexdigest(),
            "size": 2,
            "media_type": "application/json",
            "step": None,
        },
        {
            "path": "steps/3/shot.png",
            "sha256": hashlib.sha256(b"png").hexdigest(),
            "size": 3,
            "media_type": "image/png",
            "step": 3,
        },
    ]
    assert manifest.identity.charter == "cart"


def test_a_manifest_is_written_and_read_back_and_does_not_list_itself(tmp_path: Path) -> None:
    _write(tmp_path / "run.json", "{}")
    write(tmp_path, build(tmp_path))

    again = build(tmp_path)

    assert [file.path for file in again.files] == ["run.json"]
    data = (tmp_path / MANIFEST).read_bytes()
    assert parse(data, MANIFEST).files == again.files
    assert json.loads(data)["version"] == 1


def test_a_run_directory_stands_in_by_its_manifest(tmp_path: Path) -> None:
    run = tmp_path / "runs" / "cart"
    _write(run / "run.json")
    _write(run / "deep" / "shot.png")
    write(run, build(run))
    _write(tmp_path / "runs" / "crashed" / "run.json")
    _write(tmp_path / "bash.json")

    listed = {file.path: file.sha256 for file in build(tmp_path).files}

    assert list(listed) == ["bash.json", f"runs/cart/{MANIFEST}", "runs/crashed/run.json"]
    assert listed[f"runs/cart/{MANIFEST}"] == hashlib.sha256((run / MANIFEST).read_bytes()).hexdigest()


def test_a_link_cannot_be_evidence(tmp_path: Path) -> None:
    _write(tmp_path / "run.json")
    (tmp_path / "passwd.txt").symlink_to("/etc/passwd")

    with pytest.raises(StoreConflict, match=r"passwd\.txt: is a link"):
        build(tmp_path)


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"version": 2}, "version"),
        ({"files": [{"path": "../x", "sha256": "0" * 64, "size": 1, "media_type": "a/b"}]}, "files.0.path"),
        ({"files": [{"path": "x", "sha256": "ab", "size": 1, "media_type": "a/b"}]}, "files.0.sha256"),
        ({"files": [{"path": "x", "sha256": "0" * 64, "size": -1, "media_type": "a/b"}]}, "files.0.size"),
        ({"files": [{"path": "x", "sha256": "0" * 64, "size": 1, "media_type": "a/b"}] * 2}, "twice"),
    ],
)
def test_what_is_no_manifest_is_refused_with_its_place(change: dict[str, object], place: str) -> None:
    data = {"version": 1, "created": "2026-01-01T00:00:00+00:00", "files": [], **change}

    with pytest.raises(UnusableFile, match=place):
        parse(json.dumps(data).encode(), "manifest.json")


@pytest.mark.parametrize("data", [b"", b"[]", b"{", b"\xff", b"[" * 100_000])
def test_torn_or_strange_bytes_are_no_manifest(data: bytes) -> None:
    with pytest.raises(UnusableFile, match="no manifest"):
        parse(data, "manifest.json")


def test_media_types_are_the_same_on_every_machine() -> None:
    assert media_type("a/SHOT.PNG") == "image/png"
    assert media_type("report.sarif") == "application/sarif+json"
    assert media_type("core.dump") == media_type("noending") == "application/octet-stream"
