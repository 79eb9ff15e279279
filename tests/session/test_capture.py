"""Evidence from a session: a picture with the element marked, the UI tree, and a trace."""

import json
import zipfile
from pathlib import Path

import pytest

from bugbash.charter.locator import Locator
from bugbash.session import capture
from bugbash.session.capture import screenshot, start_trace, stop_trace, ui_tree
from tests.support.fixtures import NewSession
from tests.support.pages import PageServer

from .conftest import LookAt
from .png import colours
from .steps import opened, passes, value

MARK, COVER = (0xD4, 0x14, 0x5A), (0xFF, 0x00, 0xFF)
SMALL = {"resize": {"width": 320, "height": 240}}


@pytest.fixture
def picture(tmp_path: Path) -> Path:
    return tmp_path / "picture.png"


async def test_a_picture_has_the_element_marked(look_at: LookAt, picture: Path) -> None:
    on_page = await look_at("<div style='height:900px'></div><button>One</button> <button>Two</button>")
    await passes(on_page, SMALL)
    assert await screenshot(on_page, picture, None)
    assert MARK not in colours(picture)
    assert await screenshot(on_page, picture, Locator(text="One"))
    one = colours(picture)[MARK]
    assert one > 100
    assert await screenshot(on_page, picture, Locator(text="Two"))
    assert 0.5 < colours(picture)[MARK] / one < 1.5
    assert await value(on_page, "document.body.innerHTML.includes('outline')") is False


@pytest.mark.parametrize("locator", [Locator(text="Nowhere"), Locator(role="button")])
async def test_what_cannot_be_marked_is_shown_without_a_mark(
    locator: Locator, look_at: LookAt, picture: Path
) -> None:
    on_page = await look_at("<button>One</button> <button>Two</button>")
    await passes(on_page, SMALL)
    assert await screenshot(on_page, picture, locator)
    assert MARK not in colours(picture)


async def test_password_fields_are_covered(look_at: LookAt, picture: Path) -> None:
    on_page = await look_at("<input value=seen><input type=password value=hunter22>")
    await passes(on_page, SMALL)
    assert await screenshot(on_page, picture, None)
    assert colours(picture)[COVER] > 1000


async def test_the_tree_is_what_a_screen_reader_reads_and_no_longer_than_its_bound(
    look_at: LookAt, monkeypatch: pytest.MonkeyPatch
) -> None:
    on_page = await look_at(
        "<main><h1>Cart</h1><label>Amount <input value=2></label><button disabled>Pay</button></main>"
    )
    tree = await ui_tree(on_page)
    assert 'heading "Cart" [level=1]' in tree
    assert 'textbox "Amount": "2"' in tree
    assert 'button "Pay" [disabled]' in tree
    monkeypatch.setattr(capture, "MOST_TREE", 20)
    assert await ui_tree(on_page) == tree[:20]


async def test_a_trace_opens_and_tells_what_was_done(
    new_session: NewSession, pages: PageServer, tmp_path: Path
) -> None:
    on_page = await opened(new_session, pages, "<h1>Home</h1><button>Go</button>")
    assert await start_trace(on_page)
    await passes(on_page, {"click": "Go"})
    file = tmp_path / "trace.zip"
    assert await stop_trace(on_page, file)
    with zipfile.ZipFile(file) as archive:
        assert archive.testzip() is None
        names = archive.namelist()
        entries = [json.loads(line) for line in archive.read("trace.trace").decode().splitlines()]
    assert "trace.network" in names
    assert any(name.startswith("screencast/") for name in names)
    assert {"context-options", "before", "after", "frame-snapshot"} <= {entry["type"] for entry in entries}
    assert any(entry.get("method") == "click" for entry in entries)


async def test_a_page_that_is_gone_gives_no_evidence_and_no_exception(
    new_session: NewSession, pages: PageServer, picture: Path
) -> None:
    on_page = await opened(new_session, pages, "<h1>Home</h1>")
    assert not await stop_trace(on_page, picture.with_suffix(".zip"))
    await on_page.page.close()
    assert not await screenshot(on_page, picture, Locator(text="Home"))
    assert await ui_tree(on_page) == ""
    await on_page.close()
    assert not await start_trace(on_page)
    assert not picture.exists()
