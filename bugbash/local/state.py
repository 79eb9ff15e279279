"""What is remembered of a background server: one file, `state.json`, in its folder."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from bugbash.contract.jsonfile import read_json
from bugbash.errors import UnusableFile
from bugbash.local.home import write_private

STATE = "state.json"


@dataclass(frozen=True)
class State:
    """A server as it was last started; it may have ended since."""

    pid: int
    born: float
    """Seconds after the machine's start at which the process began."""
    since: str
    """ISO 8601, UTC."""
    command: list[str]
    ports: dict[str, int]
    address: dict[str, str]
    """Where it answers, and with which keys; the file is readable by its owner only."""


def read(folder: Path) -> State | None:
    """The state in `folder`; None where no server was ever started there. Raises UnusableFile for another's file."""
    path = folder / STATE
    if not path.exists():
        return None
    data = read_json(path)
    if not _fits(data):
        raise UnusableFile(path, "", "is no state of a server: remove it, and end what it may have started")
    return State(**{name: data[name] for name in State.__dataclass_fields__})


def write(folder: Path, state: State) -> None:
    """Replace the state in `folder`, with mode 0600."""
    write_private(folder / STATE, asdict(state))


def _fits(data: Mapping[str, Any]) -> bool:
    kinds = {"pid": int, "born": float, "since": str, "command": list, "ports": dict, "address": dict}
    return all(isinstance(data.get(name), kind) for name, kind in kinds.items())
