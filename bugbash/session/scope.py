"""The scope: which addresses a session may reach. One policy, asked by every layer that could reach one."""

import ipaddress
from collections.abc import Iterable
from urllib.parse import urlsplit

from bugbash.charter.address import origin

_SOCKETS = {"ws": "http", "wss": "https"}
_LOCAL = ("about:", "data:", "blob:", "javascript:")
"""Schemes that reach nothing: what they hold is already in the page."""


class Scope:
    """The origins that a session may reach.

    An address that a page holds in itself (`data:`, `blob:`, `about:`) reaches nothing and is inside; every other
    scheme but http, https, ws and wss is outside.
    """

    def __init__(self, addresses: Iterable[str]) -> None:
        self._origins = frozenset(origin(address) for address in addresses)
        if not self._origins:
            raise ValueError("a scope names at least one origin")

    @property
    def origins(self) -> frozenset[str]:
        return self._origins

    def allows(self, address: str) -> bool:
        """Whether `address` may be reached."""
        if address.startswith(_LOCAL):
            return True
        try:
            parts = urlsplit(address)
            scheme = _SOCKETS.get(parts.scheme, parts.scheme)
            if scheme not in ("http", "https") or "@" in parts.netloc or not parts.hostname:
                return False
            return origin(parts._replace(scheme=scheme).geturl()) in self._origins
        except ValueError:  # brackets that do not close, or a port that is no number
            return False

    def allows_host(self, host: str, port: int) -> bool:
        """Whether a connection to `host` and `port` serves some origin of the scope."""
        name = f"[{host}]" if ":" in host else host
        return any(self.allows(f"{scheme}://{name}:{port}") for scheme in ("http", "https"))

    def may_resolve_to(self, host: str, address: str) -> bool:
        """Whether a name of the scope may lead to `address`.

        A name that leads to this machine or to a private network is refused unless the scope spells a private
        address or a local name itself: else a public name could be pointed at an inner service.
        """
        if is_public(address):
            return True
        return not _is_public_name(host)


def is_public(address: str) -> bool:
    """Whether an IP address belongs to the public internet."""
    ip = ipaddress.ip_address(address.partition("%")[0])
    mapped = getattr(ip, "ipv4_mapped", None)
    return (mapped or ip).is_global


def _is_public_name(host: str) -> bool:
    try:
        return is_public(host)
    except ValueError:
        local = (".localhost", ".local", ".internal", ".test", ".lan", ".home.arpa")
        return "." in host and not host.endswith(local)
