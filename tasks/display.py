"""What the Prefect UI shows besides the runs: good to have, and never worth a bash."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import TypeVar

from httpx import HTTPError
from prefect.exceptions import PrefectException

SHOW_SECONDS = 10.0
"""Longest that an exploration waits for its server; Prefect itself would try for a minute, each time."""
REST_SECONDS = 60.0
"""How long a server that was away is left alone."""

T = TypeVar("T")


class Display:
    """Shows things on the server of a bash, while it is there."""

    def __init__(self) -> None:
        self._away_since: float | None = None

    async def show(self, showing: Callable[[], Awaitable[T]]) -> T | None:
        """What `showing` answers; None where the server is away, or was lately."""
        if self._away_since is not None and time.monotonic() - self._away_since < REST_SECONDS:
            return None
        try:
            async with asyncio.timeout(SHOW_SECONDS):
                shown = await showing()
        except (HTTPError, PrefectException, TimeoutError, OSError):
            self._away_since = time.monotonic()
            return None
        self._away_since = None
        return shown
