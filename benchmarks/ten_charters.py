"""Ten charters on one demo shop, one after another and all at once: time and memory.

`python -m benchmarks.ten_charters`, from the root of the checkout, prints a Markdown table.
It takes four to nine minutes on two cores, by what else they do.
"""

import sys
from contextlib import suppress

import psutil

from benchmarks.bench import STARTS, Held, bench, forms_bash, machine, shop, table
from bugbash.local.servers import ensure_prefect, status

MB = 1e6
HEAD = ("at a time", "wall time, s", "ratio", "peak memory, MB", "cores it had", "cores others had", "outcome")


class Meter:
    """What a process and its descendants take, looked at again and again."""

    def __init__(self) -> None:
        self.peak = 0
        """The most memory that they had at one time, in bytes: see `_bytes`."""
        self._own: dict[int, float] = {}
        self._before = _busy()

    def look(self, pid: int) -> None:
        memory = 0
        for process in _family(pid):
            with suppress(psutil.NoSuchProcess):  # it has just ended
                memory += _bytes(process)
                times = process.cpu_times()
                self._own[process.pid] = times.user + times.system
        self.peak = max(self.peak, memory)

    @property
    def own(self) -> float:
        """Seconds of processor time that they took."""
        return sum(self._own.values())

    @property
    def others(self) -> float:
        """Seconds of processor time that all else on the machine took meanwhile: shop, Prefect server, and others."""
        return _busy() - self._before - self.own


def main() -> int:
    with bench() as place:
        ensure_prefect(place.home)
        held: list[Held] = []
        rows: list[list[str]] = []
        for parallel in (1, 10):
            with shop() as address:
                bash = forms_bash(address, STARTS)
                meter = Meter()
                held.append(place.hold(bash, "--parallel", str(parallel), look=meter.look))
                rows.append(_row(parallel, held[-1], held[0], meter))
        server = status("prefect", place.home).memory
    print(table(HEAD, rows))
    same = sum(_work(held[0], name) == _work(held[1], name) for name in held[0].runs)
    print(f"{same} of {len(held[0].runs)} charters did exactly the same in both; the local Prefect server, which is")
    print(f"not in these figures, has {server / MB:.0f} MB. {machine()}")
    return 0


def _row(parallel: int, held: Held, first: Held, meter: Meter) -> list[str]:
    return [
        str(parallel),
        f"{held.wall:.0f}",
        f"{held.wall / first.wall:.2f}",
        f"{meter.peak / MB:.0f}",
        f"{meter.own / held.wall:.2f}",
        f"{meter.others / held.wall:.2f}",
        held.outcome,
    ]


def _work(held: Held, charter: str) -> list[tuple[str, str]]:
    """What the steps of a charter say that they did."""
    return [(step.status, step.detail) for step in held.runs[charter].steps]


def _family(pid: int) -> list[psutil.Process]:
    try:
        root = psutil.Process(pid)
        return [root, *root.children(recursive=True)]
    except psutil.NoSuchProcess:
        return []  # it has just ended


def _bytes(process: psutil.Process) -> int:
    """Memory of one process, in bytes.

    What several processes share counts in parts (PSS, Linux), so that sums count it once; of a process whose PSS
    cannot be read, and on other systems, what is resident counts (RSS). Raises psutil.NoSuchProcess.
    """
    try:
        info = process.memory_full_info()
        return int(getattr(info, "pss", info.rss))
    except psutil.AccessDenied:
        return int(process.memory_info().rss)


def _busy() -> float:
    """Seconds that the machine's processors have worked since it was started, all together."""
    times = psutil.cpu_times()
    return float(sum(times) - times.idle - getattr(times, "iowait", 0.0))


if __name__ == "__main__":
    sys.exit(main())
