"""The egress proxy: the only way out of a session, and it leads nowhere but into the scope."""

import asyncio
import contextlib
import socket
import threading
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from typing import Any

import httpx
import pytest

from bugbash.session.proxy import EgressProxy
from bugbash.session.scope import Scope
from tests.support.fixtures import NewSession
from tests.support.pages import Heard, Page, PageServer

from .steps import act, document, opened, passes, until, value


class Way:
    """A proxy into the scope of one target, and what it refused."""

    def __init__(self, proxy: EgressProxy, refused: Counter[str]) -> None:
        self.refused = refused
        host, _, port = proxy.address.removeprefix("http://").partition(":")
        self.at = (host, int(port))
        self.client = httpx.AsyncClient(proxy=proxy.address, trust_env=False, timeout=20)

    async def raw(self, request: bytes, most: int = 100_000) -> bytes:
        """What the proxy answers to these bytes, until it closes or as much came."""
        reader, writer = await asyncio.open_connection(*self.at)
        try:
            writer.write(request)
            await writer.drain()
            answer = b""
            async with asyncio.timeout(10):
                while len(answer) < most and (more := await reader.read(65536)):
                    answer += more
            return answer
        finally:
            writer.close()
            with contextlib.suppress(OSError):
                await writer.wait_closed()


@contextlib.asynccontextmanager
async def way_to(*addresses: str) -> AsyncIterator[Way]:
    refused: Counter[str] = Counter()
    async with EgressProxy(Scope(addresses), lambda address: refused.update([address])) as proxy:
        way = Way(proxy, refused)
        async with way.client:
            yield way


@pytest.fixture
async def way(pages: PageServer) -> AsyncIterator[Way]:
    async with way_to(pages.url()) as made:
        yield made


async def test_a_request_into_the_scope_arrives_whole_and_so_does_its_answer(way: Way, pages: PageServer) -> None:
    pages.pages["/a"] = Page("hello", status=201, headers={"x-own": "caf\u00e9 1"}, cookies=["a=1", "b=2"])
    answer = await way.client.get(pages.url("/a?b=c%20d"), headers={"x-mine": "yes", "cookie": "c=3"})
    assert (answer.status_code, answer.text) == (201, "hello")
    assert answer.headers.get_list("set-cookie") == ["a=1", "b=2"]
    assert answer.headers["x-own"].startswith("caf")
    (heard,) = pages.heard
    assert (heard.method, heard.path, heard.query) == ("GET", "/a", "b=c%20d")
    assert (heard.headers["x-mine"], heard.headers["cookie"]) == ("yes", "c=3")
    assert heard.headers["host"] == f"127.0.0.1:{pages.port()}"
    assert not {"proxy-connection", "proxy-authorization", "via", "x-forwarded-for"} & set(heard.headers)
    assert way.refused == {}


async def test_what_is_outside_is_refused_counted_and_not_reached(way: Way, pages: PageServer) -> None:
    with PageServer({"*": "elsewhere"}) as other:
        for address in (other.url("/x"), pages.url("/x", host="localhost"), "http://elsewhere.example.test/"):
            answer = await way.client.get(address)
            assert (answer.status_code, answer.text) == (403, "outside the scope of this bug bash")
            assert way.refused[address] == 1
        assert other.heard == []
    assert pages.heard == []


@pytest.mark.parametrize(
    "request_line",
    [
        b"GET / HTTP/1.1",
        b"GET ftp://127.0.0.1/ HTTP/1.1",
        b"GET file:///etc/passwd HTTP/1.1",
        b"GET http://[ HTTP/1.1",
        b"GET http://127.0.0.1:99999/ HTTP/1.1",
        b"CONNECT 127.0.0.1 HTTP/1.1",
        b"CONNECT 127.0.0.1:99999 HTTP/1.1",
        b"CONNECT a]b[:443 HTTP/1.1",
        b"CONNECT :443 HTTP/1.1",
        b"CONNECT 127.0.0.1:" + b"1" * 5000 + b" HTTP/1.1",
        b"CONNECT user@127.0.0.1:80 HTTP/1.1",
    ],
)
async def test_an_address_that_is_none_is_refused(request_line: bytes, way: Way, pages: PageServer) -> None:
    answer = await way.raw(request_line + b"\r\nhost: x\r\n\r\n")
    assert answer.startswith(b"HTTP/1.1 403 ")
    assert sum(way.refused.values()) == 1
    assert pages.heard == []


