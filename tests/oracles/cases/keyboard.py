"""What the keyboard does not get to or out of; and pages on which it rightly goes its own ways."""

from bugbash.charter.actions import Action, parse_action
from tests.oracles.build import clicks, opens, page
from tests.oracles.cases.dialogs import ESCAPE, modal
from tests.oracles.harness import Bug, Case, Clean, Seen, on_page, scene
from tests.oracles.visits import Scene

TAB = parse_action({"press": "Tab", "times": 15})
BACK_TAB = parse_action({"press": "Shift+Tab", "times": 15})
_ALL_KEYS = (TAB, BACK_TAB, ESCAPE, TAB)
_LINKS = "".join(f"<p><a href='/{name}'>{name.title()}</a></p>" for name in ("home", "shop", "help", "terms"))
_TRAP = """<div id=pick><input aria-label=Day><input aria-label=Month></div><script>
const parts = [...pick.children]
pick.onkeydown = (e) => { if (e.key === 'Tab') { e.preventDefault(); parts[1 - parts.indexOf(e.target)].focus() } %s }
</script>"""


def _at(path: str, body: str, *steps: Action) -> Scene:
    return scene({path: page(body)}, opens(path), *steps)


_TRAPPED = Bug(
    "two fields hand the focus to one another",
    Seen(
        "keyboard-trap",
        4,
        title="The keyboard's focus cannot leave textbox “Day”, textbox “Month”",
        expected="Tab and Shift+Tab lead to every control of the page (WCAG 2.1.2).",
        observed="Tab, Shift+Tab, and Tab after Escape stay there; link “Home”, link “Shop”, link “Help”",
        screen="/trips/7",
        location="/trips/:id textbox #pick div>input",
    ),
    _at("/trips/7", _LINKS + _TRAP % "", *_ALL_KEYS),
    clean=_at("/trips/7", _LINKS + _TRAP.replace("e.key === 'Tab'", "e.key === 'Down'") % "", *_ALL_KEYS),
    again=_at("/trips/42", _LINKS + _TRAP % "", *_ALL_KEYS),
    other=on_page(_LINKS + "<button id=b onkeydown='event.preventDefault()'>Hold</button>", *_ALL_KEYS),
)

_CARD = (
    "<style>[onclick] { cursor: pointer }</style>"
    "<div class=deal onclick=\"out.textContent += '!'\">%s</div><p id=out></p>"
)
_NOT_REACHED = Bug(
    "a box is a button for the mouse alone",
    Seen(
        "unreachable-by-keyboard",
        2,
        title="The keyboard does not get to the control “Show the deal”",
        expected="What can be used with a mouse can be reached with Tab (WCAG 2.1.1).",
        observed="Tab went round the whole page and never came to it (div.deal).",
        screen="/offers/7",
        location="/offers/:id  div.deal",
        kind="warning",
    ),
    _at("/offers/7", _LINKS + _CARD % "Show the deal", TAB),
    clean=_at("/offers/7", _LINKS + (_CARD % "Show the deal").replace("<div", "<div role=button tabindex=0"), TAB),
    again=_at("/offers/42", _LINKS + _CARD % "Show another deal", TAB),
    other=on_page(_LINKS + "<span role=button>Open the chat</span>", TAB),
)


def _free(oracle: str, name: str, body: str, *steps: Action) -> Clean:
    return Clean(oracle, name, on_page(_LINKS + body, *(steps or _ALL_KEYS)))


_FREE: list[Case] = [
    _free(
        "keyboard-trap",
        "Escape leads out of a list of suggestions",
        _TRAP % "if (e.key === 'Escape') { parts[0].remove(); parts[1].remove() }",
    ),
    _free(
        "keyboard-trap",
        "an editor takes Tab as a character",
        "<textarea aria-label=Code onkeydown=\"if (event.key === 'Tab') event.preventDefault()\"></textarea>",
    ),
    _free(
        "keyboard-trap",
        "an open dialog keeps the focus",
        modal("", close="shut(); starter.focus()", escape=False).replace(
            "</script>",
            "\nbox.onkeydown = (e) => { if (e.key === 'Tab') { e.preventDefault(); box.firstElementChild.focus() } }"
            "</script>",
        ),
        clicks("Share", "button"),
        *_ALL_KEYS,
    ),
    _free(
        "keyboard-trap",
        "a frame has a keyboard of its own",
        "<iframe srcdoc='<button>A</button><button>B</button>'></iframe>",
    ),
    _free(
        "unreachable-by-keyboard",
        "arrow keys go through a group of tabs",
        "<div role=tablist><button role=tab tabindex=0>One</button><button role=tab tabindex=-1>Two</button></div>"
        "<div role=toolbar><span role=button tabindex=0>Bold</span><span role=button tabindex=-1>Thin</span></div>",
        TAB,
    ),
    _free("unreachable-by-keyboard", "a card has a link in it", _CARD % "<a href='/deal'>Show the deal</a>", TAB),
    _free(
        "unreachable-by-keyboard",
        "one of several radio buttons has the focus",
        "<label><input type=radio name=a> A</label><label><input type=radio name=a checked> B</label>",
        TAB,
    ),
    _free(
        "unreachable-by-keyboard",
        "a button inside a field is there for the mouse",
        "<input aria-label=Password><button tabindex=-1 onclick='1'>Show</button>",
        TAB,
    ),
    _free(
        "unreachable-by-keyboard",
        "a label is the mouse's way to a box",
        "<input type=checkbox id=c><label for=c onclick='1'>Agree</label>",
        TAB,
    ),
]

CASES: list[Case] = [_TRAPPED, _NOT_REACHED, *_FREE]
