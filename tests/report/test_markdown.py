"""Markdown for a step summary: short, and with no markup but ours."""

from pathlib import Path

import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token

from bugbash.report.markdown import LIMIT, code, markdown
from bugbash.triage.collect import absent_outcome, summarise, summary_of_run
from bugbash.triage.lines import line_of
from tests.report.conftest import Sample
from tests.report.hostile import HOSTILE, hostile_run
from tests.report.sample import POLICY, finding, step, write_run_directory

PARSER = MarkdownIt("commonmark").enable(["table", "strikethrough"])


def tokens(said: str) -> list[Token]:
    flat = []
    for token in PARSER.parse(said):
        flat += [token, *(token.children or [])]
    return flat


def headings(said: str) -> list[str]:
    parsed = PARSER.parse(said)
    return [parsed[at + 1].content for at, token in enumerate(parsed) if token.type == "heading_open"]


def test_it_says_the_same_as_the_other_reports(sample: Sample) -> None:
    said = markdown(sample.summary, "results")
    assert headings(said) == [
        "Failed, with 3 of 6 charters not fully exercised: `shop-nightly`",
        "Findings that hold the release back",
        "1. `an order with a negative quantity is accepted and pays money out`",
        "2. `the total is not the sum of the rows after a quantity changes`",
        "3. `names with an apostrophe are cut off when they are shown again`",
        "Completeness",
        "Blocked steps",
        "Findings that do not hold it back",
        "Findings that failed the contract",
        "Outside the scope, not held against the app",
        "How to repeat this bash",
    ]
    assert "`bugbash replay 'results/cart-totals#1'`" in said
    assert "`bugbash run bash.yaml --seed 7`" in said
    assert "Tr0ub4dor" not in said


@pytest.mark.parametrize("hostile", HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_text_is_no_markup(hostile: str, tmp_path: Path) -> None:
    said = markdown(summary_of_run(hostile_run(tmp_path / "run", hostile)), "results")
    plain = markdown(summary_of_run(hostile_run(tmp_path / "plain", "plain")), "results")
    assert [token.type for token in tokens(said) if token.type.startswith(("link", "image", "html", "fence"))] == []
    assert len(headings(said)) == len(headings(plain))
    assert len([token for token in tokens(said) if token.type == "td_open"]) == 7
    for token in tokens(said):
        if token.type == "text":
            assert "evil.example" not in token.content
            assert "@" not in token.content
    assert all(line.isprintable() for line in said.split("\n"))
    assert not any(line.lstrip().startswith("::") for line in said.splitlines())
    assert "##[" not in said


@pytest.mark.parametrize(
    ("text", "span"),
    [
        ("plain", "`plain`"),
        ("a `b` c", "``a `b` c``"),
        ("``", "``` `` ```"),
        ("", "–"),
        ("a\nb", "`a ⏎ b`"),
    ],
)
def test_a_code_span_holds_any_text(text: str, span: str) -> None:
    assert code(text) == span


def test_a_bash_of_a_thousand_charters_is_cut_and_says_so() -> None:
    charters = [absent_outcome(f"charter-{at}", "g" * 500, f"charter-{at}", "no browser " * 50) for at in range(1000)]
    findings = [finding(title=f"bug {'abcdefghij'[at % 10] * (at + 1)}", observed="o" * 3000) for at in range(200)]
    lines = [line_of({**found, "position": at}, "charter-1", "charter-1") for at, found in enumerate(findings)]
    said = markdown(summarise({"id": "i", "name": "n"}, charters, lines, POLICY), "results")
    assert len(said.encode()) < LIMIT
    assert "more findings; the whole is in report.html and bash.json" in said
    assert "more charters; the whole is in report.html and bash.json" in said
    assert "## Completeness" in said


def test_an_observation_of_a_megabyte_is_cut(tmp_path: Path) -> None:
    run = {
        "goal": "g",
        "platform": "web",
        "steps": [step(1, "look")],
        "findings": [finding(observed="é" * 1_000_000)],
    }
    write_run_directory(tmp_path, run)
    said = markdown(summary_of_run(tmp_path), "results")
    assert len(said.encode()) < LIMIT
    assert "more characters)" in said
