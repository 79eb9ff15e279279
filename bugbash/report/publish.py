"""Writing what a bash came to into its directory: bash.json, the reports, and the manifests."""

from pathlib import Path

from bugbash.contract.jsonfile import write_atomically
from bugbash.report.bash_json import BASH_FILE, bash_json
from bugbash.report.html import html
from bugbash.report.markdown import markdown
from bugbash.triage.summary import BashSummary

REPORT_HTML = "report.html"
REPORT_MARKDOWN = "report.md"


def publish(summary: BashSummary, directory: Path, where: str) -> list[str]:
    """Write bash.json and every report of `summary` into `directory`; the paths written, relative to it.

    `where` names the directory in commands that a reader may copy. Raises OSError where it cannot be written; each
    file is then whole, as it is now or as it was.
    """
    files = {
        BASH_FILE: bash_json(summary),
        REPORT_HTML: html(summary, where, files=[BASH_FILE, REPORT_MARKDOWN]),
        REPORT_MARKDOWN: markdown(summary, where),
    }
    for name, text in files.items():
        write_atomically(directory / name, text.encode("utf-8", "replace"))
    return list(files)
