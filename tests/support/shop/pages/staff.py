"""The staff area: its front page and the notes."""

from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import Route

from ..data import db, notes, sessions
from ..forms import Checked, Field, check
from ..web import Visit, endpoint, redirect

NOTE = (
    Field("title", "Title", limit=120, hint="Up to 120 characters."),
    Field("topic", "Topic", "choice", choices=notes.TOPICS),
    Field("contact", "Contact", required=False, limit=80, hint="Optional, up to 80 characters."),
    Field("priority", "Priority", "whole", low=1, high=5, hint="1 comes first, 5 last."),
    Field("due", "Due", "date", required=False, hint="Optional."),
    Field("body", "Text", "long", limit=10_000, hint="Up to 10,000 characters."),
)


async def front(visit: Visit) -> Response:
    return visit.render("staff/front.html", products=db.count(visit.db, "product"), notes=db.count(visit.db, "note"))


async def listing(visit: Visit) -> Response:
    words = visit.request.query_params.get("q", "").strip()
    found = notes.search(visit.db, words)
    unsaved = visit.shop.unsaved_notes.pop(visit.own_session().id, None)
    if unsaved is not None:
        found.insert(0, unsaved)
    return visit.render("staff/notes.html", notes=found, words=words)


def note_of(visit: Visit) -> notes.Note:
    """The note in the path. Raises HTTPException 404."""
    note = notes.find(visit.db, visit.path_id())
    if note is None:
        raise HTTPException(404)
    return note


async def show(visit: Visit) -> Response:
    return visit.render("staff/note.html", note=note_of(visit))


async def new(visit: Visit) -> Response:
    return visit.render("staff/note_form.html", note=None, fields=NOTE, form=Checked({"priority": "3"}))


async def create(visit: Visit) -> Response:
    if visit.earlier_result() is None:
        sent = check(NOTE, visit.form)
        if sent.errors:
            return visit.render("staff/note_form.html", 422, note=None, fields=NOTE, form=sent)
        if visit.bug("note-lost"):
            # shown at once, to be stored later by a job that nobody wrote
            visit.shop.unsaved_notes[visit.own_session().id] = preview(sent)
        else:
            visit.remember_result(f"note:{notes.create(visit.db, sent.meant)}")
    visit.flash("The note is saved.")
    return redirect("/staff/notes")


def preview(sent: Checked) -> notes.Note:
    """A note as it will look, before it is stored."""
    return notes.Note(
        0,
        sent.text("title"),
        sent.text("topic"),
        sent.text("contact"),
        sent.number("priority"),
        sent.text("due"),
        sent.text("body"),
    )


async def edit(visit: Visit) -> Response:
    note = note_of(visit)
    typed = {field.name: str(getattr(note, field.name)) for field in NOTE}
    return visit.render("staff/note_form.html", note=note, fields=NOTE, form=Checked(typed))


async def update(visit: Visit) -> Response:
    note, sent = note_of(visit), check(NOTE, visit.form)
    if sent.errors:
        return visit.render("staff/note_form.html", 422, note=note, fields=NOTE, form=sent)
    notes.update(visit.db, note.id, sent.meant)
    visit.flash("The note is saved.")
    return redirect(f"/staff/notes/{note.id}")


async def delete(visit: Visit) -> Response:
    """Delete a note; one that is gone already is just as well deleted."""
    note_id = visit.path_id()
    notes.delete(visit.db, note_id)
    sessions.forget_result(visit.db, f"note:{note_id}")
    visit.flash("The note is deleted.")
    return redirect("/staff/notes")


routes = [
    Route("/staff", endpoint(front, staff=True)),
    Route("/staff/notes", endpoint(listing, staff=True)),
    Route("/staff/notes", endpoint(create, staff=True), methods=["POST"]),
    Route("/staff/notes/new", endpoint(new, staff=True)),
    Route("/staff/notes/{id}", endpoint(show, staff=True)),
    Route("/staff/notes/{id}/edit", endpoint(edit, staff=True)),
    Route("/staff/notes/{id}/edit", endpoint(update, staff=True), methods=["POST"]),
    Route("/staff/notes/{id}/delete", endpoint(delete, staff=True), methods=["POST"]),
]
