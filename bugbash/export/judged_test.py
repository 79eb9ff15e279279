"""A finding as a test that replays its sequence and judges with bugbash: for what no few lines can assert."""

from functools import cache
from importlib.resources import files
from pprint import pformat

from bugbash.charter.oracle_names import ORACLE_NAMES
from bugbash.errors import Unusable
from bugbash.export.case import Case
from bugbash.export.source import about, variables
from bugbash.export.steps import sequence_data

_HEAD = '''\
"""A test of one finding of a bug bash, to be run by itself or by pytest.

It needs bugbash installed where it runs (no few lines of Playwright can say what its oracle saw), and a Chromium
(BUGBASH_BROWSER names one). BASE_URL names another deployment of the app. It passes where the bug does not show. Run
by itself it exits with 0 then, with 1 where the bug shows, with 2 where it cannot be run (as without bugbash), and
with 3 where the page no longer follows the steps (4 is a fault of the test itself).
"""
'''


def judged_test(case: Case) -> str:
    """The source of the test; raises Unusable for a finding that no oracle of ours made."""
    if case.wanted.oracle not in ORACLE_NAMES or not case.wanted.key:
        kind = case.wanted.oracle or "reported"
        raise Unusable(f"a finding of kind {kind} is none of an oracle of bugbash, which could judge it: --as steps")
    data = sequence_data(case)
    if "secrets" in data:
        data["secrets"] = {name: f"env:{variable}" for name, variable in variables(case).items()}
    settings = (
        "import os\nimport sys\n\n"
        f'BASE_URL = os.environ.get("BASE_URL") or {case.plan.target!r}\n'
        f'FILES = os.environ.get("FILES") or {str(case.base)!r}\n'
        f"SEQUENCE = {pformat(data, width=110, sort_dicts=False)}\n"
    )
    return f"{_HEAD}{about(case)}\n{settings}{_runtime()}"


@cache
def _runtime() -> str:
    return files(__package__).joinpath("judged.txt").read_text("utf-8")
