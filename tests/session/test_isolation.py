"""Two sessions share a browser and nothing else."""

import asyncio

from tests.support.fixtures import NewSession
from tests.support.pages import Heard, Page, PageServer

from .steps import document, passes, value

STORE = """async () => {
  localStorage.setItem('who', 'one')
  sessionStorage.setItem('who', 'one')
  document.cookie = 'who=one; max-age=999'
  await new Promise((done, fail) => {
    const opening = indexedDB.open('shop', 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore('notes').put('one', 1)
    opening.onsuccess = () => { opening.result.close(); done() }; opening.onerror = fail
  })
  await (await caches.open('shop')).put('/kept', new Response('one'))
}"""
FOUND = """async () => ({
  local: localStorage.getItem('who'), session: sessionStorage.getItem('who'), cookie: document.cookie,
  databases: (await indexedDB.databases()).map((one) => one.name), caches: await caches.keys(),
  location: (await navigator.permissions.query({ name: 'geolocation' })).state,
})"""


async def test_what_one_session_keeps_the_other_does_not_find(new_session: NewSession, pages: PageServer) -> None:
    pages.pages["/"] = document("<h1>Home</h1>")
    one, two = await asyncio.gather(new_session(pages.url()), new_session(pages.url()))
    await asyncio.gather(passes(one, {"open": "/"}), passes(two, {"open": "/"}))
    assert one.tag != two.tag
    await one.context.grant_permissions(["geolocation"])
    await value(one, STORE)
    assert await value(one, FOUND) == {
        "local": "one",
        "session": "one",
        "cookie": "who=one",
        "databases": ["shop"],
        "caches": ["shop"],
        "location": "granted",
    }
    for other in (two, await new_session(pages.url())):
        await passes(other, {"open": "/"})
        found = await value(other, FOUND)
        assert found.pop("location") != "granted"
        assert found == {"local": None, "session": None, "cookie": "", "databases": [], "caches": []}


async def test_each_session_carries_its_own_cookie_and_asks_with_it(
    new_session: NewSession, pages: PageServer
) -> None:
    def enter(heard: Heard) -> Page:
        return Page(document("<h1>In</h1>"), cookies=[f"who={heard.query}"])

    def mine(heard: Heard) -> Page:
        return Page(document(f"<h1>{heard.headers.get('cookie', 'nobody')}</h1>"))

    def secret(heard: Heard) -> Page:
        return Page("", status=200 if heard.headers.get("cookie") == "who=one" else 403)

    pages.pages.update({"/enter": enter, "/mine": mine, "/secret": secret})
    one, two = await new_session(pages.url()), await new_session(pages.url())
    await passes(one, {"open": "/enter?one"})
    await passes(two, {"open": "/enter?two"})
    assert (await passes(one, {"open": "/mine"})).after.headings == ("who=one",)
    assert (await passes(two, {"open": "/mine"})).after.headings == ("who=two",)
    assert [await one.status_of(pages.url("/secret")), await two.status_of(pages.url("/secret"))] == [200, 403]
    assert await one.status_of("https://elsewhere.example.test/") is None
