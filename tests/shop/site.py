"""One running shop as its tests use it: by HTTP and in Chromium."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

import httpx
from playwright.async_api import Browser, Page

from .document import Document

SHOPPER, STAFF = ("amy@example.test", "tulip-Field-27"), ("sam@example.test", "copper-Kettle-41")
PATIENCE = 5.0  # seconds to wait for what should happen at once
NOTE = {
    "title": "Paint the door",
    "topic": "Returns",
    "contact": "Bo",
    "priority": "2",
    "due": "",
    "body": "Green.",
}
PRODUCT = {
    "name": "Clay Whistle",
    "sku": "T-1",
    "category": "play",
    "price": "12.00",
    "pack": "1",
    "availability": "in",
    "supplier": "Hollar Works",
    "origin": "Austria",
    "material": "Clay",
    "description": "Sings.",
}
ADDRESS = {"street": "Kettle Street 1", "postcode": "1000", "city": "Ghent", "country": "Belgium"}
CHECKOUT = {**ADDRESS, "name": "Amy", "delivery": "standard", "remark": ""}


@dataclass(frozen=True)
class Site:
    """The shop at an address, and a browser to look at it."""

    address: str
    browser: Browser

    @asynccontextmanager
    async def visitor(self, account: tuple[str, str] | None = None) -> AsyncIterator["Visitor"]:
        """An HTTP client with cookies of its own, signed in if an account is given."""
        # reading the certificates of the world for each client would take longer than the shop's answers
        async with httpx.AsyncClient(base_url=self.address, timeout=20, trust_env=False, verify=False) as client:
            visitor = Visitor(client)
            if account is not None:
                answer = await visitor.post("/sign-in", {"email": account[0], "password": account[1]})
                assert answer.status_code == 303
            yield visitor

    @asynccontextmanager
    async def page(self, account: tuple[str, str] | None = None) -> AsyncIterator[Page]:
        """A page in a browser context of its own, signed in if an account is given."""
        context = await self.browser.new_context(base_url=self.address)
        try:
            if account is not None:
                async with self.visitor(account) as visitor:
                    cookie = visitor.client.cookies["shop_session"]
                await context.add_cookies([{"name": "shop_session", "value": cookie, "url": self.address}])
            page = await context.new_page()
            page.set_default_timeout(PATIENCE * 1000)
            yield page
        finally:
            await context.close()


@dataclass(frozen=True)
class Visitor:
    """Somebody who uses the shop by HTTP."""

    client: httpx.AsyncClient

    async def get(self, path: str) -> httpx.Response:
        return await self.client.get(path)

    async def read(self, path: str) -> Document:
        return Document((await self.get(path)).text)

    async def post(self, path: str, values: dict[str, str]) -> httpx.Response:
        """Send a form; redirects are not followed."""
        return await self.client.post(path, data=values)

    async def add_to_cart(self, product: int, quantity: int) -> httpx.Response:
        return await self.post("/cart/add", {"product": str(product), "quantity": str(quantity)})

    async def token(self, path: str, action: str) -> str:
        """The one-time token of a form on a page."""
        return (await self.read(path)).form(action).values["form_token"]


async def until(happened: Callable[[], Awaitable[bool]], seconds: float = PATIENCE) -> bool:
    """Wait until something is so; False if it still is not after this many seconds."""
    loop = asyncio.get_running_loop()
    end = loop.time() + seconds
    while not await happened():
        if loop.time() > end:
            return False
        await asyncio.sleep(0.02)
    return True


def euros(text: str) -> int:
    """Cents of a shown amount such as `€1,024.00`."""
    return round(float(text.strip().lstrip("€").replace(",", "")) * 100)
