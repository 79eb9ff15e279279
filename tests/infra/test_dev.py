"""./dev: its help, and what it says to a call that it does not know."""

import subprocess

import pytest

from tests.infra.compose import BIN, ROOT

SCRIPTS = ("dev", ".ci/run", "infra/new-env")


def _dev(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([str(ROOT / "dev"), *arguments], capture_output=True, text=True, timeout=60, check=False)


def test_help_tells_of_every_command() -> None:
    answer = _dev("--help")

    assert answer.returncode == 0
    for command in ("demo", "test", "check", "bugbash", "setup", "lock"):
        assert f"\n  {command} " in answer.stdout


@pytest.mark.parametrize("arguments", [(), ("tset",)])
def test_a_call_that_it_does_not_know_is_told_the_usage(arguments: tuple[str, ...]) -> None:
    answer = _dev(*arguments)

    assert answer.returncode == 2
    assert answer.stdout == ""
    assert answer.stderr.startswith("usage: ./dev COMMAND")


@pytest.mark.parametrize("script", SCRIPTS)
def test_shellcheck_has_nothing_to_say_and_a_script_stops_at_its_first_error(script: str) -> None:
    answer = subprocess.run(
        [str(BIN / "shellcheck"), str(ROOT / script)], capture_output=True, text=True, timeout=60, check=False
    )

    assert (answer.returncode, answer.stdout) == (0, "")
    assert "set -euo pipefail" in (ROOT / script).read_text(encoding="utf-8")
    assert (ROOT / script).stat().st_mode & 0o111
