"""Controls that do nothing: dead buttons and links, and controls that do not keep what is set in them."""

import re
from collections.abc import Iterable

from bugbash.charter.actions import Check, Click, Select
from bugbash.oracles.base import Oracle, Suspicion, route_of, screen_of
from bugbash.oracles.own_harm import OwnHarm
from bugbash.session.moment import Moment
from bugbash.session.observation import Control, Form, Look, Touched
from bugbash.session.scope import Scope
from bugbash.triage.fingerprint import normalise

EFFECT_SECONDS = 3.0
"""How long a click may take to show an effect."""
_EVERYWHERE = frozenset({"nav", "header", "footer"})
_MAY_DO_NOTHING = re.compile(
    r"\b(?:print\w*|download\w*|export\w*|share|copy|copied|play|pause|mute|unmute|stop|full ?screen|refresh|reload"
    r"|sync|update|recalculate|check for|retry|prev\w*|next|first|last|back|forward|top|up|down|left|right|undo|redo"
    r"|clear|reset|close|cancel|dismiss|collapse|expand|select|deselect|all|none|sort\w*|search|find|go|filter\w*|apply"
    r"|zoom\w*|today|now|home|logo|skip|scroll|more|save|default|current|mark|bold|italic|vote|like|follow|rate|star"
    r"|drucken|herunterladen|teilen|kopieren|weiter|zurück|speichern|suchen|alle|aktualisieren|imprimer|télécharger"
    r"|partager|copier|suivant|précédent|enregistrer|rechercher|imprimir|descargar|compartir|copiar|siguiente|anterior"
    r"|guardar|buscar|todos)\b",
    re.IGNORECASE,
)
"""Names of controls that may rightly do nothing that a document shows: there is nothing left to do, or it is done
outside of the page. Pure symbols (arrows, digits of a keypad) are left out by `_WORD`."""
_WORD = re.compile(r"[^\W\d_]{3,}")
_RADIOS = frozenset({"radio", "menuitemradio"})
_BOXES = _RADIOS | {"checkbox", "switch", "menuitemcheckbox"}
_OUT_OF_SIGHT = frozenset({"storage", "network"})
_OF_ALL = re.compile(r"\b(?:all|alle|tous|todos|everything)\b", re.IGNORECASE)
_PASSIVE = frozenset({"ping", "beacon", "csp_report"})


def touched_in(moment: Moment) -> Touched | None:
    """What came of the control that the step of `moment` used; None where its document is gone, or was not hit."""
    now, before = moment.after.touched, moment.before.touched
    # A box that does not take its tick fails its step, and was used all the same.
    if now is None or not now.element or not (moment.outcome.passed or isinstance(moment.action, Check)):
        return None
    return now if before is None or now.count != before.count else None


def used_in(moment: Moment) -> Control | None:
    """The control that the step of `moment` used, as it was before."""
    touched = touched_in(moment)
    if touched is None:
        return None
    return next((control for control in moment.before.controls if control.element == touched.element), None)


def nothing_came_of(moment: Moment) -> bool:
    """Whether a click had no effect at all: none in the document, no request, no dialog, page or download."""
    touched = touched_in(moment)
    if not isinstance(moment.action, Click) or moment.action.count != 1 or touched is None:
        return False
    events = moment.events
    heard = events.dialogs or events.popups or events.downloads or events.uncaught
    asked = [request for request in events.requests if request.type not in _PASSIVE]
    return not (touched.effects or touched.exempt or touched.step or heard or asked) and moment.settled


def place_of(control: Control, look: Look) -> str:
    """What makes it the same control on another visit; a link of many alike stands for all of them."""
    where = "" if control.section in _EVERYWHERE else f"{route_of(look.url)} "
    if control.alike > 2 and control.row:
        where = f"{route_of(look.url).partition('#')[0]} "  # filters of one list are parts of its address
    if control.alike > 2 or (control.tag == "a" and not control.row):
        return f"{where}{control.role} {control.path}"
    return f"{where}{control.role} “{normalise(control.name)}”"


class DeadControl(Oracle):
    """A button or link that was clicked twice, and nothing at all came of it."""

    name = "dead-control"
    looks_for = "buttons and links that do nothing when they are clicked"
    patience = EFFECT_SECONDS

    def __init__(self, scope: Scope) -> None:
        super().__init__(scope)
        self._dead: set[int] = set()
        self._own_harm = OwnHarm()

    def notice(self, moment: Moment) -> Iterable[Suspicion]:
        control = self._dead_in(moment)
        if control is None or control.element not in self._dead:
            return
        submits = _is_filled_submit(control, moment.before)
        what = f"{control.role} “{control.name[:60]}”"
        yield Suspicion(
            oracle=self.name,
            kind="issue" if submits else "warning",
            severity=4 if submits else 2,
            title=f"The {what} does nothing",
            expected="A click on it has an effect that can be seen or heard.",
            observed=f"It was clicked twice; in {EFFECT_SECONDS:g} s nothing changed, and nothing was asked for.",
            screen=screen_of(moment.before.url),
            location=place_of(control, moment.before),
            message="nothing came of a click",
            mark=control.locator,
        )

    def remember(self, moment: Moment) -> None:
        control = self._dead_in(moment)
        if control is not None:
            self._dead.add(control.element)
        self._own_harm.remember(moment)

    def _dead_in(self, moment: Moment) -> Control | None:
        """The control that ought to have done something and did not."""
        if not nothing_came_of(moment) or self._own_harm.lacks_something(moment):
            return None
        control = used_in(moment)
        if control is None or not _ought_to_act(control, moment.before):
            return None
        return control


