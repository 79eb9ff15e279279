"""Same seed, same app, same path: two explorations of one site do the same, word by word."""

import pytest

from bugbash.charter.plan import ALL_TOURS
from bugbash.session.browser import BrowserHost
from tests.explore.explored import explored
from tests.oracles.build import button, page
from tests.support.pages import Answer, Heard


def _site() -> dict[str, Answer]:
    rows = "".join(f"<tr><td><a href=/mugs/{n}>Mug {n}</a><td><button type=button>Edit</button>" for n in range(1, 7))
    nav = "<nav><a href=/>Home</a> <a href=/mugs>Mugs</a> <a href=/ask>Ask</a> <a href=/about>About</a></nav>"

    def asked(heard: Heard) -> str:
        return page(f"{nav}<h1>Thank you</h1><p>We read all {len(heard.body) and 'words'}.</p>")

    return {
        "/": page(
            f"{nav}<h1>Kettle shop</h1>{button('Greet', 'this.after(`Hello`)')}<a href='#more'>More</a><i id=more>"
        ),
        "/mugs": page(f"{nav}<h1>Mugs</h1><table>{rows}</table><select><option>All<option>Blue</select>"),
        **{f"/mugs/{n}": page(f"{nav}<h1>Mug</h1><label><input type=checkbox> Gift</label>") for n in range(1, 7)},
        "/ask": page(
            f"{nav}<h1>Ask</h1><form method=post action=/asked><label>Name <input name=who required></label>"
            "<label>Words <textarea name=words></textarea></label><button>Ask us</button></form>"
        ),
        "/asked": asked,
        "/about": page(f"{nav}<h1>About</h1><details><summary>Who</summary>We.</details>"),
    }


@pytest.mark.timeout(240)
async def test_two_explorations_with_one_seed_take_the_same_actions(browser_host: BrowserHost) -> None:
    one = await explored(browser_host, _site(), ALL_TOURS, moves=6)
    other = await explored(browser_host, _site(), ALL_TOURS, moves=6)

    assert len(one.words) > 40
    assert set(one.touring.turns) >= {"landmarks", "forms", "addresses"}
    assert one.touring.turns == other.touring.turns
    assert [action.data() for action in one.session.done] == [action.data() for action in other.session.done]
    assert [tour for tour, _ in one.moves] == [tour for tour, _ in other.moves]
    assert one.session.tag != other.session.tag
