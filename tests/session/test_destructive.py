"""Destructive controls: recognised by name and address, and used only where the charter or the tag allows it."""

import unicodedata

import pytest

from bugbash.session.destructive import answer_to, destructive_word, may_use


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("Delete", "delete"),
        ("delete_account", "delete"),
        ("Delete the whole project and all of its data", "delete"),
        ("Remove", "delete"),
        ("× Remove", "delete"),
        ("Remove item from list", "delete"),
        ("Yes, delete it for good", "delete"),
        ("I want to erase my whole disk", "delete"),
        ("Permanently delete", "delete"),
        ("Discard changes", "delete"),
        ("Move to trash", "delete"),
        ("Empty the cart", "clear"),
        ("Clear all", "clear"),
        ("Factory reset", "clear"),
        ("Pay", "pay"),
        ("Pay €12.00 now with card", "pay"),
        ("Buy now", "pay"),
        ("Place my order", "pay"),
        ("Donate", "pay"),
        ("Send", "send"),
        ("Send message to all", "send"),
        ("Publish", "send"),
        ("Invite people", "send"),
        ("E-mail this", "send"),
        ("Email all", "send"),
        ("Log out", "log out"),
        ("Logout", "log out"),
        ("Sign-out", "log out"),
        ("Cancel order", "cancel"),
        ("Cancel my subscription", "cancel"),
        ("Unsubscribe", "cancel"),
        ("Shut down", "stop"),
        ("Restart", "stop"),
        ("Löschen", "delete"),
        ("Konto löschen", "delete"),
        (unicodedata.normalize("NFD", "Löschen"), "delete"),
        ("Entfernen", "delete"),
        ("Jetzt kaufen", "pay"),
        ("Zahlungspflichtig bestellen", "pay"),
        ("Absenden", "send"),
        ("Veröffentlichen", "send"),
        ("Abmelden", "log out"),
        ("Kündigen", "cancel"),
        ("Supprimer", "delete"),
        ("Effacer tout", "delete"),
        ("Payer", "pay"),
        ("Acheter", "pay"),
        ("Envoyer", "send"),
        ("Publier", "send"),
        ("Se déconnecter", "log out"),
        ("Déconnexion", "log out"),
        ("Eliminar", "delete"),
        ("Borrar todo", "delete"),
        ("Pagar", "pay"),
        ("Comprar", "pay"),
        ("Enviar", "send"),
        ("Cerrar sesión", "log out"),
    ],
)
def test_a_destructive_control_is_known_by_its_name(name: str, kind: str) -> None:
    assert destructive_word(name) == kind


@pytest.mark.parametrize(
    "name",
    [
        "",
        "Sign up",
        "Sign in",
        "Log in",
        "Save",
        "Submit",
        "Cancel",
        "Close",
        "Add to cart",
        "Add to cart: Drop Earrings, silver",
        "Quick view: Error-free Eraser",
        "Details of the Delete Key Mug",
        "Add Send-a-Smile Card to cart",
        "Payment methods",
        "PayPal",
        "Sender",
        "Dropdown",
        "Undeleted files",
        "Reset",
        "Clear",
        "Checkout",
        "Go to checkout",
        "Order history",
        "Subscribe",
        "Bestellen",
        "Suchen",
        "Rechercher",
        "Buscar",
        "Anmelden",
    ],
)
def test_an_innocent_control_is_left_in_use(name: str) -> None:
    assert destructive_word(name) == ""


def test_a_short_name_that_only_sounds_destructive_is_left_alone() -> None:
    assert destructive_word("Drop Earrings") == "delete"


@pytest.mark.parametrize(
    ("address", "word"),
    [
        ("https://shop.example.test/notes/12/delete", "delete"),
        ("https://shop.example.test/logout", "logout"),
        ("https://shop.example.test/sign-out?next=/", "sign-out"),
        ("https://shop.example.test/items?action=remove&id=1", "remove"),
        ("https://shop.example.test/items_DELETE.php", "delete"),
        ("https://shop.example.test/#delete", ""),
        ("https://shop.example.test/deleted-scenes", ""),
        ("https://shop.example.test/restarting", ""),
        ("https://shop.example.test/products/drop-earrings", "drop"),
        ("https://shop.example.test/", ""),
    ],
)
def test_a_destructive_address_is_known(address: str, word: str) -> None:
    assert destructive_word("Go", address) == word


@pytest.mark.parametrize(
    ("name", "around", "allow", "may"),
    [
        ("Delete", "", [], False),
        ("Delete", "Red lamp", [], False),
        ("Delete", "Lamp bb1a2b3x7", [], True),
        ("Delete", "Lamp bb1a2b3x", [], True),
        ("Delete", "Rubbish bbq", [], False),
        ("Delete", "", ["delete"], True),
        ("Delete", "", ["DELETE"], True),
        ("Remove", "", ["delete"], True),
        ("Remove", "", ["remove"], True),
        ("Delete", "", ["pay"], False),
        ("Delete", "", [""], False),
        ("Pay now", "", ["pay"], True),
        ("Log out", "", ["log out"], True),
        ("Save", "", [], True),
    ],
)
def test_a_destructive_control_may_be_used_on_our_own_records_or_by_the_charters_leave(
    name: str, around: str, allow: list[str], may: bool
) -> None:
    assert may_use(name, "", around, allow) is may


@pytest.mark.parametrize(
    ("kind", "text", "allow", "own", "accepted"),
    [
        ("confirm", "Go on?", [], False, True),
        ("confirm", "Delete this record?", [], False, False),
        ("confirm", "Are you sure you want to remove it?", [], False, False),
        ("confirm", "Delete bb1a2b3x2?", [], False, True),
        ("confirm", "Delete this record?", ["delete"], False, True),
        ("confirm", "Delete this record?", [], True, True),
        ("alert", "Delete failed", [], False, True),
        ("beforeunload", "", [], False, True),
    ],
)
def test_a_question_about_something_destructive_is_declined(
    kind: str, text: str, allow: list[str], own: bool, accepted: bool
) -> None:
    assert answer_to(kind, text, allow, own) is accepted
