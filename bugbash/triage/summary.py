"""`bash.json`: what a whole bash came to; every report is made of it."""

from collections import Counter
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from bugbash.contract.counting import Count
from bugbash.contract.models import BLOCKED, Budget, Run, Status, Usage, Verdict
from bugbash.contract.verdict import aggregate
from bugbash.triage.gate import GateDecision
from bugbash.triage.lines import Line

State = Literal["ran", "blocked", "never ran", "crashed", "cancelled"]


class _Part(BaseModel):
    model_config = ConfigDict(extra="ignore")


class StepLine(_Part):
    """One step of a charter's run."""

    index: int
    title: str
    status: Status
    code: str = ""
    detail: str = ""
    counts_as: Count
    cause: str = ""
    trace: str = Field(default="", description="Path of its trace, relative to the bash directory.")


class BrokenFinding(_Part):
    """A finding that failed the contract; masked."""

    position: int
    finding: Any
    problems: list[str]


class CharterOutcome(_Part):
    """How one charter went: what it claims, what it used, and what it did not look at."""

    name: str
    goal: str
    explorer: str = ""
    directory: str = Field(description="Its run directory, relative to the bash directory.")
    state: State
    verdict: Verdict
    error: str = Field(default="", description="Why it never ran, or crashed, in one line.")
    stop_reason: str = ""
    stop_detail: str = ""
    budget: Budget | None = None
    usage: Usage | None = None
    clamped: list[str] = Field(default_factory=list)
    steps: list[StepLine] = Field(default_factory=list)
    blocked: dict[str, list[int]] = Field(default_factory=dict)
    product_failures: list[int] = Field(default_factory=list)
    exhausted: list[int] = Field(default_factory=list)
    unreported_failure: bool = False
    contract_failures: list[BrokenFinding] = Field(default_factory=list)
    coverage: list[dict[str, Any]] = Field(default_factory=list)
    refused: dict[str, int] = Field(default_factory=dict)
    left_alone: dict[str, int] = Field(default_factory=dict)
    notes: list[str] = Field(default_factory=list)
    seed: int | None = None
    session: str = ""


class BashSummary(_Part):
    """A whole bash: verdict, gate, charters and bugs."""

    format: Literal["bugbash/1"] = "bugbash/1"
    id: str
    name: str
    target: str = ""
    file: str = Field(default="", description="The bash file, as it was named.")
    started: str = ""
    ended: str = ""
    tool_version: str = ""
    seed: int | None = None
    store: str = ""
    verdict: Verdict
    sentence: str
    gate: GateDecision
    charters: list[CharterOutcome] = Field(default_factory=list)
    lines: list[Line] = Field(default_factory=list)

    @property
    def issues(self) -> list[Line]:
        return [line for line in self.lines if line.kind == "issue"]

    @property
    def warnings(self) -> list[Line]:
        return [line for line in self.lines if line.kind == "warning"]

    @property
    def holding(self) -> list[Line]:
        """The issues that hold the release back."""
        held_by = set(self.gate.held_by)
        return [line for line in self.issues if line.fingerprint in held_by]

    @property
    def not_run(self) -> list[CharterOutcome]:
        """The charters that a reader must not take for exercised."""
        return [charter for charter in self.charters if charter.state != "ran"]

    @property
    def refused(self) -> dict[str, int]:
        """Addresses outside the scope that were refused, with counts over all charters."""
        total: Counter[str] = Counter()
        for charter in self.charters:
            total.update(charter.refused)
        return dict(total)


def verdict_of(charters: list[CharterOutcome]) -> Verdict:
    """The aggregate verdict over `charters`."""
    return aggregate(charter.verdict for charter in charters)


def sentence_of(verdict: Verdict, charters: list[CharterOutcome], lines: list[Line]) -> str:
    """The verdict in one sentence: what it rests on, and how much was exercised."""
    ran = sum(charter.state == "ran" for charter in charters)
    issues = [line for line in lines if line.kind == "issue"]
    warnings = len(lines) - len(issues)
    exercised = f"{ran} of {_count(len(charters), 'charter')} ran"
    if issues:
        worst = max(line.severity for line in issues)
        return f"{_count(len(issues), 'issue')} found, the worst of severity {worst}; {exercised}."
    if verdict == BLOCKED:
        causes = sorted({cause for charter in charters for cause in charter.blocked})
        why = f" ({', '.join(causes)})" if causes else ""
        return f"Nothing was exercised{why}: {exercised}."
    found = f"no issue and {_count(warnings, 'warning')}" if warnings else "no issue"
    return f"{exercised.capitalize()}, with {found}."


def outcome_state(run: Run, verdict: Verdict) -> State:
    """The state of a charter whose run file is there; one of ours that has no end was interrupted."""
    if run.charter and not run.ended:
        return "crashed"
    if run.stop_reason == "cancelled":
        return "cancelled"
    return "blocked" if verdict == BLOCKED else "ran"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
