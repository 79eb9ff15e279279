"""Whether exploring still leads to anything new: what is counted, and when to stop. No clock is asked."""

from collections import Counter

QUIET_MOVES = 4
"""Moves in a row without anything new, after which there is nothing more to expect."""
ROUNDS = 3
"""So often the same step leads from the same screen to the same one, in a stretch without a new step: a loop."""
STRETCH = 15
"""Least steps in such a stretch: giving up a few screens that are not to be reached again is no loop."""


class Saturation:
    """Follows what is known after each move: counts of screens, controls, routes and the like."""

    def __init__(self, quiet_moves: int = QUIET_MOVES) -> None:
        self._quiet_moves = quiet_moves
        self._known: tuple[int, ...] = ()
        self._quiet = 0

    def note(self, known: tuple[int, ...]) -> None:
        """Take in the counts after a move; they never fall."""
        self._quiet = 0 if known != self._known else self._quiet + 1
        self._known = known

    @property
    def reached(self) -> bool:
        """Whether the last moves led to nothing new."""
        return self._quiet >= self._quiet_moves


class Loops:
    """Notices that the same steps are done again and again with the same result."""

    def __init__(self) -> None:
        self._seen: set[tuple[str, str, str]] = set()
        self._again: Counter[tuple[str, str, str]] = Counter()
        self.found = False

    def note(self, before: str, action: str, after: str) -> None:
        """Take in a step: the screen that it was done on, what was done, and the screen that it led to."""
        step = (before, action, after)
        if step not in self._seen:
            self._seen.add(step)
            self._again.clear()
            return
        self._again[step] += 1
        whole = self._again.total() >= STRETCH
        self.found = self.found or (whole and max(self._again.values()) >= ROUNDS)

    def forget(self) -> None:
        """Begin a new stretch: somebody else goes on."""
        self._again.clear()
        self.found = False
