"""The HTML report in a real Chromium: it runs nothing, fetches nothing, and fits a phone."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from playwright.async_api import Browser, async_playwright

from bugbash.cli import main
from tests.report.conftest import Sample
from tests.report.hostile import FILE_NAMES, HOSTILE, hostile_run

SCHEMES = ("light", "dark")


@pytest.fixture(scope="module")
async def chromium() -> AsyncIterator[Browser]:
    async with async_playwright() as driver:
        browser = await driver.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        yield browser
        await browser.close()


def page_of(directory: Path) -> Path:
    file = directory / "report.html"
    assert main(["report", "--run", str(directory), "--format", "html", "-o", str(file)]) == 1
    return file


OVERFLOW = "document.documentElement.scrollWidth - window.innerWidth"
OPEN_ALL = "document.querySelectorAll('details').forEach(details => details.open = true)"
CUT_OFF = """[...document.querySelectorAll('body *')].filter(element => {
    const box = element.getBoundingClientRect();
    return box.width && (box.right > innerWidth + 1 || box.left < -1) && !element.closest('svg, thead');
}).map(element => element.outerHTML.slice(0, 200))"""
LOAD_ALL = """async () => {
    document.querySelectorAll('img').forEach(image => image.loading = 'eager');
    await Promise.allSettled([...document.images].map(image => image.decode()));
    return [...document.images].map(image => image.naturalWidth);
}"""


@pytest.mark.parametrize("width", [360, 390, 768, 1280])
async def test_it_fits(width: int, sample: Sample, chromium: Browser) -> None:
    page = await chromium.new_page(viewport={"width": width, "height": 800})
    await page.goto(page_of(sample.directory).as_uri())
    await page.evaluate(OPEN_ALL)
    assert await page.evaluate(OVERFLOW) == 0
    assert await page.evaluate(CUT_OFF) == []
    await page.close()


async def test_the_verdict_is_on_the_first_screen_of_a_phone(sample: Sample, chromium: Browser) -> None:
    page = await chromium.new_page(viewport={"width": 360, "height": 640})
    await page.goto(page_of(sample.directory).as_uri())
    for words in ("Failed", "4 issues found", "Not fully exercised: 3 of 6 charters", "admin-pages"):
        box = await page.get_by_text(words).first.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] < 640
    await page.close()


async def test_screenshots_load_from_beside_the_page(sample: Sample, chromium: Browser) -> None:
    page = await chromium.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    await page.goto(page_of(sample.directory).as_uri())
    await page.evaluate(OPEN_ALL)
    widths = await page.evaluate(LOAD_ALL)
    assert len(widths) == 5
    assert all(widths)
    assert all(url.startswith(sample.directory.as_uri()) for url in asked)
    await page.close()


@pytest.mark.parametrize("hostile", HOSTILE.values(), ids=HOSTILE.keys())
async def test_hostile_text_runs_nothing_and_fetches_nothing(hostile: str, tmp_path: Path, chromium: Browser) -> None:
    page = await chromium.new_page(viewport={"width": 360, "height": 640})
    asked: list[str] = []
    said: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda message: said.append(message.text))
    page.on("dialog", lambda dialog: said.append(dialog.message))
    await page.goto(page_of(hostile_run(tmp_path / "run", hostile)).as_uri())
    await page.evaluate(OPEN_ALL)
    widths = await page.evaluate(LOAD_ALL)
    assert await page.evaluate("'hit' in window") is False
    assert said == []
    assert all(url.startswith((tmp_path / "run").as_uri()) for url in asked)
    assert await page.evaluate(OVERFLOW) == 0
    assert await page.locator("script").count() == 0
    assert widths
    assert all(widths), "a screenshot of an odd name is shown all the same"
    await page.close()


async def test_a_script_that_got_in_would_not_run(sample: Sample, tmp_path: Path, chromium: Browser) -> None:
    """The policy in the page is a second wall: it holds even where escaping were forgotten."""
    source = page_of(sample.directory).read_text("utf-8")
    hole = "<script>window.hit = 1</script><img src=x onerror='window.hit = 1'><img src='http://127.0.0.1:9/x.png'>"
    (tmp_path / "holed.html").write_text(source.replace("<main>", f"<main>{hole}"), encoding="utf-8")
    page = await chromium.new_page()
    finished: list[str] = []
    page.on("requestfinished", lambda request: finished.append(request.url))
    await page.goto((tmp_path / "holed.html").as_uri())
    assert await page.evaluate("'hit' in window") is False
    assert not [url for url in finished if url.startswith("http")]
    await page.close()


@pytest.mark.parametrize("scheme", SCHEMES)
async def test_text_stands_out_from_what_it_stands_on(scheme: str, sample: Sample, chromium: Browser) -> None:
    """Contrast of at least 4.5 to 1 (WCAG 2.2, 1.4.3) for every text, in both colour schemes."""
    page = await chromium.new_page(color_scheme=scheme)  # type: ignore[arg-type]
    await page.goto(page_of(sample.directory).as_uri())
    await page.evaluate(OPEN_ALL)
    assert await page.evaluate(FAINT) == []
    await page.close()


FAINT = """() => {
    const numbers = colour => colour.match(/[\\d.]+/g).map(Number);
    const channel = value => (value /= 255) <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    const light = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
    const behind = element => {
        for (let at = element; at; at = at.parentElement) {
            const colour = numbers(getComputedStyle(at).backgroundColor);
            if (colour.length < 4 || colour[3] === 1) return colour;
        }
        return [255, 255, 255];
    };
    const faint = [];
    for (const element of document.querySelectorAll('body *:not(svg, svg *)')) {
        const own = [...element.childNodes].some(node => node.nodeType === 3 && node.data.trim());
        if (!own) continue;
        const [a, b] = [light(numbers(getComputedStyle(element).color)), light(behind(element))];
        const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
        if (contrast < 4.5) faint.push(`${element.className} ${element.textContent.slice(0, 40)} ${contrast}`);
    }
    return faint;
}"""


async def test_print_shows_what_is_folded_away(sample: Sample, chromium: Browser) -> None:
    page = await chromium.new_page()
    await page.goto(page_of(sample.directory).as_uri())
    folded = page.locator("#others dd").first
    assert not await folded.is_visible()
    await page.emulate_media(media="print")
    assert await folded.is_visible()
    await page.close()


def test_odd_file_names_are_in_the_sample() -> None:
    assert any(not name.isprintable() for name in FILE_NAMES)
