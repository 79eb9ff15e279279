"""Lists that break the rules of lists, and sums that do not add up."""

from collections.abc import Callable, Sequence
from urllib.parse import parse_qs

from bugbash.charter.actions import Action, parse_action
from tests.oracles.build import clicks, fills, opens, page, presses
from tests.oracles.harness import Bug, Case, Clean, Pages, Seen, on_page, scene
from tests.support.pages import Heard, Page

Row = tuple[str, ...]
Shows = Callable[[dict[str, str]], Sequence[Row]]
KETTLES: tuple[Row, ...] = (
    ("Alder", "9", "New", "2024-03-01"),
    ("Birch", "100", "Old", "2023-12-24"),
    ("Cedar", "25", "New", "2024-01-15"),
    ("Dogwood", "7", "Sold", "2022-05-05"),
    ("Elm", "12", "Old", "2024-02-02"),
    ("Fir", "110", "New", "2021-11-30"),
)
_HEADS = ("Name", "Price", "State", "Day")
_TOOLS = """<form method=get action=%s>
<label>State <select name=state><option value="">All</option>%s</select></label><button>Filter</button></form>
<form method=get action=%s><label>Search <input type=search name=q value="%s"></label></form>"""


def shop(shows: Shows, heads: Sequence[str] = _HEADS, at: str = "/kettles") -> Callable[[], Pages]:
    """A shop whose list of kettles is what `shows` makes of the query."""

    def answer(heard: Heard) -> Page:
        query = {name: values[0] for name, values in parse_qs(heard.query).items()}
        order = "-" if query.get("sort", "").startswith(("1", "0", "2", "3")) else ""
        links = "".join(f"<th><a href='{at}?sort={order}{i}'>{head}</a></th>" for i, head in enumerate(heads))
        rows = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in shows(query))
        states = "".join(
            f"<option{' selected' if query.get('state') == state else ''}>{state}</option>"
            for state in ("New", "Old", "Sold")
        )
        pages = "".join(f"<a href='{at}?page={number}'>{number}</a> " for number in (1, 2, 3))
        tools = _TOOLS % (at, states, at, query.get("q", ""))
        return Page(page(f"<h1>Kettles</h1>{tools}<table><tr>{links}</tr>{rows}</table><p>{pages}</p>"))

    return lambda: {at: answer}


def _key(cell: str) -> tuple[float, str]:
    return (float(cell), "") if cell.isdigit() else (0.0, cell)


def rightly(query: dict[str, str]) -> Sequence[Row]:
    """The list as it should be."""
    rows = [row for row in KETTLES if query.get("state", "") in ("", row[2])]
    rows = [row for row in rows if query.get("q", "").lower() in row[0].lower()]
    sort = query.get("sort", "")
    if sort:
        rows.sort(key=lambda row: _key(row[int(sort.strip("-"))]), reverse=sort.startswith("-"))
    number = int(query.get("page", "1"))
    return rows[(number - 1) * 6 : number * 6]


def as_texts(query: dict[str, str]) -> Sequence[Row]:
    """Sorted as if numbers were texts."""
    sort = query.get("sort", "")
    return sorted(KETTLES, key=lambda row: row[int(sort.strip("-"))]) if sort else rightly(query)


def unfiltered(query: dict[str, str]) -> Sequence[Row]:
    return rightly({**query, "state": ""})


def half_filtered(query: dict[str, str]) -> Sequence[Row]:
    return [row for row in KETTLES if row[2] != "Sold"] if query.get("state") else KETTLES


def by_case(query: dict[str, str]) -> Sequence[Row]:
    """A search that minds the case of what it was asked for, and not of what it has."""
    return [row for row in KETTLES if query.get("q", "") in row[0].lower()]


MANY: tuple[Row, ...] = tuple((f"Kettle no {n}", str(n * 7 % 50), "New", "2024-01-15") for n in range(20))


def paged(query: dict[str, str]) -> Sequence[Row]:
    number = int(query.get("page", "1"))
    return MANY[(number - 1) * 6 : number * 6]


def overlapping(query: dict[str, str]) -> Sequence[Row]:
    number = int(query.get("page", "1"))
    return MANY[(number - 1) * 4 : (number - 1) * 4 + 6]


def stuck(query: dict[str, str]) -> Sequence[Row]:
    return MANY[:6]


