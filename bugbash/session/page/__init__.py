"""The script that every page of a session carries: watching, finding, looking, and a charter's helpers."""

from functools import cache
from importlib.resources import files

PARTS = (
    "names.js", "find.js", "watch.js", "inventory.js", "effects.js", "keyboard.js", "signals.js", "values.js",
    "data.js", "helpers.js",
)  # fmt: skip
CLOSER = ("geometry.js", "fit.js", "layout.js")
"""A closer look, with names of its own."""

_WRAPPER = """(() => {
  if (Object.prototype.hasOwnProperty.call(window, '__bugbash__')) return
  'use strict'
%s
  const { layout, whereabouts, textKinds } = (() => {
%s
    return { layout, whereabouts, textKinds }
  })()
  Object.defineProperty(window, '__bugbash__', { value: Object.freeze({
    rest, look, asked, judged, describe, find, narrowed, textIn, beside, layout, whereabouts, textKinds, moving,
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
    before, between, after = _WRAPPER.split("%s")
    look, closer = ("\n".join(folder.joinpath(name).read_text("utf-8") for name in of) for of in (PARTS, CLOSER))
    return f"{before}{look}{between}{closer}{after}"
