"""Addresses of web apps, and the origins that they belong to."""

import ipaddress
from urllib.parse import urlsplit


def is_address(text: str) -> bool:
    """Whether `text` is an http or https address, without user name."""
    try:
        parts = urlsplit(text)
        usable = parts.scheme in ("http", "https") and bool(parts.hostname) and "@" not in parts.netloc
        return usable and parts.port != 0 and bool(origin(text))
    except ValueError:  # brackets that do not close, or a port that is no number
        return False


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
