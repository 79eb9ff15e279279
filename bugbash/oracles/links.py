"""Links that lead nowhere, and pictures, styles and scripts that are not there."""

import re
from collections.abc import Iterable
from urllib.parse import urlsplit

from bugbash.charter.actions import Click
from bugbash.oracles.base import (
    RECHECK_SECONDS,
    Oracle,
    Suspicion,
    document_status,
    link_followed,
    route_of,
    screen_of,
)
from bugbash.session.events import Request
from bugbash.session.moment import Moment
from bugbash.session.observation import MissingAnchor

_BUILD_HASH = re.compile(r"(?<=[-._])(?=[0-9a-zA-Z_]*\d)[0-9a-zA-Z_]{7,}(?=\.)")
_NEEDS_RIGHTS = frozenset({401, 403, 407, 429})
_KINDS = {"stylesheet": ("style sheet", 4), "script": ("script", 4), "font": ("font", 2), "image": ("picture", 3)}


class BrokenLink(Oracle):
    name = "broken-link"
    looks_for = "links of the app that lead to a page, or a part of a page, that is not there"

    def notice(self, moment: Moment) -> Iterable[Suspicion]:
        action = moment.action
        if not isinstance(action, Click) or not moment.benign:
            return
        address = link_followed(moment)
        if address:
            link = next((c for c in moment.before.controls if c.href == address), None)
            yield from self._dead(moment, address, link.name if link else screen_of(address))
        anchor = next((a for a in moment.before.anchors if a.locator == action.click), None)
        if anchor is not None:
            yield from self._nowhere(moment, anchor)

    def _dead(self, moment: Moment, address: str, name: str) -> Iterable[Suspicion]:
        status = document_status(moment)
        if status is None or not 400 <= status < 500 or status in _NEEDS_RIGHTS or not self.scope.allows(address):
            return
        yield Suspicion(
            oracle=self.name,
            kind="issue",
            severity=3,
            title=f"The link “{name[:60]}” leads to a page that answers {status}",
            expected="Every link that the app shows leads to a page.",
            observed=f"“{name[:60]}” leads to {screen_of(address)}, which answers {status}.",
            screen=screen_of(moment.before.url),
            location=f"link to {route_of(address)}",
            message="not there",
            mark=moment.action.target,
        )

    def _nowhere(self, moment: Moment, anchor: MissingAnchor) -> Iterable[Suspicion]:
        same_place = moment.after.url.partition("#")[0] == moment.before.url.partition("#")[0]
        changed = moment.after.text != moment.before.text or moment.after.dialogs != moment.before.dialogs
        if not same_place or changed or moment.events.requests:
            return
        yield Suspicion(
            oracle=self.name,
            kind="issue",
            severity=2,
            title=f"The link “{anchor.name[:60]}” leads to a part of the page that is not there",
            expected="A link to a part of the page leads to that part.",
            observed=f"“{anchor.name[:60]}” leads to #{anchor.part}; no element has that id, and nothing happens.",
            screen=screen_of(moment.before.url),
            location=f"{route_of(moment.before.url)} #{anchor.part}",
            message="no such part",
            mark=anchor.locator,
        )


class BrokenAsset(Oracle):
    name = "broken-asset"
    looks_for = "visible pictures that do not load; style sheets, scripts and fonts of the app that are missing"
    patience = RECHECK_SECONDS

    def notice(self, moment: Moment) -> Iterable[Suspicion]:
        for image in moment.after.images:
            if self.scope.allows(image.src) and image.src.startswith("http"):
                yield self._missing("image", image.src, moment, f"the picture “{image.alt or image.src[-60:]}”")
        shown = {image.src for image in moment.after.images}
        for request in moment.events.requests:
            if self._is_missing(request) and request.url not in shown:
                yield self._missing(request.type, request.url, moment, f"it answers {request.status}")

    def _is_missing(self, request: Request) -> bool:
        path = urlsplit(request.url).path
        if not request.first_party or request.type not in _KINDS or path.endswith("favicon.ico"):
            return False
        # Pictures are judged by what is seen; only an SVG cannot be told from one without a size.
        if request.type == "image" and not path.endswith(".svg"):
            return False
        return (request.status or 0) in (404, 410) or (request.status or 0) >= 500

    def _missing(self, kind: str, address: str, moment: Moment, detail: str) -> Suspicion:
        noun, severity = _KINDS[kind]
        return Suspicion(
            oracle=self.name,
            kind="issue",
            severity=severity,
            title=f"A {noun} is missing: {urlsplit(address).path[-80:]}",
            expected=f"Every {noun} that the app asks for is there.",
            observed=f"{screen_of(address)} does not load: {detail}.",
            screen=screen_of(moment.after.url),
            location=f"asset {_asset_route(address)}",
            message="missing",
        )


def _asset_route(address: str) -> str:
    """An asset is known by its path; numbers are part of its name, a build's hash is not."""
    return _BUILD_HASH.sub("#", urlsplit(address).path)
