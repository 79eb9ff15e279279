"""What a charter states itself: its properties, and the expect steps of its script."""

from dataclasses import replace
from typing import Any

from bugbash.charter.actions import Action, parse_action
from bugbash.charter.properties import After, Property
from tests.oracles.build import button, clicks, opens, page, script
from tests.oracles.harness import Bug, Case, Clean, Seen, scene
from tests.oracles.visits import Scene

SUM = Property(
    name="the total is the sum of the rows", always="sum(all('.amount')) === num(one('.total'))", severity=4
)
ONE_TITLE = Property(name="a page has one title", always="count('h1') === 1", severity=2)
SPEC = ("A cart may be empty.", "The total is the sum of the rows.")


def _cart(total: str, *, extra: str = "", title: str = "<h1>Cart</h1>") -> str:
    rows = "".join(f"<tr><td>Mug<td class=amount>{amount}" for amount in ("€1,200.50", "€9.50"))
    return page(f"{title}<table>{rows}</table><p class=total>Total {total}</p>{extra}<button>Pay</button>")


def _held(pages: dict[str, str], *steps: Action, properties: tuple[Property, ...] = (SUM, ONE_TITLE)) -> Scene:
    return replace(scene(pages, *steps), properties=properties, spec=SPEC)


def _carts(total: str, title: str = "<h1>Cart</h1>") -> dict[str, str]:
    html = _cart(total, title=title)
    return {"/carts/7": html, "/carts/42": html}


_BROKEN = Bug(
    "the total is wrong",
    Seen(
        "property",
        4,
        title="Does not hold: the total is the sum of the rows",
        expected="the total is the sum of the rows",
        observed="After “open /carts/7” the page answers false to: sum(all('.amount')) === num(one('.total'))",
        screen="/carts/7",
        location="property the total is the sum of the rows",
    ),
    _held(_carts("€1,209.00"), opens("/carts/7"), clicks("Pay")),
    clean=_held(_carts("€1,210.00"), opens("/carts/7"), clicks("Pay")),
    again=_held(_carts("€7.00"), opens("/carts/42")),
    other=_held(_carts("€1,210.00", "<h1>Cart</h1><h1>Cart</h1>"), opens("/carts/7")),
)


def _holds(name: str, html: str, *properties: Property) -> Clean:
    return Clean("property", name, _held({"/": html}, opens("/"), properties=properties or (SUM,)))


_LATE = script("setTimeout(() => { document.querySelector('.total').textContent = '€1,210.00' }, 400)")
_HOLDING: list[Case] = [
    _holds("the total comes in a moment later", _cart("€0.00", extra=_LATE)),
    _holds(
        "what it speaks of is on another screen",
        page("<h1>Home</h1>"),
        Property(name="the badge counts pieces", always="one('.badge') && num('.badge') > 0"),
    ),
    _holds(
        "an expression that throws",
        page("<h1>Home</h1>"),
        Property(name="the cart is open", always="document.querySelector('.cart').open"),
    ),
    _holds("an expression that no script can be", page("<h1>Home</h1>"), Property(name="odd", always="num('.a' ===")),
    _holds(
        "an answer that is not false",
        page("<h1>Home</h1>"),
        Property(name="some text", always="text('.none')"),
        Property(name="a count", always="count('.none')"),
    ),
]


_ADDED = Property(
    name="Add puts one more row on the shelf",
    after=After(kind=["click"], role="button", name="add*"),
    values={"rows": "all('li').length"},
    holds="after.rows === before.rows + 1",
    severity=3,
)
_SAVED = Property(name="Saving ends", eventually="count('.saving') === 0", within=1.5)


def _shelf(code: str) -> dict[str, str]:
    """Two shelves with a row each, and what their buttons do."""
    add = button("Add one", code.replace("ROW", "document.querySelector('ul').append(document.createElement('li'))"))
    style = "<style>li { height: 1em }</style>"
    html = page(f"{style}<h1>Shelf</h1><ul><li>Mug</ul>{add}{button('Look', '')}")
    return {"/shelves/7": html, "/shelves/42": html}


def _add(code: str, path: str = "/shelves/7") -> Scene:
    return _held(_shelf(code), opens(path), clicks("Look"), clicks("Add one"), properties=(_ADDED,))


