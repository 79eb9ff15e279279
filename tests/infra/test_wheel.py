"""The wheel that a worker and the image install: everything is in it, and it works away from the repository."""

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from bugbash.local.process import plain_environment
from tests.infra.compose import ROOT
from tests.report.sample import sample_bash

SOURCES = ("bugbash", "flows", "tasks", "tests/support/shop")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built from a copy, links and all, with what ./dev installed."""
    copy, out = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("wheel")
    for source in SOURCES:
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / source, copy / source, symlinks=True, ignore=ignored)
    shutil.copy(ROOT / "pyproject.toml", copy)
    (copy / "README.md").write_text("A tool.\n", encoding="utf-8")
    command = [sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", str(out)]
    subprocess.run([*command, str(copy)], check=True, capture_output=True, timeout=120)
    (made,) = out.glob("*.whl")
    return made


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel's packages in it."""
    folder = tmp_path_factory.mktemp("installed")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    return folder


def _bugbash(installed: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """The command line from `installed`, and from nowhere else."""
    environment = plain_environment() | {"PYTHONPATH": str(installed)}
    command = [sys.executable, "-P", "-m", "bugbash.cli", *arguments]
    return subprocess.run(
        command, cwd=installed, env=environment, capture_output=True, text=True, timeout=60, check=False
    )


def test_every_file_of_the_package_is_in_it(wheel: Path) -> None:
    documents = {path.relative_to(ROOT) for path in ROOT.glob("tests/support/shop/*.md")}
    ours = [path for source in SOURCES for path in (ROOT / source).rglob("*") if path.is_file()]
    places = {"flows": "bugbash/flows", "tasks": "bugbash/tasks", "tests/support/shop": "bugbash/demo_shop"}

    expected = set()
    for path in ours:
        inside = path.relative_to(ROOT)
        if "__pycache__" in inside.parts or inside in documents or path.suffix == ".pyc":
            continue
        folder = next((folder for folder in places if inside.is_relative_to(folder)), "")
        expected.add(f"{places[folder]}/{inside.relative_to(folder)}" if folder else str(inside))
    packed = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    assert packed >= expected
    assert all(name.startswith("bugbash/") for name in packed), "nothing but bugbash may be at the top"


def test_it_says_its_version_and_prints_its_schemas(installed: Path) -> None:
    assert _bugbash(installed, "--version").stdout.startswith("bugbash, version ")
    assert '"$schema"' in _bugbash(installed, "schema", "run").stdout


def test_it_reports_on_a_bash_with_its_own_templates(installed: Path, tmp_path: Path) -> None:
    sample_bash(tmp_path)

    answer = _bugbash(installed, "report", "--run", str(tmp_path), "--format", "html")

    assert answer.stdout.startswith("<!doctype html>")
    assert answer.stderr == ""


def test_a_worker_finds_the_flow_in_it(installed: Path) -> None:
    code = "from bugbash.flows import bug_bash; print(bug_bash.__file__)"
    environment = plain_environment() | {"PYTHONPATH": str(installed), "DO_NOT_TRACK": "1"}
    answer = subprocess.run(
        [sys.executable, "-P", "-c", code], env=environment, capture_output=True, text=True, timeout=60, check=True
    )

    assert Path(answer.stdout.strip()) == installed / "bugbash" / "flows" / "bug_bash.py"
