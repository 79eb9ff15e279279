"""Confirming: three of three, or the rate; shortened where it still shows; shared where another charter did it."""

import asyncio
import dataclasses
import time
from collections.abc import Callable, Sequence

from bugbash.charter.actions import Action, Click, Open, Reload
from bugbash.charter.locator import Locator
from bugbash.contract.models import BLOCKED, Code
from bugbash.explore.confirm import Confirmation, confirm, confirm_known
from bugbash.explore.ledger import Ledger
from bugbash.explore.replay import Replay, Wanted, Witness
from bugbash.explore.walker import Suspect
from bugbash.oracles.base import Suspicion
from bugbash.session.session import Session
from bugbash.session.stage import Outcome

BUG = Suspicion("server-error", "issue", 4, "title", "expected", "observed", "screen", "location", "message")
OPEN = Open(open="/")
A, B, C = (Click(click=Locator(text=name)) for name in "ABC")


class FakeReplayer:
    """Answers each replay by a rule, without a browser."""

    def __init__(self, shows: Callable[[Sequence[Action], int], bool | None]) -> None:
        self._shows = shows
        self.sequences: list[tuple[Action, ...]] = []
        self.recorded = 0

    async def replay(self, sequence: Sequence[Action], wanted: Wanted, witness: Witness | None = None) -> Replay:
        self.sequences.append(tuple(sequence))
        self.recorded += witness is not None
        shown = self._shows(sequence, len(self.sequences))
        await asyncio.sleep(0)
        if shown is None:
            lost = Outcome(BLOCKED, Code.ENVIRONMENT_UNAVAILABLE, "the browser died")
            return Replay(None, lost, -1, [])
        return Replay(BUG if shown else None, None, len(sequence) - 1, [])


class FakeWitness:
    async def before(self, session: Session) -> None: ...
    async def after(self, session: Session, replay: Replay) -> None: ...


def suspect(*candidates: tuple[Action, ...]) -> Suspect:
    return Suspect(BUG, list(candidates))


async def confirmed(replayer: FakeReplayer, *candidates: tuple[Action, ...]) -> Confirmation:
    until = time.monotonic() + 30
    return await confirm(suspect(*candidates), replayer, until, FakeWitness())  # type: ignore[arg-type]


async def test_three_of_three_is_confirmed_and_one_of_them_is_recorded() -> None:
    replayer = FakeReplayer(lambda sequence, count: True)
    found = await confirmed(replayer, (OPEN,))
    assert (found.confidence.level, found.confidence.shown, found.confidence.replays) == ("confirmed", 3, 3)
    assert len(replayer.sequences) == 3
    assert replayer.recorded == 1


async def test_what_no_replay_shows_is_seen_once_and_never_reported() -> None:
    found = await confirmed(FakeReplayer(lambda sequence, count: False), (OPEN,), (OPEN, A))
    assert not found.reported
    assert (found.confidence.shown, found.confidence.replays) == (0, 2)


async def test_what_shows_sometimes_is_given_more_replays_and_its_rate() -> None:
    found = await confirmed(FakeReplayer(lambda sequence, count: count != 2), (OPEN,))
    assert found.confidence.level == "intermittent"
    assert (found.confidence.shown, found.confidence.replays) == (5, 6)


async def test_a_replay_without_a_browser_says_nothing_of_the_bug() -> None:
    found = await confirmed(FakeReplayer(lambda sequence, count: None if count == 2 else True), (OPEN,))
    assert found.confidence.shown == found.confidence.replays


async def test_a_candidate_that_does_not_show_it_gives_way_to_the_next() -> None:
    found = await confirmed(FakeReplayer(lambda sequence, count: A in sequence), (OPEN,), (OPEN, A))
    assert found.sequence == (OPEN, A)


async def test_steps_that_it_does_not_need_are_dropped() -> None:
    long = (OPEN, Reload(), A, Reload(), B, Reload(), C)
    replayer = FakeReplayer(lambda sequence, count: A in sequence and B in sequence and sequence[-1] == C)
    found = await confirmed(replayer, long)
    assert found.sequence == (OPEN, A, B, C)
    assert found.length_before == 7


async def test_an_expectation_is_not_shortened_to_one_that_fails_for_another_reason() -> None:
    wanted = dataclasses.replace(BUG, oracle="expectation", observed="it shows “2 lamps”")

    class Trivial(FakeReplayer):
        async def replay(self, sequence: Sequence[Action], wanted: Wanted, witness: Witness | None = None) -> Replay:
            replay = await super().replay(sequence, wanted, witness)
            text = "it shows “2 lamps”" if A in sequence else "it shows “no lamp”"
            return Replay(dataclasses.replace(BUG, observed=text), None, replay.at, [])

    replayer = Trivial(lambda sequence, count: True)
    until = time.monotonic() + 30
    given = Suspect(wanted, [(C,), (OPEN, A, B, C)])
    found = await confirm(given, replayer, until, FakeWitness())  # type: ignore[arg-type]
    assert found.sequence == (OPEN, A, C)
    assert found.suspicion.observed == wanted.observed


async def test_what_another_charter_confirmed_takes_one_replay() -> None:
    first = await confirmed(FakeReplayer(lambda sequence, count: True), (OPEN,))
    replayer = FakeReplayer(lambda sequence, count: True)
    again = await confirm_known(first, replayer, FakeWitness())  # type: ignore[arg-type]
    assert len(replayer.sequences) == 1
    assert (again.confidence.shown, again.confidence.replays) == (4, 4)


async def test_a_ledger_lets_one_look_into_it_and_the_others_wait() -> None:
    ledger = Ledger()
    first = await confirmed(FakeReplayer(lambda sequence, count: True), (OPEN,))
    assert ledger.claim("k")
    assert not ledger.claim("k")
    assert ledger.is_under_way("k")
    waiting = asyncio.create_task(ledger.known("k"))
    ledger.settle("k", first)
    assert await waiting is first
    assert not ledger.claim("k"), "it is known now"


async def test_what_did_not_show_may_be_tried_by_another_charter() -> None:
    ledger = Ledger()
    assert ledger.claim("k")
    ledger.settle("k", None)
    assert await ledger.known("k") is None
    assert ledger.claim("k")
