"""Budgets: defaults, ranges, and moving a value into its range (contract.md, "Budget and stop rules")."""

from typing import NamedTuple

from bugbash.contract.models import Budget, BudgetRequest


class Range(NamedTuple):
    default: int
    least: int
    most: int


RANGES = {
    "steps": Range(8, 1, 12),
    "minutes": Range(10, 3, 15),
    "tokens": Range(150_000, 20_000, 400_000),
}


def clamp(request: BudgetRequest) -> tuple[Budget, list[str]]:
    """The budget that `request` comes to, and the names of the parts that had to be moved into their range."""
    values: dict[str, int | float] = {}
    clamped = []
    for name, allowed in RANGES.items():
        asked = getattr(request, name)
        value = allowed.default if asked is None else asked
        values[name] = min(max(value, allowed.least), allowed.most)
        if values[name] != value:
            clamped.append(name)
    return Budget(**values), clamped
