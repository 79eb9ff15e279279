"""Progress on the terminal: a line per charter where it is one, plain lines where it is none."""

import time
from types import TracebackType
from typing import Self

from rich.console import Console
from rich.live import Live
from rich.table import Table
from rich.text import Text

from bugbash.explore.exploration import Progress
from bugbash.report.safe import flat

PLAIN_SECONDS = 5.0
"""Least time between two plain lines of one charter about the same step."""


class Watch:
    """Shows how far every charter is. Whatever the app's pages say is shown as text, without control characters."""

    def __init__(self, charters: list[str], console: Console) -> None:
        self._console = console
        self._rows: dict[str, Progress | None] = dict.fromkeys(charters)
        self._said: dict[str, tuple[int, str, float]] = {}
        self._live = Live(self._table(), console=console, refresh_per_second=4) if console.is_terminal else None

    def __enter__(self) -> Self:
        if self._live is not None:
            self._live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._live is not None:
            self._live.update(self._table())
            self._live.stop()

    def __call__(self, progress: Progress) -> None:
        self._rows[progress.charter] = progress
        if self._live is not None:
            self._live.update(self._table())
        else:
            self._say(progress)

    def _say(self, progress: Progress) -> None:
        step, doing, at = self._said.get(progress.charter, (-1, "", 0.0))
        new = (progress.step, progress.doing) != (step, doing)
        if new and (progress.step != step or time.monotonic() - at > PLAIN_SECONDS or "ended" in progress.doing):
            self._said[progress.charter] = (progress.step, progress.doing, time.monotonic())
            left = f"{progress.minutes:.1f} of {progress.budget_minutes:g} min"
            line = (
                f"{progress.charter}: step {progress.step}/{progress.budget_steps}, "
                f"{flat(progress.doing)} ({progress.findings} findings, {left})"
            )
            self._console.print(Text(line), soft_wrap=True)

    def _table(self) -> Table:
        table = Table(box=None, padding=(0, 1), expand=True, show_header=True, header_style="dim")
        for heading, style in (("charter", "bold"), ("step", ""), ("budget", ""), ("findings", "")):
            table.add_column(heading, style=style, no_wrap=True)
        table.add_column("doing", no_wrap=True, overflow="ellipsis", ratio=1)
        for charter, progress in self._rows.items():
            if progress is None:
                table.add_row(Text(charter), "", "", "", Text("waiting", style="dim"))
                continue
            budget = f"{progress.minutes:.1f}/{progress.budget_minutes:g} min"
            step = f"{progress.step}/{progress.budget_steps}"
            table.add_row(Text(charter), step, budget, str(progress.findings), Text(flat(progress.doing)))
        return table
