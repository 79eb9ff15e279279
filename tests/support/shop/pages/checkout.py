"""Checkout: address and delivery, review, place the order."""

import asyncio
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

from starlette.responses import Response
from starlette.routing import Route

from ..data import cart, orders, sessions
from ..data.db import transaction
from ..forms import Checked, Field, check
from ..web import Visit, endpoint, redirect
from .account import ADDRESS

NAME = Field("name", "Name of the recipient", autocomplete="name")
DELIVERY = Field(
    "delivery",
    "Delivery",
    "radio",
    choices=tuple(
        (value, f"{label}, €{orders.DELIVERY_PRICES[value] / 100:.2f}") for value, label in orders.DELIVERY
    ),
)
REMARK = Field(
    "remark",
    "Remark for the courier",
    "long",
    required=False,
    limit=5000,
    hint="Optional, up to 5,000 characters.",
)
FIELDS = (NAME, *ADDRESS, DELIVERY, REMARK)
PAYMENT_SECONDS = 0.3


async def form(visit: Visit) -> Response:
    """The address and delivery form, filled with what was typed before or the account's address."""
    if not visit.cart_lines():
        return empty_cart(visit)
    user = visit.member()
    typed = {
        "name": user.name,
        "street": user.street,
        "postcode": user.postcode,
        "city": user.city,
        "country": user.country,
        "delivery": "standard",
        **visit.own_session().checkout,
    }
    return show_form(visit, Checked(typed))


def show_form(visit: Visit, sent: Checked, status: int = 200) -> Response:
    return visit.render(
        "checkout.html",
        status,
        fields=FIELDS,
        form=sent,
        subtotal=cart.total(visit.cart_lines()),
        prices=orders.DELIVERY_PRICES,
    )


def empty_cart(visit: Visit) -> Response:
    visit.flash("Your cart is empty: there is nothing to order.")
    return redirect("/cart")


async def save(visit: Visit) -> Response:
    if not visit.cart_lines():
        return empty_cart(visit)
    sent = check(FIELDS, visit.form)
    if sent.errors:
        return show_form(visit, sent, 422)
    sessions.set_checkout(visit.db, visit.own_session().id, {field.name: sent.text(field.name) for field in FIELDS})
    return redirect("/checkout/review")


def answers(visit: Visit) -> Checked | None:
    """What was typed in the form, if it is complete."""
    sent = check(FIELDS, visit.own_session().checkout)
    return None if sent.errors else sent


async def review(visit: Visit) -> Response:
    sent, lines = answers(visit), visit.cart_lines()
    if not lines:
        return empty_cart(visit)
    if sent is None:
        return redirect("/checkout")
    fee = orders.DELIVERY_PRICES[sent.text("delivery")]
    return visit.render(
        "checkout_review.html",
        answers=sent.meant,
        lines=lines,
        subtotal=cart.total(lines),
        fee=fee,
        delivery=dict(orders.DELIVERY)[sent.text("delivery")],
    )


def store(visit: Visit, sent: Mapping[str, str | int], lines: Sequence[cart.Line]) -> str:
    """Make the order and return the address of its page."""
    number = orders.create(
        visit.db,
        {
            **sent,
            "user_id": visit.member().id,
            "day": datetime.now(UTC).date().isoformat(),
            "status": "placed",
            "delivery_price": orders.DELIVERY_PRICES[str(sent["delivery"])],
        },
        lines,
    )
    return f"/orders/{number}"


async def place(visit: Visit) -> Response:
    """Make the order once, however often the button was pressed."""
    sent, lines = answers(visit), visit.cart_lines()
    if sent is None:
        return redirect("/checkout")
    if visit.bug("double-order") and lines:
        await pay()  # the cart is still full meanwhile, so a second click gets this far as well
        page = store(visit, sent.meant, lines)
        cart.empty(visit.db, visit.own_session().id)
    elif lines:
        with transaction(visit.db):
            page = store(visit, sent.meant, lines)
            cart.empty(visit.db, visit.own_session().id)
            visit.remember_result(page)
        await pay()
    else:
        page = visit.earlier_result() or ""
        if not page:
            return empty_cart(visit)
    visit.flash("Thank you for your order.")
    return redirect(page)


async def pay() -> None:
    """The time that a payment provider would take."""
    await asyncio.sleep(PAYMENT_SECONDS)


routes = [
    Route("/checkout", endpoint(form, member=True)),
    Route("/checkout", endpoint(save, member=True), methods=["POST"]),
    Route("/checkout/review", endpoint(review, member=True)),
    Route("/checkout/place", endpoint(place, member=True), methods=["POST"]),
]
