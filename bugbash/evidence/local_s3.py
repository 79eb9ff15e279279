"""The S3 server that `bugbash local` keeps on this machine, as its state file describes it."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from bugbash.contract.jsonfile import read_json
from bugbash.errors import UnusableFile
from bugbash.evidence.store import StoreUnavailable


@dataclass(frozen=True)
class LocalS3:
    """Address and keys of the server on this machine."""

    endpoint: str
    bucket: str
    access_key: str
    secret_key: str = field(repr=False)


def local_s3(environment: Mapping[str, str] = os.environ) -> LocalS3:
    """The server that was last started; raises StoreUnavailable where none ever was.

    The file is written by bugbash.local (see its home and s3 modules), which this layer does not import.
    """
    path = _home(environment) / "s3" / "state.json"
    if not path.is_file():
        raise StoreUnavailable("there is no local S3 server yet: start it with `bugbash local start --only s3`")
    address = read_json(path).get("address")
    fields = ("endpoint", "bucket", "access_key", "secret_key")
    if not isinstance(address, dict) or not all(isinstance(address.get(name), str) for name in fields):
        raise UnusableFile(path, "address", "says no address and keys: start it anew with `bugbash local start`")
    return LocalS3(**{name: address[name] for name in fields})


def _home(environment: Mapping[str, str]) -> Path:
    own = environment.get("BUGBASH_HOME")
    if own:
        return Path(own).expanduser()
    data = environment.get("XDG_DATA_HOME")
    return (Path(data) if data else Path.home() / ".local" / "share") / "bugbash"
