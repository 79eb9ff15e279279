"""Locators: how a step names the element it acts on."""

from typing import Any, Self

from pydantic import Field, model_validator

from bugbash.charter.part import Part

WAYS = ("testid", "id", "role", "label", "text", "css")


class Locator(Part):
    """Names one element: by test id or id, role and name, label, or text; `css` is the last resort.

    Exactly one way is given. `within` narrows to a container and `nth` (from 1) picks among equal matches; with
    neither, a locator that matches more than one element blocks its step. A bare text stands for `text`.
    """

    testid: str | None = Field(default=None, description="data-testid, data-test-id, data-test, data-cy or data-qa.")
    id: str | None = None
    role: str | None = Field(default=None, description="ARIA role, with `name`.")
    name: str | None = Field(default=None, description="Accessible name; only beside `role`.")
    label: str | None = Field(default=None, description="The label of a field.")
    text: str | None = Field(default=None, description="Visible text, or accessible name, of the element.")
    css: str | None = Field(default=None, description="A CSS selector, where nothing better names the element.")
    within: "Locator | None" = Field(default=None, description="The container to look in.")
    nth: int | None = Field(default=None, ge=1, description="Position among equal matches, from 1.")

    @model_validator(mode="before")
    @classmethod
    def _from_text(cls, value: Any) -> Any:
        return {"text": value} if isinstance(value, str) else value

    @model_validator(mode="after")
    def _one_way(self) -> Self:
        given = [way for way in WAYS if getattr(self, way) is not None]
        if len(given) != 1:
            raise ValueError(f"a locator takes exactly one of {', '.join(WAYS)}")
        if not getattr(self, given[0]).strip():
            raise ValueError(f"{given[0]} must not be blank")
        if self.name is not None and self.role is None:
            raise ValueError("name stands beside role")
        return self

    def words(self) -> str:
        """The locator as a person would say it: `button “Sign in”`."""
        said = self._own_words()
        if self.nth is not None:
            said = f"{said} (number {self.nth})"
        return f"{said} in {self.within.words()}" if self.within else said

    def _own_words(self) -> str:
        if self.role is not None:
            return f"{self.role} “{self.name}”" if self.name else self.role
        if self.label is not None:
            return f"field “{self.label}”"
        if self.text is not None:
            return f"“{self.text}”"
        return f"element {self.testid or self.id or self.css}"
