"""Pages that break an accessibility rule for sure, and pages of which that cannot be said."""

import dataclasses

from bugbash.charter.actions import Action
from tests.oracles.build import button, clicks, opens, page
from tests.oracles.harness import Bug, Case, Clean, Pages, Seen, scene
from tests.oracles.visits import Scene


def _judged(app: Pages, *steps: Action) -> Scene:
    return dataclasses.replace(scene(app, *steps), accessible=True)


def _gifts(body: str, number: int = 7, *steps: Action) -> Scene:
    html = page(f"<main><h1>Gifts</h1>{body}</main>")
    return _judged({"/gifts/7": html, "/gifts/42": html}, opens(f"/gifts/{number}"), *steps)


def _breaks(name: str, severity: int, title: str, observed: str, location: str, *bodies: str) -> Bug:
    body, clean, other = bodies
    return Bug(
        name,
        Seen(
            "accessibility",
            severity,
            title=title,
            expected="(WCAG 2.1 A and AA, axe-core's rule",
            observed=observed,
            screen="/gifts/7",
            location=location,
            kind="warning",
        ),
        _gifts(body),
        clean=_gifts(clean),
        again=_gifts(body, 42),
        other=_gifts(other),
    )


_CONTRAST = "Elements must meet minimum color contrast ratio thresholds"
_MENU = """<div role=dialog aria-label=Edit id=d hidden><input id=wish %s></div>""" + button(
    "Edit", "d.hidden = false"
)
_BUGS: list[Case] = [
    _breaks(
        "fields without a name",
        3,
        "Form elements must have labels: main>input",
        "main>input, and 1 more like it.",
        "/gifts/:id main>input",
        "<input> <input>",
        "<input aria-label=Name> <input aria-label=Wish>",
        "<input id=wish>",
    ),
    _breaks(
        "pale words on white",
        2,
        f"{_CONTRAST}: #999999 on #ffffff",
        "main>p (“Sent on Friday”). #999999 on #ffffff is 2.84:1, not 4.5:1.",
        "#999999 on #ffffff",
        "<p style='color: #999'>Sent on Friday</p><p style='color: #999'>From Graz</p>",
        "<p style='color: #555'>Sent on Friday</p><p style='color: #555'>From Graz</p>",
        "<p style='color: #999; background: #eee'>Sent on Friday</p>",
    ),
    Bug(
        "a field without a name comes up by a click",
        Seen(
            "accessibility",
            3,
            title="Form elements must have labels: #wish",
            expected="axe-core's rule label",
            observed="#wish.",
            screen="/gifts/7",
            location="/gifts/:id #wish",
            kind="warning",
        ),
        _gifts(_MENU % "", 7, clicks("Edit")),
        clean=_gifts(_MENU % "aria-label=Wish", 7, clicks("Edit")),
        again=_gifts(_MENU % "", 42, clicks("Edit")),
    ),
]


def _calm(name: str, body: str, *steps: Action) -> Clean:
    return Clean(
        "accessibility", name, _judged({"/": page(f"<main><h1>Gifts</h1>{body}</main>")}, opens("/"), *steps)
    )


_CALM: list[Case] = [
    _calm(
        "words on a picture and on a gradient, of which nobody can say",
        "<p style='color: #999; background: linear-gradient(90deg, black, white)'>Sent on Friday</p>"
        "<p style='color: #999; background: url(/shape)'>From Graz</p>",
    ),
    _calm("pale words of what cannot be used", "<button disabled style='color: #aaa'>Save</button>"),
    _calm(
        "only advice: headings that skip a level, and words beside the main part",
        "<h4>Colours</h4></main><p>Aside</p><main hidden>",
    ),
    _calm("a region that scrolls", f"<div style='height: 60px; overflow: auto'>{'<p>Words</p>' * 9}</div>"),
    _calm(
        "a page that moves",
        "<style>@keyframes fade { from { opacity: .2 } } p { animation: fade 1s }</style><p>Sent on Friday</p>",
    ),
    Clean(
        "accessibility",
        "an error page of the server's own making",
        _judged({}, opens("/gone")),
    ),
]
CASES: list[Case] = [*_BUGS, *_CALM]
