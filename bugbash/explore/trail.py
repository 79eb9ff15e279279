"""The trail: what was done since launch, and the sequences that might show a suspicion again."""

from urllib.parse import urlsplit

from bugbash.charter.actions import Action, Open
from bugbash.oracles.base import path_of
from bugbash.session.tags import generalised, step_generalised

WRITES_BEFORE = (1, 3, 8)
"""How many of the last writes a sequence begins with: the fewest first."""
LONGEST = 60
"""Steps in the longest sequence that is replayed."""


class Trail:
    """What one session did, in order."""

    def __init__(self, target: str, tag: str) -> None:
        self._target = target
        self._tag = tag
        self._steps: list[Action] = []
        self._opened = 0
        self._entered = 0
        self._entered_at = ""
        self._writes: list[tuple[Action, ...]] = []
        self._short: list[tuple[Action, str]] = []
        """Steps since the document was entered, detours left out, each with the screen that it led to."""
        self._entered_on = ""

    def add(self, action: Action, before: str, after: str, wrote: bool = False) -> None:
        """Note that `action` led from the address `before` to the address `after`, and whether the app wrote."""
        action = step_generalised(action, self._tag)
        if wrote:
            self._writes.append((*self.way_here(), action))
        if isinstance(action, Open):
            self._opened = len(self._steps)
        self._steps.append(action)
        self._short.append((action, ""))
        if before.partition("#")[0] != after.partition("#")[0] or isinstance(action, Open):
            self._entered = len(self._steps)
            self._entered_at = after
            self._short, self._entered_on = [], ""

    def stand_on(self, screen: str) -> None:
        """Note the key of the screen that the last step led to; on one met before, what lies between is a detour."""
        if not self._short:
            self._entered_on = screen
            return
        self._short[-1] = (self._short[-1][0], screen)
        met = [self._entered_on, *(key for _, key in self._short)].index(screen)
        del self._short[met:]

    def short_way_here(self) -> tuple[Action, ...]:
        """A way to the screen in front without detours: whoever follows it sees whether it leads there."""
        here = tuple(action for action, _ in self._short)
        return (self.opening(self._entered_at), *here) if self._entered_at else here

    def opening(self, address: str) -> Open:
        """The step that opens `address`: a path where it is on the target."""
        same = urlsplit(address)[:2] == urlsplit(self._target)[:2]
        parts = urlsplit(address)
        # A path that begins with two slashes would be read as another host.
        shown = path_of(address) if same and not parts.path.startswith("//") else address
        if same and parts.fragment and "#" not in shown:
            shown += f"#{parts.fragment}"
        return Open(open=generalised(shown, self._tag))

    def way_here(self) -> tuple[Action, ...]:
        """The steps from the address of the present document to its present state."""
        here = self._steps[self._entered :]
        return (self.opening(self._entered_at), *here) if self._entered_at else tuple(here)

    def ways_here(self) -> list[tuple[Action, ...]]:
        """Ways to the present state, the shortest first: from the present document, and from the last writes on.

        What a screen shows may rest on what was written before: a cart that was filled, a record that was made.
        """
        here = self.way_here()
        return [here, *((*(step for way in self._writes[-count:] for step in way), *here) for count in WRITES_BEFORE)]

    def candidates(self, action: Action, after: str) -> list[tuple[Action, ...]]:
        """Sequences that might show again what `action` led to, at the address `after`; the simplest first.

        To be asked for before `action` is added.
        """
        action = step_generalised(action, self._tag)
        found: list[tuple[Action, ...]] = []
        if after.startswith("http"):
            found.append((self.opening(after),))
        if self._entered_at:
            found += [(*way, action) for way in self.ways_here()]
        found.append((*self._steps[self._opened :], action))
        found.append((*self._steps[-LONGEST + 1 :], action))
        if isinstance(action, Open):
            found.insert(0, (action,))
        unique: dict[str, tuple[Action, ...]] = {}
        for sequence in found:
            if len(sequence) <= LONGEST:
                unique.setdefault(repr([step.data() for step in sequence]), sequence)
        return list(unique.values())
