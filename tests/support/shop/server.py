"""Serving the shop on loopback: in the foreground for people, in a thread for tests."""

import os
import signal
import socket
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import uvicorn
from starlette.applications import Starlette

from .app import create_app
from .bugs import Bugs

HOST = "127.0.0.1"
LONGEST_ADDRESS = 1_000_000  # bytes of a request's head: a search for 5,000 emoji fits
START_SECONDS = 20.0
STOP_SECONDS = 2
KEEP_ALIVE_SECONDS = 600  # a connection closed while a browser posts on it looks like a failure of the shop


class _Server(uvicorn.Server):
    """Tells when it takes connections."""

    def __init__(self, app: Starlette) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                lifespan="off",
                log_level="warning",
                access_log=False,
                server_header=False,
                http="h11",
                ws="none",
                h11_max_incomplete_event_size=LONGEST_ADDRESS,
                timeout_graceful_shutdown=STOP_SECONDS,
                timeout_keep_alive=KEEP_ALIVE_SECONDS,
            )
        )
        self.ready = threading.Event()
        self.announcement = ""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.announcement:
            print(self.announcement, flush=True)
        self.ready.set()


def bind(port: int) -> socket.socket:
    """A socket on loopback; port 0 takes a free one.

    Raises OSError if the port is taken, OverflowError if there is no such port.
    """
    # the protocol is named because asyncio switches off Nagle's delay (40 ms a page) only where it is
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((HOST, port))
    except (OSError, OverflowError):
        listener.close()
        raise
    return listener


def address(listener: socket.socket) -> str:
    """The home page's address."""
    return f"http://{HOST}:{listener.getsockname()[1]}/"


@contextmanager
def folder_for(given: Path | None) -> Iterator[Path]:
    """The folder for the shop's file: the one given, or a temporary one that is removed afterwards."""
    if given is not None:
        yield given
        return
    with tempfile.TemporaryDirectory(prefix="demo-shop-") as made:
        yield Path(made)


def _leave(_number: int, _frame: FrameType | None) -> None:
    raise SystemExit(0)


def stop_when_stdin_ends() -> None:
    """Have a thread end this process, as SIGTERM does, once nobody holds the other end of standard input."""

    def watch() -> None:
        while os.read(0, 1024):
            pass
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=watch, daemon=True).start()


def serve(listener: socket.socket, data: Path | None, bugs: Bugs) -> None:
    """Serve until SIGTERM or SIGINT; prints one line when ready."""
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, _leave)  # the server passes on what it got, once it has stopped
    with listener, folder_for(data) as folder:
        app = create_app(folder, bugs)
        server = _Server(app)
        server.announcement = f"READY {address(listener)}"
        try:
            server.run(sockets=[listener])
        finally:
            app.state.shop.db.close()


@contextmanager
def running_shop(bugs: Bugs | None = None, data: Path | None = None) -> Iterator[str]:
    """A shop in a thread of this process; gives its home page's address. Raises TimeoutError."""
    with bind(0) as listener, folder_for(data) as folder:
        app = create_app(folder, bugs)
        server = _Server(app)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
        thread.start()
        try:
            if not server.ready.wait(START_SECONDS):
                raise TimeoutError("the shop did not start")
            yield address(listener)
        finally:
            server.should_exit = True
            thread.join(START_SECONDS)
            app.state.shop.db.close()
