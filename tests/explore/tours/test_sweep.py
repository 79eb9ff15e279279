"""The sweep: what no other tour tried, the least visited screens first."""

from bugbash.session.browser import BrowserHost
from tests.explore.explored import explored
from tests.oracles.build import button, page

FORM = (
    "<form action=/find><label>Name <input name=who></label><label><input type=checkbox name=all> All</label>"
    "<button>Find</button><button type=reset>Empty</button></form>"
)


async def test_controls_of_forms_and_of_every_screen_are_tried_once(browser_host: BrowserHost) -> None:
    site = {
        "/": page(f"<h1>Home</h1><a href=/more>More</a>{FORM}"),
        "/more": page(
            f"<h1>More</h1>{button('Greet', 'this.after(`Hello`)')}{button('Delete', 'document.title = 1')}"
        ),
        "/find": page("<h1>Found</h1>"),
    }

    done = await explored(browser_host, site, ["sweep"])

    said = " ".join(done.words)
    assert all(f"“{name}”" in said for name in ("More", "Name", "All", "Find", "Empty", "Greet"))
    assert "“Delete”" not in said
    assert [c.label for c in done.walker.states.controls.values() if c.is_open] == []


async def test_screens_that_were_visited_least_come_first(browser_host: BrowserHost) -> None:
    site = {
        "/": page("<h1>Home</h1><a href=/a>A</a> <a href=/b>B</a>"),
        "/a": page("<h1>A</h1><form><label>Word <input></label><button>Go on</button></form><a href=/>Home</a>"),
        "/b": page(f"<h1>B</h1>{FORM}"),
    }
    done = await explored(browser_host, site, ["landmarks", "sweep"])

    visits = [screen.visits for screen in done.walker.states.screens.values()]
    assert all(visits)
    assert done.touring.turns[-1] == "sweep"
