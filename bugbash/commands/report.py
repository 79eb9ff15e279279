"""`bugbash report`: what a run, or a whole bash, came to."""

import os
from collections.abc import Callable
from pathlib import Path

import click

from bugbash.commands.printing import put
from bugbash.contract.jsonfile import write_atomically
from bugbash.contract.verdict import EXIT_STATUS
from bugbash.errors import Unusable
from bugbash.report.bash_json import BASH_FILE, bash_json, read_bash
from bugbash.report.markdown import markdown
from bugbash.report.run_json import run_json
from bugbash.report.text import text
from bugbash.triage.collect import summary_of_run
from bugbash.triage.directory import BashDirectory
from bugbash.triage.summary import BashSummary

_MACHINE_FILES = (".json", ".xml", ".sarif")


@click.command()
@click.option(
    "--run",
    "directory",
    required=True,
    type=click.Path(path_type=Path),
    help="A run directory (with run.json), or the directory of a whole bash (with bash.json).",
)
@click.option(
    "--format", "form", type=click.Choice(["text", "json", "md", "html"]), default="text", show_default=True
)
@click.option("-o", "--output", type=click.Path(path_type=Path), help="The file to write; default: standard output.")
def command(directory: Path, form: str, output: Path | None) -> int:
    """Report on a run, or on a whole bash, whoever wrote it.

    Exit status, by a run's verdict, and by the gate of a whole bash: 0 passed, 1 failed, 3 blocked; 2 for a file
    that cannot be used.
    """
    is_bash = (directory / BASH_FILE).is_file()
    summary = _bash(directory) if is_bash else summary_of_run(directory)
    makers: dict[str, Callable[[], str]] = {
        "text": lambda: text(summary, str(directory)),
        "json": lambda: bash_json(summary) if is_bash else run_json(directory),
        "md": lambda: markdown(summary, str(directory)),
        "html": lambda: _html(summary, directory, output),
    }
    _write(makers[form](), output)
    return EXIT_STATUS[summary.gate.outcome if is_bash else summary.verdict]


def _bash(directory: Path) -> BashSummary:
    summary, runs = read_bash(directory), BashDirectory(directory)
    cut_off = not summary.ended and any(runs.run(charter.name).is_dir() for charter in summary.charters)
    return runs.so_far(summary) if cut_off else summary


def _html(summary: BashSummary, directory: Path, output: Path | None) -> str:
    """The page, with links that lead from where it is written; on standard output, as if it stood in `directory`."""
    from bugbash.report.html import html  # noqa: PLC0415 - templates take longer to load than the other formats

    base = os.path.relpath(directory.resolve(), output.resolve().parent) if output else "."
    files = sorted(path.name for path in directory.iterdir() if path.suffix in _MACHINE_FILES and path.is_file())
    return html(summary, str(directory), "" if base == "." else base, [file for file in files if file != "run.json"])


def _write(content: str, output: Path | None) -> None:
    if output is None:
        put(content)
        return
    try:
        write_atomically(output, content.encode())
    except OSError as error:
        raise Unusable(f"{output}: cannot be written: {error.strerror}") from None
