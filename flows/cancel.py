"""Cancelling: a signal, or a cancel from the UI, sets a flag that the gates read, so that what was found is kept."""

import asyncio
import contextlib
import signal
from types import TracebackType
from typing import Self

from httpx import HTTPError
from prefect.client.orchestration import get_client
from prefect.exceptions import PrefectException
from prefect.runtime import flow_run

POLL_SECONDS = 2.0
"""How often a run asks whether the UI cancelled it: without a worker nobody else would tell it."""
_SIGNALS = (signal.SIGINT, signal.SIGTERM)


class Cancellation:
    """Watches for a cancel while it is open. A second signal ends the flow at once."""

    def __init__(self) -> None:
        self._set = False
        self._watch: asyncio.Task[None] | None = None
        self._main: asyncio.Task[object] | None = None

    def is_set(self) -> bool:
        """Whether somebody asked the bash to stop."""
        return self._set

    async def __aenter__(self) -> Self:
        loop = asyncio.get_running_loop()
        self._main = asyncio.current_task()
        for number in _SIGNALS:
            # Only the main thread takes signals; elsewhere a cancel comes by the server.
            with contextlib.suppress(RuntimeError, ValueError, NotImplementedError):
                loop.add_signal_handler(number, self._on_signal)
        self._watch = asyncio.create_task(self._poll())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        loop = asyncio.get_running_loop()
        for number in _SIGNALS:
            with contextlib.suppress(RuntimeError, ValueError, NotImplementedError):
                loop.remove_signal_handler(number)
        if self._watch is not None:
            self._watch.cancel()

    def _on_signal(self) -> None:
        if self._set and self._main is not None:
            self._main.cancel()
        self._set = True

    async def _poll(self) -> None:
        run_id = flow_run.id
        if run_id is None:
            return
        async with get_client() as client:
            while not self._set:
                await asyncio.sleep(POLL_SECONDS)
                # A server that is away for a while cancels nothing.
                with contextlib.suppress(HTTPError, PrefectException):
                    state = (await client.read_flow_run(run_id)).state
                    if state is not None and (state.is_cancelling() or state.is_cancelled()):
                        self._set = True
