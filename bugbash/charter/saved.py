"""A saved sequence: steps with all that replaying them takes, in a file of its own."""

from typing import Annotated, Self

from pydantic import AfterValidator, Field, model_validator

from bugbash.charter.actions import AnyAction
from bugbash.charter.bash_file import Address, Bash, Charter, Name, Quiet, Texts, is_source, secret_named
from bugbash.charter.oracle_names import Levels
from bugbash.charter.part import Part, misplaced
from bugbash.charter.plan import Plan, plan
from bugbash.charter.properties import Property
from bugbash.charter.reset import Reset


class Sought(Part):
    """The finding that a replay looks for."""

    oracle: str = Field(pattern=r"\S")
    fingerprint: str = Field(pattern=r"\S")


class Saved(Part):
    """Steps that `bugbash replay FILE` does in a fresh session, and what it looks for.

    `bugbash export FINDING --as steps` writes one. Without `finding`, any issue that an oracle notices counts.
    """

    title: str = Field(pattern=r"\S")
    target: Address = Field(description="Address of the app.")
    scope: list[Address] | None = Field(default=None, min_length=1, description="Default: the target's own origin.")
    secrets: dict[Name, Annotated[str, AfterValidator(is_source)]] = Field(
        default_factory=dict, description="Where each secret is, as in a bash file."
    )
    login: list[AnyAction] = Field(default_factory=list, description="Done first.")
    reset: Reset | None = Field(default=None, description="Brings the app's data back before the replay.")
    steps: list[AnyAction] = Field(min_length=1, description="What is done.")
    finding: Sought | None = Field(default=None, description="What is looked for.")
    properties: list[Property] = Field(default_factory=list, description="What must hold.")
    spec: list[str] = Field(default_factory=list, description="Statements of the specification.")
    oracles: Levels = Field(default_factory=dict, description="Per oracle `off`, `note`, `warning` or `issue`.")
    quiet: list[Quiet] = Field(default_factory=list, description="Known noise.")
    allow: Texts = Field(default_factory=list, description="Destructive words allowed.")

    @model_validator(mode="after")
    def _secrets_are_declared(self) -> Self:
        for key, actions in (("login", self.login), ("steps", self.steps)):
            for at, action in enumerate(actions):
                ref = secret_named(action)
                if ref is not None and ref not in self.secrets:
                    raise misplaced(f"the secret {ref} is not declared under secrets", (key, at, "with"))
        return self

    def plan(self) -> Plan:
        """The plan of a script charter that does these steps."""
        charter = Charter(
            name="saved",
            goal=self.title,
            steps=list(self.steps),
            spec=self.spec,
            properties=self.properties,
            oracles=self.oracles,
            quiet=self.quiet,
            allow=self.allow,
        )
        bash = Bash.model_construct(
            name="saved",
            target=self.target,
            scope=self.scope,
            secrets=self.secrets,
            login=self.login,
            reset=self.reset,
            charters=[charter],
        )
        return plan(bash, charter, 1)
