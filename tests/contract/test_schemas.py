"""The published JSON Schemas: current, and in agreement with what the loaders take."""

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator

from bugbash.charter.load import load_bash
from bugbash.cli import main
from bugbash.commands.schema import schema_text
from bugbash.contract.models import Run
from bugbash.contract.verdict import assess
from bugbash.errors import UnusableFile
from tests.contract.test_vectors import VECTORS
from tests.report.sample import finding

SCHEMAS = Path(__file__).parents[2] / "schemas"
FILES = {"run": "explore-run.schema.json", "bash": "bash-file.schema.json"}

KEEPING = [
    vector["run"]
    for vector in VECTORS
    if not vector.get("error")
    and not assess(Run.model_validate(vector["run"]), lambda path: ".." not in path).contract_failures
]

DESIGN = """
name: shop-nightly
target: https://shop.example.test/
scope: [https://shop.example.test]
store: s3://bug-bash/shop
parallel: 4
secrets: {shop-user: env:SHOP_USER, shop-password: env:SHOP_PASSWORD}
login:
  - open: /login
  - fill: {label: Email}
    with: secret_ref:shop-user
  - fill: {label: Password}
    with: secret_ref:shop-password
  - click: {role: button, name: Sign in}
  - expect_url: /account
defaults: {explorer: tours, budget: {steps: 8, minutes: 10}}
charters:
  - name: cart-totals
    goal: Explore the cart with odd quantities to discover wrong totals
    start: /cart
    spec: ["The total is the sum of the rows."]
    properties:
      - name: the total is the sum of the rows
        always: "sum(all('.row .amount')) === num(one('.total'))"
    quiet: [{status: 404, url: /favicon.ico}]
gate: {min_severity: 2, min_ran: 1.0}
"""

SHORT_FORMS = """
name: a
target: http://localhost:8000
defaults: {allow: delete}
charters:
  - name: b
    goal: g
    allow: [pay, send]
    explorer: script
    steps:
      - reload
      - back:
      - forward: true
      - click: Sign in
      - click: {testid: cart, within: "Basket", nth: 1}
        count: 2
      - move: fill in the form
        severity: 4
        do:
          - reload
          - fill: Name
            with: Amy
          - expect_text: Thank you
            in: {role: status}
      - wait_for: Thank you
        seconds: 3
      - resize: {width: 360, height: 640}
      - upload: {label: Photo}
        file: a.png
      - expect_count: {css: .row}
        equals: 3
gate: {min_ran: 1}
"""

REFUSED = {
    "an unknown key": "goals: g",
    "an unknown step": "steps: [{tap: Sign in}]",
    "a step with an unknown key": "steps: [{click: Sign in, hard: true}]",
    "a bare step that is none": "steps: [refresh]",
    "a number as a locator": "steps: [{click: 5}]",
    "a blank locator": "steps: [{click: ' '}]",
    "a severity of six": "properties: [{name: n, always: 'true', severity: 6}]",
    "a text as a budget": "budget: {steps: many}",
    "an unknown tour": "tours: [shopping]",
    "no steps at all": "steps: []",
}


def validator(of: str) -> Draft202012Validator:
    schema = json.loads(schema_text(of))
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


@pytest.mark.parametrize("of", FILES)
def test_the_file_is_what_the_command_prints(of: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema", of]) == 0
    kept = (SCHEMAS / FILES[of]).read_text("utf-8")
    assert capsys.readouterr().out == kept, f"run: bugbash schema {of} > schemas/{FILES[of]}"


@pytest.mark.parametrize("run", KEEPING, ids=range(len(KEEPING)))
def test_runs_that_keep_the_contract_fit(run: dict[str, Any]) -> None:
    validator("run").validate(run)


def test_most_vectors_were_looked_at() -> None:
    assert len(KEEPING) >= 25


@pytest.mark.parametrize(
    "wrong",
    [{"severity": 6}, {"kind": "bug"}, {"repro": []}, {"evidence": []}, {"title": " "}, {"step": "1"}],
    ids=lambda wrong: next(iter(wrong)),
)
def test_a_finding_that_breaks_the_contract_does_not_fit(wrong: dict[str, Any]) -> None:
    run = {"goal": "g", "platform": "web", "steps": [{"index": 1, "status": "passed"}]}
    assert validator("run").is_valid({**run, "findings": [finding()]})
    assert not validator("run").is_valid({**run, "findings": [finding(**wrong)]})


@pytest.mark.parametrize("text", [DESIGN, SHORT_FORMS], ids=["design", "short forms"])
def test_what_the_loader_takes_fits(text: str, tmp_path: Path) -> None:
    file = tmp_path / "bash.yaml"
    file.write_text(text, encoding="utf-8")
    load_bash(file)
    validator("bash").validate(yaml.safe_load(text))


@pytest.mark.parametrize("line", REFUSED.values(), ids=REFUSED.keys())
def test_what_the_loader_refuses_does_not_fit(line: str, tmp_path: Path) -> None:
    text = f"name: a\ntarget: http://localhost\ncharters:\n  - name: b\n    goal: g\n    {line}\n"
    file = tmp_path / "bash.yaml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(UnusableFile):
        load_bash(file)
    assert not validator("bash").is_valid(yaml.safe_load(text))
