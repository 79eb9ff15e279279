"""The sample bash, written once for the tests that only read it."""

from pathlib import Path
from typing import NamedTuple

import pytest

from bugbash.triage.summary import BashSummary
from tests.report.sample import sample_bash


class Sample(NamedTuple):
    """A bash directory, and what its bash.json holds."""

    directory: Path
    summary: BashSummary


@pytest.fixture(scope="session")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Sample:
    directory = tmp_path_factory.mktemp("bash")
    return Sample(directory, sample_bash(directory))
