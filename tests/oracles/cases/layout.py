"""What the layout keeps a person from using or reading, and what only looks as if it did."""

from bugbash.charter.actions import Action, parse_action
from tests.oracles.build import SHAPE, button, clicks, opens, page, script
from tests.oracles.harness import Bug, Case, Clean, Pages, Seen, on_page, scene
from tests.oracles.visits import Scene

FOR_PHONES = "<meta name=viewport content='width=device-width, initial-scale=1'>"
WORDS = "<p>" + "Kettles keep warm what was hot. " * 12 + "</p>"


def resizes(width: int, height: int = 740) -> Action:
    return parse_action({"resize": {"width": width, "height": height}})


def _records(body: str) -> Pages:
    html = page(body, head=FOR_PHONES)
    return {"/gifts/7": html, "/gifts/42": html}


def _on_record(body: str, *steps: Action, number: int = 7) -> Scene:
    return scene(_records(body), opens(f"/gifts/{number}"), *steps)


# --- covered controls -----------------------------------------------------------


def _covered(name: str, place: str, cover: str, body: str, clean: str, other: str) -> Bug:
    return Bug(
        name,
        Seen(
            "covered-control",
            3,
            title="The button “Save” cannot be clicked: something lies over it",
            expected="A control that is shown and enabled can be clicked.",
            observed=f"A click on the button “Save” hits {cover}, wherever it is made.",
            screen="/gifts/7",
            location=f"/gifts/:id {place}",
            kind="warning",
        ),
        _on_record(body),
        clean=_on_record(clean),
        again=_on_record(body, number=42),
        other=_on_record(other),
    )


_SHELF = "<main><section id=shelf style='position: relative; height: 200px'>%s</section></main>"
_SAVE = "<button id=save>Save</button>"
_COVERED: list[Case] = [
    _covered(
        "a panel without a word lies over a form",
        "#save",
        "#shelf section>div.glass",
        _SHELF % f"<div>{_SAVE}</div><div class=glass style='position: absolute; inset: 0'></div>",
        _SHELF
        % f"<div>{_SAVE}</div><div class=glass style='position: absolute; inset: 0; pointer-events: none'></div>",
        _SHELF % "<a href=/next>Next gift</a><div class=glass style='position: absolute; inset: 0'></div>",
    ),
    _covered(
        "a ribbon is pulled over a button, far down the page",
        "#save",
        "#shelf section>div.ribbon",
        "<div style='height: 2000px'>Gifts</div>"
        + _SHELF % f"{_SAVE}<div class=ribbon style='position: relative; top: -30px; height: 40px'>New here</div>",
        "<div style='height: 2000px'>Gifts</div>"
        + _SHELF % f"{_SAVE}<div class=ribbon style='position: relative; top: 0; height: 40px'>New here</div>",
        _SHELF % "<input aria-label=Name><div class=wave style='position: relative; top: -30px; height: 40px'></div>",
    ),
]


def _free(name: str, body: str, *steps: Action, head: str = "") -> Clean:
    return Clean("covered-control", name, on_page(f"<h1>Gifts</h1>{body}", *steps, head=head))


