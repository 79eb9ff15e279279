"""Buttons and links that do nothing, and controls that stay as they were; and those that rightly do or are."""

from bugbash.charter.actions import Action, parse_action
from tests.oracles.build import button, clicks, data, fills, opens, page
from tests.oracles.harness import Bug, Case, Clean, Pages, Seen, on_page, scene
from tests.oracles.visits import Scene

_HAS_EFFECT = "A click on it has an effect that can be seen or heard."
_TAKES_ON = "It takes on the value that it was set to."


def _twice(name: str, role: str = "button") -> tuple[Action, Action]:
    return clicks(name, role), clicks(name, role)


def at(path: str, body: str, *steps: Action) -> Scene:
    """A page at `path`, opened first."""
    return scene({path: page(body)}, opens(path), *steps)


_ARCHIVE = "<h1>Report</h1><button>Archive report</button>"
_DEAD_BUTTON = Bug(
    "a button has no handler",
    Seen(
        "dead-control",
        2,
        title="The button “Archive report” does nothing",
        expected=_HAS_EFFECT,
        observed="It was clicked twice; in 3 s nothing changed",
        screen="/reports/7",
        location="/reports/:id button “archive report”",
        kind="warning",
    ),
    at("/reports/7", _ARCHIVE, *_twice("Archive report")),
    clean=at(
        "/reports/7",
        "<h1>Report</h1>" + button("Archive report", "this.textContent += '.'"),
        clicks("Archive report"),
    ),
    again=at("/reports/42", _ARCHIVE, *_twice("Archive report")),
    other=at(
        "/",
        # A ripple and a tooltip are no effect.
        button(
            "Invite members",
            "this.insertAdjacentHTML('beforeend', '<i class=MuiTouchRipple-child></i>');"
            "this.classList.add('focus-ring')",
        ),
        *_twice("Invite members"),
    ),
)
_DEAD_LINK = Bug(
    "links lead to the bare #",
    Seen(
        "dead-control",
        2,
        title="The link “Terms of use” does nothing",
        expected=_HAS_EFFECT,
        observed="nothing changed, and nothing was asked for",
        screen="/",
        location="link footer>p.legal>a",
        kind="warning",
    ),
    on_page("<footer><p class=legal><a href='#'>Terms of use</a></p></footer>", *_twice("Terms of use", "link")),
    clean=on_page(
        "<footer><p class=legal><a href='/terms'>Terms of use</a></p></footer>",
        clicks("Terms of use", "link"),
        terms=page("<h1>Terms</h1>"),
    ),
    again=on_page("<footer><p class=legal><a href='#'>Imprint</a></p></footer>", *_twice("Imprint", "link")),
    other=on_page("<main><a href='javascript:void(0)'>Pricing</a></main>", *_twice("Pricing", "link")),
)

_FORM = "<h1>Contact</h1><form onsubmit='return false'><label>Subject <input name=s></label>%s</form><p id=out></p>"
_SEND = (fills("Subject", "A kettle"), clicks("Request a call", "button"), clicks("Request a call", "button"))
_DEAD_SUBMIT = Bug(
    "a form's only button sends nothing",
    Seen(
        "dead-control",
        4,
        title="The button “Request a call” does nothing",
        expected=_HAS_EFFECT,
        observed="It was clicked twice",
        screen="/shops/7",
        location="/shops/:id button “request a call”",
    ),
    at("/shops/7", _FORM % "<button>Request a call</button>", *_SEND),
    clean=at("/shops/7", _FORM % '<button onclick="out.textContent = `Thanks`">Request a call</button>', *_SEND[:2]),
    again=at("/shops/8", _FORM % "<button>Request a call</button>", *_SEND),
)


def _alive(name: str, body: str, *steps: Action, head: str = "") -> Clean:
    return Clean("dead-control", name, on_page(body, *steps, head=head))


def _pressed(name: str, label: str, code: str, rest: str = "") -> Clean:
    return _alive(name, button(label, code) + rest, *_twice(label))


_ALIVE: list[Case] = [
    _pressed("a page is printed", "Invoice", "print()"),
    _pressed("a text goes to the clipboard", "Get the key", "navigator.clipboard.writeText('x').catch(() => 0)"),
    _pressed("a value is kept", "Remember me", "localStorage.me = 1 + Number(localStorage.me ?? 0)"),
    _pressed(
        "a field is filled by a script", "Make a password", "p.value = Math.random()", "<input id=p aria-label=P>"
    ),
    _pressed("it comes late", "Calculate", "setTimeout(() => { out.textContent += '!' }, 1200)", "<p id=out></p>"),
    _pressed(
        "a page is scrolled", "To the notes", "n.scrollIntoView()", "<p style='height: 3000px'></p><p id=n>N</p>"
    ),
    _pressed("something is drawn", "Draw a line", "", "<canvas width=200 height=100></canvas>"),
    _pressed("an editor has no choice of text", "Strong", "", "<div contenteditable>Text</div>"),
    _pressed("the theme changes", "Night", "document.documentElement.classList.toggle('night')"),
    _pressed("a sound is made", "Ring", "new AudioContext().createOscillator().start()"),
    _pressed("there may be nothing new", "Refresh", ""),
    _pressed("a choice of rows is not made yet", "Select all", ""),
    _alive(
        "a popover opens",
        "<button popovertarget=more>Details</button><div id=more popover=manual>The details</div>",
        *_twice("Details"),
    ),
    _alive(
        "what is chosen already is clicked",
        "<ul><li class=active><a href='#' role=button>Overview</a></li></ul>"
        + "<button aria-pressed=true>Grid view</button><button class='tab is-active'>Details</button>",
        *_twice("Overview"),
        *_twice("Grid view"),
        *_twice("Details"),
    ),
    _alive(
        "a link leads to where the page is",
        "<a href='/'>Catalogue</a><a href='#/'>Start</a>",
        *_twice("Start", "link"),
    ),
    _alive("a form is not filled in", _FORM % "<button>Request a call</button>", *_twice("Request a call")),
    _alive(
        "a required box is not ticked",
        _FORM % "<label><input type=checkbox> I agree</label><button>Request a call</button>",
        *_SEND,
    ),
    _alive("keys of a calculator", "<button>7</button><button>=</button>", *_twice("7"), *_twice("=")),
    _alive(
        "the script that works it is outside the scope",
        "<button>Chat with us</button>",
        *_twice("Chat with us"),
        head="<script src='https://cdn.example.test/chat.js'></script>",
    ),
]


