"""What every page is given (a visit), and how a page becomes an answer."""

import hashlib
import logging
import secrets
import sqlite3
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl, quote

from jinja2 import Environment
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from .bugs import Bugs
from .data import accounts, cart, sessions
from .data.notes import Note

COOKIE = "shop_session"
TOKEN_FIELD = "form_token"
LARGEST_BODY = 1_000_000  # bytes
FORM_TYPE = "application/x-www-form-urlencoded"
LARGEST_ID = 10  # digits

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Shop:
    """One running shop. `assets` maps the name of a script or stylesheet to its text and version."""

    db: sqlite3.Connection
    bugs: Bugs
    pages: Environment
    assets: Mapping[str, tuple[str, str]]
    unsaved_notes: dict[str, Note] = field(default_factory=dict)


class Visit:
    """One request with what belongs to it: session, user, form."""

    def __init__(self, shop: Shop, request: Request, form: Mapping[str, str]) -> None:
        self.shop, self.db, self.request, self.form = shop, shop.db, request, form
        cookie = request.cookies.get(COOKIE, "")
        self.session = sessions.find(shop.db, cookie) if cookie else None
        self.user = accounts.by_id(shop.db, self.session.user_id) if self.session else None
        self._stale_cookie = bool(cookie) and self.session is None

    def bug(self, bug_id: str) -> bool:
        """Whether a planted mistake is switched on."""
        return self.shop.bugs.on(bug_id)

    def own_session(self) -> sessions.Session:
        """The visitor's session; a new one if there was none."""
        if self.session is None:
            self.session = sessions.create(self.db)
        return self.session

    def forget_session(self) -> None:
        """The session is over: the answer takes the cookie back."""
        self.session, self.user, self._stale_cookie = None, None, True

    def member(self) -> accounts.User:
        """The signed-in user. Raises HTTPException 401 if nobody is."""
        if self.user is None:
            raise HTTPException(401)
        return self.user

    def cart_lines(self) -> list[cart.Line]:
        return cart.lines(self.db, self.session.id) if self.session else []

    def flash(self, message: str) -> None:
        """Show a message once, on the next page."""
        sessions.set_flash(self.db, self.own_session().id, message)

    def path_id(self, name: str = "id") -> int:
        """A record's number from the path. Raises HTTPException 404 if it is none."""
        text = str(self.request.path_params[name])
        if not (text.isascii() and text.isdigit() and len(text) <= LARGEST_ID):
            raise HTTPException(404)
        return int(text)

    def wants_json(self) -> bool:
        return "application/json" in self.request.headers.get("accept", "")

    def submission_key(self) -> str:
        """What stays the same when one sending of one form arrives twice."""
        if not self.form.get(TOKEN_FIELD):
            return secrets.token_hex(32)
        return hashlib.sha256(repr((self.request.url.path, sorted(self.form.items()))).encode()).hexdigest()

    def earlier_result(self) -> str | None:
        """What this very form made when it arrived before; None if it did not."""
        return sessions.earlier_result(self.db, self.submission_key())

    def remember_result(self, result: str) -> None:
        sessions.remember_result(self.db, self.submission_key(), result)

    def render(self, template: str, status: int = 200, **values: Any) -> Response:
        """A page. The one-time message is used up by it."""
        context = {
            "visit": self,
            "user": self.user,
            "bug": self.bug,
            "flash": self._take_flash(),
            "path": self.request.url.path,
            "badge": cart.badge(self.cart_lines(), self.shop.bugs),
            "token": secrets.token_urlsafe(12),
            "assets": self.shop.assets,
            **values,
        }
        answer = HTMLResponse(self.shop.pages.get_template(template).render(context), status)
        answer.headers["Cache-Control"] = "no-store" if self.request.method == "GET" else "private"
        return answer

    def _take_flash(self) -> str:
        if self.session is None or not self.session.flash:
            return ""
        sessions.set_flash(self.db, self.session.id, "")
        return self.session.flash

    def finish(self, answer: Response) -> Response:
        """Give the visitor the cookie of the session, or take back one that is over."""
        if self.session is not None and self.request.cookies.get(COOKIE) != self.session.id:
            answer.set_cookie(COOKIE, self.session.id, httponly=True, samesite="lax", path="/")
        elif self._stale_cookie and self.session is None:
            answer.delete_cookie(COOKIE, path="/", httponly=True, samesite="lax")
        return answer


Page = Callable[[Visit], Awaitable[Response]]
Endpoint = Callable[[Request], Awaitable[Response]]


def redirect(path: str) -> Response:
    """Show another page of the shop after a form was handled."""
    return RedirectResponse(path, 303, headers={"Cache-Control": "no-store"})


def local_path(text: str) -> str:
    """A path of this shop to go on to; the account page for anything that is not one."""
    here = text.startswith("/") and not text.startswith(("//", "/\\")) and text.isprintable()
    return text if here else "/account"


async def read_form(request: Request) -> dict[str, str]:
    """The fields of a posted form. Raises HTTPException 413 or 415 for what is not one."""
    if request.method != "POST":
        return {}
    body = await request.body()
    if len(body) > LARGEST_BODY:
        raise HTTPException(413)
    if body and request.headers.get("content-type", "").partition(";")[0].strip() != FORM_TYPE:
        raise HTTPException(415)
    return dict(parse_qsl(body.decode("utf-8", "replace"), keep_blank_values=True))


def endpoint(page: Page, *, member: bool = False, staff: bool = False) -> Endpoint:
    """Wrap a page as a Starlette endpoint; `member` and `staff` say who may see it."""

    async def answer(request: Request) -> Response:
        shop: Shop = request.app.state.shop
        visit = Visit(shop, request, {})
        try:
            visit.form = await read_form(request)
            if member or staff:
                visit.member()
            if staff and not visit.member().staff:
                raise HTTPException(403)
            return visit.finish(await page(visit))
        except HTTPException as refusal:
            return visit.finish(refuse(visit, refusal.status_code))
        except Exception:
            log.exception("%s %s", request.method, request.url.path)
            return visit.finish(refuse(visit, 500))

    return answer


WORDS = {
    401: ("Please sign in", "You need to sign in to see this page."),
    403: ("Staff only", "This page is for the people who work in the shop."),
    404: ("Page not found", "There is no page at this address. It may have been moved or deleted."),
    405: ("That does not work here", "This address does not take what was sent to it."),
    413: ("Too much at once", "That was larger than this shop can take."),
    415: ("Not understood", "This address expects a form."),
    500: ("Something went wrong", "That was our fault. Please try again in a while."),
}


def refuse(visit: Visit, status: int) -> Response:
    """The answer for what cannot be done; signed-out visitors are sent to the sign-in page."""
    title, text = WORDS.get(status, WORDS[500])
    if visit.wants_json():
        return JSONResponse({"message": text}, status)
    if status == 401:
        url = visit.request.url
        asked = f"{url.path}?{url.query}".rstrip("?") if visit.request.method == "GET" else "/account"
        return redirect(f"/sign-in?next={quote(asked)}")
    return visit.render("error.html", status, title=title, text=text)


async def on_http_error(request: Request, error: Exception) -> Response:
    """Starlette's handler for addresses and methods that no page has."""
    status = error.status_code if isinstance(error, HTTPException) else 500
    visit = Visit(request.app.state.shop, request, {})
    return visit.finish(refuse(visit, status))
