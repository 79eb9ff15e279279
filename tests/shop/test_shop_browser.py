"""The clean shop in Chromium: dialogs, double clicks, Back, narrow windows, the keyboard."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.async_api import Page

from .site import SHOPPER, STAFF, Site, until

WIDTHS = (360, 768, 1280)  # CSS pixels
PAGES = (
    "/",
    "/catalogue",
    "/search?q=" + "x" * 300,
    "/products/1",
    "/products/15#reviews",
    "/gifts",
    "/popular",
    "/about",
    "/terms",
    "/delivery",
    "/cart",
    "/account",
    "/orders",
    "/checkout",
    "/staff/products",
    "/staff/products/4",
    "/staff/notes",
    "/staff/notes/new",
    "/nowhere",
)


@contextmanager
def quiet(page: Page) -> Iterator[None]:
    """Assert that no script of the shop fails or complains meanwhile."""
    said: list[str] = []
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("console", lambda message: said.append(message.text) if message.type == "error" else None)
    yield
    assert [text for text in said if "Failed to load resource" not in text] == []


async def add(page: Page, product: int, pieces: int) -> None:
    await page.goto(f"/products/{product}")
    await page.get_by_label("Quantity").fill(str(pieces))
    await page.get_by_role("main").get_by_role("button", name="Add to cart").click()
    await page.locator(".toast.shown").wait_for()


async def leave(page: Page, way: str) -> None:
    """Close the open dialog as a person would."""
    if way == "key":
        await page.keyboard.press("Escape")
    elif way == "button":
        await page.locator("dialog[open] [data-close]").click()
    else:
        await page.mouse.click(5, 5)


@pytest.mark.parametrize(
    ("path", "opener"),
    [("/products/1", "Care guide"), ("/gifts", "Quick view: Enamel Mug"), ("/staff/notes/1", "Delete")],
)
async def test_a_dialog_closes_in_three_ways_and_gives_the_focus_back(clean: Site, path: str, opener: str) -> None:
    async with clean.page(STAFF) as page:
        with quiet(page):
            await page.goto(path)
            button, dialog = page.get_by_role("button", name=opener), page.locator("dialog[open]")
            for way in ("key", "button", "backdrop"):
                await button.click()
                await dialog.wait_for()
                await leave(page, way)
                await dialog.wait_for(state="hidden")
                assert await button.evaluate("button => button === document.activeElement"), way


async def test_a_double_click_makes_one_order_one_note_and_one_piece(clean: Site) -> None:
    async with clean.page(STAFF) as page:
        await page.goto("/products/1")
        await page.get_by_role("main").get_by_role("button", name="Add to cart").dblclick()
        await page.locator(".toast.shown").wait_for()
        assert await page.locator("[data-badge]").inner_text() == "1"
        await page.goto("/checkout")
        for label, text in (("Street", "Kettle Street 1"), ("Postcode", "1000"), ("Town", "Ghent")):
            await page.get_by_label(label).fill(text)
        await page.get_by_label("Country").select_option("Belgium")
        await page.get_by_role("button", name="Continue to review").click()
        await page.get_by_role("button", name="Place order").dblclick()
        await page.get_by_role("heading", name="Order 100").wait_for()
        await page.goto("/orders")
        assert await page.locator("tbody tr").count() == 1
        await page.goto("/staff/notes/new")
        await page.get_by_label("Title").fill("Clicked twice")
        await page.get_by_label("Topic").select_option("Returns")
        await page.get_by_label("Text").fill("Once is enough.")
        await page.get_by_role("button", name="Save note").dblclick()
        await page.get_by_role("heading", name="Notes (").wait_for()
        assert await page.get_by_role("link", name="Clicked twice").count() == 1


async def test_back_and_reload_are_harmless_after_a_form(clean: Site) -> None:
    async with clean.page(SHOPPER) as page:
        await add(page, 2, 3)
        await page.goto("/checkout")
        await page.get_by_label("Town").fill("")
        await page.get_by_role("button", name="Continue to review").click()
        assert "Town: please fill this in." in await page.get_by_role("alert").inner_text()
        await page.get_by_role("link", name="Back to the cart").click()
        await page.go_back()
        assert "Please look at this again" in await page.get_by_role("main").inner_text()
        await page.get_by_label("Town").fill("Lisse")
        await page.get_by_role("button", name="Continue to review").click()
        await page.get_by_role("heading", name="Review your order").wait_for()
        await page.reload()
        await page.go_back()
        await page.go_forward()
        await page.get_by_role("heading", name="Review your order").wait_for()


async def test_after_sign_out_back_shows_nothing_private(clean: Site) -> None:
    async with clean.page(SHOPPER) as page:
        await page.goto("/account")
        await page.get_by_role("button", name="Account", exact=True).click()
        await page.get_by_role("button", name="Sign out").click()
        await page.get_by_role("heading", name="You are signed out").wait_for()
        await page.go_back()
        assert "amy@example.test" not in await page.content()
        assert "/sign-in" in page.url


async def test_no_page_is_wider_than_the_window(clean: Site) -> None:
    async with clean.page(STAFF) as page:
        await add(page, 1, 2)
        for path in PAGES:
            await page.goto(path, wait_until="domcontentloaded")
            for width in WIDTHS:
                await page.set_viewport_size({"width": width, "height": 800})
                assert await page.evaluate("document.documentElement.scrollWidth") <= width, (path, width)


async def test_the_quantity_its_total_and_its_buttons_agree(clean: Site) -> None:
    async with clean.page() as page:
        with quiet(page):
            await page.goto("/products/3")
            total, field = page.locator("[data-preview]"), page.get_by_label("Quantity")
            assert await page.get_by_role("button", name="One less").is_disabled()
            await page.get_by_role("button", name="One more").click()
            assert (await field.input_value(), await total.inner_text()) == ("2", "€178.00")
            await field.fill("99")
            assert await page.get_by_role("button", name="One more").is_disabled()
            assert await total.inner_text() == "€8,811.00"
            await field.fill("0.5")
            assert await total.inner_text() == "–"
            await page.get_by_role("main").get_by_role("button", name="Add to cart").click()
            await page.get_by_role("alert").filter(has_text="whole number").wait_for()
            assert await field.input_value() == "0.5"


async def test_the_address_is_saved_and_mistakes_are_shown_beside_their_fields(clean: Site) -> None:
    async with clean.page(SHOPPER) as page:
        with quiet(page):
            await page.goto("/account")
            await page.get_by_label("Town").fill("")
            await page.get_by_role("button", name="Save address").click()
            await page.get_by_text("Town: please fill this in.").wait_for()
            await page.get_by_label("Town").fill("Haarlem")
            await page.get_by_role("button", name="Save address").click()
            await page.get_by_text("Your address is saved.").wait_for()
            await page.reload()
            assert await page.get_by_label("Town").input_value() == "Haarlem"


async def test_tabs_follow_the_arrow_keys_and_the_address(clean: Site) -> None:
    async with clean.page() as page:
        with quiet(page):
            await page.goto("/products/1#reviews")
            assert await page.get_by_role("tabpanel", name="Reviews (2)").is_visible()
            await page.get_by_role("tab", name="Reviews").focus()
            await page.keyboard.press("ArrowRight")
            assert await page.get_by_role("tabpanel", name="Description").is_visible()


async def test_the_keyboard_reaches_every_control_and_goes_round(clean: Site) -> None:
    async with clean.page() as page:
        await page.goto("/products/1")
        controls = await page.locator("a:visible, button:visible:enabled, input:visible").count()
        seen: set[int] = set()
        for _ in range(controls + 5):
            await page.keyboard.press("Tab")
            seen.add(await page.evaluate("[...document.querySelectorAll('*')].indexOf(document.activeElement)"))
        unreached_tabs = 2  # the other tabs of the list are reached by arrow keys
        assert len(seen) >= controls - unreached_tabs


async def test_what_loads_later_arrives_and_nothing_complains(clean: Site) -> None:
    async with clean.page() as popular, clean.page() as page:
        with quiet(page), quiet(popular):
            async with popular.expect_response("**/popular/now") as poll:
                await popular.goto("/popular")
                await page.goto("/shops")
                await page.locator(".shop-card").first.wait_for()
                assert await page.locator("[aria-busy=true], .spinner").count() == 0
                await page.goto("/contact", wait_until="commit")
                await page.locator("#field-topic option:nth-child(5)").wait_for(state="attached")
                await page.goto("/products/3")
                await page.get_by_role("button", name="Find in shops").click()
                await page.get_by_text("No shop has it today.").wait_for()
            assert (await poll.value).status == 200


async def test_pictures_load_once_they_are_scrolled_to(clean: Site) -> None:
    broken = "[...document.images].filter(i => !i.complete || !i.naturalWidth).length"
    async with clean.page() as page:
        await page.goto("/catalogue")
        for picture in await page.locator("main img").all():
            await picture.scroll_into_view_if_needed()

        async def loaded() -> bool:
            return bool(await page.evaluate(broken) == 0)

        assert await until(loaded)