_FREE: list[Case] = [
    _free(
        "a bar stays at the window's foot while the page scrolls",
        f"{WORDS * 8}<p style='position: absolute; top: 760px'>{_SAVE}</p>"
        "<div style='position: fixed; bottom: 0; left: 0; right: 0; height: 90px; background: tan'>Cookies</div>",
    ),
    _free(
        "a bar sticks to the window's head",
        "<div style='position: sticky; top: 0; height: 60px; background: tan'>Shop</div>"
        f"<p style='margin-top: -40px'>{_SAVE}</p>{WORDS * 9}",
    ),
    _free(
        "a switch is drawn over its checkbox",
        "<style>.switch { position: relative; display: inline-block } .switch input { width: 40px; height: 20px }"
        " .knob { position: absolute; inset: 0; background: teal }</style>"
        "<label class=switch>Dark <input type=checkbox><span class=knob></span></label>"
        "<div class=switch><input type=checkbox aria-label=Warm><span class=knob></span></div>",
    ),
    _free(
        "a card is one link, and its title the same",
        "<article style='position: relative; padding: 30px'><a href=/next>Kettle</a>"
        "<a href=/next aria-label=Kettle style='position: absolute; inset: 0'></a></article>",
    ),
    _free(
        "slides lie in a pile, one on top",
        "<style>.pile { position: relative; height: 200px }"
        " .pile > div { position: absolute; inset: 0; background: ivory }</style>"
        "<div class=pile><div class=one><button>Buy one</button></div>"
        "<div class=two><button>Buy two</button></div></div>",
    ),
    _free(
        "a card has a back, with words of its own",
        "<div style='position: relative; height: 120px; width: 300px'>"
        "<div class=front style='position: absolute; inset: 0'><button>Turn</button></div>"
        "<div class=back style='position: absolute; inset: 0; background: ivory'>Made in Graz</div></div>",
    ),
    _free(
        "a curtain says that a part is for members",
        "<section style='position: relative; height: 160px'><button>One</button> <button>Two</button> "
        "<button>Three</button><div style='position: absolute; inset: 0 0 -20px 0; background: #fffc'>"
        "For members only</div></section>",
    ),
    _free(
        "a menu that was opened lies over a button",
        button("More", "list.hidden = false")
        + f"<p>{_SAVE}</p><div id=list hidden style='position: absolute; inset: 0 600px 400px 0; background: ivory'>"
        "<a href=/next>Next</a></div>",
        clicks("More"),
    ),
    _free(
        "a dialog comes up by itself",
        f"{_SAVE}<dialog id=d><button onclick='d.close()'>Close</button></dialog>" + script("d.showModal()"),
    ),
    _free(
        "a button lets every click through",
        "<div onclick=''><button style='pointer-events: none'>Save</button></div>",
    ),
    _free(
        "a link to skip to the contents lies behind the head, and a trap for robots behind the form",
        "<div style='position: relative'><a href='#main' style='position: absolute; z-index: -1'>Skip to contents</a>"
        "<div style='background: ivory; height: 60px'>Gifts</div></div><main id=main style='position: relative'>"
        "<div style='position: relative; height: 50px; background: ivory; z-index: 2'>Name</div>"
        "<input tabindex=-1 aria-label=Web style='position: absolute; top: 5px; z-index: -1'></main>",
    ),
    _free(
        "a side bar is folded to nothing, and a group of a menu, too",
        "<nav style='width: 0; height: 90px; overflow: hidden; float: left'><p style='width: 90px'><a href=/next>Next"
        "</a></p></nav><p>Kettles</p><nav><div style='height: 0; overflow: hidden'><a href=/last>Last</a></div>"
        "<a href=/first>First</a></nav>",
    ),
    _free(
        "a list scrolls, and most of its rows are out of sight",
        "<div style='height: 60px; overflow: auto'>"
        + "".join(f"<p><button>Row {number}</button></p>" for number in range(9))
        + "</div><div style='height: 300px; background: ivory'>Foot</div>",
    ),
]

# --- dialogs that do not fit --------------------------------------------------------

_TALL = """<dialog id=d aria-label='Edit gift' style="%s"><h2>Edit gift</h2><div style="height: 1500px">Fields</div>
<button onclick="d.close()">Keep</button></dialog>"""
_FIXED = "position: fixed; top: 20px; bottom: auto; margin: 0; height: auto; max-height: none; overflow: hidden"


def _dialog(name: str, dialog: str, place: str, clean: str, other: str, observed: str) -> Bug:
    shows = button("Edit", "(window.d ?? p).showModal ? d.showModal() : p.hidden = false")
    return Bug(
        name,
        Seen(
            "dialog-out-of-reach",
            4,
            title="The dialog “Edit gift” reaches out of the window: “Keep” cannot be reached",
            expected="All of a dialog is in the window, or can be scrolled to.",
            observed=observed,
            screen="/gifts/7",
            location=f"/gifts/:id {place}",
        ),
        _on_record(shows + dialog, clicks("Edit")),
        clean=_on_record(shows + clean, clicks("Edit")),
        again=_on_record(shows + dialog, clicks("Edit"), number=42),
        other=_on_record(shows + other, clicks("Edit")),
    )


_PANEL = """<div id=p hidden role=dialog aria-modal=true aria-label='Edit gift' style="position: fixed;
background: ivory; border: 1px solid; left: 1000px; %s"><p>Name of the gift</p>
<button onclick="p.hidden = true" style="margin-left: 300px">Keep</button></div>"""
_DIALOGS: list[Case] = [
    _dialog(
        "a dialog is taller than the window, and does not scroll",
        _TALL % _FIXED,
        "#d",
        _TALL % _FIXED.replace("max-height: none; overflow: hidden", "max-height: 90vh; overflow: auto"),
        (_TALL % _FIXED)
        .replace("<button onclick", "<p>To be kept in a dry place</p><button hidden onclick")
        .replace("id=d", "id=d data-testid=info"),
        "click “Edit”:",
    ),
    _dialog(
        "a dialog hangs over the window's side",
        _PANEL % "top: 40px; width: 420px",
        "#p",
        (_PANEL % "top: 40px; width: 420px").replace("left: 1000px", "left: 500px"),
        (_PANEL % "top: 40px; width: 420px").replace("id=p", "id=p data-testid=edit"),
        "it is in the window of 1280×800 pixels; “Keep” cannot be reached.",
    ),
]


