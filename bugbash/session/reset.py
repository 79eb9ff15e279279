"""Bringing the app's data back before a replay."""

import asyncio
import contextlib
import os
import signal
from collections.abc import AsyncIterator
from pathlib import Path

import httpx

from bugbash.charter.reset import Reset
from bugbash.errors import one_line


class AppReset:
    """Resets the app at `target`; commands run in the folder `base`. `turn` keeps replays apart that would meet."""

    def __init__(self, reset: Reset, target: str, base: Path, turn: asyncio.Lock) -> None:
        self._reset = reset
        self._target = target
        self._base = base
        self._turn = turn

    @contextlib.asynccontextmanager
    async def fresh(self) -> AsyncIterator[str]:
        """The app, brought back and for one replay alone: why it could not be, in one line, or empty."""
        async with self._turn:
            fault = await (self._asked() if self._reset.request is not None else self._run())
            yield one_line(f"{self._reset.words()}: {fault}", 300) if fault else ""

    async def _asked(self) -> str:
        address = self._reset.address(self._target)
        try:
            async with httpx.AsyncClient(trust_env=False, timeout=self._reset.seconds) as client:
                answer = await client.request(self._reset.method, address)
        except (httpx.HTTPError, OSError) as error:
            return f"no answer: {error or type(error).__name__}"
        return f"answers {answer.status_code}" if answer.status_code >= 400 else ""

    async def _run(self) -> str:
        try:
            process = await asyncio.create_subprocess_exec(
                *(self._reset.command or []),
                cwd=self._base,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            return f"does not start: {getattr(error, 'strerror', None) or error}"
        try:
            output, complaints = await asyncio.wait_for(process.communicate(), self._reset.seconds)
        except TimeoutError:
            return f"is not done in {self._reset.seconds:g} s"
        finally:
            _end(process)
        # Which of the two a program writes first depends on what it buffers: what it complains of says more.
        lines = (complaints.strip() or output.strip()).decode("utf-8", "replace").splitlines()
        return f"exit status {process.returncode}: {lines[-1] if lines else ''}" if process.returncode else ""


def _end(process: asyncio.subprocess.Process) -> None:
    """End the command with whatever it started and left behind."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
