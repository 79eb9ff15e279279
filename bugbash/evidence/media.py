"""Media types by suffix: a closed table, so that the same file has the same type on every machine."""

from pathlib import PurePosixPath
from typing import Final

OTHER: Final = "application/octet-stream"

_TYPES: Final = {
    ".css": "text/css; charset=utf-8",
    ".csv": "text/csv; charset=utf-8",
    ".gz": "application/gzip",
    ".har": "application/json",
    ".html": "text/html; charset=utf-8",
    ".jpeg": "image/jpeg",
    ".jpg": "image/jpeg",
    ".json": "application/json",
    ".jsonl": "application/jsonl",
    ".log": "text/plain; charset=utf-8",
    ".md": "text/markdown; charset=utf-8",
    ".mp4": "video/mp4",
    ".pdf": "application/pdf",
    ".png": "image/png",
    ".sarif": "application/sarif+json",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".webm": "video/webm",
    ".webp": "image/webp",
    ".xml": "application/xml",
    ".yaml": "application/yaml",
    ".yml": "application/yaml",
    ".zip": "application/zip",
}


def media_type(path: str) -> str:
    """The media type of a file of that name; `application/octet-stream` for a suffix that no table of ours has."""
    return _TYPES.get(PurePosixPath(path).suffix.lower(), OTHER)
