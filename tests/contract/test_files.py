"""Reading and writing run files: whole or not at all, and no key dropped."""

import json
import os
import stat
from pathlib import Path
from typing import Any

import pytest

from bugbash.contract.jsonfile import read_json, to_json, write_atomically
from bugbash.contract.runfile import read_run, write_run
from bugbash.errors import UnusableFile

RUN = {"goal": "g", "platform": "web", "budget": {}, "usage": {}, "steps": [], "findings": []}


def files(directory: Path) -> list[str]:
    return sorted(path.name for path in directory.iterdir())


def test_a_write_replaces_the_file(tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    write_atomically(path, b"old")
    write_atomically(path, b"new")
    assert path.read_bytes() == b"new"
    assert files(tmp_path) == ["run.json"]


@pytest.mark.parametrize("fault", ["replace", "fsync"])
def test_a_write_that_fails_leaves_the_old_file(fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "run.json"
    write_atomically(path, b"old")

    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    owner: object = Path if fault == "replace" else os
    monkeypatch.setattr(owner, fault, full)
    with pytest.raises(OSError, match="No space left"):
        write_atomically(path, b"new")
    assert path.read_bytes() == b"old"
    assert files(tmp_path) == ["run.json"]


def test_a_folder_that_is_gone_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        write_atomically(tmp_path / "gone" / "run.json", b"new")


def test_a_written_file_is_readable_as_the_umask_says(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        write_atomically(tmp_path / "run.json", b"x")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "run.json").stat().st_mode) == 0o644


def test_a_reader_never_meets_a_part(tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    for size in (10, 100_000, 5):
        write_atomically(path, to_json({"text": "x" * size}).encode())
        assert len(read_json(path)["text"]) == size


def test_a_writer_keeps_keys_it_does_not_know(tmp_path: Path) -> None:
    written = {
        **RUN,
        "budget": {"steps": 3, "patience": "much"},
        "steps": [{"index": 1, "title": "t", "status": "passed", "later": "x"}],
        "findings": [{"kind": "issue"}, "it broke"],
        "future": {"a": [1, None]},
    }
    (tmp_path / "run.json").write_text(json.dumps(written), encoding="utf-8")
    write_run(tmp_path, read_run(tmp_path))
    assert json.loads((tmp_path / "run.json").read_text("utf-8")) == written


def test_an_error_names_the_step_and_the_one_before(tmp_path: Path) -> None:
    steps = [{"index": 4, "status": "passed"}, {"index": 4, "status": "passed"}]
    (tmp_path / "run.json").write_text(json.dumps({**RUN, "steps": steps}), encoding="utf-8")
    with pytest.raises(UnusableFile, match=r"steps\[1\]\.index: 4 is also the index of steps\[0\]"):
        read_run(tmp_path)


def test_an_error_never_repeats_a_credential(tmp_path: Path) -> None:
    steps = [{"index": 1, "status": "password: Tr0ub4dor&3"}]
    (tmp_path / "run.json").write_text(json.dumps({**RUN, "steps": steps}), encoding="utf-8")
    with pytest.raises(UnusableFile) as error:
        read_run(tmp_path)
    assert "Tr0ub4dor" not in str(error.value)
    assert error.value.place == "steps[0].status"


def test_json_text_has_no_lone_surrogate_and_no_nan() -> None:
    to_json({"a": "\ud800"}).encode("utf-8")
    with pytest.raises(ValueError, match="not JSON compliant"):
        to_json({"a": float("nan")})
