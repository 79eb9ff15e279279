"""The shop as a program: its options, its one line, how it stops."""

import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from tests.support.shop.__main__ import main
from tests.support.shop.bugs import table
from tests.support.shop.server import bind

ROOT = Path(__file__).parents[2]
PATIENCE = 20.0  # seconds


def start(*options: str, **environment: str) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "tests.support.shop", "--port", "0", *options]
    return subprocess.Popen(
        command,
        cwd=ROOT,
        env={**os.environ, **environment},
        text=True,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def ready(process: "subprocess.Popen[str]") -> str:
    """The address in the line that the program prints when it serves."""
    assert process.stdout is not None
    word, address = process.stdout.readline().split()
    assert word == "READY"
    return address


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_says_when_it_serves_and_stops_cleanly(tmp_path: Path, number: signal.Signals) -> None:
    process = start("--bugs", "gifts-blank", TMPDIR=str(tmp_path))
    address = ready(process)
    with httpx.Client(trust_env=False) as client:
        assert client.get(address).status_code == 200
        assert client.get(f"{address}gifts").text.endswith("<body></body></html>")
        process.send_signal(number)
        said, complained = process.communicate(timeout=PATIENCE)
    assert (process.returncode, said, complained) == (0, "", "")
    assert list(tmp_path.iterdir()) == []


def test_it_ends_with_whoever_holds_its_standard_input(tmp_path: Path) -> None:
    """A demo that is killed closes it, and leaves no shop behind."""
    process = start("--until-stdin-ends", TMPDIR=str(tmp_path))
    address = ready(process)
    assert process.stdin is not None
    with httpx.Client(trust_env=False) as client:
        assert client.get(address).status_code == 200
    said, complained = process.communicate(timeout=PATIENCE)
    assert (process.returncode, said, complained) == (0, "", "")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_is_kept_and_used_again(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "shop"
    for _ in range(2):
        process = start("--data", str(folder), SHOP_PASSWORD="another-Word-1")
        with httpx.Client(base_url=ready(process), trust_env=False) as client:
            values = {"email": "amy@example.test", "password": "another-Word-1"}
            assert client.post("/sign-in", data=values).status_code == 303
        process.terminate()
        process.communicate(timeout=PATIENCE)
    db = sqlite3.connect(folder / "shop.sqlite")
    try:
        assert db.execute("SELECT count(*) FROM product").fetchone() == (40,)
        assert db.execute("SELECT count(*) FROM session").fetchone() == (2,)
    finally:
        db.close()


def test_it_lists_the_bugs(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--list-bugs"])
    assert capsys.readouterr().out == table() + "\n"


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--bugs", "bees"], "there is no bug 'bees'; --list-bugs prints the ids"),
        (["--port", "70000"], "cannot serve on port 70000"),
    ],
)
def test_a_wrong_option_is_one_line_and_status_2(
    options: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(options)
    assert ended.value.code == 2
    assert words in capsys.readouterr().err.splitlines()[-1]


def test_a_port_that_is_taken_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    with bind(0) as taken:
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(SystemExit):
            main(["--port", str(port)])
    assert f"cannot serve on port {port}" in capsys.readouterr().err
