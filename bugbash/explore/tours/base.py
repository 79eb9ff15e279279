"""What a tour is, and what tours of one run share."""

import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from bugbash.charter.actions import Action, Click
from bugbash.explore.walker import Walker
from bugbash.explore.words import Interest
from bugbash.session.observation import Control, Form, Look
from bugbash.triage.fingerprint import normalise, route_template


@dataclass
class KnownForm:
    """A form met somewhere, and how far it was worked."""

    identity: str
    label: str
    url: str
    method: str
    path: tuple[Action, ...]
    lone: bool = False
    """A text field by itself, which takes Enter."""
    tried: set[str] = field(default_factory=set)
    accepted: bool | None = None
    """Whether a valid pass was taken; None before there was one."""
    done: bool = False


@dataclass
class Recipe:
    """Steps that made the app write something: what interruptions are tried on."""

    label: str
    url: str
    steps: tuple[Action, ...]
    """From the opening of an address to the step that wrote."""
    interrupted: bool = False


@dataclass(frozen=True)
class OwnPlace:
    """Where items of the session's own stand in a list."""

    key: str
    place: str
    url: str
    text: str
    """What one of them shows, without its tag."""
    path: tuple[Action, ...]


class World:
    """What the tours of one run know and share."""

    def __init__(
        self,
        walker: Walker,
        interest: Interest,
        seed: str,
        start: str,
        target: str = "",
        login: Sequence[Action] = (),
    ) -> None:
        self.walker = walker
        self.interest = interest
        self.random = random.Random(seed)
        self.start = start
        self.target = target or start
        self.login = tuple(login)
        """The charter's own way in; empty where it has none."""
        self.forms: dict[str, KnownForm] = {}
        self.recipes: dict[str, Recipe] = {}
        self.own_places: dict[str, OwnPlace] = {}
        self.menus: dict[str, tuple[Action, ...]] = {}
        """Controls that say that they open something, with the steps that open it."""
        self.checked_links: set[str] = set()
        self.lists: dict[str, str] = {}
        """Addresses of screens with a table, by their path as a template."""
        self.records = 0

    def next_record(self) -> int:
        """A number for the next record that this session makes."""
        self.records += 1
        return self.records

    def note_forms(self, look: Look) -> None:
        """Take the forms and tables that a screen shows into what is known, its own items and its menus, too."""
        self._note_own(look)
        self._note_menus(look)
        if any(len(table.rows) > 1 for table in look.tables):
            self.lists.setdefault(_path(look.url), look.url)
        for form in look.forms:
            if not is_worth_filling(look, form):
                continue
            identity = form_identity(look, form)
            if identity not in self.forms:
                label = form.name or (look.controls[form.submits[0]].name if form.submits else form.place)
                path = self.walker.trail.short_way_here()
                self.forms[identity] = KnownForm(identity, label[:60], look.url, form.method, path, form.lone)

    def _note_own(self, look: Look) -> None:
        if look.dialogs:
            return
        for owned in look.owned:
            key = f"{route_template(look.url).partition('#')[0]} {owned.place}"
            if owned.whole and key not in self.own_places:
                path = self.walker.trail.short_way_here()
                self.own_places[key] = OwnPlace(key, owned.place, look.url, normalise(owned.text), path)

    def _note_menus(self, look: Look) -> None:
        if look.dialogs:
            return
        for control in look.controls:
            if control.popup in ("", "false") or not control.enabled or control.field or control.href or control.row:
                continue
            kind = "menu" if control.popup == "true" else control.popup
            key = f"the {kind} “{normalise(control.name)[:40]}” on {route_template(look.url)}"
            if key not in self.menus and self.walker.may_use(control):
                self.menus[key] = (self.walker.trail.opening(look.url), Click(click=control.locator))

    def note_recipe(self, label: str, steps: Sequence[Action]) -> None:
        """Keep steps that wrote something."""
        self.recipes.setdefault(label, Recipe(label, self.walker.look.url, tuple(steps)))

    def weight(self, *texts: str) -> float:
        """How much the charter's words speak for something that these texts describe; at least 1."""
        return 1.0 + 3.0 * self.interest.score(*texts)


class Tour:
    """One named way through an app. `offers` says whether there is something left to do for it."""

    name: ClassVar[str]
    looks_for: ClassVar[str]

    def __init__(self, world: World) -> None:
        self.world = world

    def offers(self) -> str:
        """What it would do next, as a title for people; empty where there is nothing left."""
        raise TypeError(f"{type(self).__name__} offers nothing")

    async def go(self, deadline: float) -> str:
        """Go on with the tour until `deadline` (time.monotonic) or until nothing is left; one line of facts."""
        raise TypeError(f"{type(self).__name__} goes nowhere")

    @property
    def walker(self) -> Walker:
        return self.world.walker

    def goes_on(self, deadline: float) -> bool:
        """Whether there is time, a session to use it in, and no going round in a loop."""
        return time.monotonic() < deadline and self.walker.session.alive and not self.walker.loops.found

    async def reach_form(self, form: KnownForm) -> tuple[Look, Form] | None:
        """The screen that shows the form, and the form on it; None where it is not to be found again."""
        if self.walker.look.url != form.url or self.find_form(form) is None or form.tried:
            await self.walker.open(form.url)
            self.world.note_forms(self.walker.look)
        found = self.find_form(form)
        if found is None and len(form.path) > 1:
            for action in form.path:
                if not (await self.walker.act(action)).outcome.passed:
                    return None
            found = self.find_form(form)
        return (self.walker.look, found) if found is not None else None

    def find_form(self, form: KnownForm) -> Form | None:
        """The form on the screen in front; None where it is not there."""
        look = self.walker.look
        shown = (one for one in look.forms if is_worth_filling(look, one))
        return next((one for one in shown if form_identity(look, one) == form.identity), None)


def is_worth_filling(look: Look, form: Form) -> bool:
    """It has a field that a person fills in, and something that submits it."""
    fields = [look.controls[at] for at in form.fields]
    usable = [f for f in fields if f.enabled and f.field and not f.field.readonly and f.field.type not in ("file",)]
    return bool(usable) and (bool(form.submits) or form.real or form.lone)


def form_identity(look: Look, form: Form) -> str:
    """What makes it the same form on another visit."""
    fields = [look.controls[at] for at in form.fields]
    names = sorted(normalise(control.name or (control.field.name if control.field else "")) for control in fields)
    here = _path(look.url)
    # Another address to send to makes it another form; the page that it stands on does not.
    sent_to = _path(form.action) if form.real else f"{here} {form.place}"
    return f"{form.method}|{sent_to}|{','.join(names[:12])}"


def _path(address: str) -> str:
    return route_template(address.partition("?")[0].partition("#")[0])


def in_forms(look: Look) -> set[int]:
    """Positions of the controls that belong to forms worth filling: the forms tour's."""
    return {at for form in look.forms if is_worth_filling(look, form) for at in (*form.fields, *form.submits)}


def label_of(control: Control) -> str:
    return control.name or control.place
