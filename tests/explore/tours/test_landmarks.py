"""Landmarks: what is followed, and what is left alone."""

from bugbash.session.browser import BrowserHost
from tests.explore.explored import explored
from tests.oracles.build import page
from tests.support.pages import Answer, Heard


async def test_a_link_whose_name_says_that_it_must_not_be_used_is_not_even_asked_for(
    browser_host: BrowserHost,
) -> None:
    asked: list[str] = []

    def leave(heard: Heard) -> str:
        asked.append(heard.method)
        return page("<h1>Gone</h1>")

    site: dict[str, Answer] = {
        "/": page("<h1>Home</h1><a href=/a>Kettles</a> <a href=/x1>Sign out</a> <a href=/x2>Delete everything</a>"),
        "/a": page("<h1>Kettles</h1>"),
        "/x1": leave,
        "/x2": leave,
    }
    done = await explored(browser_host, site, ["landmarks"])

    assert {screen.route for screen in done.walker.states.screens.values()} == {"/", "/a"}
    assert asked == []
