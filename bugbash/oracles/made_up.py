"""Addresses that a tester makes up from those that the app offers: made, and known again for what they are."""

from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import parse_qsl, quote, unquote, urlencode, urlsplit, urlunsplit

from bugbash.charter.actions import TAG
from bugbash.session.tags import PATTERN
from bugbash.triage.fingerprint import route_template

NOTHING = f"{TAG}-nothing"
"""A name that nothing has: no number, and of the session's own, so that it is known again in any session."""
LONG = "9" * 300
"""Longer than any id, and far beyond 64 bits."""
VALUES = ("0", "-1", "999999999", NOTHING, LONG)
"""What takes the place of an id: ids that nothing has, a word, and one too long for any column."""
ODD_ENDINGS = ("'", '"', "%", " ", "é")
"""Characters that a person mistypes, and that careless code does not expect in an address."""
_NUMBERS = frozenset({"0", "-1", "999999999", LONG})


@dataclass(frozen=True)
class Address:
    """An address as its origin and its parts: path and hash-route segments, and query values, unescaped."""

    origin: tuple[str, str]
    parts: tuple[tuple[str, str], ...]
    """Pairs of what the part is (`/`, `#`, or a query's key) and its text."""

    def without(self, at: int) -> "Address":
        """The same with the part at that position left open."""
        name, _ = self.parts[at]
        return Address(self.origin, (*self.parts[:at], (name, "*"), *self.parts[at + 1 :]))

    @property
    def plain(self) -> "Address":
        """As a lenient reader takes it: in small letters, without the slash and odd characters at its ends."""
        parts = ((name, text.lower().rstrip("".join(ODD_ENDINGS))) for name, text in self.parts)
        return Address(self.origin, tuple((name, text) for name, text in parts if text))


def address_of(url: str) -> Address:
    """The address in its parts; raises ValueError for one whose brackets do not close."""
    split = urlsplit(url)
    route = split.fragment.partition("?")[0] if split.fragment.startswith(("/", "!/")) else ""
    segments = [("/", unquote(text)) for text in split.path.split("/") if text]
    hashed = [("#", unquote(text)) for text in route.split("/") if text]
    values = [(f"?{key}", value) for key, value in parse_qsl(split.query, keep_blank_values=True)]
    return Address((split.scheme, split.netloc), (*segments, *hashed, *values))


def is_nothing(text: str) -> bool:
    """Whether `text` is NOTHING with some session's tag."""
    tag, found, rest = text.partition(NOTHING.removeprefix(TAG))
    return bool(found) and not rest and PATTERN.fullmatch(tag) is not None


class Offered:
    """The addresses of one session: what the app offered, and what of it answered well."""

    def __init__(self) -> None:
        self._offered: set[str] = set()
        self._good: dict[Address, str] = {}

    def offer(self, url: str) -> None:
        """Note an address that the app itself leads to."""
        self._offered.add(_page(url))

    def good(self, url: str) -> None:
        """Note an address that was opened and answered well."""
        if _is_parted(url):
            address = address_of(url)
            for key in (address, address.plain, *(address.without(at) for at in range(len(address.parts)))):
                self._good.setdefault(key, url)

    def made_up_from(self, url: str) -> str:
        """The good address that a tester made `url` of; empty where the app offers it, or it resembles none."""
        if _page(url) in self._offered or not _is_parted(url):
            return ""
        address = address_of(url)
        if self._good.get(address) == url:
            return ""
        for at, (_, text) in enumerate(address.parts):
            if text in _NUMBERS or is_nothing(text):
                base = self._good.get(address.without(at)) or self._good.get(_shortened(address, at))
                if base:
                    return base
        return self._good.get(address.plain, "")


def tampered(url: str) -> Iterator[str]:
    """Addresses made of `url` by replacing each part that looks like data, the least likely to be there first."""
    split = urlsplit(url)
    for at, segment in enumerate(split.path.split("/")):
        if _is_data(segment):
            for value in VALUES:
                yield urlunsplit(split._replace(path=_replaced(split.path, at, _escaped(value)), fragment=""))
    if split.fragment.startswith(("/", "!/")):
        for at, segment in enumerate(split.fragment.split("/")):
            if _is_data(segment):
                for value in VALUES:
                    yield urlunsplit(split._replace(fragment=_replaced(split.fragment, at, _escaped(value))))
    pairs = parse_qsl(split.query, keep_blank_values=True)
    for at, (key, text) in enumerate(pairs):
        if text:
            for value in VALUES:
                changed = [*pairs[:at], (key, value), *pairs[at + 1 :]]
                yield urlunsplit(split._replace(query=urlencode(changed, safe="{}"), fragment=""))


def mistyped(url: str) -> Iterator[str]:
    """Addresses made of `url` as a person mistypes it: a slash, capitals, odd characters, and a name of nothing."""
    split = urlsplit(url)
    path, in_hash = split.path, split.fragment.startswith(("/", "!/"))
    route = split.fragment if in_hash else path
    changed = [f"{route.rstrip('/')}/{NOTHING}"]
    if route.strip("/!"):
        changed += [f"{route}/" if not route.endswith("/") else route.rstrip("/"), _shouted(route)]
        changed += [f"{route.rstrip('/')}{_escaped(end)}" for end in ODD_ENDINGS]
    for one in changed:
        if one != route:
            yield urlunsplit(split._replace(fragment=one) if in_hash else split._replace(path=one, fragment=""))


def _shouted(route: str) -> str:
    """`route` in capitals, its escapes left as they are."""
    return quote(unquote(route).upper(), safe="/!{}")


def _escaped(text: str) -> str:
    """As a browser writes it; a lone percent sign stays one, which is the point of it."""
    return text if text == "%" else quote(text, safe="{}-")


def _is_data(segment: str) -> bool:
    return bool(segment) and route_template(f"/{segment}") == "/:id"


def _replaced(path: str, at: int, value: str) -> str:
    segments = path.split("/")
    return "/".join((*segments[:at], value, *segments[at + 1 :]))


def _shortened(address: Address, at: int) -> Address:
    """The address without the part at that position: what it was made of where that was put behind it."""
    return Address(address.origin, address.parts[:at] + address.parts[at + 1 :])


def _page(url: str) -> str:
    """An address without a fragment that is no route."""
    page, _, fragment = url.partition("#")
    return url if fragment.startswith(("/", "!/")) else page


def _is_parted(url: str) -> bool:
    try:
        return urlsplit(url).scheme in ("http", "https")
    except ValueError:  # brackets that do not close
        return False
