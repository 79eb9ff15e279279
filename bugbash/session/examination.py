"""A closer look at a screen: its layout, and what the accessibility rules say of it.

Both cost more than a look (milliseconds to tenths of a second), so they are asked for once per new screen; nothing
of the page is changed by them. The page's words are data here, too, bounded and of known types.
"""

from typing import Annotated, Any, Literal, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, ValidationError

from bugbash.charter.locator import Locator
from bugbash.session.observation import LONGEST

Part = Literal["layout", "accessibility"]
"""What a closer look can be asked for."""


def _bounded(value: Any) -> Any:
    return value[:LONGEST] if isinstance(value, str) else value


_Text = Annotated[str, BeforeValidator(_bounded)]


class _Told(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")


_Part = TypeVar("_Part", bound=_Told)


class Covered(_Told):
    """A control that something else lies over, wherever it is clicked."""

    role: _Text
    name: _Text
    place: _Text
    cover: _Text
    """Where that something stands."""
    locator: Locator


class OutOfReach(_Told):
    """The dialog in front, where no scrolling brings a part of it into the window."""

    name: _Text
    place: _Text
    share: int
    """Percent of it that is in the window."""
    button: _Text = ""
    """A button of it that cannot be reached, if there is one."""


class SharedId(_Told):
    """An id that several visible elements have, and by which more than the first is meant."""

    id: _Text
    by: Literal["label", "aria-labelledby", "aria-describedby", "aria-controls", "a link"]
    """What refers to it."""
    count: int
    place: _Text


class Sideways(_Told):
    """The page scrolls sideways, by `over` CSS pixels; `place` is of what sticks out."""

    over: int
    place: _Text
    everywhere: bool = False
    """What sticks out belongs to the head, foot or navigation of all pages."""


class CutText(_Told):
    text: _Text
    place: _Text


class MixedTexts(_Told):
    """Two texts that are painted over one another."""

    one: _Text
    other: _Text
    places: tuple[_Text, _Text]


class Layout(_Told):
    """How a screen is laid out at one size of the window, in CSS pixels: only what looks wrong."""

    url: _Text
    width: int
    height: int
    covered: tuple[Covered, ...] = ()
    dialog: OutOfReach | None = None
    ids: tuple[SharedId, ...] = ()
    sideways: Sideways | None = None
    cut: tuple[CutText, ...] = ()
    mixed: tuple[MixedTexts, ...] = ()


class Colours(_Told):
    """A text's colours, as axe-core gives them (#rrggbb), and their contrast ratio (WCAG 2.2, 1.4.3)."""

    text: _Text
    ground: _Text
    ratio: float
    wanted: _Text


class Offender(_Told):
    """An element that breaks a rule."""

    place: _Text
    text: _Text = ""
    everywhere: bool = False
    """It belongs to the head, foot or navigation of all pages, or is the page itself."""
    colours: Colours | None = None


class Violation(_Told):
    """A rule of axe-core's that a screen breaks."""

    rule: _Text
    impact: Literal["serious", "critical"]
    help: _Text
    """The rule in words."""
    offenders: tuple[Offender, ...]


class Accessibility(_Told):
    """What of a screen breaks the rules for sure."""

    url: _Text
    violations: tuple[Violation, ...]


class Examination(_Told):
    """The parts of a closer look that were asked for and that the page answered."""

    layout: Layout | None = None
    accessibility: Accessibility | None = None

    def is_of(self, address: str) -> bool:
        """Whether it was made of the document at `address`, and not of one that came later."""
        return all(part.url == address for part in (self.layout, self.accessibility) if part is not None)


def examination_from(layout: Any, accessibility: Any) -> Examination:
    """What the page answered; an answer that is none, whatever the page did to it, is left out."""
    return Examination(layout=_read(Layout, layout), accessibility=_read(Accessibility, accessibility))


def _read(model: type[_Part], answer: Any) -> _Part | None:
    try:
        return model.model_validate(answer)
    except ValidationError:
        return None
