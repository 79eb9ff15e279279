"""Bash files for the charter tests."""

from pathlib import Path

HEAD = "name: shop\ntarget: https://shop.example.test/\n"
CHARTER = "charters:\n  - name: look\n    goal: Look around\n"
WHOLE = HEAD + CHARTER
SCRIPT = f"{WHOLE}    explorer: script\n    steps:\n"


def written(folder: Path, text: str | bytes) -> Path:
    """A bash file with that content."""
    file = folder / "bash.yaml"
    file.write_bytes(text.encode() if isinstance(text, str) else text)
    return file


def marked(text: str) -> tuple[str, str]:
    """`text` without its one `¶`, and the place that the mark stood at."""
    before, mark, after = text.partition("¶")
    assert mark, "no mark"
    line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
    return before + after, f"line {line}, column {column}"
