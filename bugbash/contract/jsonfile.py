"""Reading JSON that another program may have written, and replacing a file atomically."""

import json
import math
import os
import re
import secrets
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NoReturn

from bugbash.contract.regular import read_regular
from bugbash.errors import UnusableFile

MAX_BYTES = 16 * 2**20
"""A run of twelve steps comes to some hundred kB; a file of more than this was not written by a bash."""

MAX_DEPTH = 100

_TOKEN = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[^\s,:\[\]{}"]+')


def read_json(path: Path) -> dict[str, Any]:
    """The JSON object in `path`.

    Raises UnusableFile for anything else: not there, too large, not UTF-8, torn, nested too deep, no object, with
    a duplicate key, or with NaN or a number that comes to an infinity.
    """
    text = _read_text(path)
    fail = _failer(path)

    def no_number(token: str) -> NoReturn:
        fail(_place_of(token, text), f"{token} is no JSON number")

    def finite(token: str) -> float:
        number = float(token)
        if math.isinf(number):
            fail(_place_of(token, text), f"{token} is larger than any number kept here")
        return number

    try:
        value = json.loads(text, parse_constant=no_number, parse_float=finite, object_pairs_hook=_pairs(fail))
    except json.JSONDecodeError as error:
        fail(f"line {error.lineno}, column {error.colno}", f"not JSON: {error.msg}")
    except ValueError:  # a whole number of more digits than Python converts
        fail("", "holds a whole number of thousands of digits")
    except RecursionError:
        fail("", f"nested more than {MAX_DEPTH} deep")
    _check_depth(fail, value)
    if not isinstance(value, dict):
        fail("", f"must hold a JSON object, not {_json_type(value)}")
    result: dict[str, Any] = value
    return result


def write_atomically(path: Path, data: bytes) -> None:
    """Replace `path` by `data` so that a reader, or a crash, meets the old file or the new one, never a part.

    Raises OSError where the folder cannot be written; `path` is then as it was.
    """
    beside = path.with_name(f".{path.name}.{secrets.token_hex(4)}.tmp")
    try:
        with beside.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def to_json(value: Any) -> str:
    """`value` as indented JSON in which NaN is refused and no lone surrogate survives."""
    text = json.dumps(value, ensure_ascii=False, indent=2, allow_nan=False)
    return text.encode("utf-8", "replace").decode("utf-8")


def _read_text(path: Path) -> str:
    fail = _failer(path)
    try:
        data = read_regular(path, MAX_BYTES + 1)
    except FileNotFoundError:
        fail("", "there is no such file")
    except OSError as error:
        fail("", f"cannot be read: {error.strerror}")
    if len(data) > MAX_BYTES:
        fail("", f"is larger than {MAX_BYTES // 2**20} MiB")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        fail(f"byte {error.start}", "not UTF-8")


def _place_of(token: str, text: str) -> str:
    """Line and column, from 1, of the first `token` in the JSON `text` that stands outside a string."""
    start = next((match.start() for match in _TOKEN.finditer(text) if match.group() == token), 0)
    return f"line {text.count(chr(10), 0, start) + 1}, column {start - text.rfind(chr(10), 0, start)}"


def _check_depth(fail: Callable[[str, str], NoReturn], value: Any) -> None:
    level = [value]
    for _ in range(MAX_DEPTH):
        level = [inner for item in level for inner in _children(item)]
        if not level:
            return
    fail("", f"nested more than {MAX_DEPTH} deep")


def _children(item: Any) -> Iterable[Any]:
    if isinstance(item, dict):
        return item.values()
    return item if isinstance(item, list) else ()


def _pairs(fail: Callable[[str, str], NoReturn]) -> Callable[[list[tuple[str, Any]]], dict[str, Any]]:
    def build(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        built = dict(pairs)
        if len(built) < len(pairs):
            twice = next(name for name, times in Counter(name for name, _ in pairs).items() if times > 1)
            fail("", f"the key {twice!r} stands twice in one object")
        return built

    return build


def _failer(path: Path) -> Callable[[str, str], NoReturn]:
    def fail(place: str, problem: str) -> NoReturn:
        raise UnusableFile(path, place, problem)

    return fail


def _json_type(value: Any) -> str:
    names = {list: "an array", str: "a text", bool: "a boolean", int: "a number", float: "a number"}
    return names.get(type(value), "null")
