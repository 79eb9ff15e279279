"""Finding a Chromium, starting it, and starting it again when it died."""

import asyncio
import contextlib
import os
import shutil
import signal
import stat
import sys
import tempfile
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from playwright.async_api import Browser, BrowserContext, Error, Playwright, async_playwright

from bugbash.errors import Unusable, one_line

# A headless shell first: the full browser starts a window's worth of processes for every context.
SYSTEM_NAMES = (
    "chromium-headless-shell",
    "chrome-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome-stable",
    "google-chrome",
    "chrome",
)
SYSTEM_PATHS = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)
LAUNCH_SECONDS = 60
CONTEXT_SECONDS = 15
"""Within which a browser gives a context, or its driver is asked whether it hangs."""
ANSWER_SECONDS = 3
STOP_SECONDS = 10
DRIVER_PID = "driver.pid"
ARGUMENTS = (
    "--disable-quic",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
)
INSTALL_HINT = f"install one with: {Path(sys.executable).name} -m playwright install --with-deps chromium"


def find_browser(named: str, playwrights_own: str) -> str:
    """Path of the browser to start: the one `named`, else Playwright's own, else the system's Chromium or Chrome.

    Of either, the headless shell is preferred: a context of it costs half the time.

    Raises Unusable where there is none; the message says the one command that installs one.
    """
    if named:
        path = shutil.which(named)
        if path is None:
            raise Unusable(f"browser: {named} is no program that can be run; {INSTALL_HINT}")
        return path
    shells = sorted(Path(playwrights_own).parent.parent.parent.glob("chromium_headless_shell-*/*/*headless[-_]shell"))
    for own in (*map(str, reversed(shells)), playwrights_own):
        if Path(own).is_file():
            return own
    for name in (*SYSTEM_NAMES, *SYSTEM_PATHS):
        path = shutil.which(name)
        if path is not None:
            return path
    raise Unusable(f"no Chromium or Chrome on this machine; {INSTALL_HINT}")


class BrowserHost:
    """One Chromium for many contexts. One that died, or whose driver did, is started anew for the next context."""

    def __init__(self, named: str = "") -> None:
        self._named = named
        self._lock = asyncio.Lock()
        self._starting = asyncio.Lock()
        """Held while a driver starts: the process's environment is changed meanwhile."""
        self._playwright: Playwright | None = None
        self._browser: Browser | None = None
        self._folder = ""
        self.started = 0
        """How often a browser was started: more than once means that one died."""

    def sibling(self) -> "BrowserHost":
        """A host with a browser and a driver of its own; the two may be started at once."""
        other = BrowserHost(self._named)
        other._starting = self._starting
        return other

    async def __aenter__(self) -> Self:
        try:
            self._folder = tempfile.mkdtemp(prefix="bugbash-driver-")
        except OSError as error:
            raise Unusable(f"no temporary folder can be made: {error.strerror}: make room, or set TMPDIR") from None
        try:
            self._playwright = await self._new_driver()
            await self._connected()
        except BaseException:
            await self.close()
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def context(self, **options: Any) -> BrowserContext:
        """A new context: cookies, storage and permissions of its own.

        Raises playwright Error or TimeoutError where even a newly started browser gives none.
        """
        browser = await self._connected()
        try:
            async with asyncio.timeout(CONTEXT_SECONDS):
                return await browser.new_context(**options)
        except (Error, TimeoutError):
            if not await self._is_lost(browser):
                raise
        return await (await self._connected()).new_context(**options)

    async def close(self) -> None:
        """End the browser and its driver; safe to call twice."""
        browser, self._browser = self._browser, None
        try:
            if browser is not None and browser.is_connected():
                await asyncio.wait_for(browser.close(), STOP_SECONDS)
        except (Error, TimeoutError):
            pass  # it is going down with its driver anyway
        finally:
            await self._stop_driver()
            shutil.rmtree(self._folder, ignore_errors=True)

    async def _connected(self) -> Browser:
        async with self._lock:
            if self._browser is None or not self._browser.is_connected():
                if self.started and not await self._answers():
                    _kill_driver(Path(self._folder))
                    await self._stop_driver()
                    self._playwright = await self._new_driver()
                assert self._playwright is not None, "the host is not open"
                self._browser = await self._launch(self._playwright)
                self.started += 1
            return self._browser

    async def _is_lost(self, browser: Browser) -> bool:
        """Whether `browser` is no longer the one to use; with its driver dead it says that it is connected."""
        async with self._lock:
            if self._browser is browser and not (browser.is_connected() and await self._answers()):
                self._browser = None
            return self._browser is not browser

    async def _answers(self) -> bool:
        """Whether the driver is alive and does what it is asked."""
        assert self._playwright is not None, "the host is not open"
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                await (await self._playwright.request.new_context()).dispose()
        except (Error, TimeoutError):
            return False
        return True

    async def _stop_driver(self) -> None:
        """End the driver; one that hangs is killed, and its browser ends with it."""
        playwright, self._playwright = self._playwright, None
        if playwright is None:
            return
        stopping = asyncio.ensure_future(playwright.stop())
        if not (await asyncio.wait({stopping}, timeout=STOP_SECONDS))[0]:
            _kill_driver(Path(self._folder))
            await asyncio.wait({stopping}, timeout=STOP_SECONDS)
        if stopping.done() and not stopping.cancelled():
            stopping.exception()  # a driver that died before says so here: it is gone, as was wanted
        stopping.cancel()

    async def _new_driver(self) -> Playwright:
        async with self._starting:
            return await _driver(Path(self._folder))

    async def _launch(self, playwright: Playwright) -> Browser:
        path = find_browser(self._named, playwright.chromium.executable_path)
        try:
            return await playwright.chromium.launch(
                executable_path=path,
                # Chromium refuses its sandbox to root; anyone else keeps it.
                chromium_sandbox=os.geteuid() != 0,
                args=list(ARGUMENTS),
                handle_sigint=False,
                handle_sigterm=False,
                handle_sighup=False,
                timeout=LAUNCH_SECONDS * 1000,
            )
        except Error as error:
            raise Unusable(f"{path} does not start: {error.message.splitlines()[0]}; {INSTALL_HINT}") from None


