"""What the orchestration costs: the whole command beside its sessions, and the time until a browser does something.

`python -m benchmarks.overhead`, from the root of the checkout, holds real bashes by the command line, and prints two
Markdown tables. It takes about five minutes.
"""

import sys
import time
from statistics import median

from benchmarks.bench import STARTS, Bench, Held, bench, forms_bash, machine, shop, table
from tests.support.pages import Heard, PageServer

ROUNDS = 3
CHARTERS = 5
HOMES = ("cold, a new home", "cold, stopped before", "warm")
"""How the local Prefect server is when the command starts: it has no database yet, is stopped, or runs."""
PAGE = "<!doctype html><title>Lamp</title><h1>Reading lamp</h1>"


def main() -> int:
    first = [_one_round() for _ in range(ROUNDS)]
    with bench() as place, shop() as address:
        place.hold(forms_bash(address, STARTS[:1]))  # so that the server runs
        held = place.hold(forms_bash(address, STARTS[:CHARTERS]), "--parallel", "1")
    print(_first_action(first))
    print(_whole(held))
    print(machine())
    return 0


def _one_round() -> list[float]:
    """Seconds until the first browser action, for each of HOMES."""
    with bench() as place:
        new = _until_first_request(place)
        place.stop_servers()
        return [new, _until_first_request(place), _until_first_request(place)]


def _until_first_request(place: Bench) -> float:
    """Seconds from starting `bugbash run` until a browser asks the app for the charter's first page."""
    asked: list[float] = []

    def lamp(heard: Heard) -> str:
        if "Chrome" in heard.headers.get("user-agent", ""):
            asked.append(time.monotonic())
        return PAGE

    with PageServer({"/": lamp}) as pages:
        charter = "{name: lamp, goal: See the lamp, steps: [{open: /}, {expect_text: Reading lamp}]}"
        began = time.monotonic()
        place.hold(f"name: start\ntarget: {pages.url()}\ncharters: [{charter}]\n")
    return asked[0] - began


def _first_action(rounds: list[list[float]]) -> str:
    columns = list(zip(*rounds, strict=True))
    warm = median(columns[-1])
    rows = [
        [home, f"{median(column):.1f}", f"{min(column):.1f} to {max(column):.1f}", f"{median(column) / warm:.2f}"]
        for home, column in zip(HOMES, columns, strict=True)
    ]
    return table(("local Prefect server", "seconds, median", f"range of {ROUNDS}", "ratio to warm"), rows)


def _whole(held: Held) -> str:
    row = [
        f"{len(held.runs)} charters, one at a time ({held.outcome})",
        f"{held.wall:.1f}",
        f"{held.sessions:.0f}",
        f"{held.wall - held.sessions:.1f}",
        f"{held.wall / held.sessions:.2f}",
    ]
    return table(("bash", "wall time, s", "sum of its sessions, s", "difference, s", "ratio"), [row])


if __name__ == "__main__":
    sys.exit(main())
