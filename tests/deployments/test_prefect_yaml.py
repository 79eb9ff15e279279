"""deployments/prefect.yaml, before any server hears of it."""

from typing import Any
from zoneinfo import ZoneInfo

import pytest
import yaml
from prefect.utilities.importtools import import_object

from bugbash.flows.bug_bash import Request, bug_bash
from tests.infra.compose import ROOT

FILE: dict[str, Any] = yaml.safe_load((ROOT / "deployments" / "prefect.yaml").read_text(encoding="utf-8"))
DEPLOYMENTS: list[dict[str, Any]] = FILE["deployments"]


@pytest.fixture(params=DEPLOYMENTS, ids=[one["name"] for one in DEPLOYMENTS])
def deployment(request: pytest.FixtureRequest) -> dict[str, Any]:
    found: dict[str, Any] = request.param
    return found


def test_it_starts_the_flow_of_the_installed_package(deployment: dict[str, Any]) -> None:
    module, _, name = deployment["entrypoint"].partition(":")

    assert import_object(f"{module}.{name}") is bug_bash
    assert FILE["pull"] == []


def test_its_parameters_are_a_request_that_the_flow_takes(deployment: dict[str, Any]) -> None:
    request = Request.model_validate(deployment["parameters"]["request"])

    assert deployment["parameters"].keys() == {"request"}
    assert request.file.startswith("/")


def test_its_schedules_name_a_time_zone_that_exists(deployment: dict[str, Any]) -> None:
    for schedule in deployment.get("schedules", []):
        assert ZoneInfo(schedule["timezone"]).key == schedule["timezone"]


def test_it_is_told_apart_and_described(deployment: dict[str, Any]) -> None:
    assert deployment["description"]
    assert set(deployment["tags"]) == {"bugbash", deployment["name"]}
