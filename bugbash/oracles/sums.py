"""Sums and counts that a screen contradicts itself in."""

import re
from collections.abc import Iterable, Iterator, Sequence

from bugbash.oracles.base import RECHECK_SECONDS, Oracle, Suspicion, document_status, route_of, screen_of
from bugbash.oracles.numbers import number_in, unit_of
from bugbash.session.moment import Moment
from bugbash.session.observation import Look, Table

CENT = 0.011
"""What rounding may cost per line."""
_PRICE = re.compile(
    r"^(?:unit |single |item )?(?:price|cost|rate)(?: each| per unit)?$|^(?:einzel)?preis$|^prix(?: unitaire)?$", re.I
)
_QUANTITY = re.compile(
    r"^(?:quantity|qty\.?|count|pieces|units|amount of items|menge|anzahl|quantité|cantidad)$", re.I
)
_LINE = re.compile(
    r"^(?:line |row |item )?(?:total|subtotal|sum)(?: price)?$|^amount$|^summe$|^gesamt(?:preis)?$|^montant$", re.I
)
_OTHER_COST = re.compile(
    r"discount|tax|vat|fee|shipping|rebate|coupon|deposit|surcharge|mwst|rabatt|remise|tva|gst|credit|hours?", re.I
)
_SUBTOTAL = re.compile(r"^(?:sub-?total|zwischensumme|sous-total)\b", re.I)
_TOTAL = re.compile(r"^(?:grand )?(?:total|sum|gesamt(?:summe)?|summe)\b:?\s*$", re.I)
_SHOWING = re.compile(
    r"\b(?:showing|displaying|zeige)\s+(\d{1,6})\s*(?:-|–|to|bis)\s*(\d{1,6})\s+(?:of|von)\s+(\d{1,7})\b", re.I
)


class WrongSum(Oracle):
    name = "wrong-sum"
    looks_for = "totals that are not the sum of their lines, and counts that are not those of the rows shown"
    patience = RECHECK_SECONDS

    def notice(self, moment: Moment) -> Iterable[Suspicion]:
        if not moment.outcome.passed or (document_status(moment) or 200) >= 400:
            return
        for kind, title, observed, where in _contradictions(moment.after):
            yield Suspicion(
                oracle=self.name,
                kind="issue" if kind != "count" else "warning",
                severity=4 if kind != "count" else 3,
                title=f"{title} on {route_of(moment.after.url)}",
                expected=_EXPECTED[kind],
                observed=observed,
                screen=screen_of(moment.after.url),
                location=f"{route_of(moment.after.url)} {where}",
                message=f"wrong {kind}",
            )


_EXPECTED = {
    "line": "A line's total is its price times its quantity.",
    "sum": "A total is the sum of its lines.",
    "count": "A list says how many rows it shows.",
}


def _contradictions(look: Look) -> Iterator[tuple[str, str, str, str]]:
    for table in look.tables:
        lines = _column(table, _LINE)
        if lines is not None and not any(_OTHER_COST.search(column.name) for column in table.columns):
            yield from _wrong_lines(table, lines)
            yield from _wrong_total(table, lines, look)
    shown = list(_SHOWING.finditer(look.text))
    if len(look.tables) == 1 and len(shown) == 1 and look.tables[0].whole and not look.tables[0].foot:
        first, last, _ = (int(number) for number in shown[0].groups())
        rows, told = len(look.tables[0].rows), last - first + 1
        if told > 0 and 1 < rows != told and first > 0:
            yield (
                "count",
                "A list shows another number of rows than it says",
                f"“{shown[0][0]}”, but {rows} rows.",
                "count",
            )


def _wrong_lines(table: Table, lines: int) -> Iterator[tuple[str, str, str, str]]:
    price, quantity = _column(table, _PRICE), _column(table, _QUANTITY)
    if price is None or quantity is None:
        return
    for row in table.rows:
        numbers = [number_in(row[at]) for at in (price, quantity, lines)]
        if any(number is None for number in numbers) or unit_of(row[price]) != unit_of(row[lines]):
            continue
        each, pieces, told = (number or 0.0 for number in numbers)
        if abs(each * pieces - told) > CENT * max(abs(pieces), 1):
            observed = f"{row[price]} × {row[quantity]} is shown as {row[lines]} (“{row[0][:40]}”)."
            yield "line", "A line's total is not its price times its quantity", observed, f"{table.place} line"
            return


def _wrong_total(table: Table, lines: int, look: Look) -> Iterator[tuple[str, str, str, str]]:
    """A foot row called subtotal, or the only one and called total, that is not the sum of the lines."""
    numbers = [number_in(row[lines]) for row in table.rows]
    if not table.whole or any(number is None for number in numbers) or len(_units(table.rows, lines)) != 1:
        return
    told = [(row[0], row[-1]) for row in table.foot if len(row) > 1 and number_in(row[-1]) is not None]
    subtotals = [row for row in told if _SUBTOTAL.match(row[0])]
    if not subtotals and len(told) == 1 and len(table.foot) == 1 and not _OTHER_COST.search(look.text):
        subtotals = [row for row in told if _TOTAL.match(row[0])]
    for name, text in subtotals[:1]:
        total, whole = sum(number or 0.0 for number in numbers), number_in(text) or 0.0
        if abs(total - whole) > CENT * len(numbers):
            observed = f"The lines come to {total:.2f}; {name[:30]} says {text[:30]}."
            yield "sum", "A total is not the sum of its lines", observed, f"{table.place} total"


def _units(rows: Sequence[Sequence[str]], at: int) -> set[str]:
    return {unit_of(row[at]) for row in rows}


def _column(table: Table, name: re.Pattern[str]) -> int | None:
    """The one column that is called so."""
    found = [at for at, column in enumerate(table.columns) if name.match(column.name.strip())]
    return found[0] if len(found) == 1 else None
