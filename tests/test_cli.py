"""The command line itself: what it imports, how long it takes, and how it says that it cannot."""

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from bugbash.cli import COMMANDS, main
from tests.report.sample import finding, step, write_run_directory

HEAVY = ("prefect", "playwright", "boto3", "rich")
RUN = {"goal": "g", "platform": "web", "steps": [step(1, "look")], "findings": [finding()]}


@pytest.fixture
def run(tmp_path: Path) -> Path:
    write_run_directory(tmp_path / "run", RUN)
    return tmp_path / "run"


def program(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "bugbash.cli", *arguments], capture_output=True, text=True, timeout=60, check=False
    )


@pytest.mark.parametrize(
    "arguments",
    [
        ["check"],
        ["report"],
        ["report", "--format", "json"],
        ["report", "--format", "md"],
        ["report", "--format", "html"],
    ],
    ids=" ".join,
)
def test_check_and_report_wait_for_nothing_heavy(arguments: list[str], run: Path) -> None:
    code = (
        "import sys; from bugbash.cli import main; main(sys.argv[1:]);"
        f"print('HEAVY', sorted({set(HEAVY)} & sys.modules.keys()))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments, "--run", str(run)],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert done.stdout.endswith("HEAVY []\n")


def test_help_names_every_command_without_importing_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    said = capsys.readouterr().out
    assert all(f"  {name} " in said for name in COMMANDS)


@pytest.mark.parametrize("command", ["check", "report", "schema"])
def test_a_command_explains_itself(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([command, "--help"]) == 0
    assert f"Usage: bugbash {command}" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["chek"], "chek"),
        (["check"], "--run"),
        (["check", "--rum", "x"], "--rum"),
        (["report", "--run", ".", "--format", "pdf"], "pdf"),
        (["schema", "report"], "report"),
    ],
)
def test_a_call_that_cannot_be_used_is_one_line(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert output.err.count("\n") == 1
    assert words in output.err


def test_a_directory_of_a_hostile_name_stays_one_line(tmp_path: Path) -> None:
    done = program("check", "--run", str(tmp_path / "a\n\x1b[2Jb"))
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "\x1b" not in done.stderr


@pytest.mark.parametrize("form", ["text", "json", "md", "html"])
def test_a_reader_that_goes_away_changes_no_status(form: str, tmp_path: Path) -> None:
    write_run_directory(tmp_path, {**RUN, "findings": [], "notes": ["n" * 100] * 10_000, "goal": "g" * 500_000})
    command = f"{sys.executable} -m bugbash.cli report --run {tmp_path} --format {form}"
    shell = f"{command} | head -c 1; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", shell], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.endswith("0\n")
    assert done.stderr == ""


def test_a_terminal_that_knows_only_ascii_gets_its_report(run: Path) -> None:
    write_run_directory(run, {**RUN, "findings": [finding(title="O’Brien – naïve")]})
    done = subprocess.run(
        [sys.executable, "-m", "bugbash.cli", "report", "--run", str(run)],
        capture_output=True,
        timeout=60,
        check=False,
        env={"PYTHONIOENCODING": "ascii", "LC_ALL": "C"},
    )
    assert done.returncode == 1
    assert "O’Brien – naïve" in done.stdout.decode("utf-8")


def piped(shell: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["bash", "-c", shell], capture_output=True, text=True, timeout=60, check=False)


@pytest.mark.parametrize("arguments", [["tours"], ["--help"], ["init", "http://shop.example.test/", "-o", "-"]])
def test_any_command_may_be_read_in_part(arguments: Sequence[str]) -> None:
    """A slow reader that leaves after one byte: what was to be printed after it goes nowhere, without a word."""
    command = f"{sys.executable} -m bugbash.cli {' '.join(arguments)}"
    done = piped(f"{command} | true; echo ${{PIPESTATUS[0]}}")
    assert done.stdout == "0\n"
    assert done.stderr == ""


def test_a_disk_that_is_full_is_one_line() -> None:
    done = piped(f"{sys.executable} -m bugbash.cli tours > /dev/full")
    assert done.returncode == 4
    assert done.stderr.count("\n") == 1
    assert "No space left on device" in done.stderr


@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&-", ">&- 2>&- <&-"])
def test_closed_streams_change_no_status(closed: str, run: Path) -> None:
    assert piped(f"{sys.executable} -m bugbash.cli report --run {run} {closed}").returncode == 1


def test_a_file_name_that_the_terminal_cannot_show_is_shown_as_an_escape(tmp_path: Path) -> None:
    file = tmp_path / "b→sh.yaml"
    file.write_text("name: a\ntarget: http://shop.example.test/\ncharters: [{name: a, goal: g}]\n", "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "bugbash.cli", "validate", str(file)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env={"PYTHONIOENCODING": "latin-1"},
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "b\\u2192sh.yaml" in done.stdout


def test_a_fault_of_ours_is_one_line_with_its_place(
    monkeypatch: pytest.MonkeyPatch, run: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def faulty(_: Path) -> None:
        raise KeyError("steps")

    monkeypatch.setattr("bugbash.commands.check.read_run", faulty)
    assert main(["check", "--run", str(run)]) == 4
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert "a fault of bugbash: KeyError: 'steps' (check.py, line " in error


def test_what_waits_at_the_end_of_the_process_is_not_waited_for_long() -> None:
    code = (
        "import atexit, sys, time; from bugbash import cli; cli.LEAVE_SECONDS = 0.2;"
        "atexit.register(time.sleep, 600); sys.argv = ['bugbash', 'frob']; sys.exit(cli.program())"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=30, check=False)
    assert done.returncode == 2
    assert "frob" in done.stderr


@pytest.mark.parametrize("position", ["\u00b2", "-1", "x", "", "9" * 5000])
def test_a_position_that_is_no_number_is_one_line(position: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", f"somewhere/charter#{position}"]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert "DIR/CHARTER#POSITION" in error


def test_a_bash_file_of_a_hostile_name_stays_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["validate", "a\n\x1b[2Jb.yaml"]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert "\x1b" not in error
