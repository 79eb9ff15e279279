"""From a confirmed suspicion to a finding with its evidence on disk."""

import contextlib
import json
import re
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from zipfile import BadZipFile

from bugbash.charter.actions import TAG, Action
from bugbash.contract.claims import Claim
from bugbash.contract.models import Evidence, EvidenceKind, Finding
from bugbash.evidence.redaction import clean_text, clean_zip
from bugbash.explore.confirm import Confirmation
from bugbash.explore.replay import Replay
from bugbash.oracles.base import Suspicion
from bugbash.session.capture import screenshot, start_trace, stop_trace, ui_tree
from bugbash.session.events import Events
from bugbash.session.secrets import Secrets
from bugbash.session.session import Session
from bugbash.session.tags import PATTERN

INTERMITTENT_ISSUE = 0.5
"""Share of replays that must show an intermittent suspicion, for it to be an issue and no warning."""


class Recording:
    """Records one replay of a suspicion, and keeps on disk what it shows. It is a Witness (see replay)."""

    def __init__(self, directory: Path, folder: Path, suspicion: Suspicion, secrets: Secrets) -> None:
        self._directory = directory
        self._folder = folder
        self._suspicion = suspicion
        self._secrets = secrets
        self._taken: dict[str, tuple[EvidenceKind, Path]] = {}
        self._replay: Replay | None = None
        self.lacking: str = ""
        """Why some of the evidence is not on disk; empty where all is. A finding is worth more than its pictures."""

    async def before(self, session: Session) -> None:
        """Begin the trace; a replay that is begun anew records over the one before."""
        with self._keeping():
            self._folder.mkdir(parents=True, exist_ok=True)
        await start_trace(session)

    async def after(self, session: Session, replay: Replay) -> None:
        """Take screenshot, UI tree, log and trace of where the replay ended, as far as they can be kept."""
        self._replay = replay
        picture = self._folder / "screenshot.png"
        with self._keeping(picture):
            if await screenshot(session, picture, self._suspicion.mark):
                self._keep("screenshot", picture)
        tree = await ui_tree(session)
        if tree:
            self._write("ui-tree", "ui-tree.txt", tree)
        self._write("log", "log.txt", _log(session.recorder.all))
        archive = self._folder / "trace.zip"
        # One that cannot be cleaned is removed: it may hold a secret. The trace in words stands.
        with self._keeping(archive), contextlib.suppress(BadZipFile):
            if await stop_trace(session, archive):
                clean_zip(archive, self._secrets.scrub_bytes)
                self._keep("trace", archive)

    def finding(self, confirmation: Confirmation, step: int) -> Finding:
        """The finding, with what was recorded of it as its evidence, as far as that could be written.

        Raises OSError where none of it could: a finding without evidence is none.
        """
        suspicion = confirmation.suspicion
        with self._keeping():
            self._folder.mkdir(parents=True, exist_ok=True)
        self._write("trace", "trace.md", _story(confirmation, self._replay))
        if not self._taken:
            raise OSError(f"“{suspicion.title}” was confirmed, and no evidence of it can be kept: {self.lacking}")
        rate = confirmation.confidence.shown / max(confirmation.confidence.replays, 1)
        return Finding(
            kind=suspicion.kind if rate >= INTERMITTENT_ISSUE else "warning",
            severity=suspicion.severity,
            title=suspicion.title,
            screen=suspicion.screen,
            expected=suspicion.expected,
            observed=suspicion.observed + made_before(suspicion, confirmation.sequence),
            spec=suspicion.spec,
            repro=[action.words() for action in confirmation.sequence],
            evidence=[
                Evidence(kind=kind, path=path.relative_to(self._directory).as_posix())
                for kind, path in self._taken.values()
            ],
            step=step,
            fingerprint=suspicion.key,
            oracle=suspicion.oracle,
            location=suspicion.location,
            confidence=confirmation.confidence,
            sequence=[action.data() for action in confirmation.sequence],
            claim=_general(suspicion.claim),
        )

    def discard(self) -> None:
        """Remove what was recorded of something that is no finding."""
        shutil.rmtree(self._folder, ignore_errors=True)

    def _write(self, kind: EvidenceKind, name: str, text: str) -> None:
        path = self._folder / name
        with self._keeping(path):
            path.write_text(clean_text(text, self._secrets.scrub), "utf-8")
            self._keep(kind, path)

    @contextlib.contextmanager
    def _keeping(self, file: Path | None = None) -> Iterator[None]:
        """Note that `file` cannot be kept, and remove what there is of it, instead of losing the finding with it."""
        try:
            yield
        except OSError as error:
            self.lacking = f"{error.filename or self._folder}: {error.strerror or error}"
            if file is not None:
                with contextlib.suppress(OSError):
                    file.unlink()

    def _keep(self, kind: EvidenceKind, path: Path) -> None:
        self._taken[path.name] = (kind, path)


