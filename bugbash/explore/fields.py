"""What a field wants: its kind, a value that it should take, and values that it should refuse or survive."""

import re
from dataclasses import dataclass
from typing import Literal

from bugbash.charter.actions import TAG, Action, Check, Fill, Select
from bugbash.oracles.injection import CANARY
from bugbash.oracles.secrecy import PASSWORD
from bugbash.session.observation import Choice, Control, FieldInfo

Kind = Literal[
    "text", "name", "email", "password", "number", "quantity", "price", "date", "time", "datetime", "month", "week",
    "phone", "url", "postcode", "long text", "search", "color", "choice", "check", "radio", "slider", "file",
]  # fmt: skip

_BY_TYPE: dict[str, Kind] = {
    "email": "email", "password": "password", "number": "number", "date": "date", "time": "time", "month": "month",
    "datetime-local": "datetime", "week": "week", "tel": "phone", "url": "url", "search": "search", "color": "color",
    "textarea": "long text", "checkbox": "check", "radio": "radio", "range": "slider", "file": "file",
    "select-one": "choice", "select-multiple": "choice",
}  # fmt: skip
_WORDS: tuple[tuple[str, Kind], ...] = (
    (r"e[- ]?mail", "email"),
    (r"\b(?:quantity|qty|pieces|amount of|how many|count|stock|menge|anzahl)\b", "quantity"),
    (r"\b(?:price|cost|amount|total|preis|betrag)\b", "price"),
    (r"\b(?:zip|post ?code|postal|plz)\b", "postcode"),
    (r"\b(?:phone|mobile|telephone|telefon)\b", "phone"),
    (r"\b(?:url|website|homepage|link|web address)\b", "url"),
    (r"\b(?:search|query|find|suche|q)\b", "search"),
    (r"\b(?:date|birthday|datum)\b", "date"),
    (r"\bname\b", "name"),
    (r"\bid\b", "number"),
)
_BY_WORD = tuple((re.compile(pattern, re.IGNORECASE), kind) for pattern, kind in _WORDS)
_NUMERIC: frozenset[Kind] = frozenset({"number", "quantity", "price", "slider"})


@dataclass(frozen=True)
class Attempt:
    """A value for one field. `valid`: an app that takes the field at its word takes the value, too."""

    label: str
    value: str
    valid: bool


def kind_of(control: Control) -> Kind:
    """The kind of a field, from its type, then from autocomplete, label, name and placeholder."""
    field = control.field
    assert field is not None, "not a field"
    if field.type in _BY_TYPE and field.type not in ("number", "textarea"):
        return _BY_TYPE[field.type]
    words = _words(f"{field.autocomplete} {control.name} {field.name} {field.placeholder}")
    hinted = next((kind for pattern, kind in _BY_WORD if pattern.search(words)), None)
    if field.type == "number":
        return hinted if hinted in _NUMERIC else "number"
    if field.type == "textarea" or control.tag not in ("input", "select", "textarea"):
        return "long text"
    return hinted or "text"


def valid_value(control: Control, number: int) -> str:
    """A value that the field should take; `number` tells one record of this session from the next."""
    field = control.field
    assert field is not None, "not a field"
    kind = kind_of(control)
    if kind in _NUMERIC:
        return _number(field)
    value = _VALUES.get(kind, f"Bug bash {TAG}{number}").replace("#", str(number))
    if kind == "text" and field.pattern:
        value = _matching(field.pattern) or value
    return value[: field.maxlength] if field.maxlength else value


def attempts(control: Control) -> list[Attempt]:
    """What to try in the field after a valid pass, the most telling first."""
    field = control.field
    assert field is not None, "not a field"
    kind = kind_of(control)
    if kind == "choice":
        return [Attempt(f"option {choice.text[:30]}", choice.text, True) for choice in _other_choices(field)]
    if kind in _NUMERIC:
        return _numbers(field)
    if kind in ("check", "radio", "file", "color", "slider", "password"):
        return []
    if kind in ("date", "datetime", "month", "week", "time"):
        return (
            []
            if kind != "date"
            else [Attempt("a far date", "9999-12-31", False), Attempt("an early date", "0001-01-01", False)]
        )
    wrong = [Attempt("no e-mail address", "not-an-address", False)] if kind == "email" else []
    texts = [Attempt(label, value, valid and kind in _FREE) for label, value, valid in _TEXTS]
    empty = [Attempt("nothing", "", not field.required)]
    return [*texts, *wrong, *empty]


