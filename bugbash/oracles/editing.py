"""Editing in place, and text that is typed and lost: on records and fields of the session's own."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from bugbash.charter.actions import Click, Fill, Press, Type
from bugbash.oracles.base import Oracle, Suspicion, route_of, screen_of
from bugbash.oracles.controls import touched_in, used_in
from bugbash.session.moment import Moment
from bugbash.session.observation import Control, Look
from bugbash.session.scope import Scope
from bugbash.session.tags import PATTERN

_TEXTS = frozenset({"text", "textarea", "search", ""})
_OPENS = re.compile(
    r"^(?:edit|rename|change|✎|✏|bearbeiten|umbenennen|modifier|renommer|editar|renombrar)\b", re.IGNORECASE
)
_ASKS = re.compile(r"search|filter|find|query|such|recherch|busc|code|captcha|otp", re.IGNORECASE)
"""Fields that may well empty themselves: they ask for something, or are good for one use."""
_SWITCHES = frozenset({"checkbox", "switch"})


def is_text(control: Control) -> bool:
    """It takes free text."""
    field = control.field
    return field is not None and not field.readonly and control.enabled and control.role == "textbox" and (
        control.tag not in ("input", "textarea") or field.type in _TEXTS
    )  # fmt: skip


def value_of(control: Control) -> str:
    return control.field.value if control.field else ""


def again(control: Control, look: Look) -> Control | None:
    """The same control on a later look: the same element, else the only one that looks the same."""
    found = [c for c in look.controls if c.element == control.element]
    same = found or [
        c for c in look.controls if (c.role, c.name, c.place) == (control.role, control.name, control.place)
    ]
    return same[0] if len(same) == 1 else None


def opened_editor(moment: Moment) -> Control | None:
    """The field in which a record of the session's own is edited in place, where the step opened it.

    It is the only text field that came, it stands in no dialog, and it holds a text that was shown before.
    """
    action = moment.action
    if not isinstance(action, Click) or moment.events.documents or moment.after.dialogs:
        return None
    if action.count != 2:
        used = used_in(moment)
        if used is None or not _OPENS.match(used.name) or not used.row:
            return None
    known = {control.element for control in moment.before.controls if is_text(control)}
    new = [control for control in moment.after.controls if is_text(control) and control.element not in known]
    if len(new) != 1 or not PATTERN.search(value_of(new[0])):
        return None
    return new[0]


def _location(address: str, field: Control) -> str:
    """A field of a list is the same under each of the list's filters, which are parts of its address."""
    return f"{route_of(address).partition('#')[0]} {field.place}"


def _was_shown(text: str, look: Look) -> bool:
    return any(owned.text == text for owned in look.owned)


def _is_stored(moment: Moment) -> bool:
    """Whether the step made the app keep something: on the server, or in the browser."""
    before = moment.before.touched.effects if moment.before.touched else ()
    after = moment.after.touched.effects if moment.after.touched else ()
    return bool(moment.events.writes) or ("storage" in after and "storage" not in before)


@dataclass(frozen=True)
class _Edit:
    """An edit in place that is under way, or was left with Escape."""

    url: str
    editor: Control
    old: str
    draft: str = ""
    left: bool = False


class EditNotUndone(Oracle):
    """Escape leaves an edit in place, and the change is kept, or stands in the editor again."""

    name = "edit-not-undone"
    looks_for = "edits in place that Escape leaves and does not undo"
    patience = 1.0

    def __init__(self, scope: Scope) -> None:
        super().__init__(scope)
        self._edit: _Edit | None = None

    def notice(self, moment: Moment) -> Iterable[Suspicion]:
        edit = self._edit
        if edit is None or not moment.outcome.passed or edit.url != moment.after.url or not edit.draft:
            return
        if edit.left:
            if _comes_back(edit, moment):
                said = "The abandoned text stands in the editor again, instead of the record's own."
                yield self._found(edit, "shown", said, "comes back")
            return
        if not _is_escape(moment) or not _is_left(edit, moment.after):
            return
        if edit.draft in moment.after.text and edit.old not in _without(moment.after.text, edit.draft):
            kind = "kept" if _is_stored(moment) else "shown"
            yield self._found(edit, kind, "The record shows the changed text, as if it had been saved.", "kept")

    def remember(self, moment: Moment) -> None:
        editor = opened_editor(moment)
        if editor is not None and _was_shown(value_of(editor), moment.before):
            self._edit = _Edit(moment.after.url, editor, value_of(editor))
        elif self._edit is not None:
            self._edit = _gone_on(self._edit, moment)

    def _found(self, edit: _Edit, how: str, said: str, message: str) -> Suspicion:
        return Suspicion(
            oracle=self.name,
            # What was kept will be there after a reload, too.
            kind="issue" if how == "kept" else "warning",
            severity=3,
            title="Escape does not undo an edit",
            expected="Escape leaves the edit, and the old text is back.",
            observed=f"“{edit.old[:60]}” was changed to “{edit.draft[:60]}”, and Escape pressed. {said}",
            screen=screen_of(edit.url),
            location=_location(edit.url, edit.editor),
            message=f"the change {message}",
        )