@pytest.mark.parametrize("host", ["a..b.example.test", "a" * 70 + ".example.test"])
async def test_a_name_that_no_host_can_have_leads_nowhere(host: str, caplog: pytest.LogCaptureFixture) -> None:
    async with way_to(f"http://{host}/") as way:
        assert await way.raw(f"GET http://{host}/ HTTP/1.1\r\nhost: x\r\n\r\n".encode()) == b""
        tunnel = await way.raw(f"CONNECT {host}:80 HTTP/1.1\r\nhost: x\r\n\r\n".encode())
        assert tunnel.startswith(b"HTTP/1.1 502 ")
    assert caplog.records == []


async def test_what_is_no_http_is_closed_without_an_answer(way: Way) -> None:
    assert not (await way.raw(b"\x16\x03\x01\x02\x00 hello\r\n\r\n")).startswith(b"HTTP/1.1 200")
    reader, writer = await asyncio.open_connection(*way.at)
    writer.close()
    await writer.wait_closed()
    assert await reader.read() == b""


async def test_a_plain_request_for_an_encrypted_address_goes_nowhere(pages: PageServer) -> None:
    async with way_to(f"https://127.0.0.1:{pages.port()}") as way:
        answer = await way.raw(b"GET https://127.0.0.1:%d/ HTTP/1.1\r\nhost: x\r\n\r\n" % pages.port())
        assert answer.startswith(b"HTTP/1.1 403 ")
        assert pages.heard == []


async def test_a_tunnel_carries_bytes_both_ways_and_only_into_the_scope(way: Way, pages: PageServer) -> None:
    pages.pages["/inside"] = "through"
    target = b"127.0.0.1:%d" % pages.port()
    reader, writer = await asyncio.open_connection(*way.at)
    writer.write(b"CONNECT " + target + b" HTTP/1.1\r\nhost: " + target + b"\r\n\r\n")
    assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 200 ")
    writer.write(b"GET /inside HTTP/1.1\r\nhost: " + target + b"\r\nconnection: close\r\n\r\n")
    assert (await reader.read()).endswith(b"through")
    writer.close()
    await writer.wait_closed()
    with PageServer({"*": "elsewhere"}) as other:
        answer = await way.raw(b"CONNECT 127.0.0.1:%d HTTP/1.1\r\nhost: x\r\n\r\n" % other.port())
        assert answer.startswith(b"HTTP/1.1 403 ")
        assert way.refused == {f"127.0.0.1:{other.port()}": 1}
        assert other.heard == []


async def test_the_browsers_own_calls_home_are_refused_and_no_fault_of_the_app(way: Way) -> None:
    answer = await way.raw(b"CONNECT update.googleapis.com:443 HTTP/1.1\r\nhost: x\r\n\r\n")
    assert answer.startswith(b"HTTP/1.1 403 ")
    assert way.refused == {}


