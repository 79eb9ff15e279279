"""Rules that every list keeps, whatever it lists: order, filters, search and pages (metamorphic relations)."""

import itertools
import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from bugbash.charter.actions import Click, Fill, Press, Select
from bugbash.charter.locator import Locator
from bugbash.oracles.base import RECHECK_SECONDS, Oracle, Suspicion, document_status, route_of, screen_of
from bugbash.oracles.numbers import day_in, number_in, unit_of
from bugbash.session.moment import Moment
from bugbash.session.observation import Column, Control, Look, Table
from bugbash.session.scope import Scope

LEAST_ROWS = 4
"""Fewer rows tell nothing of an order."""
_SEARCH = re.compile(r"\b(?:search|find|suche|chercher|buscar|cerca|zoeken)\b", re.IGNORECASE)
_SORTS = re.compile(r"sort|order|ordering|dir", re.IGNORECASE)
_ALL = re.compile(
    r"^(?:|-+|—|…|all\b.*|any\b.*|\*|select\b.*|choose\b.*|none|alle|tous|todos|filter\b.*)$", re.IGNORECASE
)
_PAGE = re.compile(
    r"^(?:next(?: page)?|previous(?: page)?|»|›|>|→|«|‹|<|←|\d{1,4}|page \d+|weiter|suivante?|siguiente)$", re.I
)


class ListRules(Oracle):
    name = "list-rule"
    looks_for = (
        "lists out of the order asked for, rows that a filter rules out, searches that miss, pages that repeat"
    )
    patience = RECHECK_SECONDS

    def __init__(self, scope: Scope) -> None:
        super().__init__(scope)
        self._listed: dict[str, set[str]] = {}
        """Texts of the first columns of lists, by the path of their page."""

    def notice(self, moment: Moment) -> Iterable[Suspicion]:
        if not moment.outcome.passed or (document_status(moment) or 200) >= 400:
            return
        for rule in (_wrong_order, _wrong_filter, _page_again, self._missed):
            found = rule(moment)
            if found is not None:
                what, observed, where = found
                yield Suspicion(
                    oracle=self.name,
                    kind="warning",
                    severity=3,
                    title=f"{_TITLES[what]} on {route_of(moment.after.url).partition('?')[0]}",
                    expected=_EXPECTED[what],
                    observed=observed,
                    screen=screen_of(moment.after.url),
                    location=f"{route_of(moment.after.url).partition('?')[0]} {where}",
                    message=what,
                    mark=moment.action.target,
                )

    def remember(self, moment: Moment) -> None:
        for table in moment.after.tables:
            path = urlsplit(moment.after.url).path
            texts = {cell for row in table.rows for cell in row[:2]}
            self._listed[path] = texts | self._listed.get(path, set())

    def _missed(self, moment: Moment) -> tuple[str, str, str] | None:
        """A search for the whole text of a row that was listed here finds nothing with it."""
        field = _searched(moment)
        if field is None or field.field is None:
            return None
        wanted, path = " ".join(field.field.value.split()), urlsplit(moment.after.url).path
        listed = self._listed.get(urlsplit(moment.before.url).path, set())
        if len(wanted) < 3 or wanted not in listed or path != urlsplit(moment.before.url).path:
            return None
        rows = [cell for table in moment.after.tables for row in table.rows for cell in row]
        if any(wanted.casefold() in cell.casefold() for cell in rows) or _holds_twice(moment.after, wanted):
            return None
        return "search", f"“{wanted[:80]}” stood in the list; a search for it does not find it.", field.place


