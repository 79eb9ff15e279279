"""Orders of a user."""

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass

from .cart import Line
from .db import insert

DELIVERY = (
    ("standard", "Standard, 3 to 5 days"),
    ("express", "Express, next day"),
    ("pickup", "Pick up in a shop"),
)
DELIVERY_PRICES = {"standard": 490, "express": 990, "pickup": 0}
STATUSES = ("placed", "sent", "delivered", "cancelled")
FIRST_NUMBER = 100101


@dataclass(frozen=True)
class Order:
    """One order; `day` is an ISO date, money in cents."""

    number: int
    user_id: int
    day: str
    status: str
    name: str
    street: str
    postcode: str
    city: str
    country: str
    delivery: str
    delivery_price: int
    remark: str
    lines: tuple[Line, ...]

    @property
    def subtotal(self) -> int:
        return sum(line.amount for line in self.lines)

    @property
    def total(self) -> int:
        return self.subtotal + self.delivery_price

    @property
    def pieces(self) -> int:
        return sum(line.quantity for line in self.lines)

    @property
    def delivery_label(self) -> str:
        return dict(DELIVERY)[self.delivery]


def _order(db: sqlite3.Connection, row: sqlite3.Row) -> Order:
    lines = db.execute(
        "SELECT product_id, name, price, quantity FROM purchase_line WHERE number = ? ORDER BY rowid",
        (row["number"],),
    )
    return Order(**dict(row), lines=tuple(Line(*line) for line in lines))


def of_user(db: sqlite3.Connection, user_id: int, status: str = "") -> list[Order]:
    """The user's orders, newest first; all of them unless a status is given."""
    rows = db.execute(
        "SELECT * FROM purchase WHERE user_id = ? AND (? = '' OR status = ?) ORDER BY number DESC",
        (user_id, status, status),
    ).fetchall()
    return [_order(db, row) for row in rows]


def find(db: sqlite3.Connection, user_id: int, number: int) -> Order | None:
    """The user's own order with this number; None for anybody else's."""
    row = db.execute("SELECT * FROM purchase WHERE user_id = ? AND number = ?", (user_id, number)).fetchone()
    return None if row is None else _order(db, row)


def create(db: sqlite3.Connection, row: dict[str, str | int], lines: Sequence[Line]) -> int:
    """Store an order with its lines and return its number."""
    last = db.execute("SELECT max(number) FROM purchase").fetchone()[0] or FIRST_NUMBER - 1
    insert(db, "purchase", {**row, "number": last + 1})
    for line in lines:
        insert(
            db,
            "purchase_line",
            {
                "number": last + 1,
                "product_id": line.product_id,
                "name": line.name,
                "price": line.price,
                "quantity": line.quantity,
            },
        )
    return int(last + 1)


def cancel(db: sqlite3.Connection, user_id: int, number: int) -> None:
    """Cancel an order that was not sent yet; any other stays as it is."""
    db.execute(
        "UPDATE purchase SET status = 'cancelled' WHERE user_id = ? AND number = ? AND status = 'placed'",
        (user_id, number),
    )
