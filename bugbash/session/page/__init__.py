"""The script that every page of a session carries: watching, finding, looking, and a charter's helpers."""

from functools import cache
from importlib.resources import files

PARTS = ("names.js", "find.js", "watch.js", "inventory.js", "effects.js", "keyboard.js", "signals.js", "helpers.js")

_WRAPPER = """(() => {
  if (Object.prototype.hasOwnProperty.call(window, '__bugbash__')) return
  'use strict'
%s
  Object.defineProperty(window, '__bugbash__', { value: Object.freeze({
    rest, look, helpers, describe, find, narrowed, textIn, beside,
    pick: (locator, narrow, options) => {
      const found = narrow ? narrowed(locator, options) : find(locator, options)
      return found.length !== 1 ? null : options && options.standin ? standinOf(found[0]) : found[0]
    },
    tell: (locator, options) => {
      const found = narrowed(locator, options)
      return { count: found.length, first: found.slice(0, 3).map(describe) }
    },
  }) })
})()"""


@cache
def page_script() -> str:
    """The whole script, to be installed in every frame before the page's own."""
    folder = files(__package__)
    parts = "\n".join(folder.joinpath(part).read_text("utf-8") for part in PARTS)
    return _WRAPPER.replace("%s", parts, 1)
