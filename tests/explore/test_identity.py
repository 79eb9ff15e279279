"""What stays the same control, and the same screen, on another visit."""

from bugbash.explore.identity import control_identity, screen_key
from tests.explore.looks import control, link, look

PAGE = "http://app.test/orders/17"


def test_a_link_is_its_destination_wherever_it_stands() -> None:
    one = control_identity(link("Orders", "http://app.test/orders"), PAGE)
    other = control_identity(link("Back to the orders", "http://app.test/orders", place="#foot"), "http://app.test/")
    assert one == other


def test_a_control_of_the_page_head_is_one_on_every_screen() -> None:
    menu = control("Menu", section="header", place="#menu")
    assert control_identity(menu, PAGE) == control_identity(menu, "http://app.test/cart")


def test_a_button_belongs_to_its_route_and_not_to_the_record() -> None:
    save = control("Save 3 items")
    assert control_identity(save, PAGE) == control_identity(control("Save 12 items"), "http://app.test/orders/99")
    assert control_identity(save, PAGE) != control_identity(save, "http://app.test/cart")


def test_the_same_control_in_every_row_is_one() -> None:
    first = control("Edit Anna", alike=9, row="Anna Edit", path="table>tr>td>button")
    last = control("Edit Zoë", alike=9, row="Zoë Edit", path="table>tr>td>button")
    assert control_identity(first, PAGE) == control_identity(last, PAGE)


def test_what_stands_in_every_row_under_one_name_is_told_from_its_neighbours() -> None:
    view, delete = (
        link(name, f"http://app.test/{name}/1", alike=9, row="Anna", repeated=True) for name in ("View", "Delete")
    )
    assert control_identity(view, PAGE) != control_identity(delete, PAGE)


def test_a_link_to_a_part_of_its_own_page_is_a_control_of_that_page() -> None:
    tab = link("Reviews", f"{PAGE}#reviews")
    assert control_identity(tab, PAGE).startswith("/orders/:id link “reviews”")


def test_screens_of_one_kind_are_one_whatever_the_record() -> None:
    shown = (control("Save"), control("Row", alike=5, row="a", path="ul>li"))
    more = (control("Save"), control("Row 2", alike=50, row="b", path="ul>li"))
    assert screen_key(look(PAGE, *shown)) == screen_key(look("http://app.test/orders/18", *more))
    assert screen_key(look(PAGE, *shown)) != screen_key(look(PAGE, control("Save")))
