"""Printing what a command answers."""

import click


def put(content: str) -> None:
    """Print `content` as UTF-8, whatever the terminal's encoding."""
    click.echo(content.encode(), nl=False)