def _box(code: str, name: str = "Newsletter") -> str:
    return f'<h1>Profile</h1><label><input type=checkbox onchange="{code}"> {name}</label><p id=out role=status></p>'


_BACK = "this.checked = !this.checked"
_STUCK_BOX = Bug(
    "a box takes its tick back",
    Seen(
        "unchanged-control",
        3,
        title="The checkbox “Newsletter” stays as it was",
        expected=_TAKES_ON,
        observed="It was clicked, and is still off.",
        screen="/users/7",
        location="/users/:id checkbox “newsletter”",
    ),
    at("/users/7", _box(_BACK), clicks("Newsletter", "checkbox")),
    clean=at("/users/7", _box(""), clicks("Newsletter", "checkbox")),
    again=at("/users/42", _box(_BACK), parse_action({"click": {"label": "Newsletter"}})),
    other=on_page(
        "<button role=switch aria-checked=true aria-label='Dark mode'></button>"
        "<style>button { width: 40px; height: 20px }</style>",
        clicks("Dark mode", "switch"),
    ),
)

_SELECT = '<label>Size <select id=s onchange="%s"><option>Small<option>Large</select></label><p id=out></p>'
_CHOOSE = parse_action({"select": {"label": "Size"}, "option": "Large"})
_STUCK_CHOICE = Bug(
    "a choice is taken back",
    Seen(
        "unchanged-control",
        3,
        title="The combobox “Size” stays as it was",
        expected=_TAKES_ON,
        observed="“Large” was chosen, and the choice was taken back.",
        screen="/things/7",
        location="/things/:id combobox “size”",
    ),
    at("/things/7", _SELECT % "this.value = 'Small'", _CHOOSE),
    clean=at("/things/7", _SELECT % "out.textContent = this.value", _CHOOSE),
    again=at("/things/42", _SELECT % "this.value = 'Small'", _CHOOSE),
    other=on_page(
        "<div><button aria-label='Decrease quantity'>−</button><input value=3 aria-label=Quantity min=1></div>",
        clicks("Decrease quantity", "button"),
    ),
)


def _steady(name: str, body: str, *steps: Action) -> Clean:
    return Clean("unchanged-control", name, on_page(body, *steps))


def _refusing() -> Pages:
    code = "fetch('/api').then(() => { this.checked = false; out.textContent = 'Not now.' })"
    return {"/": page(_box(code)), "/api": data({}, status=409)}


_BOXES = "".join(
    f"<label><input type=checkbox {'checked' if n < 2 else ''} onchange='"
    "if (document.querySelectorAll(`:checked`).length > 2) this.checked = false"
    f"'> Choice {n}</label>"
    for n in range(3)
)
_ROWS = """<ul id=rows></ul><script>
const items = ['Tea', 'Milk', 'Jam']
items.forEach((name) => rows.insertAdjacentHTML(`beforeend`,
  `<li><input type=checkbox onchange="rows.append(this.parentNode)"> ${name}</li>`))
</script>"""
_FIRST_BOX = parse_action({"click": {"role": "checkbox", "nth": 1}})

_STEADY: list[Case] = [
    _steady(
        "a stepper is at its least",
        "<div><button aria-label='Decrease quantity'>−</button><input value=1 aria-label=Quantity></div>",
        *_twice("Decrease quantity"),
    ),
    _steady(
        "a stepper is at its most",
        "<div><input type=number value=5 max=5 aria-label=Quantity><button>+</button></div>",
        *_twice("+"),
    ),
    _steady("as many as may be are chosen", _BOXES, clicks("Choice 2", "checkbox")),
    _steady(
        "a box asks first",
        _box("if (!confirm('Really?')) this.checked = false"),
        parse_action({"click": {"role": "checkbox", "name": "Newsletter"}, "dialog": "dismiss"}),
    ),
    _steady(
        "a box opens a dialog that asks",
        _box("this.checked = false; d.showModal()") + "<dialog id=d aria-label=Sure><button>Yes</button></dialog>",
        clicks("Newsletter", "checkbox"),
    ),
    _steady("a ticked item goes to the end of its list", _ROWS, _FIRST_BOX, _FIRST_BOX),
    _steady(
        "what is chosen is chosen again", "<label><input type=radio checked> Post</label>", clicks("Post", "radio")
    ),
    _steady(
        "a choice is a menu of things to do",
        _SELECT % "out.textContent = 'Sorted by ' + this.value; this.value = 'Small'",
        _CHOOSE,
    ),
    _steady(
        "there is nothing to choose all of",
        _box("this.checked = false", "Select all"),
        clicks("Select all", "checkbox"),
    ),
    Clean("unchanged-control", "a refusal is told", scene(_refusing, opens("/"), clicks("Newsletter", "checkbox"))),
]

CASES: list[Case] = [_DEAD_BUTTON, _DEAD_LINK, _DEAD_SUBMIT, *_ALIVE, _STUCK_BOX, _STUCK_CHOICE, *_STEADY]
