"""What the layout keeps a person from using or reading: covered controls, dialogs that do not fit, ids that lead to
another element, texts over texts."""

import re
from collections.abc import Iterable

from bugbash.oracles.base import Suspicion, route_of, screen_of
from bugbash.oracles.claiming import belongs_to_one
from bugbash.oracles.examining import OfTheExamination, at_width, is_fresh
from bugbash.session.examination import Layout
from bugbash.session.moment import Moment


class CoveredControl(OfTheExamination):
    name = "covered-control"
    looks_for = "controls that no click reaches, because something else lies over them"

    def notice(self, moment: Moment) -> Iterable[Suspicion]:
        layout = self.layout(moment)
        if layout is None or not is_fresh(moment):
            return
        for control in layout.covered:
            which = f"{control.role or 'control'} “{control.name[:60]}”" if control.name else control.place
            yield Suspicion(
                oracle=self.name,
                kind="warning",
                severity=3,
                title=f"The {which} cannot be clicked: something lies over it",
                expected="A control that is shown and enabled can be clicked.",
                observed=f"A click on the {which} hits {control.cover}, wherever it is made{at_width(layout.width)}.",
                screen=screen_of(moment.after.url),
                location=f"{route_of(moment.after.url)} {control.place}",
                message="covered",
                mark=control.locator,
            )


class DialogOutOfReach(OfTheExamination):
    name = "dialog-out-of-reach"
    looks_for = "dialogs of which a part, or a button, lies outside of the window and cannot be scrolled to"

    def notice(self, moment: Moment) -> Iterable[Suspicion]:
        layout = self.layout(moment)
        dialog = layout.dialog if layout is not None else None
        if layout is None or dialog is None:
            return
        which = f"The dialog “{dialog.name[:60]}”" if dialog.name else f"The dialog {dialog.place}"
        lost = f"“{dialog.button[:60]}” cannot be reached" if dialog.button else "the rest of it cannot be seen"
        window = f"{layout.width}×{layout.height}"
        yield Suspicion(
            oracle=self.name,
            kind="issue",
            severity=4,
            title=f"{which} reaches out of the window: {lost}",
            expected="All of a dialog is in the window, or can be scrolled to.",
            observed=f"{moment.action.words()}: {dialog.share} % of it is in the window of {window} pixels; {lost}.",
            screen=screen_of(moment.after.url),
            location=f"{route_of(moment.after.url)} {dialog.place}",
            message="out of reach",
        )


_BY = {
    "label": "A click on the label of the second one leads to the first.",
    "aria-labelledby": "The second one is named by the text of the first.",
    "aria-describedby": "The second one is described by the text of the first.",
    "aria-controls": "The control of the second one says that it controls the first.",
    "a link": "The link to the second one leads to the first.",
}


class SharedId(OfTheExamination):
    name = "shared-id"
    looks_for = "ids that several elements share, so that a label, a name or a link leads to the wrong one"

    def notice(self, moment: Moment) -> Iterable[Suspicion]:
        layout = self.layout(moment)
        for shared in layout.ids if layout is not None else ():
            yield Suspicion(
                oracle=self.name,
                kind="warning",
                severity=2,
                title=f"{shared.count} elements share the id “{shared.id}”, and {shared.by} refers to it",
                expected="An id that something refers to belongs to one element.",
                observed=f"{shared.count} visible elements have the id “{shared.id}”. {_BY[shared.by]}",
                screen=screen_of(moment.after.url),
                location=f"{route_of(moment.after.url)} id {re.sub(r'[0-9a-f]*[0-9][0-9a-f]*', '#', shared.id)}",
                message=f"shared by {shared.by}",
                claim=belongs_to_one(shared.id),
            )


class BrokenLayout(OfTheExamination):
    name = "broken-layout"
    looks_for = "pages that scroll sideways, texts that are cut off, and texts painted over one another"

    def notice(self, moment: Moment) -> Iterable[Suspicion]:
        layout = self.layout(moment)
        if layout is None:
            return
        yield from self._sideways(moment, layout)
        if not is_fresh(moment):
            return
        for cut in layout.cut:
            yield self._told(
                moment,
                f"A text is cut off: “{cut.text[:60]}”",
                "The words of a control or heading can be read to their end.",
                f"“{cut.text}” does not fit where it stands ({cut.place}){at_width(layout.width)},"
                " and nothing says how it goes on.",
                f"{route_of(moment.after.url)} {cut.place}",
                "cut off",
            )
        for mixed in layout.mixed:
            yield self._told(
                moment,
                f"Two texts lie over one another: “{mixed.one[:40]}” and “{mixed.other[:40]}”",
                "Every text has room of its own.",
                f"“{mixed.one}” and “{mixed.other}” are painted in the same place{at_width(layout.width)}"
                f" ({', '.join(mixed.places)}).",
                f"{route_of(moment.after.url)} {' '.join(mixed.places)}",
                "texts over texts",
            )

    def _sideways(self, moment: Moment, layout: Layout) -> Iterable[Suspicion]:
        sideways = layout.sideways
        if sideways is None:
            return
        where = f"every page, {sideways.place}" if sideways.everywhere else route_of(moment.after.url)
        yield self._told(
            moment,
            f"{screen_of(moment.after.url)[:60]} scrolls sideways in a window {layout.width} pixels wide",
            f"A page fits into a window {layout.width} pixels wide.",
            f"The page is {sideways.over} pixels wider than the window of {layout.width}:"
            f" {sideways.place} sticks out.",
            where,
            "scrolls sideways",
        )

    def _told(
        self, moment: Moment, title: str, expected: str, observed: str, location: str, message: str
    ) -> Suspicion:
        return Suspicion(
            oracle=self.name,
            kind="warning",
            severity=2,
            title=title,
            expected=expected,
            observed=observed,
            screen=screen_of(moment.after.url),
            location=location,
            message=message,
        )
