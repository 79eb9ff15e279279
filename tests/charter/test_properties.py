"""Properties, oracle switches, resets and saved sequences as a person writes them, and what is refused."""

from pathlib import Path

import pytest

from bugbash.charter.load import faults_of, load_bash, load_saved
from bugbash.charter.plan import plan
from bugbash.charter.settings import settings
from bugbash.errors import UnusableFile

from .files import WHOLE, written

PROPERTY = WHOLE + "    properties:\n      - name: p\n"


def problem(folder: Path, text: str) -> str:
    faults = faults_of(written(folder, text))
    assert len(faults) == 1, [str(one) for one in faults]
    return faults[0].problem


@pytest.mark.parametrize(
    ("rest", "told"),
    [
        ("", "a property takes exactly one of always, holds and eventually"),
        ("        always: a\n        eventually: b\n", "exactly one of always, holds and eventually"),
        ("        holds: a\n", "holds needs after: the steps that it speaks of"),
        ("        always: a\n        after: {kind: click}\n", "beside after, write holds or eventually"),
        ("        always: a\n        within: 3\n", "within belongs to eventually"),
        ("        holds: a\n        after: {}\n", "after needs at least one of kind, count, role, name and text"),
        ("        holds: a\n        after: {kind: clik}\n", "'clik' is no kind of step; did you mean click?"),
        ("        holds: a\n        after: {kind: [press, expect_text]}\n", "'expect_text' is no kind of step"),
        ("        holds: a\n        after: {rol: button}\n", "'rol' is no key here; did you mean role?"),
        ("        eventually: a\n        within: 31\n", "less than or equal to 30"),
    ],
)
def test_a_property_that_cannot_be_meant_is_refused(rest: str, told: str, tmp_path: Path) -> None:
    assert told in problem(tmp_path, PROPERTY + rest)


def test_a_value_is_named_as_a_variable_is(tmp_path: Path) -> None:
    text = PROPERTY + "        always: a\n        values: {two words: b}\n"
    assert len(faults_of(written(tmp_path, text))) == 1


def test_defaults_and_charter_are_joined_and_a_charter_overrides_a_switch(tmp_path: Path) -> None:
    text = (
        "defaults:\n  spec: [One.]\n  properties: [{name: a, always: x}]\n"
        "  oracles: {console-error: off, raw-value: note}\n"
        + WHOLE
        + "    spec: [Two.]\n    properties: [{name: b, always: y}]\n    oracles: {raw-value: issue}\n"
    )
    bash = load_bash(written(tmp_path, text))
    mission = plan(bash, bash.charters[0], 1)
    assert mission.spec == ("One.", "Two.")
    assert [prop.name for prop in mission.properties] == ["a", "b"]
    assert mission.oracles == {"console-error": "off", "raw-value": "issue"}


def test_two_properties_of_a_charter_have_two_names(tmp_path: Path) -> None:
    text = "defaults: {properties: [{name: p, always: x}]}\n" + PROPERTY + "        always: y\n"
    assert problem(tmp_path, text) == "two properties are named 'p'"


@pytest.mark.parametrize(
    ("switch", "told"),
    [
        ("raw-valu: off", "'raw-valu' is no oracle; did you mean raw-value?"),
        ("zzz: off", "'zzz' is no oracle; bugbash tours lists them"),
        ("raw-value: loud", "'off', 'note', 'warning' or 'issue'"),
    ],
)
def test_a_switch_that_no_oracle_has_is_refused(switch: str, told: str, tmp_path: Path) -> None:
    assert told in problem(tmp_path, f"defaults: {{oracles: {{{switch}}}}}\n" + WHOLE)
    assert told in problem(tmp_path, WHOLE + f"    oracles: {{{switch}}}\n")


@pytest.mark.parametrize(
    ("reset", "told"),
    [
        ("{}", "reset takes exactly one of request and command"),
        ("{request: /reset}", "must be a method and a path on the target, such as POST /test/reset"),
        ("{request: POST reset}", "must be a method and a path on the target"),
        ("{request: 'POST https://other.test/reset'}", "https://other.test/reset is outside the scope"),
        ("{command: []}", "at least 1 item"),
        ("{command: rm}", "must be a list"),
        ("{request: POST /reset, secnds: 3}", "did you mean seconds?"),
    ],
)
def test_a_reset_that_cannot_be_done_is_refused(reset: str, told: str, tmp_path: Path) -> None:
    assert told in problem(tmp_path, f"reset: {reset}\n" + WHOLE)


def test_charters_of_a_bash_that_resets_its_app_run_one_at_a_time_unless_told_otherwise(tmp_path: Path) -> None:
    bash = load_bash(written(tmp_path, "reset: {request: POST /reset}\n" + WHOLE))
    assert settings({}, bash, {}).parallel == 1
    assert settings({"parallel": 3}, bash, {}).parallel == 3


def test_a_saved_sequence_is_checked_as_a_bash_file_is(tmp_path: Path) -> None:
    file = tmp_path / "saved.yaml"
    file.write_text("title: t\ntarget: https://app.test/\nsteps:\n  - opn: /\n", "utf-8")
    with pytest.raises(UnusableFile, match=r"line 4, column 5: .*did you mean open"):
        load_saved(file)
    file.write_text("title: t\ntarget: https://app.test/\nsteps:\n  - fill: x\n    with: secret_ref:pin\n", "utf-8")
    with pytest.raises(UnusableFile, match="the secret pin is not declared under secrets"):
        load_saved(file)
