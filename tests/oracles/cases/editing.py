"""Lists of things to do that lose what is typed, and lists that do as people expect."""

from bugbash.charter.actions import Action, parse_action
from tests.oracles.build import fills, opens, page
from tests.oracles.cases.dialogs import ESCAPE
from tests.oracles.harness import Bug, Case, Clean, Seen, scene
from tests.oracles.visits import Scene
from tests.support.things import todo

_ITEM, _NEW = "Bug bash {tag}1", "Bug bash {tag}2"
_FIELD = {"css": ".fresh"}
_EDITOR = {"css": ".editor"}
_PLACE = "li.changing>input.editor"


def _fill(field: object, text: str) -> Action:
    return parse_action({"fill": field, "with": text})


def _enter(field: object) -> Action:
    return parse_action({"press": "Enter", "at": field})


_ADD = (_fill(_FIELD, _ITEM), _enter(_FIELD))
_EDIT = parse_action({"click": _ITEM, "count": 2})
_TYPE = parse_action({"type": "more {tag}3"})
_CHANGE = (_EDIT, _fill(_EDITOR, _NEW), ESCAPE)


def _at(path: str, html: str, *steps: Action) -> Scene:
    return scene({path: html}, opens(path), *_ADD, *steps)


_KEPT = Bug(
    "Escape saves an edit",
    Seen(
        "edit-not-undone",
        3,
        title="Escape does not undo an edit",
        expected="Escape leaves the edit, and the old text is back.",
        observed="The record shows the changed text, as if it had been saved.",
        screen="/lists/7",
        location=f"/lists/:id {_PLACE}",
    ),
    _at("/lists/7", todo("escape keeps"), *_CHANGE),
    clean=_at("/lists/7", todo(), *_CHANGE, _EDIT, ESCAPE),
    again=_at("/lists/42", todo("escape keeps"), *_CHANGE),
)
_DRAFT = Bug(
    "an abandoned text is there again in the next edit",
    Seen(
        "edit-not-undone",
        3,
        title="Escape does not undo an edit",
        expected="Escape leaves the edit, and the old text is back.",
        observed="The abandoned text stands in the editor again",
        screen="/",
        location=f"/ {_PLACE}",
        kind="warning",
    ),
    _at("/", todo("escape draft"), *_CHANGE, _EDIT),
    clean=_at("/", todo(), *_CHANGE, _EDIT),
    again=_at("/", todo("escape draft"), *_CHANGE, _EDIT),
)
_NO_FOCUS = Bug(
    "an editor opens without the focus",
    Seen(
        "editor-without-focus",
        2,
        title="An editor opens without the focus",
        expected="What is typed goes into the editor that was just opened.",
        observed="is open, and typing does not go into it.",
        screen="/lists/7",
        location=f"/lists/:id {_PLACE}",
        kind="warning",
    ),
    _at("/lists/7", todo("editor without focus"), _EDIT, _TYPE),
    clean=_at("/lists/7", todo(), _EDIT, _TYPE),
    again=_at("/lists/42", todo("editor without focus"), _EDIT, _TYPE),
    other=_at("/lists/7", todo("editor is dead"), _EDIT, parse_action({"click": _EDITOR}), _TYPE),
)


def _tick(text: str = _ITEM) -> Action:
    return parse_action({"click": {"css": ".toggle", "within": {"role": "listitem", "name": text}}})


_LOST = Bug(
    "a tick takes typed text away",
    Seen(
        "typed-text-lost",
        3,
        title="Text typed into “New thing” is lost",
        expected="What was typed stays in its field until it is sent or cleared.",
        observed="the field is empty.",
        screen="/lists/7",
        location="/lists/:id header>input.fresh",
        kind="warning",
    ),
    _at("/lists/7", todo("click loses text"), _fill(_FIELD, _NEW), _tick()),
    clean=_at("/lists/7", todo(), _fill(_FIELD, _NEW), _tick()),
    again=_at("/lists/42", todo("click loses text"), _fill(_FIELD, _NEW), _tick()),
    other=_at(
        "/", todo("filter loses text"), _fill(_FIELD, _NEW), parse_action({"click": {"role": "link", "name": "Done"}})
    ),
)
_SWALLOWED = Bug(
    "typing on after an item was added is lost",
    Seen(
        "typing-lost",
        2,
        title="After an item is added, typing on in “New thing” is lost",
        expected="The field keeps the focus, so that the next item can be typed at once.",
        observed="Enter added the item and emptied the field; what was typed next went nowhere.",
        screen="/lists/7",
        location="/lists/:id header>input.fresh",
        kind="warning",
    ),
    _at("/lists/7", todo("adding loses focus"), _TYPE),
    clean=_at("/lists/7", todo(), _TYPE),
    again=_at("/lists/42", todo("adding loses focus"), _TYPE),
)

