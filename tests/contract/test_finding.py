"""The rules of a finding, each broken on its own."""

from pathlib import Path
from typing import Any

import pytest

from bugbash.contract.finding import problems
from bugbash.contract.runfile import file_in
from tests.report.sample import finding

STEPS = {1, 2}


def broken(**given: Any) -> list[str]:
    return problems(finding(**given), STEPS, lambda path: path == "evidence/1.png")


def test_a_whole_finding_breaks_nothing() -> None:
    assert broken() == []
    assert broken(spec=None) == []
    assert broken(spec="The total is the sum.") == []


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        ({"kind": "bug"}, "kind"),
        ({"kind": ["issue"]}, "kind"),
        ({"severity": 0}, "severity"),
        ({"severity": 6}, "severity"),
        ({"severity": True}, "severity"),
        ({"severity": "4"}, "severity"),
        ({"severity": 4.0}, "severity"),
        ({"title": " "}, "title"),
        ({"title": None}, "title"),
        ({"screen": "\n"}, "screen"),
        ({"expected": ""}, "expected"),
        ({"observed": 5}, "observed"),
        ({"repro": []}, "repro"),
        ({"repro": "open /"}, "repro"),
        ({"repro": ["", "  "]}, "repro"),
        ({"repro": [1]}, "repro"),
        ({"spec": 5}, "spec"),
        ({"step": 3}, "step"),
        ({"step": True}, "step"),
        ({"step": "1"}, "step"),
        ({"evidence": []}, "evidence"),
        ({"evidence": {}}, "evidence"),
        ({"evidence": ["a.png"]}, "evidence[0]"),
        ({"evidence": [{"kind": "picture", "path": "evidence/1.png"}]}, "evidence[0].kind"),
        ({"evidence": [{"kind": "log"}]}, "evidence[0].path"),
        ({"evidence": [{"kind": "log", "path": " "}]}, "evidence[0].path"),
        ({"evidence": [{"kind": "log", "path": "/etc/hostname"}]}, "relative"),
        ({"evidence": [{"kind": "log", "path": "../run.json"}]}, "inside"),
        ({"evidence": [{"kind": "log", "path": "a/../../run.json"}]}, "inside"),
        ({"evidence": [{"kind": "log", "path": "..\\run.json"}]}, "inside"),
        ({"evidence": [{"kind": "log", "path": "gone.log"}]}, "names no file"),
        ({"evidence": [{"kind": "log", "path": "evidence/1.png", "uri": "s3://b/k"}]}, "sha256"),
        ({"evidence": [{"kind": "log", "path": "evidence/1.png", "uri": 5, "sha256": "0" * 64}]}, "uri"),
        ({"evidence": [{"kind": "log", "path": "evidence/1.png", "uri": "s3://b/k", "sha256": "00"}]}, "sha256"),
        ({"observed": "password: Tr0ub4dor&3"}, "credential"),
        ({"future": {"deep": ["token=9f8e7d6c5b4a"]}}, "credential"),
    ],
)
def test_one_broken_rule_is_one_problem_that_names_it(given: dict[str, Any], problem: str) -> None:
    found = broken(**given)
    assert len(found) == 1
    assert problem in found[0]
    assert "Tr0ub4dor" not in found[0]


@pytest.mark.parametrize("value", ["it broke", None, 5, ["issue"]])
def test_what_is_no_object_is_no_finding(value: Any) -> None:
    assert problems(value, STEPS, lambda path: True) == ["it is no object"]


def test_an_uploaded_file_carries_its_address_and_digest() -> None:
    item = {"kind": "log", "path": "evidence/1.png", "uri": "s3://b/k", "sha256": "0" * 64}
    assert broken(evidence=[item]) == []


class TestFileIn:
    """What lies inside a run directory."""

    def test_a_file(self, tmp_path: Path) -> None:
        (tmp_path / "evidence").mkdir()
        (tmp_path / "evidence" / "a.png").touch()
        assert file_in(tmp_path)("evidence/a.png")

    @pytest.mark.parametrize("path", ["evidence", "gone.png", "a\0b", "x" * 5000, "", "\ud800"])
    def test_what_is_no_file(self, path: str, tmp_path: Path) -> None:
        (tmp_path / "evidence").mkdir()
        assert not file_in(tmp_path)(path)

    def test_a_link_that_leads_out(self, tmp_path: Path) -> None:
        outside = tmp_path / "outside.txt"
        outside.touch()
        run = tmp_path / "run"
        run.mkdir()
        (run / "link.txt").symlink_to(outside)
        assert not file_in(run)("link.txt")
        assert not file_in(run)("../outside.txt")
