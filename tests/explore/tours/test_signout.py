"""The tour that signs out: only with the charter's own login, and signed in again at its end."""

from bugbash.session.browser import BrowserHost
from tests.explore.explored import explored
from tests.oracles.cases.boundary import ENTERS, Office

LOOKED = "looked at"


async def test_a_login_that_signing_out_does_not_end_is_told(browser_host: BrowserHost) -> None:
    site = Office(ends=False).pages()
    done = await explored(browser_host, site, ["landmarks", "signout"], login=ENTERS, start="/notes")

    assert "Signing out does not end the login" in done.suspected
    assert "signout" in done.touring.turns
    assert "; signed in again" in done.moves[-1][1]


async def test_an_app_that_signs_out_well_is_left_signed_in(browser_host: BrowserHost) -> None:
    done = await explored(browser_host, Office().pages(), ["landmarks", "signout"], login=ENTERS, start="/notes")

    assert done.suspected == []
    assert "; signed in again" in done.moves[-1][1]
    assert done.touring.turns.count("signout") == 1


async def test_without_a_login_of_its_own_nobody_is_signed_out(browser_host: BrowserHost) -> None:
    site = Office(public=True).pages()
    done = await explored(browser_host, site, ["landmarks", "signout"], start="/notes")

    assert set(done.touring.turns) == {"landmarks"}


async def test_a_menu_is_opened_to_find_the_way_out(browser_host: BrowserHost) -> None:
    menu = "<details><summary>Amy</summary><a href=/leave>Sign out</a></details><a href=/stock>Stock</a>"
    done = await explored(
        browser_host, Office(inside=menu).pages(), ["landmarks", "signout"], login=ENTERS, start="/notes"
    )

    assert "signout" in done.touring.turns
    assert LOOKED in done.moves[-1][1]
