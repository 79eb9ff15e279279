"""A small app that keeps records, made wrong in one way at a time: what cases on records are told with."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from html import escape
from typing import Any
from urllib.parse import parse_qs

from bugbash.charter.actions import Action
from tests.oracles.build import clicks, fills, opens, page
from tests.oracles.harness import Pages
from tests.support.pages import Heard, Page

Record = dict[str, str]
_ROUTE = re.compile(r"^/shelves/\d+/items(?:/(?P<at>\d+))?(?:/(?P<what>new|edit|delete))?$")
FORM = (
    '<label>Title <input name=title value="{title}"></label>'
    '<label>Author <input name=author value="{author}"></label>'
    "<label>About <textarea name=about>{about}</textarea></label>"
    '<label>Pieces <input name=pieces type=number value="{pieces}"></label>'
)


def as_typed(record: Record) -> Record:
    return dict(record)


@dataclass(frozen=True)
class Shelf:
    """What the app does with its records; called, it is the app, with nothing in it."""

    form: str = FORM
    edit_form: str = ""
    attributes: str = ""
    """Of the form."""
    keep: Callable[[Record], Record] = as_typed
    """What is stored of a record that was sent."""
    show: Callable[[str], str] = escape
    """A text as the list shows it, in HTML."""
    hold: Callable[[str], str] = escape
    """A text as the edit form holds it, in HTML."""
    refuse: Callable[[Record], str] = lambda record: ""
    """A message for a record that is not taken."""
    updates: bool = True
    deletes: bool = True
    once: bool = False
    """A record with the same title is kept once."""
    heads: tuple[str, ...] = ("Title", "Author", "About")
    columns: tuple[str, ...] = ("title", "author", "about")
    below: str = ""
    """HTML below the list."""
    extra: Mapping[str, Any] = field(default_factory=dict)

    def __call__(self) -> Pages:
        return {"*": _App(self).answer, **self.extra}

    def but(self, **changes: Any) -> "Shelf":
        return replace(self, **changes)


class _App:
    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf
        self._records: dict[int, Record] = {}

    def answer(self, heard: Heard) -> Page:
        found = _ROUTE.match(heard.path)
        if found is None:
            return Page("not found", status=404)
        home = heard.path.partition("/items")[0] + "/items"
        at, what = int(found["at"] or 0), found["what"]
        if at and at not in self._records:
            return Page(page("<h1>No such item</h1>"), status=404)
        if what == "delete" and heard.method == "POST":
            if self._shelf.deletes:
                del self._records[at]
            return Page(redirect=home, status=303)
        if heard.method == "POST":
            return self._save(heard, at, home)
        if what in ("new", "edit"):
            return Page(self._form(self._records.get(at, {}), what, ""))
        return Page(self._detail(at, home) if at else self._list(home))

    def _save(self, heard: Heard, at: int, home: str) -> Page:
        record = {name: values[0] for name, values in parse_qs(heard.text, keep_blank_values=True).items()}
        message = self._shelf.refuse(record)
        if message:
            return Page(self._form(record, "new", f"<p class=error role=alert>{message}</p>"))
        if not at:
            if not (self._shelf.once and any(r.get("title") == record.get("title") for r in self._records.values())):
                self._records[len(self._records) + 1] = self._shelf.keep(record)
        elif self._shelf.updates:
            self._records[at] = self._shelf.keep(record)
        return Page(redirect=home, status=303)

    def _form(self, record: Record, what: str, message: str) -> str:
        html = (self._shelf.edit_form or self._shelf.form) if what == "edit" else self._shelf.form
        names = re.findall(r"{(\w+)}", html)
        filled = html.format(**{name: self._shelf.hold(record.get(name, "")) for name in names})
        return page(
            f"<h1>Item</h1>{message}<form method=post {self._shelf.attributes}>{filled}<button>Save</button></form>"
        )

    def _list(self, home: str) -> str:
        rows = "".join(self._row(at, record, home) for at, record in self._records.items())
        heads = "".join(f"<th>{head}</th>" for head in (*self._shelf.heads, ""))
        return page(
            f"<h1>Items</h1><a href={home}/new>New</a><table><tr>{heads}</tr>{rows}</table>{self._shelf.below}"
        )

    def _row(self, at: int, record: Record, home: str) -> str:
        cells = "".join(f"<td>{self._shelf.show(record.get(name, ''))}</td>" for name in self._shelf.columns)
        delete = f"<form method=post action={home}/{at}/delete><button>Delete</button></form>"
        return f"<tr>{cells}<td><a href={home}/{at}>Open</a> <a href={home}/{at}/edit>Edit</a> {delete}</td></tr>"

    def _detail(self, at: int, home: str) -> str:
        terms = "".join(
            f"<dt>{head}</dt><dd>{self._shelf.show(self._records[at].get(name, ''))}</dd>"
            for head, name in zip(self._shelf.heads, self._shelf.columns, strict=False)
        )
        return page(f"<h1>Item</h1><dl>{terms}</dl><a href={home}/{at}/edit>Edit</a>")


def makes(values: Mapping[str, str], shelf: int = 7, send: Action | None = None) -> tuple[Action, ...]:
    """Steps that make a record with these values, by label, and send it."""
    filled = (fills(label.capitalize(), value) for label, value in values.items())
    return (opens(f"/shelves/{shelf}/items/new"), *filled, send or clicks("Save", "button"))
