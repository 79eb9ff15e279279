"""Merging findings: one bug, one line, whatever the order."""

from hypothesis import given
from hypothesis import strategies as st

from bugbash.contract.models import Confidence
from bugbash.triage.lines import EvidenceLink, Line, Sighting, line_of, merge
from tests.report.sample import finding

words = st.sampled_from(["total", "label", "cart", "menu"])
sightings = st.builds(
    Sighting,
    charter=words,
    directory=words,
    position=st.integers(0, 3),
    step=st.integers(1, 3),
    screen=words,
    evidence=st.lists(st.builds(EvidenceLink, kind=st.just("log"), path=words), max_size=2).map(tuple),
)
sure = st.builds(Confidence, level=st.just("intermittent"), shown=st.integers(0, 3), replays=st.integers(3, 3))
lines = st.builds(
    Line,
    fingerprint=st.sampled_from(["bb1-0", "bb1-1", "bb1-2"]),
    kind=st.sampled_from(["issue", "warning"]),
    severity=st.integers(1, 5),
    title=words,
    screen=words,
    expected=words,
    observed=words,
    repro=st.lists(words, min_size=1, max_size=3).map(tuple),
    confidence=st.none() | sure,
    sightings=st.lists(
        sightings, min_size=1, max_size=2, unique_by=lambda s: (s.charter, s.directory, s.position)
    ).map(tuple),
)
groups = st.lists(lines, max_size=6)


@given(groups, groups, groups)
def test_merging_is_associative(a: list[Line], b: list[Line], c: list[Line]) -> None:
    assert merge(merge(a, b), c) == merge(a, merge(b, c)) == merge(a, b, c)


@given(groups, groups)
def test_merging_is_commutative(a: list[Line], b: list[Line]) -> None:
    assert merge(a, b) == merge(b, a)


@given(groups)
def test_merging_is_idempotent(a: list[Line]) -> None:
    assert merge(merge(a), merge(a)) == merge(a) == merge(a, a)


@given(groups)
def test_no_sighting_is_lost_and_no_bug_has_two_lines(a: list[Line]) -> None:
    merged = merge(a)
    assert len({line.fingerprint for line in merged}) == len(merged)
    for line in merged:
        seen = {
            (s.charter, s.directory, s.position)
            for other in a
            if other.fingerprint == line.fingerprint
            for s in other.sightings
        }
        assert {(s.charter, s.directory, s.position) for s in line.sightings} == seen


@given(groups)
def test_issues_come_first_and_the_most_severe_first(a: list[Line]) -> None:
    order = [(line.kind != "issue", -line.severity) for line in merge(a)]
    assert order == sorted(order)


def line(charter: str, **given: object) -> Line:
    return line_of({**finding(fingerprint="bb1-0123456789abcdef", **given), "position": 0}, charter, charter)


def test_the_surest_sighting_speaks_for_the_bug() -> None:
    shaky = line("a", severity=5, title="shaky", confidence={"level": "intermittent", "shown": 1, "replays": 3})
    sure = line("b", severity=3, title="sure", confidence={"level": "confirmed", "shown": 3, "replays": 3})
    [merged] = merge([shaky], [sure])
    assert (merged.title, merged.severity) == ("sure", 3)
    assert [sighting.charter for sighting in merged.sightings] == ["a", "b"]
    assert merged.told_by.charter == "b"


def test_an_issue_outweighs_a_warning_of_the_same_bug() -> None:
    [merged] = merge([line("a", kind="warning", severity=5)], [line("b", kind="issue", severity=1)])
    assert merged.kind == "issue"


def test_the_steps_shown_are_those_that_the_replay_command_replays() -> None:
    [merged] = merge([line("a", repro=["open /", "long", "way"])], [line("b", repro=["open /cart"])])
    assert merged.repro == ("open /cart",)
    assert merged.told_by.charter == "b"


def test_evidence_is_found_from_the_bash_directory() -> None:
    assert line("cart").sightings[0].evidence[0].path == "cart/evidence/1.png"
    alone = line_of({**finding(), "position": 0}, "cart", "")
    assert alone.sightings[0].evidence[0].path == "evidence/1.png"
