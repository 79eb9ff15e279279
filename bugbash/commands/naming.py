"""From what a person names (a finding, a run, a bash, a saved sequence) to cases that can be replayed or exported."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from bugbash.charter.actions import Action, parse_action
from bugbash.charter.bash_file import Bash
from bugbash.charter.load import load_bash, load_saved
from bugbash.charter.plan import Plan, plan
from bugbash.charter.saved import Saved
from bugbash.contract.jsonfile import read_json
from bugbash.contract.runfile import RUN_FILE, read_run
from bugbash.errors import Unusable, UnusableFile, one_line
from bugbash.export.case import Case, Wanted
from bugbash.report.bash_json import BASH_FILE
from bugbash.triage.directory import BASH_COPY
from bugbash.triage.fingerprint import VERSION, fingerprint_of

HOW = "name a finding as DIR/CHARTER#POSITION or DIR#FINGERPRINT, as the report does"


def cases_of(named: str) -> list[Case]:
    """The cases that `named` stands for: one of a finding or of a saved sequence, all of a run or of a bash.

    Raises Unusable where there is none, or one that cannot be replayed.
    """
    path = Path(named)
    if not _is_there(path):
        if "#" in named:
            return [finding_case(named)]
        raise Unusable(f"{one_line(named, 200)}: there is no such run, bash or file; {HOW}")
    if path.is_file():
        return [_saved(path)]
    return [_case(run, position) for run in _runs(path) for position in range(len(read_run(run).findings))]


def _is_there(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:  # a name that no file system takes
        return False


def finding_case(named: str) -> Case:
    """The one finding that `named` stands for: by position in a run, or by fingerprint in a run or bash."""
    place, _, which = named.rpartition("#")
    if place and re.fullmatch("[0-9]{1,9}", which):
        return _case(Path(place), int(which))
    if not place or not which.startswith(f"{VERSION}-"):
        raise Unusable(f"{one_line(named, 200)}: {HOW}")
    for run in _runs(Path(place)):
        for position, finding in enumerate(read_run(run).findings):
            if isinstance(finding, dict) and fingerprint_of({"screen": "", "title": "", **finding}) == which:
                return _case(run, position)
    raise Unusable(f"{place}: has no finding {which}")


def _runs(directory: Path) -> Iterator[Path]:
    """The run directory itself, or the runs of a bash directory."""
    if (directory / RUN_FILE).is_file():
        yield directory
        return
    if not (directory / BASH_FILE).is_file():
        raise Unusable(f"{directory}: is no bash directory ({BASH_FILE} is not there)")
    yield from sorted(path.parent for path in directory.glob(f"*/{RUN_FILE}"))


def _case(run: Path, position: int) -> Case:
    directory = run.parent
    if not (directory / BASH_FILE).is_file():
        raise Unusable(f"{directory}: is no bash directory ({BASH_FILE} is not there)")
    bash = load_bash(directory / BASH_COPY)
    finding = _finding(run, position)
    return Case(
        plan=_plan(bash, run.name.partition(".interrupted-")[0], directory),
        base=_base(directory),
        sequence=_sequence(run, finding, position),
        wanted=Wanted(str(finding.get("oracle", "")), str(finding.get("fingerprint", ""))),
        title=str(finding.get("title", "")),
        secrets=bash.secrets,
        finding=finding,
    )


def _saved(file: Path) -> Case:
    return saved_case(load_saved(file), file.absolute().parent)


def saved_case(saved: Saved, base: Path) -> Case:
    """The case of a saved sequence, whose uploads and commands are relative to `base`."""
    wanted = Wanted(saved.finding.oracle, saved.finding.fingerprint) if saved.finding else Wanted("", "")
    return Case(saved.plan(), base, tuple(saved.steps), wanted, saved.title, saved.secrets)


def _finding(run: Path, position: int) -> dict[str, Any]:
    findings = read_run(run).findings
    if position >= len(findings) or not isinstance(findings[position], dict):
        raise Unusable(f"{run}: has no finding {position}; it has {len(findings)}")
    finding: dict[str, Any] = findings[position]
    return finding


def _plan(bash: Bash, name: str, directory: Path) -> Plan:
    charter = next((charter for charter in bash.charters if charter.name == name), None)
    if charter is None:
        raise Unusable(f"{directory / BASH_COPY}: has no charter {name}")
    return plan(bash, charter, bash.seed or 1)


def _sequence(run: Path, finding: dict[str, Any], position: int) -> tuple[Action, ...]:
    place = f"findings[{position}].sequence"
    try:
        steps = tuple(parse_action(step) for step in finding["sequence"])
    except (KeyError, TypeError, ValidationError):
        raise UnusableFile(run / RUN_FILE, place, "is no sequence of steps") from None
    if not steps:
        raise UnusableFile(run / RUN_FILE, place, "has no step")
    return steps


def _base(directory: Path) -> Path:
    """The folder that the bash file's own paths are relative to."""
    before = read_json(directory / BASH_FILE)
    return Path(str(before.get("file") or directory)).parent
