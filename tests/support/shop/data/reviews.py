"""Reviews of a product."""

import sqlite3
from dataclasses import dataclass

from .db import insert

RATINGS = (("5", "5, excellent"), ("4", "4, good"), ("3", "3, fine"), ("2", "2, poor"), ("1", "1, bad"))


@dataclass(frozen=True)
class Review:
    """One review; `rating` is 1 to 5, `day` an ISO date."""

    id: int
    product_id: int
    author: str
    rating: int
    title: str
    body: str
    day: str


def of_product(db: sqlite3.Connection, product_id: int) -> list[Review]:
    """All reviews of a product, newest first."""
    rows = db.execute("SELECT * FROM review WHERE product_id = ? ORDER BY id DESC", (product_id,))
    return [Review(**dict(row)) for row in rows]


def create(db: sqlite3.Connection, row: dict[str, str | int]) -> int:
    return insert(db, "review", row)
