"""A small to-do app by the rules of the public TodoMVC specification, with faults that can be switched on."""

import json
from collections.abc import Iterable
from pathlib import Path

FAULTS = (
    "adds-blank",
    "clear-always-shown",
    "counts-all",
    "double-click-does-nothing",
    "empty-edit-keeps",
    "escape-saves",
    "field-keeps-text",
    "filter-shows-all",
    "forgets",
    "no-plural",
    "no-trim",
    "prepends",
    "toggle-all-leaves-one",
)


def todo_page(faults: Iterable[str] = ()) -> str:
    """The app's only page; raises ValueError for a fault that it does not have."""
    given = sorted(faults)
    if not set(given) <= set(FAULTS):
        raise ValueError(f"faults are among {', '.join(FAULTS)}")
    return Path(__file__).with_name("todo.html").read_text("utf-8").replace("FAULTS_HERE", json.dumps(given))