def pinned(query: dict[str, str]) -> Sequence[Row]:
    return (("Read me first", "1", "New", "2024-01-01"), ("Rules", "2", "New", "2024-01-02"), *paged(query))


def _says(title: str, expected: str, observed: str, screen: str, location: str) -> Seen:
    return Seen(
        "list-rule",
        3,
        title=f"{title} on /kettles",
        expected=expected,
        observed=observed,
        screen=screen,
        location=f"/kettles {location}",
        kind="warning",
    )


OPEN = opens("/kettles")
PRICE, NAME, DAY = clicks("Price", "link"), clicks("Name", "link"), clicks("Day", "link")
FILTER: tuple[Action, ...] = (
    parse_action({"select": {"label": "State"}, "option": "New"}),
    clicks("Filter", "button"),
)
SEARCH: tuple[Action, ...] = (fills("Search", "Birch"), presses("Enter", "Search"))
_CLICKED = """<h1>Kettles</h1><table id=t>
<thead><tr><th aria-sort=%s id=head onclick="go()">Price</th><th>Name</th></tr></thead>
<tbody>%s</tbody></table><script>function go() { head.ariaSort = 'ascending'; %s }</script>"""
_ROWS = "".join(f"<tr><td>{row[1]}</td><td>{row[0]}</td></tr>" for row in KETTLES)
_SORTS = "[...t.tBodies[0].rows].sort((a, b) => %s).forEach((row) => t.tBodies[0].append(row))"
_TEXTWISE = _SORTS % "a.cells[0].textContent < b.cells[0].textContent ? -1 : 1"
_NUMBERWISE = _SORTS % "a.cells[0].textContent - b.cells[0].textContent"
HEAD = clicks("Price", "columnheader")
_RULES: list[Case] = [
    Bug(
        "numbers are sorted as texts",
        _says(
            "A sorted list is in no order",
            "A list stands in the order that it was asked for.",
            "Sorted by Price, it stands there as numbers: 100, 110, 12, 25, 7, 9.",
            "/kettles?sort=1",
            "Price",
        ),
        scene(shop(as_texts), OPEN, PRICE),
        clean=scene(shop(rightly), OPEN, PRICE, PRICE, DAY, NAME),
        again=scene(shop(as_texts), OPEN, PRICE, PRICE),
        other=on_page(_CLICKED % ("none", _ROWS, _TEXTWISE), HEAD),
    ),
    Bug(
        "a filter leaves all rows",
        _says(
            "A filter leaves rows that it rules out",
            "A filter leaves only what it names.",
            "Filtered by New, the list still has “Old”.",
            "/kettles?state=New",
            "label>select",
        ),
        scene(shop(unfiltered), OPEN, *FILTER),
        clean=scene(shop(rightly), OPEN, *FILTER),
        again=scene(shop(half_filtered), OPEN, *FILTER),
        other=scene(shop(unfiltered, at="/kettles/old"), opens("/kettles/old"), *FILTER),
    ),
    Bug(
        "a search minds the case",
        _says(
            "A search does not find what the list holds",
            "A search finds what it was asked for, where the list holds it.",
            "“Birch” stood in the list; a search for it does not find it.",
            "/kettles?q=Birch",
            "label>input",
        ),
        scene(shop(by_case), OPEN, *SEARCH),
        clean=scene(shop(rightly), OPEN, *SEARCH),
        again=scene(shop(by_case), OPEN, fills("Search", "Cedar"), presses("Enter", "Search")),
    ),
    Bug(
        "the second page is the first",
        _says(
            "A page of a list repeats rows of another",
            "Each row of a list stands on one page.",
            "6 rows of the page before stand on the next one as well.",
            "/kettles?page=2",
            "page",
        ),
        scene(shop(stuck), OPEN, clicks("2", "link")),
        clean=scene(shop(paged), OPEN, clicks("2", "link"), clicks("3", "link")),
        again=scene(shop(overlapping), OPEN, clicks("2", "link")),
    ),
    Clean("list-rule", "rows that are pinned to the top", scene(shop(pinned), OPEN, clicks("2", "link"))),
    Clean(
        "list-rule",
        "an order of words that only a language knows",
        scene(
            shop(lambda query: [(f"{name} é", *rest) for name, *rest in KETTLES][:: 1 if query else -1]), OPEN, NAME
        ),
    ),
    Clean(
        "list-rule",
        "a search finds by another column",
        scene(
            shop(lambda query: [] if "q" in query else KETTLES),
            OPEN,
            fills("Search", "teapot"),
            presses("Enter", "Search"),
        ),
    ),
    Clean(
        "list-rule",
        "a head that sorts nothing",
        on_page(_CLICKED.replace("head.ariaSort = 'ascending'", "0") % ("none", _ROWS, "0"), HEAD),
    ),
    Clean("list-rule", "a list that a script sorts", on_page(_CLICKED % ("none", _ROWS, _NUMBERWISE), HEAD, HEAD)),
    Clean(
        "list-rule",
        "a sum stands below a sorted list",
        on_page(
            _CLICKED
            % (
                "none",
                _ROWS,
                _NUMBERWISE + "; t.tBodies[0].insertAdjacentHTML('beforeend', '<tr><td>3</td><td>Mean</td></tr>')",
            ),
            HEAD,
        ),
    ),
]

