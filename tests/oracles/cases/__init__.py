"""Every case, by family: pages with a bug, their twins, and pages that only tempt."""

from tests.oracles.cases import (
    accessibility,
    content,
    errors,
    failures,
    injection,
    layout,
    links,
    lists,
    misled,
    persistence,
    records,
    responses,
    screens,
    statements,
    stored,
    validation,
)
from tests.oracles.harness import Case

ALL: list[Case] = [
    *statements.CASES,
    *responses.CASES,
    *failures.CASES,
    *errors.CASES,
    *injection.CASES,
    *persistence.CASES,
    *records.CASES,
    *stored.CASES,
    *validation.CASES,
    *lists.CASES,
    *links.CASES,
    *content.CASES,
    *screens.CASES,
    *layout.CASES,
    *misled.CASES,
    *accessibility.CASES,
]
