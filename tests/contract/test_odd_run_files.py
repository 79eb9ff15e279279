"""Run files that no bash would write: one line that names the file and the place, or a sane answer."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from bugbash.cli import main

RUN = {"goal": "g", "platform": "web", "budget": {}, "usage": {}, "steps": [], "findings": []}
WHOLE = json.dumps(RUN).encode()


def with_key(key: str, raw: str) -> bytes:
    """The run with `key` holding `raw` as it stands."""
    return WHOLE[:-1] + f', "{key}": {raw}}}'.encode()


UNUSABLE = {
    "empty": (b"", "line 1, column 1"),
    "white space": (b" \n ", "line 2"),
    "truncated": (WHOLE[:40], "line 1, column"),
    "two objects": (WHOLE + WHOLE, "line 1, column"),
    "not UTF-8": (b'{"goal": "\xff"}', "byte 10"),
    "UTF-16": (WHOLE.decode().encode("utf-16"), "byte 0"),
    "NUL in front": (b"\0" + WHOLE, "line 1, column 1"),
    "NUL in a text": (WHOLE.replace(b'"g"', b'"a\0b"'), "line 1, column"),
    "an array": (b"[]", "an array"),
    "a number": (b"3", "a number"),
    "null": (b"null", "null"),
    "NaN": (with_key("future", "NaN"), "column"),
    "NaN in usage": (WHOLE.replace(b'"usage": {}', b'"usage": {"minutes": NaN}'), "line 1, column"),
    "Infinity": (with_key("future", "Infinity"), "line 1, column"),
    "minus Infinity": (with_key("future", "-Infinity"), "line 1, column"),
    "1e999": (with_key("future", "1e999"), "line 1, column"),
    "1e999 as a budget": (WHOLE.replace(b'"budget": {}', b'"budget": {"minutes": 1e999}'), "line 1, column"),
    "100,000 deep": (with_key("future", "[" * 100_000 + "]" * 100_000), "deep"),
    "101 deep": (with_key("future", "[" * 101 + "]" * 101), "deep"),
    "50 MB": (b" " * 50_000_000, "MiB"),
    "a duplicate key": (WHOLE[:-1] + b', "goal": "h"}', "'goal'"),
    "a duplicate key deep inside": (with_key("future", '[{"a": 1, "a": 2}]'), "'a'"),
    "a number of 5,000 digits": (with_key("future", "9" * 5000), "digits"),
    "goal missing": (b'{"platform": "web"}', "goal"),
    "goal no text": (WHOLE.replace(b'"g"', b"3"), "goal"),
    "an unknown platform": (WHOLE.replace(b'"web"', b'"desktop"'), "platform"),
    "steps no list": (WHOLE.replace(b'"steps": []', b'"steps": {}'), "steps"),
    "a step no object": (WHOLE.replace(b'"steps": []', b'"steps": [1]'), "steps[0]"),
    "an index no whole number": (
        WHOLE.replace(b'"steps": []', b'"steps": [{"index": 1.5, "status": "passed"}]'),
        "steps[0].index",
    ),
    "an index of text": (
        WHOLE.replace(b'"steps": []', b'"steps": [{"index": "1", "status": "passed"}]'),
        "steps[0].index",
    ),
    "a boolean as an index": (
        WHOLE.replace(b'"steps": []', b'"steps": [{"index": true, "status": "passed"}]'),
        "steps[0].index",
    ),
    "findings no list": (WHOLE.replace(b'"findings": []', b'"findings": "none"'), "findings"),
    "usage of text": (WHOLE.replace(b'"usage": {}', b'"usage": {"tokens": "3"}'), "usage.tokens"),
    "usage below nothing": (WHOLE.replace(b'"usage": {}', b'"usage": {"steps": -1}'), "usage.steps"),
    "budget a list": (WHOLE.replace(b'"budget": {}', b'"budget": []'), "budget"),
}


@pytest.mark.parametrize(("content", "place"), UNUSABLE.values(), ids=UNUSABLE.keys())
@pytest.mark.parametrize("command", ["check", "report"])
def test_an_unusable_file_is_one_line_that_names_file_and_place(
    content: bytes, place: str, command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "run.json").write_bytes(content)
    assert main([command, "--run", str(tmp_path)]) == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert output.err.startswith("bugbash: ")
    assert output.err.count("\n") == 1
    assert len(output.err) < 2_100
    assert str(tmp_path / "run.json") in output.err
    assert place in output.err


@pytest.mark.parametrize("command", ["check", "report"])
def test_a_directory_that_is_not_there_is_named(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([command, "--run", str(tmp_path / "nowhere")]) == 2
    error = capsys.readouterr().err
    assert str(tmp_path / "nowhere") in error
    assert error.count("\n") == 1


def test_a_directory_without_a_run_file_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--run", str(tmp_path)]) == 2
    assert f"{tmp_path / 'run.json'}: there is no such file" in capsys.readouterr().err


def test_a_file_where_a_directory_is_asked_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "run.json").write_bytes(WHOLE)
    assert main(["check", "--run", str(tmp_path / "run.json")]) == 2
    assert str(tmp_path / "run.json") in capsys.readouterr().err


@pytest.mark.timeout(10)
@pytest.mark.parametrize("command", ["check", "report"])
def test_a_pipe_or_a_device_where_the_file_should_be_holds_nobody_up(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "run.json"
    os.mkfifo(file)
    assert main([command, "--run", str(tmp_path)]) == 2
    assert capsys.readouterr().err == f"bugbash: {file}: cannot be read: it is no regular file\n"
    file.unlink()
    file.symlink_to("/dev/zero")
    assert main([command, "--run", str(tmp_path)]) == 2
    assert "no regular file" in capsys.readouterr().err


def test_a_directory_where_the_file_should_be(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "run.json").mkdir()
    assert main(["report", "--run", str(tmp_path)]) == 2
    assert "cannot be read" in capsys.readouterr().err


VALID: dict[str, tuple[bytes, dict[str, Any]]] = {
    "a byte order mark": (b"\xef\xbb\xbf" + WHOLE, {"verdict": "blocked"}),
    "a lone surrogate": (WHOLE.replace(b'"g"', b'"\\ud800"'), {"verdict": "blocked"}),
    "a NUL escape": (WHOLE.replace(b'"g"', b'"a\\u0000b"'), {"verdict": "blocked"}),
    "a budget of 400 digits": (
        WHOLE.replace(b'"budget": {}', b'"budget": {"minutes": ' + b"9" * 400 + b"}"),
        {"budget": {"steps": 8, "minutes": 15, "tokens": 150000}, "clamped": ["minutes"]},
    ),
    "a usage of 400 digits": (
        WHOLE.replace(b'"usage": {}', b'"usage": {"minutes": ' + b"9" * 400 + b"}"),
        {"stop": {"stop": True, "reason": "time"}},
    ),
    "an index of 400 digits": (
        WHOLE.replace(b'"steps": []', b'"steps": [{"index": ' + b"9" * 400 + b', "status": "exhausted"}]'),
        {"exhausted": [int("9" * 400)]},
    ),
    "a pipeline key used for something else": (with_key("notes", '{"mine": 1}'), {"verdict": "blocked"}),
    "a stop reason nobody knows": (with_key("stop_reason", '"tired"'), {"stop": {"stop": False, "reason": None}}),
    "100 deep": (with_key("future", "[" * 98 + "]" * 98), {"verdict": "blocked"}),
    "no budget, usage, steps and findings": (b'{"goal": "g", "platform": "ios"}', {"verdict": "blocked"}),
}


@pytest.mark.parametrize(("content", "expected"), VALID.values(), ids=VALID.keys())
@pytest.mark.parametrize("form", ["json", "text", "md", "html"])
def test_an_odd_but_valid_file_is_answered(
    content: bytes, expected: dict[str, Any], form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "run.json").write_bytes(content)
    assert main(["report", "--run", str(tmp_path), "--format", form]) == 3
    output = capsys.readouterr()
    assert output.err == ""
    if form == "json":
        report = json.loads(output.out)
        assert {key: report[key] for key in expected} == expected


def test_other_programs_keys_in_a_finding_are_read_past(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    finding = {
        "kind": "issue", "severity": 3, "title": "t", "screen": "s", "expected": "e", "observed": "o", "repro": ["r"],
        "evidence": [{"kind": "log", "path": "l.txt", "note": 5}], "step": 1,
        "confidence": 0.9, "oracle": ["x"], "location": 7, "sequence": "s", "fingerprint": 3, "also_seen": "often",
    }  # fmt: skip
    run = {**RUN, "steps": [{"index": 1, "status": "passed"}], "findings": [finding]}
    (tmp_path / "run.json").write_text(json.dumps(run), encoding="utf-8")
    (tmp_path / "l.txt").touch()
    for form in ("text", "json", "md", "html"):
        assert main(["report", "--run", str(tmp_path), "--format", form]) == 1
    assert capsys.readouterr().err == ""
