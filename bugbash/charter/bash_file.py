"""The bash file: which app, which charters, and how a bash on it is held."""

from collections.abc import Iterator
from typing import Annotated, Any, Literal, Self

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Discriminator,
    Field,
    Tag,
    model_validator,
)

from bugbash.charter.actions import SECRET_PREFIX, Action, AnyAction, Fill
from bugbash.charter.address import is_address, origin
from bugbash.charter.oracle_names import Levels
from bugbash.charter.part import Part, misplaced, one_or_many
from bugbash.charter.properties import Property
from bugbash.charter.reset import Reset
from bugbash.charter.strict_yaml import Where
from bugbash.contract.models import Number

Explorer = Literal["tours", "script"]
TourName = Literal[
    "landmarks", "forms", "records", "lists", "interruptions", "editing", "dialogs", "keyboard", "viewports",
    "addresses", "sweep", "signout",
]  # fmt: skip

NAME_PATTERN = r"^[a-z0-9][a-z0-9-]{0,59}$"
Name = Annotated[
    str, Field(pattern=NAME_PATTERN, description="Small letters, digits and hyphens; at most 60 of them.")
]
START_PATTERN = r"^(/|https?://)"
SECRET_SOURCES = ("env:", "file:", "prefect:")


A_START = "must be a path on the target, such as /cart, or an http or https address"


def _address(value: str) -> str:
    if not is_address(value):
        raise ValueError("must be an http or https address without user name")
    return value


def _start(value: str) -> str:
    if not is_address(value) and (value[0] != "/" or value[:2] == "//"):
        raise ValueError(A_START)
    return value


def is_source(value: str) -> str:
    """`value`, which says where a secret is; raises ValueError for anything else."""
    if not value.startswith(SECRET_SOURCES) or not value.partition(":")[2]:
        raise ValueError("must say where the secret is: env:NAME, file:PATH or prefect:BLOCK; never the value itself")
    return value


Address = Annotated[str, AfterValidator(_address)]
Texts = Annotated[list[str], BeforeValidator(one_or_many)]


class BudgetSpec(Part):
    """A budget as written; a value outside its range is moved to the nearest bound, and named."""

    steps: Number | None = Field(default=None, description="Charter-sized moves: 1 to 12, default 8.")
    minutes: Number | None = Field(default=None, description="Wall-clock minutes: 3 to 15, default 10.")
    tokens: Number | None = Field(default=None, description="Model tokens: 20000 to 400000, default 150000.")


class Quiet(Part):
    """Known noise: what matches every key given is no finding. `*` matches anything."""

    status: int | None = None
    url: str | None = Field(default=None, description="Address or path of the request.")
    message: str | None = Field(default=None, description="Part of the message.")
    screen: str | None = Field(default=None, description="Path of the screen.")

    @model_validator(mode="after")
    def _something(self) -> Self:
        if not self.model_fields_set:
            raise ValueError("a quiet rule needs at least one of status, url, message and screen")
        return self


class Move(Part):
    """A charter-sized move of a script: a title, and the steps that it takes."""

    move: str = Field(pattern=r"\S")
    do: list[AnyAction] = Field(min_length=1)
    severity: int = Field(default=3, ge=1, le=5, description="Of the issue, where an expect step of it fails.")


def _move_or_action(value: Any) -> str:
    return "move" if isinstance(value, Move) or (isinstance(value, dict) and "move" in value) else "action"


ScriptStep = Annotated[
    Annotated[Move, Tag("move")] | Annotated[AnyAction, Tag("action")], Discriminator(_move_or_action)
]


class CharterDefaults(Part):
    """What charters take where they say nothing themselves."""

    explorer: Explorer = Field(default="tours", description="Who chooses the moves.")
    budget: BudgetSpec = Field(default_factory=BudgetSpec, description="What each charter may use.")
    tours: list[TourName] | None = Field(default=None, min_length=1, description="Default: all of them.")
    spec: list[str] = Field(default_factory=list, description="Statements of the specification of them all.")
    properties: list[Property] = Field(default_factory=list, description="What must hold in all of them.")
    oracles: Levels = Field(
        default_factory=dict, description="Per oracle `off`, `note`, `warning` or `issue`; else as it judges itself."
    )
    quiet: list[Quiet] = Field(default_factory=list, description="Known noise.")
    allow: Texts = Field(
        default_factory=list,
        description="Destructive words that controls may carry and still be used, such as delete or pay.",
    )