class EvidenceWriter:
    """Gives every suspicion that is looked into a folder of its own in the run directory."""

    def __init__(self, directory: Path, secrets: Secrets) -> None:
        self._directory = directory
        self._secrets = secrets
        self._begun = 0

    def recording(self, suspicion: Suspicion) -> Recording:
        """A recording for the replays of `suspicion`."""
        self._begun += 1
        folder = self._directory / "evidence" / f"{self._begun:02d}-{_slug(suspicion.oracle)}"
        return Recording(self._directory, folder, suspicion, self._secrets)


def made_before(suspicion: Suspicion, sequence: Sequence[Action]) -> str:
    """A sentence for a reader whose app has no such record: it was made by a bash, and not by the steps shown."""
    tag = PATTERN.search(suspicion.observed)
    made_here = any(TAG in json.dumps(step.data(), ensure_ascii=False) for step in sequence)
    if tag is None or made_here:
        return ""
    return f" A bash typed that text earlier, as its tag {tag[0]} tells: elsewhere, first make a record with it."


def _story(confirmation: Confirmation, replay: Replay | None) -> str:
    """The trace in words: what was done, and what was seen and heard at each step."""
    suspicion = confirmation.suspicion
    lines = [f"# {suspicion.title}", "", f"Expected: {suspicion.expected}", f"Observed: {suspicion.observed}", ""]
    lines += ["Steps, from launch in a fresh session:", ""]
    moments = replay.moments if replay else []
    for at, action in enumerate(confirmation.sequence):
        lines.append(f"{at + 1}. {action.words()}")
        if at < len(moments):
            moment = moments[at]
            lines += [f"   - {fact}" for fact in _facts(moment.outcome.detail, moment.after.url, moment.events)]
    again = "showed it again" if replay and replay.shown else "did not show it again"
    lines += [
        "",
        f"The recorded replay {again}.",
        "",
        "As data, for `bugbash replay`:",
        "",
        "```json",
        _data(confirmation.sequence),
        "```",
        "",
    ]
    return "\n".join(lines)


def _general(claim: Claim | None) -> Claim | None:
    """`claim` with `{tag}` in the place of the tag that the session which made it had."""
    if claim is None:
        return None
    said = {name: PATTERN.sub(_untagged, value) for name, value in claim if isinstance(value, str)}
    return claim.model_copy(update=said)


def _untagged(tag: re.Match[str]) -> str:
    return TAG + tag[0].rpartition("x")[2]


def _data(sequence: tuple[Action, ...]) -> str:
    return json.dumps([action.data() for action in sequence], ensure_ascii=False, indent=2)


def _facts(detail: str, url: str, events: Events) -> list[str]:
    facts = [f"at {url}"]
    if detail:
        facts.append(detail)
    for request in events.requests:
        if request.is_document or request.is_write or (request.status or 0) >= 400 or request.failure:
            facts.append(f"{request.method} {request.url} → {request.status or request.failure or 'no answer'}")
    facts += [f"uncaught: {error.message}" for error in events.uncaught]
    facts += [f"console {line.level}: {line.text}" for line in events.console if line.level in ("error", "warning")]
    facts += [f"{dialog.kind} dialog: {dialog.text}" for dialog in events.dialogs]
    return [_flat(fact) for fact in facts[:30]]


def _log(events: Events) -> str:
    """Console and network, in one timeline, in seconds since the session began."""
    entries: list[tuple[float, str]] = []
    for request in events.requests:
        answer = request.status or request.failure or "pending"
        took = f" in {request.ended - request.started:.3f} s" if request.ended is not None else ""
        entries.append((request.started, f"{request.method} {request.url} ({request.type}) → {answer}{took}"))
    entries += [
        (line.at, f"console {line.level}: {line.text} ({line.source}:{line.line})") for line in events.console
    ]
    entries += [(error.at, f"uncaught: {error.message}\n{error.stack}") for error in events.uncaught]
    entries += [
        (d.at, f"{d.kind} dialog: {d.text} ({'accepted' if d.accepted else 'declined'})") for d in events.dialogs
    ]
    entries += [(download.at, f"download: {download.name} from {download.url}") for download in events.downloads]
    return "\n".join(f"{at:9.3f}  {text}" for at, text in sorted(entries)) + "\n"


def _flat(text: str) -> str:
    return " ".join(text.split())[:500]


def _slug(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")[:40] or "finding"
