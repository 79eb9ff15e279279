"""What a field wants: its kind, and a value that it should take."""

import re
from typing import Literal

from bugbash.charter.actions import TAG, Action, Check, Fill, Select, Upload
from bugbash.oracles.secrecy import PASSWORD
from bugbash.oracles.validation import accepts
from bugbash.session.observation import Choice, Control, FieldInfo
from bugbash.session.samples import PREFIX, SAMPLES

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
_INTEGER = re.compile(r"\b(?:integer|bigint|smallint|whole number)\b", re.IGNORECASE)
"""Words beside a field that say it takes numbers."""
TAG_GROWS = 3
"""Characters by which a session's tag is longer than what stands for it."""
NUMERIC: frozenset[Kind] = frozenset({"number", "quantity", "price", "slider"})


def kind_of(control: Control) -> Kind:
    """The kind of a field, from its type, then from autocomplete, label, name and placeholder."""
    field = control.field
    assert field is not None, "not a field"
    if field.type in _BY_TYPE and field.type not in ("number", "textarea"):
        return _BY_TYPE[field.type]
    words = _words(f"{field.autocomplete} {control.name} {field.name} {field.placeholder}")
    hinted = next((kind for pattern, kind in _BY_WORD if pattern.search(words)), None)
    if field.type == "number":
        return hinted if hinted in NUMERIC else "number"
    if hinted is None and field.type == "text" and _INTEGER.search(field.hint):
        return "number"
    if field.type == "textarea" or control.tag not in ("input", "select", "textarea"):
        return "long text"
    return hinted or "text"


def valid_value(control: Control, number: int) -> str:
    """A value that the field should take; `number` tells one record of this session from the next."""
    field = control.field
    assert field is not None, "not a field"
    kind = kind_of(control)
    if kind in NUMERIC:
        return _number(field)
    # Each field's own word, so that a value which turns up in another field is known again.
    value = _VALUES.get(kind, f"{_called(control)} {TAG}#").replace("#", str(number))
    if kind == "long text":
        value = f"{_called(control)}: {value}"
    if kind == "text" and field.pattern:
        value = _matching(field.pattern) or value
    if not field.maxlength or len(value) + TAG_GROWS <= field.maxlength:
        return value
    return f"{TAG}{number}" if field.maxlength >= len(TAG) + TAG_GROWS + 2 else "Bugbash"[: field.maxlength]


def _called(control: Control) -> str:
    word = re.search(r"[^\W\d_]{3,20}", control.name)
    return word[0].capitalize() if word else "Bug bash"


def fill(control: Control, value: str) -> Action | None:
    """The step that puts `value` into a field; None for one that a value cannot be put into."""
    kind = kind_of(control)
    if kind == "choice":
        return Select(select=control.locator, option=value)
    if kind in ("check", "radio"):
        return Check(check=control.locator)
    if kind == "file":
        return Upload(upload=control.locator, file=value) if value else None
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
    if kind == "file":
        return fill(control, sample_for(field.accept))
    return fill(control, valid_value(control, number))


def sample_for(accept: str, empty: bool = False) -> str:
    """The sample that a file field takes by its `accept`; with `empty`, one without a byte. Empty where none does."""
    names = [name for name, (_, data) in SAMPLES.items() if bool(data) != empty]
    return next((f"{PREFIX}{name}" for name in names if not accept or accepts(accept, name)), "")


def sample_not_for(accept: str) -> str:
    """A sample that a file field rules out; empty where it takes all of them."""
    names = [name for name, (_, data) in SAMPLES.items() if data]
    return next((f"{PREFIX}{name}" for name in names if accept and not accepts(accept, name)), "")


def valid_choice(field: FieldInfo) -> Choice | None:
    """An option that stands for something: the chosen one where it does, else the first that does."""
    chosen = [choice for choice in field.options if choice.value == field.value and _stands_for_something(choice)]
    return next(iter(chosen or [choice for choice in field.options if _stands_for_something(choice)]), None)


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


def _stands_for_something(choice: Choice) -> bool:
    return bool(choice.value) and not re.match(
        r"^(?:-|—|…|select|choose|please|any|all\b)", choice.text, re.IGNORECASE
    )


def _words(text: str) -> str:
    """`text` with camelCase, snake_case and kebab-case taken apart."""
    return re.sub(r"[_\-.\[\]]+", " ", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", text))
