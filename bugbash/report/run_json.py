"""One run's report as a JSON object, for machines."""

from pathlib import Path
from typing import Any

from bugbash.contract.models import Run
from bugbash.contract.runfile import file_in, read_run
from bugbash.contract.verdict import Assessment, assess
from bugbash.report.safe import json_text


def run_json(directory: Path) -> str:
    """The report on the run in `directory`; raises as `read_run` does."""
    run = read_run(directory)
    return json_text(run_object(run, assess(run, file_in(directory))))


def run_object(run: Run, assessment: Assessment) -> dict[str, Any]:
    """What the contract says of `run`, by the contract's names; findings are masked."""
    reason = run.stop_reason or assessment.decision.reason
    return {
        "verdict": assessment.verdict,
        "stop": {"stop": reason is not None, "reason": reason},
        "budget": assessment.budget.model_dump(),
        "usage": usage_object(run),
        "clamped": assessment.clamped,
        "issues": assessment.issues,
        "warnings": assessment.warnings,
        "blocked": assessment.blocked,
        "product_failures": assessment.product_failures,
        "exhausted": assessment.exhausted,
        "contract_failures": [vars(failure) for failure in assessment.contract_failures],
        "unreported_failure": assessment.unreported_failure,
    }


def usage_object(run: Run) -> dict[str, int | float]:
    """What `run` has used, without the keys that another program may have put beside."""
    return {"steps": run.usage.steps, "minutes": run.usage.minutes, "tokens": run.usage.tokens}
