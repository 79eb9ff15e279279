"""Products: search, sorting, paging, and the changes that staff make."""

import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..bugs import Bugs
from .db import insert, reading_only

CATEGORIES = tuple((name.lower(), name) for name in ("Kitchen", "Stationery", "Garden", "Home", "Play"))
AVAILABILITY = (("in", "In stock"), ("out", "Out of stock"), ("order", "Made to order"))
SORTS = (
    ("name", "Name, A to Z"),
    ("name-desc", "Name, Z to A"),
    ("price", "Price, low to high"),
    ("price-desc", "Price, high to low"),
    ("newest", "Newest first"),
)
PAGE_SIZE = 12

_ORDER = {
    "name": "fold(name), id",
    "name-desc": "fold(name) DESC, id DESC",
    "price": "price, id",
    "price-desc": "price DESC, id DESC",
    "newest": "id DESC",
}


@dataclass(frozen=True)
class Product:
    """One product; prices in cents, `unit_price` is the price of one piece of a pack, rounded."""

    id: int
    sku: str
    name: str
    category: str
    price: int
    pack: int
    unit_price: int
    availability: str
    supplier: str
    origin: str
    material: str
    description: str
    shape: str
    hue: int

    @property
    def category_label(self) -> str:
        return dict(CATEGORIES)[self.category]

    @property
    def availability_label(self) -> str:
        return dict(AVAILABILITY)[self.availability]

    @property
    def for_sale(self) -> bool:
        return self.availability != "out"


@dataclass(frozen=True)
class Query:
    """What a list of products is asked for; `highest` is in cents, empty fields ask for everything."""

    words: str = ""
    category: str = ""
    highest: int | None = None
    sort: str = ""


def find(db: sqlite3.Connection, product_id: int) -> Product | None:
    row = db.execute("SELECT * FROM product WHERE id = ?", (product_id,)).fetchone()
    return None if row is None else Product(**dict(row))


def chosen(db: sqlite3.Connection, ids: Sequence[int]) -> list[Product]:
    """These products in this order, without those that no longer exist."""
    found = (find(db, product_id) for product_id in ids)
    return [product for product in found if product is not None]


def search(db: sqlite3.Connection, query: Query, bugs: Bugs) -> list[Product]:
    """All products that match, in the order asked for (an unknown order counts as by name)."""
    words = "holds(name || ' ' || sku || ' ' || category, :words)"
    if bugs.on("apostrophe-search-500"):
        words = f"holds(name || ' ' || sku || ' ' || category, '{query.words}')"
    order = _ORDER.get(query.sort, _ORDER["name"])
    if query.sort == "price-desc" and bugs.on("price-descending-wrong"):
        order = "printf('%.2f', price / 100.0) DESC, id DESC"
    where = f"{words} AND (:category = '' OR category = :category) AND (:highest IS NULL OR price <= :highest)"
    values = {"words": query.words, "category": query.category, "highest": query.highest}
    with reading_only(db):
        rows = db.execute(f"SELECT * FROM product WHERE {where} ORDER BY {order}", values).fetchall()
    return [Product(**dict(row)) for row in rows]


def sku_taken(db: sqlite3.Connection, sku: str, except_id: int = 0) -> bool:
    return db.execute("SELECT 1 FROM product WHERE sku = ? AND id <> ?", (sku, except_id)).fetchone() is not None


def create(db: sqlite3.Connection, row: Mapping[str, str | int]) -> int:
    """Add a product from its form fields and return the id."""
    return insert(db, "product", {**row, "unit_price": unit_price(row)})


def update(db: sqlite3.Connection, product_id: int, row: Mapping[str, str | int], bugs: Bugs) -> None:
    """Store the form fields of a product."""
    supplier, origin = row["supplier"], row["origin"]
    if bugs.on("origin-supplier-swapped"):
        supplier, origin = origin, supplier
    values = {**row, "supplier": supplier, "origin": origin, "unit_price": unit_price(row), "id": product_id}
    db.execute(
        "UPDATE product SET sku = :sku, name = :name, category = :category, price = :price, pack = :pack,"
        " unit_price = :unit_price, availability = :availability, supplier = :supplier, origin = :origin,"
        " material = :material, description = :description WHERE id = :id",
        values,
    )


def delete(db: sqlite3.Connection, product_id: int) -> None:
    db.execute("DELETE FROM product WHERE id = ?", (product_id,))


def unit_price(row: Mapping[str, str | int]) -> int:
    """Cents for one piece of the pack, rounded."""
    return round(int(row["price"]) / int(row["pack"]))


def add_stock_alert(db: sqlite3.Connection, product_id: int, email: str) -> None:
    """Remember who wants to know when the product is back; asking twice is the same as once."""
    db.execute("INSERT OR IGNORE INTO stock_alert (product_id, email) VALUES (?, ?)", (product_id, email))
