"""Every case, by family: pages with a bug, their twins, and pages that only tempt."""

from tests.oracles.cases import (
    content,
    controls,
    dialogs,
    editing,
    errors,
    failures,
    injection,
    keyboard,
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
    *controls.CASES,
    *dialogs.CASES,
    *editing.CASES,
    *keyboard.CASES,
]
