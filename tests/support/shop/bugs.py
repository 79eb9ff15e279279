"""The mistakes that can be switched on, one switch each.

Every entry is a small visible branch at the place where such a mistake would really be made:
`visit.bug("id")` in a page, `bug("id")` in a template or script.
"""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Bug:
    """One planted mistake.

    `difficulty` is 1 (on a page that everybody sees) to 3 (needs a sequence or timing);
    `oracle` is the number, in the project's list of oracles, of the one that should notice it.
    """

    id: str
    kind: str
    where: str
    what: str
    difficulty: int
    oracle: int


BUGS: tuple[Bug, ...] = (
    Bug(
        "delivery-times-crash",
        "uncaught exception",
        "product page, button Delivery times",
        "The script reads a region that the data does not have; the button throws a TypeError.",
        1,
        1,
    ),
    Bug(
        "find-in-shops-rejection",
        "unhandled rejection",
        "product page, button Find in shops",
        "An empty answer (no shop has the product: every third one) is parsed as JSON without a catch.",
        2,
        1,
    ),
    Bug(
        "cancelled-order-500",
        "500 on a page",
        "orders, a cancelled order",
        "The page of a cancelled order looks up a status text that was never written.",
        2,
        2,
    ),
    Bug(
        "pack-size-zero-500",
        "500 on a post",
        "staff, product form, Pieces per pack",
        "Zero is let through and divides the price.",
        2,
        23,
    ),
    Bug(
        "apostrophe-search-500",
        "500 on a search",
        "search in the header",
        "The SQL is built as a string, so an apostrophe breaks it.",
        2,
        2,
    ),
    Bug(
        "stock-alert-405",
        "form to a wrong address",
        "product page of an out-of-stock product",
        "The form Tell me posts to the product page itself, which only answers GET: 405.",
        2,
        3,
    ),
    Bug(
        "footer-link-404",
        "broken link",
        "footer, Delivery and returns",
        "The link still points to the page's old address.",
        1,
        4,
    ),
    Bug(
        "terms-anchor-missing",
        "missing anchor",
        "terms page, contents, Returns",
        "The entry points to an id that no section has.",
        1,
        4,
    ),
    Bug(
        "twine-image-404",
        "broken image",
        "Garden Twine, in lists and on its page",
        "The picture's address ends in .png; the shop only has .svg.",
        1,
        6,
    ),
    Bug(
        "about-stylesheet-404",
        "missing stylesheet",
        "about page",
        "The page links the stylesheet under an old path and stays unstyled.",
        1,
        6,
    ),
    Bug(
        "specifications-console-error",
        "console error",
        "product page, tab Specifications",
        "The script logs an error of its own each time the tab is opened.",
        1,
        7,
    ),
    Bug(
        "address-save-silent",
        "silent failure",
        "account page, Save address",
        "The address is sent as JSON, is refused with 415, and the page says nothing.",
        2,
        8,
    ),
    Bug(
        "quick-view-undefined",
        "raw value",
        "quick view of a product without a material",
        'The dialog shows "Material: undefined".',
        2,
        12,
    ),
    Bug(
        "preview-nan",
        "raw value",
        "product page, total beside the quantity",
        "From 1,000 euros on the formatted total is parsed again: NaN.",
        2,
        12,
    ),
    Bug(
        "topic-object",
        "raw value",
        "contact page, field Topic",
        "The options show [object Object] instead of the topic's name.",
        1,
        12,
    ),
    Bug(
        "account-placeholder",
        "unrendered placeholder",
        "account page, greeting",
        "The greeting shows its own template placeholder.",
        1,
        12,
    ),
    Bug(
        "origin-error-text",
        "error shown as data",
        "product page, Specifications, Origin",
        'A product without an origin shows "Error 42: missing value" in the table.',
        2,
        13,
    ),
    Bug(
        "price-filter-traceback",
        "traceback on a page",
        "catalogue, Highest price",
        "A price that is not a number answers 200 with a traceback.",
        2,
        13,
    ),
    Bug("gifts-blank", "blank page", "gift guide", "The page is empty.", 1, 14),
    Bug(
        "shops-spinner",
        "stuck spinner",
        "our shops",
        "The list never replaces the placeholder, though the data arrived.",
        1,
        14,
    ),
    Bug(
        "note-lost",
        "lost record",
        "staff, new note",
        "The new note shows in the list once; it was never stored and is gone after a reload.",
        2,
        17,
    ),
    Bug(
        "review-html",
        "stored HTML injection",
        "product page, reviews",
        "The text of a review is put into the page as HTML.",
        2,
        20,
    ),
    Bug(
        "search-html",
        "reflected HTML injection",
        "search results, heading",
        "The words searched for are put into the page as HTML.",
        2,
        20,
    ),
    Bug(
        "cart-total-wrong",
        "wrong total",
        "cart, a row with more than 9 pieces",
        "The total counts at most 9 pieces of each row.",
        2,
        26,
    ),
    Bug(
        "badge-counts-rows",
        "wrong count",
        "header, cart badge",
        "The badge counts rows instead of pieces.",
        2,
        26,
    ),
    Bug(
        "price-descending-wrong",
        "wrong order",
        "catalogue, sorted by price, high to low",
        "Prices are compared as text: 9.80 comes before 89.00.",
        2,
        27,
    ),
    Bug("double-order", "double submit", "checkout, Place order", "Two quick clicks make two orders.", 3, 15),
    Bug(
        "sign-out-keeps-session",
        "sign-out without effect",
        "account menu, Sign out",
        "The page says goodbye, but the session and its cookie stay valid.",
        2,
        40,
    ),
    Bug(
        "care-dialog-stuck",
        "dialog that stays",
        "product page, button Care guide",
        "Esc, the close button and the backdrop do nothing.",
        1,
        31,
    ),
    Bug(
        "origin-supplier-swapped",
        "swapped fields",
        "staff, edit product",
        "Origin and supplier are saved in each other's column.",
        2,
        29,
    ),
)

IDS: frozenset[str] = frozenset(bug.id for bug in BUGS)


class UnknownBug(ValueError):
    """An id that is not in the registry; the message is one line for people."""


class Bugs:
    """The set of mistakes that are switched on in one shop."""

    def __init__(self, ids: Iterable[str] = ()) -> None:
        """Raises UnknownBug if an id is not in the registry."""
        self.ids = frozenset(ids)
        for unknown in sorted(self.ids - IDS):
            raise UnknownBug(f"there is no bug {unknown!r}; --list-bugs prints the ids")

    def on(self, bug_id: str) -> bool:
        """Whether this mistake is switched on. Raises UnknownBug for an id that does not exist."""
        if bug_id not in IDS:
            raise UnknownBug(f"there is no bug {bug_id!r}")
        return bug_id in self.ids


def parse_bugs(text: str) -> Bugs:
    """Read `all`, `none` or a comma-separated list of ids. Raises UnknownBug."""
    words = [word.strip() for word in text.split(",") if word.strip()]
    if words == ["all"]:
        return Bugs(IDS)
    if words == ["none"]:
        return Bugs()
    return Bugs(words)


def table() -> str:
    """The registry as a Markdown table, as `--list-bugs` prints it and the README shows it."""
    rows = ["| id | kind | where | what | difficulty | oracle |", "|---|---|---|---|---|---|"]
    rows += [f"| {b.id} | {b.kind} | {b.where} | {b.what} | {b.difficulty} | {b.oracle} |" for b in BUGS]
    return "\n".join(rows)
