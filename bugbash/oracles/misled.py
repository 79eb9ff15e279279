"""Links with a well-known name that lead to a place with another well-known name."""

import re
from collections.abc import Iterable
from urllib.parse import urlsplit

from bugbash.charter.actions import Click
from bugbash.charter.locator import Locator
from bugbash.oracles.base import Oracle, Suspicion, document_status, route_of, screen_of
from bugbash.oracles.claiming import calls_itself_otherwise
from bugbash.session.moment import Moment
from bugbash.session.observation import Control, Look

_NAMES = {
    "home": "home|homepage|home page|startseite|accueil|inicio|start page",
    "cart": "cart|basket|shopping cart|shopping basket|my cart|your cart|bag|shopping bag|warenkorb|panier|carrito",
    "contact": "contact|contact us|kontakt|contacto|contactez-nous",
    "about": "about|about us|über uns|à propos|quiénes somos",
    "help": "help|faq|faqs|help center|support|hilfe|aide|ayuda",
    "terms": "terms|terms of service|terms and conditions|terms of use|agb|conditions générales",
    "privacy": "privacy|privacy policy|datenschutz|datenschutzerklärung|confidentialité|privacidad",
    "imprint": "imprint|impressum|legal notice|mentions légales|aviso legal",
    "wishlist": "wishlist|wish list|favorites|favourites|my favorites|my favourites|wunschliste|merkzettel|favoris",
    "orders": "orders|my orders|your orders|order history|bestellungen|mes commandes|mis pedidos",
    "settings": "settings|preferences|einstellungen|paramètres|ajustes",
    "users": "users|user management|benutzer|utilisateurs|usuarios",
    "categories": "categories|all categories|kategorien|catégories|categorías",
    "products": "products|all products|produkte|produits|productos",
    "invoices": "invoices|rechnungen|factures|facturas",
    "blog": "blog|news|aktuelles|actualités|noticias",
}
"""Names that mean one place each. Signing in is none of them: any link may lead there first."""
_PLACE_OF = {name: place for place, names in _NAMES.items() for name in names.split("|")}
_NEAR = (
    {"help", "contact", "about", "imprint"},
    {"terms", "privacy", "imprint"},
    {"home", "products", "categories", "blog"},
    {"cart", "home", "products", "categories"},
    {"wishlist", "home", "products", "categories"},
    {"orders", "home", "products", "invoices"},
    {"home", "orders", "settings", "users", "invoices"},
)
"""Places that may well be one page, or stand in for one another: an empty cart leads back to the shop, and each role
may have a first page of its own."""


class Misled(Oracle):
    name = "misleading-link"
    looks_for = "links such as Cart or Contact that lead to a page with another such name"

    def notice(self, moment: Moment) -> Iterable[Suspicion]:
        if not isinstance(moment.action, Click) or not moment.outcome.passed or not moment.benign:
            return
        link = _followed(moment.before, moment.action.click)
        if link is None or not self._is_page(link, moment):
            return
        wanted, got = _PLACE_OF.get(_plain(link.name)), _place_of(moment.after)
        if wanted is None or got is None or wanted == got or any({wanted, got} <= near for near in _NEAR):
            return
        if wanted in _places_in(moment.after):
            return
        where = screen_of(moment.after.url)
        yield Suspicion(
            oracle=self.name,
            kind="warning",
            severity=3,
            title=f"The link “{link.name[:60]}” leads to {where[:60]}, which is another place",
            expected=f"“{link.name[:60]}” leads to what it says.",
            observed=f"“{link.name[:60]}” leads to {where}, which calls itself “{moment.after.headings[0][:60]}”.",
            screen=screen_of(moment.before.url),
            location=f"link {wanted} to {route_of(moment.after.url)}",
            message=f"leads to {got}",
            claim=calls_itself_otherwise(moment.after.headings[0]),
            mark=link.locator,
        )

    def _is_page(self, link: Control, moment: Moment) -> bool:
        """Whether the click led to another page of the app's, as it stands there, and not to a part of one."""
        after = moment.after.url
        if "#" in link.href and not urlsplit(link.href).fragment.startswith(("/", "!/")):
            return False
        if (document_status(moment) or 200) >= 400 or moment.after.dialogs:
            return False
        return self.scope.allows(after) and route_of(after) != route_of(moment.before.url)


def _followed(look: Look, clicked: Locator) -> Control | None:
    """The link that a click on `clicked` followed."""
    links = [control for control in look.controls if control.href]
    named = [link for link in links if link.name and link.name in (clicked.text, clicked.name)]
    return next((link for link in links if link.locator == clicked), named[0] if len(named) == 1 else None)


def _plain(text: str) -> str:
    return re.sub(r"[^\w\s’'-]|_", " ", text.casefold()).strip()


def _words_of_address(address: str) -> list[str]:
    parts = urlsplit(address)
    path = parts.fragment.partition("?")[0] if parts.fragment.startswith(("/", "!/")) else parts.path
    last = path.rstrip("/").rpartition("/")[2]
    return [_plain(re.sub(r"\.\w{2,5}$", "", last).replace("-", " ").replace("_", " "))]


def _place_of(look: Look) -> str | None:
    """The place that a page says it is: by its first heading, and its address or title says the same."""
    heading = _PLACE_OF.get(_plain(look.headings[0])) if look.headings else None
    others = {_PLACE_OF.get(text) for text in (*_words_of_address(look.url), *_titles(look))}
    return heading if heading in others else None


def _places_in(look: Look) -> set[str | None]:
    """Every place that the page's headings, title or address name."""
    texts = (*map(_plain, look.headings), *_titles(look), *_words_of_address(look.url))
    return {_PLACE_OF.get(text) for text in texts}


def _titles(look: Look) -> list[str]:
    return [_plain(part) for part in re.split(r"\s[-|–—·•:]\s", look.title)]
