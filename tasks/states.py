"""Awaiting a task for its state: Prefect's own types say that `return_state=True` is not awaited, and it must be."""

from collections.abc import Awaitable
from typing import Any, cast

from prefect.client.schemas.objects import State


async def state_of(call: object) -> State[Any]:
    """The final state of an async task that was called with `return_state=True`; it never raises the task's error."""
    state: State[Any] = await cast(Awaitable[State[Any]], call)
    return state
