"""The tour of addresses: what it opens, and the bugs that only such addresses show."""

from bugbash.session.browser import BrowserHost
from tests.explore.explored import explored
from tests.oracles.build import page
from tests.oracles.cases.addresses import CASES as ADDRESS_CASES
from tests.oracles.harness import Bug
from tests.support.pages import Answer, Heard, Page

NAV = "<nav><a href=/>Home</a> <a href=/orders/7>Order 7</a> <a href=/orders/delete/7>Delete</a></nav>"


def _shop(otherwise: Answer) -> dict[str, Answer]:
    return {
        "/": page(f"{NAV}<h1>Orders</h1>"),
        "/orders/7": page(f"{NAV}<h1>Order</h1><p>Two mugs</p>"),
        "*": otherwise,
    }


def _breaks_on_ids(heard: Heard) -> Page:
    return Page(page("<h1>Oops</h1>"), status=500 if heard.path.startswith("/orders/") else 404)


def _not_found(_: Heard) -> Page:
    return Page(page("<h1>Not found</h1>"), status=404)


async def test_ids_that_nothing_has_and_mistyped_addresses_are_asked_for(browser_host: BrowserHost) -> None:
    asked: list[str] = []

    def answer(heard: Heard) -> Page:
        asked.append(heard.path)
        return _breaks_on_ids(heard)

    done = await explored(browser_host, _shop(answer), ["landmarks", "addresses"])

    assert done.suspected == ["An address made up for /orders/:id is answered with 500"]
    assert {"/orders/0", "/orders/-1", "/orders/999999999", "/ORDERS/7", "/orders/7'".replace("'", "%27")} <= set(
        asked
    )
    assert any(len(path) > 300 for path in asked)
    assert not any("delete" in path for path in asked), "what changes something is left alone"


async def test_an_app_that_copes_is_not_told_of_and_little_of_it_is_opened(browser_host: BrowserHost) -> None:
    done = await explored(browser_host, _shop(_not_found), ["landmarks", "addresses"])

    assert done.suspected == []
    assert [text for text in done.words if "-1" in text] == [], "what is refused needs no look"


async def test_a_screen_that_only_a_click_leads_to_is_opened_by_itself(browser_host: BrowserHost) -> None:
    bug = next(case for case in ADDRESS_CASES if isinstance(case, Bug) and case.oracle == "deep-link")

    done = await explored(browser_host, bug.scene.app(), ["landmarks", "addresses"])

    assert bug.seen.title in done.suspected
    assert {"go back", "go forward", "open /shelves/7"} <= set(done.words)


async def test_a_link_to_the_page_for_what_is_not_there_is_told(browser_host: BrowserHost) -> None:
    bug = next(case for case in ADDRESS_CASES if isinstance(case, Bug) and case.oracle == "soft-404")

    done = await explored(browser_host, bug.scene.app(), ["landmarks", "addresses"])

    assert "The link “Imprint” leads to the page for what is not there" in done.suspected
