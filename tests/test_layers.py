"""The parts know one another only as .importlinter allows, and a break of each rule is noticed."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LINT = Path(sys.executable).with_name("lint-imports")


def _lint(folder: Path) -> subprocess.CompletedProcess[str]:
    """Check the package `bugbash` in `folder` by the rules of .importlinter."""
    command = [str(LINT), "--no-cache", "--no-logo", str(ROOT / ".importlinter")]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120, check=False)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A folder with the package's source in it, to break a rule in."""
    shutil.copytree(ROOT / "bugbash", tmp_path / "bugbash", ignore=shutil.ignore_patterns("__pycache__", "static"))
    return tmp_path


def test_every_part_keeps_to_its_layer() -> None:
    answer = _lint(ROOT)

    assert answer.returncode == 0, answer.stdout
    assert "0 broken" in answer.stdout


def test_flows_tasks_and_the_demo_shop_are_looked_at_though_they_are_links(copy: Path) -> None:
    (copy / "bugbash" / "flows" / "extra.py").write_text("import playwright\n", encoding="utf-8")

    answer = _lint(copy)

    assert "bugbash.flows.extra -> playwright" in answer.stdout


@pytest.mark.parametrize(
    ("module", "line", "told"),
    [
        ("contract/extra.py", "import bugbash.charter.plan", "bugbash.contract.extra -> bugbash.charter.plan"),
        ("charter/extra.py", "import bugbash.session.scope", "bugbash.charter.extra -> bugbash.session.scope"),
        ("session/extra.py", "import bugbash.oracles.base", "bugbash.session.extra -> bugbash.oracles.base"),
        ("oracles/extra.py", "import bugbash.explore.trail", "bugbash.oracles.extra -> bugbash.explore.trail"),
        ("explore/extra.py", "import bugbash.tasks.gate", "bugbash.explore.extra -> bugbash.tasks.gate"),
        ("explore/extra.py", "import playwright.async_api", "bugbash.explore.extra -> playwright"),
        ("tasks/extra.py", "import bugbash.flows.cancel", "bugbash.tasks.extra -> bugbash.flows.cancel"),
        ("evidence/extra.py", "import bugbash.triage.lines", "bugbash.evidence.extra -> bugbash.triage.lines"),
        ("evidence/extra.py", "import boto3", "bugbash.evidence.extra -> boto3"),
        ("triage/extra.py", "import bugbash.report.text", "bugbash.triage.extra -> bugbash.report.text"),
        ("report/extra.py", "import bugbash.session.moment", "bugbash.report.extra -> bugbash.session.moment"),
        ("report/extra.py", "import prefect", "bugbash.report.extra -> prefect"),
        ("local/extra.py", "import bugbash.commands.run", "bugbash.local.extra -> bugbash.commands.run"),
        ("demo_shop/extra.py", "import bugbash.errors", "bugbash.demo_shop.extra -> bugbash.errors"),
        ("extra.py", "", "extra"),
    ],
)
def test_a_break_of_a_rule_is_told(copy: Path, module: str, line: str, told: str) -> None:
    (copy / "bugbash" / module).write_text(f"{line}\n", encoding="utf-8")

    answer = _lint(copy)

    assert answer.returncode != 0
    assert told in answer.stdout
