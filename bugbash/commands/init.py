"""`bugbash init`: a commented bash file to start from."""

from pathlib import Path

import click

from bugbash.charter.example import example
from bugbash.errors import Unusable


@click.command("init")
@click.argument("address", metavar="ADDRESS")
@click.option(
    "-o",
    "--output",
    default="bash.yaml",
    show_default=True,
    type=click.Path(path_type=Path),
    help="The file to write; - for standard output.",
)
@click.option("--force", is_flag=True, help="Write over a file that is there.")
def command(address: str, output: Path, force: bool) -> int:
    """Write a commented bash file for the app at ADDRESS."""
    text = example(address)
    if str(output) == "-":
        click.echo(text, nl=False)
        return 0
    try:
        with output.open("w" if force else "x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise Unusable(f"{output}: is there already; --force writes over it, -o names another") from None
    except OSError as error:
        raise Unusable(f"{output}: cannot be written: {error.strerror}") from None
    click.echo(f"{output}: written; edit its charters, then: bugbash run {output}")
    return 0
