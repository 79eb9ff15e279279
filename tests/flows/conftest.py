"""A real Prefect server for the flow's tests, and bashes held on it through the command line."""

import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest

from bugbash.local.servers import ensure_prefect, stop
from bugbash.triage.summary import BashSummary

RUN_SECONDS = 150


@dataclass(frozen=True)
class Home:
    """A BUGBASH_HOME with a Prefect server in it."""

    path: Path
    api_url: str
    ui_url: str

    @property
    def environment(self) -> dict[str, str]:
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("PREFECT_", "BUGBASH_"))}
        return {**kept, "BUGBASH_HOME": str(self.path)}


@pytest.fixture(scope="session")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Home]:
    """The local server, as a command finds it or starts it."""
    path = tmp_path_factory.mktemp("home")
    try:
        server = ensure_prefect(path)
        yield Home(path, server.api_url, server.ui_url)
    finally:
        stop("prefect", path)
        stop("s3", path)


@dataclass(frozen=True)
class Held:
    """A bash that a command held to its end."""

    status: int
    output: str
    errors: str
    directory: Path

    @property
    def summary(self) -> BashSummary:
        return BashSummary.model_validate_json((self.directory / "bash.json").read_text("utf-8"))

    @property
    def run_id(self) -> str:
        found = re.search(r"flow-run/([0-9a-f-]{36})", self.errors)
        assert found, self.errors
        return found.group(1)

    def run(self, charter: str) -> dict[str, Any]:
        data: dict[str, Any] = json.loads((self.directory / charter / "run.json").read_text("utf-8"))
        return data


class Holder:
    """Holds bashes in a folder of its own."""

    def __init__(self, home: Home, folder: Path) -> None:
        self.home = home
        self.folder = folder

    def start(self, text: str, *flags: str, environment: Mapping[str, str] | None = None) -> subprocess.Popen[str]:
        """Begin `bugbash run` on a bash file with this text."""
        file = self.folder / "bash.yaml"
        file.write_text(text, "utf-8")
        return self.command("run", str(file), *flags, environment=environment)

    def command(self, *arguments: str, environment: Mapping[str, str] | None = None) -> subprocess.Popen[str]:
        """Begin any command of bugbash in the folder."""
        return subprocess.Popen(
            [sys.executable, "-m", "bugbash.cli", *arguments],
            cwd=self.folder,
            env={**self.home.environment, **(environment or {})},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def hold(self, text: str, *flags: str, environment: Mapping[str, str] | None = None) -> Held:
        """Hold a bash to its end."""
        return self.finish(self.start(text, *flags, environment=environment))

    def finish(self, process: subprocess.Popen[str]) -> Held:
        output, errors = process.communicate(timeout=RUN_SECONDS)
        return Held(process.returncode, output, errors, self.directory())

    def directory(self) -> Path:
        """The directory of the newest bash in the folder."""
        found = sorted((self.folder / "bash-results").glob("*/*/"))
        return found[-1] if found else self.folder

    def wait_for(self, what: Callable[[], object], seconds: float = 60) -> None:
        """Wait until `what` answers something true."""
        deadline = time.monotonic() + seconds
        while not what():
            assert time.monotonic() < deadline, "it did not come to pass"
            time.sleep(0.05)


@pytest.fixture
def holder(home: Home, tmp_path: Path) -> Holder:
    return Holder(home, tmp_path)


class Prefect:
    """Asks the server what it recorded."""

    def __init__(self, home: Home) -> None:
        self._client = httpx.Client(base_url=home.api_url, timeout=30, trust_env=False)

    def flow_run(self, run_id: str) -> dict[str, Any]:
        answer: dict[str, Any] = self._client.get(f"/flow_runs/{run_id}").raise_for_status().json()
        return answer

    def task_runs(self, run_id: str, at_least: int) -> list[dict[str, Any]]:
        """The task runs of a flow run in the order of their start, once so many are recorded (that lags behind)."""
        body = {"flow_runs": {"id": {"any_": [run_id]}}, "limit": 200}
        deadline = time.monotonic() + 30
        while True:
            runs: list[dict[str, Any]] = self._client.post("/task_runs/filter", json=body).raise_for_status().json()
            done = [run for run in runs if run["state_type"] in ("COMPLETED", "FAILED", "CRASHED", "CANCELLED")]
            if len(done) >= at_least or time.monotonic() > deadline:
                return sorted(done, key=lambda run: run["start_time"])
            time.sleep(0.2)

    def artifacts(self, run_id: str) -> list[dict[str, Any]]:
        body = {"artifacts": {"flow_run_id": {"any_": [run_id]}}, "limit": 200}
        answer: list[dict[str, Any]] = self._client.post("/artifacts/filter", json=body).raise_for_status().json()
        return answer

    def cancel(self, run_id: str) -> None:
        body = {"state": {"type": "CANCELLING"}}
        self._client.post(f"/flow_runs/{run_id}/set_state", json=body).raise_for_status()

    def newest_run(self) -> dict[str, Any] | None:
        body = {"sort": "START_TIME_DESC", "limit": 1}
        found: list[dict[str, Any]] = self._client.post("/flow_runs/filter", json=body).raise_for_status().json()
        return found[0] if found else None

    def close(self) -> None:
        self._client.close()


@pytest.fixture
def prefect(home: Home) -> Iterator[Prefect]:
    server = Prefect(home)
    yield server
    server.close()
