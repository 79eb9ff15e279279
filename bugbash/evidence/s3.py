"""A store that is a bucket, or a part of one, on any server that speaks S3."""

import base64
import hashlib
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import boto3
import botocore.session
from botocore.config import Config
from botocore.exceptions import (
    BotoCoreError,
    ClientError,
    ConfigNotFound,
    ConfigParseError,
    CredentialRetrievalError,
    HTTPClientError,
    NoCredentialsError,
    PartialCredentialsError,
    ProfileNotFound,
    TokenRetrievalError,
)
from botocore.exceptions import ConnectionError as NotConnectedError

from bugbash.errors import Unusable
from bugbash.evidence.keys import check_key, check_prefix
from bugbash.evidence.local_s3 import LocalS3
from bugbash.evidence.s3_errors import explain, is_taken, is_unknown_header
from bugbash.evidence.store import (
    MOST_READ_BYTES,
    Entry,
    StoreConflict,
    Stored,
    StoreError,
    StoreMissing,
    StoreUnavailable,
    conflict,
    size_of,
)

if TYPE_CHECKING:
    from mypy_boto3_s3.client import S3Client
    from mypy_boto3_s3.type_defs import CompletedPartTypeDef

PART_BYTES: Final = 16 * 2**20
"""Above this a file goes in parts of this size; S3 takes 10,000 parts of at least 5 MiB."""

PROBE_KEY: Final = ".bugbash-probe"
_PROBE = b"bugbash asks with this file whether the store honours If-None-Match\n"
_PIECE: Final = 2**20
_RACES: Final = 3
_MANNERS: Final[dict[str, Any]] = {
    "connect_timeout": 5,
    "read_timeout": 30,
    "retries": {"total_max_attempts": 3, "mode": "standard"},
    # the SHA-256 that we send is checked by the server; what we read back is hashed here
    "request_checksum_calculation": "when_required",
    "response_checksum_validation": "when_required",
}
_ADVICE: Final = "check the network, and AWS_ENDPOINT_URL_S3 where it is not of AWS"
_NO_CREDENTIALS: Final = (
    NoCredentialsError,
    PartialCredentialsError,
    CredentialRetrievalError,
    TokenRetrievalError,
    ProfileNotFound,
    ConfigParseError,
    ConfigNotFound,
)


@dataclass(frozen=True)
class Preconditions:
    """Whether a server honours `If-None-Match: *`; where not, we look first and then put, which can race."""

    on_put: bool
    on_complete: bool


