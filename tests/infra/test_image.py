"""infra/Containerfile."""

import fnmatch
import json
import subprocess
from pathlib import Path

import pytest

from tests.infra.compose import BIN, INFRA, ROOT


def _instructions() -> list[str]:
    """The Containerfile's instructions, one a line."""
    text = (INFRA / "Containerfile").read_text(encoding="utf-8").replace("\\\n", " ")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def _copied() -> list[str]:
    """What is copied from the repository."""
    lines = [line.split() for line in _instructions() if line.startswith("COPY ") and "--from" not in line]
    return [source for line in lines for source in line[1:-1]]


def test_hadolint_has_nothing_to_say() -> None:
    command = [str(BIN / "hadolint"), "--failure-threshold", "style", str(INFRA / "Containerfile")]

    answer = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)

    assert (answer.returncode, answer.stdout) == (0, "")


def test_it_runs_as_a_user_who_is_not_root() -> None:
    assert [line for line in _instructions() if line.startswith("USER ")] == ["USER 10001"]


@pytest.mark.parametrize("source", _copied())
def test_what_it_copies_is_there_and_is_not_ignored(source: str) -> None:
    ignored = (INFRA / "Containerfile.dockerignore").read_text(encoding="utf-8").splitlines()

    assert (ROOT / source).exists()
    assert f"!{source}" in ignored


def test_every_part_of_the_package_is_copied() -> None:
    links = [path for path in (ROOT / "bugbash").iterdir() if path.is_symlink()]

    needed = {"bugbash", *(path.resolve().relative_to(ROOT).as_posix() for path in links)}
    assert needed <= set(_copied())


def test_the_system_call_filter_lets_chromiums_sandbox_work_and_refuses_what_a_container_never_needs() -> None:
    rules = json.loads((INFRA / "seccomp.json").read_text(encoding="utf-8"))

    refused = {name for rule in rules["syscalls"] for name in rule["names"]}
    assert rules["defaultAction"] == "SCMP_ACT_ALLOW"
    assert {rule["action"] for rule in rules["syscalls"]} == {"SCMP_ACT_ERRNO"}
    assert {"mount", "init_module", "bpf", "keyctl", "reboot"} <= refused
    assert not refused & {"clone", "clone3", "unshare", "setns", "chroot", "seccomp"}


def test_nothing_secret_is_sent_to_the_builder() -> None:
    lines = (INFRA / "Containerfile.dockerignore").read_text(encoding="utf-8").splitlines()
    let_through = [line.removeprefix("!") for line in lines if line.startswith("!")]

    assert not any(fnmatch.fnmatch("infra/.env", pattern) or pattern == "infra" for pattern in let_through)
    assert Path("infra/.env").name in (INFRA / ".gitignore").read_text(encoding="utf-8").split()
