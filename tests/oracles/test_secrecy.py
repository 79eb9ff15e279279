"""Oracles of bugbash.oracles.secrecy."""

from dataclasses import replace
from typing import Any

import pytest

from bugbash.oracles.secrecy import WeakProtection
from bugbash.session.browser import BrowserHost
from bugbash.session.events import Console, Events
from bugbash.session.moment import Moment
from bugbash.session.observation import Form, Look
from bugbash.session.scope import Scope
from bugbash.session.stage import DONE
from tests.oracles.build import opens
from tests.oracles.cases.secrecy import CASES
from tests.oracles.harness import Case, by_oracle, problems

pytestmark = pytest.mark.usefixtures("short_patience")


@pytest.mark.parametrize("cases", by_oracle(CASES).values(), ids=by_oracle(CASES))
async def test_the_bugs_are_told_and_nothing_else(cases: list[Case], browser_host: BrowserHost) -> None:
    assert await problems(browser_host, cases) == []


def _on_https(**more: Any) -> Moment:
    """What a session saw on a page over https."""
    look = Look(url="https://shop.test/cart", forms=more.pop("forms", ()))
    return Moment(opens("/cart"), DONE, look, look, Events(**more), settled=True)


def _told(moment: Moment) -> list[tuple[str, str]]:
    oracle = WeakProtection(Scope(["https://shop.test"]))
    return [(suspicion.title, suspicion.location) for suspicion in oracle.notice(moment)]


def _warned(address: str) -> Console:
    text = (
        "Mixed Content: The page at 'https://shop.test/cart' was loaded over HTTPS, but requested an insecure "
        f"script '{address}'. This request has been blocked; the content must be served over HTTPS."
    )
    return Console("error", text, "https://shop.test/cart", 1, 0.5)


def test_a_page_over_https_that_loads_or_sends_by_plain_http_is_told() -> None:
    form = Form(real=True, name="Pay", fields=(), submits=(), action="http://shop.test/pay/7", method="post")

    assert _told(_on_https(console=[_warned("http://shop.test/app.js")], forms=(form,))) == [
        ("A page over https loads a plain http address", "http /app.js"),
        ("A page over https sends a form to a plain http address", "http /pay/:id"),
    ]


def test_other_hosts_and_pages_without_https_are_no_concern() -> None:
    form = Form(real=True, name="Find", fields=(), submits=(), action="http://search.test/", method="get")
    moment = _on_https(console=[_warned("http://ads.test/ad.js")], forms=(form,))

    assert _told(moment) == []
    plain = Look(url="http://shop.test/cart", forms=(form.model_copy(update={"action": "http://shop.test/find"}),))
    assert _told(replace(moment, after=plain)) == []
