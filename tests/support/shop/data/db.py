"""The SQLite file: its tables, how it is opened, and transactions.

The server handles every request on one event loop with one connection, and never awaits inside a
transaction: requests cannot get into each other's way. The wait below is for a second process.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

FILE_NAME = "shop.sqlite"

SCHEMA = """
CREATE TABLE IF NOT EXISTS user (
    id INTEGER PRIMARY KEY AUTOINCREMENT, email TEXT NOT NULL UNIQUE, name TEXT NOT NULL,
    password TEXT NOT NULL, staff INTEGER NOT NULL DEFAULT 0,
    street TEXT NOT NULL DEFAULT '', postcode TEXT NOT NULL DEFAULT '',
    city TEXT NOT NULL DEFAULT '', country TEXT NOT NULL DEFAULT '');
CREATE TABLE IF NOT EXISTS session (
    id TEXT PRIMARY KEY, user_id INTEGER REFERENCES user(id) ON DELETE CASCADE,
    flash TEXT NOT NULL DEFAULT '', checkout TEXT NOT NULL DEFAULT '');
CREATE TABLE IF NOT EXISTS product (
    id INTEGER PRIMARY KEY AUTOINCREMENT, sku TEXT NOT NULL UNIQUE, name TEXT NOT NULL,
    category TEXT NOT NULL, price INTEGER NOT NULL, pack INTEGER NOT NULL, unit_price INTEGER NOT NULL,
    availability TEXT NOT NULL, supplier TEXT NOT NULL, origin TEXT NOT NULL, material TEXT NOT NULL,
    description TEXT NOT NULL, shape TEXT NOT NULL DEFAULT 'parcel', hue INTEGER NOT NULL DEFAULT 30);
CREATE TABLE IF NOT EXISTS review (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    product_id INTEGER NOT NULL REFERENCES product(id) ON DELETE CASCADE, author TEXT NOT NULL,
    rating INTEGER NOT NULL, title TEXT NOT NULL, body TEXT NOT NULL, day TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS cart (
    session_id TEXT NOT NULL REFERENCES session(id) ON DELETE CASCADE,
    product_id INTEGER NOT NULL REFERENCES product(id) ON DELETE CASCADE,
    quantity INTEGER NOT NULL, PRIMARY KEY (session_id, product_id));
CREATE TABLE IF NOT EXISTS purchase (
    number INTEGER PRIMARY KEY, user_id INTEGER NOT NULL REFERENCES user(id) ON DELETE CASCADE,
    day TEXT NOT NULL, status TEXT NOT NULL, name TEXT NOT NULL, street TEXT NOT NULL, postcode TEXT NOT NULL,
    city TEXT NOT NULL, country TEXT NOT NULL, delivery TEXT NOT NULL, delivery_price INTEGER NOT NULL,
    remark TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS purchase_line (
    number INTEGER NOT NULL REFERENCES purchase(number) ON DELETE CASCADE, product_id INTEGER NOT NULL,
    name TEXT NOT NULL, price INTEGER NOT NULL, quantity INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS note (
    id INTEGER PRIMARY KEY AUTOINCREMENT, title TEXT NOT NULL, topic TEXT NOT NULL, contact TEXT NOT NULL,
    priority INTEGER NOT NULL, due TEXT NOT NULL, body TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS message (
    id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, email TEXT NOT NULL,
    topic TEXT NOT NULL, body TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS stock_alert (
    product_id INTEGER NOT NULL REFERENCES product(id) ON DELETE CASCADE, email TEXT NOT NULL,
    PRIMARY KEY (product_id, email));
CREATE TABLE IF NOT EXISTS submission (key TEXT PRIMARY KEY, result TEXT NOT NULL);
"""


def fold(text: str | None) -> str:
    """How texts are compared in searches and sorting: without regard to case, in any script."""
    return (text or "").casefold()


def holds(text: str | None, words: str | None) -> bool:
    """Whether a text contains each of these words, in any order and case."""
    folded = fold(text)
    return all(word in folded for word in fold(words).split())


def connect(folder: Path) -> sqlite3.Connection:
    """Open the shop's file in `folder`, creating folder, file and tables as needed."""
    folder.mkdir(parents=True, exist_ok=True)
    db = sqlite3.connect(folder / FILE_NAME, isolation_level=None, check_same_thread=False, timeout=10)
    db.row_factory = sqlite3.Row
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = NORMAL")
    db.execute("PRAGMA foreign_keys = ON")
    db.create_function("fold", 1, fold, deterministic=True)
    db.create_function("holds", 2, holds, deterministic=True)
    db.executescript(SCHEMA)
    return db


@contextmanager
def transaction(db: sqlite3.Connection) -> Iterator[None]:
    """All or nothing for the statements inside; never await in it."""
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        db.execute("ROLLBACK")
        raise
    db.execute("COMMIT")


@contextmanager
def reading_only(db: sqlite3.Connection) -> Iterator[None]:
    """Refuse every write inside, whatever SQL is run."""
    db.execute("PRAGMA query_only = ON")
    try:
        yield
    finally:
        db.execute("PRAGMA query_only = OFF")


def insert(db: sqlite3.Connection, table: str, row: dict[str, str | int]) -> int:
    """Add one row and return its id; `table` and the keys are names of ours, never typed text."""
    marks = ", ".join(f":{name}" for name in row)
    added = db.execute(f"INSERT INTO {table} ({', '.join(row)}) VALUES ({marks})", row).lastrowid
    return added or 0


def count(db: sqlite3.Connection, table: str) -> int:
    """How many rows a table of ours has."""
    return int(db.execute(f"SELECT count(*) FROM {table}").fetchone()[0])
