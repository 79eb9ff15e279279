"""The stop check: the gate before every step, visible as a run of its own."""

from prefect import task
from prefect.cache_policies import NO_CACHE
from prefect.client.schemas.objects import State
from prefect.states import Completed

from bugbash.contract.stop import Decision
from bugbash.tasks.context import exploring

GO, STOP = "Go", "Stop"


@task(name="stop check", task_run_name="{name}", cache_policy=NO_CACHE, persist_result=False)
async def stop_check(name: str) -> State[Decision]:
    """Ask the stop rules whether the run may take another step.

    The state is named Go or Stop, its message is the reason and its data the decision. Nothing is cached: equal
    inputs must be asked anew.
    """
    decision = exploring.get().check()
    message = f"{decision.reason}: {decision.sentence}" if decision.stop else decision.sentence
    return Completed(name=STOP if decision.stop else GO, message=message, data=decision)


async def decided(state: State[Decision]) -> Decision:
    """The decision that a gate's state carries; anything but a clean Go means stop."""
    if not state.is_completed():
        return Decision(True, "cancelled", f"the stop check itself failed: {state.message or state.name}")
    decision = await state.aresult(raise_on_failure=False)
    if isinstance(decision, Decision) and (decision.stop or state.name == GO):
        return decision
    return Decision(True, "cancelled", "the stop check gave no decision")
