"""The Prefect server: a real one, started once for these tests."""

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import psutil
import pytest

from bugbash.local.servers import Prefect, ensure_prefect, status, stop


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("prefect-home")


@pytest.fixture(scope="module")
def prefect(folder: Path) -> Iterator[Prefect]:
    """The server; its surroundings hold settings that must not reach it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PREFECT_API_URL", "http://127.0.0.1:1/api")
        patch.setenv("PREFECT_SERVER_DATABASE_CONNECTION_URL", "sqlite+aiosqlite:////nowhere/prefect.db")
        try:
            yield ensure_prefect(folder)
        finally:
            stop("prefect", folder)


def test_it_answers_and_shows_a_ui_that_calls_this_very_server(prefect: Prefect) -> None:
    assert httpx.get(f"{prefect.api_url}/health").json() is True
    assert "text/html" in httpx.get(prefect.ui_url, follow_redirects=True).headers["content-type"]
    assert httpx.get(f"{prefect.ui_url}/ui-settings").json()["api_url"] == prefect.api_url


def test_it_takes_a_flow_run(prefect: Prefect) -> None:
    flow = _created(f"{prefect.api_url}/flows/", {"name": "bug-bash"})

    run = _created(f"{prefect.api_url}/flow_runs/", {"flow_id": flow["id"], "state": {"type": "PENDING"}})

    assert run["state_type"] == "PENDING"


def _created(url: str, body: dict[str, Any]) -> dict[str, Any]:
    """What was made; asked again after a 503, Prefect's word for a locked SQLite, as its own client does.

    It was seen in the first tenth of a second after the server became healthy.
    """
    deadline = time.monotonic() + 20
    while (answer := httpx.post(url, json=body, timeout=20)).status_code == 503 and time.monotonic() < deadline:
        time.sleep(0.1)
    assert answer.status_code == 201
    made: dict[str, Any] = answer.json()
    return made


def test_its_settings_are_ours_whatever_the_shell_says(prefect: Prefect, folder: Path) -> None:
    settings = httpx.get(f"{prefect.api_url}/admin/settings").json()

    server = settings["server"]
    assert settings["home"] == str(folder / "prefect" / "data")
    assert (folder / "prefect" / "data" / "prefect.db").is_file()
    assert server["analytics_enabled"] is False
    assert server["ui"]["show_promotional_content"] is False
    assert server["concurrency"]["lease_storage"].endswith("filesystem")
    assert server["services"]["task_run_recorder"]["batch_size"] == 50
    assert server["services"]["event_persister"]["batch_size"] == 100


def test_a_page_from_elsewhere_cannot_drive_it(prefect: Prefect) -> None:
    asking = {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "content-type"}

    elsewhere = httpx.options(f"{prefect.api_url}/flows/", headers={"Origin": "https://evil.example", **asking})
    own = httpx.options(f"{prefect.api_url}/flows/", headers={"Origin": prefect.ui_url, **asking})

    assert elsewhere.status_code == 400
    assert own.status_code == 200


def test_it_listens_on_loopback_only_and_its_log_is_quiet(prefect: Prefect, folder: Path) -> None:
    pid = json.loads((folder / "prefect" / "state.json").read_text())["pid"]

    found = psutil.Process(pid).net_connections("inet")

    assert {one.laddr.ip for one in found} == {"127.0.0.1"}
    assert "Traceback" not in (folder / "prefect" / "server.log").read_text()


def test_whoever_asks_again_gets_the_same_one_and_a_stop_ends_all_of_it(prefect: Prefect, folder: Path) -> None:
    assert ensure_prefect(folder) == prefect
    found = status("prefect", folder)
    assert found.pid
    assert found.healthy
    tree = [found.pid, *[child.pid for child in psutil.Process(found.pid).children(recursive=True)]]

    assert stop("prefect", folder)

    assert not any(psutil.pid_exists(pid) for pid in tree)
    assert status("prefect", folder).pid is None
