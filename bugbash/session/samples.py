"""Small files that a session can offer an app without a file of the charter's: `sample:` and a name."""

import base64
from typing import TypedDict

PREFIX = "sample:"
_PICTURE = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEElEQVR4nGNgmHUPghggFAAtTAYpJ5qgTAAAAABJRU5ErkJggg=="
)
"""A PNG of two by two dots."""
_DOCUMENT = (
    b"%PDF-1.1\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Count 0/Kids[]>>endobj\n%%EOF\n"
)


class FilePayload(TypedDict):
    """A file as the browser is given it."""

    name: str
    mimeType: str
    buffer: bytes


SAMPLES: dict[str, tuple[str, bytes]] = {
    "bugbash.txt": ("text/plain", b"Written by a bug bash.\n"),
    "bugbash.csv": ("text/csv", b"name,quantity\nBug bash,2\n"),
    "bugbash.json": ("application/json", b'{"name": "Bug bash"}\n'),
    "bugbash.png": ("image/png", _PICTURE),
    "bugbash.pdf": ("application/pdf", _DOCUMENT),
    "bugbash-empty.txt": ("text/plain", b""),
    "bugbash-empty.png": ("image/png", b""),
}
"""By name: the media type and the bytes."""


def sample(file: str) -> FilePayload | None:
    """The sample that an upload step names; None where it names a file of the charter's."""
    name = file.removeprefix(PREFIX)
    if not file.startswith(PREFIX) or name not in SAMPLES:
        return None
    kind, data = SAMPLES[name]
    return {"name": name, "mimeType": kind, "buffer": data}
