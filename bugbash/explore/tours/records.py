"""Records: make one of our own, find it again, open it, change it, and delete it; nobody else's is touched."""

import re
from urllib.parse import urljoin, urlsplit

from bugbash.charter.actions import TAG, Action, Click, Fill
from bugbash.charter.locator import Locator
from bugbash.explore.attacks import Attempt
from bugbash.explore.fields import kind_of, valid_value
from bugbash.explore.filling import Change, enabling_steps, fields_of, fill_steps, is_of_others, send_step, slot
from bugbash.explore.tours.base import KnownForm, Tour, World
from bugbash.oracles.submission import submitted, was_taken
from bugbash.session.destructive import destructive_word
from bugbash.session.moment import Moment
from bugbash.session.observation import Control, Form, Look
from bugbash.triage.fingerprint import route_template

MOST_HOMES = 4
"""Screens on which a record that is not in sight is looked for."""
MOST_UNFOLDED = 3
"""Menus that are opened to look for a record in them."""
_EDIT = re.compile(
    r"\b(?:edit|change|modify|update|rename|bearbeiten|ändern|modifier|éditer|editar|modifica|bewerken|edytuj)\b|✎|✏|🖉",
    re.IGNORECASE,
)
_CONFIRM = re.compile(r"\b(?:delete|remove|yes|ok|confirm|löschen|ja|supprimer|oui|eliminar|sí)\b", re.IGNORECASE)
_ROW_ROLES = {"tr": "row", "li": "listitem", "article": "article"}
_SPECIAL = 'Zoë & "Co"'


