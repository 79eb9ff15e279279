"""What forms take and refuse against their own markup, and how they say so."""

from collections.abc import Callable

from bugbash.charter.actions import Action, parse_action
from tests.oracles.build import clicks, data, fills, opens, page
from tests.oracles.harness import Bug, Case, Clean, Pages, Seen, on_page, scene
from tests.oracles.shelf import FORM, Shelf, makes
from tests.support.pages import Heard, Page

SAVE = clicks("Save", "button")
_RULES = "What a field declares of its values also holds for what the app takes."
_CUPS = {"title": "Cups {tag}1"}


def _takes(title: str, key: str, observed: str, kind: str = "issue") -> Seen:
    return Seen(
        "missing-validation",
        3,
        title=title,
        expected=_RULES,
        observed=observed,
        screen="/shelves/7/items/new",
        location=f"/shelves/:id/items/new {key}",
        kind="warning" if kind == "warning" else "issue",
    )


_REQUIRED = Shelf(form=FORM.replace("name=author", "name=author required"), attributes="novalidate")
_MAIL = Shelf(form=FORM.replace("name=author", "type=email name=author"), attributes="novalidate")
_BOUND = Shelf(form=FORM.replace("type=number", "type=number min=1 max=9"), attributes="novalidate")
_CHECKED = {"refuse": lambda r: "" if "@" in r["author"] else "Author must be an e-mail address."}
_MISSING: list[Case] = [
    Bug(
        "a required field is taken empty",
        _takes("Author takes no value, though it is required", "author", "the record was made"),
        scene(_REQUIRED, *makes(_CUPS)),
        clean=scene(_REQUIRED.but(attributes=""), *makes(_CUPS)),
        again=scene(_REQUIRED, *makes({**_CUPS, "about": "On cups {tag}1"}, 42)),
        other=scene(_MAIL, *makes({**_CUPS, "author": "nobody"})),
    ),
    Bug(
        "a number beyond its bounds is taken",
        _takes("Pieces takes less than its least value 1", "pieces", "Pieces held “-5”", "warning"),
        scene(_BOUND, *makes({**_CUPS, "pieces": "-5"})),
        clean=scene(_BOUND, *makes({**_CUPS, "pieces": "5"})),
        again=scene(_BOUND, *makes({**_CUPS, "pieces": "0"}, 42)),
        other=scene(_BOUND, *makes({**_CUPS, "pieces": "10"})),
    ),
    Clean(
        "missing-validation",
        "an empty field that is not required",
        scene(Shelf(attributes="novalidate"), *makes(_CUPS)),
    ),
    Clean(
        "missing-validation",
        "the server refuses it",
        scene(_MAIL.but(**_CHECKED), *makes({**_CUPS, "author": "nobody"})),
    ),
    Clean(
        "missing-validation",
        "what is no e-mail address in a field for any contact",
        scene(
            Shelf(form=FORM.replace("Author", "E-mail or phone")),
            opens("/shelves/7/items/new"),
            fills("E-mail or phone", "none {tag}1"),
            SAVE,
        ),
    ),
]

_INTEGER = (
    FORM.replace("<label>Pieces <input name=pieces type=number", "<div><label>Level <input name=pieces").replace(
        "</label>{nothing}", ""
    )
    + "<small>INTEGER</small></div>"
)


def _no_digits(record: dict[str, str]) -> str:
    return "" if record["pieces"].isdigit() else "Level: value is not a number."


def _positive(record: dict[str, str]) -> str:
    return "" if record["pieces"].isdigit() else "Level is not a valid number: it must be greater than zero."


