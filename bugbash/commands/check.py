"""`bugbash check`: whether a run may take another step."""

from pathlib import Path

import click

from bugbash.commands.printing import put
from bugbash.contract.budget import clamp
from bugbash.contract.runfile import read_run
from bugbash.contract.stop import check
from bugbash.report.run_json import usage_object
from bugbash.report.safe import json_text


@click.command()
@click.option(
    "--run", "directory", required=True, type=click.Path(path_type=Path), help="A run directory, with its run.json."
)
def command(directory: Path) -> int:
    """Say whether a run may take another step, as one JSON object.

    Gives stop, reason, budget (moved into its ranges), usage and clamped. Exit status: 0 whenever it can answer,
    2 for a run file that cannot be used.
    """
    run = read_run(directory)
    decision = check(run)
    budget, clamped = clamp(run.budget)
    answer = {
        "stop": decision.stop,
        "reason": decision.reason,
        "budget": budget.model_dump(),
        "usage": usage_object(run),
        "clamped": clamped,
    }
    put(json_text(answer))
    return 0
