"""The verdict of one run and of many, and what may be shown of a run."""

from pathlib import Path
from typing import Any

import pytest

from bugbash.contract.models import Run, Verdict
from bugbash.contract.verdict import Assessment, aggregate, assess
from tests.report.sample import finding

STEP = {"index": 1, "title": "look", "status": "passed"}


def assessed(**keys: Any) -> Assessment:
    run = Run.model_validate({"goal": "g", "platform": "web", "steps": [STEP], **keys})
    return assess(run, lambda path: True)


@pytest.mark.parametrize(
    ("verdicts", "expected"),
    [
        ([], "blocked"),
        (["blocked"], "blocked"),
        (["blocked", "passed"], "passed"),
        (["passed", "failed", "blocked"], "failed"),
        (["blocked", "failed"], "failed"),
    ],
)
def test_the_verdict_of_many_runs(verdicts: list[Verdict], expected: Verdict) -> None:
    assert aggregate(verdicts) == expected


def test_a_failure_that_nobody_reported_is_noticed() -> None:
    failed = {"index": 1, "status": "failed", "code": "ASSERTION_FAILED"}
    assert assessed(steps=[failed]).unreported_failure
    assert assessed(steps=[failed], findings=[finding(kind="warning")]).unreported_failure
    assert not assessed(steps=[failed], findings=[finding()]).unreported_failure
    assert not assessed().unreported_failure


def test_a_credential_written_in_one_finding_is_masked_in_the_others() -> None:
    found = assessed(
        findings=[
            finding(observed="typed password: Tr0ub4dor&3"),
            finding(
                title="Tr0ub4dor&3 is shown in clear", confidence={"level": "confirmed", "shown": 3, "replays": 3}
            ),
        ]
    )
    assert "Tr0ub4dor" not in repr(found.issues) + repr(found.contract_failures)
    assert found.issues[0]["confidence"]["level"] == "confirmed"


@pytest.mark.parametrize("value", ["warning", "observed", "screenshots", "intermit"])
def test_an_everyday_word_behind_a_label_takes_no_finding_apart(value: str) -> None:
    warning = finding(kind="warning", evidence=[{"kind": "screenshot", "path": "a.png"}])
    found = assessed(findings=[finding(observed=f"password: {value}"), warning])
    assert [shown["title"] for shown in found.warnings] == [warning["title"]]
    assert found.warnings[0]["observed"] == warning["observed"]
    assert found.warnings[0]["evidence"][0]["kind"] == "screenshot"


def test_positions_are_those_of_the_file(tmp_path: Path) -> None:
    found = assessed(findings=[finding(severity=1), "it broke", finding(severity=5)])
    assert [issue["position"] for issue in found.issues] == [2, 0]
    assert found.contract_failures[0].position == 1
