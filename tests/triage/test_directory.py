"""A bash's directory: what is on disk of a bash that did not come to its end, and who may work in it."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from bugbash.errors import Unusable
from bugbash.report.bash_json import read_bash
from bugbash.triage.directory import BashDirectory, Mission
from tests.report.sample import Policy, finding, step, write_run_directory

RUN: dict[str, Any] = {
    "goal": "g",
    "platform": "web",
    "charter": "one",
    "steps": [step(1, "look")],
    "findings": [finding()],
}


def begun(path: Path, *charters: str) -> BashDirectory:
    """A bash whose summary was written when it began, and never since."""
    directory = BashDirectory(path)
    about = {"id": "1", "name": "shop", "target": "http://shop.example.test/", "started": "2026-11-30T14:00:00Z"}
    missions = [Mission(charter, "g") for charter in charters]
    summary = directory.summary(about, missions, Policy(), {})
    (path / "bash.json").write_text(json.dumps(summary.model_dump(mode="json")), "utf-8")
    return directory


def test_what_a_bash_had_found_when_it_was_killed_is_not_lost(tmp_path: Path) -> None:
    directory = begun(tmp_path, "one", "two")
    write_run_directory(tmp_path / "one", RUN)
    before = read_bash(tmp_path)
    assert before.lines == []

    summary = directory.so_far(before)

    assert (summary.verdict, summary.gate.outcome) == ("failed", "failed")
    assert [line.title for line in summary.lines] == [finding()["title"]]
    assert {charter.name: charter.state for charter in summary.charters} == {"one": "crashed", "two": "never ran"}
    assert (summary.id, summary.name, summary.started, summary.ended) == ("1", "shop", before.started, "")


def test_only_one_process_works_in_a_directory_at_a_time(tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from bugbash.triage.directory import BashDirectory\n"
        "with BashDirectory(Path(sys.argv[1])).occupied(): print('in', flush=True); sys.stdin.read()"
    )
    other = subprocess.Popen(
        [sys.executable, "-c", code, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    try:
        assert other.stdout is not None
        assert other.stdout.readline() == "in\n"
        with pytest.raises(Unusable, match="another bugbash is at work"), BashDirectory(tmp_path).occupied():
            raise AssertionError("two are in")
    finally:
        other.kill()
        other.communicate(timeout=20)
    with BashDirectory(tmp_path).occupied():
        pass  # a lock ends with its process, however that ended
