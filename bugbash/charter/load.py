"""From a file to a Bash, with every error placed by line and column."""

import difflib
from pathlib import Path
from typing import Any, TypeVar

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from bugbash.charter.actions import KEYS
from bugbash.charter.bash_file import A_START, NAME_PATTERN, START_PATTERN, Bash
from bugbash.charter.part import Part
from bugbash.charter.saved import Saved
from bugbash.charter.strict_yaml import Document, Key, Where, load_yaml
from bugbash.errors import UnusableFile

_Model = TypeVar("_Model", bound=Part)
_A_BASH = "a bash file is a mapping with at least name, target and charters"
_PLAIN = {
    "string_type": "must be text; in quotes, if it looks like something else",
    "list_type": "must be a list",
    "dict_type": "must be a mapping of keys to values",
    "model_type": "must be a mapping of keys to values",
}
_PATTERNS = {
    r"\S": "must not be blank",
    NAME_PATTERN: "must be small letters, digits and hyphens, at most 60",
    START_PATTERN: A_START,
}
_STEP_TAGS = frozenset({*KEYS, "move", "action"})


def load_bash(file: Path) -> Bash:
    """The bash in `file`; raises UnusableFile for the first thing that is wrong, with its line and column."""
    return _loaded(file, Bash, _A_BASH)


def load_saved(file: Path) -> Saved:
    """The saved sequence in `file`; raises UnusableFile as `load_bash` does."""
    return _loaded(file, Saved, "a saved sequence is a mapping with at least title, target and steps")


def _loaded(file: Path, model: type[_Model], about: str) -> _Model:
    document = load_yaml(file)
    try:
        return model.model_validate(_mapping(document, about))
    except ValidationError as error:
        first, *more = _faults(document, error)
        raise (
            first
            if not more
            else UnusableFile(
                file, first.place, f"{first.problem} (and {len(more)} more: bugbash validate lists them)"
            )
        ) from None


def faults_of(file: Path) -> list[UnusableFile]:
    """Everything that is wrong with the bash file `file`, in the order of the file; empty when it can be used."""
    try:
        document = load_yaml(file)
        Bash.model_validate(_mapping(document, _A_BASH))
    except UnusableFile as fault:
        return [fault]
    except ValidationError as error:
        return _faults(document, error)
    return []


def _mapping(document: Document, about: str) -> dict[str, Any]:
    if not isinstance(document.data, dict):
        raise UnusableFile(document.file, "line 1, column 1", about)
    mapping: dict[str, Any] = document.data
    return mapping


def _faults(document: Document, error: ValidationError) -> list[UnusableFile]:
    faults: dict[tuple[int, int, str], UnusableFile] = {}
    for details in error.errors(include_url=False):
        where, of_key = _place(details)
        line, column = document.position(where, of_key)
        problem = _problem(details, where, document)
        fault = UnusableFile(document.file, f"line {line}, column {column}", problem)
        faults[line, column, problem] = fault
    return [fault for _, fault in sorted(faults.items())]


def _place(details: ErrorDetails) -> tuple[Where, bool]:
    """The way to what is wrong, and whether that is a key rather than its value."""
    where = _where(details["loc"])
    if details["type"] == "unknown_key":
        return (*where, details["ctx"]["key"]), True
    if details["type"] == "misplaced":
        return (*where, *details["ctx"]["where"]), False
    return (where[:-1], True) if where[-1:] == ("[key]",) else (where, False)


def _where(loc: Where) -> Where:
    """The way through the document that `loc` means, without the names of union members that pydantic puts in.

    Those stand behind a list's index (a step's action, and whether it is a move or an action) or at the end (the
    kind of number).
    """
    where: list[Key] = []
    may_be_tag = False
    for at, part in enumerate(loc):
        if (may_be_tag and part in _STEP_TAGS) or (at == len(loc) - 1 and part in ("int", "float")):
            may_be_tag = part == "action"
            continue
        where.append(part)
        may_be_tag = isinstance(part, int)
    return tuple(where)


def _problem(details: ErrorDetails, where: Where, document: Document) -> str:
    name = ".".join(str(part) for part in where)
    kind, message = details["type"], details["msg"]
    if kind in ("unknown_key", "misplaced"):
        return message
    if kind == "missing":
        return f"{name} is missing"
    if kind == "no_action":
        return f"{name}: {message}{_nearest_action(document.value(where))}"
    if kind == "value_error":
        message = str(details["ctx"]["error"])
    if kind == "string_pattern_mismatch":
        message = _PATTERNS.get(details["ctx"]["pattern"], message)
    message = _PLAIN.get(kind, message)
    if kind in ("int_type", "float_type"):
        message = (
            "must be a number" if "int" in details["loc"] or "float" in details["loc"] else "must be a whole number"
        )
    return f"{name}: {message[:1].lower()}{message[1:]}" if name else message


def _nearest_action(value: Any) -> str:
    written = list(value) if isinstance(value, dict) else [str(value)]
    near = [match for key in written for match in difflib.get_close_matches(str(key), KEYS, n=1)]
    return f"; did you mean {near[0]}?" if near else ""
