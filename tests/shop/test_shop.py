"""The clean shop: what works stays working, whatever is typed, clicked twice or taken back."""

import asyncio
import re
from urllib.parse import urljoin, urlsplit

import pytest

from .document import Document
from .site import CHECKOUT, NOTE, PRODUCT, SHOPPER, STAFF, Site, Visitor, euros

RAW_VALUE = re.compile(r"\bundefined\b|\bNaN\b|\[object |\bNone\b|\{\{|\$\{|%[sd]\b|Traceback|Error \d+")
PROSE = {"/terms"}  # speaks about such words
HOSTILE = (
    "x" * 5000,
    "\u202eتجربة 日本語 🎉🎉 Ünïcödé",
    '"><svg data-canary=1><img src=x onerror=window.__k=1>',
    "O'Brien & <b>Söhne</b>; -- {{ 7*7 }} ${7*7} %s",
    "  ",
    "\x00\x07",
    "NULL",
    "-1",
)
NUMBERS = ("", "0", "-1", "0.5", "1,5", "1e3", "abc", "100", "2147483648", "9" * 40, "١")
ACCOUNTS = (None, SHOPPER, STAFF)


async def reached(visitor: Visitor) -> dict[str, Document]:
    """Every page that links and forms lead to from the home page, each asserted to be there."""
    found: dict[str, Document] = {}
    left = ["/"]
    while left:
        address = left.pop()
        if address in found:
            continue
        answer = await visitor.get(address)
        assert answer.status_code < 400, address
        found[address] = Document(answer.text if "html" in answer.headers.get("content-type", "") else "")
        left += [urljoin(address, link).partition("#")[0] for link in found[address].links()]
    return found


@pytest.mark.parametrize("account", ACCOUNTS)
async def test_every_link_leads_to_a_page_that_is_whole(clean: Site, account: tuple[str, str] | None) -> None:
    async with clean.visitor(account) as visitor:
        pages = await reached(visitor)
    assert len(pages) > 110
    assert any(page.startswith("/orders/1001") for page in pages) == (account == SHOPPER)
    assert any(page.startswith("/staff/notes/") for page in pages) == (account == STAFF)
    for address, page in pages.items():
        assert address in PROSE or not RAW_VALUE.search(page.text), address
        assert_whole(address, page)


def assert_whole(address: str, page: Document) -> None:
    """One main heading, ids given once, no anchor without its target, no field without a label."""
    ids = page.ids()
    assert len(ids) == len(set(ids)), address
    assert not page.elements or len(page.all("h1")) == 1, address
    targets = [link.attributes.get("href", "") for link in page.all("a")]
    assert {target[1:] for target in targets if target.startswith("#")} <= set(ids), address
    labelled = {label.attributes.get("for") for label in page.all("label")}
    fields = [one for name in ("input", "select", "textarea") for one in page.all(name)]
    for one in fields:
        assert one.attributes.get("type") in ("hidden", "radio") or one.attributes["id"] in labelled, (
            address,
            one,
        )


async def test_what_is_not_there_is_a_page_that_says_so(clean: Site) -> None:
    async with clean.visitor(STAFF) as sam:
        for place in ("/products/", "/orders/", "/staff/notes/", "/staff/products/", "/images/", "/"):
            for wrong in ("0", "-1", "999999999", "9" * 400, "abc", "1'--", "%00", "é"):
                answer = await sam.get(place + wrong)
                assert answer.status_code == 404, place + wrong
                assert "Page not found" in answer.text


@pytest.mark.parametrize("words", HOSTILE)
async def test_anything_may_be_searched_for(clean: Site, words: str) -> None:
    async with clean.visitor(STAFF) as sam:
        for path in ("/search", "/staff/products", "/staff/notes", "/catalogue"):
            answer = await sam.client.get(path, params={"q": words, "sort": words, "page": words, "category": words})
            assert answer.status_code == 200, path
            assert not Document(answer.text).all("svg", data_canary="1")


