"""Records that hold, when they are seen again, what nobody sent."""

from collections.abc import Callable
from html import escape
from urllib.parse import parse_qs, quote

from bugbash.charter.actions import Action
from tests.oracles.build import RELOAD, clicks, data, fills, opens, page
from tests.oracles.harness import Bug, Case, Clean, Pages, Seen, scene
from tests.oracles.shelf import FORM, Record, Shelf, makes
from tests.support.pages import Heard, Page

QUOTED = '{tag}1 O\'Brien "Sons" & Co'
FOREIGN = "{tag}2 Zoë 日本語 עברית 🎉"
EDIT = clicks("Edit", "link")
_AS_TYPED = "Text is shown again as it was typed."


def _mangled(observed: str, how: str, screen: str = "/shelves/7/items") -> Seen:
    return Seen(
        "text-mangled",
        3,
        title=f"Text typed on /shelves/:id/items/new comes back {how}",
        expected=_AS_TYPED,
        observed=observed,
        screen=screen,
        location="/shelves/:id/items/new",
    )


def twice(text: str) -> str:
    return escape(escape(text))


def _latin(record: Record) -> Record:
    return {name: value.encode().decode("latin-1") for name, value in record.items()}


def _ascii(record: Record) -> Record:
    return {name: value.encode("ascii", "ignore").decode() for name, value in record.items()}


def _in_code(text: str) -> str:
    return f"<pre>{twice(text)}</pre>"


_MANGLED: list[Case] = [
    Bug(
        "a list escapes what its template escapes, too",
        _mangled("is shown as “bb", "with its characters escaped"),
        scene(Shelf(show=twice), *makes({"title": QUOTED})),
        clean=scene(Shelf(), *makes({"title": QUOTED})),
        again=scene(Shelf(show=twice), *makes({"author": QUOTED, "title": "Cups {tag}1"}, 42)),
        other=scene(Shelf(keep=_latin), *makes({"title": FOREIGN})),
    ),
    Bug(
        "an edit form holds a text without its letters",
        _mangled("sent as Title, is shown as", "without some of its characters", "/shelves/7/items/1/edit"),
        scene(Shelf(keep=_ascii), *makes({"title": FOREIGN}), EDIT),
        clean=scene(Shelf(), *makes({"title": FOREIGN}), EDIT),
        again=scene(Shelf(keep=_ascii), *makes({"title": FOREIGN}, 42), clicks("Open", "link"), EDIT),
        other=scene(
            Shelf(keep=lambda r: {n: v.replace("'", "\\'") for n, v in r.items()}), *makes({"title": QUOTED})
        ),
    ),
    Clean(
        "text-mangled",
        "blanks, case and typographic quotes",
        scene(
            Shelf(keep=lambda r: {n: " ".join(v.upper().split()).replace("'", "’") for n, v in r.items()}),
            *makes({"title": f"  {QUOTED}  "}),
            EDIT,
        ),
    ),
    Clean("text-mangled", "code shows the text escaped", scene(Shelf(show=_in_code), *makes({"title": QUOTED}))),
    Clean(
        "text-mangled",
        "a slug beside the title",
        scene(
            Shelf(
                heads=("Title", "Slug"),
                columns=("title", "slug"),
                keep=lambda r: {**r, "slug": "{tag}1-o-brien-sons-co"},
            ),
            *makes({"title": QUOTED}),
            EDIT,
        ),
    ),
    Clean(
        "text-mangled",
        "data is shown as data",
        scene(
            Shelf(show=lambda text: escape('{"title": "' + text.replace('"', '\\"') + '"}')),
            *makes({"title": QUOTED}),
        ),
    ),
]

_LONG = "{tag}3 " + "long text " * 40


def _short(record: Record) -> Record:
    return {name: value[:255] for name, value in record.items()}


def _cut(label: str, key: str) -> Seen:
    return Seen(
        "cut-off",
        3,
        title=f"{label} is cut off when it is saved",
        expected="A text that the form takes is kept whole, or refused with a message.",
        observed="characters were sent and taken; the record holds 255.",
        screen="/shelves/7/items/1/edit",
        location=f"/shelves/:id/items/:id/edit {key}",
    )


