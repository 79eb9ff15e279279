"""Sessions (a random cookie value each), their one-time messages, and forms that were sent before."""

import json
import secrets
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Session:
    id: str
    user_id: int | None
    flash: str
    checkout: Mapping[str, str]


def create(db: sqlite3.Connection, user_id: int | None = None) -> Session:
    session = Session(secrets.token_urlsafe(24), user_id, "", {})
    db.execute("INSERT INTO session (id, user_id) VALUES (?, ?)", (session.id, user_id))
    return session


def find(db: sqlite3.Connection, session_id: str) -> Session | None:
    row = db.execute("SELECT * FROM session WHERE id = ?", (session_id,)).fetchone()
    if row is None:
        return None
    return Session(row["id"], row["user_id"], row["flash"], json.loads(row["checkout"] or "{}"))


def sign_in(db: sqlite3.Connection, old: Session | None, user_id: int) -> Session:
    """A new session for the user; the cart comes along, the old session ends."""
    new = create(db, user_id)
    if old is not None:
        if old.user_id in (None, user_id):
            db.execute("UPDATE cart SET session_id = ? WHERE session_id = ?", (new.id, old.id))
        end(db, old.id)
    return new


def end(db: sqlite3.Connection, session_id: str) -> None:
    db.execute("DELETE FROM session WHERE id = ?", (session_id,))


def set_flash(db: sqlite3.Connection, session_id: str, message: str) -> None:
    """The message that the next page shows, once; empty for none."""
    db.execute("UPDATE session SET flash = ? WHERE id = ?", (message, session_id))


def set_checkout(db: sqlite3.Connection, session_id: str, answers: Mapping[str, str]) -> None:
    """What was typed in the checkout so far."""
    db.execute("UPDATE session SET checkout = ? WHERE id = ?", (json.dumps(dict(answers)), session_id))


def earlier_result(db: sqlite3.Connection, key: str) -> str | None:
    """What the same sending of the same form made before, such as `note:12`; None if it is the first."""
    row = db.execute("SELECT result FROM submission WHERE key = ?", (key,)).fetchone()
    return None if row is None else str(row["result"])


def remember_result(db: sqlite3.Connection, key: str, result: str) -> None:
    db.execute("INSERT OR REPLACE INTO submission (key, result) VALUES (?, ?)", (key, result))


def forget_result(db: sqlite3.Connection, result: str) -> None:
    """After the record is deleted, sending the form once more makes a new one."""
    db.execute("DELETE FROM submission WHERE result = ?", (result,))
