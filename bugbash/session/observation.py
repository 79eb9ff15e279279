"""What a screen shows: the inventory of controls and the signals that the page script reports.

The page's own words are data here, bounded and of known types, whatever the page did to its own script.
"""

from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, model_validator

from bugbash.charter.locator import Locator

LONGEST_TEXT = 50_000
"""Characters kept of a screen's text."""
LONGEST = 4_000
"""Characters kept of anything else that a page says; addresses are not cut."""
LONGEST_CELL = 200
"""Characters kept of a table's cell."""
_LIMITS = {"text": LONGEST_TEXT, "url": None, "href": None}


class _Seen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")

    @model_validator(mode="before")
    @classmethod
    def _bounded(cls, value: Any) -> Any:
        if not isinstance(value, dict):
            return value
        return {
            key: part[: _LIMITS.get(key, LONGEST)] if isinstance(part, str) else part for key, part in value.items()
        }


class Choice(_Seen):
    """One option of a select."""

    text: str
    value: str


class FieldInfo(_Seen):
    """What a field says of the values that it takes."""

    type: str
    name: str = ""
    autocomplete: str = ""
    placeholder: str = ""
    required: bool = False
    readonly: bool = False
    min: str = ""
    max: str = ""
    step: str = ""
    maxlength: int = 0
    pattern: str = ""
    accept: str = ""
    hint: str = ""
    """Words around it that belong to no other field."""
    value: str = ""
    """Its first 500 characters."""
    length: int = 0
    """Characters of the whole value."""
    options: tuple[Choice, ...] = ()


class Control(_Seen):
    """A control that a person could use."""

    role: str
    name: str
    tag: str
    locator: Locator
    place: str
    """Where it stands, in words that stay the same from run to run."""
    path: str
    """Tags and classes that lead to it; the same for the same control in every row of a list."""
    href: str = ""
    target: str = ""
    download: bool = False
    submits: bool = False
    resets: bool = False
    row: str = ""
    """The text of the list row that it stands in."""
    section: str = ""
    dialog: bool = False
    enabled: bool = True
    checked: bool = False
    selected: bool = False
    expanded: str = ""
    popup: str = ""
    invalid: bool = False
    element: int = 0
    """The element's own number, for as long as its document lives; 0 where it is not known."""
    alike: int = 1
    """How many controls of this kind the list has; a few stand for all of them."""
    repeated: bool = False
    """Most rows of the list have one of this very name, such as Edit: a label, and no data of the row's."""
    field: FieldInfo | None = None


class Form(_Seen):
    """A form, or a group of fields with a button that works like one; members are positions in `controls`."""

    real: bool
    name: str
    lone: bool = False
    """A text field by itself, which takes Enter."""
    fields: tuple[int, ...]
    submits: tuple[int, ...]
    action: str = ""
    method: str = ""
    place: str = ""


class OpenDialog(_Seen):
    role: str
    name: str = ""
    modal: bool = False


class RawValue(_Seen):
    """A value that no person should see, such as `undefined`."""

    value: str
    text: str
    place: str
    label: str = ""


class ErrorText(_Seen):
    text: str
    place: str
    stack: bool = False


class BrokenImage(_Seen):
    src: str
    alt: str = ""
    place: str = ""


class MissingAnchor(_Seen):
    name: str
    part: str
    place: str
    locator: Locator


class Canary(_Seen):
    """An element that markup of ours became."""

    key: str
    tag: str
    place: str


class Owned(_Seen):
    """A text with the session's own tag in it, outside fields and messages."""

    text: str
    place: str
    whole: bool = False
    """It is the whole text of its element, exactly as it was typed: data, and no sentence about it."""
    label: str = ""
    """The head of its column, or the term before it."""
    row: int = 0
    """Tells the rows of one document from one another; 0 outside of rows."""
    listing: bool = False
    """It stands in code or preformatted text."""


Cell = Annotated[str, BeforeValidator(lambda text: str(text)[:LONGEST_CELL])]


class Column(_Seen):
    """A column's head."""

    name: str
    sort: str = ""
    """`ascending` or `descending` where it says so itself (aria-sort)."""
    control: Locator | None = None
    """What sorts by it."""


class Table(_Seen):
    """A table with a head."""

    place: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    """Rows that have a cell for each column."""
    foot: tuple[tuple[Cell, ...], ...] = ()
    """The other rows: totals, notes."""
    whole: bool = True
    """All of its rows are in `rows` and `foot`."""


class InvalidField(_Seen):
    name: str
    message: str = ""


class Focus(_Seen):
    """The element that has the keyboard."""

    element: int
    role: str = ""
    name: str = ""
    place: str = ""
    editable: bool = False
    """Keys that are typed become text in it."""