_LEVEL = Shelf(form=_INTEGER, refuse=_no_digits)
_BASKET = """<h1>Basket</h1><label>Quantity <input type=number id=n value=1></label><p>Total: <b id=t>$9.99</b></p>
<script>n.oninput = () => { t.textContent = %s }</script>"""
_RAW = "(n.value < 0 ? '-$' : '$') + Math.abs(n.value * 9.99).toFixed(2)"
_KEPT = "'$' + (Math.max(n.value, 1) * 9.99).toFixed(2)"
_ADJUST = _BASKET.replace("Quantity", "Adjustment")
_NEGATIVE = fills("Quantity", "-2")
_NUMBERS: list[Case] = [
    Bug(
        "a form takes digits for numbers",
        Seen(
            "number-boundary",
            2,
            title="Level refuses a negative number",
            expected="A field for whole numbers takes each of them, or declares its least value.",
            observed="“-5” is refused (not a number.",
            screen="/shelves/7/items/new",
            location="/shelves/:id/items/new pieces",
            kind="warning",
        ),
        scene(_LEVEL, *makes({**_CUPS, "level": "-5"})),
        clean=scene(_LEVEL.but(refuse=lambda r: ""), *makes({**_CUPS, "level": "-5"})),
        again=scene(_LEVEL, *makes({**_CUPS, "level": "-7"}, 42)),
    ),
    Bug(
        "a negative quantity makes a negative total",
        Seen(
            "number-boundary",
            4,
            title="A negative quantity makes a negative total on /",
            expected="A quantity below zero is refused.",
            observed="“Total: -$1",
            screen="/",
            location="/ total",
        ),
        on_page(_BASKET % _RAW, _NEGATIVE),
        clean=on_page(_BASKET % _KEPT, _NEGATIVE),
        again=on_page(_BASKET % _RAW, fills("Quantity", "-5")),
        other=scene({"/basket": page(_BASKET % _RAW)}, opens("/basket"), _NEGATIVE),
    ),
    Clean("number-boundary", "a word is refused as no number", scene(_LEVEL, *makes({**_CUPS, "level": "abc"}))),
    Clean(
        "number-boundary",
        "the message names the bound",
        scene(_LEVEL.but(refuse=_positive), *makes({**_CUPS, "level": "-5"})),
    ),
    Clean(
        "number-boundary", "an adjustment may well be negative", on_page(_ADJUST % _RAW, fills("Adjustment", "-2"))
    ),
    Clean(
        "number-boundary",
        "a discount is shown with a minus",
        on_page((_BASKET % _KEPT) + "<p>Discount: -$5.00</p>", _NEGATIVE),
    ),
]

ASK = """<h1>Ask</h1><form id=form><label>Name <input name=name></label><label>Question <input name=text></label>
<button>Ask</button></form><p id=out></p><script>
form.onsubmit = async (event) => {
  event.preventDefault()
  if (!/^[\\w ]+$/.test(form.elements.text.value)) { %s; return }
  await fetch('/api/questions', { method: 'POST', body: form.elements.text.value })
  out.textContent = 'Thank you, ' + form.elements.name.value
}</script>"""


def _ask(name: str, text: str) -> tuple[Action, ...]:
    return (fills("Name", name), fills("Question", text), clicks("Ask", "button"))


GOOD, BAD = _ask("Ann {tag}1", "Cups"), _ask("Ann {tag}1", "Cups?")


_SILENT: list[Case] = [
    Bug(
        "a form that was sent before does nothing, and says nothing",
        Seen(
            "no-message",
            2,
            title="A form on / refuses what was filled in, without a word",
            expected="A form that does not take what was filled in says why.",
            observed="now nothing is sent, and nothing new is on the screen.",
            screen="/",
            location="/ name,text",
            kind="warning",
        ),
        on_page(ASK % "0", *GOOD, *BAD, api_questions=data({})),
        clean=on_page(ASK % "out.textContent = 'No marks, please'", *GOOD, *BAD, api_questions=data({})),
        again=on_page(ASK % "0", *GOOD, *_ask("Bob {tag}2", "Pots!"), api_questions=data({})),
        other=on_page(
            (ASK % "0").replace("name=text", "name=more").replace(".text.", ".more."),
            *GOOD,
            *BAD,
            api_questions=data({}),
        ),
    ),
    Clean(
        "no-message",
        "the browser itself says what is wrong",
        on_page(
            (ASK % "0").replace("name=text", "name=text required"),
            *GOOD,
            *_ask("Ann {tag}1", ""),
            api_questions=data({}),
        ),
    ),
    Clean(
        "no-message",
        "the field is marked",
        on_page(ASK % "form.elements.text.ariaInvalid = 'true'", *GOOD, *BAD, api_questions=data({})),
    ),
    Clean("no-message", "a form that never did anything", on_page(ASK % "0", *BAD, api_questions=data({}))),
]

