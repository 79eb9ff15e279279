"""The Prefect server that a command runs against: the configured one, or the local one."""

import logging
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

import httpx

from bugbash.errors import Unusable

QUIET_ENVIRONMENT = {
    "DO_NOT_TRACK": "1",
    # The terminal belongs to the progress; Prefect's log goes to its server.
    "PREFECT_LOGGING_HANDLERS_CONSOLE_LEVEL": "CRITICAL",
    "PREFECT_LOGGING_HANDLERS_CONSOLE_FLOW_RUNS_LEVEL": "CRITICAL",
    # Of events that a server which went away did not take; the bash itself says that it went away.
    "PREFECT_INTERNAL_LOGGING_LEVEL": "CRITICAL",
}
HEALTH_SECONDS = 5


class Server(NamedTuple):
    api_url: str
    ui_url: str


@contextmanager
def prefect_server(say: Callable[[str], None]) -> Iterator[Server]:
    """Settings under which flows run against a server: `PREFECT_API_URL`, the profile's, else the local one.

    To be entered before Prefect's engine is imported. Raises Unusable where the configured server does not answer.
    """
    for name, value in QUIET_ENVIRONMENT.items():
        os.environ.setdefault(name, value)
    logging.raiseExceptions = False  # a log line that the server did not take is no news for the terminal
    from prefect.settings import PREFECT_API_URL, PREFECT_UI_URL, temporary_settings  # noqa: PLC0415  slow to import

    configured = PREFECT_API_URL.value()
    if configured:
        _check(configured)
        yield Server(configured, PREFECT_UI_URL.value() or configured.removesuffix("/api"))
        return
    from bugbash.local.servers import ensure_prefect  # noqa: PLC0415

    say("finding the local Prefect server (the first start takes some seconds) ...")
    server = ensure_prefect()
    with temporary_settings({PREFECT_API_URL: server.api_url, PREFECT_UI_URL: server.ui_url}):
        yield Server(server.api_url, server.ui_url)


def _check(api_url: str) -> None:
    try:
        answer = httpx.get(f"{api_url.rstrip('/')}/health", timeout=HEALTH_SECONDS)
        healthy = answer.status_code == 200
    except (httpx.HTTPError, httpx.InvalidURL):
        healthy = False
    if not healthy:
        raise Unusable(
            f"no Prefect server answers at {api_url} (PREFECT_API_URL); start it, or unset it to use the local one"
        )