def _fits(name: str, body: str, *steps: Action) -> Clean:
    return Clean("dialog-out-of-reach", name, on_page(f"<h1>Gifts</h1>{body}", *steps))


_FITTING: list[Case] = [
    _fits(
        "a long dialog scrolls within its backdrop",
        button("Edit", "b.hidden = false")
        + "<div id=b hidden style='position: fixed; inset: 0; overflow: auto; background: #0005'>"
        "<div role=dialog aria-modal=true aria-label=Edit style='margin: 40px auto; width: 500px; background: ivory'>"
        "<div style='height: 2000px'>Fields</div><button>Keep</button></div></div>",
        clicks("Edit"),
    ),
    _fits(
        "a long dialog scrolls with its page",
        button("Edit", "b.hidden = false")
        + "<div id=b hidden role=dialog aria-modal=true aria-label=Edit style='position: absolute; top: 40px;"
        " left: 90px; background: ivory'><div style='height: 2000px'>Fields</div><button>Keep</button></div>",
        clicks("Edit"),
    ),
    _fits(
        "a drawer waits outside of the window",
        "<div role=dialog aria-modal=true aria-label=Filter style='position: fixed; top: 0; left: 100vw;"
        " width: 300px; height: 100vh'><button>Apply</button></div>",
    ),
    _fits(
        "a sheet peeks in, and is pulled up",
        "<div class=bottom-sheet role=dialog aria-modal=true aria-label=Map style='position: fixed; top: 80vh;"
        " left: 0; right: 0; height: 90vh; background: ivory'><button>Pull</button><p style='margin-top: 400px'>"
        "<button>Apply</button></p></div>",
    ),
    _fits(
        "a long list in a dialog scrolls, and its buttons stay",
        button("Edit", "d.showModal()")
        + "<dialog id=d aria-label=Choose><div style='height: 300px; overflow: auto'>"
        + "".join(f"<p><button>Kettle {number}</button></p>" for number in range(30))
        + "</div><button>Done</button></dialog>",
        clicks("Edit"),
    ),
]

# --- ids that several elements share ---------------------------------------------------

_FIELD = "<p><label for=%s>%s</label> <input id=%s></p>"


def _shared(name: str, title: str, observed: str, ident: str, body: str, clean: str, other: str) -> Bug:
    return Bug(
        name,
        Seen(
            "shared-id",
            2,
            title=title,
            expected="An id that something refers to belongs to one element.",
            observed=observed,
            screen="/gifts/7",
            location=f"/gifts/:id id {ident}",
            kind="warning",
        ),
        _on_record(body),
        clean=_on_record(clean),
        again=_on_record(body, number=42),
        other=_on_record(other),
    )


_TITLED = "<section aria-labelledby=%s><h2 id=%s>%s</h2>Words</section>"
_SHARED: list[Case] = [
    _shared(
        "two labels lead to one of two fields",
        "2 elements share the id “name”, and label refers to it",
        "A click on the label of the second one leads to the first.",
        "name",
        _FIELD % ("name", "Name", "name") + _FIELD % ("name", "Wish", "name"),
        _FIELD % ("name", "Name", "name") + _FIELD % ("wish", "Wish", "wish"),
        _FIELD % ("town", "Town", "town") + _FIELD % ("town", "Land", "town"),
    ),
    _shared(
        "two parts of a page are named by one heading",
        "2 elements share the id “part1”, and aria-labelledby refers to it",
        "The second one is named by the text of the first.",
        "part#",
        _TITLED % ("part1", "part1", "Size") + _TITLED % ("part1", "part1", "Colour"),
        _TITLED % ("part1", "part1", "Size") + _TITLED % ("part2", "part2", "Colour"),
        "<article><a href='#more'>More</a><p id=more>Large</p></article>"
        "<article><a href='#more'>More</a><p id=more>Red</p></article>",
    ),
]


def _own(name: str, body: str) -> Clean:
    return Clean("shared-id", name, on_page(f"<h1>Gifts</h1>{body}"))


