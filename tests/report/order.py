"""Reading a report from top to bottom."""


def missing_in_order(said: str, *parts: str) -> str:
    """The first of `parts` that does not stand in `said` behind the ones before it; empty where all do."""
    at = 0
    for part in parts:
        at = said.find(part, at)
        if at < 0:
            return part
        at += len(part)
    return ""
