"""The scope: one policy for every address that a session might reach."""

import pytest

from bugbash.session.scope import Scope, is_public

SHOP = Scope(
    ["https://shop.example.test/app", "http://localhost:8000", "http://[::1]:9000", "https://bücher.example"]
)


@pytest.mark.parametrize(
    "address",
    [
        "https://shop.example.test",
        "https://shop.example.test/",
        "https://shop.example.test/anything?at=all#there",
        "https://shop.example.test:443/",
        "HTTPS://SHOP.example.TEST/",
        "wss://shop.example.test/socket",
        "ws://localhost:8000/socket",
        "http://localhost:8000/",
        "http://[::1]:9000/",
        "http://[0:0:0:0:0:0:0:1]:9000/",
        "https://xn--bcher-kva.example/",
        "about:blank",
        "about:srcdoc",
        "data:text/html,hello",
        "blob:https://shop.example.test/1b2c",
        "javascript:void(0)",
    ],
)
def test_what_is_inside(address: str) -> None:
    assert SHOP.allows(address)


@pytest.mark.parametrize(
    "address",
    [
        "http://shop.example.test/",
        "https://shop.example.test:8443/",
        "ws://shop.example.test/socket",
        "https://example.test/",
        "https://www.shop.example.test/",
        "https://shop.example.test.evil.test/",
        "https://shop.example.testing/",
        "https://evil-shop.example.test/",
        "https://evilshop.example.test/",
        "https://shop.example.test@evil.test/",
        "https://evil.test/https://shop.example.test/",
        "https://evil.test#https://shop.example.test/",
        "https://evil.test\\@shop.example.test/",
        "https://evil.test\\.shop.example.test/",
        "https://user@shop.example.test/",
        "https://user:pw@shop.example.test/",
        "https://shop.example.test./",
        "https://shop%2eexample.test/",
        "https:/shop.example.test/",
        "https:shop.example.test",
        "//shop.example.test/",
        "/cart",
        "",
        "http://localhost/",
        "http://localhost:80/",
        "http://localhost:8001/",
        "http://127.0.0.1:8000/",
        "http://[::2]:9000/",
        "http://[::1]/",
        "http://[::1",
        "http://[",
        "http://localhost:99999/",
        "http://localhost:x/",
        "file:///etc/passwd",
        "chrome://version",
        "chrome-extension://abc/page.html",
        "devtools://devtools/bundled/inspector.html",
        "view-source:https://shop.example.test/",
        "filesystem:https://shop.example.test/temporary/x",
        "ftp://shop.example.test/",
        "gopher://shop.example.test/",
        "intent://shop.example.test/",
    ],
)
def test_what_is_outside(address: str) -> None:
    assert not SHOP.allows(address)


@pytest.mark.parametrize(
    ("host", "port", "inside"),
    [
        ("shop.example.test", 443, True),
        ("SHOP.example.test", 443, True),
        ("shop.example.test", 80, False),
        ("shop.example.test", 8443, False),
        ("localhost", 8000, True),
        ("::1", 9000, True),
        ("::1", 443, False),
        ("127.0.0.1", 8000, False),
        ("evil.test", 443, False),
        ("user@shop.example.test", 443, False),
        ("shop.example.test", 99999, False),
        ("a]b[", 443, False),
        ("", 443, False),
    ],
)
def test_a_tunnel_is_decided_by_host_and_port(host: str, port: int, inside: bool) -> None:
    assert SHOP.allows_host(host, port) is inside


def test_a_scope_has_at_least_one_origin() -> None:
    with pytest.raises(ValueError, match="at least one origin"):
        Scope([])
    assert Scope(["http://a.test:80/x", "http://a.test/y"]).origins == {"http://a.test"}


@pytest.mark.parametrize(
    ("host", "address", "allowed"),
    [
        ("shop.example.com", "93.184.216.34", True),
        ("shop.example.com", "2606:2800:220:1:248:1893:25c8:1946", True),
        ("shop.example.com", "127.0.0.1", False),
        ("shop.example.com", "10.1.2.3", False),
        ("shop.example.com", "192.168.1.1", False),
        ("shop.example.com", "172.16.0.1", False),
        ("shop.example.com", "169.254.169.254", False),
        ("shop.example.com", "100.64.0.1", False),
        ("shop.example.com", "0.0.0.0", False),
        ("shop.example.com", "::1", False),
        ("shop.example.com", "fe80::1%eth0", False),
        ("shop.example.com", "fd00::1", False),
        ("shop.example.com", "::ffff:127.0.0.1", False),
        ("93.184.216.34", "127.0.0.1", False),
        ("localhost", "127.0.0.1", True),
        ("shop.localhost", "127.0.0.1", True),
        ("10.1.2.3", "10.1.2.3", True),
        ("169.254.169.254", "169.254.169.254", True),
        ("intranet", "10.1.2.3", True),
        ("shop.internal", "10.1.2.3", True),
        ("shop.example.test", "10.1.2.3", True),
        ("shop.lan", "192.168.1.1", True),
        ("shop.notlocalhost", "127.0.0.1", False),
        ("evil.com.local.example", "127.0.0.1", False),
    ],
)
def test_a_public_name_leads_to_no_inner_address(host: str, address: str, allowed: bool) -> None:
    assert SHOP.may_resolve_to(host, address) is allowed


def test_what_is_public() -> None:
    assert is_public("8.8.8.8")
    assert not is_public("::ffff:10.0.0.1")
