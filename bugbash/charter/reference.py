"""The reference of the bash file, made from its models: `python -m bugbash.charter.reference > docs/bash-file.md`."""

import sys
import types
import typing
from typing import Any

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from bugbash.charter.actions import ACTIONS, Size
from bugbash.charter.bash_file import (
    Bash,
    BudgetSpec,
    Charter,
    CharterDefaults,
    Gate,
    Move,
    Quiet,
)
from bugbash.charter.locator import Locator
from bugbash.charter.properties import After, Property
from bugbash.charter.reset import Reset
from bugbash.charter.saved import Saved, Sought

_PARTS: tuple[tuple[str, type[BaseModel]], ...] = (
    ("The bash", Bash),
    ("A charter", Charter),
    ("Defaults of all charters", CharterDefaults),
    ("A budget", BudgetSpec),
    ("A property", Property),
    ("The steps that a property speaks of", After),
    ("A quiet rule", Quiet),
    ("A move of a script", Move),
    ("The gate", Gate),
    ("A reset", Reset),
    ("A saved sequence", Saved),
    ("The finding that it looks for", Sought),
    ("A locator", Locator),
    ("A size", Size),
)
_INTRO = """\
# The bash file

Made from the models by `python -m bugbash.charter.reference`; a test keeps it current. For editors there is a JSON
Schema, `schemas/bash-file.schema.json`: begin a file with `# yaml-language-server: $schema=…` to have it checked
while you type.

The file is strict YAML: at most 64 kB and 20 levels, no anchors, tags or duplicate keys. An unknown key is refused
with the nearest known one; every error names file, line and column. `bugbash validate FILE` lists them all,
`bugbash init ADDRESS` writes a commented example.

Settings (`store`, `parallel`, `seed`, and the flags `--out` and `--browser`): a flag wins over `BUGBASH_<NAME>` in
the environment, that over the file, that over the default.
"""


def reference() -> str:
    """The whole reference, as Markdown."""
    parts = [_INTRO]
    for title, model in _PARTS:
        parts += [f"## {title}\n", f"{_doc(model)}\n", _table(model)]
    parts += ["## Steps\n", _STEPS]
    parts += [f"### `{action.key}`\n\n{_table(action)}" for action in ACTIONS]
    return "\n".join(parts)


_STEPS = """\
Login, scripts, repros and replays are lists of these. Each step is a mapping with the action as its key; where a
locator stands, a bare text names an element by its visible text. `{tag}` in typed text stands for the session's own
tag.
"""


def _doc(model: type[BaseModel]) -> str:
    return " ".join((model.__doc__ or "").split())


def _table(model: type[BaseModel]) -> str:
    fields = model.model_fields.items()
    rows = [f"| `{field.alias or name}` | {_kind(field)} | {_about(field)} |" for name, field in fields]
    return "\n".join(["| key | value | meaning |", "|---|---|---|", *rows, ""])


def _about(field: FieldInfo) -> str:
    text = (field.description or "").replace("|", "\\|")
    if field.is_required():
        return f"Required. {text}".strip()
    if field.default_factory is None and field.default not in (None, False):
        shown = str(field.default).lower() if field.default is True else field.default
        return f"{text} Default: `{shown}`.".strip()
    return text


def _kind(field: FieldInfo) -> str:
    return _named(field.annotation)


def _named(annotation: Any) -> str:
    origin, args = typing.get_origin(annotation), typing.get_args(annotation)
    if origin is typing.Annotated:
        return _named(args[0])
    if origin in (typing.Union, types.UnionType):
        names = [_named(arg) for arg in args if arg is not type(None)]
        if set(names) == {"whole number", "number"}:
            return "number"
        return "step" if len(names) > 4 or "step" in names else " or ".join(dict.fromkeys(names))
    if origin is typing.Literal:
        return " or ".join(f"`{str(arg).lower() if isinstance(arg, bool) else arg}`" for arg in args)
    if origin in (list, tuple):
        return f"list of {_named(args[0])}"
    if origin is dict:
        of = _named(args[1])
        return f"mapping of name to {of}"
    plain = {str: "text", int: "whole number", float: "number", bool: "`true` or `false`"}
    named = {model: title.removeprefix("A ").removeprefix("The ").lower() for title, model in _PARTS}
    if annotation in named:
        return f"[{named[annotation]}](#{_anchor(annotation)})"
    return plain.get(annotation, "value")


def _anchor(model: type[BaseModel]) -> str:
    title = next(title for title, known in _PARTS if known is model)
    return title.lower().replace(" ", "-")


if __name__ == "__main__":
    sys.stdout.write(reference())
