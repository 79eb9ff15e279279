"""How much of each screen a charter touched, read from its run's `coverage`.

An entry is `{screen, touched, known, left_alone, not_looked_at}`: the screen's route, how many of its controls were
used, are known, and were left alone on purpose, and the first names of those that were not used. What another
program put there instead is read past.
"""

from typing import Any, NamedTuple, TypeGuard

from bugbash.triage.summary import CharterOutcome


class Screen(NamedTuple):
    """One screen's controls."""

    name: str
    touched: int
    known: int
    left_alone: int
    not_looked_at: list[str]

    @property
    def share(self) -> float:
        """Touched over known, 0 to 1; 1 where a screen has no controls."""
        return self.touched / self.known if self.known else 1.0

    @property
    def unnamed(self) -> int:
        """How many more were not looked at than are named."""
        return max(0, self.known - self.touched - self.left_alone - len(self.not_looked_at))


def screens(charter: CharterOutcome) -> list[Screen]:
    """The screens that `charter` met, the least touched first."""
    found = [screen for entry in charter.coverage if (screen := _screen(entry)) is not None]
    return sorted(found, key=lambda screen: screen.share)


def total(charter: CharterOutcome) -> Screen | None:
    """All screens of `charter` together; None where its run says nothing of coverage."""
    found = screens(charter)
    if not found:
        return None
    touched, known = sum(screen.touched for screen in found), sum(screen.known for screen in found)
    return Screen("all screens", touched, known, sum(screen.left_alone for screen in found), [])


def _screen(entry: dict[str, Any]) -> Screen | None:
    name, touched, known = entry.get("screen"), entry.get("touched"), entry.get("known")
    if not isinstance(name, str) or not _is_count(touched) or not _is_count(known):
        return None
    alone, rest = entry.get("left_alone"), entry.get("not_looked_at")
    names = [str(item) for item in rest] if isinstance(rest, list) else []
    return Screen(name, min(touched, known), known, alone if _is_count(alone) else 0, names)


def _is_count(value: Any) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 10**9
