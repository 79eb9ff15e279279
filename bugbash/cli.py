"""The command line: wiring only. Each command lives in bugbash.commands and is imported when it is called."""

import importlib
import os
import sys
import threading
import traceback
from pathlib import Path

import click

from bugbash import __version__
from bugbash.commands.streams import steady
from bugbash.errors import BugbashError, one_line

LEAVE_SECONDS = 20
"""What Prefect has left to send takes some two seconds on a busy machine."""
COMMANDS = {
    "run": ("bugbash.commands.run", "Hold a bug bash: explore every charter of a bash file, and give a verdict."),
    "init": ("bugbash.commands.init", "Write a commented bash file for an address."),
    "validate": ("bugbash.commands.validate", "Say what is wrong with a bash file, line by line."),
    "check": ("bugbash.commands.check", "Say whether a run may take another step."),
    "report": ("bugbash.commands.report", "Report on a run directory."),
    "replay": ("bugbash.commands.replay", "Replay a finding, or a saved sequence, in a fresh session."),
    "export": ("bugbash.commands.export", "Export a finding: as a test in one file, or as a saved sequence."),
    "demo": ("bugbash.commands.demo", "Start the demo shop with its planted bugs, and hold a bash on it."),
    "tours": ("bugbash.commands.tours", "List the tours, and what each looks for."),
    "upload": ("bugbash.commands.upload", "Send what a failed upload left behind."),
    "verify": ("bugbash.commands.verify", "Check evidence against its manifest."),
    "local": ("bugbash.commands.local", "The servers kept on this machine: start, stop, status."),
    "schema": ("bugbash.commands.schema", "Print a JSON Schema: of the run file, or of the bash file."),
}


class _Lazy(click.Group):
    """Imports a command when it is called: `check` and `report` must not wait for Prefect or Playwright."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module, _ = COMMANDS[cmd_name]
        command: click.Command = importlib.import_module(module).command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, summary) for name, (_, summary) in COMMANDS.items()])


@click.group(cls=_Lazy, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="bugbash")
def bugbash() -> None:
    """Hold bug bashes against web apps.

    \b
    Exit status: 0 passed, 1 failed, 2 a call or file that cannot be used,
    3 blocked (nothing, or too little, was exercised), 4 a fault of bugbash.
    """


def program() -> int:
    """The program `bugbash`: `main`, with streams that end no command, and an end that comes soon."""
    steady()
    status = main()
    _end_soon(status)
    return status


def main(arguments: list[str] | None = None) -> int:
    """Run a command and give its exit status; every error is one line on standard error."""
    try:
        result = bugbash.main(args=arguments, prog_name="bugbash", standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())
        return 2
    except click.exceptions.Exit as error:
        return error.exit_code
    except click.UsageError as error:
        hint = f" (see {error.ctx.command_path} --help)" if error.ctx else ""
        return _end(f"{one_line(error.format_message())}{hint}", 2)
    except (click.Abort, KeyboardInterrupt):
        return _end("interrupted", 130)
    except BugbashError as error:
        return _end(one_line(str(error), 2000), error.exit_status)
    except OSError as error:
        return _end(one_line(f"{error.filename or 'the operating system'}: {error.strerror or error}"), 4)
    except Exception as error:  # noqa: BLE001  a fault of ours is told in a line, too, with the place to look at
        return _end(one_line(f"a fault of bugbash: {type(error).__name__}: {error} ({_place_of(error)})"), 4)
    return result if isinstance(result, int) else 0


def _end_soon(status: int) -> None:
    """End the process with `status` in LEAVE_SECONDS, whatever still wants to be waited for.

    Prefect sends the events that are left when the interpreter ends, and tries each for seconds: for ever, nearly,
    where its server went away.
    """
    last = threading.Timer(LEAVE_SECONDS, os._exit, (status,))
    last.daemon = True
    last.start()


def _place_of(error: Exception) -> str:
    """File and line of the innermost call of ours that `error` came through."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if Path(frame.filename).is_relative_to(Path(__file__).parent)]
    return f"{Path(ours[-1].filename).name}, line {ours[-1].lineno}"


def _end(message: str, status: int) -> int:
    click.echo(f"bugbash: {message}", err=True)
    return status


if __name__ == "__main__":
    sys.exit(program())
