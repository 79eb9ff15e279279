"""Names of stored files: one rule for every store, so that what one takes any other takes too."""

import unicodedata

from bugbash.errors import Unusable, one_line

MOST_SEGMENT_BYTES = 255
"""Longest file name of the common file systems; some S3 servers keep a key's segments as file names."""

MOST_KEY_BYTES = 1024
"""Longest key of S3."""


def check_key(key: str) -> str:
    """`key`, where every store can take it as the name of a file; raises Unusable for one that some could not."""
    problem = _problem(key)
    if problem:
        raise Unusable(f"{one_line(repr(key), 120)} cannot be stored under this name: {problem}")
    return key


def check_prefix(prefix: str) -> str:
    """`prefix`, where it is empty or a folder's key and a slash; raises Unusable for any other."""
    if prefix and not prefix.endswith("/"):
        raise Unusable(f"{one_line(repr(prefix), 120)} is no prefix: it must end with a slash")
    if prefix:
        check_key(prefix[:-1])
    return prefix


def is_temporary(name: str) -> bool:
    """Whether a file of that name is a torn write, left by a process that was killed: no evidence."""
    return name.startswith(".") and name.endswith((".tmp", ".part"))


def _problem(key: str) -> str | None:
    try:
        size = len(key.encode())
    except UnicodeEncodeError:
        return "it is not valid Unicode"
    if size > MOST_KEY_BYTES:
        return f"it is longer than {MOST_KEY_BYTES} bytes"
    if "\\" in key or any(unicodedata.category(c) == "Cc" for c in key):
        return "it holds a backslash or a control character"
    for segment in key.split("/"):
        if not segment:
            return "it is empty, begins or ends with a slash, or has two in a row"
        if segment in (".", ".."):
            return f"{segment!r} is no name"
        if len(segment.encode()) > MOST_SEGMENT_BYTES:
            return f"a part of it is longer than {MOST_SEGMENT_BYTES} bytes"
    return None
