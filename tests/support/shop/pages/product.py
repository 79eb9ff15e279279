"""The product page with its reviews, and what its buttons ask for."""

from datetime import UTC, datetime

from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from ..data import cart, catalogue, reviews
from ..forms import Checked, Field, check
from ..money import euros
from ..web import Visit, endpoint, redirect

REVIEW = (
    Field("rating", "Rating", "choice", choices=reviews.RATINGS),
    Field("title", "Title", limit=120, hint="Up to 120 characters."),
    Field("body", "Your review", "long", limit=10_000, hint="Up to 10,000 characters."),
)
ALERT = (Field("alert_email", "E-mail for the stock alert", "email", autocomplete="email"),)
DELIVERY_TIMES = {
    "regions": {
        "Benelux": "1 to 2 days",
        "Germany and Denmark": "2 to 3 days",
        "France and Austria": "3 to 5 days",
    }
}
SHOPS = ("Lisse", "Ghent", "Aarhus", "Graz")


def product_of(visit: Visit) -> catalogue.Product:
    """The product in the path. Raises HTTPException 404."""
    product = catalogue.find(visit.db, visit.path_id())
    if product is None:
        raise HTTPException(404)
    return product


def page(
    visit: Visit,
    product: catalogue.Product,
    status: int = 200,
    *,
    review: Checked | None = None,
    alert: Checked | None = None,
    quantity: tuple[str, str] = ("1", ""),
) -> Response:
    """The product page; a form with mistakes is shown as it was typed.

    `quantity` is what was typed and what is wrong with it.
    """
    found = reviews.of_product(visit.db, product.id)
    average = round(sum(one.rating for one in found) / len(found), 1) if found else None
    return visit.render(
        "product.html",
        status,
        product=product,
        reviews=found,
        average=average,
        times=DELIVERY_TIMES,
        review_fields=REVIEW,
        review=review or Checked(),
        alert_fields=ALERT,
        alert=alert or Checked(),
        quantity=quantity,
        largest=cart.LARGEST_QUANTITY,
        open_tab="reviews" if review else "description",
    )


async def show(visit: Visit) -> Response:
    return page(visit, product_of(visit))


async def quick_view(visit: Visit) -> Response:
    """What the quick-view dialog shows."""
    product = product_of(visit)
    facts = {
        "id": product.id,
        "name": product.name,
        "price": euros(product.price),
        "for_sale": product.for_sale,
        "availability": product.availability_label,
        "description": product.description,
        "category": product.category_label,
    }
    if product.material:
        facts["material"] = product.material
    return JSONResponse(facts)


async def shops_with(visit: Visit) -> Response:
    """The shops that have the product today; 204 without a body if none has."""
    product = product_of(visit)
    if product.id % 3 == 0 or not product.for_sale:
        return Response(status_code=204)
    return JSONResponse({"shops": [SHOPS[product.id % 4], SHOPS[(product.id + 1) % 4]]})


async def add_review(visit: Visit) -> Response:
    product = product_of(visit)
    there = f"/products/{product.id}#reviews"
    if visit.earlier_result():
        return redirect(there)
    sent = check(REVIEW, visit.form)
    if sent.errors:
        return page(visit, product, 422, review=sent)
    review_id = reviews.create(
        visit.db,
        {
            **sent.meant,
            "product_id": product.id,
            "author": visit.member().name,
            "day": datetime.now(UTC).date().isoformat(),
        },
    )
    visit.remember_result(f"review:{review_id}")
    visit.flash("Thank you, your review is below.")
    return redirect(there)


async def add_alert(visit: Visit) -> Response:
    product = product_of(visit)
    sent = check(ALERT, visit.form)
    if sent.errors:
        return page(visit, product, 422, alert=sent)
    catalogue.add_stock_alert(visit.db, product.id, sent.text("alert_email"))
    visit.flash(f"We will write to {sent.text('alert_email')} when {product.name} is back.")
    return redirect(f"/products/{product.id}")


routes = [
    Route("/products/{id}", endpoint(show)),
    Route("/products/{id}/quick", endpoint(quick_view)),
    Route("/products/{id}/shops", endpoint(shops_with)),
    Route("/products/{id}/reviews", endpoint(add_review, member=True), methods=["POST"]),
    Route("/products/{id}/alert", endpoint(add_alert), methods=["POST"]),
]
