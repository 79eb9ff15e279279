"""The user's orders: list, one order, cancel, download."""

import csv
import io

from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import Route

from ..data import catalogue, orders
from ..money import plain
from ..web import Visit, endpoint, redirect

STATUS_TEXTS = {
    "placed": "We have your order and are packing it.",
    "sent": "Your parcel is on its way.",
    "delivered": "Your parcel has arrived.",
    "cancelled": "This order was cancelled. Nothing will be sent or charged.",
}


async def listing(visit: Visit) -> Response:
    status = visit.request.query_params.get("status", "")
    if status not in orders.STATUSES:
        status = ""
    return visit.render(
        "orders.html",
        orders=orders.of_user(visit.db, visit.member().id, status),
        chosen=status,
        statuses=orders.STATUSES,
    )


def order_of(visit: Visit) -> orders.Order:
    """The user's own order in the path. Raises HTTPException 404."""
    order = orders.find(visit.db, visit.member().id, visit.path_id("number"))
    if order is None:
        raise HTTPException(404)
    return order


async def show(visit: Visit) -> Response:
    order, texts = order_of(visit), dict(STATUS_TEXTS)
    if visit.bug("cancelled-order-500"):
        del texts["cancelled"]  # as it was before orders could be cancelled
    known = {product.id for product in catalogue.chosen(visit.db, [line.product_id for line in order.lines])}
    return visit.render("order.html", order=order, status_text=texts[order.status], known=known)


async def cancel(visit: Visit) -> Response:
    number = order_of(visit).number
    orders.cancel(visit.db, visit.member().id, number)
    done = order_of(visit).status == "cancelled"
    visit.flash("The order is cancelled." if done else "This order cannot be cancelled any more.")
    return redirect(f"/orders/{number}")


async def download(visit: Visit) -> Response:
    """All orders of the user as CSV."""
    text = io.StringIO()
    rows = csv.writer(text)
    rows.writerow(("order", "date", "status", "pieces", "total in euros"))
    for order in orders.of_user(visit.db, visit.member().id):
        rows.writerow((order.number, order.day, order.status, order.pieces, plain(order.total)))
    return Response(
        text.getvalue(),
        media_type="text/csv",
        headers={"Content-Disposition": 'attachment; filename="orders.csv"'},
    )


routes = [
    Route("/orders", endpoint(listing, member=True)),
    Route("/orders.csv", endpoint(download, member=True)),
    Route("/orders/{number}", endpoint(show, member=True)),
    Route("/orders/{number}/cancel", endpoint(cancel, member=True), methods=["POST"]),
]
