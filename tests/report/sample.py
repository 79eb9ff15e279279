"""A bash as it is met in practice, on disk: six charters, one blocked, one crashed, one that never ran."""

import json
import struct
import zlib
from pathlib import Path
from typing import Any, NamedTuple

from bugbash.report.bash_json import BASH_FILE, bash_json
from bugbash.triage.collect import absent_outcome, outcome_of, summarise
from bugbash.triage.summary import BashSummary

Colour = tuple[int, int, int]
Box = tuple[int, int, int, int, Colour]


class Policy(NamedTuple):
    """A gate's policy."""

    min_severity: int = 2
    min_ran: float = 1.0


POLICY = Policy()


def sample_bash(directory: Path, policy: Policy = POLICY) -> BashSummary:
    """Write the sample's run directories, evidence and bash.json into `directory`, and give its summary."""
    outcomes, lines = [], []
    for name, run in _RUNS.items():
        write_run_directory(directory / name, {**_COMMON, "charter": name, **run})
        outcome, found = outcome_of(directory / name, name, name)
        if outcome.state == "crashed":
            outcome = outcome.model_copy(update={"error": "the browser ended by itself (signal 11) in step 3"})
        outcomes.append(outcome)
        lines += found
    outcomes.append(
        absent_outcome(
            "admin-pages", "Explore the admin pages to discover what a shopper can reach", "admin-pages", ""
        )
    )
    about = {
        "id": "shop-nightly-20261130-1402",
        "name": "shop-nightly",
        "target": "https://shop.example.test/",
        "file": "bash.yaml",
        "started": "2026-11-30T14:02:11Z",
        "ended": "2026-11-30T14:09:46Z",
        "tool_version": "0.1.0",
        "seed": 7,
        "store": "s3://bug-bash/shop",
    }
    summary = summarise(about, outcomes, lines, policy)
    (directory / BASH_FILE).write_text(bash_json(summary), encoding="utf-8")
    return summary


def write_run_directory(directory: Path, run: dict[str, Any]) -> None:
    """Write `run` as run.json, with a file for every evidence path that its findings name."""
    directory.mkdir(parents=True, exist_ok=True)
    (directory / "run.json").write_text(json.dumps(run), encoding="utf-8")
    for finding in run["findings"]:
        for item in finding.get("evidence", ()) if isinstance(finding, dict) else ():
            path = directory / item["path"]
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(screenshot() if item["kind"] == "screenshot" else b"GET /cart 200\n")


def screenshot(width: int = 640, height: int = 400) -> bytes:
    """A PNG that looks like a cart page from afar."""
    white, ink, pale, blue, red = (255, 255, 255), (40, 44, 52), (232, 235, 240), (11, 87, 176), (196, 38, 30)
    boxes: list[Box] = [(0, 0, width, 44, ink), (20, 14, 110, 16, pale), (20, 66, 150, 18, ink)]
    for row in range(3):
        top = 104 + row * 64
        boxes += [
            (20, top, width - 40, 52, pale),
            (32, top + 10, 34, 32, blue),
            (80, top + 20, 180, 10, ink),
            (width - 120, top + 20, 80, 10, ink),
        ]
    boxes += [(width - 220, 312, 200, 3, ink), (width - 130, 328, 90, 14, red), (width - 160, 356, 140, 30, blue)]
    rows = [[white] * width for _ in range(height)]
    for left, top, wide, high, colour in boxes:
        for y in range(top, top + high):
            rows[y][left : left + wide] = [colour] * wide
    raw = b"".join(b"\0" + bytes(value for pixel in row for value in pixel) for row in rows)
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(raw)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in chunks
    )


def finding(**given: Any) -> dict[str, Any]:
    """A finding that keeps the contract, with `given` put in."""
    return {
        "kind": "issue",
        "severity": 3,
        "title": "the total is not updated",
        "screen": "/cart",
        "expected": "the total follows the quantity",
        "observed": "the total stayed 12.00",
        "repro": ["open /cart", "fill field “Quantity” with “3”"],
        "evidence": [{"kind": "screenshot", "path": "evidence/1.png"}],
        "step": 1,
        **given,
    }


def step(index: int, title: str, status: str = "passed", code: str = "", detail: str = "") -> dict[str, Any]:
    """A step of a run file."""
    return {"index": index, "title": title, "status": status, "code": code, "detail": detail}


_COMMON = {
    "platform": "web",
    "bash": "shop-nightly-20261130-1402",
    "target": "https://shop.example.test/",
    "explorer": "tours",
    "seed": 7,
    "budget": {"steps": 8, "minutes": 10},
    "started": "2026-11-30T14:02:12Z",
    "ended": "2026-11-30T14:09:40Z",
}

_CONFIRMED = {"level": "confirmed", "shown": 3, "replays": 3}
_TOTAL = finding(
    severity=4,
    title="the total is not the sum of the rows after a quantity changes",
    expected="the total is the sum of the rows: 36.00",
    observed="the total stayed 12.00 while the row went to 36.00",
    spec="The total is the sum of the rows.",
    oracle="property",
    location="/cart total",
    fingerprint="bb1-3f60c1a2be9d7784",
    confidence=_CONFIRMED,
    repro=["open /cart", "fill field “Quantity” in row “Teapot, blue” with “3”", "click button “Update”"],
    evidence=[
        {"kind": "screenshot", "path": "evidence/total.png"},
        {"kind": "trace", "path": "evidence/total-trace.zip"},
        {"kind": "log", "path": "evidence/total-network.log"},
    ],
    step=3,
)

