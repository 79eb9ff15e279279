"""Where steps are performed, and what comes of one."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path

from playwright.async_api import Page

from bugbash.contract.models import PASSED, Status
from bugbash.session.scope import Scope


@dataclass(frozen=True)
class Outcome:
    """What came of a step, in the contract's words."""

    status: Status
    code: str = ""
    detail: str = ""

    @property
    def passed(self) -> bool:
        return self.status == PASSED


DONE = Outcome(PASSED)


@dataclass
class Stage:
    """Where steps are performed."""

    page: Page
    base: str
    """The address that paths are relative to."""
    scope: Scope
    tag: str
    files: Path
    """The folder that uploads are relative to."""
    secret: Callable[[str], Awaitable[str]]
    resize: Callable[[int, int], Awaitable[None]]
    typed: list[str] = field(default_factory=list)
    """What was typed so far, so that no oracle takes it for the app's own words."""