SIGN = """<h1>Join</h1><form id=form><label>Name <input name=name></label><label>City <input name=city></label>%s
<button id=join disabled>Join</button></form><script>
form.oninput = () => { join.disabled = !(%s) }</script>"""
_ALL = "form.elements.name.value && form.elements.city.value"
FILLED = (fills("City", "Bonn {tag}1"), fills("Name", "Ann {tag}1"))
_TERMS = "<label><input type=checkbox name=terms> I agree</label>"
_CODE = "<label>Voucher <input name=voucher></label>"
_STAYS: list[Case] = [
    Bug(
        "a button waits for what no field offers",
        Seen(
            "never-enabled",
            4,
            title="Join stays disabled in a form that is filled in",
            expected="A form can be sent once all of it is filled in.",
            observed="Every field holds a value, no field complains",
            screen="/",
            location="/ #join",
            kind="warning",
        ),
        on_page(SIGN % ("", "false"), *FILLED),
        clean=on_page(SIGN % ("", _ALL), *FILLED),
        again=on_page(SIGN % ("", "form.elements.street"), *FILLED[::-1]),
        other=scene({"/join": page(SIGN % ("", "false"))}, opens("/join"), *FILLED),
    ),
    Clean(
        "never-enabled",
        "the terms are not agreed to yet",
        on_page(SIGN % (_TERMS, f"{_ALL} && form.elements.terms.checked"), *FILLED),
    ),
    Clean(
        "never-enabled",
        "a voucher that only a guest has",
        on_page(SIGN % (_CODE, "form.elements.voucher.value === 'X7'"), *FILLED, fills("Voucher", "some {tag}1")),
    ),
    Clean(
        "never-enabled",
        "the form is checked for a while",
        on_page(
            SIGN % ("", "0")
            + f"<script>form.oninput = () => setTimeout(() => {{ join.disabled = !({_ALL}) }}, 900)</script>",
            *FILLED,
        ),
    ),
    Clean(
        "never-enabled",
        "it says what it misses",
        on_page(
            (SIGN % ("", "out.textContent = 'City must be in the list'; false"))
            .replace("<button", "<p id=out></p><button")
            .replace(
                "!(out.textContent = 'City must be in the list'; false)",
                "Boolean(out.textContent = 'City must be in the list')",
            ),
            *FILLED,
        ),
    ),
]

_FILES = """<h1>Pictures</h1><form method=post enctype=multipart/form-data><label>Picture
<input type=file name=picture accept="%s"></label><button>Send</button></form>%s"""


def _pictures(accept: str, checks: bool, what: str = "image/png") -> Callable[[], Pages]:
    def answer(heard: Heard) -> Page:
        if heard.method != "POST":
            return Page(page(_FILES % (accept, "")))
        name = heard.text.partition('filename="')[2].partition('"')[0]
        if checks and what not in heard.text:
            return Page(page(_FILES % (accept, "<p role=alert>This file type is not allowed.</p>")))
        return Page(page(_FILES % (accept, f"<ul><li>{name}</li></ul>")))

    return lambda: {"/pictures": answer}


def _sends(name: str) -> tuple[Action, ...]:
    upload = parse_action({"upload": {"label": "Picture"}, "file": f"sample:{name}"})
    return (opens("/pictures"), upload, clicks("Send", "button"))


def _upload(what: str, observed: str) -> Seen:
    return Seen(
        "upload-rules",
        2,
        title=f"Picture {what}",
        expected="The field says that it takes image/*, and so does the app.",
        observed=observed,
        screen="/pictures",
        location="/pictures picture",
        kind="warning",
    )


_UPLOADS: list[Case] = [
    Bug(
        "a text is taken for a picture",
        _upload("takes a file that its own rule rules out", "bugbash.txt was sent (POST /pictures)"),
        scene(_pictures("image/*", checks=False), *_sends("bugbash.txt")),
        clean=scene(_pictures("image/*", checks=True), *_sends("bugbash.txt")),
        again=scene(_pictures("image/*", checks=False), *_sends("bugbash.pdf")),
        other=scene(_pictures("image/*", checks=True, what="image/jpeg"), *_sends("bugbash.png")),
    ),
    Clean("upload-rules", "the field names no rule", scene(_pictures("", checks=False), *_sends("bugbash.txt"))),
    Clean(
        "upload-rules", "a picture is taken", scene(_pictures("image/*,.pdf", checks=True), *_sends("bugbash.png"))
    ),
    Clean(
        "upload-rules",
        "a type whose endings are not known",
        scene(_pictures("application/vnd.oasis.opendocument.text", checks=False), *_sends("bugbash.txt")),
    ),
]

CASES: list[Case] = [*_MISSING, *_NUMBERS, *_SILENT, *_STAYS, *_UPLOADS]
