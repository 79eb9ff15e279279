"""The folder in which the background servers keep everything: data, logs, keys and state."""

import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from bugbash.contract.jsonfile import to_json, write_atomically
from bugbash.errors import Unusable


def home(environment: Mapping[str, str] = os.environ) -> Path:
    """`BUGBASH_HOME`, else `bugbash` under `XDG_DATA_HOME`, else under ~/.local/share; not made yet.

    bugbash.evidence.local_s3 finds the S3 server's state file under the same folder.
    """
    own = environment.get("BUGBASH_HOME")
    if own:
        return Path(own).expanduser().absolute()
    data = environment.get("XDG_DATA_HOME")
    return (Path(data) if data else Path.home() / ".local" / "share").absolute() / "bugbash"


def private_folder(path: Path) -> Path:
    """`path`, made where it was missing, and open to nobody but its owner (mode 0700).

    Raises Unusable where it cannot be made so.
    """
    try:
        path.mkdir(parents=True, exist_ok=True)
        path.chmod(0o700)
    except OSError as error:
        raise Unusable(f"{path}: {error.strerror}: set BUGBASH_HOME to a folder of your own") from error
    return path


def write_private(path: Path, value: object) -> None:
    """Replace `path` by `value` as JSON, with mode 0600; its folder is a private one, so none sees it before."""
    write_atomically(path, to_json(value).encode())
    path.chmod(0o600)


def size_of(folder: Path) -> int:
    """Bytes of all files under `folder`; what disappears meanwhile is not counted."""
    return sum(_sizes(folder))


def _sizes(folder: Path) -> Iterator[int]:
    for path in folder.rglob("*"):
        with suppress(OSError):
            found = path.lstat()
            if not path.is_dir():
                yield found.st_size
