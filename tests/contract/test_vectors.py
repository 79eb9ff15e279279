"""Every worked case of the contract, to the letter, through the command line."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from bugbash.cli import main

VECTORS: list[dict[str, Any]] = yaml.safe_load((Path(__file__).parent / "vectors.yaml").read_text("utf-8"))
FORMATS = ("text", "json", "md", "html")


def by_name(vectors: list[dict[str, Any]]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("vector", vectors, ids=lambda vector: vector["name"])


def having(key: str) -> list[dict[str, Any]]:
    return [vector for vector in VECTORS if key in vector]


@pytest.fixture
def directory(vector: dict[str, Any], tmp_path: Path) -> Path:
    (tmp_path / "run.json").write_text(json.dumps(vector["run"]), encoding="utf-8")
    for name in vector.get("files", ()):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("any content", encoding="utf-8")
    return tmp_path


def test_the_vectors_are_all_there() -> None:
    assert len(VECTORS) == 39
    assert all({"check", "report", "error"} & vector.keys() for vector in VECTORS)


@by_name(having("check"))
def test_check_answers(vector: dict[str, Any], directory: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status = main(["check", "--run", str(directory)])
    answer = json.loads(capsys.readouterr().out)
    assert status == 0
    assert {key: answer[key] for key in vector["check"]} == vector["check"]
    assert set(answer) == {"stop", "reason", "budget", "usage", "clamped"}


@by_name(having("report"))
def test_report_answers(vector: dict[str, Any], directory: Path, capsys: pytest.CaptureFixture[str]) -> None:
    expected = dict(vector["report"])
    status = main(["report", "--run", str(directory), "--format", "json"])
    report = json.loads(capsys.readouterr().out)
    assert status == expected.pop("exit")
    problems = {name_of(failure): len(failure["problems"]) for failure in report["contract_failures"]}
    least = expected.pop("contract_failures", None)
    if least is not None:
        assert problems.keys() == least.keys()
        assert all(problems[name] >= number for name, number in least.items())
    for titles in ("issues", "warnings"):
        report[titles] = [finding["title"] for finding in report[titles]]
    assert {key: report[key] for key in expected} == expected


@by_name(having("report"))
@pytest.mark.parametrize("form", FORMATS)
def test_every_format_gives_the_verdict(
    vector: dict[str, Any], directory: Path, form: str, capsys: pytest.CaptureFixture[str]
) -> None:
    status = main(["report", "--run", str(directory), "--format", form])
    output = capsys.readouterr()
    assert status == vector["report"]["exit"]
    assert vector["report"]["verdict"] in output.out.lower()
    assert output.err == ""
    for title in (*vector["report"].get("issues", ()), *vector["report"].get("warnings", ())):
        assert title in output.out


@by_name(having("absent"))
@pytest.mark.parametrize("form", FORMATS)
def test_no_output_repeats_a_credential(
    vector: dict[str, Any], directory: Path, form: str, capfd: pytest.CaptureFixture[str]
) -> None:
    main(["report", "--run", str(directory), "--format", form])
    main(["check", "--run", str(directory)])
    output = capfd.readouterr()
    for secret in vector["absent"]:
        assert secret not in output.out + output.err


@by_name(having("error"))
@pytest.mark.parametrize("command", ["check", "report"])
def test_an_unusable_file_is_one_line(
    vector: dict[str, Any], directory: Path, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    status = main([command, "--run", str(directory)])
    output = capsys.readouterr()
    assert status == 2
    assert output.out == ""
    assert output.err.count("\n") == 1
    assert str(directory / "run.json") in output.err
    assert "Traceback" not in output.err


@by_name([VECTORS[0], having("absent")[0], having("error")[0]])
def test_the_program_itself_answers_as_well(vector: dict[str, Any], directory: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "bugbash.cli", "report", "--run", str(directory), "--format", "json"],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == vector.get("report", {"exit": 2})["exit"]
    assert "Traceback" not in done.stderr
    assert bool(done.stdout) == ("report" in vector)
    assert done.stderr.count("\n") == (1 if "error" in vector else 0)


def name_of(failure: dict[str, Any]) -> str:
    finding = failure["finding"]
    titled = isinstance(finding, dict) and isinstance(finding.get("title"), str)
    return finding["title"] if titled else str(failure["position"])
