"""A bash's directory as a bash leaves it, with findings in it."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import yaml

from bugbash.charter.actions import Action
from bugbash.oracles.base import Suspicion
from tests.report.sample import finding, step, write_run_directory


def found(suspicion: Suspicion, *steps: Action) -> dict[str, Any]:
    """The finding of a suspicion, as a run file holds it."""
    claim = suspicion.claim.model_dump(mode="json") if suspicion.claim else None
    return finding(
        title=suspicion.title,
        screen=suspicion.screen,
        observed=suspicion.observed,
        fingerprint=suspicion.key,
        oracle=suspicion.oracle,
        location=suspicion.location,
        sequence=[one.data() for one in steps],
        **({"claim": claim} if claim else {}),
    )


def written_bash(folder: Path, target: str, findings: Sequence[dict[str, Any]], **keys: Any) -> Path:
    """The directory of a bash of one charter, `shelf`, whose run has these findings."""
    directory = folder / "bash"
    run = {"goal": "g", "platform": "web", "steps": [step(1, "look")], "findings": list(findings)}
    write_run_directory(directory / "shelf", run)
    data = {"name": "shop", "target": target, "charters": [{"name": "shelf", "goal": "g"}], **keys}
    (directory / "bash.yaml").write_text(yaml.safe_dump(data, sort_keys=False), "utf-8")
    (directory / "bash.json").write_text(json.dumps({"file": str(directory / "bash.yaml")}), "utf-8")
    return directory
