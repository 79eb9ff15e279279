"""From a confirmed suspicion to a finding with its evidence on disk."""

import json
import re
from pathlib import Path
from zipfile import BadZipFile

from bugbash.charter.actions import Action
from bugbash.contract.models import Evidence, Finding
from bugbash.evidence.redaction import clean_text, clean_zip
from bugbash.explore.confirm import Confirmation
from bugbash.explore.replay import Replay, Replayer
from bugbash.session.capture import screenshot, start_trace, stop_trace, ui_tree
from bugbash.session.events import Events
from bugbash.session.secrets import Secrets
from bugbash.session.session import Session

INTERMITTENT_ISSUE = 0.5
"""Share of replays that must show an intermittent suspicion, for it to be an issue and no warning."""


class EvidenceWriter:
    """Replays a confirmed suspicion once more, with everything recorded, and writes what that shows."""

    def __init__(self, directory: Path, replayer: Replayer, secrets: Secrets) -> None:
        self._directory = directory
        self._replayer = replayer
        self._secrets = secrets
        self._written = 0

    async def finding(self, confirmation: Confirmation, step: int, also_seen: int) -> Finding:
        """The finding, with its evidence on disk; raises OSError where that cannot be written."""
        suspicion = confirmation.suspicion
        self._written += 1
        folder = self._directory / "evidence" / f"{self._written:02d}-{_slug(suspicion.oracle)}"
        folder.mkdir(parents=True, exist_ok=True)
        evidence = await self._recorded(confirmation, folder)
        rate = confirmation.confidence.shown / max(confirmation.confidence.replays, 1)
        return Finding(
            kind=suspicion.kind if rate >= INTERMITTENT_ISSUE else "warning",
            severity=suspicion.severity,
            title=suspicion.title,
            screen=suspicion.screen,
            expected=suspicion.expected,
            observed=suspicion.observed,
            spec=suspicion.spec,
            repro=[action.words() for action in confirmation.sequence],
            evidence=evidence,
            step=step,
            fingerprint=suspicion.key,
            oracle=suspicion.oracle,
            location=suspicion.location,
            confidence=confirmation.confidence,
            sequence=[action.data() for action in confirmation.sequence],
            also_seen=also_seen,
        )

    async def _recorded(self, confirmation: Confirmation, folder: Path) -> list[Evidence]:
        taken: list[tuple[str, Path]] = []
        replayed: list[Replay] = []

        async def before(session: Session) -> None:
            await start_trace(session)

        async def after(session: Session, replay: Replay) -> None:
            replayed.append(replay)
            await self._take(session, replay, confirmation, folder, taken)

        await self._replayer.replay(confirmation.sequence, confirmation.suspicion.key, before, after)
        story = _story(confirmation, replayed[0] if replayed else None)
        taken.append(("trace", self._text(folder / "trace.md", story)))
        return [Evidence(kind=kind, path=str(path.relative_to(self._directory))) for kind, path in taken]  # type: ignore[arg-type]

    async def _take(
        self,
        session: Session,
        replay: Replay,
        confirmation: Confirmation,
        folder: Path,
        taken: list[tuple[str, Path]],
    ) -> None:
        picture = folder / "screenshot.png"
        if await screenshot(session, picture, confirmation.suspicion.mark):
            taken.append(("screenshot", picture))
        tree = await ui_tree(session)
        if tree:
            taken.append(("ui-tree", self._text(folder / "ui-tree.txt", tree)))
        taken.append(("log", self._text(folder / "log.txt", _log(session.recorder.all))))
        archive = folder / "trace.zip"
        if await stop_trace(session, archive):
            try:
                clean_zip(archive, self._secrets.scrub_bytes)
            except (OSError, BadZipFile):
                return  # what may hold a secret was removed; the trace in words stands
            taken.append(("trace", archive))

    def _text(self, path: Path, text: str) -> Path:
        path.write_text(clean_text(text, self._secrets.scrub), "utf-8")
        return path


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
