"""Links that lead nowhere, and pictures, styles and scripts that are not there."""

import dataclasses
import re
from collections.abc import Iterable
from urllib.parse import urlsplit

from bugbash.charter.actions import Click
from bugbash.charter.locator import Locator
from bugbash.contract.claims import Claim, NoAnswer
from bugbash.oracles.base import (
    RECHECK_SECONDS,
    Oracle,
    Suspicion,
    document_status,
    link_followed,
    route_of,
    screen_of,
)
from bugbash.oracles.claiming import has_part, is_no_page, pictures_load
from bugbash.session.events import Request
from bugbash.session.moment import Moment
from bugbash.session.observation import BrokenImage, Look, MissingAnchor

_BUILD_HASH = re.compile(r"(?<=[-._])(?=[0-9a-zA-Z_]*\d)[0-9a-zA-Z_]{7,}(?=\.)")
_INVITATION = re.compile(
    r"\bcreate (?:it|(?:this|that|the) (?:page|article|topic|note|entry|document))\b"
    r"|(?:not|n't) exist.{0,120}\bcreate\b",
    re.IGNORECASE,
)
MOST_OF_A_FOLDER = 3
"""Pictures of one folder that are told one by one; where more are missing, the folder is."""
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
        anchor = next((a for a in moment.before.anchors if _is_meant(action.click, a)), None)
        if anchor is not None and _is_same_in(anchor, moment.after):
            yield from self._nowhere(moment, anchor)

    def _dead(self, moment: Moment, address: str, name: str) -> Iterable[Suspicion]:
        status = document_status(moment)
        if status is None or not 400 <= status < 500 or status in _NEEDS_RIGHTS or not self.scope.allows(address):
            return
        if _offers_to_create(moment):
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
            claim=NoAnswer(method="GET", route=route_of(moment.after.url), least=400, most=499),
        )

    def _nowhere(self, moment: Moment, anchor: MissingAnchor) -> Iterable[Suspicion]:
        same_place = moment.after.url.partition("#")[0] == moment.before.url.partition("#")[0]
        changed = moment.after.text != moment.before.text or moment.after.dialogs != moment.before.dialogs
        # A browser asks for the page's icon again when the fragment changes.
        asked = any(request.type != "other" for request in moment.events.requests)
        if not same_place or changed or asked or moment.events.dialogs:
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
            claim=has_part(),
        )


def _is_meant(clicked: Locator, anchor: MissingAnchor) -> bool:
    """Whether a click on `clicked` was one on the link to `anchor`."""
    return clicked == anchor.locator or (bool(anchor.name) and anchor.name in (clicked.text, clicked.name))


def _is_same_in(anchor: MissingAnchor, look: Look) -> bool:
    """Whether the link is still there, and no script was seen to act on it."""
    return any(other.part == anchor.part and other.name == anchor.name for other in look.anchors)


def _offers_to_create(moment: Moment) -> bool:
    """Whether a page that is not there offers to be written, as a wiki's does: its link is an invitation."""
    if _INVITATION.search(moment.after.text):
        return True
    missing = urlsplit(moment.after.url).path.rstrip("/").rpartition("/")[2]
    return bool(missing) and any(
        re.search(r"\bcreate\b", control.name, re.IGNORECASE) and missing in control.href
        for control in moment.after.controls
    )


class BrokenAsset(Oracle):
    name = "broken-asset"
    looks_for = "visible pictures that do not load; style sheets, scripts and fonts of the app that are missing"
    patience = RECHECK_SECONDS

    def notice(self, moment: Moment) -> Iterable[Suspicion]:
        if (document_status(moment) or 200) >= 400:
            return  # an error page's own trimmings
        yield from self._pictures(moment)
        for request in moment.events.requests:
            fault = _fault_of(request)
            if fault:
                yield self._missing(request.type, request.url, moment, fault, _claim_of(request))

    def _pictures(self, moment: Moment) -> Iterable[Suspicion]:
        """Pictures are judged by what is seen; many of one folder are one fact."""
        folders: dict[str, list[BrokenImage]] = {}
        for image in moment.after.images:
            if self.scope.allows(image.src) and image.src.startswith("http"):
                folders.setdefault(image.src.rpartition("/")[0], []).append(image)
        for folder, images in folders.items():
            sources = {image.src: image for image in images}
            if len(sources) > MOST_OF_A_FOLDER:
                path = urlsplit(folder).path
                detail = f"so do not {len(sources) - 1} other pictures of that folder"
                picture = self._missing("image", images[0].src, moment, detail, pictures_load(f"{path}/"))
                yield dataclasses.replace(picture, location=f"asset {path}/*")
                continue
            for source, image in sources.items():
                which = f"the picture “{image.alt}”" if image.alt else f"a picture without a text ({image.place})"
                yield self._missing("image", source, moment, which, pictures_load(urlsplit(source).path))

    def _missing(self, kind: str, address: str, moment: Moment, detail: str, claim: Claim) -> Suspicion:
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
            claim=claim,
        )


def _fault_of(request: Request) -> str:
    """What is wrong with the answer to a style sheet, script or font; empty where nothing is."""
    path = urlsplit(request.url).path
    if not request.first_party or request.type not in _KINDS or request.type == "image":
        return ""
    if (request.status or 0) in (404, 410) or (request.status or 0) >= 500:
        return f"it answers {request.status}"
    is_page = request.content_type.startswith("text/html") and path.endswith((".css", ".js", ".mjs"))
    return "it answers with a page instead" if is_page and request.status == 200 else ""


def _claim_of(request: Request) -> Claim:
    """What a test asserts of a style sheet, script or font whose answer is at fault."""
    path, status = urlsplit(request.url).path, request.status or 0
    return NoAnswer(method="GET", route=path, least=status, most=status) if status >= 400 else is_no_page(path)


def _asset_route(address: str) -> str:
    """An asset is known by its path; numbers are part of its name, a build's hash is not."""
    return _BUILD_HASH.sub("#", urlsplit(address).path)
