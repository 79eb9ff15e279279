"""A real HTTP server for test pages: each path answers what a test says, and every request is kept.

It runs in threads of its own, so that sync and async tests use it alike. One server may have several ports, and
answers to `127.0.0.1` and to `localhost`: each pair of host and port is an origin of its own.
"""

import contextlib
import socket
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self
from urllib.parse import urlsplit

HTML = "text/html; charset=utf-8"


@dataclass(frozen=True)
class Heard:
    """A request as the server heard it."""

    method: str
    path: str
    query: str
    headers: Mapping[str, str]
    """Names in small letters; of a name that came twice, the last value."""
    body: bytes
    port: int
    version: str
    """`HTTP/1.1` or `HTTP/1.0`."""
    connection: int
    """The client's port: the same for requests that came over one connection."""

    @property
    def text(self) -> str:
        return self.body.decode("utf-8", "replace")


@dataclass(frozen=True)
class Page:
    """What a path answers."""

    body: str | bytes | Iterable[bytes] = ""
    """An iterable is sent piece by piece as it gives them; one that never ends is an endless answer."""
    type: str = HTML
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    cookies: Sequence[str] = ()
    """`set-cookie` headers."""
    redirect: str = ""
    """Where to go instead; with 302 unless `status` is another 3xx."""
    delay: float = 0.0
    """Seconds before the answer begins."""
    pause: float = 0.0
    """Seconds between two pieces of an iterable body."""
    drop: bool = False
    """Close the connection instead of answering."""
    version: str = "HTTP/1.1"
    """With `HTTP/1.0` the body has no length, and ends with the connection."""


Answer = str | Page | Callable[[Heard], "str | Page"]


class PageServer:
    """Serves `pages` (path to answer; `*` for whatever has none) while it is entered.

    An answer is a page's HTML, a `Page`, or a function that makes either from the request. `pages` may be changed
    while it serves. A path without an answer is a 404; the browser's own wish for an icon is a 204.
    """

    def __init__(self, pages: Mapping[str, Answer] | None = None, ports: int = 1) -> None:
        self.pages: dict[str, Answer] = dict(pages or {})
        self.heard: list[Heard] = []
        """Requests in the order of their arrival, those for the icon left out."""
        self.leaving = threading.Event()
        """Set when the server ends, so that a slow answer ends with it."""
        self._ports = ports
        self._numbers: list[int] = []
        self._servers: list[_Server] = []
        self._threads: list[threading.Thread] = []

    def __enter__(self) -> Self:
        for _ in range(self._ports):
            server = _Server(self)
            thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
            thread.start()
            self._servers.append(server)
            self._numbers.append(server.server_address[1])
            self._threads.append(thread)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the server and every connection to it; safe to call twice."""
        self.leaving.set()
        servers, self._servers = self._servers, []
        for server in servers:
            server.shutdown()
            server.end_connections()
            server.server_close()
        for thread in self._threads:
            thread.join()

    def port(self, number: int = 0) -> int:
        """One of its ports; it stays known after the server has ended."""
        return self._numbers[number]

    def url(self, path: str = "/", host: str = "127.0.0.1", number: int = 0) -> str:
        """The address of `path` on one of its hosts and ports."""
        return f"http://{host}:{self.port(number)}{path}"

    def requests(self, path: str) -> list[Heard]:
        """What was asked of `path` so far."""
        return [heard for heard in self.heard if heard.path == path]

    def answer(self, heard: Heard) -> Page:
        """What the server says to `heard`, which it keeps."""
        if heard.path == "/favicon.ico" and heard.path not in self.pages:
            return Page(status=204)
        self.heard.append(heard)
        found = self.pages.get(heard.path, self.pages.get("*", Page("not found", status=404)))
        made = found(heard) if callable(found) else found
        return Page(made) if isinstance(made, str) else made


class _Server(ThreadingHTTPServer):
    daemon_threads = False  # joined when it closes
    request_queue_size = 64

    def __init__(self, pages: PageServer) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.pages = pages
        self._connections: set[socket.socket] = set()

    def get_request(self) -> tuple[socket.socket, Any]:
        connection, address = super().get_request()
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._connections.add(connection)
        return connection, address

    def shutdown_request(self, request: Any) -> None:
        self._connections.discard(request)
        super().shutdown_request(request)

    def end_connections(self) -> None:
        for connection in list(self._connections):
            with contextlib.suppress(OSError):  # it is ended already
                connection.shutdown(socket.SHUT_RDWR)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that went away is no error of the server's: a browser does so all the time."""


class _Handler(BaseHTTPRequestHandler):
    server: _Server

    def parse_request(self) -> bool:
        self.protocol_version = "HTTP/1.1"
        understood = super().parse_request()
        if understood:
            self._answer()
        return False  # answered here, whatever the method

    def _answer(self) -> None:
        page = self.server.pages.answer(self._heard())
        if page.delay:
            self.server.pages.leaving.wait(page.delay)
        if page.drop:
            self.close_connection = True
            return
        self.protocol_version = page.version
        self._send(page)

    def _heard(self) -> Heard:
        parts = urlsplit(self.path)
        return Heard(
            method=self.command,
            path=parts.path,
            query=parts.query,
            headers={name.lower(): value for name, value in self.headers.items()},
            body=self._body(),
            port=self.server.server_address[1],
            version=self.request_version,
            connection=self.client_address[1],
        )

    def _body(self) -> bytes:
        if self.headers.get("transfer-encoding", "").lower() != "chunked":
            return self.rfile.read(int(self.headers.get("content-length") or 0))
        body = b""
        while size := int(self.rfile.readline().partition(b";")[0], 16):
            body += self.rfile.read(size)
            self.rfile.readline()
        self.rfile.readline()
        return body

    def _send(self, page: Page) -> None:
        status = 302 if page.redirect and page.status == 200 else page.status
        self.send_response_only(status)
        body = page.body.encode() if isinstance(page.body, str) else page.body
        headers = {
            "content-type": page.type,
            **({"location": page.redirect} if page.redirect else {}),
            **page.headers,
        }
        headers.update(self._framing(page, status, body))
        for name, value in [*headers.items(), *(("set-cookie", cookie) for cookie in page.cookies)]:
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self._send_body(body, chunked=headers.get("transfer-encoding") == "chunked", pause=page.pause)

    def _framing(self, page: Page, status: int, body: bytes | Iterable[bytes]) -> dict[str, str]:
        if page.version == "HTTP/1.0" or status < 200:
            self.close_connection = True
            return {}
        if status in (204, 304):
            return {}
        return {"content-length": str(len(body))} if isinstance(body, bytes) else {"transfer-encoding": "chunked"}

    def _send_body(self, body: bytes | Iterable[bytes], chunked: bool, pause: float) -> None:
        leaving = self.server.pages.leaving
        for piece in [body] if isinstance(body, bytes) else body:
            self.wfile.write(b"%x\r\n%b\r\n" % (len(piece), piece) if chunked else piece)
            if leaving.wait(pause) if pause else leaving.is_set():
                return
        if chunked:
            self.wfile.write(b"0\r\n\r\n")

    def log_message(self, format: str, *args: Any) -> None:
        """Requests are kept in `heard`; nothing is printed."""
