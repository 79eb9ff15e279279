"""`bugbash replay` and `bugbash export` on what a bash left on disk."""

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest

from bugbash.charter.load import load_saved
from bugbash.cli import main
from bugbash.contract.claims import NoAnswer
from bugbash.oracles.base import Suspicion
from bugbash.oracles.responses import ServerError
from tests.export.bash_on_disk import found, written_bash
from tests.export.exported import run_test
from tests.oracles.build import clicks, fills, opens, page
from tests.support.pages import Page, PageServer

BUG = Suspicion(
    oracle=ServerError.name,
    kind="issue",
    severity=4,
    title="GET /orders/:id answers 500",
    expected="An answer.",
    observed="open /orders/7: GET /orders/7 answers 500.",
    screen="/orders/7",
    location="GET /orders/:id",
    message="status 5xx",
    claim=NoAnswer(method="GET", route="/orders/:id", least=500, most=599),
)
LINK = page("<h1>Orders</h1><a href=/orders/7>Order 7</a>")
STEPS = (opens("/"), clicks("Order 7"))


def replayed(*arguments: str) -> tuple[int, list[str]]:
    done = subprocess.run(
        [sys.executable, "-m", "bugbash.cli", "replay", *arguments],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.stderr == "", done.stderr
    return done.returncode, done.stdout.splitlines()


def broken(pages: PageServer) -> None:
    pages.pages |= {"/": LINK, "/orders/7": Page("<h1>Oops</h1>", status=500)}


def mended(pages: PageServer) -> None:
    pages.pages |= {"/": LINK, "/orders/7": "<h1>Order 7</h1>"}


def moved(pages: PageServer) -> None:
    pages.pages |= {"/": page("<h1>Nothing</h1>")}


def test_a_finding_a_run_a_bash_and_a_saved_sequence_are_replayed(pages: PageServer, tmp_path: Path) -> None:
    broken(pages)
    directory = written_bash(tmp_path, pages.url("/"), [found(BUG, *STEPS)])
    saved = tmp_path / "saved.yaml"
    assert main(["export", f"{directory}#{BUG.key}", "--as", "steps", "--out", str(saved)]) == 0
    told = [f"reproduced in step 2 of 2: {BUG.title}"]
    for named in (f"{directory}/shelf#0", str(directory / "shelf"), f"{directory}#{BUG.key}", str(saved)):
        assert replayed(named) == (1, told), named
    mended(pages)
    assert replayed(str(directory)) == (0, [f"clean: {BUG.title}"])
    moved(pages)
    status, lines = replayed(str(saved))
    assert status == 3
    assert lines[0].startswith("diverged at step 2: ")


def test_of_several_findings_one_that_shows_decides(pages: PageServer, tmp_path: Path) -> None:
    broken(pages)
    findings = [found(BUG, opens("/")), found(BUG, clicks("No such thing")), found(BUG, *STEPS)]
    directory = written_bash(tmp_path, pages.url("/"), findings)
    status, lines = replayed(str(directory))
    assert status == 1
    assert [line.partition(" ")[0].strip(":") for line in lines] == ["clean", "diverged", "reproduced"]


def test_a_sequence_without_a_finding_looks_for_any_issue(pages: PageServer, tmp_path: Path) -> None:
    broken(pages)
    file = tmp_path / "mine.yaml"
    file.write_text(f"title: my order\ntarget: {pages.url('/')}\nsteps:\n  - open: /\n  - click: Order 7\n", "utf-8")
    assert replayed(str(file)) == (1, [f"reproduced in step 2 of 2 ({BUG.title}): my order"])


@pytest.mark.parametrize(
    ("named", "told"),
    [
        ("{0}/shelf#7", "has no finding 7; it has 1"),
        ("{0}#bb1-0000000000000000", "has no finding bb1-0000000000000000"),
        ("{0}#first", "name a finding as DIR/CHARTER#POSITION or DIR#FINGERPRINT"),
        ("{0}/nothing", "there is no such run, bash or file"),
    ],
)
def test_what_is_not_there_is_told_in_one_line(
    named: str, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    directory = written_bash(tmp_path, "http://app.test/", [found(BUG, *STEPS)])
    assert main(["replay", named.format(directory)]) == 2
    error = capsys.readouterr().err
    assert told in error
    assert error.count("\n") == 1


def exported(*arguments: str, capsys: pytest.CaptureFixture[str]) -> str:
    assert main(["export", *arguments]) == 0
    return capsys.readouterr().out


def test_a_finding_that_is_none_of_our_oracles_exports_as_a_sequence_only(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    directory = written_bash(tmp_path, "http://app.test/", [{**found(BUG, *STEPS), "oracle": "other", "claim": None}])
    assert main(["export", f"{directory}/shelf#0", "--as", "playwright-python"]) == 2
    assert capsys.readouterr().err == (
        "bugbash: a finding of kind other is none of an oracle of bugbash, which could judge it: --as steps\n"
    )
    assert "opens: " not in exported("0", "--run", f"{directory}/shelf", "--as", "steps", capsys=capsys)


LOGIN = [{"open": "/login"}, {"fill": {"label": "Pass word"}, "with": "secret_ref:pin"}, {"click": "Sign in"}]


async def test_secrets_are_looked_up_in_the_environment_and_written_nowhere(
    pages: PageServer, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SHOP_PIN", "open-sesame-4711")
    form = "<form method=post action=/in><label>Pass word<input type=password name=p></label><button>Sign in</button>"
    pages.pages |= {
        "/login": page(form),
        "/in": lambda heard: Page(redirect="/" if "open-sesame-4711" in heard.text else "/login"),
    }
    broken(pages)
    directory = written_bash(
        tmp_path, pages.url("/"), [found(BUG, *STEPS)], secrets={"pin": "env:SHOP_PIN"}, login=LOGIN
    )
    source = exported(f"{directory}/shelf#0", "--as", "playwright-python", capsys=capsys)
    steps = exported(f"{directory}/shelf#0", "--as", "steps", capsys=capsys)
    assert "open-sesame-4711" not in source + steps
    assert "secret('SHOP_PIN')" in source
    assert "pin: env:SHOP_PIN" in steps
    ran = await run_test(source, tmp_path, pages.url("/"), SHOP_PIN="open-sesame-4711")
    assert ran.status == 1, ran.output
    assert (await run_test(source, tmp_path, pages.url("/"))).output == "diverged: set SHOP_PIN in the environment\n"


HOSTILE = '"""\nimport os; os.abort()\n# coding: utf-7 \\ \u202e{tag} %s {0} \x1b[2J'


async def test_what_a_page_says_stays_text_in_a_test_and_in_a_sequence(
    pages: PageServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    steps = (opens("/"), fills("Note", HOSTILE.replace("\x1b", "")), clicks("Order 7"))
    pages.pages["/"] = page("<label>Note <textarea></textarea></label><a href=/orders/7>Order 7</a>")
    pages.pages["/orders/7"] = "<h1>Order 7</h1>"
    finding = {**found(BUG, *steps), "title": HOSTILE, "observed": HOSTILE, "expected": HOSTILE}
    directory = written_bash(tmp_path, pages.url("/"), [finding])
    source = exported(f"{directory}/shelf#0", "--as", "playwright-python", capsys=capsys)
    ran = await run_test(source, tmp_path, pages.url("/"))
    assert (ran.status, ran.output) == (0, "clean\n")
    saved = tmp_path / "saved.yaml"
    await asyncio.to_thread(main, ["export", f"{directory}/shelf#0", "--as", "steps", "--out", str(saved)])
    assert load_saved(saved).steps == [*steps]
