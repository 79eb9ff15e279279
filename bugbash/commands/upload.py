"""`bugbash upload`: send what a failed upload left behind."""

from pathlib import Path

import click

from bugbash.contract.jsonfile import read_json
from bugbash.errors import BugbashError, Unusable, UnusableFile, one_line
from bugbash.evidence.keys import check_prefix
from bugbash.evidence.store import Store, open_store
from bugbash.evidence.upload import Sender, UploadReport, files_to_send

BASH_FILE = "bash.json"


@click.command("upload")
@click.argument("directory", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--store", metavar="STORE", help="A folder, s3://bucket/prefix or local; default: the bash's own.")
@click.option("-v", "--verbose", is_flag=True, help="A line per file.")
def command(directory: Path, store: str | None, verbose: bool) -> None:
    """Send every file of a bash directory, or of one of its run directories, that the store does not have.

    Files go to NAME/ID/ of the bash under the store; what is there already is compared and not sent again.

    \b
    Exit status: 0 all of it is in the store, 2 some of it is not, or there is nothing to send.
    """
    root, below = _bash_directory(directory)
    bash = read_json(root / BASH_FILE)
    spec = store or _text(root, bash, "store", "give the store with --store")
    prefix = check_prefix("/".join((_text(root, bash, "name"), _text(root, bash, "id"), "")))
    report = _send_all(open_store(spec, Path.cwd()), root, below, prefix, verbose)
    if report.failed:
        raise Unusable(report.sentence(directory))
    click.echo(report.sentence(directory))


def _bash_directory(directory: Path) -> tuple[Path, str]:
    """The bash directory that `directory` is or lies in, and the path from it (empty, or ending with a slash)."""
    if not directory.is_dir():
        raise Unusable(f"{directory}: there is no such directory")
    asked = directory.resolve()
    for folder in (asked, *list(asked.parents)[:3]):
        if (folder / BASH_FILE).is_file():
            below = asked.relative_to(folder).as_posix()
            return folder, "" if below == "." else f"{below}/"
    raise Unusable(f"{directory}: no {BASH_FILE} here or above: give the directory of a bash, or of a run in one")


def _text(root: Path, bash: dict[str, object], key: str, advice: str = "the bash has no place in a store") -> str:
    value = bash.get(key)
    if not isinstance(value, str) or not value.strip():
        raise UnusableFile(root / BASH_FILE, key, f"must be a text: {advice}")
    return value


def _send_all(store: Store, root: Path, below: str, prefix: str, verbose: bool) -> UploadReport:
    sender = Sender(store, root, prefix, known=set(store.keys(prefix)))
    new, already, size, failed = 0, 0, 0, {}
    for path in files_to_send(root, below):
        try:
            sent = sender.send(path)
        except BugbashError as error:
            failed[path] = one_line(str(error))
            click.echo(f"not sent: {one_line(path)}: {failed[path]}", err=True)
            continue
        new, already = new + (not sent.already), already + sent.already
        size += 0 if sent.already else sent.size
        if verbose:
            click.echo(f"{'there already' if sent.already else 'sent'}: {one_line(path)}")
    return UploadReport(new, already, size, failed)
