"""How a bash brings the app's data back to a known state."""

import re
from typing import Annotated, Self
from urllib.parse import urljoin

from pydantic import AfterValidator, Field, model_validator

from bugbash.charter.address import is_address
from bugbash.charter.part import Part

_REQUEST = re.compile(r"(GET|POST|PUT|PATCH|DELETE) (/(?!/)\S*|https?://\S+)")


def _request(value: str) -> str:
    found = _REQUEST.fullmatch(value)
    if found is None or not (found[2].startswith("/") or is_address(found[2])):
        raise ValueError("must be a method and a path on the target, such as POST /test/reset")
    return value


class Reset(Part):
    """Brings the app's data back before each replay: a request to the app, or a command.

    The command runs on the machine that holds the bash, in the bash file's folder, without a shell. It is the file's
    own words and nothing else: no text of a page ever becomes part of it. Replays of one bash then run one at a time,
    and charters too, unless `parallel` says otherwise. Where it fails, nothing is replayed, and the step is blocked.
    """

    request: Annotated[str, AfterValidator(_request)] | None = Field(
        default=None, description="Method and path, such as `POST /test/reset`; any answer below 400 is fine."
    )
    command: list[Annotated[str, Field(min_length=1)]] | None = Field(
        default=None, min_length=1, description="Program and arguments; exit status 0 is fine."
    )
    seconds: float = Field(default=30.0, gt=0, le=600, strict=False, description="Longest that it may take.")

    @model_validator(mode="after")
    def _one_way(self) -> Self:
        if (self.request is None) == (self.command is None):
            raise ValueError("reset takes exactly one of request and command")
        return self

    @property
    def method(self) -> str:
        """The request's method."""
        return (self.request or "").partition(" ")[0]

    def address(self, target: str) -> str:
        """The request's address."""
        return urljoin(target, (self.request or "").partition(" ")[2])

    def words(self) -> str:
        """What it does, as a person reads it."""
        return f"reset: {self.request or ' '.join(self.command or [])}"
