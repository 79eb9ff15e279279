"""Run the shop: `python -m bugbash.demo_shop --port 8000 --bugs all`."""

import argparse
from pathlib import Path

from .bugs import UnknownBug, parse_bugs, table
from .server import bind, serve, stop_when_stdin_ends


def options() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="demo_shop", description="A small web shop with bugs to switch on.")
    parser.add_argument("--port", type=int, default=8000, help="port on 127.0.0.1; 0 takes a free one (default 8000)")
    parser.add_argument("--data", type=Path, help="folder for the SQLite file (default: a temporary one)")
    parser.add_argument("--bugs", default="none", help="all, none, or ids separated by commas (default none)")
    parser.add_argument(
        "--until-stdin-ends", action="store_true", help="stop when standard input ends, as when its writer dies"
    )
    parser.add_argument("--list-bugs", action="store_true", help="print the bugs and stop")
    return parser


def main(arguments: list[str] | None = None) -> None:
    """Exits with status 2 and one line for a wrong option or a port that is taken."""
    parser = options()
    given = parser.parse_args(arguments)
    if given.list_bugs:
        print(table())
        return
    try:
        bugs = parse_bugs(given.bugs)
        listener = bind(given.port)
    except UnknownBug as unknown:
        parser.error(str(unknown))
    except (OSError, OverflowError) as taken:
        parser.error(f"cannot serve on port {given.port}: {taken}")
    if given.until_stdin_ends:
        stop_when_stdin_ends()
    serve(listener, given.data, bugs)


if __name__ == "__main__":
    main()
