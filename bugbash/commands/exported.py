"""What an exported test calls that has bugbash judge: files out there name it, so name and signature stay."""

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from bugbash.charter.saved import Saved
from bugbash.charter.settings import settings
from bugbash.commands.naming import saved_case
from bugbash.commands.replay import CLEAN, DIVERGED, REPRODUCED, replayed
from bugbash.errors import Unusable, one_line
from bugbash.export.case import Case


def judged(sequence: Mapping[str, Any], target: str, files: str) -> tuple[int, str]:
    """Replay a saved sequence, given as data, on the app at `target`; its uploads are relative to the folder `files`.

    Gives the exit status of `bugbash replay` (0, 1 and 3; 2 for what cannot be used) and what there is to say, on one
    line.
    """
    try:
        case = _case(sequence, target, Path(files))
        return asyncio.run(_judged(case))
    except Unusable as error:
        return error.exit_status, one_line(str(error))


def _case(sequence: Mapping[str, Any], target: str, files: Path) -> Case:
    scope = dict.fromkeys([*sequence.get("scope", []), target])
    try:
        saved = Saved.model_validate({**sequence, "target": target, "scope": list(scope)})
    except ValidationError as error:
        raise Unusable(f"the sequence or BASE_URL cannot be used: {one_line(str(error), 300)}") from None
    return saved_case(saved, files)


async def _judged(case: Case) -> tuple[int, str]:
    from bugbash.session.browser import BrowserHost  # noqa: PLC0415  loads Playwright

    async with BrowserHost(settings({}).browser) as host:
        replay = await replayed(case, host)
    if replay.shown is not None:
        return REPRODUCED, one_line(f"{replay.shown.title}: {replay.shown.observed}")
    if replay.diverged is not None:
        return DIVERGED, one_line(f"at step {replay.at + 1}: {replay.diverged.detail}")
    return CLEAN, ""
