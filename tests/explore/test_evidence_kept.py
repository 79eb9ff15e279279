"""A finding and its evidence: what cannot be kept on disk costs no finding."""

from pathlib import Path

import pytest

from bugbash.charter.actions import parse_action
from bugbash.contract.models import Confidence
from bugbash.explore.confirm import Confirmation
from bugbash.explore.findings import EvidenceWriter, Recording
from bugbash.explore.replay import Replay
from bugbash.oracles.base import Suspicion
from bugbash.session.secrets import Secrets
from tests.session.steps import opened
from tests.support.fixtures import NewSession
from tests.support.pages import PageServer

SUSPICION = Suspicion("server-error", "issue", 4, "title", "expected", "observed", "screen", "location", "message")


CONFIRMED = Confirmation(
    SUSPICION, Confidence(level="confirmed", shown=3, replays=3), (parse_action({"open": "/"}),), 1
)


async def recorded(new_session: NewSession, pages: PageServer, directory: Path) -> Recording:
    recording = EvidenceWriter(directory, Secrets({}, directory)).recording(SUSPICION)
    on_page = await opened(new_session, pages, "<h1>Home</h1>")
    await recording.before(on_page)
    await recording.after(on_page, Replay(SUSPICION, None, 0, []))
    return recording


async def test_evidence_that_cannot_be_kept_costs_no_finding(
    new_session: NewSession, pages: PageServer, tmp_path: Path
) -> None:
    for name in ("screenshot.png", "trace.zip", "log.txt"):
        (tmp_path / "evidence" / "01-server-error" / name / "in the way").mkdir(parents=True)
    recording = await recorded(new_session, pages, tmp_path)
    finding = recording.finding(CONFIRMED, 1)
    assert finding.title == "title"
    assert sorted(Path(item.path).name for item in finding.evidence) == ["trace.md", "ui-tree.txt"]
    assert "01-server-error" in recording.lacking


async def test_a_finding_of_which_nothing_can_be_kept_is_named_and_not_dropped(
    new_session: NewSession, pages: PageServer, tmp_path: Path
) -> None:
    (tmp_path / "evidence").write_text("in the way", "utf-8")
    recording = await recorded(new_session, pages, tmp_path)
    with pytest.raises(OSError, match=r"“title” was confirmed, and no evidence of it can be kept: .*evidence"):
        recording.finding(CONFIRMED, 1)


async def test_evidence_that_is_whole_lacks_nothing(
    new_session: NewSession, pages: PageServer, tmp_path: Path
) -> None:
    recording = await recorded(new_session, pages, tmp_path)
    finding = recording.finding(CONFIRMED, 1)
    kept = ["log.txt", "screenshot.png", "trace.md", "trace.zip", "ui-tree.txt"]
    assert sorted(Path(item.path).name for item in finding.evidence) == kept
    assert recording.lacking == ""
