"""Bashes on a corpus of real bugs in real web apps: which are found, and what else is reported.

`python -m benchmarks.corpus CORPUS`, from the root of the checkout. CORPUS is a folder with `corpus.yaml` (per entry:
id, charter, start_path, difficulty) and `repro/start.py`, which serves the app of an entry and prints READY and its
address. For each entry a bash of one charter is held, with the entry's own wording as the goal and the default
budget; with `--clean` on the version without the bug as well. `benchmarks/corpus_cases.yaml` has, per entry, the
words by which a report is known to name that bug, the sign-in that an app needs, and what trying reports by hand
came to.

Prints a table and the precision, and writes every report to `--out`, for trying by hand.
"""

import argparse
import json
import re
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import yaml

from benchmarks.bench import Bench, bench, machine, table
from bugbash.local.ports import choose

CASES = Path(__file__).with_name("corpus_cases.yaml")
HEAD = ("bug", "difficulty", "found", "as", "minutes", "issues", "warnings")
INSTALL_SECONDS = 300
"""An app is installed when it is served first."""


@dataclass
class Visit:
    """One bash on one app."""

    entry: str
    difficulty: int
    clean: bool
    named: str = ""
    """Title of the report that names the entry's bug; empty where none does."""
    kind: str = ""
    minutes: float = 0.0
    reports: list[dict[str, Any]] = field(default_factory=list)
    trouble: str = ""

    def row(self) -> list[str]:
        shown = f"{self.entry} (fixed version)" if self.clean else self.entry
        kinds = [report["kind"] for report in self.reports]
        found = "–" if self.trouble else ("yes" if self.named else "no")
        counts = [str(kinds.count("issue")), str(kinds.count("warning"))]
        return [shown, str(self.difficulty), found, self.kind or self.trouble, f"{self.minutes:.1f}", *counts]


def hold(place: Bench, corpus: Path, entry: dict[str, Any], case: dict[str, Any], clean: bool, budget: str) -> Visit:
    """Serve the entry's app, hold its bash, and look for its bug among the reports."""
    visit = Visit(entry["id"], entry["difficulty"], clean)
    try:
        with served(corpus, entry["id"], clean, place.folder) as address:
            held = place.hold(bash_file(entry, case, address, budget), "--seed", "1")
    except SystemExit as error:
        visit.trouble = str(error).splitlines()[0]
        return visit
    run = held.runs["charter"]
    visit.minutes = round(float(run.usage.minutes), 1)
    visit.reports = [reported(finding) for finding in run.findings]
    if held.outcome == "blocked":
        visit.trouble = f"blocked: {run.stop_detail}"
    named = next((report for report in visit.reports if names(report, case["names"])), None)
    if named:
        visit.named, visit.kind = named["title"], named["kind"]
    return visit


def bash_file(entry: dict[str, Any], case: dict[str, Any], address: str, budget: str) -> str:
    """What a tester would write who has the entry's charter and nothing else."""
    charter = {"name": "charter", "goal": entry["charter"], "start": entry["start_path"]}
    bash: dict[str, Any] = {"name": entry["id"], "target": address, "store": "", "charters": [charter]}
    if case.get("login"):
        bash["login"] = case["login"]
    if budget:
        bash["defaults"] = {"budget": json.loads(budget)}
    return yaml.safe_dump({key: value for key, value in bash.items() if value}, sort_keys=False, allow_unicode=True)


def reported(finding: dict[str, Any]) -> dict[str, Any]:
    """What matters of a finding when it is tried by hand."""
    keys = ("kind", "severity", "oracle", "title", "expected", "observed", "screen", "repro", "fingerprint")
    return {key: finding.get(key) for key in keys}


def names(report: dict[str, Any], pattern: str) -> bool:
    """Whether a report names the bug that `pattern` describes."""
    return bool(
        re.search(pattern, " | ".join(str(report[key]) for key in ("title", "observed", "screen")), re.S | re.I)
    )


