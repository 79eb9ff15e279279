"""The deployments on a real Prefect server, held by a real worker, evidence in a real S3 store."""

import json
import subprocess
import time
from pathlib import Path
from typing import Any

import boto3
import pytest

from bugbash.local.process import plain_environment
from tests.deployments.conftest import Deployed
from tests.infra.compose import BIN

RUN_SECONDS = 120
pytestmark = pytest.mark.timeout(400)  # the first of them also waits for three servers to start


def _deployment(deployed: Deployed, name: str) -> dict[str, Any]:
    answer = deployed.prefect.get(f"/deployments/name/bug-bash/{name}")
    assert answer.status_code == 200
    found: dict[str, Any] = answer.json()
    return found


def _trigger(deployed: Deployed, name: str, file: Path) -> str:
    """Ask for a bash, as the form of the UI does; the flow run's id."""
    body = {"parameters": {"request": {"file": str(file)}}}
    answer = deployed.prefect.post(f"/deployments/{_deployment(deployed, name)['id']}/create_flow_run", json=body)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def _ask_and_watch(deployed: Deployed, file: Path) -> subprocess.CompletedProcess[str]:
    """Ask for a bash from a shell, and wait for its verdict."""
    request = f"request={json.dumps({'file': str(file)})}"
    command = [str(BIN / "prefect"), "deployment", "run", "bug-bash/on-demand", "--watch", "--watch-interval", "1"]
    environment = plain_environment() | deployed.client_environment
    return subprocess.run(
        [*command, "--param", request],
        env=environment,
        capture_output=True,
        text=True,
        timeout=RUN_SECONDS,
        check=False,
    )


def _ended(deployed: Deployed, run_id: str) -> dict[str, Any]:
    """The flow run, once it has its final state."""
    deadline = time.monotonic() + RUN_SECONDS
    while True:
        run: dict[str, Any] = deployed.prefect.get(f"/flow_runs/{run_id}").json()
        if run["state"]["type"] in ("COMPLETED", "FAILED", "CRASHED", "CANCELLED"):
            return run
        assert time.monotonic() < deadline, run["state"]
        time.sleep(0.3)


def _write(folder: Path, name: str, target: str, expected: str) -> Path:
    file = folder / f"{name}.yaml"
    file.write_text(
        f"name: {name}\ntarget: {target}\ncharters:\n"
        f"  - name: front\n    goal: Read what is due\n    budget: {{steps: 1, minutes: 3}}\n"
        f"    steps: [{{open: /}}, {{expect_text: {expected!r}}}]\n",
        encoding="utf-8",
    )
    return file


def test_a_bash_of_the_night_with_an_issue_fails(deployed: Deployed, app: str, tmp_path: Path) -> None:
    run = _ended(deployed, _trigger(deployed, "nightly", _write(tmp_path, "bad", app, "Everything is due")))

    assert (run["state"]["type"], run["state"]["name"]) == ("FAILED", "Failed")
    assert "held back" in run["state"]["message"].lower()
    assert run["work_pool_name"] == "bugbash"
    _left_results(deployed, "bad")


def test_a_bash_on_demand_passes_and_tells_the_shell_that_asked(deployed: Deployed, app: str, tmp_path: Path) -> None:
    answer = _ask_and_watch(deployed, _write(tmp_path, "good", app, "Nothing is due"))

    assert answer.returncode == 0, answer.stdout + answer.stderr
    (run,) = deployed.prefect.post("/flow_runs/filter", json={"flow_runs": {"name": {"like_": "good "}}}).json()
    assert (run["state"]["type"], run["state"]["name"]) == ("COMPLETED", "Passed")
    _left_results(deployed, "good")
    _is_shown(deployed, run["id"], "good")


def test_an_app_that_does_not_answer_is_blocked_and_never_passes(deployed: Deployed, tmp_path: Path) -> None:
    run = _ended(deployed, _trigger(deployed, "on-demand", _write(tmp_path, "away", "http://127.0.0.1:9/", "due")))

    assert (run["state"]["type"], run["state"]["name"]) == ("FAILED", "Blocked")


