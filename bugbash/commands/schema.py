"""`bugbash schema`: the JSON Schemas of the files that bugbash reads and writes."""

import json
from typing import Any

import click
from pydantic import BaseModel

from bugbash.charter.actions import Back, Forward, Reload
from bugbash.charter.bash_file import Bash
from bugbash.commands.printing import put
from bugbash.contract.models import RunFile

DIALECT = "https://json-schema.org/draft/2020-12/schema"


@click.command()
@click.argument("of", type=click.Choice(["run", "bash"]))
def command(of: str) -> int:
    """Print a JSON Schema: of a run file (run.json), or of a bash file."""
    put(schema_text(of) + "\n")
    return 0


def schema_text(of: str) -> str:
    """The schema of `run` or `bash` files, as the files in schemas/ hold it."""
    schema = {"$schema": DIALECT, **(_run() if of == "run" else _bash())}
    return json.dumps(schema, indent=2, ensure_ascii=False)


def _run() -> dict[str, Any]:
    return _of(RunFile, "Run file")


def _bash() -> dict[str, Any]:
    """The bash file's schema, with the short forms that the models accept before they look at types."""
    schema = _of(Bash, "Bash file")
    parts = schema["$defs"]
    parts["Locator"] = _either({"type": "string", "pattern": r"\S"}, parts["Locator"])
    for bare in (Back, Forward, Reload):
        long_form = parts[bare.__name__]
        long_form["properties"][bare.key] = {"enum": [True, None], "default": True}
        long_form["required"] = [bare.key]
        parts[bare.__name__] = _either({"const": bare.key}, long_form)
    for holder in ("Charter", "CharterDefaults"):
        words = parts[holder]["properties"]["allow"]
        parts[holder]["properties"]["allow"] = _either({"type": "string"}, words)
    kind = parts["After"]["properties"]["kind"]
    parts["After"]["properties"]["kind"] = _either({"type": "string"}, kind)
    return schema


def _of(model: type[BaseModel], title: str) -> dict[str, Any]:
    return {**model.model_json_schema(), "title": title}


def _either(short: dict[str, Any], long: dict[str, Any]) -> dict[str, Any]:
    """`long`, or its `short` form; what describes it stays in front."""
    said: dict[str, Any] = {name: long.pop(name) for name in ("title", "description", "default") if name in long}
    return {**said, "anyOf": [short, long]}