class Charter(Part):
    """One exploratory mission."""

    name: Name
    goal: str = Field(pattern=r"\S", description="The mission in a person's words; its words steer the tours.")
    start: Annotated[str, Field(pattern=START_PATTERN), AfterValidator(_start)] = Field(
        default="/", description="Where it starts: a path or an address."
    )
    explorer: Explorer | None = Field(default=None, description="Default: script where there are steps, else tours.")
    budget: BudgetSpec = Field(default_factory=BudgetSpec, description="What it may use.")
    tours: list[TourName] | None = Field(default=None, min_length=1, description="Which tours; default: all of them.")
    login: list[AnyAction] | None = Field(default=None, description="Instead of the bash's: another role, or [].")
    steps: list[ScriptStep] | None = Field(
        default=None, min_length=1, description="Of a script: moves, or plain steps that make one move."
    )
    spec: list[str] = Field(
        default_factory=list,
        description="Statements of the specification, quoted in findings; besides the defaults'.",
    )
    properties: list[Property] = Field(
        default_factory=list, description="What must hold on its screens, besides the defaults'."
    )
    oracles: Levels = Field(
        default_factory=dict, description="Per oracle `off`, `note`, `warning` or `issue`; over the defaults'."
    )
    quiet: list[Quiet] = Field(default_factory=list, description="Known noise, besides the defaults'.")
    allow: Texts = Field(default_factory=list, description="Destructive words allowed, besides the defaults'.")

    @model_validator(mode="after")
    def _script_has_steps(self) -> Self:
        if self.explorer == "script" and not self.steps:
            raise ValueError("a script charter needs steps")
        if self.explorer == "tours" and self.steps:
            raise ValueError("steps belong to a script charter (explorer: script)")
        return self


class Gate(Part):
    """The policy by which a bash holds a release back."""

    min_severity: int = Field(default=1, ge=1, le=5, description="An issue below it does not hold the release back.")
    min_ran: float = Field(
        default=1.0, ge=0, le=1, strict=False, description="Least share of charters that must have run."
    )


class Bash(Part):
    """A bug bash: an app, its charters, and how to hold it."""

    name: Name
    target: Address = Field(description="Address of the app.")
    scope: list[Address] | None = Field(
        default=None, min_length=1, description="Origins that a session may reach; default: the target's own."
    )
    store: str | None = Field(
        default=None, pattern=r"\S", description="Where evidence goes: a folder, s3://bucket/prefix, or local."
    )
    parallel: int | None = Field(default=None, ge=1, le=64, description="Sessions at the same time; default 4.")
    seed: int | None = Field(default=None, ge=0, description="Of every random choice; default 1.")
    browser: Literal["shared", "own"] = Field(default="shared", description="own: a browser process per charter.")
    secrets: dict[Name, Annotated[str, AfterValidator(is_source)]] = Field(
        default_factory=dict, description="Where each secret is: env:NAME, file:PATH or prefect:BLOCK."
    )
    login: list[AnyAction] = Field(default_factory=list, description="Done in each session before recording starts.")
    reset: Reset | None = Field(default=None, description="Brings the app's data back before each replay.")
    defaults: CharterDefaults = Field(default_factory=CharterDefaults, description="For every charter.")
    charters: list[Charter] = Field(min_length=1, max_length=1000, description="At least one.")
    gate: Gate = Field(default_factory=Gate, description="What holds a release back.")

    @model_validator(mode="after")
    def _names_are_told_apart(self) -> Self:
        names = [charter.name for charter in self.charters]
        for at, name in enumerate(names):
            if name in names[:at]:
                raise misplaced(f"two charters are named {name}", ("charters", at, "name"))
        return self

    @model_validator(mode="after")
    def _properties_are_told_apart(self) -> Self:
        for at, charter in enumerate(self.charters):
            names = [prop.name for prop in (*self.defaults.properties, *charter.properties)]
            twice = next((name for number, name in enumerate(names) if name in names[:number]), None)
            if twice is not None:
                raise misplaced(f"two properties are named {twice!r}", ("charters", at))
        return self

    @model_validator(mode="after")
    def _scripts_by_default_have_steps(self) -> Self:
        for at, charter in enumerate(self.charters):
            if self.defaults.explorer == "script" and charter.explorer is None and not charter.steps:
                raise misplaced("a script charter needs steps", ("charters", at))
        return self

    @model_validator(mode="after")
    def _reset_stays_inside(self) -> Self:
        if self.reset is not None and self.reset.request is not None:
            address = self.reset.address(self.target)
            if origin(address) not in {origin(inside) for inside in self.scope or [self.target]}:
                raise misplaced(f"{address} is outside the scope", ("reset", "request"))
        return self

    @model_validator(mode="after")
    def _secrets_are_declared(self) -> Self:
        for where, action in self.actions():
            ref = secret_named(action)
            if ref is not None and ref not in self.secrets:
                raise misplaced(f"the secret {ref} is not declared under secrets", (*where, "with"))
        return self

    def actions(self) -> Iterator[tuple[Where, Action]]:
        """Every step that the file writes out, the logins' and the scripts', each with its way from the root."""
        for at, action in enumerate(self.login):
            yield ("login", at), action
        for number, charter in enumerate(self.charters):
            for at, action in enumerate(charter.login or []):
                yield ("charters", number, "login", at), action
            for at, step in enumerate(charter.steps or []):
                where: Where = ("charters", number, "steps", at)
                if isinstance(step, Move):
                    yield from (((*where, "do", nth), action) for nth, action in enumerate(step.do))
                else:
                    yield where, step


def secret_named(action: Action) -> str | None:
    """The name of the secret that `action` types; None where it types none."""
    if isinstance(action, Fill) and action.text.startswith(SECRET_PREFIX):
        return action.text.removeprefix(SECRET_PREFIX)
    return None