def test_a_bash_file_that_the_worker_does_not_have_is_named(deployed: Deployed, tmp_path: Path) -> None:
    run = _ended(deployed, _trigger(deployed, "on-demand", tmp_path / "nowhere.yaml"))

    assert run["state"]["type"] == "FAILED"
    assert str(tmp_path / "nowhere.yaml") in run["state"]["message"]


def _left_results(deployed: Deployed, name: str) -> None:
    """On the worker's disk, and in the store."""
    (directory,) = (deployed.results / name).iterdir()
    on_disk = {path.relative_to(directory).as_posix() for path in directory.rglob("*") if path.is_file()}
    assert {"bash.json", "report.html", "manifest.json", "front/run.json", "front/manifest.json"} <= on_disk
    store = boto3.client(
        "s3",
        endpoint_url=deployed.store["endpoint"],
        aws_access_key_id=deployed.store["access_key"],
        aws_secret_access_key=deployed.store["secret_key"],
        region_name="us-east-1",
    )
    prefix = f"bashes/{name}/{directory.name}/"
    listed = store.list_objects_v2(Bucket="bugbash", Prefix=prefix).get("Contents", [])
    assert {entry["Key"].removeprefix(prefix) for entry in listed} == on_disk


def _is_shown(deployed: Deployed, run_id: str, name: str) -> None:
    """As artifacts of the flow run."""
    body = {"artifacts": {"flow_run_id": {"any_": [run_id]}}}
    artifacts = deployed.prefect.post("/artifacts/filter", json=body).json()
    assert {f"{name}-report", f"{name}-findings", f"{name}-html"} <= {artifact["key"] for artifact in artifacts}


def test_the_night_has_its_schedule(deployed: Deployed) -> None:
    nightly, on_demand = _deployment(deployed, "nightly"), _deployment(deployed, "on-demand")

    (schedule,) = nightly["schedules"]
    assert schedule["active"]
    assert schedule["schedule"]["cron"] == "30 2 * * *"
    assert schedule["schedule"]["timezone"] == "Europe/Berlin"
    assert on_demand["schedules"] == []


@pytest.mark.parametrize("name", ["nightly", "on-demand"])
def test_one_run_at_a_time_and_the_next_waits(deployed: Deployed, name: str) -> None:
    found = _deployment(deployed, name)

    assert found["global_concurrency_limit"]["limit"] == 1
    assert found["concurrency_options"]["collision_strategy"] == "ENQUEUE"
    assert "bugbash" in found["tags"]


def test_nothing_is_pulled(deployed: Deployed) -> None:
    found = _deployment(deployed, "on-demand")

    assert found["pull_steps"] == []
    assert found["entrypoint"] == "bugbash.flows.bug_bash:bug_bash"


def test_the_form_says_of_every_field_what_it_is_for(deployed: Deployed) -> None:
    schema = _deployment(deployed, "on-demand")["parameter_openapi_schema"]

    fields = schema["definitions"]["Request"]["properties"]
    assert fields
    assert [name for name, field in fields.items() if not field.get("description") or not field.get("title")] == []


@pytest.mark.parametrize(
    ("request_", "told"),
    [({"file": "/etc/bugbash/bash.yaml", "paralel": 2}, "paralel"), ({"file": "x", "parallel": 0}, "parallel")],
)
def test_a_request_that_cannot_be_is_refused_before_it_runs(
    deployed: Deployed, request_: dict[str, Any], told: str
) -> None:
    url = f"/deployments/{_deployment(deployed, 'on-demand')['id']}/create_flow_run"

    answer = deployed.prefect.post(url, json={"parameters": {"request": request_}})

    assert answer.status_code == 409
    assert told in answer.text


def test_nobody_gets_in_without_the_password(deployed: Deployed) -> None:
    assert deployed.prefect.get("/deployments/name/bug-bash/nightly", auth=("admin", "admin")).status_code == 401
