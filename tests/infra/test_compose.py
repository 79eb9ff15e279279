"""infra/compose.yaml, read by Docker's own program; that its commands work is seen in tests/deployments."""

import ast
from dataclasses import fields
from pathlib import Path
from typing import Any

import prefect.settings
import pytest

from bugbash.charter.settings import Settings
from bugbash.local.prefect_server import PrefectServer
from bugbash.local.s3_server import S3Server
from tests.infra.compose import INFRA, ROOT, new_env, render, rendered

SECRETS = ("PASSWORD", "KEY", "SIGNING")


@pytest.fixture(scope="module")
def services(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    env_file = tmp_path_factory.mktemp("env") / ".env"
    new_env(env_file)
    found: dict[str, Any] = rendered(env_file)["services"]
    return found


def test_it_does_not_start_without_secrets_and_says_how_to_make_them() -> None:
    answer = render("--env-file", "/dev/null")

    assert answer.returncode != 0
    assert "BUGBASH_PREFECT_PASSWORD is missing a value: run ./new-env" in answer.stderr


def test_every_new_env_has_secrets_of_its_own_that_are_long(tmp_path: Path) -> None:
    one, other = new_env(tmp_path / "one"), new_env(tmp_path / "other")

    secret = [name for name in one if any(word in name for word in SECRETS)]
    assert len(secret) == 7
    assert len({*(one[name] for name in secret), *(other[name] for name in secret)}) == 14
    assert all(len(one[name]) >= 32 for name in secret)
    assert "=\n" in (INFRA / ".env.example").read_text(), "the example itself must hold no secret"


def test_only_loopback_of_the_machine_reaches_it(services: dict[str, Any]) -> None:
    published = [port for service in services.values() for port in service.get("ports", [])]

    assert {port["published"] for port in published} == {"4200", "8333"}
    assert {port["host_ip"] for port in published} == {"127.0.0.1"}


@pytest.mark.parametrize("name", ["prefect", "s3", "worker", "deploy"])
def test_a_service_may_do_no_more_than_it_must(services: dict[str, Any], name: str) -> None:
    service = services[name]

    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert "no-new-privileges:true" in service["security_opt"]
    assert "privileged" not in service


def test_the_store_is_reached_by_the_worker_only(services: dict[str, Any]) -> None:
    inside = {name for name, service in services.items() if "evidence" in service["networks"]}

    assert inside == {"s3", "worker"}


def test_what_is_kept_is_in_volumes(services: dict[str, Any]) -> None:
    kept = {volume["target"] for service in services.values() for volume in service.get("volumes", [])}

    assert services["prefect"]["environment"]["PREFECT_HOME"] in kept
    assert services["worker"]["environment"]["BUGBASH_OUT"] in kept
    assert "/var/lib/bugbash/s3" in kept


def test_settings_of_prefect_and_bugbash_are_ones_that_exist(services: dict[str, Any]) -> None:
    """Both would pass over a name that they do not know."""
    own = {f"BUGBASH_{field.name.upper()}" for field in fields(Settings)}
    named = {name for service in services.values() for name in service["environment"]}

    assert {name for name in named if name.startswith("BUGBASH_")} <= own
    prefects = {name for name in named if name.startswith("PREFECT_")}
    assert {name for name in prefects if not hasattr(prefect.settings, name)} == set()


def test_the_server_is_set_as_the_one_that_bugbash_keeps_itself(services: dict[str, Any]) -> None:
    own = PrefectServer().launch(Path("/var/lib/bugbash"), {"api": 4200}).environment
    quiet = {
        "PREFECT_HOME",
        "PREFECT_LOGGING_LEVEL",
        "PREFECT_SERVER_LOGGING_LEVEL",
        "PREFECT_LOGGING_COLORS",
        "NO_COLOR",
    }

    expected = {name: value for name, value in own.items() if name not in quiet}
    assert services["prefect"]["environment"].items() >= expected.items()


def test_the_store_is_guarded_as_the_one_that_bugbash_keeps_itself(services: dict[str, Any], tmp_path: Path) -> None:
    ports = dict.fromkeys(S3Server.ports, 1)
    own = S3Server().launch(tmp_path, ports)

    here = services["s3"]
    guards = {part for part in own.command if part.endswith("=false") or part.startswith("-disable")}
    assert guards <= set(here["command"])
    assert {name for name in own.environment if name.startswith("WEED_JWT")} <= here["environment"].keys()


def test_health_checks_are_programs_that_can_be_read(services: dict[str, Any]) -> None:
    checks = [service["healthcheck"]["test"] for service in services.values() if "healthcheck" in service]

    assert len(checks) == 3
    for kind, program, option, code in checks:
        assert (kind, program, option) == ("CMD", "python", "-c")
        ast.parse(code)


def test_the_image_is_built_from_a_file_that_is_there(services: dict[str, Any]) -> None:
    build = services["prefect"]["build"]

    assert Path(build["context"]) == ROOT
    assert (ROOT / build["dockerfile"]).is_file()
