"""Claims: what a test of one finding asserts, as data. An oracle states one where it can say so in a few words.

Texts may hold `{tag}`, which stands for the tag that a session gives its own records.
"""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field


class _Claim(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class NoAnswer(_Claim):
    """The app's own server answers no such request with a status from `least` to `most`."""

    claim: Literal["no-answer"] = "no-answer"
    method: str
    route: str = Field(description="A path with `:id` for data.")
    least: int
    most: int


class NoException(_Claim):
    """No script leaves an exception with such a message uncaught."""

    claim: Literal["no-exception"] = "no-exception"
    message: str


class NothingLogged(_Claim):
    """No script logs such an error to the console."""

    claim: Literal["nothing-logged"] = "nothing-logged"
    message: str


class NotShown(_Claim):
    """No visible text, and no field, holds such a text."""

    claim: Literal["not-shown"] = "not-shown"
    text: str


class Shown(_Claim):
    """The text is on the screen within so many seconds."""

    claim: Literal["shown"] = "shown"
    text: str
    seconds: float = 10.0


class Told(_Claim):
    """Where such a write fails, the screen is another one than before the last step."""

    claim: Literal["told"] = "told"
    method: str
    route: str
    seconds: float = 5.0


class Holds(_Claim):
    """The JavaScript expression is true in the page within so many seconds."""

    claim: Literal["holds"] = "holds"
    expression: str
    seconds: float = 1.0


Claim = Annotated[
    NoAnswer | NoException | NothingLogged | NotShown | Shown | Told | Holds, Field(discriminator="claim")
]
