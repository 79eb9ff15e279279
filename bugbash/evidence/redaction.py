"""Scrubbing evidence before it is written: no resolved secret, in any encoding, leaves the session."""

import zipfile
from collections.abc import Callable
from pathlib import Path

from bugbash.contract.credentials import mask


def clean_text(text: str, scrub: Callable[[str], str]) -> str:
    """`text` without resolved secrets (`scrub` knows them), and without credentials that it writes out itself."""
    return mask(scrub(text))


def clean_zip(path: Path, scrub: Callable[[bytes], bytes]) -> None:
    """Rewrite the zip at `path` entry by entry, each scrubbed; a trace so rewritten still opens in its viewer.

    Raises OSError or zipfile.BadZipFile where it cannot be read or written; the file is then removed, since it may
    hold what must not leave.
    """
    cleaned = path.with_suffix(".clean")
    try:
        with zipfile.ZipFile(path) as source, zipfile.ZipFile(cleaned, "w", zipfile.ZIP_DEFLATED) as target:
            for entry in source.infolist():
                target.writestr(entry.filename, scrub(source.read(entry)))
        cleaned.replace(path)
    except BaseException:
        path.unlink(missing_ok=True)
        cleaned.unlink(missing_ok=True)
        raise
