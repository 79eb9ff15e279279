"""What screens show: raw values and error texts, and the many screens that only speak of them."""

from html import escape
from urllib.parse import unquote_plus

from tests.oracles.build import button, clicks, data, fills, opens, page, presses
from tests.oracles.harness import Bug, Case, Clean, Pages, Seen, on_page, scene
from tests.support.pages import Heard, Page

FILLED_IN = "Every value on the screen is filled in, in words for people."
PLAIN_WORDS = "The screen shows data, or tells its user in plain words why it cannot."


def _items(html: str) -> Pages:
    return {"/items/7": page(html), "/items/42": page(html)}


def _raw(name: str, value: str, seen: tuple[str, str, str], body: str, clean: str, other: str) -> Bug:
    """`body` shows `value` on every item's page; `seen` is what is around it, the whole text, and the place."""
    around, text, place = seen
    return Bug(
        name,
        Seen(
            "raw-value",
            3,
            title=f"The screen shows {value}: “{around}”",
            expected=FILLED_IN,
            observed=f"“{text}” is shown ({place}), in “{around}”.",
            screen="/items/7",
            location=f"/items/:id {place}",
        ),
        scene(_items(body), opens("/items/7")),
        clean=scene(_items(clean), opens("/items/7")),
        again=scene(_items(body), opens("/items/42")),
        other=scene(_items(other), opens("/items/7")),
    )


_CART = "<h1>Cart</h1><ul><li><a href=/items/7>Blue mug</a> <span>2 pieces</span> <b class=price>%s</b></li></ul>"
_FACTS = "<h1>Mug</h1><table><tr><th>Made<td class=made>%s<tr><th>Weight<td class=weight>%s</table>"
_FORM = "<h1>Mug</h1><form><label>Topic <select id=topic><option>%s<option>%s</select></label></form>"

_RAW_BUGS: list[Case] = [
    _raw(
        "a price that is no number",
        "NaN",
        ("Blue mug 2 pieces €NaN", "€NaN", "li>b.price"),
        _CART % "€NaN",
        _CART % "€24.00",
        "<h1>Cart</h1><p class=total>Total: NaN</p>",
    ),
    _raw(
        "a greeting without a name",
        "undefined",
        ("Hello undefined, welcome back!", "Hello undefined, welcome back!", "#hello"),
        "<p id=hello>Hello undefined, welcome back!</p>",
        "<p id=hello>Hello Amy, welcome back!</p>",
        "<p id=hello>Amy</p><div id=by>by undefined</div>",
    ),
    _raw(
        "a date that is none",
        "Invalid Date",
        ("Made Invalid Date", "Invalid Date", "tr>td.made"),
        _FACTS % ("Invalid Date", "3 kg"),
        _FACTS % ("3 March 2026", "3 kg"),
        _FACTS % ("3 March 2026", "null"),
    ),
    _raw(
        "options that are objects",
        "[object Object]",
        ("Topic", "[object Object]", "#topic"),
        _FORM % ("[object Object]", "[object Object]"),
        _FORM % ("Orders", "Returns"),
        "<h1>Mug</h1><label>Name <input id=name value=undefined></label>",
    ),
    _raw(
        "a template that was not filled in",
        "{{ customer.name }}",
        ("Dear {{ customer.name }},", "Dear {{ customer.name }},", "div.letter>p"),
        "<div class=letter><p>Dear {{ customer.name }},</p></div>",
        "<div class=letter><p>Dear Amy,</p></div>",
        "<div class=letter><p>Your total is ${order.total}</p></div>",
    ),
    _raw(
        "a label that is its own source",
        '_("Add participant")',
        ('_("Add participant")', '_("Add participant")', "label"),
        '<label for=who>_("Add participant")</label><input id=who>',
        "<label for=who>Add participant</label><input id=who>",
        "<p class=share>Shared by %s</p>",
    ),
    _raw(
        "a mean of nothing",
        "Infinity",
        ("Average rating: Infinity", "Average rating: Infinity", "#mean"),
        "<p id=mean>Average rating: Infinity</p>",
        "<p id=mean>Average rating: 4.5</p>",
        "<p id=mean>-Infinity%</p>",
    ),
]

