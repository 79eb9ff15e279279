"""`bugbash run`: hold a bug bash."""

from pathlib import Path
from typing import Any

import click

from bugbash.charter.bash_file import Bash
from bugbash.charter.load import load_bash
from bugbash.charter.settings import settings
from bugbash.commands.holding import hold_bash
from bugbash.errors import Unusable
from bugbash.report.bash_json import BASH_FILE, read_bash
from bugbash.triage.directory import BASH_COPY


@click.command("run")
@click.argument("file", metavar="FILE", required=False, type=click.Path(path_type=Path))
@click.option("--out", metavar="DIR", help="Folder for results; default ./bash-results.")
@click.option("--store", metavar="STORE", help="Where evidence goes besides: a folder, s3://bucket/prefix, or local.")
@click.option("--parallel", metavar="N", type=click.IntRange(1, 64), help="Sessions at the same time; default 4.")
@click.option("--seed", metavar="N", type=click.IntRange(0), help="Of every random choice; default 1.")
@click.option("--browser", metavar="PATH", help="A Chromium or Chrome; default: Playwright's, else the system's.")
@click.option("--resume", metavar="DIR", type=click.Path(path_type=Path), help="Go on with the bash in DIR.")
def command(file: Path | None, resume: Path | None, **flags: Any) -> int:
    """Hold a bug bash on the app that FILE names: explore its charters, confirm what looks wrong, and give a verdict.

    Each setting is a flag, else BUGBASH_<NAME> in the environment, else a key of FILE, else a default. Ctrl-C stops
    after the step at hand and keeps what was found; --resume DIR finishes what had not ended.

    \b
    Exit status: 0 passed, 1 failed (issues hold the release back), 2 unusable call or file,
    3 blocked (too little was exercised), 4 a fault of bugbash, 130 interrupted.
    """
    if (file is None) == (resume is None):
        raise click.UsageError("give a bash FILE, or --resume DIR")
    if resume is not None:
        return _resumed(resume, flags)
    assert file is not None
    bash = load_bash(file)
    return hold_bash(file, bash, settings(flags, bash), None)


def _resumed(directory: Path, flags: dict[str, Any]) -> int:
    """Go on with the bash in `directory`, by the file as it was when that began."""
    if not (directory / BASH_FILE).is_file() or not (directory / BASH_COPY).is_file():
        raise Unusable(f"{directory}: holds no bash to go on with: {BASH_FILE} and {BASH_COPY} are not both there")
    before = read_bash(directory)
    bash: Bash = load_bash(directory / BASH_COPY)
    kept = {"store": before.store or None, "seed": before.seed}
    merged = {name: value if value is not None else kept.get(name) for name, value in flags.items()}
    return hold_bash(Path(before.file), bash, settings(merged, bash), directory)