class Records(Tour):
    name = "records"
    looks_for = "records that are lost, changed or mixed up between being made, found, opened, edited and deleted"

    def __init__(self, world: World) -> None:
        super().__init__(world)
        self._lived: set[str] = set()

    def offers(self) -> str:
        form = self._next()
        return f"records: make, find, change and delete a record of “{form.label}”" if form else ""

    async def go(self, deadline: float) -> str:
        done: list[str] = []
        while self.goes_on(deadline):
            form = self._next()
            if form is None:
                break
            self._lived.add(form.identity)
            steps = await self._life(form, deadline)
            done.append(f"“{form.label}” ({', '.join(steps) or 'not made'})")
        return f"a record's life: {'; '.join(done)}" if done else "no form makes records"

    def _next(self) -> KnownForm | None:
        """The form whose valid pass was taken, and that the charter's words speak for most."""
        forms = (form for form in self.world.forms.values() if form.accepted and form.method != "get")
        left = [form for form in forms if form.identity not in self._lived]
        return max(left, key=lambda form: self.world.weight(form.label, form.url, form.identity), default=None)

    async def _life(self, form: KnownForm, deadline: float) -> list[str]:
        """Make a record and follow it to its end; what could be done with it."""
        done: list[str] = []
        record = await self._make(form)
        if not record:
            return done
        done.append("made")
        for name, step in (("found", self._find), ("opened", self._open), ("edited", self._edit)):
            if self.goes_on(deadline) and await step(form, record):
                done.append(name)
        if "found" in done and self.goes_on(deadline) and await self._delete(form, record):
            done.append("deleted")
        return done

    async def _make(self, form: KnownForm) -> str:
        """A record of the form, with characters that apps stumble over; plain where it takes none. Its tag."""
        for special in (True, False):
            found = await self._reach_with_content(form)
            if found is None or is_of_others(*found, self.walker.session.tag):
                return ""
            number = self.world.next_record()
            change = Change("a record", values=_special_values(*found, number) if special else {})
            moment = await self._send(form, change, number)
            if moment is not None and was_taken(moment):
                return f"{self.walker.session.tag}{number}"
        return ""

    async def _send(self, form: KnownForm, change: Change, number: int) -> Moment | None:
        """Fill in the form in front and send it."""
        shown = self.find_form(form)
        if shown is None:
            return None
        filled = await self.walker.fill_in(fill_steps(self.walker.look, shown, number, change, as_it_stands=False))
        if filled is not None and not filled.outcome.passed:
            return None
        return await self._press_send(self.find_form(form) or shown)

    async def _press_send(self, shown: Form) -> Moment | None:
        send = send_step(self.walker.look, shown, self.walker.may_use, self.world.interest.score, None)
        if send is None:
            return None
        moment = await self.walker.act(send)
        self.world.note_forms(self.walker.look)
        return moment

    async def _reach_with_content(self, form: KnownForm) -> tuple[Look, Form] | None:
        """Reach the form; one that opens over a screen with areas of text is reached with text in them to save."""
        if len(form.path) < 2:
            return await self.reach_form(form)
        first, *others = form.path
        if not (await self.walker.act(first)).outcome.passed:
            return None
        if self.find_form(form) is None:
            await self.walker.fill_in(_empty_areas(self.walker.look))
            for action in others:
                if not (await self.walker.act(action)).outcome.passed:
                    return None
        found = self.find_form(form)
        return (self.walker.look, found) if found is not None else None

    async def _find(self, form: KnownForm, record: str) -> bool:
        """Bring the record into sight: on this screen, in a menu on it, or on a screen above its form's."""
        for address in ("", *self._homes(form)):
            if address:
                await self.walker.open(address)
                self.world.note_forms(self.walker.look)
            if _is_in_sight(self.walker.look, record) or await self._unfold(record):
                return True
        return False

    def _homes(self, form: KnownForm) -> list[str]:
        """Where a record of the form may be listed: above it in the address, and the tables beside it."""
        above = _above(form.url)
        beside = [address for address in self.world.lists.values() if address.startswith(above[-1])]
        return list(dict.fromkeys((*above, *beside)))[:MOST_HOMES]

    async def _unfold(self, record: str) -> bool:
        """Open the menus on the screen, until one shows the record."""
        look = self.walker.look
        menus = [c for c in look.controls if c.popup not in ("", "false") or c.expanded == "false"]
        for menu in menus[:MOST_UNFOLDED]:
            if menu.field is None and self.walker.may_use(menu):
                await self.walker.act(Click(click=menu.locator))
                if _is_in_sight(self.walker.look, record):
                    return True
        return False

    async def _open(self, form: KnownForm, record: str) -> bool:
        """Follow the app's own link to the record, from a screen that was opened anew."""
        if not await self._find(form, record):
            return False
        links = [c for c in self._of_record(record) if c.role in ("link", "menuitem", "button")]
        named = [c for c in links if record in c.name]
        plain = [c for c in links if c.role == "link" and _leads_on(c) and not _EDIT.search(c.name)]
        for control in (*named, *plain)[:1]:
            return await self._use(control, record)
        return False

    async def _edit(self, form: KnownForm, record: str) -> bool:
        """Change one text of the record, and open it again: the new value, and only that, must have changed."""
        if not await self._to_edit(form, record):
            return False
        shown = _form_of(self.walker.look, record)
        assert shown is not None, "the way to edit ends at the form"
        look = self.walker.look
        texts = [c for c in fields_of(look, shown) if kind_of(c) in ("text", "name", "long text")]
        own = [c for c in texts if c.field and record in c.field.value]
        if not own:
            return False
        number = record.removeprefix(self.walker.session.tag)
        new = Fill.model_validate({"fill": own[0].locator, "with": f"Edited {TAG}{number}"})
        for step in (*enabling_steps(look, shown, own[0]), new):
            if not await self._passed(step):
                return False
        moment = await self._press_send(_form_of(self.walker.look, record) or shown)
        if moment is None or not was_taken(moment):
            return False
        return await self._to_edit(form, record)

    async def _to_edit(self, form: KnownForm, record: str) -> bool:
        """Get to the form that shows the record's own values."""
        if _form_of(self.walker.look, record) is not None and not self.walker.look.invalid:
            return True
        for again in (False, True):
            if again and not await self._find(form, record):
                return False
            edits = [c for c in self._of_record(record) if _EDIT.search(c.name)]
            if edits and await self._use(edits[0], record) and _form_of(self.walker.look, record) is not None:
                return True
        return False

    async def _delete(self, form: KnownForm, record: str) -> bool:
        """Delete the record, answer what the app asks, and look at its list anew."""
        found = [c for c in self._of_record(record) if _deletes(c)]
        if not found and await self._find(form, record):
            found = [c for c in self._of_record(record) if _deletes(c)]
        if not found or not self.walker.may_use(found[0]):
            return False
        home = self.walker.look.url
        self.walker.touch(found[0])
        moment = await self.walker.act(Click(click=self._named(found[0], record), dialog="accept"))
        if not moment.events.writes:
            moment = await self._confirm() or moment
        if not moment.events.writes:
            return False
        for address in dict.fromkeys((home, *self._homes(form))):
            await self.walker.open(address)
        return True

    async def _confirm(self) -> Moment | None:
        """Say yes in the dialog, or on the page, that asks whether the record is to be deleted."""
        look = self.walker.look
        dialog = any(c.dialog for c in look.controls)
        asked = [
            c for c in look.controls if _CONFIRM.search(c.name) and c.role == "button" and (c.dialog or not dialog)
        ]
        if len(asked) != 1:
            return None
        return await self.walker.act(Click(click=asked[0].locator, dialog="accept"))

    def _of_record(self, record: str) -> list[Control]:
        """Controls that belong to the record: in its row, under its heading, or called by its name."""
        look = self.walker.look
        usable = [c for c in look.controls if c.enabled and not c.field]
        own = [c for c in usable if record in c.row or record in c.name]
        if own or record not in " ".join((look.title, *look.headings, *(owned.text for owned in look.owned))):
            return own
        return [c for c in usable if not c.row and c.section not in ("nav", "header", "footer")]

    def _named(self, control: Control, record: str) -> Locator:
        """What names the control from session to session: lists grow, and other rows have one like it."""
        row = next((tag for tag in reversed(re.findall(r"\b(tr|li|article)\b", control.path))), "")
        if record not in control.row or record in control.name or not (row and control.role and control.name):
            return control.locator
        texts = [owned.text for owned in self.walker.look.owned if record in owned.text and owned.text in control.row]
        # A longer text tells `…x1` from `…x12`.
        text = max(texts, key=lambda text: not text.endswith(record), default=record)
        return Locator(role=control.role, name=control.name, within=Locator(role=_ROW_ROLES[row], name=text))

    async def _use(self, control: Control, record: str) -> bool:
        if not self.walker.may_use(control):
            return False
        self.walker.touch(control)
        passed = await self._passed(Click(click=self._named(control, record)))
        self.world.note_forms(self.walker.look)
        return passed

    async def _passed(self, action: Action) -> bool:
        return (await self.walker.act(action)).outcome.passed


