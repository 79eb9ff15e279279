"""A finding as a saved sequence that `bugbash replay FILE` runs."""

import re
from typing import Any

import yaml

from bugbash.charter.actions import Action
from bugbash.charter.bash_file import secret_named
from bugbash.charter.part import Part
from bugbash.export.case import Case


def saved_sequence(case: Case) -> str:
    """The YAML of the saved sequence; secrets are named in it, never written."""
    text = yaml.dump(sequence_data(case), Dumper=_Plain, sort_keys=False, allow_unicode=True, width=110)
    return f"# A saved sequence: bugbash replay FILE\n{text}"


def sequence_data(case: Case) -> dict[str, Any]:
    """The saved sequence as data, as `charter.saved.Saved` reads it."""
    plan = case.plan
    steps = (*plan.login, *case.sequence)
    used = {name for name in map(secret_named, steps) if name}
    data: dict[str, Any] = {
        "title": case.title,
        "target": plan.target,
        "scope": list(plan.scope),
        "secrets": {name: source for name, source in case.secrets.items() if name in used},
        "login": [_step(step) for step in plan.login],
        "reset": _part(plan.reset) if plan.reset else None,
        "steps": [_step(step) for step in case.sequence],
        "finding": {"oracle": case.wanted.oracle, "fingerprint": case.wanted.key} if case.wanted.key else None,
        "properties": [_part(prop) for prop in plan.properties] if case.wanted.oracle in ("property", "") else [],
        "spec": list(plan.spec),
        "oracles": dict(plan.oracles),
        "quiet": [_part(rule) for rule in plan.quiet],
        "allow": list(plan.allow),
    }
    return {key: value for key, value in data.items() if value}


class _Plain(yaml.SafeDumper):
    """Writes no anchors: the loader takes none."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


def _text(dumper: _Plain, text: str) -> yaml.Node:
    """In quotes where it does not begin as a word does: the loader knows more kinds of numbers than the dumper."""
    style = None if re.match(r"[A-Za-z/]", text) else '"'
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)


_Plain.add_representer(str, _text)


def _step(action: Action) -> dict[str, Any]:
    return action.data()


def _part(part: Part) -> dict[str, Any]:
    return part.model_dump(mode="json", by_alias=True, exclude_defaults=True)