_CART = """<h1>Cart</h1><table><thead><tr><th>Item</th><th>Price</th><th>Quantity</th><th>%s</th></tr></thead><tbody>
<tr><td>Cup</td><td>$2.50</td><td><input value=4></td><td>%s</td></tr>
<tr><td>Pot</td><td>$12.00</td><td>1</td><td>$12.00</td></tr></tbody>%s</table>%s"""


def cart(
    line: str = "$10.00", total: str = "$22.00", head: str = "Total", named: str = "Subtotal", after: str = ""
) -> str:
    foot = f"<tfoot><tr><td colspan=3>{named}</td><td>{total}</td></tr></tfoot>" if named else ""
    return _CART % (head, line, foot, after)


def _sum(title: str, expected: str, observed: str, location: str, severity: int = 4, kind: str = "issue") -> Seen:
    return Seen(
        "wrong-sum",
        severity,
        title=f"{title} on /",
        expected=expected,
        observed=observed,
        screen="/",
        location=f"/ {location}",
        kind="warning" if kind == "warning" else "issue",
    )


_LISTED = "<h1>Kettles</h1><table><tr><th>Price</th><th>Name</th></tr>%s</table><p>Showing 1 to %s of 40</p>"
_SUMS: list[Case] = [
    Bug(
        "a subtotal leaves a line out",
        _sum(
            "A total is not the sum of its lines",
            "A total is the sum of its lines.",
            "The lines come to 22.00; Subtotal says $12.00.",
            "table total",
        ),
        on_page(cart(total="$12.00")),
        clean=on_page(cart()),
        again=on_page(cart(total="$10.00")),
        other=on_page(cart(line="$2.50", named="")),
    ),
    Bug(
        "a list shows fewer rows than it says",
        _sum(
            "A list shows another number of rows than it says",
            "A list says how many rows it shows.",
            "“Showing 1 to 10 of 40”, but 6 rows.",
            "count",
            3,
            "warning",
        ),
        on_page(_LISTED % (_ROWS, 10)),
        clean=on_page(_LISTED % (_ROWS, 6)),
        again=on_page(_LISTED % (_ROWS, 8)),
        other=scene({"/old": page(_LISTED % (_ROWS, 8))}, opens("/old")),
    ),
    Clean(
        "wrong-sum",
        "a column of discounts",
        on_page(
            cart(line="$8.00", named="")
            .replace("<th>Quantity</th>", "<th>Quantity</th><th>Discount</th>")
            .replace("<input value=4></td>", "<input value=4></td><td>$2.00</td>")
            .replace("<td>1</td>", "<td>1</td><td>0</td>")
        ),
    ),
    Clean(
        "wrong-sum",
        "a total with tax",
        on_page(cart(total="$26.18", named="Total", after="<p>Includes 19 % VAT</p>")),
    ),
    Clean(
        "wrong-sum",
        "shipping stands in the foot",
        on_page(
            cart(total="$27.00", named="Total").replace(
                "<tfoot>", "<tfoot><tr><td colspan=3>Shipping</td><td>$5.00</td></tr>"
            )
        ),
    ),
    Clean(
        "wrong-sum",
        "a quantity that is typed and not yet sent",
        on_page(cart().replace("<input value=4>", "<input aria-label=Pieces value=4>"), fills("Pieces", "-5")),
    ),
    Clean("wrong-sum", "rounding by a cent", on_page(cart(line="$10.01", total="$22.00"))),
]

CASES: list[Case] = [*_RULES, *_SUMS]
