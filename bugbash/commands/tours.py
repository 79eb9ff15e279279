"""`bugbash tours`: the tours, and what each looks for."""

import click


@click.command("tours")
def command() -> int:
    """List the tours of the tours explorer, and the oracles that judge along the way."""
    from bugbash.explore.tours import TOURS  # noqa: PLC0415  loads the session layer
    from bugbash.oracles.registry import ORACLES  # noqa: PLC0415

    click.echo("Tours:")
    for name, tour in TOURS.items():
        click.echo(f"  {name:<20} {tour.looks_for}")
    click.echo("\nOracles:")
    for oracle in ORACLES:
        click.echo(f"  {oracle.name:<20} {oracle.looks_for}")
    return 0
