"""For every bug of the shop, how somebody would meet it: True if it shows."""

import asyncio
from collections.abc import Awaitable, Callable

from playwright.async_api import Page

from .document import Document
from .site import CHECKOUT, NOTE, PRODUCT, SHOPPER, STAFF, Site, euros, until

Probe = Callable[[Site], Awaitable[bool]]
PROBES: dict[str, Probe] = {}
MARKUP = "<b data-canary>loud</b>"
SOON = 0.5  # seconds in which a page that works has long answered


def probe(bug_id: str) -> Callable[[Probe], Probe]:
    def register(function: Probe) -> Probe:
        PROBES[bug_id] = function
        return function

    return register


async def throws(page: Page, button: str, panel: str) -> bool:
    """Whether a button makes the page's script fail instead of opening its panel."""
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    await page.get_by_role("button", name=button).click()

    async def ended() -> bool:
        return bool(errors) or await page.locator(panel).is_visible()

    assert await until(ended)
    return bool(errors)


@probe("delivery-times-crash")
async def delivery_times(site: Site) -> bool:
    async with site.page() as page:
        await page.goto("/products/1")
        return await throws(page, "Delivery times", "#delivery-times")


@probe("find-in-shops-rejection")
async def find_in_shops(site: Site) -> bool:
    async with site.page() as page:
        await page.goto("/products/3")
        return await throws(page, "Find in shops", "#shops-with")


@probe("cancelled-order-500")
async def cancelled_order(site: Site) -> bool:
    async with site.visitor(SHOPPER) as amy:
        orders = await amy.read("/orders?status=cancelled")
        number = orders.all("th", data_label="Order")[0].text.strip()
        return (await amy.get(orders.link(number))).status_code == 500


@probe("pack-size-zero-500")
async def pack_size_zero(site: Site) -> bool:
    async with site.visitor(STAFF) as sam:
        return (await sam.post("/staff/products", {**PRODUCT, "sku": "T-0", "pack": "0"})).status_code == 500


@probe("apostrophe-search-500")
async def apostrophe(site: Site) -> bool:
    async with site.visitor() as visitor:
        return (await visitor.get("/search?q=O'Brien")).status_code == 500


@probe("stock-alert-405")
async def stock_alert(site: Site) -> bool:
    async with site.visitor() as visitor:
        form = (await visitor.read("/products/15")).form("/products/15")
        return (await visitor.post(form.action, {"alert_email": "bo@example.test"})).status_code == 405


@probe("footer-link-404")
async def footer_link(site: Site) -> bool:
    async with site.visitor() as visitor:
        link = (await visitor.read("/")).link("Delivery and returns")
        return (await visitor.get(link)).status_code == 404


@probe("terms-anchor-missing")
async def terms_anchor(site: Site) -> bool:
    async with site.visitor() as visitor:
        terms = await visitor.read("/terms")
        return terms.link("Returns").removeprefix("#") not in terms.ids()


@probe("twine-image-404")
async def twine_image(site: Site) -> bool:
    async with site.visitor() as visitor:
        picture = (await visitor.read("/products/21")).all("img", class_="product-picture")[0]
        return (await visitor.get(picture.attributes["src"])).status_code == 404


@probe("about-stylesheet-404")
async def about_stylesheet(site: Site) -> bool:
    async with site.visitor() as visitor:
        style = (await visitor.read("/about")).all("link", rel="stylesheet")[0]
        return (await visitor.get(style.attributes["href"])).status_code == 404


@probe("specifications-console-error")
async def specifications(site: Site) -> bool:
    errors: list[str] = []
    async with site.page() as page:
        page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
        await page.goto("/products/1")
        await page.get_by_role("tab", name="Specifications").click()
        await page.locator("#specifications").wait_for()
        return any("tabs:" in error for error in errors)


@probe("address-save-silent")
async def address_save(site: Site) -> bool:
    async with site.page(SHOPPER) as page:
        await page.goto("/account")
        await page.get_by_label("Town").fill("Lisse")
        async with page.expect_response("**/account/address") as sent:
            await page.get_by_role("button", name="Save address").click()

        async def told() -> bool:
            return bool(await page.locator("[data-saved]").text_content())

        return (await sent.value).status == 415 and not await until(told, SOON)


@probe("quick-view-undefined")
async def quick_view(site: Site) -> bool:
    async with site.page() as page:
        await page.goto("/search?q=error-free")
        await page.get_by_role("button", name="Quick view").click()
        await page.locator("dialog[open] dl").wait_for()
        return "undefined" in await page.locator("dialog[open]").inner_text()


@probe("preview-nan")
async def preview(site: Site) -> bool:
    async with site.page() as page:
        await page.goto("/products/3")
        await page.get_by_label("Quantity").fill("99")
        return "NaN" in await page.locator("[data-preview]").inner_text()


@probe("topic-object")
async def topics(site: Site) -> bool:
    async with site.page() as page:
        await page.goto("/contact")
        await page.locator("#field-topic option:nth-child(2)").wait_for(state="attached")
        return "[object Object]" in (await page.locator("#field-topic").text_content() or "")


