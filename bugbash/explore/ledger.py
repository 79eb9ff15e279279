"""The ledger: what the charters of one bash confirmed, so that the next to meet it need not start from nothing."""

import asyncio

from bugbash.explore.confirm import Confirmation


class Ledger:
    """Confirmations by fingerprint, shared by the charters that run at the same time in one process."""

    def __init__(self) -> None:
        self._entries: dict[str, asyncio.Future[Confirmation | None]] = {}

    def is_under_way(self, key: str) -> bool:
        """Whether some charter is looking into it now."""
        entry = self._entries.get(key)
        return entry is not None and not entry.done()

    def claim(self, key: str) -> bool:
        """Take it on, so that no other charter looks into it at the same time; False where one has or does."""
        entry = self._entries.get(key)
        if entry is not None and (not entry.done() or entry.result() is not None):
            return False
        self._entries[key] = asyncio.get_running_loop().create_future()
        return True

    def settle(self, key: str, confirmation: Confirmation | None) -> None:
        """Say what came of what was claimed; None where it did not show, so that another may try."""
        entry = self._entries[key]
        if not entry.done():
            entry.set_result(confirmation)

    async def known(self, key: str) -> Confirmation | None:
        """What is known of it, once whoever looks into it is done; None where it did not show."""
        entry = self._entries.get(key)
        return None if entry is None else await asyncio.shield(entry)
