"""Every case, by family: pages with a bug, their twins, and pages that only tempt."""

from tests.oracles.cases import (
    content,
    errors,
    failures,
    injection,
    links,
    persistence,
    responses,
    screens,
    statements,
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
]
