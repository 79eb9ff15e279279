"""What the benchmarks of whole bashes share: servers of their own, a demo shop, and bashes held by the command line.

Nothing of the user's is touched: BUGBASH_HOME and PREFECT_HOME are in a folder that is gone at the end, and so are
the server, the shop and the command, also where a benchmark is interrupted.
"""

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, NoReturn

from bugbash.contract.models import Run
from bugbash.contract.runfile import RUN_FILE, read_run
from bugbash.contract.verdict import EXIT_STATUS
from bugbash.local.servers import SERVERS, stop

LOOK_SECONDS = 0.2
END_SECONDS = 30
STARTS = (
    "/catalogue", "/contact", "/sign-in", "/register", "/cart", "/about", "/terms", "/shops", "/gifts", "/popular",
)  # fmt: skip
"""Pages of the demo shop that anybody may open."""


@dataclass(frozen=True)
class Held:
    """A bash that came to its end."""

    wall: float
    """Seconds from the start of the command to its end."""
    outcome: str
    """Of the gate: passed, failed or blocked."""
    runs: dict[str, Run]

    @property
    def sessions(self) -> float:
        """Seconds of all sessions, each from its run's beginning to its end; run files tell whole seconds."""
        return sum(_seconds(run) for run in self.runs.values())


class Bench:
    """Holds bashes in `folder`, by servers of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.home = folder / "home"

    def hold(self, text: str, *flags: str, look: Callable[[int], None] = lambda _: None) -> Held:
        """Hold the bash that `text` is the file of; `look` is called all the while with the command's process id.

        Raises SystemExit with what the command said where it could not be used or failed.
        """
        out = Path(tempfile.mkdtemp(dir=self.folder))
        (out / "bash.yaml").write_text(text, "utf-8")
        with (out / "log").open("w") as log:
            began = time.monotonic()
            status = self._run(["run", str(out / "bash.yaml"), "--out", str(out / "results"), *flags], log, look)
            wall = time.monotonic() - began
        outcomes = {number: outcome for outcome, number in EXIT_STATUS.items()}
        if status not in outcomes:
            sys.exit(f"the bash ended with exit status {status}:\n{(out / 'log').read_text('utf-8')}")
        found = (out / "results").glob(f"*/*/*/{RUN_FILE}")
        return Held(wall, outcomes[status], {path.parent.name: read_run(path.parent) for path in sorted(found)})

    def _run(self, arguments: list[str], log: Any, look: Callable[[int], None]) -> int:
        command = [sys.executable, "-m", "bugbash.cli", *arguments]
        process = subprocess.Popen(command, cwd=self.folder, env=self._environment(), stdout=log, stderr=log)
        try:
            while True:
                try:
                    return process.wait(LOOK_SECONDS)
                except subprocess.TimeoutExpired:
                    look(process.pid)
        finally:
            _end(process)

    def stop_servers(self) -> None:
        for name in SERVERS:
            stop(name, self.home)

    def _environment(self) -> dict[str, str]:
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("PREFECT_", "BUGBASH_"))}
        if "BUGBASH_BROWSER" in os.environ:
            kept["BUGBASH_BROWSER"] = os.environ["BUGBASH_BROWSER"]
        return {**kept, "BUGBASH_HOME": str(self.home), "PREFECT_HOME": str(self.folder / "prefect")}


@contextmanager
def bench() -> Iterator[Bench]:
    """A bench whose servers do not run yet; they are stopped, and its folder is gone, when it is left."""
    before = signal.signal(signal.SIGTERM, _leave)
    try:
        with tempfile.TemporaryDirectory(prefix="bugbash-bench-") as folder:
            place = Bench(Path(folder))
            try:
                yield place
            finally:
                place.stop_servers()
    finally:
        signal.signal(signal.SIGTERM, before)


@contextmanager
def shop() -> Iterator[str]:
    """The address of a demo shop without bugs, with fresh data, in a process of its own."""
    with tempfile.TemporaryDirectory(prefix="bugbash-bench-shop-") as folder:
        command = [sys.executable, "-m", "bugbash.demo_shop", "--port", "0", "--data", folder]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            assert process.stdout is not None
            word, _, address = process.stdout.readline().strip().partition(" ")
            if word != "READY":
                sys.exit("the demo shop does not start")
            yield address
        finally:
            _end(process)


def forms_bash(target: str, starts: Sequence[str]) -> str:
    """A bash file with a charter per start, which works the forms on that page.

    That is a fixed amount of work, and ends when it is done; looking around goes on for as long as there is time, and
    would take equally long however many do it at once. The budget is more than the work needs, on a slow machine too.
    """
    charters = "".join(
        f"  - {{name: forms-{number}, goal: Work the forms to discover lost input, start: {start}}}\n"
        for number, start in enumerate(starts, 1)
    )
    defaults = "defaults: {tours: [forms], budget: {steps: 1, minutes: 15}, allow: [send]}"
    return f"name: bench\ntarget: {target}\n{defaults}\ncharters:\n{charters}"


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table in Markdown; all columns but the first hold figures."""
    lines = [head, ["---", *["---:"] * (len(head) - 1)], *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def machine() -> str:
    """What the figures were measured on, in a line."""
    load = os.getloadavg()[0]
    return f"{os.cpu_count()} cores, load average {load:.1f} at the end, {datetime.now():%Y-%m-%d}"


def _seconds(run: Run) -> float:
    assert run.started is not None and run.ended is not None, f"{run.charter} has not ended"
    return (datetime.fromisoformat(run.ended) - datetime.fromisoformat(run.started)).total_seconds()


def _end(process: subprocess.Popen[Any]) -> None:
    """End a process that may have ended already: asked first, so that it closes its browser."""
    process.terminate()
    try:
        process.wait(END_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _leave(*_: object) -> NoReturn:
    sys.exit(128 + signal.SIGTERM)
