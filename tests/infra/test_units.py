"""infra/systemd/: the same commands as in the compose file, for a machine without containers."""

import shlex
import subprocess
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

from tests.infra.compose import BIN, INFRA, new_env, rendered

UNITS = sorted((INFRA / "systemd").glob("*.service"))
SERVICES = {"bugbash-prefect": "prefect", "bugbash-worker": "worker"}
HARDENED = {
    "CapabilityBoundingSet": "",
    "NoNewPrivileges": "yes",
    "PrivateDevices": "yes",
    "PrivateTmp": "yes",
    "ProtectHome": "yes",
    "ProtectSystem": "strict",
    "RestrictSUIDSGID": "yes",
    "User": "bugbash",
}
PLACED_BY_ENVIRONMENT_FILE = {"PREFECT_SERVER_API_AUTH_STRING", "PREFECT_API_AUTH_STRING"}
OF_A_CONTAINER = {"HOME", "BUGBASH_STORE", "AWS_REGION", "AWS_ENDPOINT_URL_S3", "AWS_ACCESS_KEY_ID"}
OF_A_CONTAINER |= {"AWS_SECRET_ACCESS_KEY"}


def _settings(unit: Path) -> dict[str, list[str]]:
    """Every setting of a unit with its values, in order."""
    found: dict[str, list[str]] = defaultdict(list)
    for line in unit.read_text(encoding="utf-8").splitlines():
        name, equals, value = line.partition("=")
        if equals and not line.startswith("#"):
            found[name].append(value)
    return found


@pytest.fixture(scope="module")
def services(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    env_file = tmp_path_factory.mktemp("env") / ".env"
    new_env(env_file)
    found: dict[str, Any] = rendered(env_file)["services"]
    return found


def test_there_is_a_unit_for_the_server_and_one_for_the_worker() -> None:
    assert {unit.stem for unit in UNITS} == SERVICES.keys()


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.stem)
def test_every_setting_is_one_that_systemd_knows(unit: Path) -> None:
    answer = subprocess.run(
        [str(BIN / "systemdlint"), "--norootfs", str(unit)], capture_output=True, text=True, timeout=60, check=False
    )

    told = [line for line in (answer.stdout + answer.stderr).splitlines() if "[Security." not in line]
    assert told == []


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.stem)
def test_it_is_hardened(unit: Path) -> None:
    settings = _settings(unit)

    assert {name: settings[name][-1] for name in HARDENED} == HARDENED


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.stem)
def test_it_runs_what_the_container_runs(unit: Path, services: dict[str, Any]) -> None:
    (start,) = _settings(unit)["ExecStart"]

    program, *arguments = shlex.split(start)
    expected = [part.replace("0.0.0.0", "127.0.0.1") for part in services[SERVICES[unit.stem]]["command"]]
    assert [Path(program).name, *arguments] == expected


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.stem)
def test_it_has_the_settings_that_the_container_has(unit: Path, services: dict[str, Any]) -> None:
    settings = _settings(unit)

    own = dict(line.split("=", 1) for line in settings["Environment"])
    container = services[SERVICES[unit.stem]]["environment"]
    expected = {
        name: value.replace("//prefect:", "//127.0.0.1:")
        for name, value in container.items()
        if name not in PLACED_BY_ENVIRONMENT_FILE | OF_A_CONTAINER
    }
    assert {name: value for name, value in own.items() if name != "HOME"} == expected
    assert settings["EnvironmentFile"]


def test_a_worker_that_is_asked_to_stop_may_end_its_bash_first() -> None:
    settings = _settings(INFRA / "systemd" / "bugbash-worker.service")

    assert settings["KillMode"] == ["mixed"]
    assert settings["TimeoutStopSec"] == ["20min"]
    assert "chroot" in settings["SystemCallFilter"][0].split(), "Chromium's sandbox needs it"