_CUT: list[Case] = [
    Bug(
        "a column holds 255 characters, and the rest is dropped",
        _cut("Title", "title"),
        scene(Shelf(keep=_short), *makes({"title": _LONG}), EDIT),
        clean=scene(Shelf(), *makes({"title": _LONG}), EDIT),
        again=scene(Shelf(keep=_short), *makes({"title": _LONG * 2}, 42), EDIT),
        other=scene(Shelf(keep=_short), *makes({"about": _LONG}), EDIT),
    ),
    Clean(
        "cut-off",
        "the field says how much it takes",
        scene(Shelf(form=FORM.replace("name=title", "name=title maxlength=255")), *makes({"title": _LONG}), EDIT),
    ),
    Clean(
        "cut-off",
        "a list shows the beginning only",
        scene(Shelf(show=lambda t: escape(t[:30])), *makes({"title": _LONG})),
    ),
    Clean(
        "cut-off",
        "a text too long is refused",
        scene(
            Shelf(refuse=lambda r: "Title is too long." if len(r["title"]) > 255 else ""),
            *makes({"title": _LONG}),
            RELOAD,
        ),
    ),
]


def _swap(record: Record) -> Record:
    return {**record, "title": record["author"], "author": record["title"]}


_BOTH = {"title": "Cups {tag}4", "author": "Ann {tag}4"}
_SWAPPED: list[Case] = [
    Bug(
        "a record is stored with two of its fields swapped",
        Seen(
            "swapped-fields",
            4,
            title="Title shows what was sent as Author",
            expected="Each field shows again what was sent in it.",
            observed="was sent as Title; there stands “Ann ",
            screen="/shelves/7/items",
            location="/shelves/:id/items/new Author and Title",
        ),
        scene(Shelf(keep=_swap), *makes(_BOTH), RELOAD),
        clean=scene(Shelf(), *makes(_BOTH), RELOAD, EDIT),
        again=scene(Shelf(keep=_swap), *makes(_BOTH, 42), opens("/shelves/42/items")),
        other=scene(
            Shelf(columns=("title",), keep=lambda r: {**r, "about": r["author"], "author": r["about"]}),
            *makes({"author": "Ann {tag}4", "about": "On cups {tag}4"}),
            EDIT,
        ),
    ),
    Clean(
        "swapped-fields",
        "two fields were given the same text",
        scene(Shelf(), *makes({"title": "Cups {tag}4", "author": "Cups {tag}4"}), RELOAD, EDIT),
    ),
    Clean(
        "swapped-fields",
        "a name is put together of two fields",
        scene(Shelf(keep=lambda r: {**r, "title": f"{r['title']} {r['author']}"}), *makes(_BOTH), RELOAD, EDIT),
    ),
]


def _otherwise(title: str, observed: str, key: str) -> Seen:
    return Seen(
        "stored-otherwise",
        3,
        title=title,
        expected="A record holds what was saved in it.",
        observed=observed,
        screen="/shelves/7/items/1/edit",
        location=f"/shelves/:id/items/:id/edit {key}",
    )


