"""Known noise: each key of a quiet rule silences what fits it, and only that."""

from dataclasses import replace

import pytest

from bugbash.charter.bash_file import Quiet
from bugbash.session.browser import BrowserHost
from tests.oracles.build import clicks, opens, page
from tests.oracles.harness import scene
from tests.oracles.visits import Scene, visit
from tests.support.pages import Page

_ORDERS = scene(
    {
        "/": page("<h1>Orders</h1><a href='/orders/7?full=1'>Order 7</a>"),
        "/orders/7": Page(page("<h1>Oops</h1>"), status=500),
    },
    opens("/"),
    clicks("Order 7"),
)
_SHELF = scene(
    {
        "/": page("<h1>Shelf</h1><img src=/img/twine.png width=60 height=40><script>shelf.show()</script>"),
        "/img/twine.png": Page(status=404),
    },
    opens("/"),
)


async def _told(host: BrowserHost, scene: Scene, *rules: Quiet) -> list[str]:
    return sorted(suspicion.oracle for suspicion in (await visit(host, replace(scene, quiet=rules))).found)


@pytest.mark.parametrize(
    "rule",
    [
        Quiet(status=500),
        Quiet(url="/orders/7"),
        Quiet(url="/orders/*"),
        Quiet(url="http://*/orders/7?full=*"),
        Quiet(message="ANSWERS 500"),
        Quiet(screen="/orders/*"),
        Quiet(screen="/orders/7"),
        Quiet(screen="/orders/7?full=1"),
        Quiet(status=500, url="/orders/*", message="get /orders", screen="/orders/7"),
    ],
    ids=str,
)
async def test_what_fits_is_silenced(rule: Quiet, browser_host: BrowserHost) -> None:
    assert await _told(browser_host, _ORDERS, rule) == []


@pytest.mark.parametrize(
    "rule",
    [
        Quiet(status=404),
        Quiet(status=50),
        Quiet(url="/orders"),
        Quiet(url="/order/*"),
        Quiet(url="/"),
        Quiet(message="KeyError"),
        Quiet(screen="/"),
        Quiet(status=500, url="/invoices/*"),
        Quiet(status=500, screen="/invoices/*"),
    ],
    ids=str,
)
async def test_what_does_not_fit_in_every_key_is_not(rule: Quiet, browser_host: BrowserHost) -> None:
    assert await _told(browser_host, _ORDERS, rule) == ["server-error"]


@pytest.mark.parametrize(
    ("rule", "left"),
    [
        (Quiet(url="/img/*"), ["uncaught-exception"]),
        (Quiet(status=404), ["uncaught-exception"]),
        (Quiet(message="shelf is not defined"), ["broken-asset"]),
        (Quiet(screen="/"), []),
        (Quiet(url="/"), ["broken-asset", "uncaught-exception"]),
        (Quiet(status=200), ["broken-asset", "uncaught-exception"]),
    ],
    ids=str,
)
async def test_of_two_facts_at_once_a_rule_silences_the_one_that_it_fits(
    rule: Quiet, left: list[str], browser_host: BrowserHost
) -> None:
    assert await _told(browser_host, _SHELF, rule) == left


async def test_rules_add_up(browser_host: BrowserHost) -> None:
    assert await _told(browser_host, _SHELF, Quiet(status=404), Quiet(message="shelf is not")) == []
