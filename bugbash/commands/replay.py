"""`bugbash replay`: a finding, or a saved sequence, in a fresh session."""

import asyncio
import re
from pathlib import Path
from typing import Any, NamedTuple

import click
from pydantic import ValidationError

from bugbash.charter.actions import Action, parse_action
from bugbash.charter.bash_file import Bash
from bugbash.charter.load import load_bash
from bugbash.charter.plan import Plan, plan
from bugbash.charter.settings import settings
from bugbash.contract.jsonfile import read_json
from bugbash.errors import Unusable, UnusableFile, one_line
from bugbash.report.bash_json import BASH_FILE
from bugbash.report.safe import flat
from bugbash.triage.directory import BASH_COPY

DIVERGED = 3


class _Wanted(NamedTuple):
    oracle: str
    key: str


class _Case(NamedTuple):
    plan: Plan
    base: Path
    sequence: tuple[Action, ...]
    wanted: _Wanted
    title: str
    secrets: dict[str, str]


@click.command("replay")
@click.argument("finding", metavar="DIR/CHARTER#POSITION")
@click.option("--browser", metavar="PATH", help="A Chromium or Chrome; default: Playwright's, else the system's.")
@click.option("--times", metavar="N", default=1, type=click.IntRange(1, 20), help="Fresh sessions to replay it in.")
def command(finding: str, browser: str | None, times: int) -> int:
    """Replay the finding at POSITION (from 0) of a charter's run in a fresh session, and say whether it shows.

    \b
    Exit status: 1 reproduced, 0 clean (it does not show), 2 unusable call or file,
    3 diverged (the page no longer follows the steps).
    """
    case = _case(finding)
    chosen = settings({"browser": browser})
    answers = asyncio.run(_replays(case, chosen.browser, times))
    for answer, _ in answers:
        click.echo(f"{answer}: {flat(case.title)}")
    if any(status == 1 for _, status in answers):
        return 1
    return DIVERGED if all(status == DIVERGED for _, status in answers) else 0


async def _replays(case: _Case, browser: str, times: int) -> list[tuple[str, int]]:
    from bugbash.explore.replay import Replayer  # noqa: PLC0415  loads Playwright
    from bugbash.oracles.judge import Judge  # noqa: PLC0415
    from bugbash.session.browser import BrowserHost  # noqa: PLC0415
    from bugbash.session.scope import Scope  # noqa: PLC0415
    from bugbash.session.secrets import Secrets  # noqa: PLC0415
    from bugbash.session.session import Session, Terms  # noqa: PLC0415

    scope = Scope(case.plan.scope)
    secrets = Secrets(case.secrets, case.base)
    terms = Terms(case.plan.target, scope, secrets, case.plan.login, case.plan.allow, case.base)
    answers = []
    async with BrowserHost(browser) as host:
        replayer = Replayer(
            lambda: Session(host, terms),
            lambda: Judge(scope, case.plan.properties, case.plan.spec, case.plan.quiet),
        )
        for _ in range(times):
            replay = await replayer.replay(case.sequence, case.wanted)
            if replay.shown is not None:
                answers.append((f"reproduced in step {replay.at + 1} of {len(case.sequence)}", 1))
            elif replay.diverged is not None:
                answers.append((f"diverged at step {replay.at + 1}: {flat(replay.diverged.detail)}", DIVERGED))
            else:
                answers.append(("clean", 0))
    return answers


def _case(named: str) -> _Case:
    """The finding that `DIR/CHARTER#POSITION` names; raises Unusable where there is none that can be replayed."""
    place, _, position = named.rpartition("#")
    run = Path(place)
    if not place or not re.fullmatch("[0-9]{1,9}", position):
        raise Unusable(f"{one_line(named, 200)}: name a finding as DIR/CHARTER#POSITION, as the report does")
    directory = run.parent
    if not (directory / BASH_FILE).is_file():
        raise Unusable(f"{directory}: is no bash directory ({BASH_FILE} is not there)")
    bash = load_bash(directory / BASH_COPY)
    finding = _finding(run, int(position))
    charter_name = run.name.partition(".interrupted-")[0]
    mission = _plan(bash, charter_name, directory)
    sequence = _sequence(run, finding, int(position))
    title = str(finding.get("title", ""))
    wanted = _Wanted(str(finding.get("oracle", "")), str(finding.get("fingerprint", "")))
    return _Case(mission, _base(directory), sequence, wanted, title, bash.secrets)


def _finding(run: Path, position: int) -> dict[str, Any]:
    from bugbash.contract.runfile import read_run  # noqa: PLC0415

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
    try:
        return tuple(parse_action(step) for step in finding["sequence"])
    except (KeyError, TypeError, ValidationError):
        raise UnusableFile(run / "run.json", f"findings[{position}].sequence", "is no sequence of steps") from None


def _base(directory: Path) -> Path:
    """The folder that the bash file's own paths are relative to."""
    before = read_json(directory / BASH_FILE)
    return Path(str(before.get("file") or directory)).parent