@contextmanager
def served(corpus: Path, entry: str, clean: bool, folder: Path) -> Iterator[str]:
    """The address of an entry's app, which is ended when it is left. Raises SystemExit where it does not start."""
    port = choose(("app",), {})["app"]
    command = [sys.executable, str(corpus / "repro" / "start.py"), "--bug", entry, "--port", str(port)]
    log = folder / f"{entry}{'-clean' * clean}.log"
    with log.open("w") as errors:
        process = subprocess.Popen(command + ["--clean"] * clean, stdout=subprocess.PIPE, stderr=errors, text=True)
        try:
            assert process.stdout is not None
            for line in process.stdout:
                if line.startswith("READY "):
                    yield line.split()[1]
                    return
            sys.exit(f"{entry} does not start: {log.read_text('utf-8').strip().splitlines()[-1:]}")
        finally:
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()


def precision(visits: Sequence[Visit], tried: dict[str, bool]) -> str:
    """How many of the issues that were tried by hand are real, in a line."""
    issues = {report["fingerprint"] for visit in visits for report in visit.reports if report["kind"] == "issue"}
    known = [tried[one] for one in issues if one in tried]
    share = f"{sum(known) / len(known):.0%}" if known else "unknown"
    return f"issues: {len(issues)} distinct, {len(known)} tried by hand, {sum(known)} real: precision {share}"


def recall(visits: Sequence[Visit]) -> str:
    """How many of the bugs were found, by difficulty, in a line."""
    parts = []
    for name, levels in (("difficulty 1 and 2", (1, 2)), ("difficulty 3", (3,))):
        some = [visit for visit in visits if not visit.clean and visit.difficulty in levels]
        if some:
            found = sum(bool(visit.named) for visit in some)
            parts.append(f"{name}: {found} of {len(some)} found ({found / len(some):.0%})")
    clean = [visit for visit in visits if visit.clean]
    if clean:
        parts.append(f"reported on the fixed version: {sum(bool(visit.named) for visit in clean)} of {len(clean)}")
    return "; ".join(parts)


def main() -> int:
    """Hold the bashes that were asked for."""
    arguments = _arguments()
    cases = yaml.safe_load(CASES.read_text("utf-8"))
    entries = yaml.safe_load((arguments.corpus / "corpus.yaml").read_text("utf-8"))
    chosen = [entry for entry in entries if not arguments.only or entry["id"] in arguments.only.split(",")]
    jobs = [(entry, clean) for entry in chosen for clean in ([False, True] if arguments.clean else [False])]
    arguments.out.mkdir(parents=True, exist_ok=True)
    with bench() as place, ThreadPoolExecutor(arguments.jobs) as pool:
        work = [
            pool.submit(hold, place, arguments.corpus, entry, cases["bugs"][entry["id"]], clean, arguments.budget)
            for entry, clean in jobs
        ]
        visits = []
        for future in work:
            visit = future.result()
            visits.append(visit)
            print(" ".join(visit.row()), file=sys.stderr, flush=True)
            (arguments.out / "visits.json").write_text(json.dumps([asdict(one) for one in visits], indent=1), "utf-8")
    print(table(HEAD, [visit.row() for visit in visits]))
    print(f"{recall(visits)}\n{precision(visits, cases.get('tried') or {})}\n{machine()}")
    return 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.corpus", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("corpus", type=Path, help="folder with corpus.yaml and repro/start.py")
    parser.add_argument("--only", default="", metavar="ID,ID", help="entries; default: all")
    parser.add_argument("--clean", action="store_true", help="the fixed versions, too")
    parser.add_argument("--budget", default="", metavar="JSON", help="default: the product's own")
    parser.add_argument("--jobs", type=int, default=2, help="bashes at the same time (default 2)")
    parser.add_argument("--out", type=Path, default=Path("corpus-results"), help="where the reports go")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
