"""Users, their passwords and addresses."""

import hashlib
import hmac
import secrets
import sqlite3
from dataclasses import dataclass

from .db import insert

COUNTRIES = tuple((name, name) for name in ("Austria", "Belgium", "Denmark", "France", "Germany", "Netherlands"))


@dataclass(frozen=True)
class User:
    id: int
    email: str
    name: str
    staff: bool
    street: str
    postcode: str
    city: str
    country: str


def _hash(password: str, salt: str) -> str:
    # n is small on purpose: these are throw-away accounts, and a test signs in hundreds of times
    return hashlib.scrypt(password.encode(), salt=salt.encode(), n=1024, r=8, p=1).hex()


def _user(row: sqlite3.Row | None) -> User | None:
    if row is None:
        return None
    return User(
        row["id"],
        row["email"],
        row["name"],
        bool(row["staff"]),
        row["street"],
        row["postcode"],
        row["city"],
        row["country"],
    )


def create(db: sqlite3.Connection, email: str, name: str, password: str, *, staff: bool = False) -> int:
    """Add a user and return the id. Raises sqlite3.IntegrityError if the address is taken."""
    salt = secrets.token_hex(8)
    row: dict[str, str | int] = {"email": email, "name": name, "staff": int(staff)}
    return insert(db, "user", {**row, "password": f"{salt}${_hash(password, salt)}"})


def by_id(db: sqlite3.Connection, user_id: int | None) -> User | None:
    return _user(db.execute("SELECT * FROM user WHERE id = ?", (user_id,)).fetchone())


def by_email(db: sqlite3.Connection, email: str) -> User | None:
    return _user(db.execute("SELECT * FROM user WHERE email = ?", (email,)).fetchone())


def with_password(db: sqlite3.Connection, email: str, password: str) -> User | None:
    """The user with this address and password, or None."""
    row = db.execute("SELECT * FROM user WHERE email = ?", (email,)).fetchone()
    if row is None:
        return None
    salt, _, stored = row["password"].partition("$")
    return _user(row) if hmac.compare_digest(stored, _hash(password, salt)) else None


def save_address(db: sqlite3.Connection, user_id: int, street: str, postcode: str, city: str, country: str) -> None:
    db.execute(
        "UPDATE user SET street = ?, postcode = ?, city = ?, country = ? WHERE id = ?",
        (street, postcode, city, country, user_id),
    )
