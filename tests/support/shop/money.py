"""Amounts of money: whole cents inside, euros for people."""

import re

_PRICE = re.compile(r"[0-9]{1,6}(\.[0-9]{1,2})?")


def euros(cents: int) -> str:
    """Format a non-negative amount of cents, for example 102400 as `€1,024.00`."""
    return f"€{cents // 100:,}.{cents % 100:02d}"


def parse_cents(text: str) -> int:
    """Read `12`, `12.5` or `12.50` as cents. Raises ValueError for anything else, negatives too."""
    if not _PRICE.fullmatch(text):
        raise ValueError(f"not a price: {text!r}")
    whole, _, fraction = text.partition(".")
    return int(whole) * 100 + int((fraction + "00")[:2])


def plain(cents: int) -> str:
    """The amount as a form field shows it, for example `1024.00`."""
    return f"{cents // 100}.{cents % 100:02d}"
