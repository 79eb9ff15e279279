"""`bugbash verify`: check evidence against its manifest."""

from pathlib import Path

import click

from bugbash.errors import Unusable
from bugbash.evidence.manifest import MANIFEST
from bugbash.evidence.store import StoreMissing, open_store
from bugbash.evidence.verify import verify


@click.command("verify")
@click.argument("place", metavar="DIR|s3://BUCKET/PREFIX")
@click.pass_context
def command(ctx: click.Context, place: str) -> None:
    """Hold every file of a bash or of a run against manifest.json: missing, changed, cut and added files.

    The place is a directory, an address in a bucket, or local:PREFIX for the S3 server on this machine.

    \b
    Exit status: 0 all is as recorded, 1 a line for each file that is not, 2 there is no manifest.
    """
    if not place.startswith(("s3://", "local:")) and not Path(place).is_dir():
        raise Unusable(f"{place}: there is no such directory")
    try:
        found = verify(open_store(place, Path.cwd()))
    except StoreMissing as error:
        raise Unusable(
            f"{place}: there is no {MANIFEST} that can be read, so nothing says what belongs here"
        ) from error
    for problem in found.problems:
        click.echo(str(problem))
    if found.problems:
        ctx.exit(1)
    click.echo(f"{found.files} files, {found.size} bytes: as recorded")