def _saving(ends: str, path: str = "/shelves/7") -> Scene:
    says = "const p = document.createElement('p'); p.className = p.textContent = 'saving'; document.body.append(p)"
    code = f"{says}; {ends}"
    return _held(_shelf(code), opens(path), clicks("Add one"), properties=(_SAVED,))


_AFTER: list[Case] = [
    Bug(
        "a step does not do what it should",
        Seen(
            "property",
            3,
            title="Does not hold: Add puts one more row on the shelf",
            expected="Add puts one more row on the shelf",
            observed="to: after.rows === before.rows + 1 (before: rows = 1; after: rows = 3)",
            screen="/shelves/7",
            location="property Add puts one more row on the shelf",
        ),
        _add("ROW; ROW"),
        clean=_add("ROW"),
        again=_add("void 0", "/shelves/42"),
    ),
    Bug(
        "what should come to pass does not",
        Seen(
            "property",
            4,
            title="Does not hold: Saving ends",
            expected="Saving ends",
            observed="the page answers false within 1.5 s to: count('.saving') === 0 (count('.saving') = 1)",
            screen="/shelves/7",
            location="property Saving ends",
        ),
        _saving("void 0"),
        clean=_saving("setTimeout(() => p.remove(), 900)"),
        again=_saving("void 0", "/shelves/42"),
    ),
    Clean("property", "the row comes a moment later", _add("setTimeout(() => { ROW }, 400)")),
    Clean(
        "property",
        "a value is not there before the step",
        _held(
            _shelf("ROW"),
            opens("/shelves/7"),
            clicks("Add one"),
            properties=(_ADDED.model_copy(update={"values": {"rows": "one('.none').length"}}),),
        ),
    ),
]


def _expects(step: dict[str, Any], path: str = "/orders/7") -> tuple[Action, ...]:
    return (opens(path), parse_action(step))


def _order(body: str) -> dict[str, str]:
    return {"/orders/7": page(body), "/orders/42": page(body)}


_THANKS = {"expect_text": "Thank you, Amy"}
_ORDER = "<h1>Order</h1><p>%s</p><label>Note <input value='Ring twice'></label><ul><li>Mug</ul>"
_UNMET = Bug(
    "a text is not there",
    Seen(
        "expectation",
        3,
        title="Does not hold: expect the page to show “Thank you, Amy”",
        expected="The page to show “Thank you, Amy”.",
        observed="expect the page to show “Thank you, Amy”; it shows “Order",
        screen="/orders/7",
        location="/orders/:id expect the page to show “Thank you, Amy”",
    ),
    scene(_order(_ORDER % "Thank you"), *_expects(_THANKS)),
    clean=scene(_order(_ORDER % "Thank you, Amy"), *_expects(_THANKS)),
    again=scene(_order(_ORDER % "Sorry"), *_expects(_THANKS, "/orders/42")),
    other=scene(_order(_ORDER % "Thank you, Amy"), *_expects({"expect_count": {"role": "listitem"}, "equals": 2})),
)
_MET: list[Case] = [
    Clean(
        "expectation",
        "a text comes a moment later",
        scene(
            _order(_ORDER % "Wait" + script("setTimeout(() => document.body.append('Thank you, Amy'), 900)")),
            *_expects(_THANKS),
        ),
    ),
    Clean(
        "expectation",
        "every kind of expectation holds",
        scene(
            _order(_ORDER % "Thank you, Amy"),
            *_expects({"expect_value": {"label": "Note"}, "equals": "Ring twice"}),
            parse_action({"expect_url": "/orders/*"}),
            parse_action({"expect_text": "NaN", "absent": True}),
            parse_action({"expect_element": {"role": "textbox", "name": "Note"}, "state": "enabled"}),
        ),
    ),
    Clean(
        "expectation",
        "what should be looked at is not on the screen: the step is blocked, and judges nothing",
        scene(_order(_ORDER % "Thank you"), *_expects({"expect_value": {"label": "Coupon"}, "equals": "A"})),
    ),
]

CASES: list[Case] = [_BROKEN, *_HOLDING, *_AFTER, _UNMET, *_MET]
