"""Addresses that a report links to."""

import pytest

from bugbash.report.links import local, web


@pytest.mark.parametrize(
    ("path", "link"),
    [
        ("evidence/a.png", "evidence/a.png"),
        ("a b#c?d%.png", "a%20b%23c%3Fd%25.png"),
        ("javascript:alert(1)", "javascript%3Aalert%281%29"),
        ("http://evil.example/a.png", "http%3A//evil.example/a.png"),
        ('"><script>.png', "%22%3E%3Cscript%3E.png"),
        ("é.png", "%C3%A9.png"),
    ],
)
def test_a_path_is_a_link_and_nothing_else(path: str, link: str) -> None:
    assert local(path) == link


@pytest.mark.parametrize(
    "path", ["/etc/passwd", "../a", "a/../../b", "..\\a", "\\\\host\\share", "//evil.example/a", "", " ", "\ud800"]
)
def test_a_path_that_leads_out_is_no_link(path: str) -> None:
    assert local(path) is None


def test_a_report_elsewhere_links_back() -> None:
    assert local("a/1.png", "../bash results") == "../bash%20results/a/1.png"


@pytest.mark.parametrize(
    ("address", "link"),
    [
        ("https://shop.example.test/cart", "https://shop.example.test/cart"),
        ("http://localhost:8000", "http://localhost:8000"),
        ("https://b.example/k?X-Amz-Signature=0", "https://b.example/k"),
        ("javascript:alert(1)", None),
        ("data:text/html,x", None),
        ("file:///etc/passwd", None),
        ("https://amy:secret@example.test/", None),
        ("s3://bucket/key", None),
        ("https://[broken", None),
        ("", None),
    ],
)
def test_only_plain_web_addresses_are_links(address: str, link: str | None) -> None:
    assert web(address) == link
