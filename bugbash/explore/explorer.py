"""What an explorer is: something that chooses the next charter-sized move of a run."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Protocol

from bugbash.contract.models import PASSED, Status
from bugbash.explore.walker import Walker


@dataclass(frozen=True)
class MoveResult:
    """What came of a move, in the contract's words."""

    detail: str = ""
    status: Status = PASSED
    code: str = ""


@dataclass(frozen=True)
class NextMove:
    """A move that can be made now."""

    title: str
    go: Callable[[float], Awaitable[MoveResult]]
    """Makes the move until a deadline (time.monotonic)."""
    tour: str = ""
    spec: tuple[str, ...] = field(default=())


class Explorer(Protocol):
    """Chooses moves. One explorer follows one run; its walker may be replaced when a session is lost."""

    def next_move(self) -> NextMove | None:
        """The next move; None where nothing is left to try."""

    def why_done(self) -> str:
        """Why there is no next move, as a sentence for people."""

    def use(self, walker: Walker) -> None:
        """Go on with a new session."""
