"""Addresses that a report may link to."""

from pathlib import PurePosixPath
from urllib.parse import quote, urlsplit

_SAFE = "/-._~+,=@"


def local(path: str, base: str = "") -> str | None:
    """The link to the file `path`, behind `base`; None unless it is relative and stays inside.

    `base` leads from the report to the bash directory, and is ours; empty where they are the same. Everything in
    `path` that could be read as a scheme, a query or a fragment is encoded.
    """
    parts = PurePosixPath(path.replace("\\", "/"))
    if not path.strip() or parts.is_absolute() or ".." in parts.parts or path.startswith(("\\", "/")):
        return None
    try:
        encoded = quote(path, safe=_SAFE, errors="surrogateescape")
    except UnicodeEncodeError:  # a text that no file can be named by
        return None
    return f"{quote(base, safe=_SAFE).rstrip('/')}/{encoded}" if base else encoded


def web(address: str) -> str | None:
    """`address` where it is http or https and carries neither a query, which may be a signature, nor a user name."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return None
    is_plain = parts.scheme in ("http", "https") and parts.hostname and "@" not in parts.netloc
    return parts._replace(query="", fragment="").geturl() if is_plain else None
