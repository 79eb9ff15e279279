"""What a session hears while it acts: requests, console lines, exceptions, dialogs, and the like."""

from dataclasses import dataclass, field
from typing import Literal

WRITES = frozenset({"POST", "PUT", "PATCH", "DELETE", "MKCOL", "MKCALENDAR", "PROPPATCH", "MOVE", "COPY"})
"""Methods that change something: HTTP's (RFC 9110, 5789), and those of WebDAV and CalDAV (RFC 4918, 4791)."""


@dataclass(eq=False)
class Request:
    """One request of a page, with what came of it."""

    method: str
    url: str
    type: str
    """The browser's resource type: document, xhr, fetch, script, stylesheet, image, font, ping, ..."""
    started: float
    """Seconds on the session's clock."""
    first_party: bool
    in_scope: bool
    main_frame: bool
    """A document request of a page's main frame."""
    status: int | None = None
    failure: str = ""
    """The network stack's word for it, such as net::ERR_ABORTED."""
    ended: float | None = None
    redirected: bool = False
    """It answers a redirect of an earlier request."""
    content_type: str = ""
    download: bool = False

    @property
    def is_write(self) -> bool:
        return self.method in WRITES

    @property
    def is_document(self) -> bool:
        return self.type == "document"

    @property
    def pending(self) -> bool:
        return self.ended is None


@dataclass(frozen=True)
class Console:
    """A line on the console."""

    level: str
    text: str
    source: str
    """Address of the script or resource that wrote it."""
    line: int
    at: float


@dataclass(frozen=True)
class Uncaught:
    """An exception or rejection that nothing caught."""

    message: str
    stack: str
    at: float


@dataclass(frozen=True)
class Dialog:
    """A native dialog, and how it was answered."""

    kind: Literal["alert", "confirm", "prompt", "beforeunload"]
    text: str
    accepted: bool
    at: float


@dataclass(frozen=True)
class Popup:
    """A page that another page opened."""

    url: str
    at: float


@dataclass(frozen=True)
class Download:
    """A download that the app offered; it is not kept."""

    name: str
    url: str
    at: float


@dataclass
class Events:
    """Everything heard in some span of time."""

    requests: list[Request] = field(default_factory=list)
    console: list[Console] = field(default_factory=list)
    uncaught: list[Uncaught] = field(default_factory=list)
    dialogs: list[Dialog] = field(default_factory=list)
    popups: list[Popup] = field(default_factory=list)
    downloads: list[Download] = field(default_factory=list)
    crashed: bool = False

    @property
    def documents(self) -> list[Request]:
        return [request for request in self.requests if request.main_frame]

    @property
    def writes(self) -> list[Request]:
        """Requests of the app's own that change something, beacons left out."""
        return [
            r
            for r in self.requests
            if r.is_write and r.first_party and r.type not in ("ping", "csp_report", "beacon")
        ]
