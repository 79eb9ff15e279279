"""The names of the oracles, as a bash file may switch them; a test holds them to what is registered."""

import difflib
from typing import Annotated, Literal

from pydantic import AfterValidator

Level = Literal["off", "note", "warning", "issue"]
"""What becomes of what an oracle notices: nothing, a note of the run, or a finding of that kind."""

ORACLE_NAMES = (
    "property",
    "expectation",
    "exposed-password",
    "login-boundary",
    "made-up-address",
    "server-error",
    "uncaught-exception",
    "injection",
    "lost-on-reload",
    "still-there",
    "double-submit",
    "swapped-fields",
    "text-mangled",
    "cut-off",
    "stored-otherwise",
    "saved-empty",
    "wrong-sum",
    "number-boundary",
    "feedback-contradicts",
    "missing-validation",
    "upload-rules",
    "silent-failure",
    "refused-request",
    "broken-link",
    "soft-404",
    "deep-link",
    "back-button",
    "redirect-loop",
    "hung-request",
    "broken-asset",
    "raw-value",
    "error-as-data",
    "blank-screen",
    "stuck-screen",
    "weak-protection",
    "dialog-out-of-reach",
    "covered-control",
    "shared-id",
    "broken-layout",
    "misleading-link",
    "stuck-dialog",
    "dialog-leftovers",
    "unchanged-control",
    "dead-control",
    "edit-not-undone",
    "editor-without-focus",
    "typed-text-lost",
    "typing-lost",
    "keyboard-trap",
    "unreachable-by-keyboard",
    "focus-lost",
    "list-rule",
    "never-enabled",
    "no-message",
    "console-error",
    "accessibility",
)


def _known(name: str) -> str:
    if name not in ORACLE_NAMES:
        near = difflib.get_close_matches(name, ORACLE_NAMES, n=1)
        hint = f"did you mean {near[0]}?" if near else "bugbash tours lists them"
        raise ValueError(f"{name!r} is no oracle; {hint}")
    return name


OracleName = Annotated[str, AfterValidator(_known)]
Levels = dict[OracleName, Level]
"""Oracle to level; an oracle that is not named judges as it was made to."""
