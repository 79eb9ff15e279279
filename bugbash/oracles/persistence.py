"""Records that a reload loses."""

from collections.abc import Iterable

from bugbash.charter.actions import Open, Reload
from bugbash.oracles.base import PATIENCE_SECONDS, Oracle, Suspicion, route_of, screen_of
from bugbash.session.moment import Moment
from bugbash.session.scope import Scope


class LostOnReload(Oracle):
    """A record of ours that a successful write put on the screen as data, and that the same address then lacks."""

    name = "lost-on-reload"
    looks_for = "a record that was created and shown, and is gone after a reload"
    patience = PATIENCE_SECONDS

    def __init__(self, scope: Scope) -> None:
        super().__init__(scope)
        self._shown: dict[str, tuple[str, str]] = {}
        """Per typed value: the address that showed it as data, and the place on the screen."""

    def notice(self, moment: Moment) -> Iterable[Suspicion]:
        if not isinstance(moment.action, Reload | Open) or not moment.outcome.passed:
            return
        for value, (address, place) in self._shown.items():
            if moment.after.url != address or value in moment.after.text or not moment.after.text:
                continue
            yield Suspicion(
                oracle=self.name,
                kind="issue",
                severity=4,
                title=f"A record made on {screen_of(address)[:60]} is gone after a reload",
                expected="What was saved and shown is there again after a reload.",
                observed=f"“{value[:80]}” was saved and shown ({place}); after the reload it is not there.",
                screen=screen_of(address),
                location=f"{route_of(address)} {place}",
                message="lost on reload",
            )

    def remember(self, moment: Moment) -> None:
        before = {owned.text for owned in moment.before.owned}
        if any(200 <= (write.status or 0) < 400 for write in moment.events.writes):
            for owned in moment.after.owned:
                if owned.whole and owned.text not in before:
                    self._shown[owned.text] = (moment.after.url, owned.place)
        elif isinstance(moment.action, Reload | Open):
            return
        else:
            # It went away without a reload (deleted, filtered, replaced): it need not come back.
            gone = [
                v for v, (url, _) in self._shown.items() if url == moment.after.url and v not in moment.after.text
            ]
            for value in gone:
                del self._shown[value]
