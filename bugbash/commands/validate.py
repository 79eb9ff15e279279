"""`bugbash validate`: what is wrong with a bash file."""

from pathlib import Path

import click

from bugbash.charter.load import faults_of, load_bash
from bugbash.charter.plan import plan
from bugbash.errors import one_line


@click.command("validate")
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
def command(file: Path) -> int:
    """Say everything that is wrong with a bash file, a line each with its place.

    Exit status: 0 it can be used, 2 it cannot.
    """
    faults = faults_of(file)
    for fault in faults:
        click.echo(f"bugbash: {one_line(str(fault), 2000)}", err=True)
    if faults:
        return 2
    bash = load_bash(file)
    for charter in bash.charters:
        for part in plan(bash, charter, 1).clamped:
            click.echo(f"{file}: charter {charter.name}: its {part} budget is outside the range, and is clamped")
    click.echo(f"{file}: {len(bash.charters)} charters on {bash.target}: it can be used")
    return 0
