"""Written-out credentials: finding them in text, and masking them.

A credential is named (`secret_ref:NAME`), never written. The patterns are the contract's list; a name without a
value ("the password field is empty", `token=` with nothing behind it) is no credential. Every pattern starts at a
literal and has no unbounded prefix, so that a line of a megabyte stays linear.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Any

MASK = "********"

GLOBAL_MASK_LENGTH = 5
"""Characters from which a value is masked wherever it stands; a shorter one only where it is written as one."""

_KEY = (
    r"(?:pass(?:word|wd|phrase|code)|passwd|pwd|secret|token"
    r"|api[_-]?key|access[_-]?key|private[_-]?key|secret[_-]?(?:access[_-]?)?key)\\?[\"']?"
)
_QUOTED = r"""\\?(?:"[^"\n]{1,500}"|'[^'\n]{1,500}')"""
_PROSE = re.compile(rf"{_KEY}(?:[ \t]*:(?!//)[ \t]*|[ \t]+=[ \t]+)(?P<value>{_QUOTED}|[^\s\"']\S*)", re.IGNORECASE)
_PAIR = re.compile(rf"{_KEY}(?:=|%3D)(?P<value>{_QUOTED}|[^\s\"'&;<>]+)", re.IGNORECASE)
_SESSION_NAME = r"(?:sess(?:ion|id)?[\w.-]{0,30}|\bsid|auth(?!or)[\w.-]{0,30}|jwt[\w.-]{0,30}|remember[\w.-]{0,30})"
_SESSION = re.compile(rf"{_SESSION_NAME}=(?=[^\s]{{0,80}}\d)(?P<value>[^\s\"'&;,<>(){{}}\[\]]{{6,}})", re.IGNORECASE)
_COOKIE_HEADER = re.compile(r"cookie:[ \t]*(?P<pairs>[^\r\n]+)", re.IGNORECASE)
_COOKIE_PAIR = re.compile(r"(?P<name>[^\s=;,]{1,100})=(?P<value>[^\s;,]+)")
_SECRET_COOKIE = re.compile(r"sess|sid|auth|token|jwt|login|remember|csrf|xsrf", re.IGNORECASE)
_AUTHORIZATION = re.compile(
    r"authorization\\?[\"']?\s?[:=]\s?\\?[\"']?(?:(?:bearer|basic|token|digest|negotiate)\s+)?(?P<value>[^\s\"']+)",
    re.IGNORECASE,
)
_SCHEME = re.compile(r"\b(?:bearer|basic)\s+(?=[^\s]{0,80}\d)(?P<value>[\w.~+/=-]{16,})", re.IGNORECASE)
_USERINFO = re.compile(r"://[^\s/@:]{0,200}:(?P<value>[^\s/@]{1,500})@")
_SHAPE = re.compile(
    r"(?P<value>\b(?:AKIA|ASIA|AROA|AIDA|AGPA|ANPA)[A-Z0-9]{16}\b"
    r"|\bAIza[\w-]{35}|\bgh[pousr]_[A-Za-z0-9]{20,}|\bxox[abprs]-[\w-]{10,}"
    r"|\beyJ[\w-]{5,}\.[\w-]{5,}\.[\w-]*"
    r"|-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY-----(?:[\s\S]*?-----END [A-Z0-9 ]{0,40}PRIVATE KEY-----|[\s\S]*))"
)
_PATTERNS = (_PROSE, _PAIR, _SESSION, _AUTHORIZATION, _SCHEME, _USERINFO, _SHAPE)

# What stands behind "password:" in an app's own messages and is no password.
_NO_VALUE = frozenset(
    "must should is are was has may can cannot please required missing empty blank invalid incorrect wrong unknown"
    " none null undefined true false yes no not too the a an this an your field input label hidden masked redacted"
    " and or for in on to at least minimum maximum expired bearer basic token digest negotiate".split()
)
_PLACEHOLDER = re.compile(
    r"^(?:secret_ref\b.*|[*•.…_-]+|x{3,}|<.*|\$\{?\w+\}?|\{\{.*|%\w+%|\[[a-z -]+\]?)$", re.IGNORECASE
)


def written_out(text: str) -> list[str]:
    """The credential values that `text` writes out, each once."""
    return list(dict.fromkeys(text[start:end] for start, end in _spans(text)))


def written_out_in(value: Any) -> list[str]:
    """As `written_out`, over every string anywhere in a JSON-like value; a mapping's key names its text value."""
    return list(dict.fromkeys(found for text in _strings(value) for found in written_out(text)))


def mask(text: str, values: Iterable[str] = ()) -> str:
    """`text` with every credential that it writes out, and each of `values`, replaced by asterisks."""
    spans = _spans(text)
    long = {text[start:end] for start, end in spans} | set(values)
    for start, end in sorted(spans, reverse=True):
        text = text[:start] + MASK + text[end:]
    for value in sorted(long, key=len, reverse=True):
        if len(value) >= GLOBAL_MASK_LENGTH:
            text = text.replace(value, MASK)
    return text


def mask_in(value: Any, values: Iterable[str] = ()) -> Any:
    """A copy of a JSON-like value with every string in it masked, also where another string gave a value away."""
    return _masked(value, [*values, *written_out_in(value)])


def _masked(value: Any, known: list[str], key: str = "") -> Any:
    if isinstance(value, str):
        return MASK if key and written_out(f"{key}: {value}") == [value] else mask(value, known)
    if isinstance(value, dict):
        return {mask(str(name), known): _masked(item, known, str(name)) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [_masked(item, known) for item in value]
    return value


def _strings(value: Any) -> Iterator[str]:
    pending = [value]
    while pending:
        item = pending.pop()
        if isinstance(item, str):
            yield item
        elif isinstance(item, dict):
            for key, inner in item.items():
                yield f"{key}: {inner}" if isinstance(inner, str) else str(key)
                pending.append(inner)
        elif isinstance(item, list | tuple):
            pending.extend(item)


def _spans(text: str) -> list[tuple[int, int]]:
    """Where the values stand; overlapping ones are merged, so that masking one does not leave another's tail."""
    found = [span for pattern in _PATTERNS for match in pattern.finditer(text) if (span := _value_span(match))]
    for header in _COOKIE_HEADER.finditer(text):
        for pair in _COOKIE_PAIR.finditer(text, header.start("pairs"), header.end("pairs")):
            span = _value_span(pair)
            if span and _SECRET_COOKIE.search(pair.group("name")):
                found.append(span)
    merged: list[tuple[int, int]] = []
    for start, end in sorted(found):
        if merged and start < merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


def _value_span(match: re.Match[str]) -> tuple[int, int] | None:
    """The value inside `match` without quotes and closing punctuation; None where it is a placeholder or a word."""
    start, end = match.span("value")
    text = match.string
    if not text.startswith("-----", start):
        while start < end and text[start] in "\\\"'([{":
            start += 1
        while end > start and text[end - 1] in "\\\"'.,:;!?)]}":
            end -= 1
    value = text[start:end]
    if not value or _PLACEHOLDER.match(match.group("value")) or _PLACEHOLDER.match(value):
        return None
    return None if value.lower() in _NO_VALUE else (start, end)
