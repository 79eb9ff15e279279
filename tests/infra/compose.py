"""What infra/compose.yaml comes to, read as Docker reads it, and its services run as plain processes."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil

from bugbash.local.process import end, plain_environment

ROOT = Path(__file__).parents[2]
INFRA = ROOT / "infra"
BIN = Path(sys.executable).parent
STOP_SECONDS = 20


def new_env(path: Path) -> dict[str, str]:
    """Write an .env by infra/new-env; its values."""
    path.write_text(subprocess.run([str(INFRA / "new-env")], capture_output=True, text=True, check=True).stdout)
    lines = [line for line in path.read_text().splitlines() if line and not line.startswith("#")]
    return dict(line.split("=", 1) for line in lines)


def render(*arguments: str) -> subprocess.CompletedProcess[str]:
    """`docker compose config` with an environment of its own; its standard output is JSON."""
    command = [
        str(BIN / "docker-compose"),
        "-f",
        str(INFRA / "compose.yaml"),
        *arguments,
        "config",
        "--format",
        "json",
    ]
    surroundings = {"PATH": os.environ["PATH"], "HOME": "/nonexistent"}
    return subprocess.run(command, env=surroundings, capture_output=True, text=True, timeout=60, check=False)


def rendered(env_file: Path) -> dict[str, Any]:
    """The whole file with the values of `env_file` put in."""
    answer = render("--env-file", str(env_file))
    assert answer.returncode == 0, answer.stderr
    config: dict[str, Any] = json.loads(answer.stdout)
    return config


@dataclass
class Service:
    """A service of the compose file as a process on this machine: its command, environment and health check.

    `swaps` are texts that stand for what a container has of its own (addresses, ports, folders), and what stands for
    them here.
    """

    name: str
    config: Mapping[str, Any]
    swaps: Mapping[str, str]
    folder: Path
    more_arguments: tuple[str, ...] = ()
    more_environment: Mapping[str, str] = field(default_factory=dict)
    _process: subprocess.Popen[bytes] | None = None

    def command(self) -> list[str]:
        """The command, from this Python's environment."""
        program, *arguments = (self._here(part) for part in self.config["command"])
        return [str(BIN / program), *arguments, *self.more_arguments]

    def start(self) -> None:
        """Start it in a session of its own, its output in <folder>/<name>.log."""
        with self.log.open("ab") as output:
            self._process = subprocess.Popen(
                self.command(),
                cwd=self.folder,
                env=self._environment(),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def run(self, seconds: float) -> None:
        """Start it and wait for its end, which must be a good one."""
        self.start()
        assert self._process is not None
        assert self._process.wait(seconds) == 0, self.log.read_text()

    def wait_healthy(self, seconds: float) -> None:
        """Ask its own health check until that is content."""
        kind, program, *arguments = (self._here(part) for part in self.config["healthcheck"]["test"])
        assert kind == "CMD"
        assert self._process is not None
        deadline = time.monotonic() + seconds
        while subprocess.run([str(BIN / program), *arguments], capture_output=True, check=False).returncode:
            assert self._process.poll() is None, f"{self.name} ended: {self.log.read_text()}"
            assert time.monotonic() < deadline, f"{self.name} is not healthy: {self.log.read_text()}"
            time.sleep(0.3)

    def stop(self) -> None:
        """End it with all that it started."""
        if self._process is not None and self._process.poll() is None:
            end(psutil.Process(self._process.pid), STOP_SECONDS)
            self._process.wait(STOP_SECONDS)

    @property
    def log(self) -> Path:
        return self.folder / f"{self.name}.log"

    def _environment(self) -> dict[str, str]:
        own = {name: self._here(value) for name, value in self.config["environment"].items()}
        return plain_environment() | {"PATH": f"{BIN}:{os.environ['PATH']}"} | own | dict(self.more_environment)

    def _here(self, text: str) -> str:
        for there, here in self.swaps.items():
            text = text.replace(there, here)
        return text