_FILLER = Bug(
    "filler text was left in",
    Seen(
        "raw-value",
        1,
        kind="warning",
        title="The screen shows Lorem ipsum: “Lorem ipsum dolor sit amet”",
        expected=FILLED_IN,
        observed="“Lorem ipsum dolor sit amet” is shown (#lead)",
        screen="/items/7",
        location="/items/:id #lead",
    ),
    scene(_items("<p id=lead>Lorem ipsum dolor sit amet</p>"), opens("/items/7")),
    clean=scene(_items("<p id=lead>Mugs and more</p>"), opens("/items/7")),
    again=scene(_items("<p id=lead>Lorem ipsum dolor sit amet</p>"), opens("/items/42")),
)


def _reads(name: str, body: str, *, title: str = "Kettle shop") -> Clean:
    return Clean("raw-value", name, scene({"/": page(body, title=title)}, opens("/")))


def _echo(heard: Heard) -> str:
    typed = heard.text.partition("=")[2] or heard.query.partition("=")[2]
    return page(
        f"<h1>Results for {escape(unquote_plus(typed))}</h1><p>Nothing.</p><textarea>{escape(typed)}</textarea>"
    )


_SEARCH = "<form action=/find><label>Search <input name=q></label><button>Find</button></form>"


def _typed(text: str) -> Clean:
    return Clean(
        "raw-value",
        f"a search for {text} says what it was for",
        scene({"/": page(_SEARCH), "/find": _echo}, opens("/"), fills("Search", text), presses("Enter", "Search")),
    )


