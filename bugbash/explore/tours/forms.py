"""Forms: fill every form validly, then try what breaks forms, the most telling or what the charter names first."""

from collections.abc import Iterator, Sequence

from bugbash.charter.actions import Back, Reload
from bugbash.explore.attacks import ALONE, OF_THE_FORM, Attack, Attempt, attempts, in_order
from bugbash.explore.filling import Change, boxes_left, fields_of, fill_steps, is_of_others, send_step, slot
from bugbash.explore.tours.base import KnownForm, Tour
from bugbash.oracles.controls import nothing_came_of
from bugbash.oracles.history import is_next_step
from bugbash.session.moment import Moment
from bugbash.session.observation import Control, Form, Look
from bugbash.triage.fingerprint import route_template

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
            found = await self.reach_form(form)
            if found is None:
                form.done = True
                break
            look, shown = found
            change = self._change(form, look, shown)
            if change is None:
                form.done = True
                break
            form.tried.add(change.label)
            await self._submit(form, look, shown, change)
            submitted += 1
        return submitted

    def _change(self, form: KnownForm, look: Look, shown: Form) -> Change | None:
        """The next thing to try: the valid pass first; None when all was tried."""
        if _VALID_PASS not in form.tried:
            return Change(_VALID_PASS)
        if is_of_others(look, shown, self.walker.session.tag):
            return None
        if form.method == "get" and len(form.tried) >= MOST_ASKS:
            return None
        named = self.world.interest.attacks
        changes = changes_of(look, shown, in_order(named), form.method != "get", len(named))
        return next((change for change in changes if change.label not in form.tried), None)

    async def _submit(self, form: KnownForm, look: Look, shown: Form, change: Change) -> None:
        others = is_of_others(look, shown, self.walker.session.tag)
        steps = fill_steps(look, shown, self.world.next_record(), change, others)
        filled = await self.walker.fill_in(steps, change.benign)
        if filled is not None and not filled.outcome.passed:
            return
        look, shown = self.walker.look, self.find_form(form) or shown
        if shown.submits and not any(look.controls[at].enabled for at in shown.submits):
            await self.walker.fill_in(boxes_left(look, shown), change.benign)
            look, shown = self.walker.look, self.find_form(form) or shown
        submit = send_step(look, shown, self.walker.may_use, self.world.interest.score, change.attack)
        if submit is None:
            form.done = True
            return
        way = (*self.walker.trail.way_here(), submit)
        moment = await self.walker.act(submit, change.benign)
        if change.label == _VALID_PASS and nothing_came_of(moment):
            moment = await self.walker.act(submit, change.benign)  # only what does nothing twice is taken for dead
        self.world.note_forms(self.walker.look)
        for at in (*shown.fields, *shown.submits):
            self.walker.states.touch(look.controls[at], look)
        if change.label == _VALID_PASS:
            form.accepted = _is_accepted(moment)
            if form.accepted and self.walker.wrote(moment):
                self.world.note_recipe(f"“{form.label}” on {route_template(form.url)}", way)
                # What was saved and is shown must be there again: the quickest look at whether it was.
                await self.walker.act(Reload())
            elif is_next_step(moment.before, moment.after):
                # What was typed into one step must still be there for whoever goes back to it.
                await self.walker.act(Back())


def changes_of(look: Look, form: Form, order: Sequence[Attack], writes: bool, named: int = 0) -> Iterator[Change]:
    """What to try in a form: each attack in all the fields that it fits, in turn; then some of them in one field.

    The first `named` attacks are those that the charter names: they are tried both ways before any other.
    """
    tries = [(control, attempts(control)) for control in fields_of(look, form)]
    for at, attack in enumerate(order):
        if at == named:
            yield from _alone(tries, order[:named])
        if attack in OF_THE_FORM:
            if writes:
                yield Change(attack, attack)
            continue
        fits = [(control, [one for one in tried if one.label == attack]) for control, tried in tries]
        # An option after the other, where there are several.
        for round_ in range(max((len(found) for _, found in fits), default=0)):
            values = {slot(control): found[round_] for control, found in fits if round_ < len(found)}
            yield Change(attack if not round_ else f"{attack} {round_ + 1}", attack, values)
    yield from _alone(tries, order)


def _alone(tries: Sequence[tuple[Control, list[Attempt]]], attacks: Sequence[Attack]) -> Iterator[Change]:
    """Some attacks on one field at a time, where several fields had them together."""
    for attack in attacks:
        alone: list[tuple[str, Attempt]] = [
            (slot(control), one) for control, tried in tries for one in tried if one.label == attack in ALONE
        ]
        for name, attempt in alone if len(alone) > 1 else []:
            yield Change(f"{name}: {attack}", attack, {name: attempt})


def _is_accepted(moment: Moment) -> bool:
    """Whether the app took a valid pass: what it wrote was answered well, and no field complains."""
    if not moment.outcome.passed or moment.after.invalid:
        return False
    answers = [request.status or 0 for request in (*moment.events.writes, *moment.events.documents)]
    return all(200 <= answer < 400 for answer in answers)