def _ought_to_act(control: Control, look: Look) -> bool:
    if control.role not in ("button", "link") or not control.enabled or control.selected or control.expanded:
        return False
    if not _WORD.search(control.name) or control.popup:
        return False
    if control.tag == "a" and not _leads_nowhere(control, look):
        return False
    if any(control in _members(form, look) for form in look.forms):
        return _is_filled_submit(control, look)
    return not _MAY_DO_NOTHING.search(control.name) and not control.resets


def _leads_nowhere(control: Control, look: Look) -> bool:
    """A link to the bare `#`, or to a script, is a button; one to where the page is already may do nothing."""
    page, mark, part = control.href.partition("#")
    return control.href.startswith("javascript:") or (bool(mark) and not part and page == look.url.partition("#")[0])


def _members(form: Form, look: Look) -> list[Control]:
    return [look.controls[at] for at in (*form.fields, *form.submits)]


def _is_filled_submit(control: Control, look: Look) -> bool:
    """It sends a form in which every field that a person fills in is filled in."""
    for form in look.forms:
        if control in [look.controls[at] for at in form.submits] and (control.submits or len(form.submits) == 1):
            fields = [look.controls[at] for at in form.fields]
            texts = [c for c in fields if c.field and c.field.type not in ("checkbox", "radio", "hidden")]
            boxes = [c for c in fields if c.field and c.field.type == "checkbox"]
            radios = [c for c in fields if c.field and c.field.type == "radio"]
            filled = all(c.field and (c.field.value or c.field.type == "password") and not c.invalid for c in texts)
            chosen = all(c.checked for c in boxes) and (not radios or any(c.checked for c in radios))
            return bool(texts) and filled and chosen and not look.invalid
    return False


class UnchangedControl(Oracle):
    """A box, switch, choice or stepper that does not keep what is set in it."""

    name = "unchanged-control"
    looks_for = "check boxes, switches, choices and steppers that stay as they were when they are used"
    patience = 1.5

    def notice(self, moment: Moment) -> Iterable[Suspicion]:
        touched = touched_in(moment)
        if touched is None or not touched.there or touched.exempt == "chosen or not ready" or _is_explained(moment):
            return
        control = used_in(moment)
        if control is None or not control.enabled or control.invalid:
            return
        observed = _unchanged(moment, control, touched)
        if not observed:
            return
        what = control.name[:60] or control.place
        yield Suspicion(
            oracle=self.name,
            # Upwards there may be a limit that only the app knows.
            kind="warning" if touched.step > 0 else "issue",
            severity=3,
            title=f"The {control.role or control.tag} “{what}” stays as it was",
            expected="It takes on the value that it was set to.",
            observed=observed,
            screen=screen_of(moment.before.url),
            location=place_of(control, moment.before),
            message="stays as it was",
            mark=control.locator,
        )


def _is_explained(moment: Moment) -> bool:
    """Something was asked, refused or said, so that the old value may be meant."""
    events, before, after = moment.events, moment.before, moment.after
    failed = any(request.failure or (request.status or 0) >= 400 for request in events.requests)
    said = set(after.alerts) - set(before.alerts) or after.dialogs or before.url != after.url
    return bool(events.dialogs or events.uncaught or failed or said or not moment.settled)


def _unchanged(moment: Moment, control: Control, touched: Touched) -> str:
    """What stayed as it was; empty where that is as it should be."""
    action = moment.action
    if isinstance(action, Click | Check) and getattr(action, "count", 1) == 1 and control.role in _BOXES:
        return _unchanged_box(control, moment.before, touched)
    if isinstance(action, Select):
        reset = touched.was != touched.now and not touched.effects and not moment.events.requests
        return f"“{action.option}” was chosen, and the choice was taken back." if reset else ""
    if isinstance(action, Click) and touched.step and not touched.bounded and touched.was == touched.now:
        return "" if touched.effects else f"It was clicked, and the value next to it is still {touched.now}."
    return ""


def _unchanged_box(control: Control, look: Look, touched: Touched) -> str:
    if touched.was != touched.now or touched.now not in ("true", "false") or set(touched.effects) - _OUT_OF_SIGHT:
        return ""
    if control.role in _RADIOS:
        return "It was chosen, and is not." if touched.now == "false" else ""
    others = [c for c in look.controls if c.role == control.role and c.checked and c.element != control.element]
    if len(others) > 1 or _OF_ALL.search(control.name):
        return ""  # as many as may be are chosen, or there is nothing to choose
    return f"It was clicked, and is still {'on' if touched.now == 'true' else 'off'}."
