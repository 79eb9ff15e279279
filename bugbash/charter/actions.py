"""The step language: one closed set of actions and expect steps, as data.

Login, scripted charters, what an explorer did, a finding's repro, replays and saved sequences are all lists of
these. Each is one mapping with the action as its key: `{fill: {label: Email}, with: amy@example.test}`.
"""

from typing import Annotated, Any, ClassVar, Literal
from urllib.parse import unquote, unquote_plus, urlsplit

from pydantic import AfterValidator, Discriminator, Field, Tag, TypeAdapter, model_validator

from bugbash.charter.locator import Locator
from bugbash.charter.part import Part

LONGEST_ADDRESS = 120
"""Characters of an address that words show."""
SECRET_PREFIX = "secret_ref:"
TAG = "{tag}"
"""Stands in typed text for the session's own tag, so that every replay makes records of its own."""


def readable(address: str) -> str:
    """An address as a person reads it: its escapes undone where that gives plain text, and not too long."""
    path, mark, query = address.partition("?")
    plain = unquote(path) + mark + unquote_plus(query)
    shown = plain if plain.isprintable() and "\ufffd" not in plain else address
    return shown if len(shown) <= LONGEST_ADDRESS else f"{shown[:LONGEST_ADDRESS]}…"


class Action(Part):
    """One action or expect step."""

    key: ClassVar[str]

    def words(self) -> str:
        """The step as a person reads it."""
        raise TypeError(f"{type(self).__name__} has no words")

    def data(self) -> dict[str, Any]:
        """The step as it is written in YAML or JSON."""
        return self.model_dump(mode="json", by_alias=True, exclude_defaults=True)

    @property
    def target(self) -> Locator | None:
        """The element that the step acts on, if it names one."""
        value = getattr(self, self.key)
        return value if isinstance(value, Locator) else None


class _Bare(Action):
    """A step that takes nothing: `- reload` or `- reload:`."""

    @model_validator(mode="before")
    @classmethod
    def _nothing(cls, value: Any) -> Any:
        return {cls.key: True} if value in (cls.key, {cls.key: None}) else value

    def data(self) -> dict[str, Any]:
        return {self.key: True}

    def words(self) -> str:
        return {"back": "go back", "forward": "go forward", "reload": "reload the page"}[self.key]


class Open(Action):
    key = "open"
    open: str = Field(min_length=1, description="An address, or a path on the target.")

    def words(self) -> str:
        return f"open {readable(self.open)}"


class Click(Action):
    key = "click"
    click: Locator
    count: Literal[1, 2] = Field(default=1, description="2 is a double click.")
    dialog: Literal["accept", "dismiss"] | None = Field(
        default=None, description="What to answer a dialog that this opens; default: accept what is not destructive."
    )
    answer: str | None = Field(default=None, description="Text for a prompt dialog.")
    beside: bool = Field(default=False, description="Click next to the element, as one leaves a dialog or menu.")

    def words(self) -> str:
        where = f"beside {self.click.words()}" if self.beside else self.click.words()
        said = f"{'double-click' if self.count == 2 else 'click'} {where}"
        return f"{said} and {self.dialog} the dialog" if self.dialog else said


class Hover(Action):
    key = "hover"
    hover: Locator

    def words(self) -> str:
        return f"point at {self.hover.words()}"


class Fill(Action):
    key = "fill"
    fill: Locator
    text: str = Field(alias="with", description="What to type; `secret_ref:NAME` types a secret.")

    def words(self) -> str:
        shown = self.text if len(self.text) <= 60 else f"{self.text[:40]}… ({len(self.text)} characters)"
        return f"fill {self.fill.words()} with “{shown}”" if self.text else f"empty {self.fill.words()}"


class Type(Action):
    key = "type"
    type: str = Field(min_length=1, description="Text for the keyboard: it goes where the focus is.")

    def words(self) -> str:
        return f"type “{self.type}”"


class Select(Action):
    key = "select"
    select: Locator
    option: str = Field(description="The option's text, or its value.")

    def words(self) -> str:
        return f"choose “{self.option}” in {self.select.words()}"


class Check(Action):
    key = "check"
    check: Locator
    checked: bool = True

    def words(self) -> str:
        return f"{'check' if self.checked else 'uncheck'} {self.check.words()}"


class Press(Action):
    key = "press"
    press: str = Field(min_length=1, description="A key by its DOM name, with modifiers: Enter, Escape, Control+A.")
    at: Locator | None = Field(default=None, description="The element to focus first.")
    times: int = Field(default=1, ge=1, le=200, description="How often, one after another.")

    def words(self) -> str:
        said = f"press {self.press} in {self.at.words()}" if self.at else f"press {self.press}"
        return f"{said}, {self.times} times" if self.times > 1 else said

    @property
    def target(self) -> Locator | None:
        return self.at