_RUNS: dict[str, dict[str, Any]] = {
    "cart-totals": {
        "goal": "Explore the cart with odd quantities to discover wrong totals",
        "usage": {"steps": 8, "minutes": 4.2, "tokens": 0},
        "stop_reason": "step-limit",
        "stop_detail": "8 of 8 steps used",
        "steps": [
            step(1, "visit the landmarks from /cart"),
            step(2, "fill the quantity form with edge values"),
            step(3, "change each quantity and read the total", "failed", "ASSERTION_FAILED", "total stayed 12.00"),
            step(4, "reload in the middle of the update"),
            step(5, "go back after the update"),
            step(6, "remove rows until the cart is empty"),
            step(7, "walk the cart with the keyboard only"),
            step(8, "open the cart at 360 pixels", "exhausted", "BUDGET_EXCEEDED"),
        ],
        "findings": [
            _TOTAL,
            finding(
                severity=5,
                title="an order with a negative quantity is accepted and pays money out",
                screen="/checkout",
                expected="a quantity below 1 is refused",
                observed="the order was placed with a total of -24.00",
                oracle="server-accepts",
                location="/checkout POST /api/orders",
                fingerprint="bb1-90ab23cd45ef6701",
                confidence=_CONFIRMED,
                repro=["open /cart", "fill field “Quantity” with “-2”", "click button “Check out”"],
                evidence=[
                    {"kind": "screenshot", "path": "evidence/negative.png"},
                    {"kind": "log", "path": "evidence/negative.log"},
                ],
                step=2,
            ),
        ],
        "coverage": [
            {"screen": "/cart", "touched": 14, "known": 16, "not_looked_at": ["link “Terms”", "button “Gift wrap”"]},
            {
                "screen": "/checkout",
                "touched": 5,
                "known": 11,
                "not_looked_at": ["field “VAT number”", "link “Help”"],
            },
        ],
        "refused": {"https://cdn.tracker.example/collect": 41, "https://fonts.example/inter.woff2": 3},
        "left_alone": {"button “Pay now” on /checkout": 2},
        "notes": ["the quantity field flickered once and could not be made to flicker again"],
    },
    "sign-up-forms": {
        "goal": "Explore the sign-up form with unusual names and addresses to discover what it loses",
        "budget": {"steps": 8, "minutes": 10},
        "usage": {"steps": 6, "minutes": 10, "tokens": 0},
        "stop_reason": "time",
        "stop_detail": "10 of 10 minutes used",
        "steps": [
            step(1, "fill the form with ordinary data"),
            step(2, "fill the form with names from many scripts"),
            step(3, "send the form twice"),
            step(4, "leave and come back in the middle"),
            step(5, "attach a photo", "blocked", "LOCATOR_AMBIGUOUS", "3 elements match button “Choose”"),
            step(6, "walk the cart from the form"),
        ],
        "findings": [
            {**_TOTAL, "step": 6, "confidence": {"level": "intermittent", "shown": 4, "replays": 6}},
            finding(
                severity=3,
                title="names with an apostrophe are cut off when they are shown again",
                screen="/account",
                expected="O’Brien",
                observed="O",
                oracle="round-trip",
                location="/account heading",
                fingerprint="bb1-1122334455667788",
                confidence={"level": "intermittent", "shown": 4, "replays": 6},
                repro=[
                    "open /sign-up",
                    "fill field “Name” with “O’Brien”",
                    "click button “Sign up”",
                    "open /account",
                ],
                evidence=[{"kind": "screenshot", "path": "evidence/name.png"}],
                step=2,
            ),
            finding(
                severity=1,
                title="the hint below the e-mail field is misspelt",
                screen="/sign-up",
                expected="address",
                observed="adress",
                confidence=_CONFIRMED,
                step=1,
            ),
            finding(
                severity=4,
                title="the new account cannot sign in",
                screen="/login",
                repro=["open /login", "enter password: Tr0ub4dor&3", "click button “Sign in”"],
                step=2,
            ),
        ],
        "coverage": [{"screen": "/sign-up", "touched": 9, "known": 10, "not_looked_at": ["button “Choose”"]}],
    },
    "search-and-filter": {
        "goal": "Explore search with filters in odd orders to discover results that do not belong",
        "usage": {"steps": 4, "minutes": 2.6, "tokens": 0},
        "stop_reason": "done",
        "stop_detail": "nothing is left to try",
        "steps": [
            step(1, "search for each category"),
            step(2, "combine each pair of filters"),
            step(3, "page through the results and back"),
            step(4, "open the results at 360 pixels"),
        ],
        "findings": [
            finding(
                kind="warning",
                severity=2,
                title="the filter’s label is clipped at 360 pixels",
                screen="/search",
                expected="“Price, low to high” in full",
                observed="“Price, low t”",
                confidence=_CONFIRMED,
                step=4,
            )
        ],
        "coverage": [{"screen": "/search", "touched": 22, "known": 22, "not_looked_at": []}],
    },
    "checkout": {
        "goal": "Explore paying with a stored card to discover orders that are lost",
        "usage": {"steps": 3, "minutes": 0.7, "tokens": 0},
        "stop_reason": "stuck",
        "stop_detail": "the last 3 steps were blocked (credentials, environment)",
        "steps": [
            step(1, "log in", "blocked", "CREDENTIAL_MISSING", "the secret card-user is not set"),
            step(2, "open the stored cards", "blocked", "CREDENTIAL_MISSING", "not logged in"),
            step(3, "open the payment page", "blocked", "ENVIRONMENT_UNAVAILABLE", "pay.example.test answers 503"),
        ],
        "findings": [],
    },
    "order-history": {
        "goal": "Explore the order history of an account with many orders to discover missing ones",
        "usage": {"steps": 2, "minutes": 1.1, "tokens": 0},
        "ended": None,
        "steps": [step(1, "page through the orders"), step(2, "filter the orders by year")],
        "findings": [],
    },
}
