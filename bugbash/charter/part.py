"""The base of every model that a person fills in."""

import difflib
from typing import Any

from pydantic import BaseModel, ConfigDict, model_validator
from pydantic_core import PydanticCustomError


class Part(BaseModel):
    """A mapping with known keys and strict types; an unknown key is refused with the nearest known one."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, populate_by_name=True)

    @model_validator(mode="before")
    @classmethod
    def _known_keys(cls, value: Any) -> Any:
        if isinstance(value, dict):
            known = cls.known_keys()
            for key in value:
                if key not in known and key not in cls.model_fields:
                    raise PydanticCustomError(
                        "unknown_key", "{problem}", {"key": key, "problem": _problem(key, known)}
                    )
        return value

    @classmethod
    def known_keys(cls) -> list[str]:
        """The keys that such a mapping takes, as they are written."""
        return [field.alias or name for name, field in cls.model_fields.items()]


def one_or_many(value: Any) -> Any:
    """A bare text where a list of texts may stand, as a list."""
    return [value] if isinstance(value, str) else value


def misplaced(problem: str, where: tuple[str | int, ...]) -> PydanticCustomError:
    """The error of a validator that looks at a whole: the problem, and the way from there to the part at fault."""
    return PydanticCustomError("misplaced", "{problem}", {"problem": problem, "where": where})


def _problem(key: str, known: list[str]) -> str:
    near = difflib.get_close_matches(str(key), known, n=1)
    hint = f"did you mean {near[0]}?" if near else f"known here: {', '.join(known)}"
    return f"{str(key)!r} is no key here; {hint}"
