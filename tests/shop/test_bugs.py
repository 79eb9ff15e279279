"""Every switch does what it says, alone and beside all others, and nothing when it is off."""

import asyncio
import re
from pathlib import Path

import pytest
from playwright.async_api import Browser

from tests.support import shop
from tests.support.shop.bugs import BUGS, IDS, Bugs, UnknownBug, parse_bugs, table
from tests.support.shop.server import running_shop

from .probes import PROBES
from .site import Site

HOME = Path(shop.__file__).parent


@pytest.mark.parametrize("bug_id", [bug.id for bug in BUGS])
async def test_a_bug_shows_beside_all_others_and_alone_and_not_when_it_is_off(
    bug_id: str, buggy: Site, clean: Site, browser: Browser
) -> None:
    shows = PROBES[bug_id]
    with running_shop(Bugs([bug_id])) as address:
        alone = Site(address, browser)
        assert list(await asyncio.gather(shows(buggy), shows(alone), shows(clean))) == [True, True, False]


def test_every_bug_has_a_probe_and_a_branch_in_the_code() -> None:
    assert PROBES.keys() == IDS
    sources = [path for kind in ("*.py", "*.html", "*.js") for path in HOME.rglob(kind) if path.name != "bugs.py"]
    asked = re.findall(r"""(?:bug|bugs\.on)\(["']([a-z0-9-]+)["']\)""", "".join(path.read_text() for path in sources))
    assert set(asked) == IDS


def test_ids_are_given_once_and_a_wrong_one_is_named() -> None:
    assert len(IDS) == len(BUGS)
    with pytest.raises(UnknownBug, match="no-such-bug"):
        parse_bugs("gifts-blank, no-such-bug")
    assert parse_bugs("gifts-blank, note-lost").ids == {"gifts-blank", "note-lost"}


def test_the_readme_lists_the_bugs_as_the_program_does() -> None:
    assert table() in (HOME / "README.md").read_text("utf-8")
