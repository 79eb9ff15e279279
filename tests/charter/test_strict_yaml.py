"""The strict loader: what it reads, and what it refuses with file, line and column."""

import os
import time
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bugbash.charter.strict_yaml import MAX_BYTES, load_yaml
from bugbash.errors import UnusableFile

from .files import written


def read(folder: Path, text: str | bytes) -> Any:
    return load_yaml(written(folder, text)).data


@pytest.mark.parametrize(
    ("text", "line", "column", "words"),
    [
        (b"a: 1\x00b", 1, 5, "the character U+0000 is not allowed"),
        ("a: 1\nb: \x07", 2, 4, "the character U+0007 is not allowed"),
        ("a: ä\ufffe", 1, 5, "the character U+FFFE is not allowed"),
        (b"a: 1\nb: \xc3\xa4 caf\xe9\n", 2, 9, "not UTF-8"),
        ("a: [1\n", 2, 1, "not YAML: did not find expected ',' or ']'"),
        ("\ta: 1", 1, 1, "not YAML"),
        ("a: b: c", 1, 5, "not YAML: mapping values are not allowed in this context"),
        ("a: &x 1", 1, 4, "anchors and aliases are not allowed"),
        ("a: *x", 1, 4, "anchors and aliases are not allowed"),
        ("&x a: 1", 1, 1, "a key must be plain text"),
        ("a: !!str 1", 1, 4, "tags are not allowed (tag:yaml.org,2002:str)"),
        ("a: !python/object:os.system {}", 1, 4, "tags are not allowed"),
        ("!!map\na: 1", 1, 1, "tags are not allowed"),
        ("!!str a: 1", 1, 1, "a key must be plain text"),
        ("a: 1\n'a': 2", 2, 1, "the key 'a' stands twice"),
        ("a: {b: {c: 1, d: 2, c: 3}}", 1, 21, "the key 'c' stands twice"),
        ("a: 1\n---\nb: 2", 2, 1, "a second document; one file holds one"),
        ("? [a]\n: 1", 1, 3, "a key must be plain text"),
        ("? {a: 1}\n: 1", 1, 3, "a key must be plain text"),
        ("a: " + "[" * 25 + "]" * 25, 1, 24, "nested more than 20 levels deep"),
        ("[" * 900, 1, 22, "nested more than 20 levels deep"),
        ("[" * 50_000, 1, 1001, "not YAML"),
    ],
)
def test_what_is_not_plain_strict_yaml_is_refused_at_its_place(
    text: str | bytes, line: int, column: int, words: str, tmp_path: Path
) -> None:
    with pytest.raises(UnusableFile) as refused:
        read(tmp_path, text)
    assert refused.value.file == str(tmp_path / "bash.yaml")
    assert refused.value.place == f"line {line}, column {column}"
    assert words in refused.value.problem


def test_twenty_levels_are_read(tmp_path: Path) -> None:
    assert read(tmp_path, "[" * 20 + "]" * 20) is not None


def test_a_file_of_more_than_64_kilobytes_is_refused_and_one_of_64_is_read(tmp_path: Path) -> None:
    comment = "a: 1\n#"
    assert read(tmp_path, comment + "x" * (MAX_BYTES - len(comment))) == {"a": 1}
    with pytest.raises(UnusableFile, match="larger than 64 kB"):
        read(tmp_path, comment + "x" * (MAX_BYTES - len(comment) + 1))


def test_a_file_that_is_not_there_or_is_a_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(UnusableFile, match=r"none\.yaml: there is no such file"):
        load_yaml(tmp_path / "none.yaml")
    with pytest.raises(UnusableFile, match="cannot be read"):
        load_yaml(tmp_path)


@pytest.mark.timeout(10)
def test_a_pipe_and_a_device_are_refused_and_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.yaml")
    for file in (tmp_path / "pipe.yaml", Path("/dev/zero")):
        with pytest.raises(UnusableFile, match="cannot be read: it is no regular file"):
            load_yaml(file)


@pytest.mark.parametrize(
    "text",
    ["\ufeffa: 1\nb: x\n", "a: 1\r\nb: x\r\n", "---\na: 1\nb: x\n...\n", "# c\na: 1 # d\nb: 'x'"],
    ids=["byte order mark", "CRLF", "document marks", "comments"],
)
def test_what_editors_make_of_a_file_is_read(text: str, tmp_path: Path) -> None:
    assert read(tmp_path, text) == {"a": 1, "b": "x"}


def test_an_empty_file_holds_nothing(tmp_path: Path) -> None:
    assert read(tmp_path, "# only a comment\n") is None


@pytest.mark.parametrize(
    ("scalar", "value"),
    [
        ("on", "on"),
        ("yes", "yes"),
        ("No", "No"),
        ("True", "True"),
        ("true", True),
        ("false", False),
        ("null", None),
        ("~", None),
        ("", None),
        ("'true'", "true"),
        ('"5"', "5"),
        ("12", 12),
        ("-3", -3),
        ("+1", 1),
        ("012", 12),
        ("0x1F", "0x1F"),
        ("1_000", "1_000"),
        ("1:30", "1:30"),
        ("1.50", 1.5),
        (".5", 0.5),
        ("1e3", 1000.0),
        (".inf", ".inf"),
        ("1e999", "1e999"),
        ("9" * 30, "9" * 30),
        ("2024-01-01", "2024-01-01"),
        ("|\n  two\n  lines", "two\nlines"),
    ],
)
def test_plain_scalars_are_those_of_yaml_1_2(scalar: str, value: object, tmp_path: Path) -> None:
    found = read(tmp_path, f"a: {scalar}")["a"]
    assert (found, type(found)) == (value, type(value))


def test_a_key_is_text_whatever_it_looks_like(tmp_path: Path) -> None:
    assert read(tmp_path, "on: 1\n12: 2\n<<: {null: 3}") == {"on": 1, "12": 2, "<<": {"null": 3}}


def test_every_value_and_key_keeps_its_place(tmp_path: Path) -> None:
    document = load_yaml(written(tmp_path, "a:\n  - x\n  - {b: 1,\n     c: 2}\n"))
    assert document.position(("a", 1, "c")) == (4, 9)
    assert document.position(("a", 1, "c"), of_key=True) == (4, 6)
    assert document.position(("a", 1, "none", "at", "all")) == (3, 5)
    assert document.value(("a", 1, "b")) == 1


_plain = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**15), 10**15) | st.text(st.characters(codec="utf-8"), max_size=12),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("abcé -", max_size=5), inner, max_size=3),
    max_leaves=12,
)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(_plain)
def test_what_a_yaml_writer_writes_is_read_back(tmp_path: Path, data: Any) -> None:
    assert read(tmp_path, yaml.safe_dump(data)) == data


_MARKS = "ab:-[]{},&*!?|>'\"%@`# \n\t\r~10.e\u0085\u2028\ufeff\x00"


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary(max_size=200) | st.text(st.sampled_from(_MARKS), max_size=60).map(str.encode))
def test_any_bytes_are_read_or_refused_in_one_line_and_at_once(tmp_path: Path, data: bytes) -> None:
    file = written(tmp_path, data)
    began = time.perf_counter()
    try:
        load_yaml(file)
    except UnusableFile as refused:
        assert "\n" not in str(refused)
        assert refused.place.startswith("line ")
    assert time.perf_counter() - began < 1
