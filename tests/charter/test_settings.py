"""Settings: a flag wins over the environment, that over the file, that over the default."""

from pathlib import Path
from typing import Any

import pytest

from bugbash.charter.load import load_bash
from bugbash.charter.settings import Settings, settings
from bugbash.errors import Unusable

from .files import WHOLE, written

FLAGS: dict[str, Any] = {
    "out": "flag-out",
    "store": "flag-store",
    "parallel": 2,
    "seed": 20,
    "browser": "flag-way",
}
ENVIRONMENT = {
    "BUGBASH_OUT": "env-out",
    "BUGBASH_STORE": "env-store",
    "BUGBASH_PARALLEL": "3",
    "BUGBASH_SEED": "30",
    "BUGBASH_BROWSER": "env-browser",
}
FILE = "store: file-store\nparallel: 5\nseed: 50\n" + WHOLE
NONE = dict.fromkeys(FLAGS)


@pytest.mark.parametrize(
    ("name", "flag", "environment", "file", "default"),
    [
        ("out", Path("flag-out"), Path("env-out"), Path("bash-results"), Path("bash-results")),
        ("store", "flag-store", "env-store", "file-store", ""),
        ("parallel", 2, 3, 5, 4),
        ("seed", 20, 30, 50, 1),
        ("browser", "flag-way", "env-browser", "", ""),
    ],
)
def test_each_source_wins_over_the_next_one(
    name: str, flag: object, environment: object, file: object, default: object, tmp_path: Path
) -> None:
    bash = load_bash(written(tmp_path, FILE))
    bare = load_bash(written(tmp_path, WHOLE))
    assert getattr(settings(FLAGS, bash, ENVIRONMENT), name) == flag
    assert getattr(settings({**FLAGS, name: None}, bash, ENVIRONMENT), name) == environment
    assert getattr(settings(NONE, bash, {}), name) == file
    assert getattr(settings(NONE, bare, {}), name) == default
    assert getattr(settings({}, None, {}), name) == default


def test_the_file_names_a_browsers_sharing_and_not_its_program(tmp_path: Path) -> None:
    bash = load_bash(written(tmp_path, "browser: own\n" + WHOLE))
    assert settings(NONE, bash, {}).browser == ""


def test_a_seed_of_nothing_is_a_seed() -> None:
    assert settings({"seed": 0}, None, {}).seed == 0
    assert settings({}, None, {"BUGBASH_SEED": "0"}).seed == 0


def test_an_empty_variable_says_nothing() -> None:
    assert settings({}, None, dict.fromkeys(ENVIRONMENT, "")) == Settings()


@pytest.mark.parametrize(
    ("variable", "value", "bounds"),
    [
        ("BUGBASH_PARALLEL", "0", "from 1 to 64"),
        ("BUGBASH_PARALLEL", "65", "from 1 to 64"),
        ("BUGBASH_PARALLEL", "many", "from 1 to 64"),
        ("BUGBASH_PARALLEL", "-1", "from 1 to 64"),
        ("BUGBASH_PARALLEL", "2.0", "from 1 to 64"),
        ("BUGBASH_PARALLEL", " 2", "from 1 to 64"),
        ("BUGBASH_PARALLEL", "٢", "from 1 to 64"),
        ("BUGBASH_SEED", "-1", "from 0 to 2147483648"),
        ("BUGBASH_SEED", "1e3", "from 0 to 2147483648"),
        ("BUGBASH_SEED", "9" * 5000, "from 0 to 2147483648"),
    ],
)
def test_an_environment_value_that_cannot_be_used_is_named_without_a_traceback(
    variable: str, value: str, bounds: str
) -> None:
    with pytest.raises(Unusable, match=f"environment variable {variable}: must be a whole number {bounds}"):
        settings({}, None, {variable: value})
