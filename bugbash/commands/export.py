"""`bugbash export`: a finding as a test in one file, or as a saved sequence."""

from pathlib import Path

import click

from bugbash.commands.naming import finding_case
from bugbash.commands.printing import put
from bugbash.errors import Unusable
from bugbash.export.playwright_test import playwright_test
from bugbash.export.steps import saved_sequence


@click.command("export")
@click.argument("finding", metavar="FINDING")
@click.option("--as", "form", required=True, type=click.Choice(["playwright-python", "steps"]), help="What to write.")
@click.option("--run", metavar="DIR", type=click.Path(path_type=Path), help="The run or bash that FINDING is in.")
@click.option("--out", metavar="FILE", type=click.Path(path_type=Path), help="Where to write it; default: print it.")
def command(finding: str, form: str, run: Path | None, out: Path | None) -> int:
    """Export a finding, named DIR/CHARTER#POSITION or DIR#FINGERPRINT; with --run DIR, by fingerprint or position.

    \b
    playwright-python: a test in one file that fails while the bug is there. It needs playwright and nothing else, or
      bugbash as well where only its oracle can tell (the file says so); secrets come from the environment.
    steps: a saved sequence, for bugbash replay FILE.

    Exit status: 0 written, 2 unusable call or file, or a finding that no oracle of bugbash made.
    """
    case = finding_case(f"{run}#{finding}") if run is not None else finding_case(finding)
    text = playwright_test(case) if form == "playwright-python" else saved_sequence(case)
    if out is None:
        put(text)
        return 0
    try:
        out.write_text(text, "utf-8")
    except OSError as error:
        raise Unusable(f"{out}: cannot be written: {error.strerror}") from None
    return 0
