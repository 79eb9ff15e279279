"""What a finding tells its reader."""

import pytest

from bugbash.charter.actions import Action, Click, Fill, Open
from bugbash.charter.locator import Locator
from bugbash.explore.findings import made_before
from bugbash.oracles.base import Suspicion

FOLLOW = (Open(open="/tables"), Click(click=Locator(role="link", name="Bug bash a/b")))
MAKE = Fill.model_validate({"fill": {"label": "Name"}, "with": "Bug bash a/b {tag}9"})


def suspicion(observed: str) -> Suspicion:
    return Suspicion(
        oracle="broken-link",
        kind="issue",
        severity=3,
        title="The link leads nowhere",
        expected="Every link leads to a page.",
        observed=observed,
        screen="/tables",
        location="link to /:id",
        message="not there",
    )


def test_a_record_that_the_steps_do_not_make_is_said_to_be_the_bashs_own() -> None:
    said = made_before(
        suspicion("“Bug bash a/b bb7vh7hx9” leads to /Bug bash a/b bb7vh7hx9, which answers 404."), FOLLOW
    )
    assert "bb7vh7hx9" in said
    assert "make a record" in said


@pytest.mark.parametrize(
    ("observed", "sequence"),
    [
        ("“Prices” leads to /prices, which answers 404.", FOLLOW),
        ("“Bug bash a/b bb7vh7hx9” leads to /a/b, which answers 404.", (FOLLOW[0], MAKE, *FOLLOW[1:])),
        ("GET /search?q=bb7vh7hx9 answers 500.", (Open(open="/search?q={tag}9"),)),
    ],
)
def test_nothing_is_said_of_the_apps_own_data_or_of_what_the_steps_make(
    observed: str, sequence: tuple[Action, ...]
) -> None:
    assert made_before(suspicion(observed), sequence) == ""
