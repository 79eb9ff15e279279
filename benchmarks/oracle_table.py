"""What each oracle finds, and what it wrongly reports, on the pages of tests/oracles.

`python -m benchmarks.oracle_table`, from the root of the checkout, visits every page in a real browser with every
oracle's full patience and prints a Markdown table; `--write` puts it into docs/oracles.md. Bugs that were missed and
false alarms are told on standard error, page by page, and make the exit status 1.
"""

import argparse
import asyncio
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from bugbash.session.browser import BrowserHost
from tests.oracles.cases import ALL
from tests.oracles.harness import Bug, Told, tell

DOCUMENT = Path(__file__).parents[1] / "docs" / "oracles.md"
BEGIN, END = "<!-- begin: python -m benchmarks.oracle_table --write -->", "<!-- end -->"
HEAD = ("oracle", "bug pages", "found", "precision", "recall", "twins and tempting pages", "false alarms")


@dataclass
class Row:
    """Counts of pages: those with a bug, and those without."""

    name: str
    bugs: int = 0
    found: int = 0
    clean: int = 0
    alarms: int = 0

    def add(self, told: Told) -> None:
        """Count one case: its bug pages by whether its oracle spoke, its clean ones by whether any oracle did."""
        for part, found in told.found.items():
            if part == "clean":
                self.clean += 1
                self.alarms += bool(found)
            else:
                self.bugs += 1
                self.found += any(suspicion.oracle == told.case.oracle for suspicion in found)

    def cells(self) -> list[str]:
        reported = self.found + self.alarms
        precision = f"{self.found / reported:.0%}" if reported else "–"
        recall = f"{self.found / self.bugs:.0%}" if self.bugs else "–"
        return [self.name, str(self.bugs), str(self.found), precision, recall, str(self.clean), str(self.alarms)]


def table(told: Sequence[Told]) -> str:
    """The table in Markdown, one row per oracle and one for all."""
    rows = {name: Row(f"`{name}`") for name in dict.fromkeys(one.case.oracle for one in told)}
    total = Row("all")
    for one in told:
        rows[one.case.oracle].add(one)
        total.add(one)
    lines = [HEAD, ["---", *["---:"] * (len(HEAD) - 1)], *(row.cells() for row in (*rows.values(), total))]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def written_into(text: str, made: str) -> str:
    """`text` with `made` between the two marks; raises ValueError where they are not there."""
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"{DOCUMENT} has no lines {BEGIN} and {END}")
    return f"{before}{BEGIN}\n\n{made}\n{END}{after}"


async def _told() -> list[Told]:
    async with BrowserHost() as host:
        return await tell(host, ALL)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.oracle_table", description=__doc__)
    parser.add_argument("--write", action="store_true", help=f"put the table into {DOCUMENT.name}")
    write: bool = parser.parse_args().write
    told = asyncio.run(_told())
    made = table(told)
    print(made, end="")
    if write:
        DOCUMENT.write_text(written_into(DOCUMENT.read_text("utf-8"), made), "utf-8")
    problems = [problem for one in told for problem in one.problems()]
    print(*problems, sep="\n", end="\n" if problems else "", file=sys.stderr)
    bugs = sum(isinstance(one.case, Bug) for one in told)
    print(f"{bugs} bugs with their twins, {len(told) - bugs} tempting cases", file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