def fill(control: Control, value: str) -> Action | None:
    """The step that puts `value` into a field; None for one that a value cannot be put into."""
    kind = kind_of(control)
    if kind == "choice":
        return Select(select=control.locator, option=value)
    if kind in ("check", "radio"):
        return Check(check=control.locator)
    if kind == "file":
        return None
    return Fill.model_validate({"fill": control.locator, "with": value})


def valid_step(control: Control, number: int) -> Action | None:
    """The step that fills the field with what it should take; None where it needs none."""
    field = control.field
    assert field is not None, "not a field"
    kind = kind_of(control)
    if kind == "choice":
        choice = valid_choice(field)
        return fill(control, choice.text) if choice else None
    if kind in ("check", "radio"):
        wanted = not control.checked and (field.required or kind == "radio")
        return Check(check=control.locator) if wanted else None
    return fill(control, valid_value(control, number))


def valid_choice(field: FieldInfo) -> Choice | None:
    """An option that stands for something: the chosen one where it does, else the first that does."""
    chosen = [choice for choice in field.options if choice.value == field.value and _stands_for_something(choice)]
    return next(iter(chosen or [choice for choice in field.options if _stands_for_something(choice)]), None)


_FREE: frozenset[Kind] = frozenset({"text", "name", "long text", "search"})
_VALUES: dict[Kind, str] = {
    "email": f"{TAG}#@example.com",
    "password": PASSWORD,
    "phone": "+1 202 555 0143",
    "url": f"https://example.com/{TAG}#",
    "postcode": "10115",
    "search": "a",
    "date": "2030-06-15",
    "time": "10:30",
    "datetime": "2030-06-15T10:30",
    "month": "2030-06",
    "week": "2030-W24",
    "color": "#336699",
    "long text": f"Written by a bug bash, {TAG}#.",
}
_TEXTS: tuple[tuple[str, str, bool], ...] = (
    ("quotes", f'O\'Brien "{TAG}9" & Co', True),
    ("markup", CANARY, False),
    ("other scripts", f"Zoë Łukasz 日本語 עברית 🎉 {TAG}8", True),
    ("a long text", "Long " * 60 + TAG, False),
    ("a very long text", "x" * 5000, False),
    ("blanks around", f"  Bug bash {TAG}7  ", True),
)


def _numbers(field: FieldInfo) -> list[Attempt]:
    least, most = _bound(field.min), _bound(field.max)

    def inside(value: float) -> bool:
        return (least is None or value >= least) and (most is None or value <= most)

    return [
        Attempt("a greater number", "12", inside(12)),
        Attempt("zero", "0", False),
        Attempt("a negative number", "-1", False),
        Attempt("a large number", "1000", False),
        Attempt("a fraction", "1.5", False),
        Attempt("a huge number", "99999999999", False),
        Attempt("nothing", "", False),
        Attempt("a word", "abc", False),
    ]


def _number(field: FieldInfo) -> str:
    least, most = _bound(field.min), _bound(field.max)
    value = 2.0
    if least is not None and value < least:
        value = least
    if most is not None and value > most:
        value = most
    return f"{value:g}"


def _bound(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:  # no bound
        return None


def _matching(pattern: str) -> str:
    """A text of one of the usual shapes that `pattern` takes; empty where none does."""
    try:
        compiled = re.compile(pattern)
    except re.error:  # JavaScript's own syntax
        return ""
    samples = (
        "1234",
        "12345",
        "123456",
        "ABC123",
        "AB-1234",
        "abc",
        "12",
        "+12025550143",
        "10115",
        "1",
        "A1",
        "abcdef",
    )
    return next((sample for sample in samples if compiled.fullmatch(sample)), "")


def _other_choices(field: FieldInfo) -> list[Choice]:
    return [choice for choice in field.options if choice.value != field.value and choice.text][:6]


def _stands_for_something(choice: Choice) -> bool:
    return bool(choice.value) and not re.match(
        r"^(?:-|—|…|select|choose|please|any|all\b)", choice.text, re.IGNORECASE
    )


def _words(text: str) -> str:
    """`text` with camelCase, snake_case and kebab-case taken apart."""
    return re.sub(r"[_\-.\[\]]+", " ", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", text))