def _wrong_order(moment: Moment) -> tuple[str, str, str] | None:
    """After a click on a column's head, the column stands in no order."""
    target = moment.action.target
    if not isinstance(moment.action, Click) or target is None:
        return None
    for table in moment.after.tables:
        was = next((t for t in moment.before.tables if t.place == table.place), None)
        for at, column in enumerate(table.columns):
            before = next((c for c in was.columns if _is_head(c, target)), None) if was else None
            clicked = before is not None and _head(before.name) == _head(column.name)
            if was is None or not clicked or not _is_sorted_now(moment, table, was, at):
                continue
            values = [row[at] for row in table.rows if len(row) > at]
            how = _disorder(values)
            if how:
                shown = ", ".join(value[:20] for value in values[:8])
                return (
                    "order",
                    f"Sorted by {column.name[:40]}, it stands there as {how}: {shown}.",
                    _head(column.name),
                )
    return None


def _is_head(column: Column, target: Locator) -> bool:
    """Whether `target` is what sorts by the column."""
    control = column.control
    return control is not None and (control.role, control.name) == (target.role, target.name)


def _head(name: str) -> str:
    """A column's name without the mark of its order."""
    return re.sub(r"[^\w]+$|\b(?:asc|desc|ascending|descending)\b", "", name).strip()


def _is_sorted_now(moment: Moment, table: Table, was: Table, at: int) -> bool:
    """Whether the list says that it is sorted by the column, or was put into another order by the click."""
    if table.columns[at].sort in ("ascending", "descending"):
        return True
    if table.columns[at].sort or any(column.sort in ("ascending", "descending") for column in table.columns):
        return False
    keys = {key for key, _ in parse_qsl(urlsplit(moment.after.url).query)}
    asked = moment.after.url != moment.before.url and any(_SORTS.search(key) for key in keys)
    return asked or (sorted(table.rows) == sorted(was.rows) and table.rows != was.rows)


def _disorder(values: Sequence[str]) -> str:
    """What the values are that stand in no order; empty where they are in order, or no order is known for them."""
    shown = [value for value in values if value not in ("", "-", "–", "—", "n/a", "N/A")]
    if len(shown) < LEAST_ROWS:
        return ""
    kinds: list[tuple[str, Callable[[str], Any]]] = [("days", day_in), ("numbers", number_in), ("words", _word)]
    for kind, read in kinds:
        keys = [read(value) for value in shown]
        if any(key is None for key in keys) or len(set(keys)) < 3:
            continue
        if kind == "numbers" and len({unit_of(value) for value in shown}) > 1:
            return ""
        # A row that is pinned to the top or stands below as a sum is no disorder.
        parts = (keys, keys[1:], keys[:-1])
        return "" if any(_is_monotone(part) for part in parts) else kind
    return ""


def _word(text: str) -> str | None:
    """A text whose place no collation doubts: a single word of plain letters."""
    return text.lower() if re.fullmatch(r"[A-Za-z]+", text) else None


def _is_monotone(keys: Sequence[Any]) -> bool:
    pairs = list(itertools.pairwise(keys))
    return all(a <= b for a, b in pairs) or all(a >= b for a, b in pairs)


def _wrong_filter(moment: Moment) -> tuple[str, str, str] | None:
    """A filter by a column's own values leaves rows with other ones."""
    if not isinstance(moment.action, Select | Click | Press):
        return None
    query = dict(parse_qsl(urlsplit(moment.after.url).query))
    for control in moment.after.controls:
        field = control.field
        if field is None or field.type != "select-one" or control.row or len(field.options) < 3:
            continue
        chosen = next((choice for choice in field.options if choice.value == field.value), None)
        if chosen is None or _ALL.match(chosen.text) or not chosen.value:
            continue
        if query.get(field.name) != field.value and not _narrowed(moment, control):
            continue
        texts = {choice.text for choice in field.options}
        for table in moment.after.tables:
            for at, column in enumerate(table.columns):
                if _head(column.name).casefold() not in (_head(control.name).casefold(), field.name.casefold()):
                    continue
                cells = [row[at] for row in table.rows if len(row) > at]
                if cells and set(cells) <= texts and chosen.text not in ("",) and set(cells) != {chosen.text}:
                    other = next(cell for cell in cells if cell != chosen.text)
                    return (
                        "filter",
                        f"Filtered by {chosen.text[:40]}, the list still has “{other[:40]}”.",
                        control.place,
                    )
    return None