_OWN: list[Case] = [
    _own("ids that nothing refers to", "<p id=a>One</p><p id=a>Two</p>"),
    _own(
        "a search field for phones, and one for desktops",
        _FIELD % ("q", "Search", "q") + "<div style='display: none'>" + _FIELD % ("q", "Search", "q") + "</div>",
    ),
    _own(
        "gradients of drawings, and pieces that are not used yet",
        "<svg width=9 height=9><defs><linearGradient id=g /></defs></svg>" * 2
        + "<label for=n>Name</label><input id=n><template><label for=n>Name</label><input id=n></template>",
    ),
    _own(
        "a part and the form in it share a name, and two menus lead to it",
        "<nav><a href='#contact'>Contact</a></nav><section id=contact><form id=contact><input aria-label=Mail></form>"
        "</section><footer><a href='#contact'>Contact</a></footer>",
    ),
    _own(
        "two parts share a heading of the same words",
        _TITLED % ("t", "t", "Gifts") + _TITLED % ("t", "t", "Gifts"),
    ),
]

# --- what does not fit --------------------------------------------------------------------


def _broken(
    name: str,
    title: str,
    expected: str,
    observed: str,
    location: str,
    body: str,
    clean: str,
    other: str,
    *steps: Action,
) -> Bug:
    return Bug(
        name,
        Seen(
            "broken-layout",
            2,
            title=title,
            expected=expected,
            observed=observed,
            screen="/gifts/7",
            location=location,
            kind="warning",
        ),
        _on_record(body, *steps),
        clean=_on_record(clean, *steps),
        again=_on_record(body, *steps, number=42),
        other=_on_record(other, *steps),
    )


_READ = "The words of a control or heading can be read to their end."
_ROOM = "Every text has room of its own."
_NARROW = "width: 90px; white-space: nowrap; overflow: hidden"
_BROKEN: list[Case] = [
    _broken(
        "a picture keeps a phone's page from fitting",
        "/gifts/7 scrolls sideways in a window 360 pixels wide",
        "A page fits into a window 360 pixels wide.",
        "The page is 248 pixels wider than the window of 360: #shot sticks out.",
        "/gifts/:id",
        "<h1>Gifts</h1><div id=shot style='width: 600px; background: ivory'>A kettle</div>",
        "<h1>Gifts</h1><div id=shot style='max-width: 600px; background: ivory'>A kettle</div>",
        "<header><div id=logo style='width: 600px'>Kettle shop</div></header><h1>Gifts</h1>",
        resizes(768, 1024),
        resizes(360),
    ),
    _broken(
        "a row of buttons is wider than a desktop's window",
        "/gifts/7 scrolls sideways in a window 1280 pixels wide",
        "A page fits into a window 1280 pixels wide.",
        "pixels wider than the window of 1280: #bar sticks out.",
        "/gifts/:id",
        "<div id=bar style='width: 1500px'><button>Keep</button></div>",
        "<div id=bar style='width: 1500px; max-width: 100%'><button>Keep</button></div>",
        "<footer><div id=bar style='width: 1500px'><button>Keep</button></div></footer>",
    ),
    _broken(
        "a button is too narrow for its name",
        "A text is cut off: “Continue to the payment”",
        _READ,
        "“Continue to the payment” does not fit where it stands (#pay)",
        "/gifts/:id #pay",
        f"<button id=pay style='{_NARROW}'>Continue to the payment</button>",
        f"<button id=pay style='{_NARROW.replace('90px', '190px')}'>Continue to the payment</button>",
        "<div class=card style='width: 120px; overflow: hidden'><h2 style='white-space: nowrap'>Kettles of the year"
        "</h2></div>",
    ),
    _broken(
        "two texts stand in one place",
        "Two texts lie over one another: “Total of all gifts” and “Sent on Friday”",
        _ROOM,
        "“Total of all gifts” and “Sent on Friday” are painted in the same place (#sum p>b, #sum p>i).",
        "/gifts/:id #sum p>b #sum p>i",
        "<p id=sum style='position: relative'><b style='position: absolute; left: 0'>Total of all gifts</b>"
        "<i>Sent on Friday</i></p>",
        "<p id=sum style='position: relative'><b>Total of all gifts</b> <i>Sent on Friday</i></p>",
        "<div style='height: 12px'><p style='margin: 0'>Kettles<br>are warm</p></div>"
        "<p style='margin: 0'>Gifts are given</p>",
    ),
]


def _sound(name: str, body: str, *steps: Action, head: str = FOR_PHONES) -> Clean:
    return Clean("broken-layout", name, on_page(f"<h1>Gifts</h1>{body}", *steps, head=head))


