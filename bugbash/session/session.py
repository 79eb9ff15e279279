"""One browser session: a context of its own, its way out, and steps done in it one after another."""

import asyncio
import contextlib
import itertools
from collections.abc import Container, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import anyio
from playwright.async_api import BrowserContext, Error, Page

from bugbash.charter.actions import Action, Check, Click, Fill, Open, Reload, Select, WaitFor
from bugbash.contract.models import BLOCKED, Code
from bugbash.errors import Unusable
from bugbash.session.axe import broken_rules
from bugbash.session.browser import BrowserHost
from bugbash.session.destructive import answer_to
from bugbash.session.examination import Examination, Part, examination_from
from bugbash.session.locate import asked, frames_of
from bugbash.session.moment import Moment
from bugbash.session.observation import NOTHING, Look, joined, look_from
from bugbash.session.page import page_script
from bugbash.session.perform import perform
from bugbash.session.proxy import EgressProxy
from bugbash.session.recorder import Recorder, shown_address
from bugbash.session.scope import Scope
from bugbash.session.secrets import Secrets
from bugbash.session.settle import settle
from bugbash.session.stage import DONE, Outcome, Stage
from bugbash.session.tags import new_tag, step_filled_in

ACT_SECONDS = 40.0
"""Longest that one step may take with settling and looking: beyond it the page hangs."""
CLOSE_SECONDS = 10.0
ASK_SECONDS = 5.0
EXAMINE_SECONDS = 10.0
"""Longest that a closer look may take."""
_ONE = "asked(({ one, all, text, num, sum, count }) => (\nEXPRESSION\n))"
_LOOK = "([typed, tag]) => globalThis.__bugbash__ ? __bugbash__.look(typed, tag) : null"
_LAYOUT = "(typed) => globalThis.__bugbash__ ? __bugbash__.layout(typed) : null"
VIEWPORT = (1280, 800)
"""Width and height in CSS pixels."""


@dataclass(frozen=True)
class Terms:
    """What a session is opened with."""

    target: str
    scope: Scope
    secrets: Secrets
    login: Sequence[Action] = ()
    allow: Sequence[str] = ()
    files: Path = field(default_factory=Path)
    """Folder that uploads are relative to."""


@dataclass(frozen=True)
class Answer:
    """What an expression came to, or why it came to nothing."""

    value: Any
    error: str
    told: str = ""
    """What the helpers in it came to, in words."""