class S3Store:
    """Files under `prefix` of `bucket`.

    Every request has 5 s to connect, 30 s for an answer, and three attempts.
    """

    def __init__(self, bucket: str, prefix: str = "", *, server: LocalS3 | None = None, part_bytes: int = PART_BYTES):
        """`server` is the one on this machine, instead of what the AWS settings say. Raises StoreUnavailable where
        these do not hold together, Unusable for a prefix that is no key.
        """
        self._bucket = bucket
        self._prefix = f"{check_key(prefix)}/" if prefix else ""
        self._part_bytes = part_bytes
        self._advice = "start it with `bugbash local start`" if server else _ADVICE
        self._probing = threading.Lock()
        self._preconditions: Preconditions | None = None
        self._place = f"s3://{bucket}/{self._prefix}"
        try:
            self._client = _client(server)
        except BotoCoreError as error:
            raise _lost(self._place, error, _ADVICE) from error
        except ValueError:  # botocore's word for an endpoint that is no address; it may hold a password
            raise StoreUnavailable(
                f"{self._place}: the endpoint is no address: check AWS_ENDPOINT_URL_S3 and the profile"
            ) from None

    @property
    def preconditions(self) -> Preconditions:
        """What this server honours: found out once, by writing the probe file and a second time over it."""
        with self._probing:
            if self._preconditions is None:
                with self._asking(PROBE_KEY):
                    self._preconditions = Preconditions(self._probe_put(), self._probe_complete())
            return self._preconditions

    def check(self) -> None:
        self.preconditions  # noqa: B018 - to ask is to check

    def put(self, key: str, file: Path, sha256: str, media_type: str) -> Stored:
        name, uri = self._name(key), self.uri(key)
        kept = self.preconditions
        large = size_of(file) > self._part_bytes
        conditional = kept.on_complete if large else kept.on_put
        send = self._send_parts if large else self._send
        for _ in range(_RACES):  # a put that loses a race is answered 409 or 412; then the winner is looked at
            if not conditional and self.holds(key, sha256):
                return Stored(uri, already=True)
            try:
                with self._asking(key):
                    send(name, file, sha256, media_type, _create_only(conditional))
                return Stored(uri, already=False)
            except _Taken:
                if self.holds(key, sha256):
                    return Stored(uri, already=True)
        raise StoreUnavailable(f"{uri}: the store says that it is there and that it is not: try again later")

    def holds(self, key: str, sha256: str) -> bool:
        name = self._name(key)
        try:
            with self._asking(key):
                head = self._client.head_object(Bucket=self._bucket, Key=name, ChecksumMode="ENABLED")
        except StoreMissing:
            return False
        there = _recorded(head.get("ChecksumSHA256"), head.get("Metadata", {})) or self.digest(key)
        if there != sha256:
            raise conflict(self.uri(key), there, sha256)
        return True

    def read(self, key: str, limit: int = MOST_READ_BYTES) -> bytes:
        with self._asking(key), self._body(key) as body:
            data: bytes = body.read(limit + 1)
        if len(data) > limit:
            raise Unusable(f"{self.uri(key)}: is larger than {limit} bytes")
        return data

    def digest(self, key: str) -> str:
        digest = hashlib.sha256()
        with self._asking(key), self._body(key) as body:
            for piece in body.iter_chunks(_PIECE):
                digest.update(piece)
        return digest.hexdigest()

    def entries(self, prefix: str = "") -> Iterator[Entry]:
        pages = self._client.get_paginator("list_objects_v2").paginate(
            Bucket=self._bucket, Prefix=self._prefix + check_prefix(prefix)
        )
        with self._asking(prefix[:-1]):
            for page in pages:
                for item in page.get("Contents", []):
                    key = item["Key"].removeprefix(self._prefix)
                    if key.rpartition("/")[2] != PROBE_KEY:
                        yield Entry(key, item["Size"])

    def keys(self, prefix: str = "") -> Iterator[str]:
        return (entry.key for entry in self.entries(prefix))

    def uri(self, key: str) -> str:
        return f"s3://{self._bucket}/{self._name(key)}"

    def _name(self, key: str) -> str:
        return check_key(self._prefix + check_key(key))

    @contextmanager
    def _asking(self, key: str) -> Iterator[None]:
        place = f"{self._place}{key}"
        try:
            yield
        except ClientError as error:
            code, status = _answer(error)
            if is_taken(code, status):
                raise _Taken(place) from error
            raise explain(place, code, status) from error
        except BotoCoreError as error:
            raise _lost(place, error, self._advice) from error
        except OSError as error:
            raise Unusable(f"{error.filename or place}: cannot be read: {error.strerror}") from error

    @contextmanager
    def _body(self, key: str) -> Iterator[Any]:
        body = self._client.get_object(Bucket=self._bucket, Key=self._name(key))["Body"]
        try:
            yield body
        finally:
            body.close()

    def _send(self, name: str, file: Path, sha256: str, media_type: str, create_only: dict[str, Any]) -> None:
        with file.open("rb") as opened:
            self._client.put_object(
                Bucket=self._bucket,
                Key=name,
                Body=opened,
                ChecksumSHA256=base64.b64encode(bytes.fromhex(sha256)).decode(),
                ContentType=media_type,
                Metadata={"sha256": sha256},
                **create_only,
            )

    def _send_parts(self, name: str, file: Path, sha256: str, media_type: str, create_only: dict[str, Any]) -> None:
        upload = self._client.create_multipart_upload(
            Bucket=self._bucket,
            Key=name,
            ChecksumAlgorithm="SHA256",
            ContentType=media_type,
            Metadata={"sha256": sha256},
        )["UploadId"]
        with self._aborted_on_error(name, upload):
            parts = self._parts(name, upload, file, sha256)
            self._client.complete_multipart_upload(
                Bucket=self._bucket, Key=name, UploadId=upload, MultipartUpload={"Parts": parts}, **create_only
            )

    def _parts(self, name: str, upload: str, file: Path, sha256: str) -> "list[CompletedPartTypeDef]":
        """Send `file` part by part, each with its checksum; raises StoreConflict where the whole is not `sha256`."""
        whole = hashlib.sha256()
        parts: list[CompletedPartTypeDef] = []
        with file.open("rb") as opened:
            while piece := opened.read(self._part_bytes):
                whole.update(piece)
                checksum = base64.b64encode(hashlib.sha256(piece).digest()).decode()
                answer = self._client.upload_part(
                    Bucket=self._bucket,
                    Key=name,
                    UploadId=upload,
                    PartNumber=len(parts) + 1,
                    Body=piece,
                    ChecksumSHA256=checksum,
                )
                parts.append({"PartNumber": len(parts) + 1, "ETag": answer["ETag"], "ChecksumSHA256": checksum})
        if whole.hexdigest() != sha256:
            raise StoreConflict(f"{file}: has sha256 {whole.hexdigest()}, not {sha256} as announced: it was changed")
        return parts

    @contextmanager
    def _aborted_on_error(self, name: str, upload: str) -> Iterator[None]:
        try:
            yield
        except BaseException:
            with suppress(ClientError, BotoCoreError):  # the error on its way says more than a failed clean-up
                self._client.abort_multipart_upload(Bucket=self._bucket, Key=name, UploadId=upload)
            raise

    def _probe_put(self) -> bool:
        """The first put may create the probe file; the second must be refused by a server that looks."""
        return any(self._is_refused(self._put_probe) for _ in range(2))

    def _put_probe(self) -> None:
        self._client.put_object(Bucket=self._bucket, Key=self._prefix + PROBE_KEY, Body=_PROBE, IfNoneMatch="*")

    def _probe_complete(self) -> bool:
        return self._is_refused(self._complete_probe)

    def _complete_probe(self) -> None:
        name = self._prefix + PROBE_KEY
        upload = self._client.create_multipart_upload(Bucket=self._bucket, Key=name)["UploadId"]
        with self._aborted_on_error(name, upload):
            part = self._client.upload_part(Bucket=self._bucket, Key=name, UploadId=upload, PartNumber=1, Body=_PROBE)
            self._client.complete_multipart_upload(
                Bucket=self._bucket,
                Key=name,
                UploadId=upload,
                MultipartUpload={"Parts": [{"PartNumber": 1, "ETag": part["ETag"]}]},
                IfNoneMatch="*",
            )

    def _is_refused(self, request: Callable[[], None]) -> bool:
        try:
            request()
        except ClientError as error:
            code, status = _answer(error)
            if is_taken(code, status):
                return True
            if not is_unknown_header(code, status):
                raise
        return False


