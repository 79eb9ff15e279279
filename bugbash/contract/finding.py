"""The rules that a finding must keep, checked one by one so that every broken one is named."""

from collections.abc import Callable, Container
from pathlib import PurePosixPath
from typing import Any, get_args

from bugbash.contract.credentials import written_out_in
from bugbash.contract.models import EvidenceKind, Kind
from bugbash.contract.stop import finding_step

KINDS = get_args(Kind)
EVIDENCE_KINDS = get_args(EvidenceKind)
_SHA256_LENGTH = 64


def problems(finding: Any, steps: Container[int], on_disk: Callable[[str], bool]) -> list[str]:
    """Every rule of the contract that `finding` breaks, in words; empty when it keeps them all.

    `steps` are the indexes of the run's steps; `on_disk` tells whether a relative path names a file that is inside
    the run directory.
    """
    if not isinstance(finding, dict):
        return ["it is no object"]
    found = [
        *_kind(finding),
        *_severity(finding),
        *(f"{key} must be text that is not blank" for key in _TEXTS if not _is_text(finding.get(key))),
        *_repro(finding),
        *_evidence(finding, on_disk),
    ]
    if finding_step(finding) is None or finding_step(finding) not in steps:
        found.append("step must be the index of a step of this run")
    if "spec" in finding and not isinstance(finding["spec"], str | None):
        found.append("spec must be text")
    if written_out_in(finding):
        found.append("a credential is written out in it; name it as secret_ref:NAME instead")
    return found


_TEXTS = ("title", "screen", "expected", "observed")


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _kind(finding: dict[str, Any]) -> list[str]:
    return [] if finding.get("kind") in KINDS else [f"kind must be one of {', '.join(KINDS)}"]


def _severity(finding: dict[str, Any]) -> list[str]:
    severity = finding.get("severity")
    if isinstance(severity, int) and not isinstance(severity, bool) and 1 <= severity <= 5:
        return []
    return ["severity must be a whole number from 1 to 5"]


def _repro(finding: dict[str, Any]) -> list[str]:
    repro = finding.get("repro")
    if not isinstance(repro, list) or not repro:
        return ["repro must list at least one step"]
    return [] if all(_is_text(step) for step in repro) else ["every repro step must be text that is not blank"]


def _evidence(finding: dict[str, Any], on_disk: Callable[[str], bool]) -> list[str]:
    evidence = finding.get("evidence")
    if not isinstance(evidence, list) or not evidence:
        return ["evidence must list at least one file"]
    return [problem for at, item in enumerate(evidence) for problem in _evidence_item(at, item, on_disk)]


def _evidence_item(at: int, item: Any, on_disk: Callable[[str], bool]) -> list[str]:
    if not isinstance(item, dict):
        return [f"evidence[{at}] is no object"]
    found = []
    if item.get("kind") not in EVIDENCE_KINDS:
        found.append(f"evidence[{at}].kind must be one of {', '.join(EVIDENCE_KINDS)}")
    path = item.get("path")
    if not isinstance(path, str) or not path.strip():
        found.append(f"evidence[{at}].path must be text that is not blank")
    elif PurePosixPath(path).is_absolute() or ".." in PurePosixPath(path.replace("\\", "/")).parts:
        found.append(f"evidence[{at}].path must be relative and stay inside the run directory")
    elif not on_disk(path):
        found.append(f"evidence[{at}].path names no file in the run directory")
    if item.get("uri") is not None and not (_is_text(item["uri"]) and item.get("sha256") is not None):
        found.append(f"evidence[{at}] must carry its uri as text, and its sha256 beside it")
    if item.get("sha256") is not None and not _is_sha256(item["sha256"]):
        found.append(f"evidence[{at}].sha256 must be {_SHA256_LENGTH} hex digits")
    return found


def _is_sha256(value: Any) -> bool:
    return isinstance(value, str) and len(value) == _SHA256_LENGTH and all(c in "0123456789abcdef" for c in value)