class Touched(_Seen):
    """The control that was clicked last, or had Enter or Space pressed on it, and what came of that since."""

    count: int
    """How many were touched so in this document, this one included."""
    element: int = 0
    """Its number; 0 where no control was hit."""
    was: str = ""
    """Its state before: checked or not, or the value that it counts up or down."""
    now: str = ""
    there: bool = True
    """It is still on the screen."""
    effects: tuple[str, ...] = ()
    """Kinds of what happened in the document since, other than what pointing and focusing alone do."""
    exempt: str = ""
    """Why nothing need come of it; empty where something should."""
    step: int = 0
    """1 where it counts a value up, -1 where it counts one down."""
    bounded: bool = False
    """The value that it counts is at its bound."""


class Stop(_Seen):
    """A control that the keyboard did not get to."""

    role: str
    name: str
    place: str
    locator: Locator


class Tabbing(_Seen):
    """Where the focus went while one key was pressed again and again."""

    key: str
    """`Tab` or `Shift+Tab`."""
    trail: tuple[int, ...]
    """Numbers of the elements that had the focus, in order; 0 for none."""
    total: int
    """How many elements can have it by Tab."""
    missed: tuple[Stop, ...] = ()
    """Those of them that are in sight and never had it."""
    unfocusable: tuple[Stop, ...] = ()
    """Controls in sight that cannot have it at all."""


class Look(_Seen):
    """One screen, as it was seen at one moment."""

    url: str
    title: str = ""
    kind: str = "text/html"
    """The document's media type."""
    lang: str = ""
    text: str = ""
    controls: tuple[Control, ...] = ()
    hrefs: tuple[str, ...] = ()
    """Where the screen's links lead, also those of long lists."""
    total: int = 0
    """Controls on the screen, also those of a long list that `controls` leaves out."""
    forms: tuple[Form, ...] = ()
    headings: tuple[str, ...] = ()
    dialogs: tuple[OpenDialog, ...] = ()
    alerts: tuple[str, ...] = ()
    invalid: tuple[InvalidField, ...] = ()
    busy: str = ""
    raw: tuple[RawValue, ...] = ()
    errors: tuple[ErrorText, ...] = ()
    images: tuple[BrokenImage, ...] = ()
    anchors: tuple[MissingAnchor, ...] = ()
    canaries: tuple[Canary, ...] = ()
    owned: tuple[Owned, ...] = ()
    echoed: tuple[str, ...] = ()
    """Password fields that hold, from the page's own markup, what was typed in this session."""
    cookies: tuple[str, ...] = ()
    """Names of the cookies that scripts of the page can read."""
    tables: tuple[Table, ...] = ()
    executed: tuple[str, ...] = Field(default=(), description="Keys of canary scripts that ran.")
    focus: Focus | None = None
    touched: Touched | None = None
    tabbing: Tabbing | None = None
    holds: tuple[str, ...] = ()
    """What keeps the page from being used: `scroll`, `inert`, `backdrop`, and the places of panels in front."""
    substance: bool = False
    """Whether there is a picture, canvas or control, so that a screen without text is not blank."""

    @property
    def is_html(self) -> bool:
        return self.kind in ("text/html", "application/xhtml+xml")

    @property
    def is_blank(self) -> bool:
        return self.is_html and not self.text.strip() and not self.substance


NOTHING = Look(url="about:blank", kind="")


def look_from(data: Any) -> Look:
    """The look that the page script answered; raises ValueError for an answer that is none.

    What a document of another kind has not (a drawing has no language) is left out.
    """
    given = {name: value for name, value in data.items() if value is not None} if isinstance(data, dict) else data
    try:
        return Look.model_validate(given)
    except ValidationError as error:
        raise ValueError(f"the page answered no look: {error.errors()[0]['msg']}") from None


def joined(main: Look, frames: list[Look]) -> Look:
    """The look of a page with its frames: their controls and signals beside the main document's."""
    if not frames:
        return main
    controls = list(main.controls)
    forms = list(main.forms)
    for frame in frames:
        shift = len(controls)
        controls.extend(frame.controls)
        forms.extend(
            form.model_copy(
                update={
                    "fields": tuple(at + shift for at in form.fields),
                    "submits": tuple(at + shift for at in form.submits),
                }
            )
            for form in frame.forms
        )
    many = {
        name: tuple(item for look in (main, *frames) for item in getattr(look, name))
        for name in (
            "headings",
            "dialogs",
            "alerts",
            "invalid",
            "raw",
            "errors",
            "images",
            "canaries",
            "executed",
            "owned",
            "tables",
            "hrefs",
        )
    }
    return main.model_copy(
        update={
            **many,
            "controls": tuple(controls),
            "forms": tuple(forms),
            "text": " ".join(look.text for look in (main, *frames) if look.text),
            "total": main.total + sum(frame.total for frame in frames),
            "substance": main.substance or any(frame.substance for frame in frames),
        }
    )
