"""What makes two findings the same bug: a versioned fingerprint of what a developer would call the same bug.

It is made of the oracle, the location (route template, and the element or request) and the normalised message;
never of the charter, session, severity, viewport or anybody's prose.
"""

import hashlib
import re
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

VERSION = "bb1"

_NUMBERS = re.compile(r"[-+]?\d[\d.,:]*")
_UUID = re.compile(r"\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b", re.IGNORECASE)
_HASH = re.compile(r"\b(?=[0-9a-f]*\d)(?=\d*[a-f])[0-9a-f]{8,}\b", re.IGNORECASE)
_OWN_TAG = re.compile(r"\bbb[0-9a-z]{4,12}x\d*", re.IGNORECASE)
"""Tags that sessions of ours put into what they type; see session.tags."""
_QUOTED = re.compile(r"[\"'“‘`][^\"'”’`]{0,200}[\"'”’`]")
_SEGMENT_ID = re.compile(r"\d|%|^[0-9a-f-]{16,}$|[^\x00-\x7f]|.{33,}", re.IGNORECASE)


def fingerprint(oracle: str, location: str, message: str) -> str:
    """`bb1-` and 16 hex digits for the bug that `oracle` noticed at `location` with `message`."""
    material = "\n".join((oracle, location, normalise(message)))
    return f"{VERSION}-{hashlib.sha256(material.encode('utf-8', 'replace')).hexdigest()[:16]}"


def fingerprint_of(finding: dict[str, Any]) -> str:
    """The fingerprint of a finding as it stands in a run file: its own, or one made of its title and screen."""
    own = finding.get("fingerprint")
    if isinstance(own, str) and own.startswith(f"{VERSION}-"):
        return own
    return fingerprint(str(finding.get("oracle") or "reported"), normalise(str(finding["screen"])), finding["title"])


def normalise(message: str) -> str:
    """`message` without what changes from run to run: numbers, ids, hashes, own tags, case and white space."""
    text = _OWN_TAG.sub("#", message)
    text = _UUID.sub("#", text)
    text = _HASH.sub("#", text)
    text = _NUMBERS.sub("#", text)
    return " ".join(text.lower().split())[:300]


def route_template(address: str) -> str:
    """The path of `address` with `:id` for segments that look like data, and the names of its query's keys.

    A hash route (`#/…`) is kept as a path of its own; any other fragment is dropped.
    """
    parts = urlsplit(address)
    route = _path_template(parts.path or "/")
    keys = sorted({key for key, _ in parse_qsl(parts.query, keep_blank_values=True)})
    if keys:
        route += "?" + "&".join(keys)
    if parts.fragment.startswith(("/", "!/")):
        route += "#" + _path_template(parts.fragment.partition("?")[0])
    return route


def _path_template(path: str) -> str:
    return "/".join(":id" if _is_data(segment) else segment for segment in path.split("/"))


def _is_data(segment: str) -> bool:
    plain = unquote(segment)
    return bool(plain) and (bool(_SEGMENT_ID.search(plain)) or bool(_OWN_TAG.search(plain)) or plain != segment)
