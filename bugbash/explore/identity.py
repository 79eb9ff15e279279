"""What makes a control the same control on another visit, and a screen the same screen."""

import hashlib

from bugbash.session.observation import Control, Look
from bugbash.triage.fingerprint import normalise, route_template

MANY = 3
"""From so many alike, controls belong to a list and one identity stands for the row's control."""
_EVERYWHERE = frozenset({"nav", "header", "footer"})


def control_identity(control: Control, address: str) -> str:
    """A text that names `control`, met on the screen at `address`, from run to run.

    A link to another page is its destination, wherever it stands; a control in every row of a list is one control,
    known by its name where most rows have it (Edit, Delete);
    what stands in the page's head, foot or navigation is the same on every screen.
    """
    route = route_template(address) if address else ""
    leaves = bool(control.href) and control.href.partition("#")[0] != address.partition("#")[0]
    if leaves and control.alike < MANY:
        return f"link {route_template(control.href)}"
    where = "" if control.section in _EVERYWHERE else f"{route} "
    if control.alike >= MANY and (control.row or leaves):
        label = f" “{normalise(control.name)}”" if control.repeated else ""
        return f"{where}{control.role or control.tag} list {control.path}{label}"
    return f"{where}{control.role or control.tag} “{normalise(control.name)}” {control.place}"


def skeleton_of(look: Look) -> str:
    """A text that names the kind of screen, whatever its address: its controls, the rows of lists left out."""
    members = sorted({control_identity(control, "") for control in look.controls})
    return hashlib.sha256("\n".join(members).encode("utf-8", "replace")).hexdigest()[:10]


def screen_key(look: Look) -> str:
    """A text that names the screen: its route, its kind, and the dialog in front."""
    dialog = look.dialogs[-1].name if look.dialogs else ""
    return f"{route_template(look.url)} {skeleton_of(look)} {normalise(dialog)}".strip()
