"""The HTML report, read as text: what it says, in which order, and that nothing in it speaks for itself."""

from collections import Counter
from html.parser import HTMLParser
from itertools import product
from pathlib import Path

import pytest

from bugbash.report.html import html, when
from bugbash.triage.collect import absent_outcome, summarise, summary_of_run
from bugbash.triage.lines import line_of
from tests.report.conftest import Sample
from tests.report.hostile import HOSTILE, hostile_run
from tests.report.order import missing_in_order
from tests.report.sample import POLICY, Policy, finding, sample_bash, step, write_run_directory

WORDS = ["".join(letters) for letters in product("abcdefghij", repeat=3)]
VOID = {"meta", "img", "br", "link", "base", "input", "rect", "path"}


class Page(HTMLParser):
    """Tags, attributes and text of a page; fails where tags do not close as they opened."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.tags: Counter[str] = Counter()
        self.attributes: list[tuple[str, str, str]] = []
        self.text = ""
        self._open: list[str] = []
        self.feed(source)
        self.close()
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        self.attributes += [(tag, name, value or "") for name, value in attrs]
        if tag not in VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        self.attributes += [(tag, name, value or "") for name, value in attrs]

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "style" not in self._open:
            self.text += data

    def links(self) -> list[str]:
        return [value for _, name, value in self.attributes if name in ("href", "src")]


def test_a_release_manager_reads_it_in_this_order(sample: Sample) -> None:
    page = Page(html(sample.summary, "results", files=["bash.json"]))
    assert not missing_in_order(
        page.text,
        "Failed, with 3 of 6 charters not fully exercised",
        "4 issues found, the worst of severity 5; 3 of 6 charters ran.",
        "The gate holds the release back (failed): 3 issues of severity 2 or more",
        "checkout blocked: credentials, environment",
        "order-history crashed: the browser ended by itself",
        "admin-pages never ran",
        "One row a charter, one cell a step",
        "Findings that hold the release back 3",
        "an order with a negative quantity is accepted and pays money out",
        "severity 5 critical",
        "confirmed 3/3",
        "on /checkout",
        "a quantity below 1 is refused",
        "the order was placed with a total of -24.00",
        "open /cart",
        "bugbash replay 'results/cart-totals#1'",
        "Text for an issue",
        "the total is not the sum of the rows after a quantity changes",
        "2 sightings",
        "The total is the sum of the rows.",
        "Completeness 3 of 6 ran",
        "19 of 27",
        "Blocked steps, by cause",
        "credentials 2",
        "the secret card-user is not set",
        "Not looked at",
        "field “VAT number”, link “Help”",
        "Findings that do not hold it back 2",
        "the filter’s label is clipped at 360 pixels",
        "Findings that failed the contract",
        "the new account cannot sign in",
        "a credential is written out in it",
        "Outside the scope, not held against the app.",
        "https://cdn.tracker.example/collect 41 times",
        "Controls left alone",
        "Notes",
        "How to repeat this bash",
        "bugbash run bash.yaml --seed 7",
        "Machine files",
        "bash.json",
        "cart-totals/run.json",
    )
    assert "Tr0ub4dor" not in page.text


def test_screenshots_stand_inline_and_load_late(sample: Sample) -> None:
    page = Page(html(sample.summary, "results"))
    images = [dict(pairs) for pairs in grouped(page, "img")]
    assert images[0]["src"] == "cart-totals/evidence/negative.png"
    assert all(image["loading"] == "lazy" for image in images)
    assert all(image["alt"].startswith("Screenshot: ") for image in images)


def grouped(page: Page, tag: str) -> list[list[tuple[str, str]]]:
    """The attributes of each `tag`, image by image (each begins with src)."""
    groups: list[list[tuple[str, str]]] = []
    for name, attribute, value in page.attributes:
        if name == tag:
            if attribute == "src":
                groups.append([])
            groups[-1].append((attribute, value))
    return groups


def test_every_link_leads_somewhere(sample: Sample) -> None:
    page = Page(html(sample.summary, "results", files=["bash.json"]))
    ids = {value for _, name, value in page.attributes if name == "id"}
    for link in page.links():
        if link.startswith("#"):
            assert link[1:] in ids
        elif not link.startswith("https://shop.example.test"):
            assert (sample.directory / link).is_file(), link


def test_a_page_elsewhere_links_back(sample: Sample) -> None:
    page = Page(html(sample.summary, "results", base="../results"))
    assert "../results/cart-totals/evidence/negative.png" in page.links()


def test_nothing_is_loaded_and_nothing_runs(sample: Sample) -> None:
    source = html(sample.summary, "results")
    page = Page(source)
    assert not page.tags.keys() & {"script", "link", "iframe", "object", "embed", "form", "base"}
    assert "default-src 'none'" in source
    assert "@import" not in source
    assert "url(" not in source


def test_a_passed_bash_with_blocked_charters_does_not_read_like_a_whole_one(tmp_path: Path) -> None:
    summary = sample_bash(tmp_path)
    ran = [charter.model_copy(update={"verdict": "passed"}) for charter in summary.charters if charter.state == "ran"]
    rest = [charter for charter in summary.charters if charter.state in ("blocked", "never ran")]
    about = {"id": "i", "name": "n"}
    whole = html(summarise(about, ran, [], Policy()), "r")
    partly = html(summarise(about, [*ran, *rest], [], Policy(min_ran=0.5)), "r")
    held = html(summarise(about, [*ran, *rest], [], Policy(min_ran=1.0)), "r")
    assert "<title>Passed: n</title>" in whole
    assert 'class="verdict passed"' in whole
    assert "<title>Passed, with 2 of 5 charters not fully exercised: n</title>" in partly
    assert "<title>Passed, but held back by the gate, with 2 of 5 charters not fully exercised: n</title>" in held
    for page in (partly, held):
        assert 'class="verdict mixed"' in page
        assert "2 of 5 charters were not, or not fully." in " ".join(Page(page).text.split())


def test_a_failure_that_nobody_reported_stands_on_top(tmp_path: Path) -> None:
    run = {"goal": "g", "platform": "web", "steps": [step(3, "x", "failed", "ASSERTION_FAILED")], "findings": []}
    write_run_directory(tmp_path / "mine", run)
    text = Page(html(summary_of_run(tmp_path / "mine"), "mine")).text
    assert not missing_in_order(
        text, "Passed", "A failure was seen and not reported: mine, step 3.", "Findings that hold"
    )


@pytest.mark.parametrize("hostile", HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_text_is_text(hostile: str, tmp_path: Path) -> None:
    plain = Page(html(summary_of_run(hostile_run(tmp_path / "plain", "plain")), "results"))
    source = html(summary_of_run(hostile_run(tmp_path / "run", hostile)), "results")
    page = Page(source)
    del plain.tags["a"], page.tags["a"]  # a trace that is no path inside is no link
    assert page.tags == plain.tags
    assert not [name for _, name, _ in page.attributes if name.startswith("on")]
    for link in page.links():
        assert link.startswith("#") or ":" not in link, link
    assert all(character.isprintable() or character in "\n\t" for character in source)
    assert "##[" not in source
    assert len(source) < 500_000


def test_a_thousand_charters_and_findings_stay_a_page() -> None:
    charters = [absent_outcome(f"charter-{at}", "g" * 500, f"charter-{at}", "no browser " * 50) for at in range(1000)]
    findings = [finding(title=f"the {word} is wrong", observed="o" * 3000) for word in WORDS]
    lines = [line_of({**found, "position": at}, "charter-1", "charter-1") for at, found in enumerate(findings)]
    source = html(summarise({"id": "i", "name": "n"}, charters, lines, POLICY), "results")
    assert len(source) < 4_000_000
    assert "900 more findings, in the machine files" in source


@pytest.mark.parametrize(
    ("started", "ended", "words"),
    [
        ("2026-11-30T14:02:11Z", "2026-11-30T14:09:46Z", "30 Nov 2026, 14:02 to 14:09 UTC"),
        ("2026-11-30T23:55:00+00:00", "2026-12-01T00:05:00+00:00", "30 Nov 2026, 23:55 to 1 Dec 00:05 UTC"),
        ("2026-11-30T15:02:11+01:00", "", "30 Nov 2026, 14:02 UTC"),
        ("yesterday", "today", "yesterday"),
        ("", "", ""),
        ("0001-01-01T00:00:00+14:00", "", "0001-01-01T00:00:00+14:00"),
    ],
)
def test_when_it_was_held(started: str, ended: str, words: str, sample: Sample) -> None:
    assert when(sample.summary.model_copy(update={"started": started, "ended": ended})) == words
