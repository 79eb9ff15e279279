"""What a charter says must always hold, asked of the page after every settled step."""

from collections.abc import Sequence

from bugbash.charter.bash_file import Property
from bugbash.oracles.base import Suspicion, screen_of
from bugbash.session.moment import Moment
from bugbash.session.session import Session

NAME = "property"
LOOKS_FOR = "a statement of the charter's that does not hold on some screen"


class Properties:
    """The properties of one charter. `unusable` says which could not be evaluated, and why."""

    def __init__(self, properties: Sequence[Property], spec: Sequence[str]) -> None:
        self._properties = properties
        self._spec = spec
        self.unusable: dict[str, str] = {}

    async def broken(self, session: Session, moment: Moment) -> list[Suspicion]:
        """The properties that the page answers with false."""
        answers = await session.ask([prop.always for prop in self._properties])
        found = []
        for prop, answer in zip(self._properties, answers, strict=True):
            if answer.error:
                self.unusable[prop.name] = answer.error
            elif answer.value is False:
                found.append(self._suspicion(prop, moment))
        return found

    def _suspicion(self, prop: Property, moment: Moment) -> Suspicion:
        return Suspicion(
            oracle=NAME,
            kind="issue",
            severity=prop.severity,
            title=f"Does not hold: {prop.name[:90]}",
            expected=prop.name,
            observed=f"After “{moment.action.words()}” the page answers false to: {prop.always}",
            screen=screen_of(moment.after.url),
            # The property is the bug's identity: it says itself where it applies.
            location=f"property {prop.name}",
            message=prop.name,
            spec=next((line for line in self._spec if _same(line, prop.name)), None),
        )


def _same(one: str, other: str) -> bool:
    return one.strip(" .").lower() == other.strip(" .").lower()
