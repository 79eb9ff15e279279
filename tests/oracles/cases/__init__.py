"""Every case, by family: pages with a bug, their twins, and pages that only tempt."""

from tests.oracles.cases import (
    accessibility,
    content,
    controls,
    dialogs,
    editing,
    errors,
    failures,
    injection,
    keyboard,
    layout,
    links,
    misled,
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
    *layout.CASES,
    *misled.CASES,
    *accessibility.CASES,
    *controls.CASES,
    *dialogs.CASES,
    *editing.CASES,
    *keyboard.CASES,
]
