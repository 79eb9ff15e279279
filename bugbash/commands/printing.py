"""Printing what a command answers."""

import os
import sys

import click


def put(content: str) -> None:
    """Print `content` as UTF-8, whatever the terminal's encoding.

    A reader that went away early, as `| head` does, is no error: the command ends with its own status.
    """
    try:
        click.echo(content.encode(), nl=False)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
