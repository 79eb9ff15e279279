"""Addresses that a tester makes up, and how they are told from those that the app offers."""

import pytest

from bugbash.oracles.made_up import LONG, NOTHING, Offered, is_nothing, mistyped, tampered

SHOP = "http://shop.test"
NAMED = NOTHING.replace("{tag}", "bbabcdex")


def _offered(*good: str, links: tuple[str, ...] = ()) -> Offered:
    offered = Offered()
    for address in good:
        offered.good(f"{SHOP}{address}")
    for address in links:
        offered.offer(f"{SHOP}{address}")
    return offered


@pytest.mark.parametrize(
    ("good", "made_up"),
    [
        ("/orders/7", "/orders/0"),
        ("/orders/7", f"/orders/{LONG}"),
        ("/orders/7/lines/2", f"/orders/7/lines/{NAMED}"),
        ("/orders?no=7&page=2", "/orders?no=-1&page=2"),
        ("/app#/orders/7", "/app#/orders/999999999"),
        ("/orders", f"/orders/{NAMED}"),
        ("/", f"/{NAMED}"),
        ("/orders/7", "/ORDERS/7"),
        ("/orders/7", "/orders/7'"),
        ("/orders/7", "/orders/7%"),
        ("/notes/Zo%C3%AB", "/notes/Zo%C3%AB%20"),
    ],
)
def test_what_was_made_of_a_good_address_is_known_again(good: str, made_up: str) -> None:
    assert _offered(good).made_up_from(f"{SHOP}{made_up}") == f"{SHOP}{good}"


@pytest.mark.parametrize("address", ["/orders/7", "/orders/8", "/bills/0", "/orders/7/0/1", "http://[bad"])
def test_what_resembles_no_good_address_or_is_one_is_not_made_up(address: str) -> None:
    whole = address if "[" in address else f"{SHOP}{address}"
    assert _offered("/orders/7").made_up_from(whole) == ""


def test_what_the_app_offers_itself_is_not_made_up() -> None:
    offered = _offered("/pages/1", links=("/pages/0", "/pages/1/"))
    assert offered.made_up_from(f"{SHOP}/pages/0") == ""
    assert offered.made_up_from(f"{SHOP}/pages/0#top") == ""
    assert offered.made_up_from(f"{SHOP}/pages/1/") == ""


def test_each_part_that_is_data_is_replaced_and_no_other() -> None:
    made = list(tampered(f"{SHOP}/orders/7/edit?tab=lines"))
    assert made[:2] == [f"{SHOP}/orders/0/edit?tab=lines", f"{SHOP}/orders/-1/edit?tab=lines"]
    assert f"{SHOP}/orders/7/edit?tab=-1" in made
    assert all(address.startswith(f"{SHOP}/orders/") and "/edit" in address for address in made)
    assert f"{SHOP}/#/orders/0" in list(tampered(f"{SHOP}/#/orders/7"))
    assert list(tampered(f"{SHOP}/about")) == []


def test_a_mistyped_address_keeps_its_query_and_its_host() -> None:
    made = list(mistyped(f"{SHOP}/orders/7?tab=a"))
    assert made[0] == f"{SHOP}/orders/7/{NOTHING}?tab=a"
    assert {f"{SHOP}/orders/7/?tab=a", f"{SHOP}/ORDERS/7?tab=a", f"{SHOP}/orders/7%27?tab=a"} <= set(made)
    assert all(address.startswith(f"{SHOP}/#/mugs") or "/#/MUGS" in address for address in mistyped(f"{SHOP}/#/mugs"))


def test_a_name_of_nothing_is_known_again_with_any_sessions_tag() -> None:
    assert is_nothing(NAMED)
    assert not is_nothing("nothing")
    assert not is_nothing(f"{NAMED}-else")
