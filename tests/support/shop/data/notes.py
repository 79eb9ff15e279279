"""Notes of the staff."""

import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass

from .db import insert

TOPICS = tuple((name, name) for name in ("Supplier", "Shop window", "Returns", "Something else"))


@dataclass(frozen=True)
class Note:
    """One note; `priority` is 1 (first) to 5, `due` an ISO date or empty."""

    id: int
    title: str
    topic: str
    contact: str
    priority: int
    due: str
    body: str


def search(db: sqlite3.Connection, words: str = "") -> list[Note]:
    """The notes that contain these words, newest first."""
    text = "title || ' ' || topic || ' ' || contact || ' ' || priority || ' ' || due || ' ' || body"
    rows = db.execute(f"SELECT * FROM note WHERE holds({text}, ?) ORDER BY id DESC", (words,))
    return [Note(**dict(row)) for row in rows]


def find(db: sqlite3.Connection, note_id: int) -> Note | None:
    row = db.execute("SELECT * FROM note WHERE id = ?", (note_id,)).fetchone()
    return None if row is None else Note(**dict(row))


def create(db: sqlite3.Connection, row: Mapping[str, str | int]) -> int:
    return insert(db, "note", dict(row))


def update(db: sqlite3.Connection, note_id: int, row: Mapping[str, str | int]) -> None:
    db.execute(
        "UPDATE note SET title = :title, topic = :topic, contact = :contact, priority = :priority,"
        " due = :due, body = :body WHERE id = :id",
        {**row, "id": note_id},
    )


def delete(db: sqlite3.Connection, note_id: int) -> None:
    db.execute("DELETE FROM note WHERE id = ?", (note_id,))
