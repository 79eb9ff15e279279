"""`run.json` and its directory: reading a run, writing it atomically, and telling which evidence is there."""

from collections.abc import Callable
from pathlib import Path

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from bugbash.contract.credentials import mask
from bugbash.contract.jsonfile import read_json, to_json, write_atomically
from bugbash.contract.models import Run
from bugbash.errors import Unusable, UnusableFile

RUN_FILE = "run.json"


def read_run(directory: Path) -> Run:
    """The run in `directory`.

    Raises Unusable where there is no such directory, and UnusableFile where its run.json cannot be used; the
    message names the key, and the step where one is at fault.
    """
    if not directory.is_dir():
        raise Unusable(f"{directory}: there is no such run directory")
    path = directory / RUN_FILE
    data = read_json(path)
    try:
        run = Run.model_validate(data)
    except ValidationError as error:
        raise unusable(path, error) from None
    _check_indexes(path, run)
    return run


def write_run(directory: Path, run: Run) -> None:
    """Replace the run file in `directory` by `run`, keeping keys that this version does not know.

    Raises OSError where the directory cannot be written; the file is then as it was.
    """
    data = run.model_dump(mode="json", exclude_unset=True)
    write_atomically(directory / RUN_FILE, to_json(data).encode())


def unusable(path: Path, error: ValidationError) -> UnusableFile:
    """The first of `error`'s faults, placed in the file `path`."""
    first = error.errors(include_url=False, include_context=False)[0]
    return UnusableFile(path, _place(first["loc"]), mask(_problem(first)))


def file_in(directory: Path) -> Callable[[str], bool]:
    """A predicate: whether a relative path names a file that really lies inside `directory`, links followed."""
    root = directory.resolve()

    def on_disk(relative: str) -> bool:
        try:
            path = (root / relative).resolve()
            return path.is_relative_to(root) and path.is_file()
        except (OSError, ValueError):  # a name that no file system takes names no file
            return False

    return on_disk


def _check_indexes(path: Path, run: Run) -> None:
    seen: dict[int, int] = {}
    for position, step in enumerate(run.steps):
        if step.index in seen:
            raise UnusableFile(
                path, f"steps[{position}].index", f"{step.index} is also the index of steps[{seen[step.index]}]"
            )
        seen[step.index] = position


def _place(loc: tuple[int | str, ...]) -> str:
    """A pydantic location as a person writes it; the names of union members that pydantic adds are left out."""
    place = ""
    for part in loc:
        if isinstance(part, int):
            place += f"[{part}]"
        elif part not in ("int", "float"):
            place += f".{part}" if place else part
    return place


def _problem(error: ErrorDetails) -> str:
    plain = {
        "missing": "is missing",
        "int_type": "must be a number" if error["loc"][-1] == "int" else "must be a whole number",
        "finite_number": "must be a finite number",
        "model_type": "must be an object",
        "list_type": "must be a list",
        "string_type": "must be text",
    }
    return plain.get(error["type"], error["msg"][:1].lower() + error["msg"][1:])