def _special_values(look: Look, form: Form, number: int) -> dict[str, Attempt]:
    """Values for the free texts of a form: each with its own word, and with characters that apps stumble over."""
    values = {}
    for control in fields_of(look, form):
        field = control.field
        if field and kind_of(control) in ("text", "name", "long text") and not (field.pattern or field.maxlength):
            values[slot(control)] = Attempt("quotes", f"{valid_value(control, number)} {_SPECIAL}", True)
    return values


def _empty_areas(look: Look) -> list[Action]:
    areas = [c for c in look.controls if c.field and c.field.type == "textarea" and c.enabled and not c.field.value]
    return [Fill.model_validate({"fill": c.locator, "with": f"Written by a bug bash, {TAG}."}) for c in areas]


def _above(address: str) -> list[str]:
    """The form's own screen, and those that stand above it in the address."""
    page = address.partition("#")[0].partition("?")[0]
    found = [address]
    path = urlsplit(page).path.rstrip("/")
    while path.count("/") > 1 and len(found) < MOST_HOMES - 1:
        path = path.rpartition("/")[0]
        # A folder with an id is a record's own.
        if ":id" not in route_template(path).rpartition("/")[2]:
            found.append(urljoin(page, f"{path}/" if page.endswith("/") else path))
    return found


def _is_in_sight(look: Look, record: str) -> bool:
    return any(record in owned.text for owned in look.owned) or any(
        record in f"{c.row} {c.name}" for c in look.controls
    )


def _form_of(look: Look, record: str) -> Form | None:
    """The form that holds the record's own values."""
    return next((form for form in look.forms if form.submits and submitted(look, form).record == record), None)


def _leads_on(control: Control) -> bool:
    """Whether the link has an address of its own, and not one of the app's scripts only."""
    return control.href.startswith("http") and "#" not in control.href and not _deletes(control)


def _deletes(control: Control) -> bool:
    return destructive_word(control.name, control.href) in ("delete", "remove", "destroy")
