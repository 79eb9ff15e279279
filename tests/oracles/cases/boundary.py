"""Logins: what is still open after they ended, and those that end by themselves."""

from collections.abc import Sequence

from bugbash.charter.actions import TAG, Action
from tests.oracles.build import BACK, clicks, fills, opens, page
from tests.oracles.harness import Bug, Case, Clean, Pages, Seen, scene
from tests.oracles.visits import Scene
from tests.support.pages import Answer, Heard, Page

_LOGIN = page(
    "<h1>Sign in</h1><form method=post action=/enter><label>Name <input name=who></label>"
    "<label>Password <input type=password name=pass></label><button>Enter</button></form>"
)
_INSIDE = (
    "<nav><a href=/notes>Notes</a> <a href=/stock>Stock</a> <a href=/calls>Calls</a><a href=/leave>Sign out</a></nav>"
)


class Office:
    """An app with a login, kept by a cookie."""

    def __init__(
        self,
        *,
        ends: bool = True,
        fails_at: str = "",
        public: bool = False,
        stored: bool = True,
        inside: str = _INSIDE,
    ) -> None:
        self.ends = ends
        self.fails_at = fails_at
        """A path whose visit ends the login."""
        self.public = public
        self.stored = stored
        self.inside = inside
        self.notes: list[str] = []
        self.lost = False

    def pages(self) -> Pages:
        return {
            "/login": _LOGIN,
            "/enter": self._enter,
            "/leave": Page(redirect="/login", cookies=["login=; Max-Age=0"] if self.ends else []),
            "/add": self._add,
            "/notes": self._page("Notes"),
            "/stock": self._page("Stock"),
            "/calls": self._page("Calls"),
        }

    def _enter(self, _: Heard) -> Page:
        self.lost = False
        return Page(redirect="/notes", cookies=["login=1; HttpOnly"])

    def _add(self, heard: Heard) -> Page:
        self.notes.append(heard.text.partition("=")[2])
        return Page(redirect="/notes")

    def _page(self, name: str) -> Answer:
        def answer(heard: Heard) -> Page | str:
            signed_in = "login=1" in heard.headers.get("cookie", "") and not self.lost
            if signed_in and heard.path == self.fails_at:
                self.lost = True
            if not signed_in and not self.public:
                return Page(redirect="/login")
            notes = "".join(f"<li>{note}</li>" for note in self.notes) if name == "Notes" else ""
            adds = "<form method=post action=/add><label>Note <input name=note></label><button>Add</button></form>"
            body = page(
                f"{self.inside if signed_in else '<a href=/login>Sign in</a>'}<h1>{name}</h1><ul>{notes}</ul>{adds}"
            )
            return body if self.stored else Page(body, headers={"cache-control": "no-store"})

        return answer


ENTERS: tuple[Action, ...] = (opens("/login"), fills("Name", "amy"), fills("Password", "secret1"), clicks("Enter"))
_NOTE = (fills("Note", f"{TAG}7"), clicks("Add"))
_LEAVES = clicks("Sign out", "link")


def _works(office: Sequence[tuple[str, object]], *steps: Action) -> Scene:
    return scene(lambda: Office(**dict(office)).pages(), *ENTERS, *steps)  # type: ignore[arg-type]


_GOES_ON = Bug(
    "signing out shows the login and ends nothing",
    Seen(
        "login-boundary",
        4,
        title="Signing out does not end the login",
        expected="After signing out, pages that need a login ask for it.",
        observed="After signing out, /notes still shows somebody who is signed in.",
        screen="/notes",
        location="sign out",
    ),
    _works([("ends", False)], _LEAVES, opens("/notes")),
    clean=_works([], _LEAVES, opens("/notes")),
    again=_works([("ends", False)], opens("/stock"), _LEAVES, opens("/calls")),
)
_BACK_SHOWS = Bug(
    "Back shows a private note after signing out",
    Seen(
        "login-boundary",
        2,
        kind="warning",
        title="After signing out, Back shows /notes with its data",
        expected="Pages that need a login are not kept for whoever uses the browser next.",
        observed="at /notes, which asks for a login.",
        screen="/notes",
        location="back after signing out",
    ),
    _works([], *_NOTE, _LEAVES, BACK, opens("/notes")),
    clean=_works([("stored", False)], *_NOTE, _LEAVES, BACK, opens("/notes")),
    again=_works([], fills("Note", f"{TAG}8"), clicks("Add"), _LEAVES, BACK, opens("/notes")),
)
_ENDS_BY_ITSELF = Bug(
    "a page ends the login of whoever visits it",
    Seen(
        "login-boundary",
        4,
        title="The login ends in the middle of work",
        expected="A login lasts until its user ends it.",
        observed="Nobody signed out, and /stock now leads to the login at /login.",
        screen="/login",
        location="login",
    ),
    _works([("fails_at", "/calls")], opens("/stock"), clicks("Calls", "link"), opens("/notes"), opens("/stock")),
    clean=_works([], opens("/stock"), clicks("Calls", "link"), opens("/notes"), opens("/stock")),
    again=_works(
        [("fails_at", "/stock")], opens("/calls"), clicks("Stock", "link"), opens("/notes"), opens("/calls")
    ),
)


def _calm(name: str, *steps: Action, **office: object) -> Clean:
    return Clean("login-boundary", name, _works(list(office.items()), *steps))


_CALM: list[Case] = [
    _calm("notes are for everybody", *_NOTE, _LEAVES, BACK, opens("/notes"), opens("/stock"), public=True),
    _calm("somebody signs in again", _LEAVES, *ENTERS, opens("/stock"), opens("/notes")),
    _calm(
        "an address is opened that ends the login",
        opens("/stock"),
        opens("/notes"),
        opens("/leave"),
        opens("/notes"),
        opens("/stock"),
    ),
    Clean(
        "login-boundary",
        "a part of the settings asks for the password once more",
        scene(
            {
                "/": page("<h1>Home</h1><a href=/keys>Keys</a><button>Sign out</button>"),
                "/keys": page(
                    "<h1>Confirm</h1><label>Password <input type=password></label><button>Sign out</button>"
                ),
            },
            opens("/"),
            clicks("Keys"),
            opens("/"),
            opens("/keys"),
        ),
    ),
]

CASES: list[Case] = [_GOES_ON, _BACK_SHOWS, _ENDS_BY_ITSELF, *_CALM]
