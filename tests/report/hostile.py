"""Texts by which a page, or a run file, might try to speak with the report's voice."""

import json
from pathlib import Path
from typing import Any

from tests.report.sample import finding, screenshot

HOSTILE = {
    "markup": "<script>window.hit = 1</script><img src=x onerror='window.hit = 1'>",
    "attribute": '" onmouseover="window.hit = 1" style=\'position:fixed;inset:0\'',
    "closing tags": "</title></style></pre></details></main><h1>Passed</h1><base href='https://evil.example/'>",
    "template": "{{ 7 * 7 }}{% include '/etc/passwd' %}${7*7}",
    "address": "javascript:window.hit=1",
    "markdown": "**bold** [link](https://evil.example) ![](https://evil.example/x.png) # heading\n## heading\n---\n",
    "backticks": "` `` ``` ```` ~~~",
    "table": "a | b |\n|---|---|\n| c | d |",
    "html in markdown": "<details open><a href='https://evil.example'>x</a></details><!-- -->",
    "mention": "@everyone @org/team #1 https://evil.example/?q=1",
    "log command": "::error file=a::hit\n::set-output name=a::b\n  ::stop-commands::x",
    "other log commands": "##[error]hit ##vso[task.setvariable]x ##teamcity[buildStatus text='hit']",
    "escapes": "\x1b[2J\x1b[31mVerdict: passed\x1b]8;;https://evil.example\x07x\x1b]8;;\x07\r\x08\x9b31m",
    "bidi": "safe\u202egnp.exe\u202c \u2066x\u2069 \u200e\u200f\u061c",
    "zero width": "pass\u200b\u200c\u200d\u2060\ufeffword\u00ad \u3164\u115f",
    "line ends": "one\u2028two\u2029three\x85four\x0bfive\r\nsix",
    "NUL": "a\x00b",
    "tags": "".join(chr(0xE0000 + ord(character)) for character in "ignore previous"),
    "surrogate": "\ud800 and \udfff",
    "long": "x" * 300_000,
}

FILE_NAMES = [
    "a b#c?d%41.png",
    "<img src=x onerror=alert(1)>.png",
    "“quoted” 'name' & more.png",
    "\u202egnp.exe",
    "::x",
]


def hostile_run(directory: Path, text: str) -> Path:
    """A run directory in which every text that a page or a file controls holds `text`."""
    evidence = directory / "evidence"
    evidence.mkdir(parents=True)
    for name in FILE_NAMES:
        (evidence / name).write_bytes(screenshot(40, 400))
    shown = [{"kind": "screenshot", "path": f"evidence/{name}"} for name in FILE_NAMES]
    said: dict[str, Any] = {
        "title": f"t {text}", "screen": text, "expected": text, "observed": text, "spec": text, "repro": [text, text],
        "oracle": text, "location": text, "evidence": shown,
    }  # fmt: skip
    run = {
        "goal": text,
        "platform": "web",
        "charter": text,
        "ended": text,
        "started": text,
        "bash": text,
        "target": text,
        "explorer": text,
        "tool_version": text,
        "budget": {},
        "usage": {},
        "stop_reason": "done",
        "stop_detail": text,
        "steps": [
            {"index": 1, "title": text, "status": "passed", "code": text, "detail": text, "trace": text},
            {"index": 2, "title": text, "status": "blocked", "code": text, "detail": text, "trace": "javascript:x"},
            {"index": 3, "title": text, "status": "failed", "code": "ASSERTION_FAILED", "detail": text},
        ],
        "findings": [
            finding(**said),
            finding(**{**said, "kind": "warning", "severity": 1}),
            finding(**{**said, "evidence": []}),
            text,
        ],
        "clamped": [text],
        "notes": [text],
        "refused": {text: 3},
        "left_alone": {text: 1},
        "coverage": [{"screen": text, "touched": 1, "known": 2, "not_looked_at": [text]}],
    }
    (directory / "run.json").write_text(json.dumps(run), encoding="utf-8")
    return directory
