"""SHA-256 of files, in pieces, so that a video is never in memory as a whole."""

import hashlib
from pathlib import Path


def sha256_of(file: Path) -> str:
    """The digest of `file` in hex; raises OSError where it cannot be read."""
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()
