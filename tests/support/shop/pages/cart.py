"""The cart page, and adding to the cart with and without script."""

from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from ..data import cart, catalogue
from ..data.db import transaction
from ..forms import Field, check
from ..web import Visit, endpoint, redirect
from . import product as product_page

QUANTITY = Field("quantity", "Quantity", "whole", low=1, high=cart.LARGEST_QUANTITY)


async def show(visit: Visit) -> Response:
    return page(visit)


def page(
    visit: Visit, status: int = 200, typed: dict[str, str] | None = None, errors: dict[str, str] | None = None
) -> Response:
    """The cart; `typed` and `errors` are by name of the quantity field."""
    lines = visit.cart_lines()
    return visit.render(
        "cart.html",
        status,
        lines=lines,
        pieces=sum(line.quantity for line in lines),
        total=cart.total_on_page(lines, visit.shop.bugs),
        typed=typed or {},
        errors=errors or {},
        largest=cart.LARGEST_QUANTITY,
    )


async def add(visit: Visit) -> Response:
    """Put pieces of a product into the cart."""
    number = visit.form.get("product", "")
    known = number.isascii() and number.isdigit() and len(number) <= 10
    product = catalogue.find(visit.db, int(number)) if known else None
    if product is None:
        raise HTTPException(404)
    session = visit.own_session()
    sent = check((QUANTITY,), visit.form)
    before = cart.quantity(visit.db, session.id, product.id)
    problem = sent.errors.get("quantity", "")
    if not product.for_sale:
        problem = f"{product.name} is out of stock."
    elif not problem and before + sent.number("quantity") > cart.LARGEST_QUANTITY:
        problem = f"At most {cart.LARGEST_QUANTITY} pieces of a product; {before} are in your cart already."
    if problem:
        return refused(visit, product, problem)
    cart.put(visit.db, session.id, product.id, before + sent.number("quantity"))
    return added(visit, f"Added to your cart: {sent.number('quantity')} × {product.name}.")


def refused(visit: Visit, product: catalogue.Product, problem: str) -> Response:
    if visit.wants_json():
        return JSONResponse({"message": problem}, 422)
    return product_page.page(visit, product, 422, quantity=(visit.form.get("quantity", ""), problem))


def added(visit: Visit, message: str) -> Response:
    if visit.wants_json():
        return JSONResponse({"message": message, "badge": cart.badge(visit.cart_lines(), visit.shop.bugs)})
    visit.flash(message)
    return redirect("/cart")


async def update(visit: Visit) -> Response:
    """Store the quantities typed in the rows, and take out the row whose Remove was pressed."""
    session, removed = visit.own_session(), visit.form.get("remove", "")
    wanted: dict[int, int] = {}
    errors: dict[str, str] = {}
    for line in visit.cart_lines():
        name = f"quantity-{line.product_id}"
        if removed == str(line.product_id):
            wanted[line.product_id] = 0
        elif name in visit.form:
            sent = check((Field(name, line.name, "whole", low=1, high=cart.LARGEST_QUANTITY),), visit.form)
            errors |= sent.errors
            if not sent.errors:
                wanted[line.product_id] = sent.number(name)
    if errors:
        return page(visit, 422, dict(visit.form), errors)
    with transaction(visit.db):
        for product_id, pieces in wanted.items():
            cart.put(visit.db, session.id, product_id, pieces)
    visit.flash("Removed from your cart." if removed else "Your cart is up to date.")
    return redirect("/cart")


routes = [
    Route("/cart", endpoint(show)),
    Route("/cart", endpoint(update), methods=["POST"]),
    Route("/cart/add", endpoint(add), methods=["POST"]),
]
