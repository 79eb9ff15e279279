"""requirements/: what ./dev and the image install, by version and digest."""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from tests.infra.compose import ROOT

LOCKS = sorted((ROOT / "requirements").glob("*.txt"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
RUN = [*PROJECT["project"]["dependencies"], *PROJECT["project"]["optional-dependencies"]["local"]]
ALL = [*RUN, *PROJECT["project"]["optional-dependencies"]["dev"]]
BUILD = PROJECT["build-system"]["requires"]


def _pinned(lock: Path) -> dict[str, str]:
    return dict(
        re.findall(r"^([a-z0-9._-]+)(?:\[[^\]]*\])?==([^ ;\\]+)", lock.read_text(encoding="utf-8"), re.MULTILINE)
    )


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.stem)
def test_everything_has_a_digest_and_names_no_registry(lock: Path) -> None:
    entries = re.split(r"\n(?=\S)", lock.read_text(encoding="utf-8").strip())

    assert all("--hash=sha256:" in entry for entry in entries)
    assert not re.search(r"https?://|--index-url|--find-links", lock.read_text(encoding="utf-8"))


@pytest.mark.parametrize(("lock", "asked"), [("dev", ALL), ("run", RUN), ("tools", [*BUILD, "uv"])])
def test_a_lock_holds_what_the_project_asks_for(lock: str, asked: list[str]) -> None:
    pinned = _pinned(ROOT / "requirements" / f"{lock}.txt")

    missing = []
    for text in asked:
        requirement = Requirement(text)
        version = pinned.get(requirement.name.lower())
        if version is None or not requirement.specifier.contains(version):
            missing.append(f"{text}: {version}")
    assert missing == [], "write the locks anew: ./dev lock"


def test_developers_and_the_image_run_the_same_versions() -> None:
    dev, run = (_pinned(ROOT / "requirements" / f"{name}.txt") for name in ("dev", "run"))

    assert run.items() <= dev.items()
