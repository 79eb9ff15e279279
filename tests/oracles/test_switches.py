"""Oracles that a bash switches off, to notes, or to another kind of finding."""

from bugbash.charter.oracle_names import ORACLE_NAMES, Level
from bugbash.charter.properties import Property
from bugbash.oracles.base import Suspicion
from bugbash.oracles.judge import Judge
from bugbash.oracles.properties import NAME
from bugbash.oracles.registry import ORACLES
from bugbash.session.scope import Scope
from tests.oracles.build import button, clicks, opens, page
from tests.support.fixtures import NewSession
from tests.support.pages import PageServer

THROWS = page("<h1>Shelf</h1>", button("Add", "null.add()"))


def test_a_bash_file_knows_every_oracle_by_its_name() -> None:
    assert set(ORACLE_NAMES) == {NAME, *(oracle.name for oracle in ORACLES)}


async def judged(pages: PageServer, new_session: NewSession, **levels: Level) -> tuple[Judge, list[tuple[str, str]]]:
    """What a judge with these levels tells of a page whose heading and button are at fault."""

    pages.pages["/"] = THROWS
    session = await new_session(pages.url("/"))
    two = Property(name="two headings", always="count('h1') === 2")
    named = {name.replace("_", "-"): level for name, level in levels.items()}
    judge = Judge(Scope([pages.url("/")]), [two], levels=named)
    told: list[Suspicion] = []
    for action in (opens("/"), clicks("Add")):
        told += await judge.judge(session, await session.act(action), {s.key for s in told})
    return judge, sorted({(s.oracle, s.kind) for s in told})


async def test_each_judges_in_its_own_way_where_nothing_is_said(pages: PageServer, new_session: NewSession) -> None:
    _, told = await judged(pages, new_session)
    assert told == [("property", "issue"), ("uncaught-exception", "issue")]


async def test_one_that_is_off_tells_nothing(pages: PageServer, new_session: NewSession) -> None:
    judge, told = await judged(pages, new_session, uncaught_exception="off", property="off")
    assert told == []
    assert judge.notes == {}


async def test_one_that_is_a_warning_holds_nothing_back(pages: PageServer, new_session: NewSession) -> None:
    _, told = await judged(pages, new_session, uncaught_exception="warning", property="warning")
    assert told == [("property", "warning"), ("uncaught-exception", "warning")]


async def test_one_that_is_a_note_is_kept_apart(pages: PageServer, new_session: NewSession) -> None:
    judge, told = await judged(pages, new_session, uncaught_exception="note")
    assert told == [("property", "issue")]
    assert [noted.oracle for noted in judge.notes.values()] == ["uncaught-exception"]
