"""`bugbash replay`: a finding, all findings of a run or a bash, or a saved sequence, in fresh sessions."""

import asyncio
from typing import TYPE_CHECKING

import click

from bugbash.charter.settings import settings
from bugbash.commands.naming import cases_of
from bugbash.export.case import Case
from bugbash.report.safe import flat

if TYPE_CHECKING:  # loads Playwright
    from bugbash.explore.replay import Replay
    from bugbash.session.browser import BrowserHost

REPRODUCED, CLEAN, DIVERGED = 1, 0, 3


@click.command("replay")
@click.argument("named", metavar="FINDING|RUN|FILE")
@click.option("--browser", metavar="PATH", help="A Chromium or Chrome; default: Playwright's, else the system's.")
@click.option("--times", metavar="N", default=1, type=click.IntRange(1, 20), help="Fresh sessions for each.")
def command(named: str, browser: str | None, times: int) -> int:
    """Replay in a fresh session, and say whether the finding shows.

    FINDING is DIR/CHARTER#POSITION (from 0) or DIR#FINGERPRINT; RUN is the directory of a run or of a whole bash, of
    which every finding is replayed; FILE is a saved sequence (bugbash export --as steps).

    \b
    Exit status: 1 reproduced (one of them shows), 0 clean (none does), 2 unusable call or file,
    3 diverged (none shows, and of one the page no longer follows the steps).
    """
    cases = cases_of(named)
    chosen = settings({"browser": browser})
    ends = asyncio.run(_replayed(cases, chosen.browser, times))
    if not cases:
        click.echo(f"{flat(named)}: has no findings")
    return REPRODUCED if REPRODUCED in ends else DIVERGED if DIVERGED in ends else CLEAN


async def _replayed(cases: list[Case], browser: str, times: int) -> list[int]:
    """What each case came to; every replay is told as it ends."""
    from bugbash.session.browser import BrowserHost  # noqa: PLC0415  loads Playwright

    ends: list[int] = []
    if not cases:
        return ends
    async with BrowserHost(browser) as host:
        for case in cases:
            statuses = {await _told(case, host) for _ in range(times)}
            ends.append(REPRODUCED if REPRODUCED in statuses else CLEAN if CLEAN in statuses else DIVERGED)
    return ends


async def _told(case: Case, host: "BrowserHost") -> int:
    replay = await replayed(case, host)
    status, words = CLEAN, "clean"
    if replay.shown is not None:
        what = "" if case.wanted.key else f" ({replay.shown.title})"
        status, words = REPRODUCED, f"reproduced in step {replay.at + 1} of {len(case.sequence)}{what}"
    elif replay.diverged is not None:
        status, words = DIVERGED, f"diverged at step {replay.at + 1}: {replay.diverged.detail}"
    click.echo(f"{flat(words)}: {flat(case.title)}")
    return status


async def replayed(case: Case, host: "BrowserHost") -> "Replay":
    """What a replay of `case` in one fresh session comes to."""
    from bugbash.explore.replay import AnyIssue, Replayer  # noqa: PLC0415
    from bugbash.oracles.judge import Judge  # noqa: PLC0415
    from bugbash.session.reset import AppReset  # noqa: PLC0415
    from bugbash.session.scope import Scope  # noqa: PLC0415
    from bugbash.session.secrets import Secrets  # noqa: PLC0415
    from bugbash.session.session import Session, Terms  # noqa: PLC0415

    plan, scope = case.plan, Scope(case.plan.scope)
    terms = Terms(plan.target, scope, Secrets(case.secrets, case.base), plan.login, plan.allow, case.base)
    replayer = Replayer(
        lambda: Session(host, terms),
        lambda: Judge(scope, plan.properties, plan.spec, plan.quiet, levels=plan.oracles),
        AppReset(plan.reset, plan.target, case.base, asyncio.Lock()) if plan.reset else None,
    )
    return await replayer.replay(case.sequence, case.wanted if case.wanted.key else AnyIssue())
