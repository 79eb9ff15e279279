"""Home, catalogue, search, gift guide, popular products and the pictures."""

import traceback
from math import ceil

from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from ..art import picture
from ..data import catalogue
from ..forms import Checked
from ..money import parse_cents
from ..web import Visit, endpoint

FEATURED = (3, 17, 27, 33, 1, 10, 26, 18)
GIFTS = (1, 8, 9, 10, 25, 33, 35, 37)
POPULAR = ((20, 14), (1, 9), (3, 6), (33, 4))  # product id, ordered today


async def home(visit: Visit) -> Response:
    featured = catalogue.chosen(visit.db, FEATURED)
    return visit.render("home.html", featured=featured, categories=catalogue.CATEGORIES)


def page_number(text: str, pages: int) -> int:
    """The page asked for, or the nearest that exists."""
    wanted = int(text) if text.isascii() and text.isdigit() and len(text) < 6 else 1
    return min(max(wanted, 1), pages)


def price_asked(visit: Visit) -> tuple[int | None, str, str]:
    """The highest price asked for in cents, what is wrong with it, and what went wrong in here."""
    text = visit.request.query_params.get("highest", "").strip()
    if not text:
        return None, "", ""
    try:
        return parse_cents(text), "", ""
    except ValueError:
        if visit.bug("price-filter-traceback"):
            return None, "", traceback.format_exc()
        return None, "Highest price: an amount such as 12.50, please.", ""


async def listing(visit: Visit) -> Response:
    """The catalogue and the search results, which are the catalogue with words."""
    asked = visit.request.query_params
    typed = {name: asked.get(name, "").strip() for name in ("q", "category", "highest", "sort")}
    if typed["category"] not in dict(catalogue.CATEGORIES):
        typed["category"] = ""
    highest, error, failure = price_asked(visit)
    query = catalogue.Query(typed["q"], typed["category"], highest, typed["sort"])
    found = [] if error else catalogue.search(visit.db, query, visit.shop.bugs)
    pages = max(1, ceil(len(found) / catalogue.PAGE_SIZE))
    page = page_number(asked.get("page", "1"), pages)
    first = (page - 1) * catalogue.PAGE_SIZE
    return visit.render(
        "catalogue.html",
        422 if error else 200,
        found=found,
        shown=found[first : first + catalogue.PAGE_SIZE],
        first=first + 1,
        page=page,
        pages=pages,
        words=query.words,
        failure=failure,
        category=dict(catalogue.CATEGORIES).get(query.category, ""),
        form=Checked(typed, {}, {"highest": error} if error else {}),
        kept={name: text for name, text in typed.items() if text},
        categories=catalogue.CATEGORIES,
        sorts=catalogue.SORTS,
    )


async def gifts(visit: Visit) -> Response:
    if visit.bug("gifts-blank"):  # as if the guide's texts for this season had not been written yet
        return HTMLResponse("<!doctype html><html lang=en><title>Gift guide</title><body></body></html>")
    return visit.render("gifts.html", products=catalogue.chosen(visit.db, GIFTS))


async def popular(visit: Visit) -> Response:
    counts = dict(POPULAR)
    return visit.render("popular.html", products=catalogue.chosen(visit.db, list(counts)), counts=counts)


async def popular_now(_visit: Visit) -> Response:
    """What the popular page asks for every two seconds."""
    return JSONResponse(
        {str(product_id): count for product_id, count in POPULAR}, headers={"Cache-Control": "no-store"}
    )


async def image(visit: Visit) -> Response:
    product = catalogue.find(visit.db, visit.path_id())
    if product is None:
        raise HTTPException(404)
    return Response(
        picture(product.shape, product.hue),
        media_type="image/svg+xml",
        headers={"Cache-Control": "max-age=60"},
    )


routes = [
    Route("/", endpoint(home)),
    Route("/catalogue", endpoint(listing)),
    Route("/search", endpoint(listing)),
    Route("/gifts", endpoint(gifts)),
    Route("/popular", endpoint(popular)),
    Route("/popular/now", endpoint(popular_now)),
    Route("/images/{id}.svg", endpoint(image)),
]