@pytest.mark.parametrize("size", [0, 10, 3_000_000])
async def test_a_body_arrives_whole(size: int, way: Way, pages: PageServer) -> None:
    pages.pages["/up"] = lambda heard: str(len(heard.body))
    body = bytes(range(256)) * (size // 256) + b"x" * (size % 256)
    assert (await way.client.post(pages.url("/up"), content=body)).text == str(size)
    assert pages.heard[0].body == body

    async def pieces() -> AsyncIterator[bytes]:
        for at in range(0, len(body), 700_000):
            yield body[at : at + 700_000]

    assert (await way.client.put(pages.url("/up"), content=pieces())).text == str(size)
    assert pages.heard[1].headers["transfer-encoding"] == "chunked"
    assert pages.heard[1].body == body


async def test_an_answer_of_any_framing_comes_through(way: Way, pages: PageServer) -> None:
    big = b"x" * 3_000_000
    pages.pages.update(
        {
            "/big": Page(big),
            "/pieces": Page([b"one ", b"two ", b"three"]),
            "/old": Page(big, version="HTTP/1.0"),
            "/empty": Page("", status=204),
            "/same": Page("", status=304),
        }
    )
    for path, body in (("/big", big), ("/pieces", b"one two three"), ("/old", big), ("/empty", b""), ("/same", b"")):
        assert (await way.client.get(pages.url(path))).content == body, path
    head = await way.client.head(pages.url("/big"))
    assert (head.headers["content-length"], head.content) == ("3000000", b"")


async def test_one_connection_carries_many_requests(way: Way, pages: PageServer) -> None:
    pages.pages["*"] = lambda heard: heard.path
    request = b"GET http://127.0.0.1:%d/%d HTTP/1.1\r\nhost: x\r\n\r\n"
    last = request.replace(b"host", b"connection: close\r\nhost")
    answer = await way.raw(b"".join([*(request % (pages.port(), at) for at in range(5)), last % (pages.port(), 5)]))
    assert answer.count(b"HTTP/1.1 200 OK") == 6
    assert [heard.path for heard in pages.heard] == [f"/{at}" for at in range(6)]


async def test_a_stream_comes_through_piece_by_piece(way: Way, pages: PageServer) -> None:
    heard = threading.Event()

    def stream(_: Heard) -> Page:
        def events() -> Iterator[bytes]:
            yield b"data: one\n\n"
            yield b"data: two\n\n" if heard.wait(20) else b"data: nobody heard\n\n"

        return Page(events(), type="text/event-stream")

    pages.pages["/events"] = stream
    async with way.client.stream("GET", pages.url("/events")) as answer:
        pieces = answer.aiter_raw()
        assert await anext(pieces) == b"data: one\n\n"
        heard.set()
        assert await anext(pieces) == b"data: two\n\n"


@pytest.mark.parametrize("way_down", ["closed port", "dropped connection", "no HTTP"])
async def test_an_app_that_is_down_looks_like_no_answer_of_the_app(way_down: str, pages: PageServer) -> None:
    pages.pages["/"] = Page(drop=True)
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        target = pages.url() if way_down == "dropped connection" else f"http://127.0.0.1:{silent.getsockname()[1]}/"
        if way_down == "no HTTP":
            silent.listen()
            threading.Thread(target=_say_nonsense, args=(silent,)).start()
        async with way_to(target) as way:
            with pytest.raises(httpx.RemoteProtocolError):
                await way.client.get(target)
            assert way.refused == {}


def _say_nonsense(listener: socket.socket) -> None:
    with listener.accept()[0] as connection:
        connection.recv(65536)
        connection.sendall(b"hello there\r\n\r\n")


async def test_a_tunnel_to_an_app_that_is_down_is_not_established() -> None:
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        port = silent.getsockname()[1]
        async with way_to(f"https://127.0.0.1:{port}") as way:
            answer = await way.raw(b"CONNECT 127.0.0.1:%d HTTP/1.1\r\nhost: x\r\n\r\n" % port)
            assert answer.startswith(b"HTTP/1.1 502 ")


async def test_a_public_name_that_leads_inside_is_refused_and_one_of_two_addresses_is_tried(
    pages: PageServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = {"shop.example.com": ["127.0.0.1", "10.0.0.7"], "shop.test": ["127.0.0.9", "127.0.0.1"], "none.test": []}

    async def resolve(host: str, port: int, **_: Any) -> list[Any]:
        if not book[host]:
            raise socket.gaierror(-2, "Name or service not known")
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in book[host]]

    monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", resolve)
    pages.pages["/"] = "reached"
    names = [f"http://{host}:{pages.port()}/" for host in book]
    async with way_to(*names) as way:
        for name in (names[0], names[2]):
            with pytest.raises(httpx.RemoteProtocolError):
                await way.client.get(name)
        assert way.refused == {"shop.example.com (127.0.0.1)": 1, "shop.example.com (10.0.0.7)": 1}
        assert pages.heard == []
        assert (await way.client.get(names[1])).text == "reached"


async def test_closing_ends_every_connection(pages: PageServer) -> None:
    pages.pages["/slow"] = Page("late", delay=60)
    async with way_to(pages.url()) as way:
        asking = asyncio.ensure_future(way.client.get(pages.url("/slow")))
        await until(lambda: pages.heard)
    with pytest.raises(httpx.HTTPError):
        await asking


async def test_no_way_out_of_a_page_passes_the_proxy(new_session: NewSession, pages: PageServer) -> None:
    with PageServer({"*": Page("elsewhere", headers={"access-control-allow-origin": "*"})}) as other:
        away, socket_away = other.url("/away"), other.url("/socket").replace("http:", "ws:")
        pages.pages["/redirect"] = Page(redirect=other.url("/redirected"))
        pages.pages["/worker.js"] = Page(f"fetch('{other.url('/worker')}')", type="text/javascript")
        on_page = await opened(
            new_session,
            pages,
            f"<h1>Home</h1><img src='{other.url('/image')}'><link rel=stylesheet href='{other.url('/style')}'>"
            f"<script src='{other.url('/script')}'></script><iframe src='{other.url('/frame')}'></iframe>"
            f"<link rel=preload as=image href='{other.url('/preload')}'>"
            f"<link rel=prefetch href='{other.url('/prefetch')}'>"
            f"<link rel=preconnect href='{other.url()}'><video src='{other.url('/video')}'></video>"
            f"<img src=/redirect><form id=f method=post action='{other.url('/form')}' target=frame></form>"
            "<iframe name=frame></iframe>"
            f"<a id=p href='/' ping='{other.url('/ping')}'>Ping</a>"
            f'<script type=speculationrules>{{"prefetch": [{{"urls": ["{other.url("/speculated")}"]}}]}}</script>'
            f"<script>for (const go of [() => fetch('{away}'), () => new WebSocket('{socket_away}'), () =>"
            f" new EventSource('{away}'),"
            f" () => navigator.sendBeacon('{away}', 'x'), () => new Worker('/worker.js'), () => f.submit(),"
            f" () => {{ const r = new XMLHttpRequest(); r.open('POST', '{away}'); r.send('x') }},"
            f" () => import('{other.url('/module')}'), () =>"
            f" window.open('{other.url('/popup')}')]) try {{ go()?.catch?.(() => 0) }} catch (e) {{}}</script>",
        )
        await until(lambda: any(str(other.port()) in host for host in on_page.recorder.stopped))
        await passes(on_page, {"press": "Tab"}, {"expect_text": "Home"})
        assert other.heard == []
        refused = on_page.recorder.all_refused()
        assert {other.url("/image"), other.url("/style"), other.url("/script"), other.url("/frame"), away} <= set(
            refused
        )
        assert all(str(other.port()) in address for address in refused)


async def test_a_socket_into_the_scope_and_out_of_it(new_session: NewSession, pages: PageServer) -> None:
    import base64  # noqa: PLC0415
    import hashlib  # noqa: PLC0415

    def shake(heard: Heard) -> Page:
        key = heard.headers["sec-websocket-key"] + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
        accept = base64.b64encode(hashlib.sha1(key.encode()).digest()).decode()
        headers = {"upgrade": "websocket", "connection": "Upgrade", "sec-websocket-accept": accept}
        return Page(b"\x81\x05hello", status=101, headers=headers)

    pages.pages["/socket"] = shake
    with PageServer({"*": shake}) as other:
        on_page = await opened(new_session, pages, "<p>x</p>")
        said = """(address) => new Promise((done) => { const socket = new WebSocket(address)
          socket.onmessage = (event) => done(event.data); socket.onerror = () => done('refused') })"""
        assert await on_page.page.evaluate(said, pages.url("/socket").replace("http:", "ws:")) == "hello"
        assert await on_page.page.evaluate(said, other.url("/socket").replace("http:", "ws:")) == "refused"
        assert on_page.recorder.all_refused() == {f"127.0.0.1:{other.port()}": 1}
        assert other.heard == []


async def test_a_page_posts_large_bodies_and_hears_a_stream_as_it_comes(
    new_session: NewSession, pages: PageServer
) -> None:
    heard = threading.Event()

    def stream(_: Heard) -> Page:
        def events() -> Iterator[bytes]:
            yield b"data: one\n\n"
            yield b"data: two\n\n" if heard.wait(20) else b"data: nobody heard\n\n"

        return Page(events(), type="text/event-stream")

    def hear(_: Heard) -> str:
        heard.set()
        return "heard"

    pages.pages.update({"/up": lambda heard: str(len(heard.body)), "/events": stream, "/heard": hear})
    on_page = await opened(new_session, pages, "<p>x</p>")
    size = "async () => (await fetch('/up', { method: 'POST', body: 'x'.repeat(2e6) })).text()"
    assert await value(on_page, size) == "2000000"
    said = await value(
        on_page,
        """async () => { const said = []; const source = new EventSource('/events')
          return new Promise((done) => { source.onmessage = (event) => {
            said.push(event.data)
            if (said.length === 1) fetch('/heard'); else { source.close(); done(said) } } }) }""",
    )
    assert said == ["one", "two"]


async def test_an_app_that_goes_down_is_a_blocked_step_and_no_answer(new_session: NewSession) -> None:
    with PageServer({"/": document("<h1>Home</h1><a href=/next>Next</a>")}) as pages:
        on_page = await new_session(pages.url())
        await passes(on_page, {"open": "/"})
        pages.close()
        moment = await act(on_page, {"open": "/next"})
        assert (moment.outcome.status, moment.outcome.code) == ("blocked", "ENVIRONMENT_UNAVAILABLE")
        assert [request.status for request in moment.events.documents if request.url.endswith("/next")] == [None]
