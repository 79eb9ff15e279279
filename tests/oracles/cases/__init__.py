"""Every case, by family: pages with a bug, their twins, and pages that only tempt."""

from tests.oracles.cases import (
    accessibility,
    addresses,
    boundary,
    content,
    errors,
    failures,
    history,
    injection,
    layout,
    links,
    misled,
    navigation,
    persistence,
    responses,
    screens,
    secrecy,
    statements,
    values,
)
from tests.oracles.harness import Case

ALL: list[Case] = [
    *statements.CASES,
    *responses.CASES,
    *failures.CASES,
    *errors.CASES,
    *injection.CASES,
    *persistence.CASES,
    *links.CASES,
    *content.CASES,
    *screens.CASES,
    *values.CASES,
    *addresses.CASES,
    *history.CASES,
    *navigation.CASES,
    *secrecy.CASES,
    *boundary.CASES,
    *layout.CASES,
    *misled.CASES,
    *accessibility.CASES,
]
