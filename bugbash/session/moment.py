"""A moment: one step, and all that was seen and heard around it. What oracles judge."""

from dataclasses import dataclass

from bugbash.charter.actions import Action
from bugbash.session.events import Events
from bugbash.session.examination import Examination
from bugbash.session.observation import Look
from bugbash.session.stage import Outcome


@dataclass(frozen=True)
class Moment:
    """One step with the screen before and after it, and everything heard in between."""

    action: Action
    outcome: Outcome
    before: Look
    after: Look
    events: Events
    settled: bool
    """False where the page went on moving until the bound."""
    benign: bool = True
    """What was typed and done is what the app invites; a refusal of it is the app's fault."""
    examination: Examination | None = None
    """A closer look at the screen after it, where one was taken."""
