"""`bugbash report` and `bugbash check` on directories."""

import json
import shutil
from pathlib import Path

import pytest

from bugbash.cli import main
from tests.report.conftest import Sample
from tests.report.sample import Policy, finding, sample_bash, step, write_run_directory

RUN = {"goal": "g", "platform": "web", "steps": [step(1, "look")], "findings": [finding()]}


@pytest.fixture
def run(tmp_path: Path) -> Path:
    write_run_directory(tmp_path / "run", RUN)
    return tmp_path / "run"


@pytest.mark.parametrize("form", ["text", "json", "md", "html"])
def test_a_report_goes_to_a_file(form: str, run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", "--run", str(run), "--format", form]) == 1
    printed = capsys.readouterr().out
    assert main(["report", "--run", str(run), "--format", form, "-o", str(run / "out")]) == 1
    assert capsys.readouterr().out == ""
    assert (run / "out").read_text("utf-8") == printed


def test_a_page_elsewhere_leads_back_to_its_evidence(run: Path, tmp_path: Path) -> None:
    page = tmp_path / "public" / "index.html"
    page.parent.mkdir()
    assert main(["report", "--run", str(run), "--format", "html", "-o", str(page)]) == 1
    assert 'src="../run/evidence/1.png"' in page.read_text("utf-8")


def test_a_place_that_cannot_be_written_is_named(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", "--run", str(run), "-o", str(run / "gone" / "out.txt")]) == 2
    error = capsys.readouterr().err
    assert str(run / "gone" / "out.txt") in error
    assert error.count("\n") == 1


def test_a_report_changes_nothing_in_the_run(run: Path) -> None:
    before = {path: path.read_bytes() for path in run.rglob("*") if path.is_file()}
    for form in ("text", "json", "md", "html"):
        main(["report", "--run", str(run), "--format", form])
    main(["check", "--run", str(run)])
    assert {path: path.read_bytes() for path in run.rglob("*") if path.is_file()} == before


@pytest.mark.parametrize("form", ["text", "md", "html"])
def test_a_whole_bash_is_reported(form: str, sample: Sample, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", "--run", str(sample.directory), "--format", form]) == 1
    said = capsys.readouterr().out
    for name in ("cart-totals", "checkout", "admin-pages", "the total is not the sum of the rows"):
        assert name in said
    assert "Tr0ub4dor" not in said


def test_a_bashs_json_is_its_file(sample: Sample, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", "--run", str(sample.directory), "--format", "json"]) == 1
    assert capsys.readouterr().out == (sample.directory / "bash.json").read_text("utf-8")


def test_the_verdict_gives_the_exit_status_of_a_bash_too(tmp_path: Path) -> None:
    sample_bash(tmp_path, Policy(min_severity=5, min_ran=0.0))
    assert main(["report", "--run", str(tmp_path)]) == 1


@pytest.mark.parametrize(
    ("content", "place"), [("{}", "id"), ("[]", "an array"), ("{", "line 1"), ('{"id": 5}', "id")]
)
def test_an_unusable_bash_file_is_one_line(
    content: str, place: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "bash.json").write_text(content, encoding="utf-8")
    assert main(["report", "--run", str(tmp_path)]) == 2
    error = capsys.readouterr().err
    assert f"{tmp_path / 'bash.json'}: " in error
    assert place in error
    assert error.count("\n") == 1


def test_json_says_why_a_run_ended(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_run_directory(run, {**RUN, "stop_reason": "done"})
    main(["report", "--run", str(run), "--format", "json"])
    assert json.loads(capsys.readouterr().out)["stop"] == {"stop": True, "reason": "done"}


def test_json_tells_of_an_unreported_failure(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_run_directory(run, {**RUN, "findings": [], "steps": [step(1, "x", "failed", "ASSERTION_FAILED")]})
    assert main(["report", "--run", str(run), "--format", "json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["unreported_failure"] is True
    assert report["product_failures"] == [1]


def test_json_keeps_a_findings_own_keys(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_run_directory(run, {**RUN, "findings": [finding(future={"a": 1}), {"kind": "issue"}, "it broke"]})
    main(["report", "--run", str(run), "--format", "json"])
    report = json.loads(capsys.readouterr().out)
    assert report["issues"] == [{**finding(future={"a": 1}), "position": 0}]
    assert [failure["position"] for failure in report["contract_failures"]] == [1, 2]
    assert report["contract_failures"][1] == {"position": 2, "finding": "it broke", "problems": ["it is no object"]}


def test_a_bash_that_was_cut_off_is_reported_by_what_its_runs_say(
    sample: Sample, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What is in bash.json then was written when the bash began, and knows of no finding."""
    bash = json.loads((sample.directory / "bash.json").read_text("utf-8"))
    never = {"state": "never ran", "verdict": "blocked", "steps": []}
    charters = [{**charter, **never} for charter in bash["charters"]]
    gate = {**bash["gate"], "outcome": "blocked", "held_by": []}
    cut_off = {**bash, "ended": "", "verdict": "blocked", "lines": [], "charters": charters, "gate": gate}
    directory = tmp_path / "copy"
    shutil.copytree(sample.directory, directory)
    (directory / "bash.json").write_text(json.dumps(cut_off), "utf-8")
    for form in ("text", "json", "md", "html"):
        assert main(["report", "--run", str(directory), "--format", form]) == 1
        assert "the total is not the sum of the rows" in capsys.readouterr().out
