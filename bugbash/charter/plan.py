"""What one charter comes to, once the bash file's defaults and a person's settings are put in."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import urljoin

from bugbash.charter.actions import Action, AnyAction, is_expect
from bugbash.charter.bash_file import Bash, Charter, Explorer, Move, Quiet, TourName
from bugbash.charter.oracle_names import Level
from bugbash.charter.properties import Property
from bugbash.charter.reset import Reset
from bugbash.contract.budget import clamp
from bugbash.contract.models import Budget, BudgetRequest

ALL_TOURS: tuple[TourName, ...] = (
    "landmarks", "forms", "records", "lists", "interruptions", "editing", "dialogs", "keyboard", "viewports",
    "addresses", "sweep", "signout",
)  # fmt: skip


@dataclass(frozen=True)
class Plan:
    """One charter, ready to explore: nothing in it needs the bash file any more."""

    bash: str
    charter: str
    goal: str
    target: str
    start: str
    """An address."""
    scope: tuple[str, ...]
    """Addresses whose origins a session may reach."""
    explorer: Explorer
    budget_request: BudgetRequest
    budget: Budget
    clamped: tuple[str, ...]
    tours: tuple[TourName, ...]
    moves: tuple[Move, ...]
    login: tuple[Action, ...]
    spec: tuple[str, ...]
    properties: tuple[Property, ...]
    quiet: tuple[Quiet, ...]
    allow: tuple[str, ...]
    seed: int
    own_browser: bool
    oracles: Mapping[str, Level] = field(default_factory=dict)
    reset: Reset | None = None


def plan(bash: Bash, charter: Charter, seed: int) -> Plan:
    """`charter` of `bash` with defaults filled in; lists and oracles of defaults and charter are joined."""
    defaults = bash.defaults
    request = _budget(bash, charter)
    budget, clamped = clamp(request)
    return Plan(
        bash=bash.name,
        charter=charter.name,
        goal=charter.goal,
        target=bash.target,
        start=urljoin(bash.target, charter.start),
        scope=tuple(bash.scope or [bash.target]),
        explorer=charter.explorer or ("script" if charter.steps else defaults.explorer),
        budget_request=request,
        budget=budget,
        clamped=tuple(clamped),
        tours=tuple(charter.tours or defaults.tours or ALL_TOURS),
        moves=moves_of(charter),
        login=tuple(bash.login if charter.login is None else charter.login),
        spec=(*defaults.spec, *charter.spec),
        properties=(*defaults.properties, *charter.properties),
        quiet=(*defaults.quiet, *charter.quiet),
        allow=(*defaults.allow, *charter.allow),
        seed=seed,
        own_browser=bash.browser == "own",
        oracles={**defaults.oracles, **charter.oracles},
        reset=bash.reset,
    )


def moves_of(charter: Charter) -> tuple[Move, ...]:
    """A script's moves; plain steps in a row make one, named by the expectation that ends it."""
    moves: list[Move] = []
    plain: list[AnyAction] = []
    for step in charter.steps or []:
        if isinstance(step, Move):
            moves.extend(_gathered(plain))
            moves.append(step)
            plain = []
        else:
            plain.append(step)
    return (*moves, *_gathered(plain))


def _gathered(plain: list[AnyAction]) -> list[Move]:
    if not plain:
        return []
    telling = next((step for step in reversed(plain) if is_expect(step)), plain[-1])
    return [Move.model_construct(move=telling.words(), do=plain, severity=3)]


def _budget(bash: Bash, charter: Charter) -> BudgetRequest:
    parts = {**bash.defaults.budget.model_dump(exclude_none=True), **charter.budget.model_dump(exclude_none=True)}
    return BudgetRequest(**parts)
