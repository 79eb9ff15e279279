"""What to try in a field after a valid pass: values that it should take, refuse or survive, by kind of attack."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from bugbash.charter.actions import TAG
from bugbash.explore.fields import NUMERIC, Kind, kind_of, sample_for, sample_not_for
from bugbash.oracles.injection import CANARY
from bugbash.session.observation import Control, FieldInfo

Attack = Literal[
    "quotes", "other scripts", "a negative number", "double submit", "markup", "a long text", "a wrong format",
    "nothing", "zero", "a huge number", "percent signs", "slashes", "punctuation", "Enter", "NULL", "another choice",
    "a fraction", "blanks around", "256 characters", "a word", "a large number", "an early date", "a far date",
    "1024 characters", "255 characters", "a very long text", "only blanks",
]  # fmt: skip
ORDER: tuple[Attack, ...] = get_args(Attack)
"""The most telling first: of a form's first submissions most bugs are found."""
ALONE: frozenset[Attack] = frozenset(
    {"nothing", "a wrong format", "a negative number", "zero", "a huge number", "NULL"}
)
"""What is tried in one field at a time, too: where several fields are refused together, one hides the others."""
OF_THE_FORM: frozenset[Attack] = frozenset({"double submit", "Enter"})
"""Another way to send what is valid, and no value."""


@dataclass(frozen=True)
class Attempt:
    """A value for one field. `valid`: an app that takes the field at its word takes the value, too."""

    label: Attack
    value: str
    valid: bool


def in_order(named: Sequence[Attack]) -> list[Attack]:
    """All attacks: those that the charter names first."""
    return [*named, *(attack for attack in ORDER if attack not in named)]


def attempts(control: Control) -> list[Attempt]:
    """What to try in the field, the most telling first; own texts carry the tag, still without a number."""
    field = control.field
    assert field is not None, "not a field"
    tried = _attempts(kind_of(control), field)
    return sorted(tried, key=lambda attempt: ORDER.index(attempt.label))


def _attempts(kind: Kind, field: FieldInfo) -> list[Attempt]:
    if kind == "choice":
        return [
            Attempt("another choice", choice.text, True) for choice in field.options if _is_other(choice.text, field)
        ]
    if kind in NUMERIC:
        return _numbers(field)
    if kind == "file":
        other = sample_not_for(field.accept)
        empty = sample_for(field.accept, empty=True)
        wrong = [Attempt("a wrong format", other, False)] if other else []
        return [*wrong, *([Attempt("nothing", empty, False)] if empty else [])]
    if kind == "date":
        return [Attempt("a far date", "9999-12-31", False), Attempt("an early date", "0001-01-01", False)]
    if kind in ("check", "radio", "color", "password", "datetime", "month", "week", "time"):
        return []
    texts = [Attempt(label, value, valid and kind in _FREE) for label, value, valid in _TEXTS]
    wrong = [Attempt("a wrong format", _WRONG[kind], False)] if kind in _WRONG else []
    return [*texts, *wrong, Attempt("nothing", "", not field.required)]


_FREE: frozenset[Kind] = frozenset({"text", "name", "long text", "search"})
_WRONG: dict[Kind, str] = {
    "email": "not-an-address",
    "url": "not an address",
    "phone": "not a number",
    "postcode": "!",
}


def _long(length: int) -> str:
    """A text of that many characters once the tag (eight characters, and a digit or two) stands in it."""
    return f"{TAG} {'long text ' * (length // 10 + 1)}"[: length - 9 + len(TAG)]


# The tag stands first, so that a text which is cut off is known again.
_TEXTS: tuple[tuple[Attack, str, bool], ...] = (
    ("quotes", f'{TAG} O\'Brien "Sons" & Co', True),
    ("other scripts", f"{TAG} Zoë Łukasz 日本語 עברית 🎉", True),
    ("markup", CANARY, False),
    ("a long text", _long(300), False),
    ("percent signs", f"{TAG} 100% %20 a%sb %zz", True),
    ("slashes", f"{TAG}/a\\b/../c?d=e#f", True),
    ("punctuation", f"{TAG} ;:!?#$*()[]|~^+=", True),
    ("NULL", "NULL", False),
    ("blanks around", f"  {TAG} Bug bash  ", True),
    ("255 characters", _long(255), False),
    ("256 characters", _long(256), False),
    ("1024 characters", _long(1024), False),
    ("a very long text", _long(5000), False),
    ("only blanks", "   ", False),
)


def _numbers(field: FieldInfo) -> list[Attempt]:
    least, most = _bound(field.min), _bound(field.max)

    def inside(value: float) -> bool:
        return (least is None or value >= least) and (most is None or value <= most)

    words = [Attempt("NULL", "NULL", False)] if field.type == "text" else []
    return [
        Attempt("a negative number", "-5", False),
        Attempt("zero", "0", False),
        Attempt("a huge number", "99999999999", False),
        Attempt("nothing", "", False),
        Attempt("a fraction", "1.5", False),
        Attempt("a large number", "12", inside(12)),
        Attempt("a word", "abc", False),
        *words,
    ]


def _bound(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:  # no bound
        return None


def _is_other(text: str, field: FieldInfo) -> bool:
    chosen = {choice.text for choice in field.options if choice.value == field.value}
    return bool(text) and text not in chosen and text in {choice.text for choice in field.options[:7]}
