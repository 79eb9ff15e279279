"""Free ports on loopback."""

import random
import socket
from collections.abc import Iterable, Mapping

from bugbash.errors import Unusable

LOOPBACK = "127.0.0.1"

_FIRST, _LAST = 20_000, 32_000
"""Below what systems hand out for outgoing connections, so that a port kept for long is seldom taken."""


def choose(names: Iterable[str], kept: Mapping[str, int]) -> dict[str, int]:
    """A free port for each name: the one it had before where that is still free."""
    chosen: dict[str, int] = {}
    for name in names:
        before = kept.get(name)
        free = before is not None and before not in chosen.values() and is_free(before)
        chosen[name] = before if before is not None and free else _another(set(chosen.values()))
    return chosen


def is_free(port: int) -> bool:
    """Whether a server could listen on `port` of loopback now."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((LOOPBACK, port))
        except OSError:
            return False
    return True


def _another(taken: set[int]) -> int:
    for port in random.sample(range(_FIRST, _LAST), 200):
        if port not in taken and is_free(port):
            return port
    raise Unusable(f"no free port from {_FIRST} to {_LAST} on {LOOPBACK}: end something that listens there")
