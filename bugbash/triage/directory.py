"""A bash's directory on disk: where its charters' runs are, which of them ended, and what they come to together."""

import errno
import fcntl
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from bugbash.contract.runfile import RUN_FILE, read_run
from bugbash.errors import BugbashError, Unusable
from bugbash.triage.collect import absent_outcome, outcome_of, summarise
from bugbash.triage.gate import Policy
from bugbash.triage.lines import Line
from bugbash.triage.summary import BashSummary, CharterOutcome

BASH_COPY = "bash.yaml"
"""The bash file as it was when the bash began: what a resumed bash goes by."""
_NO_LOCKS = (errno.ENOLCK, errno.EOPNOTSUPP, errno.ENOSYS, errno.EINVAL)
"""What a file system says that has no locks."""
_IDENTITY = {"id", "name", "target", "file", "started", "ended", "tool_version", "seed", "store"}
_INTERRUPTED = ".interrupted-"


class Mission(NamedTuple):
    """A charter as the bash file states it."""

    name: str
    goal: str


class BashDirectory:
    """`<out>/<bash name>/<bash id>/`: a run directory per charter, and what the whole bash came to."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @contextmanager
    def occupied(self) -> Iterator[None]:
        """Be the only one at work in the directory; raises Unusable where another process is.

        Held by the process, so that it ends with it, however that ends. A file system without locks is not locked.
        """
        folder = os.open(self.path, os.O_RDONLY)
        try:
            _lock(folder, self.path)
            yield
        finally:
            os.close(folder)

    def run(self, charter: str) -> Path:
        """The run directory of a charter."""
        return self.path / charter

    def interrupted(self, charter: str) -> list[Path]:
        """Runs of the charter that were cut off and made anew, the oldest first."""
        return sorted(self.path.glob(f"{charter}{_INTERRUPTED}*"))

    def has_ended(self, charter: str) -> bool:
        """Whether the charter's run came to its end; a run file that cannot be read did not."""
        try:
            return bool(read_run(self.run(charter)).ended)
        except BugbashError:
            return False

    def set_aside(self, charter: str) -> None:
        """Keep an unfinished run beside the one that is made anew: what it had found is not lost.

        Raises OSError where it cannot be moved.
        """
        if self.run(charter).exists():
            number = len(self.interrupted(charter)) + 1
            self.run(charter).rename(self.path / f"{charter}{_INTERRUPTED}{number}")

    def summary(
        self, about: Mapping[str, Any], missions: Sequence[Mission], policy: Policy, errors: Mapping[str, str]
    ) -> BashSummary:
        """What the runs on disk come to; `errors` says of a charter why it crashed or never ran."""
        outcomes: list[CharterOutcome] = []
        lines: list[Line] = []
        for mission in missions:
            outcome, found = self._outcome(mission, errors.get(mission.name, ""))
            outcomes.append(outcome)
            lines += found
        return summarise(dict(about), outcomes, lines, policy)

    def so_far(self, before: BashSummary) -> BashSummary:
        """`before`, which was written when the bash began, with what the runs on disk say by now.

        For a bash that is under way, or whose process was killed: nothing that it had found is lost.
        """
        about = before.model_dump(include=_IDENTITY)
        missions = [Mission(charter.name, charter.goal) for charter in before.charters]
        return self.summary(about, missions, before.gate, {})

    def _outcome(self, mission: Mission, error: str) -> tuple[CharterOutcome, list[Line]]:
        earlier = [line for path in self.interrupted(mission.name) for line in self._lines(path, mission.name)]
        try:
            outcome, lines = outcome_of(self.run(mission.name), mission.name, mission.name)
        except BugbashError as fault:
            unreadable = str(fault) if (self.run(mission.name) / RUN_FILE).exists() else ""
            return absent_outcome(mission.name, mission.goal, mission.name, error or unreadable), earlier
        if error:
            outcome = outcome.model_copy(update={"state": "crashed", "error": error})
        if any(line.kind == "issue" for line in earlier):
            outcome = outcome.model_copy(update={"verdict": "failed"})
        return outcome, [*lines, *earlier]

    def _lines(self, path: Path, charter: str) -> list[Line]:
        try:
            return outcome_of(path, charter, path.name)[1]
        except BugbashError:  # cut off before its run file was whole: it had found nothing
            return []


def _lock(folder: int, path: Path) -> None:
    try:
        fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise Unusable(f"{path}: another bugbash is at work on this bash: let it end, or end it") from None
    except OSError as error:
        if error.errno not in _NO_LOCKS:
            raise
