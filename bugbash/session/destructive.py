"""Destructive moves: controls that end, pay, send or leave; left alone unless the charter or our tag allows them."""

import re
import unicodedata
from collections.abc import Iterable

from bugbash.session.tags import PATTERN

WORDS = {
    "delete": r"delet\w*|remov\w+|eras(?:e|es|ing)|destroy\w*|purg(?:e|ing)|wipe|discard\w*|trash|drop|truncate"
    r"|lösch\w*|entfern\w*|supprim\w*|effacer|eliminar|borrar|quitar|excluir|apagar|elimina|verwijder\w*|usuń",
    "clear": r"clear all|clear data|empty (?:the )?(?:trash|bin|cart|basket)"
    r"|reset (?:all|data|settings|everything)|factory reset",
    "pay": r"pay|pay now|buy now|purchase|place (?:the |my |your )?order|order now|checkout now|subscribe now|donate"
    r"|bezahl\w*|kaufen|zahlungspflichtig\w*|payer|acheter|pagar|comprar",
    "send": r"send|publish|post now|invite|e ?mail (?:it|this|all)|share with|broadcast"
    r"|senden|absenden|veröffentlich\w*|envoyer|publier|enviar|publicar|invitar",
    "log out": r"log ?out|sign ?out|log ?off|sign ?off|abmelden|ausloggen|déconne\w+|cerrar sesión|salir|sair"
    r"|uitloggen",
    "cancel": r"cancel (?:my |the |this )?(?:order|subscription|account|booking|plan|membership)|unsubscribe"
    r"|deactivate|close (?:my )?account|terminate|revoke|ban|block user|kündigen|stornieren",
    "stop": r"shut ?down|restart|reboot|stop (?:server|service|all)|quit|uninstall|disable",
}
LEAVING = frozenset(
    {"log out", "logout", "log-out", "log_out", "signout", "sign-out", "sign_out", "logoff"},
)
"""What `destructive_word` answers for a control that ends a login."""
MOST_WORDS = 3
"""A longer name is a command only where it begins with the word: “Quick view: Error-free Eraser” deletes nothing."""
_ASKED = re.compile(r"(?:yes|ok|confirm|please|really|i want to|do you|are you)\b", re.IGNORECASE)
_PATTERNS = {name: re.compile(rf"(?<!\w)(?:{words})(?!\w)", re.IGNORECASE) for name, words in WORDS.items()}
_ADDRESS = re.compile(
    r"(?:^|[/_.?&=-])(delete|remove|destroy|purge|drop|truncate|logout|log-out|log_out|signout|sign-out|sign_out"
    r"|logoff|unsubscribe|deactivate|shutdown|restart|quit)(?:$|[/_.?&=-])",
    re.IGNORECASE,
)


def destructive_word(name: str, address: str = "") -> str:
    """The kind of destructive word that a control's name or address carries; empty where it carries none."""
    plain = re.sub(r"[_\W]+", " ", unicodedata.normalize("NFC", name)).strip()
    for kind, pattern in _PATTERNS.items():
        match = pattern.search(plain)
        if match and (match.start() == 0 or len(plain.split()) <= MOST_WORDS or _ASKED.match(plain)):
            return kind
    match = _ADDRESS.search(address.partition("#")[0])
    return match.group(1).lower() if match else ""


def may_use(name: str, address: str, around: str, allow: Iterable[str]) -> bool:
    """Whether a control may be used: it is not destructive, the charter allows the word, or the record is ours.

    `around` is the text of the row or dialog that the control belongs to.
    """
    kind = destructive_word(name, address)
    if not kind or PATTERN.search(around):
        return True
    allowed = {word.lower() for word in allow}
    return kind in allowed or any(word in name.lower() for word in allowed if word)


def answer_to(kind: str, text: str, allow: Iterable[str], own: bool) -> bool:
    """Whether a native dialog is accepted: a question about something destructive is declined unless it may be."""
    if kind != "confirm" or own:
        return True
    return may_use(text, "", text, allow)
