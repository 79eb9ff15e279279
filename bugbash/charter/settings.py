"""Settings around a bash: a flag wins over the environment, that over the bash file, that over the default."""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from bugbash.charter.bash_file import Bash
from bugbash.errors import Unusable

MOST_PARALLEL = 64


@dataclass(frozen=True)
class Settings:
    """How a bash is held; each field is a flag, `BUGBASH_<FIELD>` in the environment, or a key of the file."""

    out: Path = Path("bash-results")
    """Folder under which every bash gets a directory of its own."""
    store: str = ""
    """Where evidence goes besides: a folder, s3://bucket/prefix, or local; empty for nowhere else."""
    parallel: int = 4
    """Sessions at the same time; by default one where the bash resets the app."""
    seed: int = 1
    browser: str = ""
    """Path of a Chromium or Chrome; empty to look for one."""


def settings(
    flags: Mapping[str, Any], bash: Bash | None = None, environment: Mapping[str, str] = os.environ
) -> Settings:
    """The settings that hold; raises Unusable for an environment value that cannot be used.

    `flags` holds None for a flag that was not given.
    """
    chosen: dict[str, Any] = {}
    for field in fields(Settings):
        candidates: tuple[Any, ...] = (
            flags.get(field.name),
            _from_environment(field.name, environment),
            getattr(bash, field.name, None) if field.name in ("store", "parallel", "seed") else None,
            _alone(bash) if field.name == "parallel" else None,
        )
        value = next((candidate for candidate in candidates if candidate is not None), None)
        if value is not None:
            chosen[field.name] = Path(value) if field.name == "out" else value
    return Settings(**chosen)


def _alone(bash: Bash | None) -> int | None:
    """One session at a time where the bash resets the app: a reset takes away what the others are at work on."""
    return 1 if bash is not None and bash.reset is not None else None


def _from_environment(name: str, environment: Mapping[str, str]) -> Any:
    variable = f"BUGBASH_{name.upper()}"
    text = environment.get(variable)
    if not text:
        return None
    if name not in ("parallel", "seed"):
        return text
    least, most = (1, MOST_PARALLEL) if name == "parallel" else (0, 2**31)
    if not re.fullmatch("[0-9]{1,10}", text) or not least <= int(text) <= most:
        raise Unusable(f"environment variable {variable}: must be a whole number from {least} to {most}")
    return int(text)
