"""A bash from end to end: the command line, a real Prefect server, a real browser, a real page."""

from pathlib import Path

import pytest

from tests.flows.conftest import Holder, Prefect
from tests.support.pages import Page, PageServer

pytestmark = [pytest.mark.xdist_group("prefect"), pytest.mark.timeout(240)]

HOME_PAGE = """<!doctype html><title>Lamps</title><h1>Lamps</h1><p>Buy a lamp.</p>
<a href="/lamp">Reading lamp</a>"""
LAMP = "<!doctype html><title>Lamp</title><h1>Reading lamp</h1><p>Price: €12.00</p>"

SCRIPT = """
  - name: {name}
    goal: The lamp has its price
    explorer: script
    steps:
      - move: open the lamp
        do: [{{open: /lamp}}, {{expect_text: "{text}"}}]
      - move: go home
        do: [{{open: /}}, {{expect_text: Buy a lamp}}]
"""


def bash(pages: PageServer, charters: str, more: str = "") -> str:
    return f"name: lamps\ntarget: {pages.url()}\n{more}\ncharters:{charters}"


def test_a_bash_without_an_issue_passes_and_is_seen_in_prefect(
    holder: Holder, pages: PageServer, prefect: Prefect
) -> None:
    pages.pages.update({"/": HOME_PAGE, "/lamp": LAMP})

    held = holder.hold(bash(pages, SCRIPT.format(name="price", text="€12.00")))

    assert held.status == 0, held.errors
    assert f"report: {held.directory / 'report.html'}" in held.output
    assert held.summary.gate.outcome == "passed"
    run = prefect.flow_run(held.run_id)
    assert (run["state_type"], run["state_name"]) == ("COMPLETED", "Passed")
    names = [task["name"] for task in prefect.task_runs(held.run_id, 11)]
    inner = [name for name in names if "stop check" in name or "/ step" in name]
    assert inner == [
        "lamps / price / stop check 1",
        "lamps / price / step 1 open the lamp",
        "lamps / price / stop check 2",
        "lamps / price / step 2 go home",
        "lamps / price / stop check 3",
    ]
    assert {"lamps / price", "lamps / merge", "lamps / publish", "lamps / gate"} <= set(names)


def test_the_gate_is_a_state_with_its_reason(holder: Holder, pages: PageServer, prefect: Prefect) -> None:
    pages.pages.update({"/": HOME_PAGE, "/lamp": LAMP})
    one_step = SCRIPT.format(name="price", text="€12.00") + "    budget: {steps: 1}\n"

    held = holder.hold(bash(pages, one_step))

    gates = [task for task in prefect.task_runs(held.run_id, 9) if "stop check" in task["name"]]
    assert [gate["state_name"] for gate in gates] == ["Go", "Stop"]
    assert gates[-1]["state"]["message"] == "step-limit: 1 of 1 steps used"
    assert held.run("price")["stop_reason"] == "step-limit"


def test_an_issue_fails_the_bash_with_evidence_and_artifacts(
    holder: Holder, pages: PageServer, prefect: Prefect
) -> None:
    pages.pages.update({"/": HOME_PAGE, "/lamp": LAMP})

    held = holder.hold(bash(pages, SCRIPT.format(name="price", text="€13.00")))

    assert held.status == 1
    (line,) = held.summary.issues
    assert line.confidence is not None
    assert (line.confidence.shown, line.confidence.replays) == (3, 3)
    assert line.repro == ("open /lamp", "expect the page to show “€13.00”")
    assert "€12.00" in line.observed
    kinds = {item.kind for item in line.sightings[0].evidence}
    assert kinds == {"screenshot", "ui-tree", "log", "trace"}
    assert all((held.directory / item.path).is_file() for item in line.sightings[0].evidence)
    run = prefect.flow_run(held.run_id)
    assert (run["state_type"], run["state_name"]) == ("FAILED", "Failed")
    kept = {artifact["key"]: artifact for artifact in prefect.artifacts(held.run_id)}
    assert set(kept) == {"lamps-report", "lamps-findings", "lamps-html", "lamps-price"}
    assert "Does not hold" in kept["lamps-report"]["data"]
    assert line.fingerprint in kept["lamps-findings"]["data"]
    assert "report.html" in kept["lamps-html"]["data"]
    assert kept["lamps-price"]["data"] == 100.0


def test_a_blocked_charter_takes_no_other_down_and_is_named(holder: Holder, pages: PageServer) -> None:
    hang = "<!doctype html><title>x</title><script>addEventListener('load', () => { while (true) {} })</script>"
    pages.pages.update({"/": HOME_PAGE, "/lamp": LAMP, "/hang": Page(hang)})
    stuck = """
  - name: stuck
    goal: Wait for ever
    explorer: script
    steps: [{click: There is no such button}]
"""

    held = holder.hold(bash(pages, SCRIPT.format(name="price", text="€12.00") + stuck))

    states = {charter.name: charter.state for charter in held.summary.charters}
    assert states == {"price": "ran", "stuck": "blocked"}
    assert held.summary.verdict == "passed"
    assert held.status == 3, "one of two charters ran, and the gate asks for all"
    assert "blocked: stuck" in held.errors


