"""Python source: literals of whatever a page or a person wrote, what a test tells of itself, and a step's lines."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from bugbash.charter import actions as act
from bugbash.charter.actions import SECRET_PREFIX, TAG, Action
from bugbash.charter.bash_file import secret_named
from bugbash.charter.locator import Locator
from bugbash.errors import one_line
from bugbash.export.case import Case
from bugbash.session.samples import PREFIX as SAMPLE


def literal(text: str) -> str:
    """An expression for `text`, with the test's own tag in the place of `{tag}`."""
    return " + TAG + ".join(repr(part) for part in text.split(TAG))


def raw(text: str) -> str:
    """A literal for a regular expression: with its backslashes as they are, where that can be."""
    return f'r"{text}"' if text.isprintable() and '"' not in text and not text.endswith("\\") else repr(text)


def block(text: str) -> str:
    """A literal of many lines, as it stands where that is the same."""
    plain = all(line.isprintable() for line in text.splitlines())
    if plain and '"""' not in text and not text.endswith(('"', "\\")) and "\r" not in text:
        return f'r"""{text}"""'
    return repr(text)


def about(case: Case) -> str:
    """What a test tells of its finding, in comments."""
    finding = case.finding
    told = {"Finding": case.title, "Fingerprint": case.wanted.key, "Oracle": case.wanted.oracle}
    told |= {name.title(): str(finding.get(name) or "") for name in ("screen", "expected", "observed", "spec")}
    return "".join(f"# {name}: {one_line(text)}\n" for name, text in told.items() if text)


def variables(case: Case) -> dict[str, str]:
    """The environment variable of each secret that the steps type: its own where it comes from one."""
    steps = (*case.plan.login, *case.sequence)
    names = {name for name in map(secret_named, steps) if name}
    return {name: _variable(name, case.secrets.get(name, "")) for name in sorted(names)}


def _variable(name: str, source: str) -> str:
    kind, _, where = source.partition(":")
    return where if kind == "env" else re.sub(r"\W", "_", name).upper()


def can_write(action: Action) -> bool:
    """Whether a `Writer` has lines for the step: not for what only a session of our own does."""
    if isinstance(action, act.Click) and action.beside:
        return False
    if isinstance(action, act.Upload) and action.file.startswith(SAMPLE):
        return False
    return type(action) in _STEPS


class Writer:
    """Writes steps that `can_write` knows; `variables` says from which environment variable each secret comes."""

    def __init__(self, variables: Mapping[str, str]) -> None:
        self._variables = variables

    def lines(self, action: Action) -> list[str]:
        """The lines of one step."""
        done = _STEPS[type(action)](self, action)
        return done if act.is_expect(action) else [*done, "app.settle()"]

    def text(self, text: str) -> str:
        """What is typed: a literal, or a secret from the environment."""
        if text.startswith(SECRET_PREFIX):
            return f"secret({self._variables[text.removeprefix(SECRET_PREFIX)]!r})"
        return literal(text)


def _how(locator: Locator) -> str:
    """A locator as keyword arguments."""
    given = locator.model_dump(exclude_none=True)
    return ", ".join(f"{name}={_value(value)}" for name, value in given.items())


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return f"{{{', '.join(f'{name!r}: {_value(part)}' for name, part in value.items())}}}"
    return literal(value) if isinstance(value, str) else repr(value)


def _click(_: Writer, action: act.Click) -> list[str]:
    done = f"app.find({_how(action.click)}).{'dblclick' if action.count == 2 else 'click'}()"
    if action.dialog is None:
        return [done]
    says = [f"app.says = {literal(action.answer)}"] if action.answer else []
    answer = '"yes"' if action.dialog == "accept" else "False"
    return [f"app.accepts = {answer}", *says, done, "app.settle()", "app.accepts = True"]


def _press(_: Writer, action: act.Press) -> list[str]:
    where = f"app.find({_how(action.at)})" if action.at else "app.page.keyboard"
    again = [f"for _ in range({action.times - 1}): app.page.keyboard.press({action.press!r})"]
    return [f"{where}.press({action.press!r})", *(again if action.times > 1 else [])]


def _expect_text(_: Writer, action: act.ExpectText) -> list[str]:
    inside = f", {_how(action.inside)}" if action.inside else ""
    return [f"app.expect_text({literal(action.expect_text)}, absent={action.absent}{inside})"]


def _wait(_: Writer, action: act.WaitFor) -> list[str]:
    return [f"app.wait_for({action.state!r}, {action.seconds}, {_how(action.wait_for)})"]


_STEPS: dict[type[Action], Callable[[Writer, Any], list[str]]] = {
    act.Open: lambda _, a: [f"app.visit({literal(a.open)})"],
    act.Click: _click,
    act.Fill: lambda w, a: [f"app.fill(app.find({_how(a.fill)}), {w.text(a.text)})"],
    act.Type: lambda _, a: [f"app.page.keyboard.type({literal(a.type)})"],
    act.Hover: lambda _, a: [f"app.find({_how(a.hover)}).hover()"],
    act.Select: lambda _, a: [f"app.choose(app.find({_how(a.select)}), {literal(a.option)})"],
    act.Check: lambda _, a: [f"app.find({_how(a.check)}).set_checked({a.checked})"],
    act.Press: _press,
    act.Upload: lambda _, a: [f"app.find(hidden=True, {_how(a.upload)}).set_input_files(FILES / {a.file!r})"],
    act.Back: lambda *_: ['app.page.go_back(wait_until="domcontentloaded")'],
    act.Forward: lambda *_: ['app.page.go_forward(wait_until="domcontentloaded")'],
    act.Reload: lambda *_: ['app.page.reload(wait_until="domcontentloaded")'],
    act.Resize: lambda _, a: [
        f'app.page.set_viewport_size({{"width": {a.resize.width}, "height": {a.resize.height}}})'
    ],
    act.WaitFor: _wait,
    act.ExpectText: _expect_text,
    act.ExpectElement: lambda _, a: [f"app.expect_element({a.state!r}, {_how(a.expect_element)})"],
    act.ExpectUrl: lambda _, a: [f"app.expect_url({literal(a.expect_url)})"],
    act.ExpectValue: lambda _, a: [f"app.expect_value({literal(a.equals)}, {_how(a.expect_value)})"],
    act.ExpectCount: lambda _, a: [f"app.expect_count({a.equals}, {_how(a.expect_count)})"],
}

_CHANGING = re.compile(r"\{tag\}\d*|\b[0-9a-f]{8}-[0-9a-f-]{27}\b|\b(?=[0-9a-f]*\d)[0-9a-f]{8,}\b|\d[\d.,:]*", re.I)
"""What changes from run to run, as triage.fingerprint leaves it out."""
MOST_OF_A_MESSAGE = 120


def pattern(message: str) -> str:
    """A literal of a regular expression that fits `message` whatever its numbers, ids and tags are."""
    pieces = _CHANGING.split(" ".join(message.split())[:MOST_OF_A_MESSAGE])
    return raw(r"[\w.,:-]*".join(re.escape(piece).replace("\\ ", " ") for piece in pieces))


def route_pattern(route: str) -> str:
    """A literal of a regular expression for the path of a route template."""
    path = re.split(r"[?#]", route)[0]
    return raw("^" + "/".join("[^/]+" if part == ":id" else re.escape(part) for part in path.split("/")) + "$")
