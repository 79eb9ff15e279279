"""Claims about the page, as JavaScript that a test asks without any of our own script."""

import json

from bugbash.contract.claims import Holds

_SUBSTANCE = "img,canvas,video,audio,svg,iframe,embed,object,textarea,select,button,input:not([type=hidden])"
_IS_BUSY = """(element) => {
  const { top, bottom } = element.getBoundingClientRect()
  if (!element.checkVisibility() || bottom <= 0 || top >= innerHeight) return false
  if (element.matches('[aria-busy=true],[role=progressbar]:not([aria-valuenow]),progress:not([value])')) return true
  const words = element.children.length ? '' : element.textContent.trim()
  if (/^(loading|please wait|just a moment|fetching)\\b.{0,40}([.]{3}|…)$/i.test(words)) return true
  return /(^|[-_ ])(spinner|loading|loader|skeleton)([-_ ]|$)/i.test(element.getAttribute('class') ?? '')
    && element.getAnimations({ subtree: true }).some((one) => one.effect?.getComputedTiming().iterations === Infinity)
}"""


def shows_something(seconds: float) -> Holds:
    """The page is not blank."""
    visible = f"{_all(_SUBSTANCE)}.some((element) => element.checkVisibility())"
    return Holds(expression=f"!!document.body?.innerText.trim() || {visible}", seconds=seconds)


def is_ready(seconds: float) -> Holds:
    """Nothing in sight says that it is still loading."""
    return Holds(expression=f"!{_all('body,body *')}.some({_IS_BUSY})", seconds=seconds)


def has_part() -> Holds:
    """The page has the part that its address names."""
    part = "decodeURIComponent(location.hash.slice(1))"
    there = f"document.getElementById({part}) || document.getElementsByName({part}).length"
    return Holds(expression=f"!{part} || !!({there})")


def belongs_to_one(identity: str) -> Holds:
    """No two visible elements share the id."""
    shown = f"[...document.querySelectorAll('[id]')].filter((one) => one.id === {json.dumps(identity)}"
    return Holds(expression=f"{shown} && one.checkVisibility()).length < 2")


def calls_itself_otherwise(heading: str) -> Holds:
    """The page's first heading is another one."""
    first = "[...document.querySelectorAll('h1,h2,h3,[role=heading]')].find((one) => one.checkVisibility())"
    return Holds(expression=f"{first}?.textContent.replace(/\\s+/g, ' ').trim() !== {json.dumps(heading)}")


def pictures_load(path: str) -> Holds:
    """Every visible picture whose path begins with `path` has loaded."""
    begins = f"new URL(one.currentSrc || one.src, document.baseURI).pathname.startsWith({json.dumps(path)})"
    fine = "!one.checkVisibility() || !one.complete || one.naturalWidth > 0"
    return Holds(expression=f"[...document.images].every((one) => !({begins}) || {fine})")


def is_no_page(path: str) -> Holds:
    """What the page loaded from `path` is no HTML."""
    loaded = f"new URL(one.name).pathname !== {json.dumps(path)} || !/^text.html/.test(one.contentType ?? '')"
    return Holds(expression=f"performance.getEntriesByType('resource').every((one) => {loaded})")


def nothing_injected() -> Holds:
    """No canary became an element of the page, or ran."""
    editor = "[contenteditable]:not([contenteditable=false])"
    kept = f"{_all('[data-bbk]')}.every((element) => element.closest('{editor}'))"
    return Holds(expression=f"!window.__bbk?.length && {kept}")


def _all(css: str) -> str:
    return f"[...document.querySelectorAll('{css}')]"
