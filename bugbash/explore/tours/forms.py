"""Forms: fill every form validly, then change one thing at a time."""

from bugbash.charter.actions import Action, Back, Click, Press, Reload
from bugbash.explore.fields import Attempt, attempts, fill, kind_of, valid_step
from bugbash.explore.tours.base import KnownForm, Tour, form_identity, is_worth_filling
from bugbash.oracles.controls import nothing_came_of
from bugbash.oracles.history import is_next_step
from bugbash.session.moment import Moment
from bugbash.session.observation import Control, Form, Look
from bugbash.triage.fingerprint import route_template

MOST_FIELDS = 15
BATCH = 8
"""Submissions of one form in a row, before another form has its turn."""
MOST_ASKS = 10
"""Submissions of a form that only asks (GET): it stands on many screens, and cannot lose anything."""
_VALID_PASS = "a valid pass"


class Forms(Tour):
    name = "forms"
    looks_for = "forms that fail on valid input, or break on boundary, unicode, long and injected values"

    def offers(self) -> str:
        form = self._next()
        return f"forms: work “{form.label}” on {route_template(form.url)}" if form else ""

    async def go(self, deadline: float) -> str:
        done: dict[str, int] = {}
        while self.goes_on(deadline):
            form = self._next()
            if form is None:
                break
            tried = await self._work(form, deadline)
            done[form.label] = done.get(form.label, 0) + tried
        facts = [f"“{label}” {times} times" for label, times in done.items() if times]
        return f"filled in {', '.join(facts)}" if facts else "no form could be filled in"

    def _next(self) -> KnownForm | None:
        """The form that the charter's words speak for most; new ones before those begun."""
        left = [form for form in self.world.forms.values() if not form.done]
        return max(left, key=self._promise, default=None)

    def _promise(self, form: KnownForm) -> float:
        """What writes is worth more than what only asks; a form is worth less the more was tried on it."""
        writes = 1.0 if form.method == "get" else 3.0
        return self.world.weight(form.label, form.url, form.identity) * writes / (1 + len(form.tried) / BATCH)

    async def _work(self, form: KnownForm, deadline: float) -> int:
        """Submit the form again and again, each time with one thing tried; how often it was submitted."""
        submitted = 0
        while self.goes_on(deadline) and submitted < BATCH:
            found = await self._reach(form)
            if found is None:
                form.done = True
                break
            look, shown = found
            change = self._change(form, look, shown)
            if change is None:
                form.done = True
                break
            label, control, attempt = change
            form.tried.add(label)
            await self._submit(form, look, shown, control, attempt)
            submitted += 1
        return submitted

    async def _reach(self, form: KnownForm) -> tuple[Look, Form] | None:
        """The screen that shows the form, and the form on it; None where it is not to be found again."""
        if self.walker.look.url != form.url or self._find(form) is None or form.tried:
            await self.walker.open(form.url)
            self.world.note_forms(self.walker.look)
        found = self._find(form)
        if found is None and len(form.path) > 1:
            for action in form.path:
                if not (await self.walker.act(action)).outcome.passed:
                    return None
            found = self._find(form)
        return (self.walker.look, found) if found is not None else None

    def _find(self, form: KnownForm) -> Form | None:
        look = self.walker.look
        shown = (one for one in look.forms if is_worth_filling(look, one))
        return next((one for one in shown if form_identity(look, one) == form.identity), None)

    def _change(self, form: KnownForm, look: Look, shown: Form) -> tuple[str, Control | None, Attempt | None] | None:
        """The next thing to try: the valid pass first, then each field's attempts in turn; None when all were."""
        if _VALID_PASS not in form.tried:
            return _VALID_PASS, None, None
        if self._belongs_to_others(look, shown) or (form.method == "get" and len(form.tried) >= MOST_ASKS):
            return None
        per_field = [[(c, attempt) for attempt in attempts(c)] for c in self._fields(look, shown)]
        for round_ in range(max((len(tries) for tries in per_field), default=0)):
            for tries in per_field:
                if round_ < len(tries):
                    control, attempt = tries[round_]
                    label = f"{control.name or control.place}: {attempt.label}"
                    if label not in form.tried:
                        return label, control, attempt
        return None

    async def _submit(
        self, form: KnownForm, look: Look, shown: Form, changed: Control | None, attempt: Attempt | None
    ) -> None:
        submit = self._submit_step(look, shown)
        if submit is None:
            form.done = True
            return
        benign = attempt is None or attempt.valid
        steps = self._fill_steps(look, shown, changed, attempt)
        filled = await self.walker.fill_in(steps, benign)
        if filled is not None and not filled.outcome.passed:
            return
        way = (*self.walker.trail.way_here(), submit)
        moment = await self.walker.act(submit, benign)
        if attempt is None and nothing_came_of(moment):
            moment = await self.walker.act(submit, benign)  # only what does nothing twice is taken for dead
        self.world.note_forms(self.walker.look)
        for at in (*shown.fields, *shown.submits):
            self.walker.states.touch(look.controls[at], look)
        if attempt is None:
            form.accepted = _is_accepted(moment)
            if form.accepted and self.walker.wrote(moment):
                self.world.note_recipe(f"“{form.label}” on {route_template(form.url)}", way)
                # What was saved and is shown must be there again: the quickest look at whether it was.
                await self.walker.act(Reload())
            elif is_next_step(moment.before, moment.after):
                # What was typed into one step must still be there for whoever goes back to it.
                await self.walker.act(Back())

    def _fill_steps(self, look: Look, shown: Form, changed: Control | None, attempt: Attempt | None) -> list[Action]:
        """Every field filled with what it should take, and the changed one last, so that it is seen by itself."""
        number = self.world.next_record()
        others = self._belongs_to_others(look, shown)
        steps: list[Action] = []
        radios: set[str] = set()
        for control in self._fields(look, shown):
            if control is changed or control.field is None:
                continue
            # A tag in an empty field of a record of others' would make it look like one of ours ever after.
            if (control.field.value and (others or _is_chosen(control))) or (others and not control.field.required):
                continue
            if control.field.type == "radio":
                if control.field.name in radios:
                    continue
                radios.add(control.field.name)
            step = valid_step(control, number)
            if step is not None:
                steps.append(step)
        if changed is not None and attempt is not None:
            step = fill(changed, attempt.value)
            if step is not None:
                steps.append(step)
        return steps

    def _fields(self, look: Look, shown: Form) -> list[Control]:
        controls = [look.controls[at] for at in shown.fields[:MOST_FIELDS]]
        return [c for c in controls if c.enabled and c.field is not None and not c.field.readonly]

    def _submit_step(self, look: Look, shown: Form) -> Action | None:
        """How a person sends the form: its button, or Enter in its last field; None where that is not allowed."""
        buttons = [look.controls[at] for at in shown.submits]
        usable = [button for button in buttons if self.walker.may_use(button)]
        if usable:
            preferred = [b for b in usable if self.world.interest.score(b.name)] or usable
            return Click(click=preferred[0].locator)
        texts = [c for c in self._fields(look, shown) if c.tag == "input" and kind_of(c) not in ("check", "radio")]
        if buttons or not texts:
            return None
        return Press(press="Enter", at=texts[-1].locator)

    def _belongs_to_others(self, look: Look, shown: Form) -> bool:
        """A form that changes what is there already, and is not a record of ours: it is sent as it stands."""
        if shown.method == "get":
            return False
        prefilled = [
            c.field.value
            for c in self._fields(look, shown)
            if c.field
            and c.field.value
            and kind_of(c) in ("text", "name", "email", "long text", "phone", "url", "postcode")
        ]
        return bool(prefilled) and not any(self.walker.session.tag in value for value in prefilled)


def _is_chosen(control: Control) -> bool:
    """A field with a sensible value of its own: a number that the app proposes, an option that is chosen."""
    return kind_of(control) in ("number", "quantity", "slider", "color", "date", "time", "month", "week")


def _is_accepted(moment: Moment) -> bool:
    """Whether the app took a valid pass: what it wrote was answered well, and no field complains."""
    if not moment.outcome.passed or moment.after.invalid:
        return False
    answers = [request.status or 0 for request in (*moment.events.writes, *moment.events.documents)]
    return all(200 <= answer < 400 for answer in answers)
