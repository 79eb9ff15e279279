"""What an app tells to those whom it does not concern: passwords in addresses and on screens, cookies, plain HTTP."""

import re
from collections.abc import Iterable
from urllib.parse import parse_qsl, urlsplit

from bugbash.charter.actions import SECRET_PREFIX, Fill
from bugbash.oracles.base import Oracle, Suspicion, route_of, screen_of
from bugbash.oracles.signed import sign_out_control
from bugbash.session.moment import Moment
from bugbash.session.observation import Control, Look
from bugbash.session.scope import Scope

PASSWORD = "Bug-Bash-27"
"""What explorers type into password fields, and nowhere else."""
LEAST_SECRET = 8
"""Characters; a shorter password may stand on a screen by chance."""
_SESSION_COOKIE = re.compile(
    r"^(?:PHPSESSID|JSESSIONID|ASP\.NET_SessionId|ASPSESSIONID\w+|connect\.sid|sessionid|laravel_session|ci_session"
    r"|\.AspNetCore\.(?:Cookies|Session|Identity\.\w+)|CAKEPHP|_\w+_session|next-auth\.session-token|sails\.sid)$"
)
"""Names that web frameworks give to the cookie that holds a login."""
_MIXED = re.compile(r"^Mixed Content: .*? insecure [\w -]*?'(?P<url>http://[^']+)'")


class ExposedPassword(Oracle):
    name = "exposed-password"
    looks_for = "passwords that were typed and then stand in an address, on the screen, or in the page's own markup"

    def __init__(self, scope: Scope) -> None:
        super().__init__(scope)
        self._secrets = {PASSWORD}

    def notice(self, moment: Moment) -> Iterable[Suspicion]:
        yield from self._in_addresses(moment)
        look = moment.after
        if any(secret in look.text for secret in self._secrets):
            yield _exposed(moment, "shows a password that was typed", "A password is never shown again.", "shown", 4)
        for name in look.echoed[:1]:
            how = f"comes with the password already in its field “{name[:40]}”"
            yield _exposed(moment, how, "A page is never sent with a password in it.", "sent back", 4)

    def remember(self, moment: Moment) -> None:
        action = moment.action
        if (
            isinstance(action, Fill)
            and not action.text.startswith(SECRET_PREFIX)
            and len(action.text) >= LEAST_SECRET
        ):
            fields = (control for control in _password_fields(moment.before) if control.locator == action.fill)
            self._secrets.update(action.text for _ in fields)

    def _in_addresses(self, moment: Moment) -> Iterable[Suspicion]:
        names = {control.field.name for control in _password_fields(moment.before) if control.field} - {""}
        for request in moment.events.requests:
            if not request.first_party:
                continue
            values = parse_qsl(urlsplit(request.url).query)
            key = next((key for key, value in values if value in self._secrets or (key in names and value)), "")
            if key:
                where = f"{request.method} {route_of(request.url)}"
                yield Suspicion(
                    oracle=self.name,
                    kind="issue",
                    severity=4,
                    title=f"A password is sent in an address: {where[:80]}",
                    expected="A password is sent in the body of a request: addresses are kept in histories and logs.",
                    observed=f"{moment.action.words()}: the address of {where} holds the password, as “{key[:40]}”.",
                    screen=screen_of(moment.before.url),
                    location=where,
                    message="password in an address",
                )
                return


class WeakProtection(Oracle):
    """Protection that a browser offers and that the app does not ask for."""

    name = "weak-protection"
    looks_for = "login cookies that scripts can read, and pages over https that send or load by plain http"

    def notice(self, moment: Moment) -> Iterable[Suspicion]:
        look = moment.after
        if sign_out_control(look) is not None:
            for name in (name for name in look.cookies if _SESSION_COOKIE.match(name)):
                yield _weak(
                    moment,
                    f"Scripts can read the login cookie {name[:40]}",
                    "The cookie that holds a login is HttpOnly.",
                    f"document.cookie holds {name[:40]} while somebody is signed in.",
                    f"cookie {name[:40]}",
                )
        if look.url.startswith("https://"):
            yield from _plain(moment)


def _plain(moment: Moment) -> Iterable[Suspicion]:
    host = urlsplit(moment.after.url).hostname
    loaded = (_MIXED.search(line.text) for line in moment.events.console)
    named = {match.group("url"): "loads" for match in loaded if match}
    named |= {form.action: "sends a form to" for form in moment.after.forms if form.action.startswith("http://")}
    for address, how in named.items():
        if urlsplit(address).hostname == host:
            yield _weak(
                moment,
                f"A page over https {how} a plain http address",
                "A page over https sends and loads everything over https.",
                f"{screen_of(moment.after.url)} {how} {address[:120]}.",
                f"http {route_of(address)}",
            )


def _weak(moment: Moment, title: str, expected: str, observed: str, location: str) -> Suspicion:
    return Suspicion(
        oracle=WeakProtection.name,
        kind="warning",
        severity=2,
        title=title,
        expected=expected,
        observed=observed,
        screen=screen_of(moment.after.url),
        location=location,
        message="weak protection",
    )


def _exposed(moment: Moment, how: str, expected: str, message: str, severity: int) -> Suspicion:
    url = moment.after.url
    return Suspicion(
        oracle=ExposedPassword.name,
        kind="issue",
        severity=severity,
        title=f"{route_of(url)[:60]} {how}",
        expected=expected,
        observed=f"{moment.action.words()}: {screen_of(url)} {how}.",
        screen=screen_of(url),
        location=route_of(url),
        message=message,
    )


def _password_fields(look: Look) -> list[Control]:
    return [control for control in look.controls if control.field and control.field.type == "password"]
