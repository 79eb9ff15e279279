"""The egress proxy: a session's only way out of the browser, asked for every connection.

A tunnel (https, websockets) is decided by host and port, a plain http request by its whole address. Names are
resolved here, and the connection goes to the address that was checked.
"""

import asyncio
import contextlib
import ipaddress
import socket
from collections.abc import Callable
from types import TracebackType
from typing import Self
from urllib.parse import urlsplit

import h11

from bugbash.session.scope import Scope

BROWSER_SERVICES = (".googleapis.com", ".google.com", ".gvt1.com", ".gstatic.com")
"""Where Chromium itself calls home (form data, updates): refused like all else, and not the app's doing."""
_CHUNK = 65536
_CONNECT_SECONDS = 10
_HOP_BY_HOP = frozenset({b"proxy-connection", b"proxy-authorization"})


class EgressProxy:
    """An HTTP proxy on loopback that reaches only what `scope` allows; `on_refused` hears of what it refused."""

    def __init__(self, scope: Scope, on_refused: Callable[[str], None]) -> None:
        self._scope = scope
        self._on_refused = on_refused
        self._server: asyncio.Server | None = None
        self._open: set[asyncio.Task[None]] = set()

    @property
    def address(self) -> str:
        """`http://127.0.0.1:PORT`, once it is open."""
        assert self._server is not None, "the proxy is not open"
        return f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0, limit=_CHUNK * 4)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._server is not None
        self._server.close()
        for task in list(self._open):
            task.cancel()
        await asyncio.gather(*self._open, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._open.add(task)
        try:
            await _Connection(reader, writer, self._scope, self._on_refused).run()
        except (OSError, h11.ProtocolError, asyncio.IncompleteReadError, TimeoutError, asyncio.CancelledError):
            pass  # one of the two ends went away; the browser reports it as a failed request
        finally:
            self._open.discard(task)
            writer.close()


class _Connection:
    """One connection of the browser's: a tunnel, or plain requests one after another."""

    def __init__(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        scope: Scope,
        on_refused: Callable[[str], None],
    ) -> None:
        self._reader = reader
        self._writer = writer
        self._scope = scope
        self._on_refused = on_refused
        self._client = h11.Connection(h11.SERVER, max_incomplete_event_size=_CHUNK * 4)

    async def run(self) -> None:
        while True:
            request = await self._next_event()
            if not isinstance(request, h11.Request):
                return
            if request.method == b"CONNECT":
                await self._tunnel(request.target.decode("latin-1"))
                return
            if not await self._forward(request):
                return
            self._client.start_next_cycle()

    async def _next_event(self) -> h11.Event | type[h11.NEED_DATA] | type[h11.PAUSED]:
        while (event := self._client.next_event()) is h11.NEED_DATA:
            self._client.receive_data(await self._reader.read(_CHUNK))
        return event

    async def _tunnel(self, authority: str) -> None:
        host, _, port = authority.rpartition(":")
        host = host.strip("[]")
        if not (port.isascii() and port.isdigit()) or len(port) > 5 or not self._scope.allows_host(host, int(port)):
            await self._refuse("" if host.endswith(BROWSER_SERVICES) else f"{host}:{port}")
            return
        upstream = await self._connect(host, int(port))
        if upstream is None:
            await self._answer(502)
            return
        self._writer.write(b"HTTP/1.1 200 Connection established\r\n\r\n")
        await _splice((self._reader, self._writer), upstream)

    async def _forward(self, request: h11.Request) -> bool:
        """Pass one plain request on; whether the browser's connection can carry another."""
        address = request.target.decode("latin-1")
        # An encrypted address belongs into a tunnel: without one it would be asked in the clear, at another port.
        if not address.startswith("http://") or not self._scope.allows(address):
            await self._refuse(address)
            return False
        parts = urlsplit(address)
        upstream = await self._connect(parts.hostname or "", parts.port or 80)
        if upstream is None:
            return False  # closing without an answer fails the request; a 502 would look like the app's own
        reader, writer = upstream
        try:
            server = h11.Connection(h11.CLIENT, max_incomplete_event_size=_CHUNK * 4)
            await self._send_request(server, writer, request, parts.path or "/", parts.query)
            return await self._send_response(server, reader)
        finally:
            writer.close()

    async def _send_request(
        self, server: h11.Connection, writer: asyncio.StreamWriter, request: h11.Request, path: str, query: str
    ) -> None:
        headers = [(n, v) for n, v in request.headers if n not in _HOP_BY_HOP and n != b"connection"]
        headers.append((b"connection", b"close"))
        target = f"{path}?{query}" if query else path
        onward = h11.Request(method=request.method, target=target.encode("latin-1"), headers=headers)
        writer.write(server.send(onward) or b"")
        while not isinstance(event := await self._next_event(), h11.EndOfMessage):
            if isinstance(event, h11.Data):
                writer.write(server.send(event) or b"")
                await writer.drain()
        writer.write(server.send(h11.EndOfMessage()) or b"")
        await writer.drain()

    async def _send_response(self, server: h11.Connection, reader: asyncio.StreamReader) -> bool:
        while True:
            event = server.next_event()
            if event is h11.NEED_DATA:
                server.receive_data(await reader.read(_CHUNK))
                continue
            if isinstance(event, h11.Response):
                event = h11.Response(
                    status_code=event.status_code,
                    reason=event.reason,
                    headers=[(n, v) for n, v in event.headers.raw_items() if n.lower() not in _DROPPED],
                )
            if not isinstance(event, h11.InformationalResponse | h11.Response | h11.Data | h11.EndOfMessage):
                return False
            self._writer.write(self._client.send(event) or b"")
            await self._writer.drain()
            if isinstance(event, h11.EndOfMessage):
                return self._client.our_state is h11.DONE and self._client.their_state is h11.DONE

    async def _connect(self, host: str, port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter] | None:
        """A connection to a checked address of `host`; None where there is none that may be reached."""
        for address in await _resolve(host, port):
            if not self._scope.may_resolve_to(host, address):
                self._on_refused(f"{host} ({address})")
                continue
            try:
                async with asyncio.timeout(_CONNECT_SECONDS):
                    return await asyncio.open_connection(address, port)
            except (OSError, TimeoutError):
                continue
        return None

    async def _refuse(self, address: str) -> None:
        if address:
            self._on_refused(address)
        await self._answer(403, b"outside the scope of this bug bash")

    async def _answer(self, status: int, body: bytes = b"") -> None:
        self._writer.write(
            b"HTTP/1.1 %d Refused\r\ncontent-type: text/plain\r\ncontent-length: %d\r\nconnection: close\r\n\r\n%b"
            % (status, len(body), body)
        )
        with contextlib.suppress(OSError):
            await self._writer.drain()


_DROPPED = frozenset({b"connection", b"keep-alive", b"proxy-connection"})


async def _resolve(host: str, port: int) -> list[str]:
    try:
        return [str(ipaddress.ip_address(host))]
    except ValueError:
        pass  # a name
    if host == "localhost" or host.endswith(".localhost"):
        return ["127.0.0.1", "::1"]
    try:
        found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):  # nobody has the name, or it is none
        return []
    return list(dict.fromkeys(str(item[4][0]) for item in found))


_Stream = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def _splice(one: _Stream, other: _Stream) -> None:
    """Carry bytes both ways until either end is done."""
    copies = [asyncio.create_task(_copy(one[0], other[1])), asyncio.create_task(_copy(other[0], one[1]))]
    try:
        await asyncio.gather(*copies)
    finally:
        for copy in copies:
            copy.cancel()
        other[1].close()


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError):
        while data := await reader.read(_CHUNK):
            writer.write(data)
            await writer.drain()
        if writer.can_write_eof():
            writer.write_eof()