_FORMS = """<h1>Order</h1><form><label>Street <input id=street></label>
<label><input type=checkbox onchange="street.value = ''"> Collect it at the shop</label></form>
<label>Search <input id=q onblur="q.value = ''"></label>
<label>Town <input role=combobox aria-autocomplete=list id=town onblur="town.value = ''"></label>
<button type=button onclick="street.value = ''">Start over</button>"""
_LIVE = todo().replace(
    "editor.onkeydown =",
    "editor.oninput = () => { item.text = editor.value; localStorage.setItem('things', JSON.stringify(items)) }\n"
    "  editor.onkeydown =",
)
_TAGS = """<h1>Words</h1><ul id=list></ul><label>Words <input id=w></label><script>
const add = () => { if (!w.value) return
  const li = document.createElement('li'); li.textContent = w.value; list.append(li); w.value = '' }
w.onkeydown = (e) => { if (e.key === 'Enter') add() }
w.onblur = add
</script>"""
_DIALOG = (
    todo()
    .replace(
        "label.ondblclick = () => { changing = item; draw() }",
        "label.ondblclick = () => { ask.showModal(); ask.querySelector('button').focus() }",
    )
    .replace(
        "<script>",
        "<dialog id=ask aria-label=Edit><button>Close</button><input value='Bug bash'></dialog><script>",
        1,
    )
)
_TWO_FIELDS = todo("editor without focus").replace(
    "</span><input class=", "</span><input aria-label=Remark value='A remark' class=editor><input class="
)
_ONLY_ONE = todo().replace("items.push(", "fresh.hidden = true; items.push(")


def _clean(oracle: str, name: str, html: str, *steps: Action) -> Clean:
    return Clean(oracle, name, scene({"/": html}, opens("/"), *steps))


_CALM: list[Case] = [
    _clean("edit-not-undone", "an editor saves with every key", _LIVE, *_ADD, *_CHANGE),
    _clean(
        "edit-not-undone",
        "Enter saves an edit",
        todo(),
        *_ADD,
        _EDIT,
        _fill(_EDITOR, _NEW),
        _enter(_EDITOR),
        ESCAPE,
    ),
    _clean("editor-without-focus", "an item is edited in a dialog", _DIALOG, *_ADD, _EDIT, _TYPE),
    _clean(
        "typed-text-lost",
        "a box decides about a field of its form",
        page(_FORMS),
        fills("Street", _NEW),
        parse_action({"click": {"label": "Collect it at the shop"}}),
    ),
    _clean(
        "typed-text-lost",
        "a search empties itself",
        page(_FORMS),
        fills("Search", _NEW),
        parse_action({"click": "Order"}),
    ),
    _clean(
        "typed-text-lost",
        "a choice that was not made is dropped",
        page(_FORMS),
        fills("Town", _NEW),
        parse_action({"click": "Order"}),
    ),
    _clean(
        "typed-text-lost",
        "a button says that it empties the field",
        page(_FORMS),
        fills("Street", _NEW),
        parse_action({"click": "Start over"}),
    ),
    _clean(
        "typed-text-lost",
        "a word is taken when its field is left",
        page(_TAGS),
        fills("Words", _NEW),
        parse_action({"click": {"role": "heading", "name": "Words"}}),
    ),
    _clean("editor-without-focus", "a form of two fields opens", _TWO_FIELDS, *_ADD, _EDIT, _TYPE),
    _clean("typing-lost", "no more than one item may be added", _ONLY_ONE, *_ADD, _TYPE),
    _clean("typing-lost", "the page is loaded anew for the next item", todo(), *_ADD, opens("/"), _TYPE),
]

CASES: list[Case] = [_KEPT, _DRAFT, _NO_FOCUS, _LOST, _SWALLOWED, *_CALM]