class Upload(Action):
    key = "upload"
    upload: Locator
    file: str = Field(
        min_length=1, description="A file, relative to the bash file, or a `sample:` that is made for it."
    )

    def words(self) -> str:
        return f"choose the file {self.file} in {self.upload.words()}"


class Back(_Bare):
    key = "back"
    back: Literal[True] = True


class Forward(_Bare):
    key = "forward"
    forward: Literal[True] = True


class Reload(_Bare):
    key = "reload"
    reload: Literal[True] = True


class Size(Part):
    """A viewport, in CSS pixels."""

    width: int = Field(ge=200, le=4000)
    height: int = Field(ge=200, le=4000)


class Resize(Action):
    key = "resize"
    resize: Size

    def words(self) -> str:
        return f"resize the window to {self.resize.width}×{self.resize.height}"


class WaitFor(Action):
    key = "wait_for"
    wait_for: Locator
    state: Literal["visible", "hidden"] = "visible"
    seconds: float = Field(default=10, gt=0, le=60, strict=False)

    def words(self) -> str:
        return f"wait until {self.wait_for.words()} is {self.state}"


class ExpectText(Action):
    key = "expect_text"
    expect_text: str = Field(min_length=1)
    inside: Locator | None = Field(default=None, alias="in")
    absent: bool = False

    def words(self) -> str:
        where = self.inside.words() if self.inside else "the page"
        return f"expect {where} {'not ' if self.absent else ''}to show “{self.expect_text}”"

    @property
    def target(self) -> Locator | None:
        return self.inside


class ExpectElement(Action):
    key = "expect_element"
    expect_element: Locator
    state: Literal["visible", "hidden", "enabled", "disabled", "checked", "unchecked"] = "visible"

    def words(self) -> str:
        return f"expect {self.expect_element.words()} to be {self.state}"


def _pattern(value: str) -> str:
    try:
        urlsplit(value)
    except ValueError:  # brackets that do not close
        raise ValueError("must be a path or an address") from None
    return value


class ExpectUrl(Action):
    key = "expect_url"
    expect_url: Annotated[str, AfterValidator(_pattern)] = Field(
        min_length=1, description="A path (with or without query) or address; * matches anything."
    )

    def words(self) -> str:
        return f"expect the address to be {self.expect_url}"


class ExpectValue(Action):
    key = "expect_value"
    expect_value: Locator
    equals: str

    def words(self) -> str:
        return f"expect {self.expect_value.words()} to hold “{self.equals}”"


class ExpectCount(Action):
    key = "expect_count"
    expect_count: Locator
    equals: int = Field(ge=0)

    def words(self) -> str:
        return f"expect {self.equals} of {self.expect_count.words()}"


ACTIONS: tuple[type[Action], ...] = (
    Open, Click, Fill, Type, Hover, Select, Check, Press, Upload, Back, Forward, Reload, Resize, WaitFor,
    ExpectText, ExpectElement, ExpectUrl, ExpectValue, ExpectCount,
)  # fmt: skip
KEYS = tuple(action.key for action in ACTIONS)


def _key_of(value: Any) -> str | None:
    if isinstance(value, str):
        return value if value in KEYS else None
    names = value if isinstance(value, dict) else [getattr(value, "key", None)]
    return next((key for key in KEYS if key in names), None)


AnyAction = Annotated[
    Annotated[Open, Tag("open")]
    | Annotated[Click, Tag("click")]
    | Annotated[Fill, Tag("fill")]
    | Annotated[Type, Tag("type")]
    | Annotated[Hover, Tag("hover")]
    | Annotated[Select, Tag("select")]
    | Annotated[Check, Tag("check")]
    | Annotated[Press, Tag("press")]
    | Annotated[Upload, Tag("upload")]
    | Annotated[Back, Tag("back")]
    | Annotated[Forward, Tag("forward")]
    | Annotated[Reload, Tag("reload")]
    | Annotated[Resize, Tag("resize")]
    | Annotated[WaitFor, Tag("wait_for")]
    | Annotated[ExpectText, Tag("expect_text")]
    | Annotated[ExpectElement, Tag("expect_element")]
    | Annotated[ExpectUrl, Tag("expect_url")]
    | Annotated[ExpectValue, Tag("expect_value")]
    | Annotated[ExpectCount, Tag("expect_count")],
    Discriminator(
        _key_of,
        custom_error_type="no_action",
        custom_error_message=f"a step is one of {', '.join(KEYS)}",
    ),
]

_ANY: TypeAdapter[Any] = TypeAdapter(AnyAction)


def parse_action(data: Any) -> Action:
    """The step that `data` (as `Action.data` gives it) stands for; raises pydantic.ValidationError for none."""
    action: Action = _ANY.validate_python(data)
    return action


def is_expect(action: Action) -> bool:
    """Whether `action` judges rather than acts."""
    return action.key.startswith("expect_")