def _is_escape(moment: Moment) -> bool:
    return isinstance(moment.action, Press) and moment.action.press == "Escape"


def _without(text: str, part: str) -> str:
    return text.replace(part, " ")


def _is_left(edit: _Edit, look: Look) -> bool:
    """The editor is gone, or empty: the text stands in no field any more."""
    return not any(is_text(control) and value_of(control) in (edit.draft, edit.old) for control in look.controls)


def _comes_back(edit: _Edit, moment: Moment) -> bool:
    editor = opened_editor(moment)
    return editor is not None and value_of(editor) == edit.draft and _was_shown(edit.old, moment.before)


def _gone_on(edit: _Edit, moment: Moment) -> _Edit | None:
    """The edit after one more step; None where it is over, or saves with every key."""
    if moment.after.url != edit.url or moment.events.documents:
        return None
    if isinstance(moment.action, Fill | Type) and not edit.left:
        editor = again(edit.editor, moment.after)
        if editor is None or value_of(editor) == edit.old or _is_stored(moment):
            return None
        draft = value_of(editor)
        is_shown = editor.tag in ("input", "textarea") and draft in moment.after.text
        return None if is_shown else replace(edit, draft=draft)
    if _is_escape(moment) and edit.draft and _is_left(edit, moment.after):
        return replace(edit, left=True)
    return edit if isinstance(moment.action, Press) and not _is_left(edit, moment.after) else None


class EditorWithoutFocus(Oracle):
    """An editor that opens in place, and that typing does not go into."""

    name = "editor-without-focus"
    looks_for = "editors that are opened by a double click or an Edit button and do not take what is typed"

    def __init__(self, scope: Scope) -> None:
        super().__init__(scope)
        self._editor: Control | None = None
        self._clicked = False

    def notice(self, moment: Moment) -> Iterable[Suspicion]:
        if self._editor is None or not isinstance(moment.action, Type) or not moment.outcome.passed:
            return
        editor = again(self._editor, moment.after)
        if editor is None or value_of(editor) != value_of(self._editor) or _is_full(editor):
            return
        if not _went_nowhere(moment, editor if self._clicked else None):
            return
        way = (
            "even after a click into it, typing does not change it" if self._clicked else "typing does not go into it"
        )
        yield Suspicion(
            oracle=self.name,
            kind="issue" if self._clicked else "warning",
            severity=3 if self._clicked else 2,
            title="An editor opens and takes no typing" if self._clicked else "An editor opens without the focus",
            expected="What is typed goes into the editor that was just opened.",
            observed=f"The editor of “{value_of(editor)[:60]}” is open, and {way}.",
            screen=screen_of(moment.after.url),
            location=_location(moment.after.url, editor),
            message="takes no typing" if self._clicked else "opens without the focus",
            mark=editor.locator,
        )

    def remember(self, moment: Moment) -> None:
        editor = opened_editor(moment)
        if editor is not None and _was_shown(value_of(editor), moment.before):
            self._editor, self._clicked = editor, False
            return
        used = used_in(moment) if isinstance(moment.action, Click) else None
        if self._editor is not None and used is not None and used.element == self._editor.element:
            self._clicked = True
        elif not isinstance(moment.action, Type):
            self._editor = None


def _is_full(field: Control) -> bool:
    most = field.field.maxlength if field.field else 0
    return bool(most) and len(value_of(field)) >= most


def _went_nowhere(moment: Moment, field: Control | None = None) -> bool:
    """What was typed is in no field and nowhere on the screen; nothing but `field` that takes text had the focus."""
    look, typed = moment.after, getattr(moment.action, "type", "")
    focused = moment.before.focus
    takes = focused is not None and (focused.editable or focused.role == "iframe")
    if takes and (field is None or focused is None or focused.element != field.element):
        return False
    last = PATTERN.sub("", typed)[-12:] or typed[-6:]
    changed = {value_of(c) for c in look.controls} - {value_of(c) for c in moment.before.controls}
    return not changed and last not in _without(look.text, moment.before.text) and not moment.events.documents


