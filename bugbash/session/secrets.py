"""Secrets: resolved at the moment of typing, and remembered only so that they can be masked."""

import base64
import json
import os
import re
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from urllib.parse import quote

from bugbash.contract.credentials import MASK
from bugbash.contract.regular import read_regular

LEAST_MASKED = 3
"""Characters below which masking a value would shred every text."""
MOST_BYTES = 64_000
"""Of a secret's file that are read; nobody types more."""


class SecretMissing(Exception):
    """A secret that cannot be resolved; the message names it and its source, never a value."""


class Secrets:
    """The named secrets of a bash, and every value of them that was resolved so far.

    `read_block` reads a Prefect Secret block by name; the layer that knows Prefect hands it in.
    """

    def __init__(
        self,
        sources: Mapping[str, str],
        base: Path,
        read_block: Callable[[str], Awaitable[str]] | None = None,
    ) -> None:
        self._sources = dict(sources)
        self._base = base
        self._read_block = read_block
        self._values: list[str] = []

    async def resolve(self, name: str) -> str:
        """The value of the secret `name`; raises SecretMissing where it has none."""
        source = self._sources.get(name)
        if source is None:
            raise SecretMissing(f"the secret {name} is not declared")
        kind, _, where = source.partition(":")
        value = await self._read(name, kind, where)
        if not value:
            raise SecretMissing(f"the secret {name} is empty ({source})")
        if value not in self._values:
            self._values.append(value)
        return value

    @property
    def values(self) -> list[str]:
        """The values resolved so far."""
        return list(self._values)

    def scrub(self, text: str) -> str:
        """`text` with every resolved secret masked, in each encoding that a page or a log may put it into."""
        for form in self.forms():
            text = text.replace(form, MASK)
        return text

    def scrub_bytes(self, data: bytes) -> bytes:
        """As `scrub`, on bytes."""
        for form in self.forms():
            data = data.replace(form.encode(), MASK.encode())
        return data

    def forms(self) -> list[str]:
        """Every encoding of every resolved value, the longest first."""
        found = {form for value in self._values if len(value) >= LEAST_MASKED for form in _forms(value)}
        return sorted(found, key=len, reverse=True)

    async def _read(self, name: str, kind: str, where: str) -> str:
        if kind == "env":
            if where not in os.environ:
                raise SecretMissing(f"the secret {name} is not set: environment variable {where}")
            return os.environ[where]
        if kind == "file":
            path = self._base / where
            try:
                return read_regular(path, MOST_BYTES).decode("utf-8").rstrip("\r\n")
            except (OSError, UnicodeDecodeError) as error:
                reason = error.strerror if isinstance(error, OSError) else "not UTF-8"
                raise SecretMissing(f"the secret {name} cannot be read: {path}: {reason}") from None
        if self._read_block is None:
            raise SecretMissing(f"the secret {name} is in a Prefect block, and there is no Prefect here")
        return await self._read_block(where)


_URL_SAFE = (
    "",
    "/",
    "*",  # a form's (URL Standard, application/x-www-form-urlencoded)
    "!'()*",  # encodeURIComponent
    "!'()*;/?:@&=+$,#",  # encodeURI
    "!$%&()*+,/:;=?@[\\]^`{|}",  # written into a query as it is (URL Standard, special-query percent-encode set)
    "!$%&'()*+,/:;=@[\\]|",  # or into a path
)
"""Characters that one encoder or another leaves as they are in an address."""
_QUOTES = (
    ('"', "'"),
    ("&quot;", "'"),
    ("&quot;", "&#x27;"),
    ("&quot;", "&#39;"),
    ("&quot;", "&#039;"),
    ("&#34;", "&#39;"),
)
"""What HTML writers make of quotation marks and apostrophes."""


def _forms(value: str) -> set[str]:
    """The encodings of `value`: raw, and as addresses, forms, JSON, HTML and Base64 hold it."""
    forms = {value, *_in_addresses(value), *_in_json(value), *_in_html(value), *_in_base64(value.encode())}
    return {form for form in forms if len(form) >= LEAST_MASKED}


def _in_addresses(value: str) -> set[str]:
    encoded = {quote(value, safe=safe) for safe in _URL_SAFE}
    encoded |= {form.replace("~", "%7E") for form in encoded}
    encoded |= {form.replace("%20", "+") for form in encoded}
    return encoded | {re.sub("%[0-9A-F]{2}", lambda escape: escape[0].lower(), form) for form in encoded}


def _in_json(value: str) -> set[str]:
    written = {json.dumps(value, ensure_ascii=ascii_only)[1:-1] for ascii_only in (True, False)}
    written |= {form.replace("/", "\\/") for form in written}
    return written | {
        re.sub(marks, lambda mark: f"\\u{ord(mark[0]):04x}", form)
        for form in written
        for marks in ("[<>&]", "[<>&']")
    }


def _in_html(value: str) -> set[str]:
    escaped = value.replace("&", "&amp;")
    bodies = (escaped, escaped.replace("<", "&lt;").replace(">", "&gt;"))
    return {body.replace('"', mark).replace("'", apostrophe) for body in bodies for mark, apostrophe in _QUOTES}


def _in_base64(raw: bytes) -> set[str]:
    """Both alphabets, in the three alignments that a value may have; none for one too short to tell."""
    if len(raw) < 6:
        return set()
    forms = set()
    for shift in range(3):
        encoded = base64.b64encode(b"\0" * shift + raw).decode().rstrip("=")
        # The characters at the seams depend on neighbours; the middle is the same wherever the value stands.
        start = (0, 2, 3)[shift]
        whole = encoded[start : (len(raw) + shift) * 8 // 6]
        forms |= {whole, whole.replace("+", "-").replace("/", "_")}
    return forms