class _Taken(StoreError):
    """A create-only request was refused: the key has a file, or is getting one at this moment."""


def _client(server: LocalS3 | None) -> "S3Client":
    """A client by the AWS settings, or for the server on this machine by nothing but `server`."""
    if server is None:
        return boto3.session.Session().client("s3", config=Config(**_MANNERS))
    nothing = (None, None, None, None)
    apart = botocore.session.Session(
        session_vars={
            "profile": nothing,
            "config_file": (None, None, os.devnull, None),
            "credentials_file": (None, None, os.devnull, None),
        }
    )
    return boto3.session.Session(botocore_session=apart).client(
        "s3",
        endpoint_url=server.endpoint,
        region_name="us-east-1",
        aws_access_key_id=server.access_key,
        aws_secret_access_key=server.secret_key,
        config=Config(**_MANNERS, proxies={}, s3={"addressing_style": "path"}),
    )


def _answer(error: ClientError) -> tuple[str, int]:
    """The code and the HTTP status that a server answered with."""
    return (
        str(error.response.get("Error", {}).get("Code", "")),
        int(error.response.get("ResponseMetadata", {}).get("HTTPStatusCode", 0)),
    )


def _lost(place: str, error: BotoCoreError, advice: str) -> StoreUnavailable:
    """The error for a request that had no answer, or could not be made."""
    kind = type(error).__name__
    if isinstance(error, _NO_CREDENTIALS):
        return StoreUnavailable(
            f"{place}: there are no usable credentials ({kind}): set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, "
            "or AWS_PROFILE"
        )
    if isinstance(error, NotConnectedError | HTTPClientError):
        return StoreUnavailable(f"{place}: the store cannot be reached ({kind}): {advice}")
    return StoreUnavailable(f"{place}: the request cannot be made ({kind}): check the AWS settings")


def _recorded(checksum: str | None, metadata: dict[str, str]) -> str | None:
    """The digest of the whole file as the server knows it: by its checksum, else by what the sender noted.

    The checksum of a file that was sent in parts is one of the parts' checksums, and ends with their number.
    """
    if checksum and "-" not in checksum:
        return base64.b64decode(checksum).hex()
    return metadata.get("sha256")


def _create_only(conditional: bool) -> dict[str, Any]:
    return {"IfNoneMatch": "*"} if conditional else {}
