"""The shop as an ASGI application."""

import hashlib
from collections.abc import Mapping
from datetime import date
from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.applications import Starlette

from .bugs import Bugs
from .data import db, seed
from .money import euros
from .pages import account, cart, catalogue, checkout, info, orders, product, staff, staff_products
from .web import Shop, on_http_error

HERE = Path(__file__).parent
PAGES = (account, cart, catalogue, checkout, info, orders, product, staff, staff_products)
STATUSES_WITH_PAGES = (404, 405)


def day(iso: str) -> str:
    """An ISO date as people write it, for example `14 January 2025`."""
    when = date.fromisoformat(iso)
    return f"{when.day} {when:%B %Y}"


@cache
def templates() -> Environment:
    """The page templates: everything is escaped, and a missing value is an error.

    All shops of a process share them, so that a second shop does not compile them again.
    """
    pages = Environment(
        loader=FileSystemLoader(HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    pages.filters |= {"euros": euros, "day": day}
    return pages


@cache
def script_templates() -> Environment:
    """The static files, with the marks that their own branches are written in."""
    return Environment(
        loader=FileSystemLoader(HERE / "static"),
        block_start_string="/*%",
        block_end_string="%*/",
        variable_start_string="/*=",
        variable_end_string="=*/",
        comment_start_string="/*#",
        comment_end_string="#*/",
        autoescape=False,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )


def scripts_and_styles(bugs: Bugs) -> Mapping[str, tuple[str, str]]:
    """Name, text and version of the static files.

    A script's own branches (`/*% if bug(...) %*/`) are decided here, once: what a browser gets holds
    one side of each only, as if somebody had written it that way.
    """
    files = script_templates()
    texts = {name: files.get_template(name).render(bug=bugs.on) for name in files.list_templates()}
    return {name: (text, hashlib.sha256(text.encode()).hexdigest()[:10]) for name, text in texts.items()}


def create_app(folder: Path, bugs: Bugs | None = None) -> Starlette:
    """The shop on the SQLite file in `folder`, which is made and filled if it is missing."""
    chosen = bugs or Bugs()
    connection = db.connect(folder)
    seed.seed(connection)
    routes = [route for module in PAGES for route in module.routes]
    app = Starlette(routes=routes, exception_handlers=dict.fromkeys(STATUSES_WITH_PAGES, on_http_error))
    app.state.shop = Shop(connection, chosen, templates(), scripts_and_styles(chosen))
    return app
