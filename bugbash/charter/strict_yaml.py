"""The one loader for files that a person writes: strict YAML, with the place of every value kept.

Refused: more than 64 kB, more than 20 levels, anchors, aliases, tags, duplicate keys, keys that are no text, and a
second document. Plain scalars are YAML 1.2's (`on` and `yes` are text, not booleans).
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NoReturn

import yaml

from bugbash.contract.regular import read_regular
from bugbash.errors import UnusableFile

MAX_BYTES = 64_000
MAX_LEVELS = 20

Key = str | int
Where = tuple[Key, ...]
"""The way from the document's root to a value."""


class Document:
    """Plain data from a YAML file, and where each value and key of it stands."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.data: Any = None
        self.values: dict[Where, tuple[int, int]] = {}
        self.keys: dict[Where, tuple[int, int]] = {}

    def position(self, where: Where, of_key: bool = False) -> tuple[int, int]:
        """Line and column, from 1, of the value (or key) at `where`, or of the nearest known place around it."""
        marks = self.keys if of_key else self.values
        while where and where not in marks:
            where = where[:-1]
        return marks.get(where, (1, 1))

    def value(self, where: Where) -> Any:
        """The value at `where`; raises KeyError, IndexError or TypeError where there is none."""
        found = self.data
        for key in where:
            found = found[key]
        return found


def load_yaml(file: Path) -> Document:
    """The document in `file`; raises UnusableFile with line and column for whatever is not plain, strict YAML."""
    text = _read(file)
    document = Document(file)
    loader: type = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        _Builder(document, yaml.parse(text, Loader=loader)).build()
    except yaml.MarkedYAMLError as error:
        problem = error.problem or "not YAML"
        _fail_at(file, error.problem_mark or error.context_mark, f"not YAML: {problem}")
    return document


def _read(file: Path) -> str:
    try:
        data = read_regular(file, MAX_BYTES + 1)
    except FileNotFoundError:
        raise UnusableFile(file, "", "there is no such file") from None
    except OSError as error:
        raise UnusableFile(file, "", f"cannot be read: {error.strerror}") from None
    if len(data) > MAX_BYTES:
        raise UnusableFile(file, "", f"is larger than {MAX_BYTES // 1000} kB")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UnusableFile(file, _end_of(data[: error.start].decode("utf-8-sig")), "not UTF-8") from None
    unreadable = _UNREADABLE.search(text)
    if unreadable:
        problem = f"not YAML: the character U+{ord(unreadable.group()):04X} is not allowed"
        raise UnusableFile(file, _end_of(text[: unreadable.start()]), problem)
    return text


def _end_of(text: str) -> str:
    """Where the character behind `text` stands."""
    return f"line {text.count(chr(10)) + 1}, column {len(text) - text.rfind(chr(10))}"


def _fail_at(file: Path, mark: Any, problem: str) -> NoReturn:
    place = f"line {mark.line + 1}, column {mark.column + 1}" if mark else ""
    raise UnusableFile(file, place, problem)


class _Builder:
    """Builds plain data from parser events, keeping the place of everything."""

    def __init__(self, document: Document, events: Iterator[Any]) -> None:
        self._document = document
        self._events = events

    def build(self) -> None:
        for event in self._events:
            if isinstance(event, yaml.DocumentStartEvent):
                self._document.data = self._value((), next(self._events))
                break
        for event in self._events:
            if isinstance(event, yaml.DocumentStartEvent):
                self._fail(event, "a second document; one file holds one")

    def _value(self, where: Where, event: Any) -> Any:
        self._document.values[where] = _line_and_column(event)
        if isinstance(event, yaml.AliasEvent) or event.anchor is not None:
            self._fail(event, "anchors and aliases are not allowed; write the value out")
        if event.tag is not None:
            self._fail(event, f"tags are not allowed ({event.tag})")
        if len(where) > MAX_LEVELS:
            self._fail(event, f"nested more than {MAX_LEVELS} levels deep")
        if isinstance(event, yaml.ScalarEvent):
            return event.value if event.style else self._plain(event)
        return self._mapping(where) if isinstance(event, yaml.MappingStartEvent) else self._sequence(where)

    def _mapping(self, where: Where) -> dict[str, Any]:
        built: dict[str, Any] = {}
        event: Any
        while not isinstance(event := next(self._events), yaml.MappingEndEvent):
            if not isinstance(event, yaml.ScalarEvent) or event.anchor is not None or event.tag is not None:
                self._fail(event, "a key must be plain text")
            key = event.value
            self._document.keys[(*where, key)] = _line_and_column(event)
            if key in built:
                self._fail(event, f"the key {key!r} stands twice")
            built[key] = self._value((*where, key), next(self._events))
        return built

    def _sequence(self, where: Where) -> list[Any]:
        built: list[Any] = []
        while not isinstance(event := next(self._events), yaml.SequenceEndEvent):
            built.append(self._value((*where, len(built)), event))
        return built

    def _plain(self, event: Any) -> Any:
        text = event.value
        if text in _WORDS:
            return _WORDS[text]
        if _INTEGER.fullmatch(text):
            return int(text)
        return float(text) if _FLOAT.fullmatch(text) else text

    def _fail(self, event: Any, problem: str) -> NoReturn:
        _fail_at(self._document.file, event.start_mark, problem)


def _line_and_column(event: Any) -> tuple[int, int]:
    return event.start_mark.line + 1, event.start_mark.column + 1


_UNREADABLE = re.compile(r"[^\t\n\r -~\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What is no character of YAML (YAML 1.2, section 5.1)."""
_WORDS = {"": None, "~": None, "null": None, "true": True, "false": False}
_INTEGER = re.compile(r"[+-]?[0-9]{1,18}")
_FLOAT = re.compile(r"[+-]?(?:[0-9]{1,300}\.[0-9]{0,300}|\.[0-9]{1,300}|[0-9]{1,18}(?=[eE]))(?:[eE][+-]?[0-9]{1,2})?")