_CALM_TEXTS: list[Case] = [
    _reads(
        "prose about values that are none",
        """<h1>Terms</h1><p>If a term is left undefined, the law of your country fills the gap.</p>
        <p>The result is undefined.</p><p>An order is null and void.</p><h2>Undefined behaviour in C</h2>
        <h2>What is NaN?</h2><p>It is NaN, or not a number.</p><p>This is undefined behavior.</p>
        <h3>The value null</h3><h4>Behavior considered undefined</h4>
        <li>Returns: <a href=#a>&lt;string></a> | <a href=#u>&lt;undefined></a></li><p>Let it be <b>undefined</b>.</p>
        <p>If it is not <b>null</b>, go on.</p><li>negative quiet NaN</li><p>Not a Number (NaN).</p>
        <li>Returns undefined if there is none</li><p>Naan bread, Nan Goldin, NAN</p>""",
    ),
    _reads(
        "filler text is somebody's sample",
        """<h1>Posts</h1><article><h2>One</h2><p>Lorem ipsum dolor sit amet</p></article><ul><li>Lorem ipsum</ul>
        <table><tr><td><span>lorem ipsum lorem ipsum</span></table><div class=post-body><p>Lorem ipsum</p></div>""",
    ),
    _reads(
        "why a page shows an object",
        """<h1>Why does JavaScript print [object Object]?</h1><p>Because toString of every plain object gives the text
        [object Object] and nothing else.</p><a href=/q/1>Why am I seeing [object Object]</a>""",
    ),
    _reads(
        "samples of code",
        """<h1>Interface</h1><pre>{"pack": null}
        const a = undefined // NaN, {{ name }}, ${total}</pre>
        <p>A field is <code>null</code> or <code>undefined</code>.
        <kbd>NaN</kbd> <samp>[object Object]</samp></p><div class=CodeMirror><span>undefined</span></div>
        <div class="code-block"><span>null</span></div>""",
    ),
    _reads(
        "tables of parameters and literals",
        """<table><tr><th>Parameter<th>Type<th>Default<tr><td>size<td>number<td>undefined<tr>
        <td>name<td>string<td>null
        <tr><td>max<td>number<td>Infinity</table><dl><dt>Default<dd>undefined<dt>Returns:<dd>NaN</dl>
        <ul><li>false<li>0<li>null<li>undefined<li>NaN</ul><p>Default: undefined</p><p>Fallback: null</p>""",
    ),
    _reads(
        "a table of a database",
        """<table><tr><th>name<th>size<tr><td>Mug<td><i>NULL</i><tr><td>Jug<td>NULL<tr><td>Pot<td><i>null</i>
        <tr><td>Pan<td class=cell-null>null</table>
        <label>Type <select><option>string<option>number<option>null</select></label>""",
    ),
    _reads(
        "a viewer of JSON, and one of logs",
        """<div class="json-tree"><div><span class="json-key">pack</span>: <span class="json-null">null</span>
        </div></div>
        <div class=log-viewer><div class=log-line>user: null</div><div class=log-line>GET /x undefined</div></div>
        <div role=log><p>id undefined</p></div><div class="language-js">
        <span class="token null keyword">null</span></div>""",
    ),
    _reads(
        "names that are words for values",
        """<header><a href=/>Infinity</a></header><h1>Infinity</h1><h2>Infinity Pool</h2><p>Avengers: Infinity War</p>
        <table><tr><th>Band<td>Infinity</table><p>By Null Island Maps</p><p>Undefined Studio</p><p>Mr. Null</p>
        <p>Infinity, price on request</p>""",
    ),
    _reads(
        "other languages",
        """<h1>Über uns</h1><p>Das Spiel endete null zu null.</p><span>null Uhr</span><td>Nan, Yasmin</td>
        <p>Non défini</p><span>Infinity Würth GmbH</span><p>Prix : indéfini</p>
        <b>NULL-Serie</b><span>Erreur 3 sur 10</span>""",
    ),
    _reads(
        "a message beside a field",
        """<form><label>Born <input value="31.02."></label><span class=text-danger>Invalid date</span>
        <p>Invalid date format</p></form><div class=field-error>Invalid Date</div>
        <div role=alert>Invalid date</div>""",
    ),
    _reads(
        "help on templates and formats",
        """<h1>Letters</h1><p>Available placeholders: {{ name }}, {{ total }}</p>
        <small>Use ${total} for the sum.</small>
        <p>Date format: %d %m %Y</p><label>Subject <input value="Hello {{ name }}"></label>
        <textarea>Dear {{ name }}</textarea>
        <p>Insert %(name)s where the name goes</p><div contenteditable>{{ name }} undefined</div>""",
    ),
    _reads(
        "a template before its framework fills it in",
        """<div id=app>Hello {{ name }}</div>
        <script>setTimeout(() => { app.textContent = 'Hello Amy' }, 400)</script>""",
    ),
    _reads(
        "what nobody sees",
        "<h1>Shop</h1><p hidden>undefined</p><template>NaN</template><!-- null -->"
        "<div style='display: none'>NaN</div>",
    ),
    Clean(
        "raw-value",
        "a document that is data",
        scene({"/": data({"pack": None, "size": "undefined", "n": "NaN"})}, opens("/")),
    ),
    Clean(
        "raw-value", "a text file", scene({"/": Page("undefined\nnull is not NaN\n", type="text/plain")}, opens("/"))
    ),
    *map(_typed, ("undefined", "{{7*7}}", "NaN {tag}1", "[object Object]", "%s")),
]


def _error(name: str, severity: int, text: str, place: str, app: Pages, clean: Pages, other: Pages) -> Bug:
    return Bug(
        name,
        Seen(
            "error-as-data",
            severity,
            title=f"The screen shows an error as data: “{text[:60]}”",
            expected=PLAIN_WORDS,
            observed=f"“{text[:200]}” is shown ({place}).",
            screen="/items/7",
            location=f"/items/:id {place}",
        ),
        scene(app, opens("/items/7")),
        clean=scene(clean, opens("/items/7")),
        again=scene(app, opens("/items/42")),
        other=scene(other, opens("/items/7")),
    )


_ORIGIN = "<h1>Mug</h1><table><tr><th>Origin<td>%s<tr><th>Weight<td>300 g</table>"
_TRACE = """<h1>Catalogue</h1><pre>Traceback (most recent call last):
  File "/srv/shop.py", line 9, in show
ValueError: a</pre>"""
_PHP = """<br />
<b>Warning</b>:  Undefined variable $price in <b>/var/www/item.php</b> on line <b>12</b><br />
<h1>Mug</h1>"""
_FRAMES = "<h1>Mug</h1><div class=facts>TypeError: price is null at show (https://shop.test/app.js:10:5)</div>"

