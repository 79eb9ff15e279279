"""The state map: the screens met so far, the controls known on them, and what was tried."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from bugbash.charter.actions import Action
from bugbash.explore.identity import control_identity, screen_key
from bugbash.session.events import Request
from bugbash.session.observation import Control, Look
from bugbash.triage.fingerprint import route_template

FEW_ROWS = 3
MOST_ROWS = 12
MOST_NAMED = 12
"""Untouched controls that a screen's coverage names."""


@dataclass
class KnownControl:
    """A control, with what was tried on it."""

    identity: str
    label: str
    route: str
    touched: int = 0
    alike: int = 1
    refused: str = ""
    """Why it is left alone; empty where it may be used."""
    targets: set[str] = field(default_factory=set)
    """Addresses that a link of a list was followed to."""
    led_to: set[str] = field(default_factory=set)
    """Keys of the screens that touching it led to."""

    @property
    def wanted(self) -> int:
        """How often it is worth touching.

        A control that every row of a list has is tried on a few rows; on more where each leads to another kind of
        screen, as the entries of a menu do.
        """
        if self.alike <= 2:
            return 1
        return min(self.alike, MOST_ROWS if len(self.led_to) > FEW_ROWS - 1 else FEW_ROWS)

    @property
    def is_open(self) -> bool:
        return not self.refused and self.touched < self.wanted


@dataclass
class Screen:
    """A screen, and a way to it."""

    key: str
    route: str
    url: str
    title: str
    visits: int = 0
    seen_at: int = 0
    """When it was seen last, on the map's own clock: the looks taken in so far."""
    controls: set[str] = field(default_factory=set)
    path: tuple[Action, ...] = ()
    """Steps that led to it, from an address."""


class StateMap:
    """Everything known of an app in one session of exploring."""

    def __init__(self) -> None:
        self.screens: dict[str, Screen] = {}
        self.looks = 0
        """Looks taken in so far."""
        self.wrote_at = 0
        """When the app wrote something last, on the same clock."""
        self.controls: dict[str, KnownControl] = {}
        self.routes: set[str] = set()
        self.dialogs: dict[str, tuple[Action, ...]] = {}
        """Dialogs met so far, by their names and routes, with the steps that opened them."""
        self.requests: set[str] = set()
        """Methods and routes that pages asked their own server for."""
        self.links: dict[str, str] = {}
        """Addresses that links lead to, and a screen's address that has the link."""
        self.links_left_alone: set[str] = set()
        """Addresses of links whose names say that they must not be used: asking for them would use them, too."""

    def see(self, look: Look, path: tuple[Action, ...] = ()) -> Screen:
        """Take in what a look shows; the screen that it belongs to."""
        key, route = screen_key(look), route_template(look.url)
        screen = self.screens.get(key)
        if screen is None:
            screen = self.screens[key] = Screen(key, route, look.url, look.title, path=path)
        if len(path) < len(screen.path) and look.url == screen.url:
            screen.path = path
        screen.visits += 1
        self.looks += 1
        screen.seen_at = self.looks
        self.routes.add(route)
        for control in look.controls:
            screen.controls.add(self.control(control, look).identity)
        for href in look.hrefs:
            self.links.setdefault(href, look.url)
        return screen

    def hear(self, requests: Iterable[Request]) -> None:
        """Take in what pages asked for."""
        self.requests.update(f"{request.method} {route_template(request.url)}" for request in requests)

    def size(self) -> tuple[int, ...]:
        """How much is known: counts of screens, controls, routes and requests, which only grow."""
        return len(self.screens), len(self.controls), len(self.routes), len(self.requests)

    def screen_of(self, look: Look) -> Screen | None:
        """The known screen that a look shows."""
        return self.screens.get(screen_key(look))

    def control(self, control: Control, look: Look) -> KnownControl:
        """What is known of a control that `look` shows."""
        identity = control_identity(control, look.url)
        known = self.controls.get(identity)
        if known is None:
            label = f"{control.role or control.tag} “{control.name[:40]}”" if control.name else control.place
            known = self.controls[identity] = KnownControl(identity, label, route_template(look.url))
        known.alike = max(known.alike, control.alike)
        return known

    def touch(self, control: Control, look: Look) -> KnownControl:
        """Note that a control was tried."""
        known = self.control(control, look)
        known.touched += 1
        if control.href:
            known.targets.add(control.href)
        return known

    def open_on(self, screen: Screen) -> int:
        """How many controls of a screen are still worth trying."""
        return sum(self.controls[identity].is_open for identity in screen.controls)

    def coverage(self) -> list[dict[str, Any]]:
        """Per route: controls touched and known, those left alone, and the untouched ones by name."""
        rows = []
        for route in sorted(self.routes):
            known = {i for s in self.screens.values() if s.route == route for i in s.controls}
            controls = [self.controls[identity] for identity in sorted(known)]
            untouched = [control.label for control in controls if not control.touched and not control.refused]
            rows.append(
                {
                    "screen": route,
                    "known": len(controls),
                    "touched": sum(control.touched > 0 for control in controls),
                    "left_alone": sum(bool(control.refused) for control in controls),
                    "not_looked_at": untouched[:MOST_NAMED],
                }
            )
        return rows
