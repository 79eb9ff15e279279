"""Interruptions: reload, back and forward, and a double click, after each write."""

from bugbash.charter.actions import Action, Back, Click, Fill, Forward, Reload
from bugbash.explore.tours.base import Recipe, Tour
from bugbash.session.tags import renumbered


class Interruptions(Tour):
    name = "interruptions"
    looks_for = "what is lost or breaks when a person reloads, goes back and forward, or clicks twice after a write"

    def offers(self) -> str:
        recipe = self._next()
        return f"interruptions: interrupt {recipe.label}" if recipe else ""

    async def go(self, deadline: float) -> str:
        done = []
        while self.goes_on(deadline):
            recipe = self._next()
            if recipe is None:
                break
            recipe.interrupted = True
            for after in ((Reload(), Back(), Forward()), "twice"):
                if self.goes_on(deadline):
                    await self._interrupt(recipe, after)
            done.append(recipe.label)
        return f"interrupted {', '.join(done)}" if done else "nothing was written that could be interrupted"

    def _next(self) -> Recipe | None:
        left = [recipe for recipe in self.world.recipes.values() if not recipe.interrupted]
        return max(left, key=lambda recipe: self.world.weight(recipe.label), default=None)

    async def _interrupt(self, recipe: Recipe, after: tuple[Action, ...] | str) -> None:
        """Write once more with a record of its own, and then do what people do."""
        *before, write = self._renewed(recipe.steps)
        for action in before:
            if not (await self.walker.act(action)).outcome.passed:
                return
        if after == "twice":
            if not isinstance(write, Click):
                return
            write = write.model_copy(update={"count": 2})
        moment = await self.walker.act(write)
        self.world.note_forms(self.walker.look)
        if not moment.outcome.passed:
            return
        for action in after if isinstance(after, tuple) else (Reload(),):
            if not (await self.walker.act(action)).outcome.passed:
                return

    def _renewed(self, steps: tuple[Action, ...]) -> list[Action]:
        """The steps with a record number of their own, so that the app meets no duplicate."""
        number = self.world.next_record()
        return [_renumbered(step, number) for step in steps]


def _renumbered(step: Action, number: int) -> Action:
    if isinstance(step, Fill):
        return step.model_copy(update={"text": renumbered(step.text, number)})
    return step
