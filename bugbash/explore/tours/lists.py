"""Lists: sort them both ways, filter them, search for a row that they show, and turn their pages."""

import re

from bugbash.charter.actions import Action, Click, Fill, Press, Select
from bugbash.explore.fields import kind_of
from bugbash.explore.tours.base import Tour, World
from bugbash.oracles.numbers import day_in, number_in
from bugbash.session.observation import Control, Look, Table
from bugbash.session.tags import record_in
from bugbash.triage.fingerprint import route_template

MOST_COLUMNS = 4
MOST_OPTIONS = 2
MOST_FILTERS = 3
MOST_PAGES = 2
_FILTERS = re.compile(
    r"filter|status|category|type|state|group|kind|show|kategorie|statut|categor|estado", re.IGNORECASE
)
_NOTHING = re.compile(r"^(?:|[-—…]+.*|all\b.*|any\b.*|select\b.*|choose\b.*|none)$", re.IGNORECASE)
_NEXT = re.compile(r"^(?:next(?: page)?|»|›|>|→|weiter|nächste|suivante?|siguiente|2|page 2)$", re.IGNORECASE)


class Lists(Tour):
    name = "lists"
    looks_for = "lists that sort, filter, search or page wrongly"

    def __init__(self, world: World) -> None:
        super().__init__(world)
        self._done: set[str] = set()

    def offers(self) -> str:
        address = self._next()
        return f"lists: sort, filter, search and page {route_template(address)}" if address else ""

    async def go(self, deadline: float) -> str:
        done = []
        while self.goes_on(deadline):
            address = self._next()
            if not address:
                break
            self._done.update(path for path, known in self.world.lists.items() if known == address)
            before = self.walker.actions
            for rule in (self._sort, self._filter, self._search, self._page):
                if self.goes_on(deadline):
                    await rule(address)
            done.append(f"{route_template(address)} ({self.walker.actions - before} actions)")
        return f"worked the lists {', '.join(done)}" if done else "no list was found"

    def _next(self) -> str:
        """The list that the charter's words speak for most."""
        left = [address for path, address in self.world.lists.items() if path not in self._done]
        return max(left, key=self.world.weight, default="")

    async def _opened(self, address: str) -> Look:
        if self.walker.look.url != address:
            await self.walker.open(address)
        return self.walker.look

    async def _sort(self, address: str) -> None:
        """Sort by each column twice, so that it stands both ways; numbers and days first: their order is no matter
        of language."""
        look = await self._opened(address)
        for table in look.tables:
            columns = [(at, c) for at, c in enumerate(table.columns) if c.control is not None]
            for at, _ in sorted(columns, key=lambda one: not _is_measured(table, one[0]))[:MOST_COLUMNS]:
                for _ in range(2):
                    if not await self._sort_once(table.place, at):
                        break

    async def _sort_once(self, place: str, at: int) -> bool:
        """Click the head of a column as it stands now: its link may name the other order after a click."""
        table = next((one for one in self.walker.look.tables if one.place == place), None)
        control = table.columns[at].control if table is not None and at < len(table.columns) else None
        return control is not None and await self._passed(Click(click=control))

    async def _filter(self, address: str) -> None:
        look = await self._opened(address)
        for control in [c for c in look.controls if _is_filter(c, look)][:MOST_FILTERS]:
            for option in _options(control)[:MOST_OPTIONS]:
                await self._opened(address)
                if not await self._passed(Select(select=control.locator, option=option)):
                    break
                send = self._send_of(control)
                if send is not None:
                    await self.walker.act(send)

    def _send_of(self, control: Control) -> Action | None:
        """The button that applies a filter, where there is one: of a form that only asks."""
        look = self.walker.look
        for form in look.forms:
            if form.method == "get" and any(look.controls[at].locator == control.locator for at in form.fields):
                buttons = [look.controls[at] for at in form.submits if self.walker.may_use(look.controls[at])]
                return Click(click=buttons[0].locator) if buttons else None
        return None

    async def _search(self, address: str) -> None:
        """Search for what the first row is called: our own row's, where there is one."""
        look = await self._opened(address)
        fields = [c for c in look.controls if c.field and kind_of(c) == "search" and c.enabled and not c.row]
        wanted = next((text for table in look.tables if (text := _telling(table))), "")
        if len(fields) != 1 or not wanted or not look.tables:
            return
        if await self._passed(Fill.model_validate({"fill": fields[0].locator, "with": wanted})):
            await self.walker.act(Press(press="Enter", at=fields[0].locator))

    async def _page(self, address: str) -> None:
        await self._opened(address)
        for _ in range(MOST_PAGES):
            on = [c for c in self.walker.look.controls if _NEXT.match(c.name.strip()) and not c.selected]
            usable = [c for c in on if c.field is None and self.walker.may_use(c)]
            if not usable or not await self._passed(Click(click=usable[0].locator)):
                return

    async def _passed(self, action: Action) -> bool:
        passed = (await self.walker.act(action)).outcome.passed
        self.world.note_forms(self.walker.look)
        return passed


def _is_measured(table: Table, at: int) -> bool:
    """Whether the column holds numbers or days."""
    cells = [row[at] for row in table.rows if len(row) > at and row[at]]
    return bool(cells) and all(number_in(cell) is not None or day_in(cell) is not None for cell in cells)


def _is_filter(control: Control, look: Look) -> bool:
    """A choice that narrows a list: called so, or called like one of its columns."""
    field = control.field
    if field is None or field.type != "select-one" or not control.enabled or control.row:
        return False
    posts = any(
        form.method == "post" and any(look.controls[at].locator == control.locator for at in form.fields)
        for form in look.forms
    )
    columns = {column.name.casefold() for table in look.tables for column in table.columns}
    return not posts and (bool(_FILTERS.search(f"{control.name} {field.name}")) or control.name.casefold() in columns)


def _options(control: Control) -> list[str]:
    field = control.field
    assert field is not None, "not a field"
    return [
        choice.text for choice in field.options if choice.value != field.value and not _NOTHING.match(choice.text)
    ]


def _telling(table: Table) -> str:
    """What a row is called: our own row's first, else the first row's first words."""
    cells = [cell for row in table.rows for cell in row[:2] if re.search(r"[^\W\d_]{3}", cell) and len(cell) < 60]
    return next((cell for cell in cells if record_in(cell)), cells[0] if cells else "")
