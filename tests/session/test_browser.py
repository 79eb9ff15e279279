"""Finding a Chromium, and keeping one."""

import os
from pathlib import Path

import psutil
import pytest

from bugbash.errors import Unusable
from bugbash.session import browser
from bugbash.session.browser import BrowserHost, find_browser
from tests.support.fixtures import NewSession
from tests.support.pages import PageServer

from .steps import children, family_since, opened


def program(folder: Path, name: str, text: str = "#!/bin/sh\n") -> str:
    file = folder / name
    file.write_text(text, "utf-8")
    file.chmod(0o755)
    return str(file)


def test_a_named_browser_is_taken_by_path_or_by_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = program(tmp_path, "my-chrome")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert find_browser(path, "/none") == path
    assert find_browser("my-chrome", "/none") == path
    with pytest.raises(
        Unusable, match=r"browser: other is no program that can be run; install one with: .*playwright"
    ):
        find_browser("other", path)


def test_playwrights_own_comes_before_the_systems(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own, system = program(tmp_path, "own"), program(tmp_path, "chromium")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert find_browser("", own) == own
    assert find_browser("", str(tmp_path / "none")) == system
    program(tmp_path, "google-chrome")
    (tmp_path / "chromium").unlink()
    assert find_browser("", "/none") == str(tmp_path / "google-chrome")


def test_without_any_browser_the_message_says_how_to_install_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(browser, "SYSTEM_PATHS", ())
    with pytest.raises(
        Unusable, match=r"no Chromium or Chrome on this machine; install one with: .* install .*chromium"
    ):
        find_browser("", "/none")


async def test_a_program_that_is_no_browser_is_one_line_and_leaves_nothing_behind(tmp_path: Path) -> None:
    before = children()
    path = program(tmp_path, "no-browser", "#!/bin/sh\necho no\nexit 1\n")
    with pytest.raises(Unusable, match="no-browser does not start: ") as refused:
        async with BrowserHost(path):
            raise AssertionError("it started")
    assert "\n" not in str(refused.value)
    _, alive = psutil.wait_procs(family_since(before), timeout=10)
    assert alive == []


async def test_a_host_that_closes_leaves_no_process_and_no_folder_behind(
    new_session: NewSession, pages: PageServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    before = children()
    variable = os.environ.get("PLAYWRIGHT_NODEJS_PATH")
    async with BrowserHost() as host:
        on_page = await opened(new_session, pages, "<h1>Home</h1>", host=host)
        assert os.environ.get("PLAYWRIGHT_NODEJS_PATH") == variable
        ours = family_since(before)
        assert len({os.getsid(child.pid) for child in ours} - {os.getsid(0)}) >= 1
        assert any(os.getsid(child.pid) != os.getsid(0) for child in ours if "driver" in " ".join(child.cmdline()))
        await on_page.close()
        assert host.started == 1
    await host.close()
    _, alive = psutil.wait_procs(ours, timeout=10)
    assert [child for child in alive if child.status() != psutil.STATUS_ZOMBIE] == []
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith("bugbash-driver-")] == []


async def test_without_room_for_temporary_files_the_message_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "gone"))
    with pytest.raises(Unusable, match=r"no temporary folder can be made: .*set TMPDIR"):
        async with BrowserHost():
            raise AssertionError("it started")


async def test_a_temporary_folder_from_which_nothing_may_be_run_is_no_hindrance(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As where /tmp is mounted with noexec: access(2) says so."""
    may = os.access
    monkeypatch.setattr(os, "access", lambda path, mode: may(path, mode) and "bugbash-driver-" not in str(path))
    async with BrowserHost() as host:
        assert host.started == 1
