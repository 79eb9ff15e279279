"""What a charter knows must hold: always, right after a step, or before long."""

import difflib
from typing import Annotated, Self

from pydantic import AfterValidator, BeforeValidator, Field, model_validator

from bugbash.charter.actions import KEYS
from bugbash.charter.part import Part, one_or_many

WITHIN_SECONDS = 5.0
"""How long an `eventually` waits where the property does not say."""
_KINDS = tuple(key for key in KEYS if not key.startswith("expect_"))


def _kinds(value: list[str]) -> list[str]:
    for kind in value:
        if kind not in _KINDS:
            near = difflib.get_close_matches(kind, _KINDS, n=1)
            hint = f"did you mean {near[0]}?" if near else f"known here: {', '.join(_KINDS)}"
            raise ValueError(f"{kind!r} is no kind of step; {hint}")
    return value


Kinds = Annotated[list[str], BeforeValidator(one_or_many), AfterValidator(_kinds), Field(min_length=1)]


class After(Part):
    """The steps that a property speaks of: those that fit every key given. `*` matches anything; case is ignored.

    `role` and `name` are those of the element that the step acts on, as the screen's inventory or the step's own
    locator gives them.
    """

    kind: Kinds | None = Field(default=None, description="One or several of the actions, such as click or press.")
    count: int | None = Field(default=None, ge=1, le=2, description="Of a click: 2 is a double click.")
    role: str | None = Field(default=None, pattern=r"\S", description="ARIA role.")
    name: str | None = Field(default=None, pattern=r"\S", description="Accessible name, label, text, id or CSS.")
    text: str | None = Field(
        default=None, description="What is typed, the key pressed, the option chosen, or the address opened."
    )

    @model_validator(mode="after")
    def _something(self) -> Self:
        if not self.model_fields_set:
            raise ValueError("after needs at least one of kind, count, role, name and text")
        return self


ValueName = Annotated[str, Field(pattern=r"^[a-zA-Z_][a-zA-Z0-9_]{0,39}$")]


class Property(Part):
    """What a charter knows must hold, as JavaScript asked in the page: exactly one of `always`, `holds` and
    `eventually`.

    Helpers: `one(css)`, `all(css)`, `text(css)`, `num(x)`, `sum(x)`, `count(css)`; they see what is visible.
    `values` are expressions of its own, asked before and after every step, to be used as `before.NAME` and
    `after.NAME`; an element stands for its text. An expression that answers `undefined` or `null`, and one of whose
    values is not there (null, undefined, or it throws), judges nothing.
    """

    name: str = Field(pattern=r"\S")
    always: str | None = Field(default=None, pattern=r"\S", description="True whenever the page has settled.")
    after: After | None = Field(default=None, description="Only after steps like these.")
    holds: str | None = Field(
        default=None, pattern=r"\S", description="True once the page has settled after a step that `after` describes."
    )
    eventually: str | None = Field(
        default=None, pattern=r"\S", description="True within so many seconds: of any step, or of those of `after`."
    )
    within: float = Field(default=WITHIN_SECONDS, gt=0, le=30, strict=False, description="Seconds, for `eventually`.")
    values: dict[ValueName, Annotated[str, Field(pattern=r"\S")]] = Field(
        default_factory=dict, description="Named expressions, reported with what does not hold."
    )
    severity: int = Field(default=4, ge=1, le=5)

    @model_validator(mode="after")
    def _one_expression(self) -> Self:
        given = [name for name in ("always", "holds", "eventually") if getattr(self, name) is not None]
        if len(given) != 1:
            raise ValueError("a property takes exactly one of always, holds and eventually")
        if self.holds is not None and self.after is None:
            raise ValueError("holds needs after: the steps that it speaks of")
        if self.always is not None and self.after is not None:
            raise ValueError("always speaks of every step; beside after, write holds or eventually")
        if "within" in self.model_fields_set and self.eventually is None:
            raise ValueError("within belongs to eventually")
        return self

    @property
    def expression(self) -> str:
        """What is asked, whichever way it is stated."""
        return self.always or self.holds or self.eventually or ""