@pytest.mark.parametrize("number", NUMBERS)
async def test_a_wrong_number_is_refused_beside_its_field_and_kept(clean: Site, number: str) -> None:
    async with clean.visitor(STAFF) as sam:
        await sam.add_to_cart(1, 1)
        answers = {
            "quantity": await sam.post("/cart/add", {"product": "2", "quantity": number}),
            "quantity-1": await sam.post("/cart", {"quantity-1": number}),
            "priority": await sam.post("/staff/notes", {**NOTE, "priority": number}),
        }
        if number not in ("100", "2147483648"):
            answers["pack"] = await sam.post("/staff/products", {**PRODUCT, "sku": "T-2", "pack": number})
        if number not in ("100", "0.5"):
            answers["price"] = await sam.post("/staff/products", {**PRODUCT, "sku": "T-3", "price": number})
    for name, answer in answers.items():
        page = Document(answer.text)
        assert answer.status_code == 422, name
        assert any(one.attributes.get("role") == "alert" and one.text.strip() for one in page.elements), name
        assert (
            next(one for one in page.all("input", name=name) if "id" in one.attributes).attributes["value"] == number
        )


async def test_texts_come_back_as_they_were_typed_or_are_refused_with_a_reason(clean: Site) -> None:
    async with clean.visitor(STAFF) as sam:
        for words in HOSTILE:
            note = {**NOTE, "title": words[:100], "body": words}
            made = await sam.post("/staff/notes", note)
            if made.status_code == 422:
                assert "Please look at this again" in made.text
                continue
            listed = await sam.read("/staff/notes")
            shown = (
                await sam.read(listed.all("th", scope="row")[0].text and listed.link(words[:100].strip()))
            ).definitions()
            assert (shown["Title"], shown["Text"]) == (words[:100].strip(), words.strip())


async def test_a_name_that_is_too_long_is_refused_and_kept(clean: Site) -> None:
    async with clean.visitor() as visitor:
        answer = await visitor.post(
            "/register", {"name": "x" * 5000, "email": "l@example.test", "password": "p" * 12}
        )
        page = Document(answer.text)
        assert answer.status_code == 422
        assert "at most 80 characters; this has 5,000" in page.text
        assert len(page.all("input", name="name")[0].attributes["value"]) == 5000


@pytest.mark.parametrize(
    ("path", "action", "values", "where"),
    [
        ("/staff/notes/new", "/staff/notes", {**NOTE, "title": "Only once"}, "/staff/notes"),
        (
            "/staff/products/new",
            "/staff/products",
            {**PRODUCT, "sku": "T-4", "name": "Only once"},
            "/staff/products",
        ),
        (
            "/products/5",
            "/products/5/reviews",
            {"rating": "5", "title": "Only once", "body": "Yes."},
            "/products/5",
        ),
    ],
)
async def test_a_form_that_arrives_twice_makes_one_record(
    clean: Site, path: str, action: str, values: dict[str, str], where: str
) -> None:
    async with clean.visitor(STAFF) as sam:
        sent = {**values, "form_token": await sam.token(path, action)}
        answers = await asyncio.gather(*(sam.post(action, sent) for _ in range(3)))
        assert {answer.status_code for answer in answers} == {303}
        assert len({answer.headers["location"] for answer in answers}) == 1
        page = await sam.read(where)
        assert len([one for one in page.elements if one.name in ("a", "h3") and one.text == "Only once"]) == 1


async def test_the_same_text_can_be_sent_again_after_its_record_was_deleted(clean: Site) -> None:
    async with clean.visitor(STAFF) as sam:
        sent = {**NOTE, "title": "Phoenix", "form_token": await sam.token("/staff/notes/new", "/staff/notes")}
        for _ in range(2):
            await sam.post("/staff/notes", sent)
            page = (await sam.read("/staff/notes")).link("Phoenix")
            assert (await sam.post(f"{page}/delete", {})).status_code == 303
            assert (await sam.get(page)).status_code == 404


async def test_an_edit_changes_what_was_edited_and_nothing_else(clean: Site) -> None:
    async with clean.visitor(STAFF) as sam:
        page = (await sam.post("/staff/products", {**PRODUCT, "sku": "T-5"})).headers["location"]
        before = (await sam.read(page)).definitions()
        await sam.post(f"{page}/edit", {**PRODUCT, "sku": "T-5", "origin": "Moon"})
        assert (await sam.read(page)).definitions() == {**before, "Origin": "Moon"}
        assert "Clay Whistle" in (await sam.get("/search?q=whistle t-5")).text


async def test_registering_twice_signs_in_once_and_a_taken_address_is_refused(clean: Site) -> None:
    person = {"name": "Bo", "email": "bo@example.test", "password": "river-Stone-12"}
    async with clean.visitor() as bo, clean.visitor() as other:
        await bo.add_to_cart(1, 2)
        sent = {**person, "form_token": await bo.token("/register", "/register")}
        await asyncio.gather(bo.post("/register", sent), bo.post("/register", sent))
        assert "bo@example.test" in (await bo.get("/account")).text
        assert (await bo.read("/cart")).all("span", data_badge="")[0].text == "2"
        assert "No orders yet" in (await bo.get("/orders")).text
        assert (await other.post("/register", person)).status_code == 422


