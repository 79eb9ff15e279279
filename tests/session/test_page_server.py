"""The page server that these tests stand on."""

import itertools

import httpx
import pytest

from tests.support.pages import Answer, Heard, Page, PageServer


@pytest.fixture
def client() -> httpx.Client:
    return httpx.Client(trust_env=False, timeout=10)


def test_one_server_is_several_origins_that_answer_alike(client: httpx.Client) -> None:
    with client, PageServer({"/a": "<h1>A</h1>"}, ports=2) as pages:
        addresses = {pages.url("/a", host, number) for host in ("127.0.0.1", "localhost") for number in (0, 1)}
        assert len(addresses) == 4
        assert {client.get(address).text for address in addresses} == {"<h1>A</h1>"}
        assert {heard.port for heard in pages.heard} == {pages.port(0), pages.port(1)}
        assert client.get(pages.url("/b")).status_code == 404
        assert client.get(pages.url("/favicon.ico")).status_code == 204
        assert [heard.path for heard in pages.heard] == ["/a"] * 4 + ["/b"]


def test_answers_of_every_kind(client: httpx.Client) -> None:
    def echo(heard: Heard) -> Page:
        return Page(
            f"{heard.method} {heard.path}?{heard.query} {heard.text}", type="text/plain", cookies=["a=1", "b=2"]
        )

    answers: dict[str, Answer] = {
        "/echo": echo,
        "/moved": Page(redirect="/echo", status=308),
        "/found": Page(redirect="/echo"),
        "/old": Page("old", version="HTTP/1.0"),
        "/dropped": Page(drop=True),
        "/endless": Page(itertools.repeat(b"on and on "), pause=0.001),
        "*": Page("else", status=418),
    }
    with client, PageServer(answers) as pages:
        answer = client.post(pages.url("/echo?q=1"), content=iter([b"in ", b"pieces"]))
        assert answer.text == "POST /echo?q=1 in pieces"
        assert answer.headers.get_list("set-cookie") == ["a=1", "b=2"]
        assert [client.get(pages.url(path)).status_code for path in ("/moved", "/found", "/x")] == [308, 302, 418]
        assert (client.get(pages.url("/old")).http_version, client.get(pages.url("/echo")).http_version) == (
            "HTTP/1.0",
            "HTTP/1.1",
        )
        with pytest.raises(httpx.RemoteProtocolError):
            client.get(pages.url("/dropped"))
        with client.stream("GET", pages.url("/endless")) as answer:
            pieces = answer.iter_raw()
            assert [next(pieces) for _ in range(3)]


def test_a_server_ends_while_it_answers_and_is_gone(client: httpx.Client) -> None:
    with (
        client,
        PageServer({"/slow": Page("late", delay=60), "/endless": Page(itertools.repeat(b"x"), pause=0.01)}) as pages,
    ):
        with client.stream("GET", pages.url("/endless")) as answer:
            next(answer.iter_raw())
            pages.close()
        pages.close()
        with pytest.raises(httpx.ConnectError):
            client.get(pages.url("/slow"))
