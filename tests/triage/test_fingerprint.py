"""What makes two findings the same bug, and what must not."""

import pytest

from bugbash.triage.fingerprint import fingerprint, fingerprint_of, normalise, route_template
from tests.report.sample import finding


def test_the_golden_value_stays() -> None:
    """Histories hold it: a change here is a new version, not a fix."""
    assert fingerprint("property", "/cart total", "the total stayed 12.00") == "bb1-3465ec6d4eedca1d"


SAME = [
    ("the total stayed 12.00", "the total stayed 13.50"),
    ("the total stayed 12.00", "The  total\nstayed 12.00"),
    ("order 0a1b2c3d4e5f not found", "order ffee00112233 not found"),
    (
        "order 123e4567-e89b-12d3-a456-426614174000 not found",
        "order 00000000-0000-4000-8000-000000000000 not found",
    ),
    ("Uncaught at 2026-11-30T14:02:11", "Uncaught at 2025-01-02T03:04:05"),
    ("note bb7f3kx1 is gone", "note bbq0zzx22 is gone"),
]
DIFFERENT = [
    ("the total stayed 12.00", "the subtotal stayed 12.00"),
    ("O is undefined", "O is null"),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_what_changes_from_run_to_run_does_not_count(one: str, other: str) -> None:
    assert fingerprint("o", "l", one) == fingerprint("o", "l", other)


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_what_a_developer_would_call_another_bug_counts(one: str, other: str) -> None:
    assert fingerprint("o", "l", one) != fingerprint("o", "l", other)


def test_oracle_and_location_count() -> None:
    assert len({fingerprint(oracle, route, "m") for oracle in ("a", "b") for route in ("/x", "/y")}) == 4


@pytest.mark.parametrize(
    "given",
    [
        {"severity": 5},
        {"kind": "warning"},
        {"step": 2},
        {"observed": "something else"},
        {"expected": "something else"},
        {"repro": ["another way"]},
        {"evidence": [{"kind": "log", "path": "other.log"}]},
        {"confidence": {"level": "confirmed", "shown": 3, "replays": 3}},
    ],
    ids=lambda given: next(iter(given)),
)
def test_neither_severity_nor_prose_changes_a_reported_findings_fingerprint(given: dict[str, object]) -> None:
    assert fingerprint_of(finding(**given)) == fingerprint_of(finding())


def test_title_and_screen_of_a_reported_finding_count() -> None:
    assert fingerprint_of(finding(title="other")) != fingerprint_of(finding())
    assert fingerprint_of(finding(screen="other")) != fingerprint_of(finding())


def test_a_findings_own_fingerprint_is_kept() -> None:
    assert fingerprint_of(finding(fingerprint="bb1-0123456789abcdef")) == "bb1-0123456789abcdef"


@pytest.mark.parametrize("own", ["", "mine", 5, None])
def test_another_programs_fingerprint_is_not(own: object) -> None:
    assert fingerprint_of(finding(fingerprint=own)) == fingerprint_of(finding())


@pytest.mark.parametrize(
    ("address", "route"),
    [
        ("https://a.test", "/"),
        ("https://a.test/cart", "/cart"),
        ("https://a.test/orders/1234/items/7", "/orders/:id/items/:id"),
        ("https://a.test/u/123e4567-e89b-12d3-a456-426614174000", "/u/:id"),
        ("https://a.test/search?q=tea&page=2", "/search?page&q"),
        ("https://a.test/search?page=&q=", "/search?page&q"),
        ("https://a.test/app#/orders/12", "/app#/orders/:id"),
        ("https://a.test/page#section-2", "/page"),
        ("https://a.test/w/caf%C3%A9", "/w/:id"),
    ],
)
def test_routes_are_templates(address: str, route: str) -> None:
    assert route_template(address) == route


def test_a_message_of_a_megabyte_is_cut() -> None:
    assert len(normalise("ab " * 400_000)) <= 300
