"""Bringing the app back: by a request or a command, one replay at a time, and one line where it fails."""

import asyncio
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from bugbash.charter.reset import Reset
from bugbash.session.reset import AppReset
from tests.support.pages import Page, PageServer


async def fault(reset: Reset, target: str, base: Path) -> str:
    async with AppReset(reset, target, base, asyncio.Lock()).fresh() as told:
        return told


async def test_a_request_is_sent_to_the_app(pages: PageServer, tmp_path: Path) -> None:
    pages.pages["/test/reset"] = Page(status=204)
    assert await fault(Reset(request="POST /test/reset"), pages.url("/"), tmp_path) == ""
    assert [(heard.method, heard.path) for heard in pages.heard] == [("POST", "/test/reset")]


async def test_a_request_that_is_refused_is_told_in_one_line(pages: PageServer, tmp_path: Path) -> None:
    told = await fault(Reset(request="POST /test/reset"), pages.url("/"), tmp_path)
    assert told == "reset: POST /test/reset: answers 404"


async def test_an_app_that_does_not_answer_is_told_in_one_line(tmp_path: Path) -> None:
    told = await fault(Reset(request="POST /test/reset"), "http://127.0.0.1:9/", tmp_path)
    assert told.startswith("reset: POST /test/reset: no answer: ")
    assert "\n" not in told


async def test_a_command_runs_in_the_folder_of_the_bash_file_without_a_shell(tmp_path: Path) -> None:
    write = "import sys; open('made', 'w').write(sys.argv[1])"
    assert await fault(Reset(command=[sys.executable, "-c", write, "$HOME; x"]), "http://app.test/", tmp_path) == ""
    assert (tmp_path / "made").read_text("utf-8") == "$HOME; x"


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (
            {"command": [sys.executable, "-c", "print('a'); raise SystemExit('no database')"]},
            "exit status 1: no database",
        ),
        ({"command": ["/no/such/program"]}, "does not start: No such file or directory"),
        ({"command": ["sleep", "60"], "seconds": 0.2}, "is not done in 0.2 s"),
    ],
    ids=["fails", "is not there", "hangs"],
)
async def test_a_command_that_fails_is_told_in_one_line(given: dict[str, Any], told: str, tmp_path: Path) -> None:
    began = time.monotonic()
    said = await fault(Reset(**given), "http://app.test/", tmp_path)
    assert said.startswith("reset: ") and said.endswith(told)
    assert time.monotonic() - began < 20


async def test_the_app_is_brought_back_for_one_replay_at_a_time(pages: PageServer, tmp_path: Path) -> None:
    pages.pages["/reset"] = Page()
    reset = AppReset(Reset(request="PUT /reset"), pages.url("/"), tmp_path, asyncio.Lock())
    inside: list[int] = []

    async def replay() -> int:
        async with reset.fresh():
            inside.append(1)
            most = len(inside)
            await asyncio.sleep(0.02)
            inside.pop()
            return most

    assert await asyncio.gather(*(replay() for _ in range(3))) == [1, 1, 1]
