"""A bash that is cut off keeps what it had found, and is gone on with."""

import signal
import subprocess

import psutil
import pytest

from tests.flows.conftest import Holder, Prefect
from tests.support.pages import Heard, Page, PageServer

pytestmark = [pytest.mark.xdist_group("prefect"), pytest.mark.timeout(240)]

LAMP = "<!doctype html><title>Lamp</title><h1>Reading lamp</h1><p>Price: €12.00</p>"
CHARTERS = """
  - name: first
    goal: The price is right
    explorer: script
    steps: [{open: /lamp}, {expect_text: "€13.00"}]
  - name: second
    goal: A slow walk
    explorer: script
    steps:
      - {move: one, do: [{open: /lamp}, {expect_text: "€14.00"}]}
      - {move: two, do: [{open: /slow}]}
      - {move: three, do: [{open: /lamp}]}
"""


def bash(pages: PageServer) -> str:
    return f"name: lamps\ntarget: {pages.url()}\nparallel: 1\ncharters:{CHARTERS}"


def begin(holder: Holder, pages: PageServer) -> subprocess.Popen[str]:
    """A bash that has ended its first charter, found something in the second, and now waits for a slow page."""
    pages.pages.update({"/lamp": LAMP, "/slow": Page("late", delay=60)})
    process = holder.start(bash(pages))
    holder.wait_for(lambda: any(heard.path == "/slow" for heard in pages.heard), 120)
    return process


def test_kill_9_keeps_what_was_found_and_resume_finishes_the_rest(holder: Holder, pages: PageServer) -> None:
    process = begin(holder, pages)
    children = psutil.Process(process.pid).children(recursive=True)
    process.kill()
    process.communicate(timeout=30)

    directory = holder.directory()
    report = holder.command("report", "--run", str(directory / "second"))
    output, _ = report.communicate(timeout=60)
    assert report.returncode == 1
    assert "€14.00" in output
    _, alive = psutil.wait_procs(children, timeout=20)
    assert not alive, "the browser must not outlive its bash"

    lamps_before = sum(heard.path == "/lamp" for heard in pages.heard)
    pages.pages["/slow"] = "<p>here"
    first_run = (directory / "first" / "run.json").read_bytes()
    held = holder.finish(holder.command("run", "--resume", str(directory)))

    assert held.status == 1
    assert (directory / "first" / "run.json").read_bytes() == first_run, "what had ended is not repeated"
    assert {charter.name: charter.state for charter in held.summary.charters} == {"first": "ran", "second": "ran"}
    assert len(held.run("second")["steps"]) == 3
    assert (directory / "second.interrupted-1" / "run.json").is_file()
    assert sum(heard.path == "/lamp" for heard in pages.heard) > lamps_before


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_stops_after_the_step_and_keeps_what_was_found(
    holder: Holder, pages: PageServer, prefect: Prefect, number: signal.Signals
) -> None:
    pages.pages.update({"/lamp": LAMP, "/slow": Page("<p>late", delay=3)})
    process = holder.start(bash(pages))
    holder.wait_for(lambda: any(heard.path == "/slow" for heard in pages.heard), 120)
    process.send_signal(number)
    held = holder.finish(process)

    assert held.status == 130
    second = next(charter for charter in held.summary.charters if charter.name == "second")
    assert second.state == "cancelled"
    assert [step.title for step in second.steps] == ["one", "two"]
    assert len(held.summary.issues) == 2
    assert (held.directory / "report.html").is_file()
    assert prefect.flow_run(held.run_id)["state_type"] == "CANCELLED"
    assert "Traceback" not in held.errors


def test_a_cancel_from_the_ui_stops_a_run_without_a_worker(
    holder: Holder, pages: PageServer, prefect: Prefect
) -> None:
    pages.pages.update({"/lamp": LAMP, "/slow": Page("<p>late", delay=6)})
    process = holder.start(bash(pages))
    holder.wait_for(lambda: any(heard.path == "/slow" for heard in pages.heard), 120)
    newest = prefect.newest_run()
    assert newest is not None
    prefect.cancel(newest["id"])
    held = holder.finish(process)

    assert held.status == 130
    assert prefect.flow_run(held.run_id)["state_type"] == "CANCELLED"
    assert len(held.summary.issues) == 2


def test_what_was_not_started_is_said_to_have_never_run(holder: Holder, pages: PageServer) -> None:
    def slow(_: Heard) -> Page:
        return Page(LAMP, delay=3)

    pages.pages.update({"/lamp": slow, "/slow": "x"})
    process = holder.start(bash(pages))
    holder.wait_for(lambda: pages.heard, 120)
    process.send_signal(signal.SIGINT)
    held = holder.finish(process)

    states = {charter.name: charter.state for charter in held.summary.charters}
    assert states["second"] == "never ran"
    assert held.status == 130


TWO_SLOW = """
  - {name: left, goal: A slow walk, explorer: script, steps: [{open: /slow}]}
  - {name: right, goal: A slow walk, explorer: script, steps: [{open: /slow}]}
"""


@pytest.mark.parametrize(("browser", "reached"), [("own", 2), ("shared", 1)])
def test_a_browser_that_dies_costs_only_the_steps_it_was_in(
    holder: Holder, pages: PageServer, browser: str, reached: int
) -> None:
    """With `browser: own` another charter does not notice; with a shared one the next contexts get a new browser."""
    pages.pages["/slow"] = Page("<p>late", delay=8)
    process = holder.start(f"name: lamps\ntarget: {pages.url()}\nbrowser: {browser}\ncharters:{TWO_SLOW}")
    holder.wait_for(lambda: sum(heard.path == "/slow" for heard in pages.heard) == 2, 120)
    newest_browser(process.pid).kill()
    held = holder.finish(process)

    blocked = [charter for charter in held.summary.charters if charter.blocked]
    assert len(blocked) == 3 - reached
    assert held.status == 3
    assert "Traceback" not in held.errors


def newest_browser(pid: int) -> psutil.Process:
    """The browser itself, which the driver holds by a pipe; not a renderer or a helper of it."""
    found = [
        process
        for process in psutil.Process(pid).children(recursive=True)
        if "--remote-debugging-pipe" in process.cmdline() and not any("--type=" in part for part in process.cmdline())
    ]
    return max(found, key=lambda process: (process.create_time(), process.pid))  # not the script that started it
