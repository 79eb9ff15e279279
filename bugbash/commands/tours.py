"""`bugbash tours`: the tours, and what each looks for."""

from pathlib import Path

import click

from bugbash.charter.bash_file import Bash
from bugbash.charter.load import load_bash
from bugbash.charter.plan import plan


@click.command("tours")
@click.argument("file", metavar="[FILE]", required=False, type=click.Path(path_type=Path))
def command(file: Path | None) -> int:
    """List the tours of the tours explorer, and the oracles that judge along the way.

    With a bash FILE, also what its charters make of the oracles: off, note, warning or issue.
    """
    bash = load_bash(file) if file is not None else None
    from bugbash.explore.tours import TOURS  # noqa: PLC0415  loads the session layer
    from bugbash.oracles.properties import LOOKS_FOR, NAME  # noqa: PLC0415
    from bugbash.oracles.registry import ORACLES  # noqa: PLC0415

    click.echo("Tours:")
    for tour in TOURS.values():
        click.echo(f"  {tour.name:<20} {tour.looks_for}")
    click.echo("\nOracles:")
    known = {NAME: LOOKS_FOR, **{oracle.name: oracle.looks_for for oracle in ORACLES}}
    for name, looks_for in known.items():
        click.echo(f"  {name:<20} {looks_for}{_switched(bash, name) if bash else ''}")
    if bash is None:
        click.echo("\nA bash file switches one by its name, for all charters or one: oracles: {console-error: off}")
    return 0


def _switched(bash: Bash, oracle: str) -> str:
    """What the charters of a bash make of an oracle, where that is not its own way."""
    levels = {charter.name: plan(bash, charter, 1).oracles.get(oracle) for charter in bash.charters}
    if len(set(levels.values())) == 1:
        level = next(iter(levels.values()))
        return f" [{level}]" if level else ""
    return f" [{', '.join(f'{name}: {level}' for name, level in levels.items() if level)}]"