_CHANGE: tuple[Action, ...] = (EDIT, fills("Title", "Pots {tag}5"), clicks("Save", "button"), EDIT)
_FIRST = {"title": "Cups {tag}5", "about": "On cups {tag}5"}
_NO_ABOUT = FORM.replace("{about}", "")
_OTHERWISE: list[Case] = [
    Bug(
        "a change is taken and not made",
        _otherwise("Title has its old value when its record is opened again", "the field holds “Cups", "title"),
        scene(Shelf(updates=False), *makes(_FIRST), *_CHANGE),
        clean=scene(Shelf(), *makes(_FIRST), *_CHANGE),
        again=scene(Shelf(updates=False), *makes(_FIRST, 42), *_CHANGE),
        other=scene(Shelf(edit_form=_NO_ABOUT), *makes(_FIRST), EDIT),
    ),
    Bug(
        "a number is stored as another",
        _otherwise(
            "Pieces has another number when its record is opened again",
            "“12” was sent and the field holds “1”",
            "pieces",
        ),
        scene(
            Shelf(keep=lambda r: {**r, "pieces": r["pieces"][:1]}),
            *makes({"title": "Cups {tag}5", "pieces": "12"}),
            EDIT,
        ),
        clean=scene(Shelf(), *makes({"title": "Cups {tag}5", "pieces": "12"}), EDIT),
        again=scene(
            Shelf(keep=lambda r: {**r, "pieces": "1"}), *makes({"title": "Cups {tag}5", "pieces": "25"}, 42), EDIT
        ),
    ),
    Clean(
        "stored-otherwise",
        "a comment is asked for anew",
        scene(
            Shelf(form=FORM.replace("About", "Comment"), edit_form=_NO_ABOUT.replace("About", "Comment")),
            *makes({"title": "Cups {tag}5", "comment": "First {tag}5"}),
            EDIT,
        ),
    ),
    Clean(
        "stored-otherwise",
        "what was refused still stands in the form",
        scene(
            Shelf(refuse=lambda r: "Title is taken already." if "Pots" in r["title"] else ""),
            *makes(_FIRST),
            *_CHANGE[:-1],
        ),
    ),
    Clean(
        "stored-otherwise",
        "a number is written otherwise",
        scene(Shelf(keep=lambda r: {**r, "pieces": "12.00"}), *makes({"title": "Cups {tag}5", "pieces": "12"}), EDIT),
    ),
]

_QUERY = """<h1>Query</h1><form method=get><label>Query text <textarea name=sql>%s</textarea></label>
<button>Run</button></form><form method=post action=/saved><label>Name <input name=name></label>%s
<button>Keep</button></form><ul>%s</ul><script>
const copy = document.querySelector('[name=copy]')
copy.form.onsubmit = () => { copy.value = document.querySelector('[name=sql]').value }
</script>"""


def _queries(keeps: bool, name: str = "sql") -> Callable[[], Pages]:
    """A console whose queries can be kept by a name."""

    def app() -> Pages:
        kept: list[tuple[str, str]] = []

        def console(heard: Heard) -> Page:
            if heard.method == "POST":
                sent = parse_qs(heard.text)
                kept.append((sent["name"][0], sent.get("copy", [""])[0] if keeps else ""))
                return Page(redirect="/query", status=303)
            shown = parse_qs(heard.query).get(name, [""])[0]
            links = "".join(f'<li><a href="/query?{name}={quote(sql)}">{escape(n)}</a></li>' for n, sql in kept)
            html = _QUERY.replace("name=sql", f"name={name}").replace("[name=sql]", f"[name={name}]")
            return Page(page(html % (escape(shown), "<input type=hidden name=copy>", links)))

        return {"/query": console, "/saved": console, "/data": data({})}

    return app


_SAVE: tuple[Action, ...] = (
    opens("/query"),
    fills("Query text", "select 1"),
    fills("Name", "Mine {tag}6"),
    clicks("Keep"),
    clicks("Mine {tag}6", "link"),
)
_EMPTY: list[Case] = [
    Bug(
        "a query is saved by its name alone",
        Seen(
            "saved-empty",
            3,
            title="What was saved on /query comes back empty",
            expected="What was saved is there again when the app opens it.",
            observed="“select 1” stood in sql when it was saved; opened again, the field is empty.",
            screen="/query?sql=",
            location="/query sql",
            kind="warning",
        ),
        scene(_queries(keeps=False), *_SAVE),
        clean=scene(_queries(keeps=True), *_SAVE),
        again=scene(_queries(keeps=False), opens("/query"), *_SAVE[1:]),
        other=scene(_queries(keeps=False, name="code"), *_SAVE),
    ),
    Clean("saved-empty", "nothing stood there to be saved", scene(_queries(keeps=False), _SAVE[0], *_SAVE[2:])),
    Clean(
        "saved-empty",
        "a record's own page has room for a new comment",
        scene(
            Shelf(extra={"/": page("<h1>Home</h1>")}, show=lambda t: f"<a href=/shelves/7/items/1>{escape(t)}</a>"),
            *makes({"title": "Cups {tag}6", "about": "On cups {tag}6"}),
            clicks("Cups {tag}6", "link"),
        ),
    ),
]

CASES: list[Case] = [*_MANGLED, *_CUT, *_SWAPPED, *_OTHERWISE, *_EMPTY]
