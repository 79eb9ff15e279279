"""What a charter states itself: properties and expect steps."""

from dataclasses import replace

import pytest

from bugbash.charter.properties import Property
from bugbash.session.browser import BrowserHost
from tests.oracles.build import opens, page
from tests.oracles.cases.statements import CASES, SPEC, SUM
from tests.oracles.harness import Case, by_oracle, problems, scene
from tests.oracles.visits import visit


@pytest.mark.parametrize("cases", by_oracle(CASES).values(), ids=by_oracle(CASES))
async def test_the_bugs_are_told_and_nothing_else(cases: list[Case], browser_host: BrowserHost) -> None:
    assert await problems(browser_host, cases) == []


_CART = scene({"/": page("<h1>Cart</h1><b class=amount>€2.00</b><p class=total>€3.00</p>")}, opens("/"))


async def test_a_broken_property_quotes_the_sentence_of_the_specification(browser_host: BrowserHost) -> None:
    told = await visit(browser_host, replace(_CART, properties=(SUM,), spec=SPEC))
    assert [suspicion.spec for suspicion in told.found] == ["The total is the sum of the rows."]


async def test_one_that_throws_is_named_and_takes_no_other_with_it(browser_host: BrowserHost) -> None:
    throws = Property(name="the badge is red", always="one('.badge').style.color === 'red'")
    told = await visit(browser_host, replace(_CART, properties=(throws, SUM)))
    assert [suspicion.title for suspicion in told.found] == ["Does not hold: the total is the sum of the rows"]
    assert "TypeError" in told.unusable["the badge is red"]
    assert list(told.unusable) == ["the badge is red"]
