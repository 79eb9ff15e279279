"""Secrets: resolved where they are, and masked in every encoding."""

import base64
import html
import json
import os
import string
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote, quote_plus

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bugbash.contract.credentials import MASK
from bugbash.session.secrets import SecretMissing, Secrets

NASTY = "p!ä's \"<&>\\/~*(x)+=%"


async def resolved(value: str) -> Secrets:
    """Secrets that know this value."""

    async def block(_: str) -> str:
        return value

    found = Secrets({"key": "prefect:any"}, Path(), block)
    await found.resolve("key")
    return found


async def test_a_secret_comes_from_the_environment_a_file_or_a_block(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def block(name: str) -> str:
        return f"block {name}"

    monkeypatch.setenv("APP_KEY", " spaces kept ")
    (tmp_path / "key.txt").write_bytes(b"from a file\r\n\n")
    secrets = Secrets({"env": "env:APP_KEY", "file": "file:key.txt", "block": "prefect:app-key"}, tmp_path, block)
    assert await secrets.resolve("env") == " spaces kept "
    assert await secrets.resolve("file") == "from a file"
    assert await secrets.resolve("block") == "block app-key"
    assert secrets.values == [" spaces kept ", "from a file", "block app-key"]


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("env:BUGBASH_TEST_NOT_SET", "the secret key is not set: environment variable BUGBASH_TEST_NOT_SET"),
        ("env:BUGBASH_TEST_EMPTY", "the secret key is empty (env:BUGBASH_TEST_EMPTY)"),
        ("file:none.txt", "No such file or directory"),
        ("file:.", "Is a directory"),
        ("file:latin.txt", "not UTF-8"),
        ("file:empty.txt", "is empty"),
        ("prefect:key", "is in a Prefect block, and there is no Prefect here"),
    ],
)
async def test_a_secret_that_cannot_be_resolved_is_named_with_its_source(
    source: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BUGBASH_TEST_EMPTY", "")
    (tmp_path / "latin.txt").write_bytes(b"caf\xe9")
    (tmp_path / "empty.txt").write_bytes(b"\n")
    secrets = Secrets({"key": source}, tmp_path)
    with pytest.raises(SecretMissing) as missing:
        await secrets.resolve("key")
    assert words in str(missing.value)
    assert "caf" not in str(missing.value)


async def test_an_undeclared_secret_is_named() -> None:
    with pytest.raises(SecretMissing, match="the secret pw is not declared"):
        await Secrets({}, Path()).resolve("pw")


async def test_a_value_that_changed_meanwhile_is_still_masked(tmp_path: Path) -> None:
    secrets = Secrets({"key": "file:key.txt"}, tmp_path)
    for value in ("first-value", "second-value"):
        (tmp_path / "key.txt").write_text(value, "utf-8")
        await secrets.resolve("key")
    assert secrets.scrub("first-value, second-value") == f"{MASK}, {MASK}"


def _javascript(value: str, kept: str) -> str:
    """As `encodeURIComponent` (with `kept` more characters) writes it."""
    return quote(value, safe="!'()*~" + kept)


ENCODINGS: dict[str, Callable[[str], str]] = {
    "raw": lambda v: v,
    "percent, all": lambda v: quote(v, safe=""),
    "percent, path": quote,
    "percent, small letters": lambda v: _small(quote(v, safe="")),
    "form": quote_plus,
    "encodeURIComponent": lambda v: _javascript(v, ""),
    "encodeURI": lambda v: _javascript(v, ";/?:@&=+$,#"),
    "URLSearchParams": lambda v: quote_plus(v, safe="*").replace("~", "%7E"),
    "JSON": json.dumps,
    "JSON, for HTML": lambda v: json.dumps(v).replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026"),
    "JSON, PHP's": lambda v: json.dumps(v).replace("/", "\\/"),
    "JSON, plain letters": lambda v: json.dumps(v, ensure_ascii=False),
    "HTML text": lambda v: html.escape(v, quote=False),
    "HTML, Python's": html.escape,
    "HTML, attribute": lambda v: (
        v.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;").replace(">", "&gt;")
    ),
    "HTML, old attribute": lambda v: v.replace("&", "&amp;").replace('"', "&quot;"),
    "Base64": lambda v: base64.b64encode(v.encode()).decode(),
    "Base64, 1 before": lambda v: base64.b64encode(b"a" + v.encode() + b"z").decode(),
    "Base64, 2 before": lambda v: base64.b64encode(b"ab" + v.encode() + b"z").decode(),
    "Base64, basic": lambda v: base64.b64encode(b"amy:" + v.encode()).decode(),
    "Base64, for addresses": lambda v: base64.urlsafe_b64encode(b"ab" + v.encode()).decode(),
}


def _small(text: str) -> str:
    parts = text.split("%")
    return "%".join([parts[0], *(part[:2].lower() + part[2:] for part in parts[1:])])


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("value", ["hunter22", NASTY, "päss wörd ~ 100%", "?>?>?>?>ÿÿÿ", "a&b'c", "it's", "k=v;w"])
async def test_a_secret_is_masked_in_every_encoding(value: str, encoding: str) -> None:
    secrets = await resolved(value)
    text = f"before {ENCODINGS[encoding](value)} after"
    for scrubbed in (secrets.scrub(text), secrets.scrub_bytes(text.encode()).decode()):
        assert MASK in scrubbed or len(value.encode()) < 6, scrubbed
        assert value not in scrubbed
        assert scrubbed.startswith("before ")
        assert scrubbed.endswith(" after")
        if "Base64" not in encoding:
            assert scrubbed.strip('"').replace('"', "") == f"before {MASK} after"


_letters = st.text(string.printable + "äß€😀", min_size=6, max_size=30)


@given(value=_letters, before=st.binary(max_size=7), after=st.binary(max_size=7))
async def test_no_alignment_of_base64_keeps_a_secret(value: str, before: bytes, after: bytes) -> None:
    secrets = await resolved(value)
    encoded = base64.b64encode(before + value.encode() + after).decode()
    scrubbed = secrets.scrub(encoded)
    assert MASK in scrubbed
    kept = sum(len(part) for part in scrubbed.split(MASK))
    assert kept <= (len(before) + len(after)) * 4 / 3 + 8


async def test_a_value_that_would_shred_every_text_is_not_masked() -> None:
    secrets = await resolved("ab")
    assert secrets.forms() == []
    assert secrets.scrub("abba") == "abba"


async def test_longer_forms_are_masked_first() -> None:
    secrets = await resolved("a b c d")
    forms = secrets.forms()
    assert forms == sorted(forms, key=len, reverse=True)
    assert secrets.scrub("x=a%20b%20c%20d") == f"x={MASK}"


async def test_nothing_resolved_masks_nothing() -> None:
    assert Secrets({"key": "env:HOME"}, Path()).scrub("text") == "text"


@pytest.mark.timeout(10)
async def test_a_file_that_never_ends_or_never_begins_is_no_secret(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for place in ("pipe", "/dev/zero", "a\0b"):
        with pytest.raises(SecretMissing, match="the secret key cannot be read: "):
            await Secrets({"key": f"file:{place}"}, tmp_path).resolve("key")