class Session:
    """A person at a browser: cookies, storage and permissions of its own.

    `open` logs in; `act` does one step and answers everything that was seen and heard. A page that hangs or a
    browser that dies is a blocked step (ENVIRONMENT_UNAVAILABLE); `alive` is then False, and only `close` is left.
    """

    def __init__(self, host: BrowserHost, terms: Terms, tag: str = "") -> None:
        self._host = host
        self._terms = terms
        self.tag = tag or new_tag()
        self.recorder = Recorder(terms.scope, self._answer)
        self.alive = False
        self.last = NOTHING
        """The newest look."""
        self._proxy = EgressProxy(terms.scope, self._on_stopped)
        self._cleanup = contextlib.AsyncExitStack()
        self._context: BrowserContext | None = None
        self._pages: list[Page] = []
        self._typed: list[str] = []
        self._current: Action | None = None
        self._inside = ""
        """The address at which the login ended, where that page asks for no password any more."""
        self._heard = self.recorder.mark()
        """The point on the recorder's timeline up to which moments have told."""

    async def open(self) -> Outcome:
        """Open the context and log in; what is not passed says why the session cannot be used."""
        try:
            async with asyncio.timeout(ACT_SECONDS):
                await self._open_context()
        except (Error, TimeoutError, OSError, Unusable) as error:
            return Outcome(BLOCKED, Code.ENVIRONMENT_UNAVAILABLE, f"no browser session: {_first_line(error)}")
        self.alive = True
        return await self._log_in()

    async def act(self, action: Action, benign: bool = True, glance: bool = False) -> Moment:
        """Do `action`, let the page settle, and look; at a `glance` neither: the look is the last one's."""
        # From where the last moment ended: what was heard in between belongs to this one, and is not lost.
        before, mark = self.last, self._heard
        action = step_filled_in(action, self.tag)
        outcome, settled = await self._done(action, glance)
        if outcome.passed and isinstance(action, Open | Reload) and self._is_signed_out():
            await self._log_in_again()
        self._heard = self.recorder.mark()
        return Moment(action, outcome, before, self.last, self.recorder.since(mark), settled, benign)

    async def _done(self, action: Action, glance: bool) -> tuple[Outcome, bool]:
        """Do `action` and look: what came of it, and whether the page came to rest."""
        self._current = action
        settled = True
        try:
            async with asyncio.timeout(ACT_SECONDS + (action.seconds if isinstance(action, WaitFor) else 0)):
                outcome = await perform(self._stage(), action)
                if not glance:
                    settled = await self._settle_and_look()
        except (Error, TimeoutError) as error:
            outcome = self._broken(error)
        finally:
            self._current = None
        if self.recorder.all.crashed and self.alive:
            outcome = self._broken(Error("the page crashed"))
        return outcome, settled

    async def look(self, after: float = 0.0) -> Look:
        """Look again, `after` so many seconds; the last look where the page does not answer."""
        try:
            async with asyncio.timeout(ACT_SECONDS):
                await asyncio.sleep(after)
                self.last = await self._look()
        except (Error, TimeoutError) as error:
            self._broken(error)
        return self.last

    async def examine(self, parts: Container[Part]) -> Examination:
        """A closer look at the main document, at the `parts` named; what a moving page cannot tell is left out."""
        layout = accessibility = None
        # Of a page that is left, or is too much for it, there is only nothing to tell.
        with contextlib.suppress(Error, TimeoutError):
            async with asyncio.timeout(EXAMINE_SECONDS):
                if "layout" in parts:
                    layout = await self.page.evaluate(_LAYOUT, self._typed[-50:])
                if "accessibility" in parts:
                    accessibility = await broken_rules(self.page)
        return examination_from(layout, accessibility)

    async def ask(self, expressions: Sequence[str]) -> list[Answer]:
        """What each JavaScript expression comes to in the page, with the property helpers in reach."""
        if not expressions:
            return []
        try:
            answers = await asyncio.wait_for(self.page.evaluate(_asking(expressions)), ASK_SECONDS)
        except TimeoutError as error:
            return [Answer(None, _first_line(error))] * len(expressions)
        except Error as error:
            if len(expressions) == 1:
                return [Answer(None, _first_line(error))]
            # One that is no JavaScript takes the whole script with it: each is asked by itself.
            return [answer for one in expressions for answer in await self.ask([one])]
        if not isinstance(answers, list) or len(answers) != len(expressions):
            return [Answer(None, "the page answered nothing")] * len(expressions)
        return [_answer(answer) for answer in answers]

    async def status_of(self, address: str) -> int | None:
        """The status that a GET of `address` answers with this session's cookies; None where it does not answer."""
        if self._context is None or not self._terms.scope.allows(address):
            return None
        try:
            answer = await self._context.request.get(address, timeout=10_000, max_redirects=10)
            status = answer.status
            await answer.dispose()
            return status
        except Error:
            return None

    def allows(self, address: str) -> bool:
        """Whether `address` is inside the scope."""
        return self._terms.scope.allows(address)

    @property
    def width(self) -> int:
        """The window's width in CSS pixels."""
        size = self.page.viewport_size
        return size["width"] if size is not None else VIEWPORT[0]

    @property
    def page(self) -> Page:
        """The page in front: the newest one that is open."""
        open_pages = [page for page in self._pages if not page.is_closed()]
        if not open_pages:
            raise Error("Target page has been closed")
        return open_pages[-1]

    @property
    def context(self) -> BrowserContext:
        assert self._context is not None, "the session is not open"
        return self._context

    @property
    def typed(self) -> list[str]:
        """What was typed in this session, secrets left out."""
        return self._typed

    async def close(self) -> None:
        """End the session, whatever state it is in; never raises, and a cancellation waits for it."""
        self.alive = False
        with anyio.CancelScope(shield=True):
            await self._cleanup.aclose()

    async def _open_context(self) -> None:
        await self._cleanup.enter_async_context(self._proxy)
        context = await self._host.context(
            viewport={"width": VIEWPORT[0], "height": VIEWPORT[1]},
            # Chromium spares loopback the proxy unless told not to.
            proxy={"server": self._proxy.address, "bypass": "<-loopback>"},
            locale="en-US",
            accept_downloads=False,
        )
        self._cleanup.push_async_callback(self._close_context, context)
        self._context = context
        await context.add_init_script(page_script())
        self.recorder.attach(context, self._on_page)
        await context.new_page()

    async def _log_in(self) -> Outcome:
        for action in self._terms.login:
            moment = await self.act(action, glance=isinstance(action, Fill | Select | Check))
            if not moment.outcome.passed:
                detail = f"log in: {moment.outcome.detail or action.words()}"
                code = moment.outcome.code
                if code == Code.ASSERTION_FAILED:
                    code = Code.CREDENTIAL_MISSING
                return Outcome(BLOCKED, code, detail)
        self._inside = "" if _asks_for_a_password(self.last) else _page_of(self.last)
        return DONE

    def _is_signed_out(self) -> bool:
        """Whether the page that the login ended on asks for it again: some apps keep a login in memory only."""
        return (
            self.alive
            and bool(self._inside)
            and self._inside == _page_of(self.last)
            and _asks_for_a_password(self.last)
        )

    async def _log_in_again(self) -> None:
        """Do the login's steps on the page in front; where that fails, the page stays as it is."""
        for action in itertools.dropwhile(lambda step: isinstance(step, Open), self._terms.login):
            outcome, _ = await self._done(action, glance=isinstance(action, Fill | Select | Check))
            if not outcome.passed:
                break
        if self.alive:
            await self.look()

    async def _settle_and_look(self) -> bool:
        settled = await settle(self.page, self.recorder)
        await self._leave_foreign_pages()
        self.last = await self._look()
        return settled

    def _stage(self) -> Stage:
        return Stage(
            page=self.page,
            base=self._terms.target,
            scope=self._terms.scope,
            tag=self.tag,
            files=self._terms.files,
            secret=self._terms.secrets.resolve,
            resize=self._resize,
            typed=self._typed,
        )

    async def _resize(self, width: int, height: int) -> None:
        await self.page.set_viewport_size({"width": width, "height": height})

    async def _look(self) -> Look:
        """One look over the page and its frames; a document that is being replaced is looked at once more."""
        for attempt in range(4):
            try:
                return await self._look_once()
            except (Error, ValueError) as error:
                if attempt == 3 or self.page.is_closed():
                    raise Error(_first_line(error)) from error
                await settle(self.page, self.recorder, bound=2.0)
        raise AssertionError("unreachable")

    async def _look_once(self) -> Look:
        main, *others = frames_of(self.page)
        seen = look_from(await main.evaluate(_LOOK, [self._typed[-50:], self.tag]))
        frames = []
        for frame in others:
            if self._terms.scope.allows(frame.url):
                answer = await asked(frame, _LOOK, [self._typed[-50:], self.tag])
                frames.extend([look_from(answer)] if answer is not None else [])
        return joined(seen, frames)

    async def _leave_foreign_pages(self) -> None:
        """Close popups outside the scope, and go back where the page itself was led out of it."""
        for page in self._pages[1:]:
            if not page.is_closed() and _is_foreign(page, self._terms.scope):
                await page.close()
        page = self.page
        if _is_foreign(page, self._terms.scope) and self.last.url.startswith("http"):
            await page.goto(self.last.url, wait_until="domcontentloaded", timeout=15_000)
            await settle(page, self.recorder)

    def _on_page(self, page: Page) -> None:
        if self._pages:
            self.recorder.heard_popup(page.url)
        self._pages.append(page)

    def _on_stopped(self, address: str) -> None:
        self.recorder.stopped[shown_address(address)] += 1

    def _answer(self, kind: str, text: str) -> bool | str:
        action = self._current
        if isinstance(action, Click) and action.dialog is not None:
            return (action.answer or True) if action.dialog == "accept" else False
        if kind == "prompt":
            return f"bugbash {self.tag}"
        return answer_to(kind, text, self._terms.allow, own=False)

    def _broken(self, error: Exception) -> Outcome:
        self.alive = False
        what = "the page hung" if isinstance(error, TimeoutError) else _first_line(error)
        return Outcome(BLOCKED, Code.ENVIRONMENT_UNAVAILABLE, what)

    async def _close_context(self, context: BrowserContext) -> None:
        # A dead browser has closed it already; a hung one is ended with its host.
        with contextlib.suppress(Error, TimeoutError):
            await asyncio.wait_for(context.close(), CLOSE_SECONDS)


def _page_of(look: Look) -> str:
    return look.url.partition("#")[0]


def _asks_for_a_password(look: Look) -> bool:
    return any(control.field and control.field.type == "password" for control in look.controls)


def _is_foreign(page: Page, scope: Scope) -> bool:
    return page.url.startswith("chrome-error:") or not scope.allows(page.url)


def _first_line(error: Exception) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0][:200]


def _answer(data: Any) -> Answer:
    """The answer that the page gave, whatever it did to its own script."""
    given = data if isinstance(data, dict) else {"error": "the page answered nothing"}
    return Answer(given.get("value"), str(given.get("error") or "")[:500], str(given.get("told") or "")[:500])


def _asking(expressions: Sequence[str]) -> str:
    """A script that evaluates each expression by itself, so that one which throws takes no other with it."""
    asked = ",".join(_ONE.replace("EXPRESSION", expression) for expression in expressions)
    return f"() => {{ const {{ asked, judged }} = __bugbash__; return [{asked}] }}"
