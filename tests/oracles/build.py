"""Short words for the pages and steps of cases."""

import json
from typing import Any

from bugbash.charter.actions import Action, Back, Reload, parse_action
from tests.support.pages import Page

RELOAD, BACK = Reload(), Back()


def opens(path: str) -> Action:
    return parse_action({"open": path})


def clicks(text: str, role: str = "") -> Action:
    """Click what shows `text`; with a role, what is named so."""
    return parse_action({"click": {"role": role, "name": text} if role else text})


def fills(label: str, text: str) -> Action:
    return parse_action({"fill": {"label": label}, "with": text})


def presses(key: str, label: str) -> Action:
    """Press a key in the field with that label."""
    return parse_action({"press": key, "at": {"label": label}})


def page(*body: str, title: str = "Kettle shop", head: str = "", root: str = "") -> str:
    """A document as apps send it."""
    return (
        f'<!doctype html><html lang="en"{root}><head><meta charset="utf-8"><title>{title}</title>{head}</head>'
        f"<body>{''.join(body)}</body></html>"
    )


def button(name: str, code: str) -> str:
    """A button, and what its script does on a click."""
    return f'<button type="button" onclick="{code}">{name}</button>'


def script(code: str) -> str:
    return f"<script>{code}</script>"


def javascript(code: str) -> Page:
    return Page(code, type="text/javascript")


def data(value: Any, status: int = 200, delay: float = 0.0) -> Page:
    """A JSON answer."""
    return Page(json.dumps(value), type="application/json", status=status, delay=delay)


SHAPE = Page(
    '<svg xmlns="http://www.w3.org/2000/svg"><rect width="60" height="40" fill="teal"/></svg>', type="image/svg+xml"
)
"""A picture that says no size of its own."""
