"""Addresses of web apps, and the origins that they belong to."""

import ipaddress
import re
from urllib.parse import urlsplit

_NO_HOST = re.compile(r"[\s%<>^|\\\"`{}]")
"""What no host name holds (URL Standard, forbidden host code points), as far as Python's parser lets it pass."""
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
_MOST_NAME, _MOST_LABEL = 253, 63
"""Characters of a host name, and of each of its parts (RFC 1035)."""


def is_address(text: str) -> bool:
    """Whether `text` is an http or https address, without user name."""
    try:
        parts = urlsplit(text)
        usable = parts.scheme in ("http", "https") and "@" not in parts.netloc and not _CONTROL.search(text)
        return usable and parts.port != 0 and bool(origin(text)) and _is_host(parts.hostname or "")
    except ValueError:  # brackets that do not close, or a port that is no number
        return False


def _is_host(name: str) -> bool:
    if ":" in name:
        return "%" not in name  # a zone is this machine's own word: browsers take none
    ascii_name = _host(name).removesuffix(".")
    labels = ascii_name.split(".")
    fits = len(ascii_name) <= _MOST_NAME and all(0 < len(label) <= _MOST_LABEL for label in labels)
    return fits and not _NO_HOST.search(name)


def origin(address: str) -> str:
    """Scheme, host and port of an address as a browser spells them, the default port left out.

    Raises ValueError where it has none: brackets that do not close, a port that is no number.
    """
    parts = urlsplit(address)
    default = {"http": 80, "https": 443}.get(parts.scheme)
    port = f":{parts.port}" if parts.port and parts.port != default else ""
    return f"{parts.scheme}://{_host(parts.hostname or '')}{port}"


def _host(name: str) -> str:
    if ":" in name:
        return f"[{ipaddress.IPv6Address(name)}]"
    return name if name.isascii() else name.encode("idna").decode("ascii")
