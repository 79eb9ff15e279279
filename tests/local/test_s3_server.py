"""The S3 server: it starts once, keeps its data, and lets nobody in without a key."""

import json
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import boto3
import httpx
import psutil
import pytest
from botocore.config import Config
from botocore.exceptions import ClientError

from bugbash.cli import main
from bugbash.errors import Unusable
from bugbash.local import s3_server as module
from bugbash.local.background import ensure
from bugbash.local.home import home
from bugbash.local.s3_server import S3Server
from bugbash.local.servers import S3, ensure_s3, status, stop
from tests.support.servers import RunningS3


@pytest.fixture
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A home folder in which a test may start and stop its own server; nothing is left running."""
    folder = tmp_path / "home"
    monkeypatch.setenv("BUGBASH_HOME", str(folder))
    yield folder
    stop("s3", folder)
    assert _processes_of(folder) == []


def _processes_of(folder: Path) -> list[int]:
    found = []
    for process in psutil.process_iter(["cmdline"]):
        if any(str(folder) in part for part in process.info["cmdline"] or []):
            found.append(process.pid)
    return found


def _ports(home: Path) -> dict[str, int]:
    state = json.loads((home / "s3" / "state.json").read_text())
    ports: dict[str, int] = state["ports"]
    return ports


def _put(s3: S3, key: str, **changes: str) -> None:
    client = boto3.session.Session().client(
        "s3",
        endpoint_url=s3.endpoint,
        region_name="us-east-1",
        aws_access_key_id=changes.get("access_key", s3.access_key),
        aws_secret_access_key=changes.get("secret_key", s3.secret_key),
        config=Config(s3={"addressing_style": "path"}, retries={"total_max_attempts": 1}),
    )
    try:
        client.put_object(Bucket=s3.bucket, Key=key, Body=b"x")
    finally:
        client.close()


def test_right_keys_are_let_in(s3_server: RunningS3) -> None:
    _put(s3_server.s3, "local/a.txt")


@pytest.mark.parametrize("change", [{"secret_key": "wrong"}, {"access_key": "WRONG"}])
def test_wrong_keys_are_refused(s3_server: RunningS3, change: dict[str, str]) -> None:
    with pytest.raises(ClientError, match=r"SignatureDoesNotMatch|InvalidAccessKeyId"):
        _put(s3_server.s3, "local/b.txt", **change)


@pytest.mark.parametrize("method", ["GET", "PUT", "POST", "DELETE"])
def test_without_a_key_the_s3_port_refuses(s3_server: RunningS3, method: str) -> None:
    for path in ("/bugbash", "/bugbash/local/a.txt", "/another-bucket"):
        assert httpx.request(method, s3_server.s3.endpoint + path, content=b"x").status_code in (400, 403, 405)


@pytest.mark.parametrize(
    ("port", "method", "path"),
    [
        ("filer", "GET", "/buckets/bugbash/?pretty=y"),
        ("filer", "PUT", "/buckets/bugbash/forged.txt"),
        ("filer", "POST", "/buckets/bugbash/forged.txt"),
        ("filer", "DELETE", "/buckets/bugbash?recursive=true"),
        ("volume", "POST", "/1,01637037d6"),
        ("volume", "DELETE", "/1,01637037d6"),
        ("volume", "GET", "/admin/assign_volume?volume=99"),
        ("master", "POST", "/submit"),
        ("master", "GET", "/dir/assign"),
        ("master", "GET", "/vol/grow?count=1"),
        ("master", "GET", "/col/delete?collection=bugbash"),
        ("admin", "GET", "/"),
    ],
)
def test_the_other_ports_do_nothing_for_a_plain_request(
    s3_server: RunningS3, port: str, method: str, path: str
) -> None:
    address = f"http://127.0.0.1:{_ports(s3_server.home)[port]}{path}"

    answer = httpx.request(method, address, files={"file": b"forged"} if method == "POST" else None)

    assert answer.status_code in (401, 403, 404, 405)


def test_it_listens_on_loopback_only_and_its_telemetry_is_off(s3_server: RunningS3) -> None:
    process = psutil.Process(json.loads((s3_server.home / "s3" / "state.json").read_text())["pid"])

    listening = {found.laddr.ip for found in process.net_connections() if found.status == psutil.CONN_LISTEN}

    assert listening == {"127.0.0.1"}
    assert "-master.telemetry=false" in process.cmdline()
    assert all(found.raddr.ip == "127.0.0.1" for found in process.net_connections("inet") if found.raddr)


def test_keys_are_readable_by_their_owner_only_and_on_no_command_line(s3_server: RunningS3) -> None:
    folder = s3_server.home / "s3"
    state = json.loads((folder / "state.json").read_text())

    assert (folder / "keys.json").stat().st_mode & 0o777 == 0o600
    assert (folder / "state.json").stat().st_mode & 0o777 == 0o600
    assert s3_server.home.stat().st_mode & 0o777 == folder.stat().st_mode & 0o777 == 0o700
    assert s3_server.s3.secret_key not in " ".join(psutil.Process(state["pid"]).cmdline())
    assert s3_server.s3.secret_key not in (folder / "server.log").read_text()
    assert s3_server.s3.secret_key not in repr(s3_server.s3)


def test_the_server_does_not_keep_the_secrets_of_the_shell(own_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHOP_PASSWORD", "hunter2")
    ensure_s3()

    found = status("s3")

    assert found.pid
    assert "SHOP_PASSWORD" not in psutil.Process(found.pid).environ()


def test_two_callers_at_once_start_one_server(own_home: Path) -> None:
    code = "from bugbash.local.servers import ensure_s3; print(ensure_s3().endpoint)"
    root = Path(__file__).parents[2]
    callers = [
        subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, cwd=root) for _ in range(3)
    ]

    endpoints = {caller.communicate(timeout=100)[0] for caller in callers}

    assert len(endpoints) == 1
    assert len(_processes_of(own_home)) == 1
    assert endpoints == {f"{ensure_s3().endpoint}\n"}  # it outlives those who started it


def test_after_a_stop_it_comes_back_at_the_same_address_with_its_data(own_home: Path) -> None:
    first = ensure_s3()
    _put(first, "kept.txt")
    ports = _ports(own_home)
    assert stop("s3")
    assert _processes_of(own_home) == []
    assert [left for port in ports.values() for left in Path("/tmp").glob(f"seaweedfs-*-{port}.sock")] == []
    assert not stop("s3")

    again = ensure_s3()

    assert again == first
    client = boto3.session.Session(first.access_key, first.secret_key, region_name="us-east-1").client(
        "s3", endpoint_url=again.endpoint
    )
    assert client.get_object(Bucket="bugbash", Key="kept.txt")["Body"].read() == b"x"
    client.close()


def test_it_moves_where_its_port_was_taken(own_home: Path) -> None:
    first = ensure_s3()
    stop("s3")
    with socket.create_server(("127.0.0.1", int(first.endpoint.rsplit(":", 1)[1]))):
        again = ensure_s3()

    assert again.endpoint != first.endpoint
    assert again.secret_key == first.secret_key


def test_a_server_that_hangs_is_replaced(own_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bugbash.local.background._RECOVER_SECONDS", 1)
    monkeypatch.setattr("bugbash.local.background._END_SECONDS", 1)
    ensure_s3()
    before = status("s3").pid
    assert before
    psutil.Process(before).suspend()

    ensure_s3()

    assert status("s3").pid not in (before, None)
    assert len(_processes_of(own_home)) == 1


def test_a_server_that_cannot_start_shows_its_last_line_and_its_log(
    own_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_OPTIONS", ("-no-such-option",))

    with pytest.raises(Unusable, match=r"ended while it started; the last line of .*server\.log: .*\S"):
        ensure(S3Server(), home())


def test_without_the_extra_it_says_what_to_install(own_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/usr/bin/python3")
    monkeypatch.setattr("importlib.metadata.files", lambda _: None)

    with pytest.raises(Unusable, match=r"pip install 'bugbash\[local\]'"):
        ensure_s3()


def test_the_program_is_found_beside_python_or_by_its_package(
    own_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    beside = module._weed()
    monkeypatch.setattr(sys, "executable", "/usr/bin/python3")

    assert module._weed().samefile(beside)


def test_the_commands_start_show_and_stop_it(own_home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["local", "status", "--only", "s3"]) == 3
    assert "s3: not running" in capsys.readouterr().out

    assert main(["local", "start", "--only", "s3"]) == 0
    assert capsys.readouterr().out.startswith("s3: http://127.0.0.1:")

    assert main(["local", "status", "--only", "s3"]) == 0
    shown = capsys.readouterr().out
    assert "s3: running and healthy" in shown
    assert str(own_home / "s3" / "data") in shown
    assert ensure_s3().secret_key not in shown
    assert main(["local", "status"]) == 3  # of the two, one runs

    capsys.readouterr()
    assert main(["local", "stop"]) == 0
    assert capsys.readouterr().out == "prefect: did not run\ns3: stopped\n"
