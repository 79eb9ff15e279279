"""The cart of a session."""

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass

from ..bugs import Bugs

LARGEST_QUANTITY = 99


@dataclass(frozen=True)
class Line:
    """One row of a cart or an order; money in cents."""

    product_id: int
    name: str
    price: int
    quantity: int

    @property
    def amount(self) -> int:
        return self.price * self.quantity


def lines(db: sqlite3.Connection, session_id: str) -> list[Line]:
    rows = db.execute(
        "SELECT product.id, name, price, quantity FROM cart JOIN product ON product.id = product_id"
        " WHERE session_id = ? ORDER BY cart.rowid",
        (session_id,),
    )
    return [Line(*row) for row in rows]


def quantity(db: sqlite3.Connection, session_id: str, product_id: int) -> int:
    row = db.execute(
        "SELECT quantity FROM cart WHERE session_id = ? AND product_id = ?", (session_id, product_id)
    ).fetchone()
    return 0 if row is None else int(row["quantity"])


def put(db: sqlite3.Connection, session_id: str, product_id: int, pieces: int) -> None:
    """Set the quantity of a product; 0 takes it out."""
    if pieces == 0:
        db.execute("DELETE FROM cart WHERE session_id = ? AND product_id = ?", (session_id, product_id))
        return
    db.execute(
        "INSERT INTO cart (session_id, product_id, quantity) VALUES (?, ?, ?)"
        " ON CONFLICT DO UPDATE SET quantity = excluded.quantity",
        (session_id, product_id, pieces),
    )


def empty(db: sqlite3.Connection, session_id: str) -> None:
    db.execute("DELETE FROM cart WHERE session_id = ?", (session_id,))


def total(rows: Sequence[Line]) -> int:
    """The sum of the rows in cents."""
    return sum(line.amount for line in rows)


def total_on_page(rows: Sequence[Line], bugs: Bugs) -> int:
    """The total that the cart page shows, in cents."""
    if bugs.on("cart-total-wrong"):
        return sum(line.price * min(line.quantity, 9) for line in rows)
    return total(rows)


def badge(rows: Sequence[Line], bugs: Bugs) -> int:
    """The number beside the word Cart: how many pieces are in it."""
    if bugs.on("badge-counts-rows"):
        return len(rows)
    return sum(line.quantity for line in rows)
