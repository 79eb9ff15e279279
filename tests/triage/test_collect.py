"""From run directories to a summary: states, sentences, and what never gets lost."""

import json
from pathlib import Path
from typing import Any

import pytest

from bugbash.contract.models import Run, Verdict
from bugbash.errors import BugbashError
from bugbash.triage.collect import absent_outcome, outcome_of, summary_of_run
from bugbash.triage.summary import BashSummary, State, outcome_state, sentence_of
from tests.report.conftest import Sample
from tests.report.sample import finding, write_run_directory

RUN: dict[str, Any] = {
    "goal": "g",
    "platform": "web",
    "steps": [{"index": 1, "title": "look", "status": "passed"}],
    "findings": [],
}


@pytest.mark.parametrize(
    ("keys", "verdict", "state"),
    [
        ({}, "passed", "ran"),
        ({}, "failed", "ran"),
        ({}, "blocked", "blocked"),
        ({"charter": "a", "ended": "2026-11-30T14:09:40Z"}, "passed", "ran"),
        ({"charter": "a"}, "failed", "crashed"),
        ({"charter": "a", "ended": "2026-11-30T14:09:40Z", "stop_reason": "cancelled"}, "passed", "cancelled"),
        ({"stop_reason": "cancelled"}, "blocked", "cancelled"),
    ],
)
def test_a_charters_state(keys: dict[str, Any], verdict: Verdict, state: State) -> None:
    assert outcome_state(Run.model_validate({**RUN, **keys}), verdict) == state


def test_a_charter_that_left_nothing_never_ran_or_crashed() -> None:
    assert absent_outcome("a", "g", "a", "").state == "never ran"
    crashed = absent_outcome("a", "g", "a", "no browser at https://amy:opensesame9@example.test/")
    assert crashed.state == "crashed"
    assert "opensesame9" not in crashed.error


def test_the_sample_comes_to(sample: Sample) -> None:
    summary = sample.summary
    assert summary.verdict == "failed"
    assert summary.sentence == "4 issues found, the worst of severity 5; 3 of 6 charters ran."
    states = {charter.name: charter.state for charter in summary.charters}
    assert states == {
        "cart-totals": "ran",
        "sign-up-forms": "ran",
        "search-and-filter": "ran",
        "checkout": "blocked",
        "order-history": "crashed",
        "admin-pages": "never ran",
    }
    assert [charter.name for charter in summary.not_run] == ["checkout", "order-history", "admin-pages"]
    assert [line.severity for line in summary.holding] == [5, 4, 3]


def test_the_same_bug_met_twice_is_one_line_with_two_sightings(sample: Sample) -> None:
    [total] = [line for line in sample.summary.lines if "sum of the rows" in line.title]
    assert [sighting.charter for sighting in total.sightings] == ["cart-totals", "sign-up-forms"]


def test_a_summary_survives_its_file(sample: Sample) -> None:
    again = BashSummary.model_validate_json(sample.summary.model_dump_json())
    assert again == sample.summary


@pytest.mark.parametrize(
    ("verdict", "charters", "sentence"),
    [
        ("passed", ["ran", "ran"], "2 of 2 charters ran, with no issue."),
        ("passed", ["ran", "blocked"], "1 of 2 charters ran, with no issue."),
        ("passed", ["ran"], "1 of 1 charter ran, with no issue."),
        ("blocked", ["blocked", "never ran"], "Nothing was exercised: 0 of 2 charters ran."),
        ("blocked", [], "Nothing was exercised: 0 of 0 charters ran."),
    ],
)
def test_a_sentence_says_how_much_was_exercised(verdict: Verdict, charters: list[State], sentence: str) -> None:
    outcomes = [absent_outcome("a", "g", "a", "").model_copy(update={"state": state}) for state in charters]
    assert sentence_of(verdict, outcomes, []) == sentence


class TestAlone:
    """A run directory that stands alone, whoever wrote it."""

    def test_its_findings_are_not_merged(self, tmp_path: Path) -> None:
        findings = [finding(title="row 1 is lost"), finding(title="row 2 is lost"), finding(title="row 2 is lost")]
        write_run_directory(tmp_path, {**RUN, "findings": findings})
        summary = summary_of_run(tmp_path)
        assert [line.title for line in summary.lines] == ["row 1 is lost", "row 2 is lost", "row 2 is lost"]
        assert summary.sentence.startswith("3 issues")
        assert summary.gate.reasons == ["3 issues of severity 1 or more"]

    def test_a_warning_of_the_same_words_as_an_issue_holds_nothing(self, tmp_path: Path) -> None:
        write_run_directory(tmp_path, {**RUN, "findings": [finding(), finding(kind="warning")]})
        summary = summary_of_run(tmp_path)
        assert [line.kind for line in summary.holding] == ["issue"]
        assert [line.kind for line in summary.warnings] == ["warning"]

    def test_it_is_named_after_its_folder(self, tmp_path: Path) -> None:
        write_run_directory(tmp_path / "mine", RUN)
        summary = summary_of_run(tmp_path / "mine")
        assert (summary.name, summary.charters[0].name, summary.charters[0].directory) == ("mine", "mine", "")

    def test_a_credential_given_away_once_is_masked_everywhere(self, tmp_path: Path) -> None:
        secret = "Tr0ub4dor&3"
        run = {
            **RUN,
            "goal": f"log in with {secret}",
            "charter": f"login-{secret}",
            "notes": [f"typed {secret}"],
            "refused": {f"https://x.test/{secret}": 1},
            "coverage": [{"screen": f"/{secret}", "touched": 1, "known": 2}],
            "steps": [{"index": 1, "title": secret, "status": "blocked", "detail": secret, "code": secret}],
            "findings": [finding(observed=f"password: {secret}")],
        }
        write_run_directory(tmp_path, run)
        assert "Tr0ub4dor" not in summary_of_run(tmp_path).model_dump_json()

    def test_it_may_not_be_there(self, tmp_path: Path) -> None:
        with pytest.raises(BugbashError, match="no such run directory"):
            outcome_of(tmp_path / "gone", "gone", "gone")


def test_a_steps_trace_is_found_from_the_bash_directory(tmp_path: Path) -> None:
    run = {**RUN, "steps": [{"index": 1, "status": "passed", "trace": "traces/1.md"}]}
    (tmp_path / "run.json").write_text(json.dumps(run), encoding="utf-8")
    assert outcome_of(tmp_path, "a", "charters/a")[0].steps[0].trace == "charters/a/traces/1.md"
    assert outcome_of(tmp_path, "a", "")[0].steps[0].trace == "traces/1.md"
