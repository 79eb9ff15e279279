"""The parts of the local servers that need none of them: the home folder, locks, ports, signing, processes."""

import socket
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import psutil
import pytest

from bugbash.errors import Unusable, UnusableFile
from bugbash.evidence import local_s3
from bugbash.local import process, state
from bugbash.local.background import Launch, NotStarted, ensure, status, stop
from bugbash.local.home import home, private_folder, size_of
from bugbash.local.lock import locked
from bugbash.local.ports import choose, is_free
from bugbash.local.sigv4 import signed_headers


@pytest.mark.parametrize(
    ("environment", "where"),
    [
        ({"BUGBASH_HOME": "/srv/bugbash", "XDG_DATA_HOME": "/data"}, Path("/srv/bugbash")),
        ({"XDG_DATA_HOME": "/data"}, Path("/data/bugbash")),
        ({}, Path.home() / ".local" / "share" / "bugbash"),
    ],
)
def test_the_home_is_found_alike_by_the_servers_and_by_the_store(environment: dict[str, str], where: Path) -> None:
    assert home(environment) == local_s3._home(environment) == where


def test_a_folder_is_made_private_and_one_that_cannot_be_is_named(tmp_path: Path) -> None:
    (tmp_path / "open").mkdir(mode=0o755)
    (tmp_path / "file").write_text("")

    assert private_folder(tmp_path / "open").stat().st_mode & 0o777 == 0o700
    with pytest.raises(Unusable, match="BUGBASH_HOME"):
        private_folder(tmp_path / "file" / "below")


def test_the_size_of_a_folder_is_that_of_its_files(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "x").write_bytes(b"123")
    (tmp_path / "y").write_bytes(b"4567")

    assert size_of(tmp_path) == 7
    assert size_of(tmp_path / "nowhere") == 0


def test_a_lock_held_elsewhere_is_waited_for_within_a_bound(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    with locked(path, 1):
        code = "import sys; from pathlib import Path; from bugbash.local.lock import locked\n"
        code += "with locked(Path(sys.argv[1]), 0.2): pass"
        root = Path(__file__).parents[2]
        waited = subprocess.run(
            [sys.executable, "-c", code, str(path)], capture_output=True, text=True, cwd=root, check=False
        )
        assert "another bugbash has held this lock" in waited.stderr
    with locked(path, 0):
        pass


def test_ports_are_kept_while_they_are_free_and_never_given_twice() -> None:
    first = choose(("a", "b", "c"), {})

    assert len(set(first.values())) == 3
    assert choose(("a", "b", "c"), first) == first
    assert choose(("a", "b"), {"a": first["a"], "b": first["a"]})["b"] != first["a"]


def test_a_port_that_is_taken_is_given_up() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert not is_free(port)
        assert choose(("a",), {"a": port})["a"] != port


def test_a_request_is_signed_as_the_published_example() -> None:
    """The example "GET Bucket Lifecycle"'s sibling of the AWS documentation, which signs the same three headers."""
    headers = signed_headers(
        "GET",
        "https://examplebucket.s3.amazonaws.com/?max-keys=2&prefix=J",
        "AKIAIOSFODNN7EXAMPLE",
        "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
        now=datetime(2013, 5, 24, tzinfo=UTC),
    )

    assert headers["authorization"].endswith(
        "Signature=34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7"
    )


def test_a_process_is_recognised_by_pid_birth_and_command() -> None:
    ours = psutil.Process()
    born = process.born(ours.pid)
    assert born is not None

    assert process.find(ours.pid, born, ours.cmdline()) == ours
    assert process.find(ours.pid, born + 100, ours.cmdline()) is None
    assert process.find(ours.pid, born, ["other"]) is None
    assert process.find(2**22 + 1, born, ours.cmdline()) is None
    assert process.born(2**22 + 1) is None


def test_ending_takes_the_whole_session_also_what_does_not_listen(tmp_path: Path) -> None:
    stubborn = (
        "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('up', flush=True); time.sleep(99)"
    )
    parent = f"import subprocess, sys, time; subprocess.Popen([sys.executable, '-c', {stubborn!r}]); time.sleep(99)"
    log = tmp_path / "log"
    pid = process.start_detached([sys.executable, "-c", parent], process.plain_environment(), tmp_path, log)
    deadline = time.monotonic() + 30
    while "up" not in log.read_text() and time.monotonic() < deadline:
        time.sleep(0.05)
    tree = process.tree(psutil.Process(pid))
    assert len(tree) == 2

    process.end(psutil.Process(pid), seconds=0.5)

    assert not any(one.is_running() and one.status() != psutil.STATUS_ZOMBIE for one in tree)


def test_a_plain_environment_has_a_path_and_no_secret() -> None:
    plain = process.plain_environment({"PATH": "/bin", "SHOP_PASSWORD": "hunter2", "PREFECT_API_URL": "x"})

    assert plain == {"PATH": "/bin"}


def test_a_file_that_is_no_state_is_refused(tmp_path: Path) -> None:
    (tmp_path / "state.json").write_text('{"pid": "12"}')

    with pytest.raises(UnusableFile, match="no state of a server"):
        state.read(tmp_path)


class FakeServer:
    """A program that never answers."""

    name = "fake"
    ports: tuple[str, ...] = ("only",)

    def __init__(self, code: str) -> None:
        self.code = code

    def launch(self, folder: Path, ports: Mapping[str, int]) -> Launch:
        return Launch([sys.executable, "-c", self.code], {}, {"endpoint": "nowhere"})

    def healthy(self, address: Mapping[str, str]) -> bool:
        return False

    def tidy(self, ports: Mapping[str, int]) -> None:
        """Leaves nothing."""


@pytest.mark.parametrize(
    "stale",
    [{"pid": 2**22 + 1}, {"born": 1e9}, {"command": ["/usr/bin/something", "else"]}],
    ids=["ended", "after a reboot", "pid taken over by another program"],
)
def test_a_state_that_is_of_no_running_server_is_stale(tmp_path: Path, stale: dict[str, Any]) -> None:
    server = FakeServer("")
    ours = psutil.Process()
    real = state.State(ours.pid, process.born(ours.pid) or 0.0, "", ours.cmdline(), {"only": 1}, {})
    (tmp_path / "fake").mkdir()
    state.write(tmp_path / "fake", real)
    assert status(server, tmp_path).pid == ours.pid

    state.write(tmp_path / "fake", replace(real, **stale))

    assert status(server, tmp_path).pid is None
    assert not stop(server, tmp_path)


def test_a_server_that_is_never_healthy_is_ended_and_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bugbash.local.background.START_SECONDS", 1)
    server = FakeServer("import time; print('still loading', flush=True); time.sleep(99)")

    with pytest.raises(NotStarted, match=r"was not healthy after 1 s; .*server\.log: still loading"):
        ensure(server, tmp_path)

    assert status(server, tmp_path).pid is None


def test_a_server_that_ends_at_once_is_told_without_waiting(tmp_path: Path) -> None:
    began = time.monotonic()

    with pytest.raises(NotStarted, match=r"ended while it started; .*: no room"):
        ensure(FakeServer("import sys; sys.exit('no room')"), tmp_path)

    assert time.monotonic() - began < 20
