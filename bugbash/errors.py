"""Errors that end a command; each class carries the exit status it ends with.

A message is one line: what is wrong, where, and what to do about it.
"""

from pathlib import Path


class BugbashError(Exception):
    """A fault of our own: nothing the caller did explains it."""

    exit_status = 4


class Unusable(BugbashError):
    """A call, a file, an environment value or an answer that cannot be used."""

    exit_status = 2


class Interrupted(BugbashError):
    """The user ended a command before it could end in order."""

    exit_status = 130


class UnusableFile(Unusable):
    """A file that cannot be used.

    `place` is where in the file: `line 3, column 5` or `steps[2].status`; empty when it is the whole file.
    """

    def __init__(self, file: Path | str, place: str, problem: str) -> None:
        self.file = str(file)
        self.place = place
        self.problem = one_line(problem)
        where = f"{self.file}: {place}" if place else self.file
        super().__init__(f"{where}: {self.problem}")


def one_line(text: str, limit: int = 500) -> str:
    """`text` on one line of at most `limit` characters, so that an error stays one line whatever it quotes."""
    flat = "".join(c if c.isprintable() else " " for c in text)
    flat = " ".join(flat.split())
    return flat if len(flat) <= limit else flat[: limit - 1] + "…"
