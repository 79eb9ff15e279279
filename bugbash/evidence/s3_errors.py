"""What an S3 server's refusals mean, and what a person does about each. Pure: codes in, errors out.

The server's own sentence is left out: some servers put the access key or the string to sign into it.
"""

from typing import Final

from bugbash.errors import one_line
from bugbash.evidence.store import StoreConflict, StoreError, StoreMissing, StoreUnavailable

_TAKEN: Final = {"PreconditionFailed", "ConditionalRequestConflict"}
_UNKNOWN_HEADER: Final = {"NotImplemented", "InvalidArgument", "InvalidRequest", "MethodNotAllowed"}
_DAMAGED: Final = {"BadDigest", "InvalidDigest", "XAmzContentSHA256Mismatch", "XAmzContentChecksumMismatch"}
_ELSEWHERE: Final = {"PermanentRedirect", "TemporaryRedirect", "AuthorizationHeaderMalformed"}
_BUSY: Final = {"SlowDown", "RequestTimeout", "RequestLimitExceeded", "Throttling"}


def is_taken(code: str, status: int) -> bool:
    """Whether a create-only request was refused because the key has a file, or is getting one now."""
    return code in _TAKEN or status in (409, 412)


def is_unknown_header(code: str, status: int) -> bool:
    """Whether the server refused a precondition because it knows none."""
    return status == 501 or code in _UNKNOWN_HEADER


def explain(place: str, code: str, status: int) -> StoreError:
    """The error for what a server answered about `place` (s3://bucket/key)."""
    told = one_line(code, 60) or f"HTTP {status}"
    if code == "NoSuchBucket":
        return StoreUnavailable(f"{place}: there is no such bucket: create it, or name another store")
    if status == 404 or code == "NoSuchKey":
        return StoreMissing(f"{place}: there is no such file")
    if code in _DAMAGED:
        return StoreConflict(
            f"{place}: what arrived is not what was announced ({told}): the file was changed, or damaged on its way"
        )
    if code == "RequestTimeTooSkewed":
        return StoreUnavailable(f"{place}: the store refuses the request: set this machine's clock ({told})")
    if code in _ELSEWHERE or status in (301, 307):
        return StoreUnavailable(f"{place}: the bucket is in another region: set AWS_REGION to it ({told})")
    if status in (401, 403):
        return StoreUnavailable(
            f"{place}: the store refuses these credentials ({told}): check AWS_ACCESS_KEY_ID and "
            "AWS_SECRET_ACCESS_KEY, or the profile, and what they may do"
        )
    if status >= 500 or code in _BUSY:
        return StoreUnavailable(f"{place}: the store cannot answer now ({told}): try again later")
    return StoreUnavailable(f"{place}: the store refuses the request ({told}, HTTP {status})")
