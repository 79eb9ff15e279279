"""Addresses, and the origins they belong to as a browser spells them."""

import pytest

from bugbash.charter.address import is_address, origin


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("https://shop.example.test/cart?a=1#b", "https://shop.example.test"),
        ("https://shop.example.test:443/", "https://shop.example.test"),
        ("http://shop.example.test:80", "http://shop.example.test"),
        ("http://shop.example.test:443", "http://shop.example.test:443"),
        ("https://shop.example.test:8443/", "https://shop.example.test:8443"),
        ("HTTPS://Shop.Example.TEST/", "https://shop.example.test"),
        ("http://[::1]:8000/", "http://[::1]:8000"),
        ("http://[0:0:0:0:0:0:0:1]/", "http://[::1]"),
        ("http://[2001:DB8::0001]/", "http://[2001:db8::1]"),
        ("https://bücher.example/", "https://xn--bcher-kva.example"),
        ("https://BÜCHER.example/", "https://xn--bcher-kva.example"),
        ("http://localhost./", "http://localhost."),
        ("http://under_score.example.test/", "http://under_score.example.test"),
    ],
)
def test_an_origin_is_scheme_host_and_port(address: str, expected: str) -> None:
    assert is_address(address)
    assert origin(address) == expected


@pytest.mark.parametrize(
    "text",
    [
        "",
        "shop.example.test",
        "//shop.example.test",
        "/cart",
        "http://",
        "http:///cart",
        "http:shop.example.test",
        "ftp://shop.example.test",
        "file:///etc/passwd",
        "javascript:alert(1)",
        "https://user@shop.example.test/",
        "https://user:pw@shop.example.test/",
        "http://shop.example.test:0/",
        "http://shop.example.test:65536/",
        "http://shop.example.test:x/",
        "http://[::1",
        "http://[::g]/",
        "http://" + "ü" * 80 + ".example/",
        "http://" + "a" * 64 + ".example/",
        "http://" + "a." * 127 + "example/",
        "http://a..b/",
        "http://.shop.example.test/",
        "http:// shop.example.test/",
        "http://shop.example test/",
        "http://shop\\.example.test/",
        "http://sh%6fp.example.test/",
        "http://[fe80::1%25eth0]/",
        "http://shop.example.test/\tcart",
        "http://shop.example.test/\ncart",
        "http://shop.example.test/\0",
    ],
)
def test_what_is_no_address_of_an_app(text: str) -> None:
    assert not is_address(text)
