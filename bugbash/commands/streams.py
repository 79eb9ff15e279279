"""Standard streams that end no command: their reader may go away, and their encoding may lack a character."""

import io
import os
import sys
from typing import TextIO


def steady() -> None:
    """Replace standard output and error for the rest of the process.

    A reader that went away, as `| head` does, changes nothing: what is printed from then on goes nowhere. Where
    standard error cannot be written for another reason, such as a full disk, nobody is left to be told. What an
    encoding lacks is shown as an escape. A stream that was closed from the start stays closed.
    """
    sys.stdout = _steady(sys.stdout, BrokenPipeError)
    sys.stderr = _steady(sys.stderr, OSError)


class _Raw(io.FileIO):
    """Writes to a stream's descriptor until that fails, and from then on to nowhere.

    A failure is raised once, unless it is one of those that are `forgiven`.
    """

    forgiven: type[OSError] = BrokenPipeError

    def write(self, data: object, /) -> int:
        try:
            return super().write(data)  # type: ignore[arg-type]
        except OSError as error:
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, self.fileno())
            os.close(nowhere)
            if not isinstance(error, self.forgiven):
                raise
            return super().write(data)  # type: ignore[arg-type]


def _steady(stream: TextIO, forgiven: type[OSError]) -> TextIO:
    if stream is None:  # Python's own sign for a descriptor that was closed
        return stream
    stream.flush()
    raw = _Raw(stream.fileno(), "w", closefd=False)
    raw.forgiven = forgiven
    return io.TextIOWrapper(
        io.BufferedWriter(raw),
        encoding=stream.encoding,
        errors="backslashreplace",
        line_buffering=bool(stream.line_buffering),
    )