_PHONE = resizes(360)
_CELLS = "".join(f"<td>A long cell {number}" for number in range(12))
_SOUND: list[Case] = [
    _sound("a wide table sticks out on a phone", f"<table style='white-space: nowrap'><tr>{_CELLS}</table>", _PHONE),
    _sound(
        "a wide table scrolls in a frame of its own",
        f"<div style='overflow-x: auto'><table style='white-space: nowrap'><tr>{_CELLS}</table></div>",
        _PHONE,
    ),
    _sound("a page does not say that it is for phones", "<div style='width: 960px'>Desk</div>", _PHONE, head=""),
    _sound("a listing sticks out on a phone", f"<pre>{'kettle --warm ' * 20}</pre>", _PHONE),
    _sound(
        "slides stand beside one another, and one looks in",
        "<div style='overflow: hidden; width: 500px'><div style='display: flex; width: 2000px'>"
        + "<h2 style='width: 380px; margin: 0'>Kettles of the year that passed</h2>" * 4
        + "</div></div>",
    ),
    _sound(
        "what would stick out is cut off by the page",
        "<div style='width: 1500px; background: ivory'>Wave</div>",
        head="<style>html, body { overflow-x: hidden }</style>",
    ),
    _sound(
        "a drawer stands outside of the window, in place",
        "<div style='position: fixed; left: 100vw; width: 300px'><button>Apply</button></div>",
    ),
    _sound(
        "long names end in three dots, or say themselves in full when pointed at",
        f"<h2 style='{_NARROW}; text-overflow: ellipsis'>Kettles of the year</h2>"
        f"<h2 style='{_NARROW}' title='Kettles of the year'>Kettles of the year</h2>",
    ),
    _sound(
        "a name is replaced by a picture, and one is for screen readers only",
        "<h2 style='width: 120px; height: 40px; overflow: hidden; white-space: nowrap; text-indent: 100%'>Kettle shop"
        "</h2>"
        "<button style='width: 40px'><span style='position: absolute; width: 1px; height: 1px; overflow: hidden;"
        " clip: rect(0 0 0 0); white-space: nowrap'>Put into the cart</span>+</button>",
    ),
    _sound(
        "icons are words of a font that is away",
        f"<button style='{_NARROW.replace('90px', '24px')}; padding: 0'><i class=material-icons>"
        "shopping_cart_checkout</i></button>",
    ),
    _sound(
        "a name that a tester typed is long",
        f"<label>Name <input oninput='t.textContent = value'></label><h2 id=t style='{_NARROW}'></h2>",
        parse_action(
            {"fill": {"label": "Name"}, "with": "A kettle for the mornings of a long winter in the mountains"}
        ),
        opens("/"),
    ),
    _sound(
        "a badge sits on a word, and a large number behind a heading",
        "<p style='position: relative; width: 60px'>Inbox<b style='position: absolute; right: 0'>12</b></p>"
        "<div style='position: relative'><span style='position: absolute; font-size: 90px; color: #eee'>Nr one</span>"
        "<h2 style='position: relative'>First of all</h2></div>",
    ),
    _sound(
        "a label floats in its field, and a note on a ground of its own lies over a text",
        "<div style='position: relative'><input aria-label=Town style='padding: 9px'><span style='"
        "position: absolute; left: 9px; top: 9px; pointer-events: none'>Town</span></div>"
        "<p style='position: relative'><span style='position: absolute; background: ivory'>Read this first of all"
        "</span>Kettles are warm things</p>",
    ),
    _sound(
        "a text is drawn twice for its looks",
        "<div style='position: relative'><b style='position: absolute; left: 2px; color: teal'>Kettles</b>"
        "<b>Kettles</b></div>",
    ),
    _sound(
        "lines stand close, and a headline closer",
        "<h2 style='line-height: .8; width: 200px'>Kettles of the year that has passed</h2>"
        "<p style='line-height: .9; margin: 0'>One line</p><p style='line-height: .9; margin: 0'>and the next</p>",
    ),
]
_STYLELESS = Clean(
    "broken-layout",
    "a page lacks a style sheet that the scope keeps out",
    scene(
        {
            "/": lambda heard: page(
                "<h1>Gifts</h1><div style='width: 1500px'>Wide</div>",
                head=f"<link rel=stylesheet href=http://localhost:{heard.port}/site.css>",
            ),
            "/shape": SHAPE,
        },
        opens("/"),
    ),
)

CASES: list[Case] = [*_COVERED, *_FREE, *_DIALOGS, *_FITTING, *_SHARED, *_OWN, *_BROKEN, *_SOUND, _STYLELESS]