def _narrowed(moment: Moment, control: Control) -> bool:
    """Whether the step chose in this very field, and the list has other rows for it."""
    if not isinstance(moment.action, Select) or moment.action.target != control.locator:
        return False
    return [t.rows for t in moment.before.tables] != [t.rows for t in moment.after.tables]


def _page_again(moment: Moment) -> tuple[str, str, str] | None:
    """Another page of a list shows rows of the page before."""
    target = moment.action.target
    control = next((c for c in moment.before.controls if target is not None and c.locator == target), None)
    if not isinstance(moment.action, Click) or control is None or not _PAGE.match(control.name.strip()):
        return None
    if control.selected or (not _changed_page(moment) and control.href):
        return None
    for table in moment.after.tables:
        was = next((t for t in moment.before.tables if t.place == table.place), None)
        if was is None or len(was.rows) < LEAST_ROWS or len(set(was.rows)) != len(was.rows):
            continue
        again = _repeated(was.rows, table.rows)
        if again and _changed_page(moment):
            return "page", f"{again} rows of the page before stand on the next one as well.", "page"
    return None


def _changed_page(moment: Moment) -> bool:
    """Whether the address, or the mark of the page that is in front, is another now."""
    if moment.before.url.partition("#")[0] != moment.after.url.partition("#")[0]:
        return True
    marks = [[c.name for c in look.controls if c.selected] for look in (moment.before, moment.after)]
    return marks[0] != marks[1]


def _repeated(before: Sequence[tuple[str, ...]], after: Sequence[tuple[str, ...]]) -> int:
    """Rows of `before` in `after`; what stands at the head of both is pinned there, and no repetition."""
    if list(before) == list(after):
        return len(after)
    pinned = 0
    while pinned < min(len(before), len(after)) and before[pinned] == after[pinned]:
        pinned += 1
    if set(before) <= set(after):  # more of them, and no other page
        return 0
    again = len(set(before[pinned:]) & set(after[pinned:]))
    # One may have moved on because another was added meanwhile.
    return again if again > 1 else 0


def _searched(moment: Moment) -> Control | None:
    """The search field that the step sent."""
    if not isinstance(moment.action, Click | Press | Fill):
        return None
    look = moment.after if isinstance(moment.action, Fill) else moment.before
    fields = [c for c in look.controls if c.field and _is_search(c) and c.field.value.strip()]
    if len(fields) != 1:
        return None
    if isinstance(moment.action, Press | Fill):
        return fields[0] if moment.action.target == fields[0].locator else None
    at = look.controls.index(fields[0])
    form = next((form for form in look.forms if at in form.fields), None)
    clicked = next((i for i, c in enumerate(look.controls) if c.locator == moment.action.target), None)
    return fields[0] if form is not None and clicked in form.submits and len(form.fields) == 1 else None


def _is_search(control: Control) -> bool:
    field = control.field
    assert field is not None, "not a field"
    if field.type not in ("search", "text"):
        return False
    words = f"{control.name} {field.name} {field.placeholder}"
    return field.type == "search" or control.role == "searchbox" or bool(_SEARCH.search(words)) or field.name == "q"


def _holds_twice(look: Look, wanted: str) -> bool:
    """Whether the text stands on the screen beside its field: a page says again what it looked for."""
    return look.text.casefold().count(wanted.casefold()) > 1


_TITLES = {
    "order": "A sorted list is in no order",
    "filter": "A filter leaves rows that it rules out",
    "search": "A search does not find what the list holds",
    "page": "A page of a list repeats rows of another",
}
_EXPECTED = {
    "order": "A list stands in the order that it was asked for.",
    "filter": "A filter leaves only what it names.",
    "search": "A search finds what it was asked for, where the list holds it.",
    "page": "Each row of a list stands on one page.",
}
