"""The charter's words: what steers a tour to the controls that matter to it, and to the attacks that it names."""

import re

from bugbash.explore.attacks import Attack

_IGNORED = frozenset(
    "the a an and or of to in on with for by from at as is are be that which it its this these into onto over each"
    " every any all how explore discover find test check try using use whether when where what not can could should"
    " would may might bugs bug problems problem errors error wrong broken crash crashes issues issue things page"
    " pages screen screens app application user users".split()
)
_NAMED: tuple[tuple[str, tuple[Attack, ...]], ...] = (
    (r"\bboundar\w+(?: numbers?| values?)?|\b(?:odd|extreme) (?:numbers?|quantit\w+|amounts?)",
     ("a negative number", "zero", "a huge number", "a fraction")),
    (r"\bnegative\b", ("a negative number",)),
    (r"\bzeros?\b", ("zero",)),
    (r"\b(?:very large|huge|big|large) (?:numbers?|values?|amounts?)|\bvery large\b",
     ("a huge number", "a large number")),
    (r"\b(?:fraction\w*|decimals?)\b", ("a fraction",)),
    (r"\b(?:punctuation|special characters?|symbols?)\b", ("quotes", "punctuation", "slashes", "percent signs")),
    (r"\b(?:quotes?|quotation|apostrophes?|ampersands?)\b", ("quotes",)),
    (r"\b(?:unicode|accent\w*|emojis?|umlauts?|non-?ascii|international|right-to-left|rtl|chinese|japanese|languages?"
     r"|encod\w+|garbled)\b", ("other scripts",)),
    (r"\b(?:long|length\w*|truncat\w+|overflow\w*)\b",
     ("a long text", "256 characters", "1024 characters", "a very long text", "255 characters")),
    (r"\b(?:empty|blank|missing|required|nothing)\b", ("nothing", "only blanks")),
    (r"\bnulls?\b", ("NULL", "nothing")),
    (r"\b(?:markup|html|scripts?|xss|inject\w*|tags)\b", ("markup",)),
    (r"\b(?:percent\w*|url-?encod\w+)\b", ("percent signs",)),
    (r"\b(?:slash\w*|paths?)\b", ("slashes",)),
    (r"\b(?:twice|double|duplicate\w*|impatien\w+)\b", ("double submit",)),
    (r"\b(?:keyboard|enter key)\b", ("Enter",)),
    (r"\b(?:format\w*|validat\w+|invalid|malformed|mistyped)\b", ("a wrong format", "nothing", "a negative number")),
    (r"\b(?:spaces?|whitespace|trailing|leading|blanks)\b", ("blanks around", "only blanks")),
)  # fmt: skip


class Interest:
    """How near a text is to the words of a charter."""

    def __init__(self, *texts: str) -> None:
        self.texts = texts
        self._stems = {_stem(word) for text in texts for word in _words(text)} - {""}
        self.attacks = attacks_in(" ".join(texts))
        """What the charter says to try in fields, in its own order."""

    def score(self, *texts: str) -> int:
        """How many of the charter's words the texts speak of."""
        stems = {_stem(word) for text in texts for word in _words(text)}
        return len(self._stems & stems)


def attacks_in(goal: str) -> tuple[Attack, ...]:
    """The attacks that a goal speaks of, in the order of its words."""
    found = [
        (match.start(), attacks) for words, attacks in _NAMED if (match := re.search(words, goal, re.IGNORECASE))
    ]
    return tuple(dict.fromkeys(attack for _, attacks in sorted(found, key=lambda one: one[0]) for attack in attacks))


def _words(text: str) -> list[str]:
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", text)
    return [word for word in re.findall(r"[^\W\d_]{3,}", spaced.lower()) if word not in _IGNORED]


def _stem(word: str) -> str:
    """A crude stem: enough to bring “totals” and “total”, “editing” and “edit” together."""
    for ending in ("ations", "ation", "ings", "ing", "ies", "ed", "es", "s", "er", "y", "e"):
        if word.endswith(ending) and len(word) - len(ending) >= 3 and not (ending == "s" and word.endswith("ss")):
            return word[: -len(ending)]
    return word
