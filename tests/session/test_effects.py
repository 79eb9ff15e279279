"""What the page script tells of the last click: whether anything came of it."""

import pytest

from .conftest import LookAt
from .steps import act, passes


@pytest.mark.parametrize(
    ("body", "effects"),
    [
        ("<button>Go</button>", ()),
        ("<button onclick='this.classList.add(`ripple`)'>Go</button>", ()),
        ("<button onclick='console.log(1)'>Go</button>", ()),
        ("<a href='#' role=button>Go</a>", ()),
        ("<button onclick='this.classList.add(`liked`)'>Go</button>", ("change",)),
        ("<button onclick='document.title = 1'>Go</button>", ("change",)),
        ("<button onclick='f.value = 1'>Go</button><input id=f>", ("value",)),
        ("<button onclick='f.focus()'>Go</button><input id=f>", ("focus",)),
        ("<button onclick='print()'>Go</button>", ("window",)),
        ("<button onclick='localStorage.a = Math.random() * 1e9'>Go</button>", ("storage",)),
        ("<button onclick='localStorage.setItem(`b`, 1)'>Go</button>", ("storage",)),
        ("<button onclick='document.cookie = `a=1`'>Go</button>", ("storage",)),
        ("<button onclick='history.pushState(0, ``, `?a`)'>Go</button>", ("address", "history")),
        ("<button onclick='location.hash = `x`'>Go</button>", ("address",)),
        ("<button onclick='window.scrollTo(0, 99)'>Go</button><p style='height: 3000px'>", ("scroll",)),
        ("<form><input required aria-label=N><button>Go</button></form>", ("focus", "invalid")),
    ],
)
async def test_the_effects_of_a_click(body: str, effects: tuple[str, ...], look_at: LookAt) -> None:
    session = await look_at(body)
    moment = await passes(session, {"click": "Go"})
    assert moment.after.touched is not None
    assert moment.after.touched.effects == effects
    assert moment.after.touched.count == 1


async def test_a_click_that_is_no_tick_tells_what_the_box_was_and_is(look_at: LookAt) -> None:
    session = await look_at("<label><input type=checkbox onchange='this.checked = false'> Agree</label>")
    touched = (await passes(session, {"click": "Agree"})).after.touched
    assert touched is not None and (touched.was, touched.now) == ("false", "false")
    # Playwright says so, too; the look tells the same.
    moment = await act(session, {"check": {"label": "Agree"}})
    assert not moment.outcome.passed and moment.after.touched is not None and moment.after.touched.count == 2


async def test_what_holds_the_page_is_told(look_at: LookAt) -> None:
    session = await look_at("<p style='height: 3000px'>Long</p>")
    assert session.last.holds == ()
    session = await look_at("<style>body { overflow: hidden }</style><p style='height: 3000px'>Long</p>")
    assert session.last.holds == ("scroll",)
    session = await look_at("<a href=/x>Link</a><div style='position: fixed; inset: 0'></div>")
    assert session.last.holds == ("backdrop",)
