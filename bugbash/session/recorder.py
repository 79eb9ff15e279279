"""Listening to a browser context: one timeline of everything that its pages say and do."""

import asyncio
import contextlib
import time
from collections import Counter
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from playwright.async_api import BrowserContext, ConsoleMessage, Error, Page, WebError
from playwright.async_api import Dialog as PlaywrightDialog
from playwright.async_api import Download as PlaywrightDownload
from playwright.async_api import Request as PlaywrightRequest
from playwright.async_api import Response as PlaywrightResponse

from bugbash.session.events import Console, Dialog, Download, Events, Popup, Request, Uncaught
from bugbash.session.scope import Scope

LONG_LIVED = frozenset({"eventsource", "websocket", "media", "ping", "texttrack", "manifest"})
"""Resource types that a page may keep open for ever: nothing waits for them."""
STALE_SECONDS = 3.0
"""A request older than this is taken for a long poll: settling no longer waits for it."""
MOST_KEPT = 2000
"""Requests and console lines kept; a page that makes more is recorded up to here and counted on."""


class Recorder:
    """Hears everything in a context. `answer_dialog` decides what a native dialog is answered."""

    def __init__(self, scope: Scope, answer_dialog: Callable[[str, str], bool | str]) -> None:
        self._scope = scope
        self._answer_dialog = answer_dialog
        self._zero = time.monotonic()
        self._requests: dict[PlaywrightRequest, Request] = {}
        self._busy: set[Request] = set()
        self.changed = asyncio.Event()
        self.all = Events()
        self.refused: Counter[str] = Counter()
        """Addresses outside the scope that pages asked for."""
        self.stopped: Counter[str] = Counter()
        """What the proxy stopped: the same once more, and what no page event told of."""
        self.answering: set[asyncio.Task[None]] = set()

    def now(self) -> float:
        """Seconds since the session began."""
        return time.monotonic() - self._zero

    def attach(self, context: BrowserContext, on_page: Callable[[Page], None]) -> None:
        """Listen to every page of `context`, those to come as well; `on_page` hears of each new page."""
        context.on("request", self._on_request)
        context.on("response", self._on_response)
        context.on("requestfinished", self._on_finished)
        context.on("requestfailed", self._on_failed)
        context.on("console", self._on_console)
        context.on("weberror", self._on_error)
        context.on("dialog", self._on_dialog)

        def opened(page: Page) -> None:
            page.on("crash", lambda _: self._on_crash())
            page.on("download", self._on_download)
            on_page(page)

        context.on("page", opened)

    def mark(self) -> dict[str, int]:
        """A point on the timeline, for `since`."""
        return {name: len(getattr(self.all, name)) for name in _LISTS}

    def since(self, mark: dict[str, int]) -> Events:
        """What was heard after `mark`."""
        lists = {name: getattr(self.all, name)[at:] for name, at in mark.items()}
        return Events(**lists, crashed=self.all.crashed)

    def busy(self) -> bool:
        """Whether a request is under way that the page may still be waiting for."""
        now = self.now()
        return any(now - request.started < STALE_SECONDS for request in self._busy)

    def on_its_way(self) -> Request | None:
        """The document of a page that was asked for and has not begun to come."""
        return next((request for request in self._busy if request.main_frame and request.status is None), None)

    def give_up(self, request: Request) -> None:
        """Wait for `request` no longer."""
        self._busy.discard(request)

    async def something(self, seconds: float) -> None:
        """Wait until something happens, for at most so many seconds."""
        self.changed.clear()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.changed.wait(), max(seconds, 0.01))

    def all_refused(self) -> dict[str, int]:
        """Addresses outside the scope with counts; a host that only the proxy heard of is named as host and port."""
        hosts = {urlsplit(address).hostname for address in self.refused}
        unheard = {stop: n for stop, n in self.stopped.items() if _host_of(stop) not in hosts}
        return {**self.refused, **unheard}

    def _keep(self, name: str, item: Any) -> None:
        kept = getattr(self.all, name)
        if len(kept) < MOST_KEPT:
            kept.append(item)
        self.changed.set()

    def _on_request(self, heard: PlaywrightRequest) -> None:
        in_scope = self._scope.allows(heard.url)
        request = Request(
            method=heard.method,
            url=heard.url,
            type=heard.resource_type,
            started=self.now(),
            first_party=in_scope and not heard.url.startswith(("data:", "blob:", "about:")),
            in_scope=in_scope,
            main_frame=_is_main_document(heard),
            redirected=heard.redirected_from is not None,
        )
        self._requests[heard] = request
        if not in_scope:
            self.refused[shown_address(heard.url)] += 1
        elif heard.resource_type not in LONG_LIVED:
            self._busy.add(request)
        self._keep("requests", request)

    def _on_response(self, heard: PlaywrightResponse) -> None:
        request = self._requests.get(heard.request)
        if request is not None and request.in_scope:
            request.status = heard.status
            self.changed.set()
            request.content_type = heard.headers.get("content-type", "")
            if request.content_type.startswith("text/event-stream"):
                self._busy.discard(request)

    def _on_finished(self, heard: PlaywrightRequest) -> None:
        self._end(heard, "")

    def _on_failed(self, heard: PlaywrightRequest) -> None:
        self._end(heard, heard.failure or "failed")

    def _end(self, heard: PlaywrightRequest, failure: str) -> None:
        request = self._requests.pop(heard, None)
        if request is not None:
            request.ended = self.now()
            request.failure = failure
            self._busy.discard(request)
            self.changed.set()

    def _on_console(self, heard: ConsoleMessage) -> None:
        place = heard.location
        line = Console(
            level=heard.type,
            text=heard.text[:2000],
            source=place.get("url", ""),
            line=place.get("lineNumber", 0),
            at=self.now(),
        )
        self._keep("console", line)

    def _on_error(self, heard: WebError) -> None:
        error = heard.error
        name = getattr(error, "name", "") or "Error"
        message = error.message if error.message.startswith(name) else f"{name}: {error.message}"
        self._keep("uncaught", Uncaught(message[:2000], (error.stack or "")[:4000], self.now()))

    def _on_dialog(self, heard: PlaywrightDialog) -> None:
        answer = self._answer_dialog(heard.type, heard.message)
        dialog = Dialog(heard.type, heard.message[:500], answer is not False, self.now())  # type: ignore[arg-type]
        self._keep("dialogs", dialog)
        task = asyncio.ensure_future(_answer(heard, answer))
        self.answering.add(task)
        task.add_done_callback(self.answering.discard)

    def _on_download(self, heard: PlaywrightDownload) -> None:
        for request in reversed(self.all.requests):
            if request.url == heard.url:
                request.download = True
                break
        self._keep("downloads", Download(heard.suggested_filename, heard.url, self.now()))

    def heard_popup(self, url: str) -> None:
        """Note that a page opened another."""
        self._keep("popups", Popup(url, self.now()))

    def _on_crash(self) -> None:
        self.all.crashed = True
        self._busy.clear()
        self.changed.set()


_LISTS = ("requests", "console", "uncaught", "dialogs", "popups", "downloads")


def shown_address(url: str) -> str:
    """An address as the report names it: without its query and fragment, and not too long."""
    return url.partition("?")[0].partition("#")[0][:200]


def _host_of(stopped: str) -> str | None:
    return urlsplit(stopped if "://" in stopped else f"//{stopped.partition(' ')[0]}").hostname


def _is_main_document(heard: PlaywrightRequest) -> bool:
    if heard.resource_type != "document":
        return False
    try:
        return heard.frame.parent_frame is None
    except Error:  # a navigation that has no frame yet is a page's own
        return True


async def _answer(dialog: PlaywrightDialog, answer: bool | str) -> None:
    try:
        if answer is False:
            await dialog.dismiss()
        elif isinstance(answer, str):
            await dialog.accept(answer)
        else:
            await dialog.accept()
    except Error:
        pass  # the page, and the dialog with it, is gone
