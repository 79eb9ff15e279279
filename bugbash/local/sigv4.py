"""Signing a request to S3 (AWS Signature Version 4), for the health check of the server on this machine."""

import hashlib
import hmac
from datetime import UTC, datetime
from urllib.parse import parse_qsl, quote, urlsplit

_REGION = "us-east-1"


def signed_headers(
    method: str, url: str, access_key: str, secret_key: str, body: bytes = b"", now: datetime | None = None
) -> dict[str, str]:
    """Headers that sign a request; `now` is for tests. See "Signature Version 4" in the AWS docs."""
    digest = hashlib.sha256(body).hexdigest()
    moment = (now or datetime.now(UTC)).strftime("%Y%m%dT%H%M%SZ")
    scope = f"{moment[:8]}/{_REGION}/s3/aws4_request"
    parts = urlsplit(url)
    headers = {"host": parts.netloc, "x-amz-content-sha256": digest, "x-amz-date": moment}
    query = "&".join(f"{quote(k, safe='')}={quote(v, safe='')}" for k, v in sorted(parse_qsl(parts.query, True)))
    names = ";".join(headers)
    lines = "".join(f"{name}:{value}\n" for name, value in headers.items())
    request = "\n".join((method, quote(parts.path), query, lines, names, digest))
    text = "\n".join(("AWS4-HMAC-SHA256", moment, scope, hashlib.sha256(request.encode()).hexdigest()))
    key = f"AWS4{secret_key}".encode()
    for part in (moment[:8], _REGION, "s3", "aws4_request"):
        key = hmac.digest(key, part.encode(), "sha256")
    signature = hmac.digest(key, text.encode(), "sha256").hex()
    credential = f"Credential={access_key}/{scope}"
    return {
        **headers,
        "authorization": f"AWS4-HMAC-SHA256 {credential}, SignedHeaders={names}, Signature={signature}",
    }