@probe("account-placeholder")
async def greeting(site: Site) -> bool:
    async with site.visitor(SHOPPER) as amy:
        return "{{ user.name }}" in (await amy.read("/account")).text


@probe("origin-error-text")
async def origin_text(site: Site) -> bool:
    async with site.visitor() as visitor:
        cells = (await visitor.read("/products/5")).all("td")
        return any(cell.text == "Error 42: missing value" for cell in cells)


@probe("price-filter-traceback")
async def price_filter(site: Site) -> bool:
    async with site.visitor() as visitor:
        answer = await visitor.get("/catalogue?highest=cheap")
        return answer.status_code == 200 and "Traceback" in answer.text


@probe("gifts-blank")
async def gifts(site: Site) -> bool:
    async with site.visitor() as visitor:
        answer = await visitor.get("/gifts")
        return answer.status_code == 200 and not Document(answer.text).text.strip()


@probe("shops-spinner")
async def shops(site: Site) -> bool:
    async with site.page() as page:
        async with page.expect_response("**/shops/list") as sent:
            await page.goto("/shops")
        await (await sent.value).finished()

        async def shown() -> bool:
            return await page.locator(".shop-card").count() > 0

        return not await until(shown, SOON) and await page.locator(".spinner").is_visible()


@probe("note-lost")
async def note_lost(site: Site) -> bool:
    async with site.visitor(STAFF) as sam:
        await sam.post("/staff/notes", {**NOTE, "title": "Lost and found"})
        first, second = await sam.get("/staff/notes"), await sam.get("/staff/notes")
        assert "Lost and found" in first.text
        return "Lost and found" not in second.text


@probe("review-html")
async def review_html(site: Site) -> bool:
    async with site.visitor(SHOPPER) as amy:
        await amy.post("/products/2/reviews", {"rating": "4", "title": "Loud", "body": MARKUP})
        return bool((await amy.read("/products/2")).all("b", data_canary=""))


@probe("search-html")
async def search_html(site: Site) -> bool:
    async with site.visitor() as visitor:
        return bool((await visitor.read(f"/search?q={MARKUP}")).all("b", data_canary=""))


@probe("cart-total-wrong")
async def cart_total(site: Site) -> bool:
    async with site.visitor() as visitor:
        await visitor.add_to_cart(1, 9)
        await visitor.add_to_cart(2, 10)
        cart = await visitor.read("/cart")
        rows = sum(euros(cell.text) for cell in cart.all("td", data_label="Amount"))
        return euros(cart.all("td", data_total="")[0].text) != rows


@probe("badge-counts-rows")
async def badge(site: Site) -> bool:
    async with site.visitor() as visitor:
        await visitor.add_to_cart(1, 3)
        return (await visitor.read("/cart")).all("span", data_badge="")[0].text != "3"


@probe("price-descending-wrong")
async def price_descending(site: Site) -> bool:
    async with site.visitor() as visitor:
        shown = (await visitor.read("/catalogue?sort=price-desc")).all("p", class_="price")
        prices = [euros(price.text) for price in shown]
        return prices != sorted(prices, reverse=True)


@probe("double-order")
async def double_order(site: Site) -> bool:
    async with site.visitor(SHOPPER) as amy:
        await amy.add_to_cart(1, 1)
        await amy.post("/checkout", CHECKOUT)
        before = len((await amy.read("/orders")).all("th", data_label="Order"))
        click = {"form_token": await amy.token("/checkout/review", "/checkout/place")}
        await asyncio.gather(*(amy.post("/checkout/place", click) for _ in range(2)))
        return len((await amy.read("/orders")).all("th", data_label="Order")) != before + 1


@probe("sign-out-keeps-session")
async def sign_out(site: Site) -> bool:
    async with site.visitor(SHOPPER) as amy:
        goodbye = await amy.post("/sign-out", {})
        assert "You are signed out" in (await amy.get(goodbye.headers["location"])).text
        return (await amy.get("/account")).status_code == 200


@probe("care-dialog-stuck")
async def care_dialog(site: Site) -> bool:
    async with site.page() as page:
        await page.goto("/products/1")
        dialog = page.locator("#care-guide")
        for leave in ("key", "button", "backdrop"):
            if not await dialog.is_visible():
                await page.get_by_role("button", name="Care guide").click()
            if leave == "key":
                await page.keyboard.press("Escape")
            elif leave == "button":
                await dialog.get_by_role("button", name="Close").click()
            else:
                await page.mouse.click(5, 5)
        return await dialog.is_visible()


@probe("origin-supplier-swapped")
async def swapped(site: Site) -> bool:
    async with site.visitor(STAFF) as sam:
        made = await sam.post("/staff/products", {**PRODUCT, "sku": "T-7", "name": "Reed Flute"})
        page = made.headers["location"]
        await sam.post(f"{page}/edit", {**PRODUCT, "sku": "T-7", "supplier": "Brook and Sons"})
        shown = (await sam.read(page)).definitions()
        return (shown["Supplier"], shown["Origin"]) != ("Brook and Sons", "Austria")
