"""Screens for tests that need no browser."""

from typing import Any

from bugbash.charter.locator import Locator
from bugbash.session.observation import Control, FieldInfo, Form, Look


def control(name: str, role: str = "button", **more: Any) -> Control:
    """A control as the page script reports it."""
    defaults: dict[str, Any] = {"tag": role, "place": "main", "path": f"main>{role}"}
    return Control(role=role, name=name, locator=Locator(role=role, name=name), **{**defaults, **more})


def link(name: str, href: str, **more: Any) -> Control:
    return control(name, "link", href=href, tag="a", **more)


def field(label: str, type: str = "text", **more: Any) -> Control:
    """A field that says of itself what `more` says."""
    tag = {"textarea": "textarea", "select-one": "select"}.get(type, "input")
    return control(label, "textbox", tag=tag, field=FieldInfo(type=type, **more))


def look(url: str, *controls: Control, forms: tuple[Form, ...] = (), **more: Any) -> Look:
    hrefs = tuple(c.href for c in controls if c.href)
    return Look(url=url, controls=controls, forms=forms, hrefs=hrefs, **more)
