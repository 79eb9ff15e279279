"""`bash.json`: a whole bash for machines, and reading it back."""

from pathlib import Path

from pydantic import ValidationError

from bugbash.contract.jsonfile import read_json
from bugbash.contract.runfile import unusable
from bugbash.report.safe import json_text
from bugbash.triage.summary import BashSummary

BASH_FILE = "bash.json"


def bash_json(summary: BashSummary) -> str:
    """`summary` as the content of a bash.json."""
    return json_text(summary.model_dump(mode="json"))


def read_bash(directory: Path) -> BashSummary:
    """The summary in `directory`; raises UnusableFile where its bash.json cannot be used."""
    path = directory / BASH_FILE
    data = read_json(path)
    try:
        return BashSummary.model_validate(data)
    except ValidationError as error:
        raise unusable(path, error) from None