_ERROR_BUGS: list[Case] = [
    _error(
        "an error stands where the origin should",
        3,
        "Error 42: missing value",
        "tr>td",
        _items(_ORIGIN % "Error 42: missing value"),
        _items(_ORIGIN % "Austria"),
        _items(_ORIGIN % "KeyError: 'origin'"),
    ),
    _error(
        "a page shows a traceback, and answers 200",
        4,
        'Traceback (most recent call last): File "/srv/shop.py", line 9, in show ValueError: a',
        "pre",
        _items(_TRACE),
        _items("<h1>Catalogue</h1><p>A price is a number.</p>"),
        _items(_FRAMES),
    ),
    _error(
        "a warning of the interpreter stands above the page",
        4,
        "Warning: Undefined variable $price in /var/www/item.php on line 12",
        "b",
        _items(_PHP),
        _items("<h1>Mug</h1><b>Warning</b>: hot"),
        _items(_PHP.replace("Undefined variable $price", "Division by zero") + "<h2>Blog</h2>"),
    ),
]


def _tells(name: str, body: str, *, title: str = "Kettle shop") -> Clean:
    return Clean("error-as-data", name, scene({"/": page(body, title=title)}, opens("/")))


def _sql(heard: Heard) -> str:
    return page(
        f"<h1>Query</h1><div class=alert>You have an error in your SQL syntax near '{heard.query}'</div>{_SEARCH}"
    )


_CALM_ERRORS: list[Case] = [
    _tells(
        "a viewer of logs",
        """<h1>Logs of worker 3</h1><pre>12:01:02 ERROR Traceback (most recent call last):
        ValueError: bad at run (app.js:1:2)</pre><div class=log-line>TypeError: x is null at a (b.js:1:2)</div>""",
    ),
    _tells(
        "a guide to errors",
        """<h1>Guide</h1><p>Python says ValueError: invalid literal when a text is no number.</p>
        <pre>Traceback (most recent
        call last): File "a.py", line 1, in f</pre><h2>TypeError: x is not a function</h2>
        <p>An internal server error is a fault of the server, and says Internal Server Error.</p>""",
    ),
    _tells(
        "a table of codes",
        """<table><tr><th>Error code<th>Meaning<tr><td>Error 401<td>Sign in first<tr><td>Error 404<td>Not there
        <tr><td>Error 409<td>Changed meanwhile</table><ul><li>Error 10<li>Error 20<li>Error 30</ul>""",
    ),
    _tells(
        "an app's own page for what is not there",
        "<h1>Error 404</h1><div class=code>Error 404</div><p>This page does not exist.</p><a href=/>Home</a>",
    ),
    _tells(
        "a tracker of issues",
        """<h1>Issues</h1><ul><li><a href=/1>TypeError: x is undefined</a><li><a href=/2>KeyError: 'a'</a></ul>
        <table><tr><td>ValueError: bad<td>3 times<tr><td>IndexError: out of range<td>1 time<tr>
        <td>OSError: full<td>1</table>""",
    ),
    _tells(
        "lists and searches that are empty",
        """<h1>Orders</h1><p>No results found</p><td>Not found</td><p>No missing values</p><table><tr>
        <td>Nothing here yet
        <tr><td>Error rate<td>0 errors</table><label>Error message <input></label>""",
    ),
    Clean(
        "error-as-data",
        "a console for SQL says what is wrong with what was typed",
        scene(
            {"/": page(_SEARCH), "/find": _sql},
            opens("/"),
            fills("Search", "selec {tag}"),
            presses("Enter", "Search"),
        ),
    ),
    Clean(
        "error-as-data",
        "a button's error is told in an alert",
        on_page(
            f"<h1>Import</h1><p id=out role=alert>"
            f"</p>{button('Check', 'out.textContent = `ImportError: line 3 has no name`')}",
            clicks("Check"),
        ),
    ),
]

CASES: list[Case] = [*_RAW_BUGS, _FILLER, *_CALM_TEXTS, *_ERROR_BUGS, *_CALM_ERRORS]
