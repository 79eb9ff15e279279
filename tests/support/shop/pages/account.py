"""Register, sign in, sign out, and the account page with its address."""

import sqlite3

from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from ..data import accounts, sessions
from ..forms import Checked, Field, check
from ..web import Visit, endpoint, local_path, redirect

SIGN_IN = (
    Field("email", "E-mail", "email", autocomplete="username"),
    Field("password", "Password", "password", limit=200, autocomplete="current-password"),
)
REGISTER = (
    Field(
        "name",
        "Name",
        limit=80,
        autocomplete="name",
        hint="Up to 80 characters; it stands beside your reviews.",
    ),
    Field("email", "E-mail", "email", autocomplete="email"),
    Field(
        "password",
        "Password",
        "password",
        limit=200,
        low=10,
        autocomplete="new-password",
        hint="At least 10 characters.",
    ),
)
ADDRESS = (
    Field("street", "Street and number", autocomplete="street-address"),
    Field("postcode", "Postcode", limit=12, autocomplete="postal-code", hint="Up to 12 characters."),
    Field("city", "Town", autocomplete="address-level2"),
    Field("country", "Country", "choice", choices=accounts.COUNTRIES, autocomplete="country-name"),
)


async def sign_in_form(visit: Visit) -> Response:
    if visit.user is not None:
        return redirect("/account")
    return visit.render(
        "sign_in.html", fields=SIGN_IN, form=Checked(), next=visit.request.query_params.get("next", "")
    )


async def sign_in(visit: Visit) -> Response:
    sent = check(SIGN_IN, visit.form)
    user = None if sent.errors else accounts.with_password(visit.db, sent.text("email"), sent.text("password"))
    going_to = visit.form.get("next", "")
    if user is None:
        if not sent.errors:
            sent = sent.with_error("password", "This e-mail and password do not belong together.")
        return visit.render("sign_in.html", 422, fields=SIGN_IN, form=sent, next=going_to)
    return enter(visit, user, f"Welcome back, {user.name}.", going_to)


def enter(visit: Visit, user: accounts.User, welcome: str, going_to: str) -> Response:
    """Sign the user in. A form that arrives twice gets the session that the first one made."""
    made = sessions.find(visit.db, visit.earlier_result() or "")
    visit.session = made or sessions.sign_in(visit.db, visit.session, user.id)
    visit.remember_result(visit.session.id)
    visit.flash(welcome)
    return redirect(local_path(going_to))


async def register_form(visit: Visit) -> Response:
    if visit.user is not None:
        return redirect("/account")
    return visit.render("register.html", fields=REGISTER, form=Checked())


async def register(visit: Visit) -> Response:
    sent = check(REGISTER, visit.form)
    if not sent.errors and visit.earlier_result() is None:
        try:
            accounts.create(visit.db, sent.text("email"), sent.text("name"), sent.text("password"))
        except sqlite3.IntegrityError:
            sent = sent.with_error("email", "There is an account with this e-mail already. Sign in instead?")
    if sent.errors:
        return visit.render("register.html", 422, fields=REGISTER, form=sent)
    user = accounts.with_password(visit.db, sent.text("email"), sent.text("password"))
    if user is None:
        return redirect("/sign-in")
    return enter(visit, user, f"Welcome, {user.name}. Your account is ready.", "/account")


async def sign_out(visit: Visit) -> Response:
    if visit.session is not None and not visit.bug("sign-out-keeps-session"):
        sessions.end(visit.db, visit.session.id)
        visit.forget_session()
    return redirect("/signed-out")


async def signed_out(visit: Visit) -> Response:
    if visit.bug("sign-out-keeps-session"):
        visit.user = None  # the page is written for visitors who are signed out
    return visit.render("signed_out.html")


async def account(visit: Visit) -> Response:
    user = visit.member()
    typed = {"street": user.street, "postcode": user.postcode, "city": user.city, "country": user.country}
    return visit.render("account.html", fields=ADDRESS, form=Checked(typed))


async def save_address(visit: Visit) -> Response:
    """Answers the page's script with JSON, and a form sent without script with a page."""
    user, sent = visit.member(), check(ADDRESS, visit.form)
    if sent.errors:
        if visit.wants_json():
            return JSONResponse({"errors": dict(sent.errors)}, 422)
        return visit.render("account.html", 422, fields=ADDRESS, form=sent)
    accounts.save_address(visit.db, user.id, *(sent.text(field.name) for field in ADDRESS))
    if visit.wants_json():
        return JSONResponse({"message": "Your address is saved."})
    visit.flash("Your address is saved.")
    return redirect("/account")


routes = [
    Route("/sign-in", endpoint(sign_in_form)),
    Route("/sign-in", endpoint(sign_in), methods=["POST"]),
    Route("/register", endpoint(register_form)),
    Route("/register", endpoint(register), methods=["POST"]),
    Route("/sign-out", endpoint(sign_out), methods=["POST"]),
    Route("/signed-out", endpoint(signed_out)),
    Route("/account", endpoint(account, member=True)),
    Route("/account/address", endpoint(save_address, member=True), methods=["POST"]),
]