async def test_a_cart_belongs_to_its_session_and_an_order_to_its_user(clean: Site) -> None:
    async with clean.visitor(SHOPPER) as amy, clean.visitor(SHOPPER) as again, clean.visitor(STAFF) as sam:
        await amy.add_to_cart(3, 2)
        assert "Your cart is empty" in (await again.get("/cart")).text
        assert (await sam.get("/orders/100101")).status_code == 404
        assert (await amy.get("/staff")).status_code == 403


async def test_signing_out_ends_the_session_for_whoever_holds_its_cookie(clean: Site) -> None:
    async with clean.visitor(SHOPPER) as amy, clean.visitor() as thief:
        thief.client.cookies.set("shop_session", amy.client.cookies["shop_session"])
        assert (await thief.get("/account")).status_code == 200
        await amy.post("/sign-out", {})
        for visitor in (amy, thief):
            answer = await visitor.get("/account")
            assert (answer.status_code, answer.headers["location"]) == (303, "/sign-in?next=/account")


@pytest.mark.parametrize(
    "going_to", ["https://elsewhere.example/", "//elsewhere.example/", "/\\elsewhere.example", "x"]
)
async def test_signing_in_never_leads_out_of_the_shop(clean: Site, going_to: str) -> None:
    async with clean.visitor() as visitor:
        answer = await visitor.post("/sign-in", {"email": SHOPPER[0], "password": SHOPPER[1], "next": going_to})
        assert answer.headers["location"] == "/account"


async def test_an_order_goes_from_cart_to_cancelled_and_its_sums_agree(clean: Site) -> None:
    async with clean.visitor(SHOPPER) as amy:
        for product, pieces in ((3, 12), (9, 7), (33, 99)):
            await amy.add_to_cart(product, pieces)
        assert (await amy.add_to_cart(33, 1)).status_code == 422
        assert (await amy.post("/checkout", {**CHECKOUT, "delivery": "express"})).headers[
            "location"
        ] == "/checkout/review"
        place = {"form_token": await amy.token("/checkout/review", "/checkout/place")}
        page = (await amy.post("/checkout/place", place)).headers["location"]
        assert (await amy.post("/checkout/place", place)).headers["location"] == page
        order = await amy.read(page)
        rows = sum(euros(cell.text) for cell in order.all("td", data_label="Amount"))
        assert euros(order.all("td", class_="number total")[0].text) == rows + 990
        assert "Your cart is empty" in (await amy.get("/cart")).text
        assert (await amy.post(f"{page}/cancel", {})).status_code == 303
        assert "This order was cancelled" in (await amy.get(page)).text
        listed = (await amy.get("/orders.csv")).text
        assert page.rpartition("/")[2] in listed and "cancelled" in listed


async def test_messages_vanish_on_reload(clean: Site) -> None:
    async with clean.visitor() as visitor:
        await visitor.add_to_cart(1, 1)
        assert "Added to your cart" in (await visitor.get("/cart")).text
        assert "Added to your cart" not in (await visitor.get("/cart")).text


async def test_many_people_at_once_get_their_answers(clean: Site) -> None:
    async def visit(number: int) -> list[int]:
        async with clean.visitor(SHOPPER if number % 2 else None) as visitor:
            answers = [await visitor.add_to_cart(1 + number, 2) for _ in range(3)]
            answers += [await visitor.get(path) for path in ("/", "/catalogue", "/cart", "/products/1")]
            return [answer.status_code for answer in answers]

    for codes in await asyncio.gather(*(visit(number) for number in range(12))):
        assert codes == [303, 303, 303, 200, 200, 200, 200]


async def test_any_name_of_this_machine_will_do_and_wrong_requests_are_refused(clean: Site) -> None:
    async with clean.visitor() as visitor:
        answer = await visitor.client.get("/account", headers={"Host": "shop.localhost:1"})
        assert urlsplit(answer.headers["location"]).netloc == ""
        assert (await visitor.client.post("/catalogue")).status_code == 405
        assert (await visitor.client.post("/contact", json={})).status_code == 415
        assert (await visitor.client.post("/beacon", data={"page": "/"})).status_code == 204