class TypedTextLost(Oracle):
    """Text that was typed and not sent, and that a click on something unrelated took away."""

    name = "typed-text-lost"
    looks_for = "typed text that is gone after a click on something unrelated"
    patience = 1.0

    def __init__(self, scope: Scope) -> None:
        super().__init__(scope)
        self._typed: dict[int, Control] = {}

    def notice(self, moment: Moment) -> Iterable[Suspicion]:
        if not self._typed or not _is_unrelated_click(moment):
            return
        for field in self._typed.values():
            now = again(field, moment.after)
            if now is None or value_of(now) or not now.enabled or self._shares_form(field, moment):
                continue
            if _is_shown(value_of(field), moment.after):
                continue
            yield Suspicion(
                oracle=self.name,
                kind="warning",
                severity=3,
                title=f"Text typed into “{_called(field)}” is lost",
                expected="What was typed stays in its field until it is sent or cleared.",
                observed=f"“{value_of(field)[:60]}” was typed; after {moment.action.words()} the field is empty.",
                screen=screen_of(moment.after.url),
                location=_location(moment.before.url, field),
                message="typed text is lost",
                mark=now.locator,
            )

    def remember(self, moment: Moment) -> None:
        if moment.events.documents or not moment.outcome.passed:
            self._typed = {}
            return
        if isinstance(moment.action, Fill | Type):
            for control in moment.after.controls:
                if _keeps_text(control) and PATTERN.search(value_of(control)):
                    was = again(control, moment.before)
                    if was is not None and value_of(was) != value_of(control):
                        self._typed[control.element] = control
        kept = {element: again(control, moment.after) for element, control in self._typed.items()}
        self._typed = {
            element: control
            for element, control in self._typed.items()
            if (now := kept[element]) is not None and value_of(now) == value_of(control)
        }

    def _shares_form(self, field: Control, moment: Moment) -> bool:
        used, look = used_in(moment), moment.before
        if used is None:
            return False
        members = [{look.controls[at].element for at in (*form.fields, *form.submits)} for form in look.forms]
        return any(field.element in elements and used.element in elements for elements in members)


def _keeps_text(control: Control) -> bool:
    if not is_text(control) or control.popup or control.field is None:
        return False
    about = f"{control.name} {control.field.name} {control.field.placeholder} {control.field.type}"
    return not _ASKS.search(about) and control.field.autocomplete != "one-time-code" and not control.row


def _called(field: Control) -> str:
    return (field.name or (field.field.placeholder if field.field else "") or field.place)[:60]


def _is_shown(text: str, look: Look) -> bool:
    return text in look.text or any(text in value_of(control) for control in look.controls)


def _is_unrelated_click(moment: Moment) -> bool:
    """A click on plain text, a box of another record, or a link to another part of the same screen."""
    touched, before = moment.after.touched, moment.before
    fresh = touched is not None and (before.touched is None or touched.count != before.touched.count)
    if not isinstance(moment.action, Click) or moment.action.count != 1 or not moment.outcome.passed or not fresh:
        return False
    if moment.events.documents or moment.events.dialogs or before.dialogs or moment.after.dialogs:
        return False
    if touched is not None and not touched.element:
        return before.url == moment.after.url
    used = used_in(moment)
    if used is None or used.dialog or touched_in(moment) is None:
        return False
    if used.role in _SWITCHES:
        return before.url == moment.after.url
    path, _, part = used.href.partition("#")
    same_page = path == before.url.partition("#")[0] and part.startswith(("/", "!/"))
    return used.role == "link" and same_page and before.headings == moment.after.headings


class TypingLost(Oracle):
    """After Enter added an item to a list, what is typed on goes nowhere."""

    name = "typing-lost"
    looks_for = "lists whose field loses the focus when an item is added, so that typing on is lost"

    def __init__(self, scope: Scope) -> None:
        super().__init__(scope)
        self._field: Control | None = None

    def notice(self, moment: Moment) -> Iterable[Suspicion]:
        field, look = self._field, moment.after
        if field is None or not isinstance(moment.action, Type) or not moment.outcome.passed or look.dialogs:
            return
        now = again(field, look)
        if now is None or value_of(now) or not now.enabled or not _went_nowhere(moment):
            return
        yield Suspicion(
            oracle=self.name,
            kind="warning",
            severity=2,
            title=f"After an item is added, typing on in “{_called(field)}” is lost",
            expected="The field keeps the focus, so that the next item can be typed at once.",
            observed="Enter added the item and emptied the field; what was typed next went nowhere.",
            screen=screen_of(look.url),
            location=_location(look.url, field),
            message="typing on is lost",
            mark=now.locator,
        )

    def remember(self, moment: Moment) -> None:
        self._field = _added_by_enter(moment)


def _added_by_enter(moment: Moment) -> Control | None:
    """The field whose text Enter made an item of, where the page stayed and the field is empty again."""
    action = moment.action
    if not isinstance(action, Press) or action.press != "Enter" or moment.events.documents:
        return None
    used = used_in(moment)
    if used is None or not is_text(used) or used.tag != "input" or used.dialog or moment.before.dialogs:
        return None
    text = value_of(used).strip()
    now = again(used, moment.after)
    added = text and any(text in owned.text for owned in moment.after.owned) and not _was_shown(text, moment.before)
    return used if added and now is not None and not value_of(now) else None
