"""Keyboard traps, and controls that the keyboard does not get to."""

import pytest

from bugbash.session.browser import BrowserHost
from tests.oracles.cases.keyboard import CASES
from tests.oracles.harness import Case, by_oracle, problems

pytestmark = pytest.mark.usefixtures("short_patience")


@pytest.mark.parametrize("cases", by_oracle(CASES).values(), ids=by_oracle(CASES))
async def test_the_bugs_are_told_and_nothing_else(cases: list[Case], browser_host: BrowserHost) -> None:
    assert await problems(browser_host, cases) == []
