"""The run file's models: one charter's exploration, as it stands in `run.json`.

Reading is strict about types (`true` and `"4"` are no whole numbers) and lenient about keys: unknown ones are
kept. Findings are kept as they came, so that one which breaks the contract can still be listed.
"""

from typing import Annotated, Any, Final, Literal

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    ValidationError,
    ValidationInfo,
    ValidatorFunctionWrapHandler,
    field_validator,
)

from bugbash.contract.claims import Claim

Number = int | Annotated[float, Field(allow_inf_nan=False)]

Status = Literal["passed", "failed", "blocked", "exhausted"]
StopReason = Literal["step-limit", "time", "tokens", "stuck", "done", "cancelled"]
Kind = Literal["issue", "warning"]
EvidenceKind = Literal["screenshot", "ui-tree", "video", "trace", "log", "text"]

Verdict = Literal["passed", "failed", "blocked"]
PASSED: Final = "passed"
FAILED: Final = "failed"
BLOCKED: Final = "blocked"


class Code:
    """Why a step did not pass: the contract's table of codes."""

    ASSERTION_FAILED = "ASSERTION_FAILED"
    ASSERTION_INCONCLUSIVE = "ASSERTION_INCONCLUSIVE"
    CREDENTIAL_MISSING = "CREDENTIAL_MISSING"
    ENVIRONMENT_UNAVAILABLE = "ENVIRONMENT_UNAVAILABLE"
    SEED_DATA_MISSING = "SEED_DATA_MISSING"
    LOCATOR_NOT_FOUND = "LOCATOR_NOT_FOUND"
    LOCATOR_AMBIGUOUS = "LOCATOR_AMBIGUOUS"
    REPLAY_DIVERGED = "REPLAY_DIVERGED"
    BUDGET_EXCEEDED = "BUDGET_EXCEEDED"


class _Part(BaseModel):
    model_config = ConfigDict(extra="allow", strict=True)


class BudgetRequest(_Part):
    """What a run was given; a missing part takes its default (see `budget.clamp`)."""

    steps: Number | None = Field(default=None, description="Charter-sized moves.")
    minutes: Number | None = Field(default=None, description="Wall-clock minutes.")
    tokens: Number | None = Field(default=None, description="Language-model tokens.")


class Budget(_Part):
    """A budget within its ranges."""

    steps: Number
    minutes: Number
    tokens: Number


class Usage(_Part):
    """What a run has used so far."""

    steps: Number = Field(default=0, ge=0)
    minutes: Number = Field(default=0, ge=0)
    tokens: Number = Field(default=0, ge=0)


class Step(_Part):
    """One charter-sized move ("change the quantity on the first cart row and read the total"), not one tap."""

    index: int = Field(description="Unique in the run.")
    title: str = Field(default="", description="What the move set out to do.")
    status: Status
    code: str | None = Field(default=None, description="Why it did not pass; empty on a passed step.")
    detail: str = Field(default="", description='One line of facts ("total stayed 12.00").')
    trace: str | None = Field(default="", description="Path of the step's trace inside the run directory, or empty.")


class Evidence(_Part):
    """A file in the run directory that shows what a finding claims."""

    kind: EvidenceKind
    path: str = Field(min_length=1, description="Relative; stays inside the run directory.")
    uri: str | None = Field(default=None, description="Where an uploaded file can be read.")
    sha256: str | None = Field(default=None, pattern="^[0-9a-f]{64}$", description="Of an uploaded file.")


class Confidence(_Part):
    """How sure a finding is: how many of the replays in fresh sessions showed it again."""

    level: Literal["confirmed", "intermittent", "seen once"]
    shown: int = Field(ge=0, description="Replays that showed it.")
    replays: int = Field(ge=0, description="Replays made.")


class Finding(_Part):
    """A claim about the app that keeps the contract."""

    kind: Kind
    severity: int = Field(ge=1, le=5, description="1 trivial, 2 low, 3 medium, 4 high, 5 critical.")
    title: str = Field(pattern=r"\S")
    screen: str = Field(pattern=r"\S", description="Where it was seen.")
    expected: str = Field(pattern=r"\S")
    observed: str = Field(pattern=r"\S")
    spec: str | None = Field(default=None, description="The charter's own words that it breaks.")
    repro: list[str] = Field(min_length=1, description="Steps from launch, in words.")
    evidence: list[Evidence] = Field(min_length=1)
    step: int = Field(description="Index of the step that reported it.")
    fingerprint: str | None = Field(default=None, description="The same for the same bug (see triage).")
    oracle: str | None = Field(default=None, description="Which oracle noticed it.")
    location: str | None = Field(default=None, description="Route template and element or request it is about.")
    confidence: Confidence | None = None
    sequence: list[dict[str, Any]] | None = Field(
        default=None, description="The repro in the step language, as `bugbash replay` runs it."
    )
    claim: Claim | None = Field(default=None, description="What a test of it asserts, where that can be said.")
    also_seen: int = Field(default=0, ge=0, description="Further places or times in this run.")


class _RunBase(_Part):
    goal: str = Field(description="The charter's mission, in a person's words.")
    platform: Literal["web", "ios", "android"]
    budget: BudgetRequest = Field(default_factory=BudgetRequest)
    usage: Usage = Field(default_factory=Usage)
    steps: list[Step] = Field(default_factory=list)


class PipelineKeys(_Part):
    """The keys that a bash adds to the six of the contract."""

    charter: str | None = Field(default=None, description="The charter's name in the bash file.")
    bash: str | None = Field(default=None, description="Identity of the bash that this run is part of.")
    target: str | None = Field(default=None, description="Address of the app.")
    explorer: str | None = None
    session: str | None = Field(default=None, description="Identity of the browser session; tags start with it.")
    seed: int | None = None
    started: str | None = Field(default=None, description="ISO 8601, UTC.")
    ended: str | None = Field(default=None, description="ISO 8601, UTC; absent while the run goes on.")
    clamped: list[str] = Field(default_factory=list, description="Budgets moved into their range.")
    stop_reason: StopReason | None = Field(default=None, description="Why the run ended.")
    stop_detail: str = Field(default="", description="The same in a sentence.")
    tool_version: str | None = None
    notes: list[str] = Field(default_factory=list, description="What was noticed and is no finding.")
    refused: dict[str, int] = Field(default_factory=dict, description="Addresses outside the scope, with counts.")
    left_alone: dict[str, int] = Field(default_factory=dict, description="Destructive controls not used.")
    coverage: list[dict[str, Any]] = Field(
        default_factory=list, description="Per screen: controls touched and known, and what was not looked at."
    )


class Run(_RunBase, PipelineKeys):
    """A run as it is read: its findings may break the contract.

    Another program may use a key of the pipeline for something else; such a value is read past.
    """

    findings: list[Any] = Field(default_factory=list)

    @field_validator(*PipelineKeys.model_fields, mode="wrap")
    @classmethod
    def _read_past(cls, value: Any, validate: ValidatorFunctionWrapHandler, info: ValidationInfo) -> Any:
        try:
            return validate(value)
        except ValidationError:
            return PipelineKeys.model_fields[str(info.field_name)].get_default(call_default_factory=True)


class RunFile(_RunBase, PipelineKeys):
    """A run as a writer should leave it; the published JSON Schema comes from this model."""

    findings: list[Finding] = Field(default_factory=list)
