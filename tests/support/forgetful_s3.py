"""A fake S3 server that knows nothing of preconditions: what a put overwrites is gone. For the fallback only."""

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit


class FakeForgetfulS3(ThreadingHTTPServer):
    """Keeps objects in memory; answers `If-None-Match` with `refusal`, or by ignoring it where that is None."""

    def __init__(self, refusal: int | None) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.refusal = refusal
        self.objects: dict[str, bytes] = {}
        self.digests: dict[str, str] = {}
        self.parts: dict[str, bytes] = {}

    @property
    def endpoint(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


@contextmanager
def forgetful_s3(refusal: int | None = None) -> Iterator[FakeForgetfulS3]:
    """The fake, answering while the context lasts."""
    server = FakeForgetfulS3(refusal)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


class _Handler(BaseHTTPRequestHandler):
    server: FakeForgetfulS3
    protocol_version = "HTTP/1.1"

    def do_PUT(self) -> None:
        key, query, body = self._request()
        if self._refused():
            return
        if "partNumber" in query:
            self.server.parts[query["partNumber"][0]] = body
        else:
            self._keep(key, body)
        self._answer(200, headers={"ETag": '"etag"'})

    def do_POST(self) -> None:
        key, query, _ = self._request()
        if "uploads" in query:
            self.server.digests[key] = self.headers.get("x-amz-meta-sha256", "")
            self._answer(200, "<InitiateMultipartUploadResult><UploadId>1</UploadId></InitiateMultipartUploadResult>")
        elif not self._refused():
            self.server.objects[key] = b"".join(body for _, body in sorted(self.server.parts.items()))
            self.server.parts.clear()
            self._answer(200, "<CompleteMultipartUploadResult><ETag>x</ETag></CompleteMultipartUploadResult>")

    def do_HEAD(self) -> None:
        key, _, _ = self._request()
        found = self.server.objects.get(key)
        headers = {"x-amz-meta-sha256": self.server.digests[key]} if self.server.digests.get(key) else {}
        self._answer(200 if found is not None else 404, headers=headers)

    def do_GET(self) -> None:
        key, _, _ = self._request()
        found = self.server.objects.get(key)
        self._answer(200 if found is not None else 404, (found or b"").decode("latin-1"))

    def do_DELETE(self) -> None:
        self._request()
        self._answer(204)

    def _request(self) -> tuple[str, dict[str, list[str]], bytes]:
        parts = urlsplit(self.path)
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        return re.sub("^/[^/]*/", "", parts.path), parse_qs(parts.query, keep_blank_values=True), body

    def _keep(self, key: str, body: bytes) -> None:
        self.server.objects[key] = body
        self.server.digests[key] = self.headers.get("x-amz-meta-sha256", "")

    def _refused(self) -> bool:
        if self.server.refusal is None or "If-None-Match" not in self.headers:
            return False
        self._answer(self.server.refusal, "<Error><Code>NotImplemented</Code></Error>")
        return True

    def _answer(self, status: int, body: str = "", headers: dict[str, str] | None = None) -> None:
        data = body.encode("latin-1")
        self.send_response(status)
        for name, value in {**(headers or {}), "Content-Length": str(len(data))}.items():
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data)

    def log_message(self, format: str, *args: object) -> None:
        """Says nothing: a test's output is the test's."""
