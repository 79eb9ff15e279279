"""Written-out credentials: finding them in text, and masking them.

A credential is named (`secret_ref:NAME`), never written. The patterns are the contract's list; a name without a
value ("the password field is empty", `token=` with nothing behind it) is no credential. Every pattern starts at a
literal, has no unbounded prefix and cannot start inside its own tail, so that a line of a megabyte stays linear.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Any

MASK = "********"

Span = tuple[int, int]
"""Start and end of a value in a text."""

GLOBAL_MASK_LENGTH = 5
"""Characters from which a value is masked wherever it stands; a shorter one only where it is written as one."""

_LONG = 500

_KEY = (
    r"(?:pass(?:word|wd|phrase|code)|passwd|pwd|secret|token"
    r"|api[_-]?key|access[_-]?key|private[_-]?key|secret[_-]?(?:access[_-]?)?key)\\?[\"']?"
)
_NAMES_ONE = re.compile(_KEY, re.IGNORECASE)
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
    r"|(?<![\w-])eyJ[\w-]{5,}\.[\w-]{5,}\.[\w-]*"
    r"|-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY-----(?:[\s\S]*?-----END [A-Z0-9 ]{0,40}PRIVATE KEY-----|[\s\S]*))"
)
_SAID = ("pass", "pwd", "secret", "token", "key")
_PATTERNS = (
    (_PROSE, _SAID),
    (_PAIR, _SAID),
    (_SESSION, ("sess", "sid", "auth", "jwt", "remember")),
    (_AUTHORIZATION, ("authorization",)),
    (_SCHEME, ("bearer", "basic")),
    (_USERINFO, ("://",)),
    (_SHAPE, ("akia", "asia", "aroa", "aida", "agpa", "anpa", "aiza", "gh", "xox", "eyj", "-----begin")),
)
"""Each with the small letters of which one stands in whatever it matches: looking for those first is far quicker."""

# What stands behind "password:" in an app's own messages and is no password.
_NO_VALUE = frozenset(
    "must should is are was has may can cannot please required missing empty blank invalid incorrect wrong unknown"
    " none null undefined true false yes no not too the a an this an your field input label hidden masked redacted"
    " and or for in on to at least minimum maximum expired bearer basic token digest negotiate"
    " do does needs forgot forgotten password passwords changed updated reset saved confirmed".split()
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
    return _replaced(text, spans, _Known({*values, *(text[start:end] for start, end in spans)}))


def mask_in(value: Any, values: Iterable[str] = ()) -> Any:
    """A copy of a JSON-like value with every string in it masked, also where another string gave a value away."""
    return _masked(value, _Known({*values, *written_out_in(value)}))


class _Known:
    """Values to mask wherever they stand; one pass over a text finds them all, however many they are."""

    def __init__(self, values: Iterable[str]) -> None:
        self._starts: dict[str, dict[int, set[str]]] = {}
        for value in values:
            if len(value) >= GLOBAL_MASK_LENGTH:
                lengths = self._starts.setdefault(value[:GLOBAL_MASK_LENGTH], {})
                lengths.setdefault(len(value), set()).add(value)

    def spans(self, text: str) -> Iterator[Span]:
        """Where values stand in `text`; the longest of those that start at one place."""
        if not self._starts:
            return
        for at in range(len(text) - GLOBAL_MASK_LENGTH + 1):
            lengths = self._starts.get(text[at : at + GLOBAL_MASK_LENGTH])
            if lengths is not None:
                room = len(text) - at
                there = [length for length, values in lengths.items() if length <= room and _at(text, at, values)]
                if there:
                    yield at, at + max(there)


def _at(text: str, at: int, values: set[str]) -> bool:
    """Whether one of `values`, which are equally long, stands in `text` at `at`."""
    length = len(next(iter(values)))
    if length > _LONG:  # comparing ends at the first difference; cutting a slice out does not
        return any(text.startswith(value, at) for value in values)
    return text[at : at + length] in values


def _replaced(text: str, spans: list[Span], known: _Known) -> str:
    pieces, done = [], 0
    for start, end in _merged([*spans, *known.spans(text)]):
        pieces += [text[done:start], MASK]
        done = end
    return "".join([*pieces, text[done:]])


def _masked(value: Any, known: _Known, key: str = "") -> Any:
    if isinstance(value, str):
        named = bool(_NAMES_ONE.search(key)) and written_out(f"{key}: {value}") == [value]
        return MASK if named else _replaced(value, _spans(value), known)
    if isinstance(value, dict):
        return {
            _replaced(name, _spans(name), known): _masked(item, known, name)
            for name, item in ((str(key), item) for key, item in value.items())
        }
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
                if isinstance(inner, str):
                    yield f"{key}: {inner}"
                else:
                    yield str(key)
                    pending.append(inner)
        elif isinstance(item, list | tuple):
            pending.extend(item)


def _spans(text: str) -> list[Span]:
    """Where the values stand, in order."""
    small = text.lower()
    patterns = [pattern for pattern, words in _PATTERNS if any(word in small for word in words)]
    found = [span for pattern in patterns for match in pattern.finditer(text) if (span := _value_span(match))]
    if "cookie:" in small:
        found += _cookie_spans(text)
    return _merged(found)


def _cookie_spans(text: str) -> Iterator[Span]:
    for header in _COOKIE_HEADER.finditer(text):
        for pair in _COOKIE_PAIR.finditer(text, header.start("pairs"), header.end("pairs")):
            span = _value_span(pair)
            if span and _SECRET_COOKIE.search(pair.group("name")):
                yield span


def _merged(spans: list[Span]) -> list[Span]:
    """`spans` in order, overlapping ones joined, so that masking one does not leave another's tail."""
    merged: list[Span] = []
    for start, end in sorted(spans):
        if merged and start < merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


def _value_span(match: re.Match[str]) -> Span | None:
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
    first_word = value.split(maxsplit=1)[0] if value.strip() else value
    return None if first_word.lower() in _NO_VALUE else (start, end)
