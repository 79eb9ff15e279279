"""About, terms, delivery, our shops, contact; favicon, stylesheet, scripts and the visit counter."""

import asyncio

from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from ..art import MARK
from ..data.db import insert
from ..forms import Checked, Field, check
from ..web import Visit, endpoint, redirect

TOPICS = tuple((name, name) for name in ("An order", "A product", "Returns", "Something else"))
CONTACT = (
    Field("name", "Name", autocomplete="name"),
    Field("email", "E-mail", "email", autocomplete="email"),
    Field("topic", "Topic", "choice", choices=TOPICS),
    Field("body", "Message", "long", limit=10_000, hint="Up to 10,000 characters."),
)
ZONES = (
    ("Netherlands, Belgium", "1 to 2 days", "€4.90", "€9.90"),
    ("Germany, Denmark", "2 to 3 days", "€4.90", "€9.90"),
    ("France, Austria", "3 to 5 days", "€4.90", "€9.90"),
)
SHOPS = (
    ("Lisse", "Tulip Lane 1", "Monday to Saturday, 10 to 18"),
    ("Ghent", "Kettle Street 14", "Tuesday to Saturday, 11 to 19"),
    ("Aarhus", "Havnegade 6", "Monday to Friday, 10 to 17"),
    ("Graz", "Murgasse 9", "Monday to Saturday, 9 to 18"),
)
SHOPS_SECONDS = 0.9
TYPES = {".css": "text/css", ".js": "text/javascript"}


async def about(visit: Visit) -> Response:
    return visit.render("about.html")


async def terms(visit: Visit) -> Response:
    return visit.render("terms.html")


async def delivery(visit: Visit) -> Response:
    return visit.render("delivery.html", zones=ZONES)


async def shops(visit: Visit) -> Response:
    return visit.render("shops.html")


async def shops_list(_visit: Visit) -> Response:
    """The shops, after as long as the system that knows them would take."""
    await asyncio.sleep(SHOPS_SECONDS)
    return JSONResponse(
        {
            "state": "ready",
            "shops": [{"town": town, "street": street, "hours": hours} for town, street, hours in SHOPS],
        }
    )


async def contact_form(visit: Visit) -> Response:
    user = visit.user
    typed = {"name": user.name, "email": user.email} if user else {}
    return visit.render("contact.html", fields=CONTACT, form=Checked(typed))


async def topics(_visit: Visit) -> Response:
    """The options that the script puts into the contact form."""
    return JSONResponse({"topics": [{"name": name} for name, _label in TOPICS]})


async def send_message(visit: Visit) -> Response:
    if visit.earlier_result() is None:
        sent = check(CONTACT, visit.form)
        if sent.errors:
            return visit.render("contact.html", 422, fields=CONTACT, form=sent)
        message_id = insert(visit.db, "message", dict(sent.meant))
        visit.remember_result(f"message:{message_id}")
    visit.flash("Thank you. We answer within two working days.")
    return redirect("/contact")


async def count_visit(_visit: Visit) -> Response:
    """Where the pages' visit counter reports to."""
    return Response(status_code=204)


async def favicon(_visit: Visit) -> Response:
    return Response(MARK, media_type="image/svg+xml", headers={"Cache-Control": "max-age=3600"})


async def asset(visit: Visit) -> Response:
    """A stylesheet or script; its address carries a version, so it may be kept."""
    name = visit.request.path_params["name"]
    if name not in visit.shop.assets:
        raise HTTPException(404)
    text, _version = visit.shop.assets[name]
    media_type = TYPES[name[name.rindex(".") :]]
    return Response(text, media_type=media_type, headers={"Cache-Control": "max-age=3600"})


routes = [
    Route("/about", endpoint(about)),
    Route("/terms", endpoint(terms)),
    Route("/delivery", endpoint(delivery)),
    Route("/shops", endpoint(shops)),
    Route("/shops/list", endpoint(shops_list)),
    Route("/contact", endpoint(contact_form)),
    Route("/contact", endpoint(send_message), methods=["POST"]),
    Route("/contact/topics", endpoint(topics)),
    Route("/beacon", endpoint(count_visit), methods=["POST"]),
    Route("/favicon.svg", endpoint(favicon)),
    Route("/favicon.ico", endpoint(favicon)),
    Route("/static/{name}", endpoint(asset)),
]