def test_nothing_exercised_is_never_green(holder: Holder, pages: PageServer, prefect: Prefect) -> None:
    held = holder.hold("name: down\ntarget: http://127.0.0.1:9/\ncharters: [{name: any, goal: Look around}]")

    assert held.status == 3
    (charter,) = held.summary.charters
    assert (charter.verdict, charter.stop_reason) == ("blocked", "stuck")
    assert {step.cause for step in charter.steps} == {"environment"}
    assert prefect.flow_run(held.run_id)["state_name"] == "Blocked"


def test_a_missing_credential_is_said_once_and_ends_the_charter(holder: Holder, pages: PageServer) -> None:
    pages.pages.update({"/": HOME_PAGE})
    login = "secrets: {who: env:NOT_SET_ANYWHERE}\nlogin: [{open: /}, {fill: {label: Name}, with: 'secret_ref:who'}]"
    pages.pages["/"] = "<label>Name <input name=n></label>"

    held = holder.hold(bash(pages, "\n  - {name: any, goal: Look around}\n", login))

    assert held.status == 3
    (charter,) = held.summary.charters
    assert charter.blocked == {"credentials": [1]}
    assert "NOT_SET_ANYWHERE" in charter.steps[0].detail


def test_a_clamped_budget_is_named_everywhere(holder: Holder, pages: PageServer) -> None:
    pages.pages.update({"/": HOME_PAGE, "/lamp": LAMP})

    held = holder.hold(bash(pages, SCRIPT.format(name="price", text="€12.00") + "    budget: {steps: 50}\n"))

    assert "price: budget clamped: steps 50 becomes 12" in held.errors
    assert held.run("price")["clamped"] == ["steps"]
    assert "clamped" in (held.directory / "report.html").read_text("utf-8")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("name: x\ntarget: nowhere\ncharters: []\n", "bash.yaml: line 2, column 9"),
        ("name: x\ntarget: http://127.0.0.1:9/\ncharters: [{name: a, goal: g}]\nstore: s3://\n", "store"),
    ],
)
def test_what_cannot_be_used_is_one_line_and_exit_status_2(holder: Holder, text: str, told: str) -> None:
    process = holder.start(text)
    _, errors = process.communicate(timeout=120)

    assert process.returncode == 2
    assert told in errors
    assert "Traceback" not in errors


def test_without_a_browser_the_error_says_how_to_get_one(holder: Holder, pages: PageServer) -> None:
    pages.pages["/"] = HOME_PAGE

    process = holder.start(bash(pages, "\n  - {name: any, goal: Look}\n"), "--browser", "/no/such/chrome")
    _, errors = process.communicate(timeout=120)

    assert process.returncode == 2
    assert "playwright install --with-deps chromium" in errors
    assert "Traceback" not in errors


def test_a_server_that_is_configured_and_down_is_named(holder: Holder, pages: PageServer) -> None:
    environment = {"PREFECT_API_URL": "http://127.0.0.1:9/api"}

    process = holder.start(bash(pages, "\n  - {name: any, goal: Look}\n"), environment=environment)
    _, errors = process.communicate(timeout=120)

    assert process.returncode == 2
    assert "no Prefect server answers at http://127.0.0.1:9/api" in errors


def test_evidence_goes_to_a_real_s3_server_and_is_verified(holder: Holder, pages: PageServer) -> None:
    pages.pages.update({"/": HOME_PAGE, "/lamp": LAMP})

    held = holder.hold(bash(pages, SCRIPT.format(name="price", text="€13.00")), "--store", "local")

    finding = held.run("price")["findings"][0]
    assert all(item["uri"].startswith("s3://") and len(item["sha256"]) == 64 for item in finding["evidence"])
    checked = holder.command("verify", f"local:lamps/{held.summary.id}")
    output, errors = checked.communicate(timeout=60)
    assert checked.returncode == 0, errors
    assert "as recorded" in output


def test_two_bashes_at_once_keep_apart(holder: Holder, home: object, pages: PageServer, tmp_path: Path) -> None:
    pages.pages.update({"/": HOME_PAGE, "/lamp": LAMP})
    text = bash(pages, SCRIPT.format(name="price", text="€12.00"))

    first, second = holder.start(text), holder.start(text)
    for process in (first, second):
        process.communicate(timeout=150)

    assert (first.returncode, second.returncode) == (0, 0)
    assert len(list((tmp_path / "bash-results" / "lamps").iterdir())) == 2
