"""The charter's words: what steers a tour to the controls that matter to it."""

import re

_IGNORED = frozenset(
    "the a an and or of to in on with for by from at as is are be that which it its this these into onto over each"
    " every any all how explore discover find test check try using use whether when where what not can could should"
    " would may might bugs bug problems problem errors error wrong broken crash crashes issues issue things page"
    " pages screen screens app application user users".split()
)


class Interest:
    """How near a text is to the words of a charter."""

    def __init__(self, *texts: str) -> None:
        self.texts = texts
        self._stems = {_stem(word) for text in texts for word in _words(text)} - {""}

    def score(self, *texts: str) -> int:
        """How many of the charter's words the texts speak of."""
        stems = {_stem(word) for text in texts for word in _words(text)}
        return len(self._stems & stems)


def _words(text: str) -> list[str]:
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", text)
    return [word for word in re.findall(r"[^\W\d_]{3,}", spaced.lower()) if word not in _IGNORED]


def _stem(word: str) -> str:
    """A crude stem: enough to bring “totals” and “total”, “editing” and “edit” together."""
    for ending in ("ations", "ation", "ings", "ing", "ies", "ed", "es", "s", "er", "y", "e"):
        if word.endswith(ending) and len(word) - len(ending) >= 3 and not (ending == "s" and word.endswith("ss")):
            return word[: -len(ending)]
    return word
