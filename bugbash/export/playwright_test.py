"""A finding as a test of its own, in one file.

It asserts a claim by itself, with Playwright and nothing of ours; what cannot be said so, it has bugbash judge.
"""

from collections.abc import Callable
from functools import cache
from importlib.resources import files
from typing import Any

from pydantic import TypeAdapter, ValidationError

from bugbash.charter.actions import is_expect
from bugbash.charter.address import origin
from bugbash.contract import claims
from bugbash.contract.claims import Claim
from bugbash.errors import Unusable, one_line
from bugbash.export.case import Case
from bugbash.export.judged_test import judged_test
from bugbash.export.source import Writer, about, block, can_write, literal, pattern, route_pattern, variables

_CLAIM: TypeAdapter[Claim] = TypeAdapter(Claim)
_HEAD = '''\
"""A test of one finding of a bug bash, to be run by itself or by pytest.

It needs `pip install playwright` and a Chromium (BUGBASH_BROWSER names one). BASE_URL names another deployment of the
app. It passes where the bug does not show. Run by itself it exits with 0 then, with 1 where the bug shows, and with 3
where the page no longer follows the steps (4 is a fault of the test itself).
"""
'''
_IMPORTS = """\
import contextlib
import os
import re
import sys
import time
import uuid
from pathlib import Path
from urllib.parse import urljoin, urlsplit

from playwright.sync_api import Error, sync_playwright
"""


def playwright_test(case: Case) -> str:
    """The source of the test; raises Unusable for a finding that nothing of ours can notice again."""
    return _asserting_test(case) if _can_assert(case) else judged_test(case)


def _can_assert(case: Case) -> bool:
    """Whether a few lines of Playwright can do every step, and say what must hold."""
    if not all(map(can_write, (*case.plan.login, *case.sequence))):
        return False
    said = case.wanted.oracle == "property" or is_expect(case.sequence[-1])
    return said or case.finding.get("claim") is not None


def _asserting_test(case: Case) -> str:
    begin, end = _assertions(case)
    writer = Writer(variables(case))
    login = [line for action in case.plan.login for line in writer.lines(action)]
    steps = [writer.lines(action) for action in case.sequence]
    before = [line for step in steps[:-1] for line in step]
    lines = [*login, "app.begin()", *before, *begin, *steps[-1], *end]
    body = "\n".join(f"        {line}" for line in lines)
    helpers = _of_properties() if case.wanted.oracle == "property" else ""
    test = f"def test_finding():\n    with session() as app:\n{body}\n"
    return f"{_HEAD}{about(case)}\n{_IMPORTS}\n{_settings(case)}\n\n{test}{helpers}{_runtime()}"


def _settings(case: Case) -> str:
    origins = tuple(f"{origin(address)}/" for address in case.plan.scope)
    return (
        f'BASE_URL = os.environ.get("BASE_URL") or {case.plan.target!r}\n'
        f'ORIGINS = tuple({{*{origins!r}, urljoin(BASE_URL, "/")}})\n'
        f'FILES = Path(os.environ.get("FILES") or {str(case.base)!r})\n'
        'TAG = f"bb{uuid.uuid4().hex[:5]}x"\n'
    )


def _assertions(case: Case) -> tuple[list[str], list[str]]:
    """The lines before the last step, and after it."""
    if case.wanted.oracle == "property":
        return _of_property(case)
    if is_expect(case.sequence[-1]):
        return [], []
    try:
        claim = _CLAIM.validate_python(case.finding["claim"])
    except ValidationError as error:
        raise Unusable(f"the finding's claim cannot be read: {one_line(str(error), 200)}") from None
    before = ["before = app.screen()"] if isinstance(claim, claims.Told) else []
    return before, [_CLAIMS[type(claim)](claim)]


def _of_property(case: Case) -> tuple[list[str], list[str]]:
    prop = next(
        (prop for prop in case.plan.properties if f"property {prop.name}" == case.finding.get("location")), None
    )
    if prop is None:
        raise Unusable(f"the property of the finding “{one_line(case.title, 100)}” is not in the bash file")
    wait = prop.within if prop.eventually is not None else 1.0
    begin = [f"values = {{{', '.join(f'{name!r}: {value!r}' for name, value in prop.values.items())}}}"]
    begin.append('before = asked(app, "", values, None)["after"]' if prop.after is not None else "before = None")
    return begin, [f"expect_property(app, {prop.expression!r}, values, before, {wait:g})"]


_PRELUDE = """\
const squash = (text) => (text || '').replace(/\\s+/g, ' ').trim()
const query = (root, css) => [...root.querySelectorAll(css)]
const isVisible = (element) => {
  const { width, height } = element.getBoundingClientRect()
  return element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && width > 1 && height > 1
}
"""


@cache
def _of_properties() -> str:
    """What a property may use: our own helpers, on a few lines of what they need."""
    helpers = files("bugbash.session.page").joinpath("helpers.js").read_text("utf-8")
    ours = f"const ours = () => {{\n{_PRELUDE}{helpers}return {{ judged, helpers }}\n}}"
    return f"{files(__package__).joinpath('property.txt').read_text('utf-8')}HELPERS = {block(ours)}\n"


@cache
def _runtime() -> str:
    return files(__package__).joinpath("runtime.txt").read_text("utf-8")


_CLAIMS: dict[type[Any], Callable[[Any], str]] = {
    claims.NoAnswer: lambda c: f"app.expect_no_answer({c.method!r}, {route_pattern(c.route)}, {c.least}, {c.most})",
    claims.NoException: lambda c: f"app.expect_no_exception({pattern(c.message)})",
    claims.NothingLogged: lambda c: f"app.expect_nothing_logged({pattern(c.message)})",
    claims.NotShown: lambda c: f"app.expect_not_shown({pattern(c.text)})",
    claims.Shown: lambda c: f"app.expect_shown({literal(c.text)}, {c.seconds:g})",
    claims.Told: lambda c: f"app.expect_told(before, {c.method!r}, {route_pattern(c.route)}, {c.seconds:g})",
    claims.Holds: lambda c: f"app.expect_true({literal(c.expression)}, {c.seconds:g})",
}
