"""Raw values outside the text of a screen, and the literals of programming languages."""

from html import escape

from bugbash.contract.models import Kind
from tests.oracles.build import fills, opens, page, presses
from tests.oracles.cases.content import FILLED_IN
from tests.oracles.harness import Bug, Case, Clean, Pages, Seen, scene


def _items(html: str) -> Pages:
    return {"/items/7": html, "/items/42": html}


def _value(
    name: str, value: str, seen: tuple[str, str, str], bug: str, clean: str, other: str = "", kind: Kind = "issue"
) -> Bug:
    """`bug` shows `value` on every item's page; `seen` is the whole text, what is around it, and the place."""
    text, around, place = seen
    return Bug(
        name,
        Seen(
            "raw-value",
            3 if kind == "issue" else 2,
            kind=kind,
            title=f"The screen shows {value}: “{around[:60]}”",
            expected=FILLED_IN,
            observed=f"“{text}” is shown ({place})",
            screen="/items/7",
            location=f"/items/:id {place}",
        ),
        scene(_items(bug), opens("/items/7")),
        clean=scene(_items(clean), opens("/items/7")),
        again=scene(_items(bug), opens("/items/42")),
        other=scene(_items(other), opens("/items/7")) if other else None,
    )


def _titled(title: str, body: str = "<h1>Mug</h1>") -> str:
    return page(body, title=title)


def _literal(text: str, number: str = "7") -> str:
    return page(f"<h1>Mug {number}</h1><p>By</p><p id=by>{escape(text)}</p>")


def _shows(text: str, kind_: str, clean: str = "Amy", other: str = "") -> Bug:
    return _value(
        f"a text shows {text[:30]}",
        kind_,
        (text, text, "#by"),
        _literal(text),
        _literal(clean),
        _literal(other) if other else "",
    )


_ROWS = "".join(f"<tr><td>Order {n}<td>2026-03-0{n}<td>{n}" for n in (1, 2, 3, 4))
_TABLE = f"<h1>Orders</h1><table><tr><th>Order<th>Sent<th>Pieces{_ROWS}<tr><td>Order 5<td class=sent>%s<td>%s</table>"

_BUGS: list[Case] = [
    _value(
        "the title has no name",
        "undefined",
        ("undefined | Kettle shop", "undefined | Kettle shop", "title"),
        _titled("undefined | Kettle shop"),
        _titled("Blue mug | Kettle shop"),
        _titled("Blue mug - NaN"),
    ),
    _value(
        "the title has Python's word for none",
        "None",
        ("None - Kettle shop", "None - Kettle shop", "title"),
        _titled("None - Kettle shop"),
        _titled("Blue mug - Kettle shop"),
        kind="warning",
    ),
    _value(
        "a picture is called undefined",
        "undefined",
        ("Picture of undefined", "alt: Picture of undefined", "#shot alt"),
        page(
            "<h1>Mug</h1><img id=shot alt='Picture of undefined' width=60 height=40 src="
            '"data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22/%3E">'
        ),
        page("<h1>Mug</h1>"),
        page("<h1>Mug</h1><label>Name <input id=name placeholder='[object Object]'></label>"),
    ),
    _value(
        "a button without words is called by what it has not",
        "undefined",
        ("Remove undefined", "aria-label: Remove undefined", "#remove aria-label"),
        page("<h1>Mug</h1><button id=remove type=button aria-label='Remove undefined'>×</button>"),
        page("<h1>Mug</h1><button id=remove type=button aria-label='Remove mug'>×</button>"),
    ),
    _value(
        "a heading is Python's none",
        "None",
        ("None", "None", "#name"),
        page("<div><h1 id=name>None</h1></div><p>2 pieces</p>").replace("<div>", "<div class=head>"),
        page("<div><h1 id=name>Mug</h1></div><p>2 pieces</p>"),
        kind="warning",
    ),
    _value(
        "a date of a row is none",
        "None",
        ("None", "Order 5 None 4", "tr>td.sent"),
        page(_TABLE % ("None", 4)),
        page(_TABLE % ("2026-03-05", 4)),
        kind="warning",
    ),
    _shows("<shop.User object at 0x7f31c2aa10d0>", "<shop.User object at 0x…>", other="Decimal('12.50')"),
    _shows("#<User:0x00007f9c1a0b2c3d>", "#<User:0x…", other="#<Order id: 5>"),
    _shows("com.example.shop.User@1b6d3586", "com.example.shop.User@…", other="[Lcom.shop.User;@1b6d3586"),
    _shows("Array ( [0] => Amy )", "Array ( [#] =>", other="stdClass Object ( [name] => Amy )"),
    _shows("Hello %{name}, welcome", "%{name}", "Hello Amy, welcome", other="Hello #{user.name}"),
    _shows(
        "%!d(string=seven) pieces",
        "%!d(string=",
        "7 pieces",
        other="System.Collections.Generic.List`1[System.String]",
    ),
]


def _reads(name: str, body: str, *, title: str = "Kettle shop") -> Clean:
    return Clean("raw-value", name, scene({"/": page(body, title=title)}, opens("/")))


_CALM: list[Case] = [
    _reads("a page about a word has it in its title", "<h1>None</h1><h1>Other</h1>", title="None - Dictionary"),
    _reads("a page about NaN", "<h1>What is NaN?</h1><p>It is not a number.</p>", title="NaN - JavaScript | Docs"),
    _reads(
        "none is a word for what is not wanted",
        """<h1>Settings</h1><label><input type=radio name=a> None</label><label>Frame <select><option>None<option>Wood
        </select></label><table><tr><th>Plan<th>Discount<th>Members<tr><td>Free<td>None<td>1<tr><td>Team<td>5%<td>20
        <tr><td>Firm<td>10%<td>None</table><dl><dt>Allergies<dd>None</dl><h2>None</h2>
        <label>Size <input placeholder=None></label>""",
    ),
    _reads(
        "most dates are none because nothing was sent",
        "<h1>Orders</h1><table><tr><th>Order<th>Sent<tr><td>1<td>None<tr><td>2<td>None<tr><td>3<td>2026-03-01</table>",
    ),
    _reads(
        "a guide to Python and Ruby",
        """<h1>Guide</h1><p>Without a method of its own an object is shown as
        &lt;shop.User object at 0x7f31c2aa10d0> and
        so on.</p><p>Use <b>%{name}</b> in a template.</p><pre>#&lt;User:0x00007f9c1a0b2c3d></pre>
        <code>Decimal('12.50')</code><p>Write #{name} to insert a variable.</p>""",
    ),
    _reads(
        "texts with signs in them",
        """<h1>Prices</h1><p>amy@example.com</p><p>team.shop.Lead@example.org</p><p>#1 of 5</p><p>50%!</p>
        <p>@Models of our shop</p><p>&lt;3 mugs</p><p>Array of 5 mugs</p><p>%100 wool</p>
        <button title='The value is not null'>i</button><input aria-label='Null island'>""",
    ),
    Clean(
        "raw-value",
        "a search is called by what was looked for",
        scene(
            {
                "/": page("<form action=/find><label>Search <input name=q></label></form>"),
                "/find": page(
                    "<h1>Results</h1><input aria-label='undefined' value=undefined>", title="Results - Kettle shop"
                ),
            },
            opens("/"),
            fills("Search", "undefined"),
            presses("Enter", "Search"),
        ),
    ),
]

CASES: list[Case] = [*_BUGS, *_CALM]
