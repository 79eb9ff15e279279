"""The staff area: products."""

from dataclasses import replace
from math import ceil

from starlette.responses import Response
from starlette.routing import Route

from ..data import catalogue, sessions
from ..forms import Checked, Field, check
from ..money import plain
from ..web import Visit, endpoint, redirect
from .catalogue import page_number
from .product import product_of

PAGE_SIZE = 20
PACK = Field("pack", "Pieces per pack", "whole", low=1, high=9999, hint="1 if it is sold singly.")


def fields(visit: Visit) -> tuple[Field, ...]:
    """The product form."""
    pack = replace(PACK, low=0) if visit.bug("pack-size-zero-500") else PACK
    return (
        Field("name", "Name", limit=120, hint="Up to 120 characters."),
        Field("sku", "Article number", limit=20, hint="Up to 20 characters, each number once."),
        Field("category", "Category", "choice", choices=catalogue.CATEGORIES),
        Field("price", "Price in euros", "price", low=1, high=9_999_999, hint="For example 12.50."),
        pack,
        Field("availability", "Availability", "choice", choices=catalogue.AVAILABILITY),
        Field("supplier", "Supplier", limit=80, hint="Up to 80 characters."),
        Field("origin", "Origin", required=False, limit=80, hint="Optional, up to 80 characters."),
        Field("material", "Material", required=False, limit=80, hint="Optional, up to 80 characters."),
        Field("description", "Description", "long", limit=10_000, hint="Up to 10,000 characters."),
    )


async def listing(visit: Visit) -> Response:
    asked = visit.request.query_params
    words = asked.get("q", "").strip()
    found = catalogue.search(visit.db, catalogue.Query(words, sort="newest"), visit.shop.bugs)
    pages = max(1, ceil(len(found) / PAGE_SIZE))
    page = page_number(asked.get("page", "1"), pages)
    first = (page - 1) * PAGE_SIZE
    return visit.render(
        "staff/products.html",
        found=found,
        shown=found[first : first + PAGE_SIZE],
        words=words,
        page=page,
        pages=pages,
        kept={"q": words} if words else {},
    )


async def show(visit: Visit) -> Response:
    return visit.render("staff/product.html", product=product_of(visit))


async def new(visit: Visit) -> Response:
    form = Checked({"pack": "1", "availability": "in"})
    return visit.render("staff/product_form.html", product=None, fields=fields(visit), form=form)


def checked(visit: Visit, except_id: int = 0) -> Checked:
    """The form as sent; an article number that another product has is refused."""
    sent = check(fields(visit), visit.form)
    if "sku" in sent.meant and catalogue.sku_taken(visit.db, sent.text("sku"), except_id):
        return sent.with_error("sku", "Article number: another product has this one.")
    return sent


async def create(visit: Visit) -> Response:
    earlier = visit.earlier_result()
    if earlier is not None:
        return redirect(f"/staff/products/{earlier.partition(':')[2]}")
    sent = checked(visit)
    if sent.errors:
        return visit.render("staff/product_form.html", 422, product=None, fields=fields(visit), form=sent)
    product_id = catalogue.create(visit.db, sent.meant)
    visit.remember_result(f"product:{product_id}")
    visit.flash("The product is saved.")
    return redirect(f"/staff/products/{product_id}")


async def edit(visit: Visit) -> Response:
    product = product_of(visit)
    typed = {field.name: str(getattr(product, field.name)) for field in fields(visit)}
    form = Checked({**typed, "price": plain(product.price)})
    return visit.render("staff/product_form.html", product=product, fields=fields(visit), form=form)


async def update(visit: Visit) -> Response:
    product = product_of(visit)
    sent = checked(visit, product.id)
    if sent.errors:
        return visit.render("staff/product_form.html", 422, product=product, fields=fields(visit), form=sent)
    catalogue.update(visit.db, product.id, sent.meant, visit.shop.bugs)
    visit.flash("The product is saved.")
    return redirect(f"/staff/products/{product.id}")


async def delete(visit: Visit) -> Response:
    """Delete a product; one that is gone already is just as well deleted."""
    product_id = visit.path_id()
    catalogue.delete(visit.db, product_id)
    sessions.forget_result(visit.db, f"product:{product_id}")
    visit.flash("The product is deleted.")
    return redirect("/staff/products")


routes = [
    Route("/staff/products", endpoint(listing, staff=True)),
    Route("/staff/products", endpoint(create, staff=True), methods=["POST"]),
    Route("/staff/products/new", endpoint(new, staff=True)),
    Route("/staff/products/{id}", endpoint(show, staff=True)),
    Route("/staff/products/{id}/edit", endpoint(edit, staff=True)),
    Route("/staff/products/{id}/edit", endpoint(update, staff=True), methods=["POST"]),
    Route("/staff/products/{id}/delete", endpoint(delete, staff=True), methods=["POST"]),
]
