"""What a new shop starts with: products, two accounts, some orders, reviews and notes.

The shopper is `amy@example.test` with `tulip-Field-27`, the staff user `sam@example.test` with
`copper-Kettle-41`; SHOP_PASSWORD and SHOP_STAFF_PASSWORD in the environment replace the passwords.
"""

import json
import os
import sqlite3
from pathlib import Path

from . import accounts, catalogue, notes, orders, reviews
from .cart import Line
from .db import count, transaction

SHOPPER_EMAIL, STAFF_EMAIL = "amy@example.test", "sam@example.test"

_SUPPLIERS = ("Hollar Works", "Brook and Sons", "Field Trade", "Nordlys Supply")

_ORDERS = (  # day, status, delivery, and pairs of product id and pieces
    ("2025-01-14", "delivered", "standard", ((3, 1), (1, 4))),
    ("2025-02-03", "cancelled", "express", ((27, 1),)),
    ("2025-03-21", "sent", "standard", ((20, 5), (17, 3), (21, 1))),
    ("2025-04-08", "placed", "pickup", ((11, 2), (16, 1))),
)

_REVIEWS = (  # product id, author, rating, title, body
    (1, "Bea", 5, "My favourite", "Survived three summers of camping and one fall off a wall."),
    (1, "Jonas", 4, "Good, a bit small", "I would take one with half a litre at once."),
    (3, "Amy", 5, "Worth it", "Heats evenly & pours without a drip. The whistle is not too loud."),
    (4, "Karim", 4, "Heavy", "Cooks wonderfully. You need both hands."),
    (9, "Lotte", 5, "Does what it says", "Not one error left on the page."),
    (10, "Tom", 5, "Lovely print", "Hangs over my desk at 0° N, 0° E."),
    (11, "Amy", 3, "Nice paper", "The ribbon frays. Otherwise <3 this notebook."),
    (16, "Ines", 4, "Écrit très bien", "Parfait pour la main gauche."),
    (18, "Piet", 5, "Solid", "Does not drip, does not rust so far."),
    (26, "Mia", 5, "Warm", "We use it every evening."),
    (27, "Ola", 4, "Good light", "The switch could be larger."),
    (33, "Nora", 5, "Big towers", "Our record is nineteen blocks."),
)

_NOTES = (  # title, topic, contact, priority, due, body
    ("Ask for new kettle lids", "Supplier", "Hollar Works", 2, "2025-06-02", "Two lids came with a dent."),
    ("Spring window", "Shop window", "Ines", 3, "2025-03-10", "Pots, seeds and the blue watering can."),
    ("Puzzle came back", "Returns", "Tom", 1, "2025-05-19", "One piece missing; send a new box."),
    ("Count the candles", "Something else", "Sam", 4, "", "Before the fair in autumn."),
)


def seed(db: sqlite3.Connection) -> None:
    """Fill an empty shop; does nothing if it has products already."""
    if count(db, "product"):
        return
    with transaction(db):
        _add_products(db)
        accounts.create(db, STAFF_EMAIL, "Sam", os.environ.get("SHOP_STAFF_PASSWORD", "copper-Kettle-41"), staff=True)
        shopper = accounts.create(db, SHOPPER_EMAIL, "Amy", os.environ.get("SHOP_PASSWORD", "tulip-Field-27"))
        accounts.save_address(db, shopper, "Tulip Lane 27", "1012", "Lisse", "Netherlands")
        _add_orders(db, shopper)
        for product_id, author, rating, title, body in _REVIEWS:
            reviews.create(
                db,
                {
                    "product_id": product_id,
                    "author": author,
                    "rating": rating,
                    "title": title,
                    "body": body,
                    "day": "2025-02-17",
                },
            )
        for title, topic, contact, priority, due, body in _NOTES:
            notes.create(
                db,
                {
                    "title": title,
                    "topic": topic,
                    "contact": contact,
                    "priority": priority,
                    "due": due,
                    "body": body,
                },
            )


def _add_products(db: sqlite3.Connection) -> None:
    products = json.loads(Path(__file__).with_name("products.json").read_text("utf-8"))
    for place, product in enumerate(products):
        catalogue.create(db, {**product, "supplier": _SUPPLIERS[place % len(_SUPPLIERS)]})


def _add_orders(db: sqlite3.Connection, user_id: int) -> None:
    for day, status, delivery, rows in _ORDERS:
        pairs = [(product, pieces) for number, pieces in rows if (product := catalogue.find(db, number))]
        lines = [Line(product.id, product.name, product.price, pieces) for product, pieces in pairs]
        orders.create(
            db,
            {
                "user_id": user_id,
                "day": day,
                "status": status,
                "name": "Amy",
                "street": "Tulip Lane 27",
                "postcode": "1012",
                "city": "Lisse",
                "country": "Netherlands",
                "delivery": delivery,
                "delivery_price": orders.DELIVERY_PRICES[delivery],
                "remark": "",
            },
            lines,
        )
