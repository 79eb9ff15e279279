"""`bugbash local`: the servers kept on this machine."""

import click

from bugbash.local.background import Status
from bugbash.local.servers import SERVERS, ensure_prefect, ensure_s3, status, stop

_only = click.option("--only", type=click.Choice(list(SERVERS)), help="Just this one; default: both.")


@click.group("local")
def command() -> None:
    """Start, stop and look at the Prefect server and the S3 server that stay in the background on loopback.

    `bugbash run` starts them by itself where they are needed. Their data, logs and keys are in BUGBASH_HOME, which
    is ~/.local/share/bugbash where it is not set.
    """


@command.command("start")
@_only
def start(only: str | None) -> None:
    """Start what does not run, and print the addresses."""
    for name in _chosen(only):
        address = ensure_prefect().ui_url if name == "prefect" else ensure_s3().endpoint
        click.echo(f"{name}: {address}")


@command.command("stop")
@_only
def stop_command(only: str | None) -> None:
    """Stop what runs; the data stays."""
    for name in _chosen(only):
        click.echo(f"{name}: {'stopped' if stop(name) else 'did not run'}")


@command.command("status")
@_only
@click.pass_context
def status_command(ctx: click.Context, only: str | None) -> None:
    """Say how each server is. Exit status: 0 all run and are healthy, 3 one does not."""
    found = [status(name) for name in _chosen(only)]
    for one in found:
        click.echo(_described(one))
    ctx.exit(0 if all(one.healthy for one in found) else 3)


def _chosen(only: str | None) -> list[str]:
    return [only] if only else list(SERVERS)


def _described(one: Status) -> str:
    lines = []
    if one.state and one.pid:
        health = "running and healthy" if one.healthy else "running, but not healthy"
        address = one.state.address.get("ui_url") or one.state.address.get("endpoint", "")
        lines += [
            f"{one.name}: {health}",
            f"  address  {address}",
            f"  process  {one.pid}, since {one.state.since}, {one.memory / 1e6:.0f} MB of memory",
        ]
    else:
        lines.append(f"{one.name}: not running")
    lines += [f"  data     {one.data} ({one.size / 1e6:.1f} MB)", f"  log      {one.log}"]
    return "\n".join(lines)