async def _driver(folder: Path) -> Playwright:
    """Playwright's driver; raises Unusable where its Node does not run, as on a Debian without libatomic1."""
    try:
        return await _start_driver(folder)
    except Exception as error:
        # Playwright raises a bare Exception for a driver that ends at once.
        if type(error) is not Exception and not isinstance(error, OSError):
            raise
        reason = one_line(str(error), 200)
        raise Unusable(f"Playwright's driver does not start: {reason}; {INSTALL_HINT}") from error


async def _start_driver(folder: Path) -> Playwright:
    """Playwright with its driver in a process session of its own.

    A cancelled flow run is signalled as a process group; the driver must outlive that, so that evidence can still
    be written and the browser closed in order.
    """
    before = os.environ.get("PLAYWRIGHT_NODEJS_PATH")
    wrapper = _driver_wrapper(folder, before)
    if wrapper is None:
        return await async_playwright().start()
    os.environ["PLAYWRIGHT_NODEJS_PATH"] = str(wrapper)
    try:
        return await async_playwright().start()
    finally:
        if before is None:
            os.environ.pop("PLAYWRIGHT_NODEJS_PATH", None)
        else:
            os.environ["PLAYWRIGHT_NODEJS_PATH"] = before


def _driver_wrapper(folder: Path, configured: str | None) -> Path | None:
    """A script that starts Playwright's Node in a new process session, and notes its process.

    None where the system has no setsid, or lets no program be run from the temporary folder.
    """
    from playwright._impl._driver import compute_driver_executable  # noqa: PLC0415  no public way to the path

    node = configured or str(compute_driver_executable()[0])
    if shutil.which("setsid") is None:
        return None
    wrapper = folder / "node"
    # A program that leads no process group keeps its process through `exec setsid`.
    wrapper.write_text(f'#!/bin/sh\necho $$ > "{folder / DRIVER_PID}"\nexec setsid "{node}" "$@"\n', encoding="utf-8")
    wrapper.chmod(wrapper.stat().st_mode | stat.S_IXUSR)
    return wrapper if os.access(wrapper, os.X_OK) else None


def _kill_driver(folder: Path) -> None:
    """Kill the driver that was last started by the wrapper in `folder`."""
    with contextlib.suppress(FileNotFoundError, ProcessLookupError):
        os.kill(int((folder / DRIVER_PID).read_text("utf-8")), signal.SIGKILL)
