"""Form fields: what each accepts, and the message that stands beside it when it does not."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Literal

from .money import parse_cents, plain

Kind = Literal["text", "long", "email", "password", "whole", "price", "date", "choice", "radio"]

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
_EMAIL = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s]+")
_WHOLE = re.compile(r"-?[0-9]{1,9}")
FIRST_DAY, LAST_DAY = date(2000, 1, 1), date(2099, 12, 31)


@dataclass(frozen=True)
class Field:
    """One field of a form.

    `limit` is the longest text in characters; `low` and `high` bound a number (a price in cents);
    `choices` are pairs of value and label.
    """

    name: str
    label: str
    kind: Kind = "text"
    required: bool = True
    limit: int = 120
    low: int = 0
    high: int = 0
    choices: tuple[tuple[str, str], ...] = ()
    hint: str = ""
    autocomplete: str = "off"


@dataclass(frozen=True)
class Checked:
    """A form as it was sent: what was typed, what it means, and what is wrong with it (by field name)."""

    typed: Mapping[str, str] = field(default_factory=dict)
    meant: Mapping[str, str | int] = field(default_factory=dict)
    errors: Mapping[str, str] = field(default_factory=dict)

    def text(self, name: str) -> str:
        return str(self.meant[name])

    def number(self, name: str) -> int:
        return int(self.meant[name])

    def with_error(self, name: str, message: str) -> "Checked":
        """The same form with one more message."""
        return Checked(self.typed, self.meant, {**self.errors, name: message})


class Refused(ValueError):
    """A value that a field does not accept; the message is for the person who typed it."""


def check(fields: tuple[Field, ...], sent: Mapping[str, str]) -> Checked:
    """Read every field of a form. Never raises: what is wrong ends up in `errors`."""
    typed: dict[str, str] = {}
    meant: dict[str, str | int] = {}
    errors: dict[str, str] = {}
    for one in fields:
        typed[one.name] = sent.get(one.name, "")
        try:
            meant[one.name] = _read(one, typed[one.name])
        except Refused as refused:
            errors[one.name] = str(refused)
    return Checked(typed, meant, errors)


def _read(one: Field, typed: str) -> str | int:
    text = typed if one.kind == "password" else typed.replace("\r\n", "\n").strip()
    if not text and one.kind != "choice":
        if one.required:
            raise Refused(f"{one.label}: please fill this in.")
        return ""
    if len(text) > one.limit:
        raise Refused(f"{one.label}: at most {one.limit:,} characters; this has {len(text):,}.")
    if _CONTROL.search(text):
        raise Refused(f"{one.label}: please leave out control characters.")
    return _READERS[one.kind](one, text)


def _read_text(_one: Field, text: str) -> str:
    return text


def _read_email(one: Field, text: str) -> str:
    if not _EMAIL.fullmatch(text):
        raise Refused(f"{one.label}: an e-mail address looks like name@example.org.")
    return text.lower()


def _read_password(one: Field, text: str) -> str:
    if len(text) < one.low:
        raise Refused(f"{one.label}: at least {one.low} characters, please.")
    return text


def _read_whole(one: Field, text: str) -> int:
    if not _WHOLE.fullmatch(text) or not one.low <= int(text) <= one.high:
        raise Refused(f"{one.label}: a whole number from {one.low} to {one.high}, please.")
    return int(text)


def _read_price(one: Field, text: str) -> int:
    try:
        cents = parse_cents(text)
    except ValueError:
        raise Refused(f"{one.label}: an amount such as 12.50, please.") from None
    if not one.low <= cents <= one.high:
        raise Refused(f"{one.label}: an amount from {plain(one.low)} to {plain(one.high)}, please.")
    return cents


def _read_date(one: Field, text: str) -> str:
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise Refused(f"{one.label}: a date such as 2025-06-30, please.") from None
    if not FIRST_DAY <= day <= LAST_DAY:
        raise Refused(f"{one.label}: a date from {FIRST_DAY.year} to {LAST_DAY.year}, please.")
    return day.isoformat()


def _read_choice(one: Field, text: str) -> str:
    if text not in {value for value, _label in one.choices}:
        raise Refused(f"{one.label}: please choose one of the list.")
    return text


_READERS: Mapping[Kind, Callable[[Field, str], str | int]] = {
    "text": _read_text,
    "long": _read_text,
    "email": _read_email,
    "password": _read_password,
    "whole": _read_whole,
    "price": _read_price,
    "date": _read_date,
    "choice": _read_choice,
    "radio": _read_choice,
}
