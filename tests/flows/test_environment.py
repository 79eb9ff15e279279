"""What is around a bash breaks: its user's patience, the terminal, the Prefect server, another bash in its folder."""

import shutil
import signal
import subprocess
from pathlib import Path

import pytest

from bugbash.local.servers import ensure_prefect, stop
from tests.flows.conftest import RUN_SECONDS, Holder, Home
from tests.support.pages import Page, PageServer

pytestmark = [pytest.mark.xdist_group("prefect"), pytest.mark.timeout(300)]

LAMP = "<!doctype html><html lang=en><title>Lamp</title><h1>Reading lamp</h1><p>Price: €12.00</p>"
CHARTERS = """
  - name: walk
    goal: A slow walk
    explorer: script
    steps:
      - {move: one, do: [{open: /lamp}, {expect_text: "€13.00"}]}
      - {move: two, do: [{open: /slow}]}
      - {move: three, do: [{open: /lamp}, {expect_text: "€14.00"}]}
"""


def begin(holder: Holder, pages: PageServer, seconds: float = 8, **environment: str) -> subprocess.Popen[str]:
    """A bash that has found something, and waits for a page that takes so many seconds."""
    pages.pages.update({"/lamp": LAMP, "/slow": Page("<p>late", delay=seconds)})
    process = holder.start(f"name: lamps\ntarget: {pages.url()}\ncharters:{CHARTERS}", environment=environment)
    holder.wait_for(lambda: any(heard.path == "/slow" for heard in pages.heard), 120)
    return process


def report(holder: Holder, directory: Path) -> tuple[int, str]:
    process = holder.command("report", "--run", str(directory))
    output, errors = process.communicate(timeout=60)
    assert errors == ""
    return process.returncode, output


def test_a_second_ctrl_c_ends_at_once_in_one_line_and_loses_nothing(holder: Holder, pages: PageServer) -> None:
    process = begin(holder, pages, seconds=60)
    process.send_signal(signal.SIGINT)
    with pytest.raises(subprocess.TimeoutExpired):  # the first waits for the step
        process.wait(timeout=1.5)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=40)

    assert process.returncode == 130
    assert "Traceback" not in errors
    assert errors.splitlines()[-1].startswith("bugbash: interrupted at once; what was found is in ")
    status, output = report(holder, holder.directory())
    assert status == 1
    assert "€13.00" in output


def test_a_bash_that_was_killed_is_reported_as_a_whole(holder: Holder, pages: PageServer) -> None:
    process = begin(holder, pages, seconds=60)
    process.kill()
    process.communicate(timeout=30)
    status, output = report(holder, holder.directory())
    assert status == 1
    assert "€13.00" in output


def test_two_at_once_in_one_directory_do_not_disturb_each_other(holder: Holder, pages: PageServer) -> None:
    process = begin(holder, pages)
    other = holder.command("run", "--resume", str(holder.directory()))
    _, errors = other.communicate(timeout=60)
    assert other.returncode == 2
    assert "another bugbash is at work on this bash" in errors.splitlines()[-1]

    held = holder.finish(process)
    assert held.status == 1
    assert len(held.summary.issues) == 2
    assert len(held.run("walk")["steps"]) == 3


def test_a_reader_that_leaves_does_not_end_the_bash(holder: Holder, pages: PageServer) -> None:
    process = begin(holder, pages)
    assert process.stderr is not None
    assert process.stdout is not None
    process.stderr.close()
    process.stdout.close()

    assert process.wait(timeout=RUN_SECONDS) == 1
    status, output = report(holder, holder.directory())
    assert status == 1
    assert "€14.00" in output


def test_a_prefect_server_that_goes_away_costs_no_finding(pages: PageServer, tmp_path: Path) -> None:
    server = ensure_prefect(tmp_path / "home")
    try:
        home = Home(tmp_path / "home", server.api_url, server.ui_url)
        holder = Holder(home, tmp_path)
        process = begin(holder, pages, PREFECT_CLIENT_MAX_RETRIES="0")
        stop("prefect", home.path)
        held = holder.finish(process)
    finally:
        stop("prefect", tmp_path / "home")

    assert held.status == 1
    assert len(held.summary.issues) == 2
    assert [charter.state for charter in held.summary.charters] == ["ran"]
    assert len(held.run("walk")["steps"]) == 3
    assert "does not answer" in held.errors
    assert "it lacks the end of this run" in " ".join(held.errors.split())
    assert "Traceback" not in held.errors


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("http://127.0.0.1:9/api", "no Prefect server answers at http://127.0.0.1:9/api (PREFECT_API_URL)"),
        ("{pages}", "no Prefect server answers at "),
        ("nonsense", "no Prefect server answers at nonsense"),
        ("http://[", "Prefect's settings cannot be used: "),
    ],
)
def test_an_address_that_is_of_no_prefect_server_is_one_line(
    address: str, words: str, holder: Holder, pages: PageServer
) -> None:
    pages.pages["*"] = Page("true", type="application/json")
    api_url = address.replace("{pages}", pages.url("/api"))
    held = holder.hold(
        f"name: lamps\ntarget: {pages.url()}\ncharters:{CHARTERS}", environment={"PREFECT_API_URL": api_url}
    )
    assert held.status == 2
    assert held.errors.splitlines()[-1].startswith(f"bugbash: {words}")
    assert "Traceback" not in held.errors


def test_a_store_that_takes_nothing_is_told_at_the_end(holder: Holder, pages: PageServer) -> None:
    (holder.folder / "file").write_text("in the way", "utf-8")
    pages.pages.update({"/lamp": LAMP, "/slow": "<p>here"})
    held = holder.hold(f"name: lamps\ntarget: {pages.url()}\ncharters:{CHARTERS}", "--store", "file")
    assert held.status == 1
    told = next(line for line in held.errors.splitlines() if line.startswith("not published in full: "))
    assert "send it with: bugbash upload" in told


def test_a_charter_that_can_no_longer_write_is_named_and_never_green(holder: Holder, pages: PageServer) -> None:
    process = begin(holder, pages)
    run = holder.directory() / "walk"
    shutil.rmtree(run)
    run.write_text("in the way", "utf-8")
    held = holder.finish(process)
    assert held.status == 3
    (walk,) = held.summary.charters
    assert walk.state == "crashed"
    assert "step 2 could not be brought to its end" in walk.error
    assert "Traceback" not in held.errors
