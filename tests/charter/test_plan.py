"""What a charter comes to once the file's defaults are put in."""

from dataclasses import replace
from pathlib import Path

import pytest

from bugbash.charter.load import load_bash
from bugbash.charter.plan import ALL_TOURS, Plan, moves_of, plan
from bugbash.cli import main
from bugbash.contract.models import Budget

from .files import SCRIPT, WHOLE, written


def planned(folder: Path, text: str) -> Plan:
    bash = load_bash(written(folder, text))
    return plan(bash, bash.charters[0], seed=5)


def test_a_charter_that_says_nothing_takes_the_defaults_of_the_product(tmp_path: Path) -> None:
    found = planned(tmp_path, WHOLE)
    assert (found.bash, found.charter, found.goal, found.seed) == ("shop", "look", "Look around", 5)
    assert (found.target, found.start) == ("https://shop.example.test/", "https://shop.example.test/")
    assert found.scope == ("https://shop.example.test/",)
    assert found.explorer == "tours"
    assert found.tours == ALL_TOURS
    assert found.budget == Budget(steps=8, minutes=10, tokens=150_000)
    assert (found.clamped, found.moves, found.login, found.quiet, found.allow) == ((), (), (), (), ())
    assert not found.own_browser


def test_a_charter_takes_the_defaults_of_its_file_and_its_own_words_win(tmp_path: Path) -> None:
    head = (
        "browser: own\nscope: [https://shop.example.test, https://pay.example.test]\n"
        "defaults: {budget: {steps: 3, minutes: 5}, tours: [forms], quiet: [{status: 404}], allow: [delete]}\n"
    )
    own = "    budget: {minutes: 7}\n    start: /cart?a=1\n    quiet: [{status: 500}]\n    allow: pay\n"
    found = planned(tmp_path, head + WHOLE + own)
    assert (found.budget.steps, found.budget.minutes) == (3, 7)
    assert found.start == "https://shop.example.test/cart?a=1"
    assert found.tours == ("forms",)
    assert [rule.status for rule in found.quiet] == [404, 500]
    assert found.allow == ("delete", "pay")
    assert found.own_browser
    assert len(found.scope) == 2
    again = planned(tmp_path, head + WHOLE + own + "    tours: [landmarks]\n")
    assert again == replace(found, tours=("landmarks",))


@pytest.mark.parametrize(
    ("start", "address"),
    [
        ("/", "https://shop.example.test/"),
        ("/a/b", "https://shop.example.test/a/b"),
        ("https://pay.example.test/x", "https://pay.example.test/x"),
    ],
)
def test_a_start_is_a_path_on_the_target_or_an_address(start: str, address: str, tmp_path: Path) -> None:
    text = WHOLE.replace("shop.example.test/", "shop.example.test/app/") + f"    start: {start}\n"
    assert planned(tmp_path, text).start == address


@pytest.mark.parametrize(
    ("written_budget", "steps", "minutes", "tokens", "clamped"),
    [
        ("{steps: 99}", 12, 10, 150_000, ("steps",)),
        ("{steps: 0, minutes: 1, tokens: 5}", 1, 3, 20_000, ("steps", "minutes", "tokens")),
        ("{steps: -4}", 1, 10, 150_000, ("steps",)),
        ("{minutes: 1e99, tokens: 999999999}", 8, 15, 400_000, ("minutes", "tokens")),
        ("{steps: 12, minutes: 3, tokens: 20000}", 12, 3, 20_000, ()),
        ("{minutes: 3.5}", 8, 3.5, 150_000, ()),
    ],
)
def test_a_budget_out_of_range_is_moved_to_the_nearest_bound_and_named(
    written_budget: str,
    steps: float,
    minutes: float,
    tokens: float,
    clamped: tuple[str, ...],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    found = planned(tmp_path, WHOLE + f"    budget: {written_budget}\n")
    assert found.budget == Budget(steps=steps, minutes=minutes, tokens=tokens)
    assert found.clamped == clamped
    assert main(["validate", str(tmp_path / "bash.yaml")]) == 0
    said = capsys.readouterr().out
    assert [name for name in ("steps", "minutes", "tokens") if f"its {name} budget is outside the range" in said] == [
        *clamped
    ]


@pytest.mark.parametrize(
    ("own", "keys"),
    [("", ["open", "click"]), ("    login: []\n", []), ("    login: [{open: /staff}, reload]\n", ["open", "reload"])],
)
def test_a_charter_logs_in_as_its_bash_does_unless_it_says_otherwise(
    own: str, keys: list[str], tmp_path: Path
) -> None:
    head = "login: [{open: /login}, {click: Sign in}]\n"
    assert [step.key for step in planned(tmp_path, head + WHOLE + own).login] == keys


def test_steps_make_a_charter_a_script(tmp_path: Path) -> None:
    assert planned(tmp_path, WHOLE + "    steps: [reload]\n").explorer == "script"
    assert planned(tmp_path, "defaults: {explorer: script}\n" + WHOLE + "    steps: [reload]\n").explorer == "script"


def test_plain_steps_in_a_row_make_one_move_named_by_the_expectation_that_ends_them(tmp_path: Path) -> None:
    text = (
        SCRIPT + "      - open: /\n      - expect_text: Hello\n      - reload\n"
        "      - move: search\n        severity: 5\n        do: [{fill: Search, with: lamp}]\n"
        "      - back\n      - click: Home\n"
    )
    moves = moves_of(load_bash(written(tmp_path, text)).charters[0])
    assert [(move.move, len(move.do), move.severity) for move in moves] == [
        ("expect the page to show “Hello”", 3, 3),
        ("search", 1, 5),
        ("click “Home”", 2, 3),
    ]
    assert planned(tmp_path, text).moves == moves


def test_a_charter_without_steps_has_no_moves(tmp_path: Path) -> None:
    assert moves_of(load_bash(written(tmp_path, WHOLE)).charters[0]) == ()
