"""axe-core (Deque, MPL-2.0) in a page: the accessibility rules that it can decide without a false alarm.

The script comes with the package axe-playwright-python, whose own code is not used.
"""

from functools import cache
from importlib.resources import files
from typing import Any

from playwright.async_api import Page

TAGS = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa")
"""Rules of WCAG 2.1, levels A and AA; best practices are left out."""
WITHOUT = ("duplicate-id-aria", "scrollable-region-focusable")
"""Rules not run: shared ids are judged by an oracle of their own, and Chromium itself takes the keyboard to whatever
scrolls."""
MOST_OFFENDERS = 40

# Under a name of its own: a page that loads modules, or has an axe of its own, is not to notice.
_INSTALL = """() => {
  const before = Object.getOwnPropertyDescriptor(window, 'axe'), module = { exports: {} }, define = undefined
%s
  Object.defineProperty(window, Symbol.for('bugbash.axe'), { value: module.exports })
  delete window.axe
  if (before) Object.defineProperty(window, 'axe', before)
}"""
_OPTIONS = {"tags": TAGS, "without": WITHOUT, "most": MOST_OFFENDERS}


async def broken_rules(page: Page) -> Any:
    """What the rules find on `page`, as the script answers it; None while the page moves.

    Raises playwright Error where the page goes away.
    """
    answer = await page.evaluate(_run(), _OPTIONS)
    if isinstance(answer, dict) and answer.get("missing"):
        await page.evaluate(_install())
        answer = await page.evaluate(_run(), _OPTIONS)
    return answer


@cache
def _install() -> str:
    source = files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")
    return _INSTALL.replace("%s", source, 1)


@cache
def _run() -> str:
    script = files("bugbash.session.page").joinpath("accessibility.js").read_text("utf-8")
    return "\n".join(line for line in script.splitlines() if not line.startswith("//"))
