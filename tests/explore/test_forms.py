"""What the forms tour sends, and to which records, in a real browser."""

import time

import pytest

from bugbash.charter.actions import Open
from bugbash.explore.statemap import StateMap
from bugbash.explore.tours.base import World
from bugbash.explore.tours.forms import Forms
from bugbash.explore.walker import Walker
from bugbash.explore.words import Interest
from bugbash.oracles.judge import Judge
from bugbash.session.scope import Scope
from tests.support.fixtures import NewSession
from tests.support.pages import Page, PageServer

SCRIPT = """<script>document.forms[0].onsubmit = (event) => {
  event.preventDefault()
  const values = [...document.forms[0].querySelectorAll('input')].map((field) => field.value)
  fetch('/calendars', { method: 'POST', body: values.join('/') })
}</script>"""


async def sent(new_session: NewSession, pages: PageServer, form: str) -> list[str]:
    """What the app hears when the tour has worked the form for as long as there is something to try."""
    pages.pages |= {"/": f"<title>Calendars</title><h1>Calendars</h1>{form}{SCRIPT}", "/calendars": Page("{}")}
    session = await new_session(pages.url("/"))
    walker = Walker(session, Judge(Scope([pages.url("/")]), oracles=()), StateMap(), pages.url("/"), ())
    world = World(walker, Interest("Explore"), "1", "/")
    await walker.act(Open(open="/"))
    world.note_forms(walker.look)
    await Forms(world).go(time.monotonic() + 30)
    return [heard.text.replace(session.tag, "TAG") for heard in pages.requests("/calendars")]


@pytest.mark.parametrize("attributes", ["", "method=post"])
async def test_a_record_of_others_is_sent_as_it_stands(
    new_session: NewSession, pages: PageServer, attributes: str
) -> None:
    form = (
        f"<form {attributes}><input name=title aria-label=Title value=Work><input name=note aria-label=Note>"
        "<button>Save</button></form>"
    )
    assert set(await sent(new_session, pages, form)) == {"Work/"}


async def test_an_empty_form_makes_records_of_our_own(new_session: NewSession, pages: PageServer) -> None:
    form = "<input aria-label=Filter><form><input name=title aria-label=Title><button>Save</button></form>"
    heard = await sent(new_session, pages, form)
    assert heard[0].startswith("Title TAG"), "the field beside the form is not what sends it"
    assert len(heard) > 5
    assert heard.count("") == 1
