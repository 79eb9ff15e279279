"""Editing in place: what people do in lists of their own items. Only items with the session's tag are touched."""

import re

from bugbash.charter.actions import TAG, Action, Click, Fill, Hover, Press, Type
from bugbash.charter.locator import Locator
from bugbash.explore.tours.base import KnownForm, OwnPlace, Tour, World, form_identity, is_worth_filling
from bugbash.oracles.editing import opened_editor, value_of
from bugbash.session.moment import Moment
from bugbash.session.observation import Control, Look, Owned
from bugbash.session.tags import filled_in
from bugbash.triage.fingerprint import route_template

MOST_REVEALED = 3
"""Controls that pointing at an item reveals, and that are tried."""
MOST_PLACES = 8
"""Kinds of own items that are edited in one run."""
_EDIT = re.compile(r"^(?:edit|rename|change|✎|✏)", re.IGNORECASE)


class Editing(Tour):
    name = "editing"
    looks_for = "lists that lose typed text, edits in place that do not take typing or cannot be undone"

    def __init__(self, world: World) -> None:
        super().__init__(world)
        self._done: set[str] = set()
        self._lists: set[str] = set()

    def offers(self) -> str:
        form = self._next_list()
        if form is not None:
            return f"editing: add items by “{form.label}” on {route_template(form.url)}"
        place = self._next_place()
        return f"editing: edit {place.text} in place on {route_template(place.url)}" if place else ""

    async def go(self, deadline: float) -> str:
        before, edited = self.walker.actions, 0
        while self.goes_on(deadline):
            form, place = self._next_list(), self._next_place()
            if form is not None:
                self._lists.add(form.identity)
                await self._add_and_interrupt(form)
            elif place is not None:
                self._done.add(place.key)
                edited += await self._edit_in_place(place, deadline)
            else:
                break
        return f"{self.walker.actions - before} actions, {edited} items edited in place"

    def _next_list(self) -> KnownForm | None:
        """A field by itself that Enter was seen to take something from."""
        forms = self.world.forms.values()
        return next((f for f in forms if f.lone and f.accepted and f.identity not in self._lists), None)

    def _next_place(self) -> OwnPlace | None:
        left = [place for place in self.world.own_places.values() if place.key not in self._done]
        return left[0] if left and len(self._done) < MOST_PLACES else None

    async def _add_and_interrupt(self, form: KnownForm) -> None:
        """Add an item, type on, and use something else while a text is not sent yet."""
        if not await self._open(form.url, form.path):
            return
        field = self._field(form)
        added = self._text()
        if field is None or not await self._add(field, added):
            return
        await self.walker.act(Type(type=f"{TAG}{self.world.next_record()} typed on"))
        for action in self._elsewhere(filled_in(added, self.walker.session.tag)):
            field = self._field(form)
            if field is None or not await self._done_well(_fill(field, self._text())):
                return
            if not (await self.walker.act(action)).outcome.passed:
                return
        self.world.note_forms(self.walker.look)

    async def _add(self, field: Control, text: str) -> bool:
        filled = await self._done_well(_fill(field, text))
        return filled and await self._done_well(Press(press="Enter", at=field.locator))

    def _elsewhere(self, added: str) -> list[Action]:
        """Clicks that have nothing to do with the field: a box of our own, a part of the screen, plain text.

        The box is that of the item just `added`, where it has one: so that few steps show again what comes of it.
        """
        look = self.walker.look
        boxes = [c for c in look.controls if c.role in ("checkbox", "switch") and self._is_ours(c)]
        boxes.sort(key=lambda box: added not in box.row)
        here = look.url.partition("#")[0]
        parts = [c for c in look.controls if c.href.startswith((f"{here}#/", f"{here}#!/")) and c.href != look.url]
        clicks: list[Action] = [Click(click=control.locator) for control in (*boxes[:1], *parts[:1])]
        if look.headings:
            clicks.append(Click(click=Locator(role="heading", name=look.headings[0])))
        return clicks

    def _is_ours(self, control: Control) -> bool:
        return bool(control.row) and self.walker.session.tag in control.row

    async def _edit_in_place(self, place: OwnPlace, deadline: float) -> int:
        """Point at an item, open its editor, abandon one change and confirm another; whether there is an editor."""
        item = await self._reach(place)
        if item is None:
            return 0
        revealed = await self._point_at(item)
        if not self.goes_on(deadline):
            return 0
        editor = await self._open_editor(item)
        if editor is not None:
            await self._try_typing(editor)
            await self._abandon(editor, item)
            if self.goes_on(deadline):
                await self._confirm(await self._reach(place))
            if self.goes_on(deadline):
                await self._leave_by_clicking(await self._reach(place))
        if self.goes_on(deadline):
            await self._use(revealed, place)
        return int(editor is not None)

    async def _reach(self, place: OwnPlace) -> Owned | None:
        """An item of ours in that place, on the screen in front, else on the screen where it was met."""
        item = _item(self.walker.look, place)
        if item is None and await self._open(place.url, place.path):
            item = _item(self.walker.look, place)
        return item

    async def _open(self, url: str, path: tuple[Action, ...]) -> bool:
        if self.walker.look.url.partition("#")[0] != url.partition("#")[0] or self.walker.look.dialogs:
            if not await self._done_well(self.walker.trail.opening(url)):
                return False
        elif self.walker.look.url != url:
            await self.walker.open(url)
        return self.walker.session.alive

    async def _point_at(self, item: Owned) -> list[Control]:
        """The controls that pointing at the item reveals."""
        known = {control.element for control in self.walker.look.controls}
        if not await self._done_well(Hover(hover=_at(item))):
            return []
        new = [c for c in self.walker.look.controls if c.element not in known and c.role in ("button", "link")]
        return [control for control in new if not control.href][:MOST_REVEALED]

    async def _open_editor(self, item: Owned) -> Control | None:
        moment = await self.walker.act(Click(click=_at(item), count=2))
        editor = opened_editor(moment)
        if editor is not None:
            return editor
        button = next((c for c in self.walker.look.controls if item.text in c.row and _EDIT.match(c.name)), None)
        if button is None or button.href or not self.walker.may_use(button):
            return None
        return opened_editor(await self.walker.act(Click(click=button.locator)))

    async def _try_typing(self, editor: Control) -> None:
        """Type where the focus was not seen to be in the editor; then after a click into it."""
        focus = self.walker.look.focus
        if focus is not None and focus.editable:
            return
        await self.walker.act(Type(type=f" {TAG}{self.world.next_record()} more"))
        if self._is_as_it_was(editor) and await self._done_well(Click(click=editor.locator)):
            await self.walker.act(Type(type=f" {TAG}{self.world.next_record()} more"))

    def _is_as_it_was(self, editor: Control) -> bool:
        return any(c.element == editor.element and value_of(c) == value_of(editor) for c in self.walker.look.controls)

    async def _abandon(self, editor: Control, item: Owned) -> None:
        """Change the text and press Escape; then open the editor once more, to see what it holds."""
        if not await self._done_well(_fill(editor, self._text())):
            return
        await self.walker.act(Press(press="Escape"))
        is_back = any(owned.text == item.text for owned in self.walker.look.owned)
        if is_back and await self._open_editor(item) is not None:
            await self.walker.act(Press(press="Escape"))

    async def _confirm(self, item: Owned | None) -> None:
        editor = await self._open_editor(item) if item else None
        if editor is not None and await self._done_well(_fill(editor, self._text())):
            await self.walker.act(Press(press="Enter", at=editor.locator))

    async def _leave_by_clicking(self, item: Owned | None) -> None:
        editor = await self._open_editor(item) if item else None
        if editor is None or not await self._done_well(_fill(editor, self._text())):
            return
        if self.walker.look.headings:
            await self.walker.act(Click(click=Locator(role="heading", name=self.walker.look.headings[0])))

    async def _use(self, revealed: list[Control], place: OwnPlace) -> None:
        """Use what pointing at an item revealed, each on an item of its own."""
        for number in range(len(revealed)):
            item = await self._reach(place)
            if item is None:
                return
            now = await self._point_at(item)
            if number < len(now) and self.walker.session.tag in item.text:
                await self.walker.act(Click(click=now[number].locator, dialog="accept"))

    def _field(self, form: KnownForm) -> Control | None:
        look = self.walker.look
        shown = [f for f in look.forms if is_worth_filling(look, f) and form_identity(look, f) == form.identity]
        return look.controls[shown[0].fields[0]] if shown else None

    def _text(self) -> str:
        return f"Bug bash {TAG}{self.world.next_record()}"

    async def _done_well(self, action: Action) -> bool:
        moment: Moment = await self.walker.act(action)
        return moment.outcome.passed


def _fill(field: Control, text: str) -> Fill:
    return Fill.model_validate({"fill": field.locator, "with": text})


def _at(item: Owned) -> Locator:
    return Locator(text=item.text)


def _item(look: Look, place: OwnPlace) -> Owned | None:
    """The newest item in that place whose text no other item has."""
    found = [o for o in look.owned if o.whole and o.place == place.place and look.text.count(o.text) == 1]
    return found[-1] if found else None
