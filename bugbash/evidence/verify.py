"""Holding evidence against its manifest: what is missing, changed, cut or added."""

from dataclasses import dataclass
from typing import Literal

from bugbash.errors import one_line
from bugbash.evidence.manifest import MANIFEST, ManifestFile, parse
from bugbash.evidence.store import Store, StoreConflict, StoreMissing

Kind = Literal["missing", "changed", "cut", "added"]


@dataclass(frozen=True)
class Problem:
    """A file that is not as recorded; `path` is relative to the manifest at the top."""

    path: str
    kind: Kind
    detail: str

    def __str__(self) -> str:
        return f"{one_line(self.path)}: {self.kind}: {self.detail}"


@dataclass(frozen=True)
class Verification:
    """What was held against the manifest: recorded files, their bytes, and what is wrong, by path."""

    files: int
    size: int
    problems: list[Problem]


def verify(store: Store, prefix: str = "") -> Verification:
    """Hold every file under `prefix` against the manifest there, and against those of the directories below.

    Each file is read and hashed: what a store says of itself is not taken for it. Where the manifest of a directory
    below is not the one recorded, that is the one problem, and its files are not looked at. Raises StoreMissing
    where there is no manifest, UnusableFile where one cannot be used, StoreUnavailable where the store fails.
    """
    check = _Check(store, prefix)
    check.level("")
    return check.result()


class _Check:
    def __init__(self, store: Store, prefix: str) -> None:
        self._store = store
        self._prefix = prefix
        self._sizes = {entry.key.removeprefix(prefix): entry.size for entry in store.entries(prefix)}
        self._recorded: dict[str, ManifestFile] = {}
        self._problems: list[Problem] = []
        self._not_looked_at: list[str] = []

    def level(self, folder: str) -> None:
        """Check what the manifest in `folder` lists, and the levels below it."""
        key = f"{self._prefix}{folder}{MANIFEST}"
        for file in parse(self._store.read(key), self._store.uri(key)).files:
            self._file(folder + file.path, file)

    def result(self) -> Verification:
        known = {MANIFEST, *self._recorded}
        added = [
            Problem(path, "added", f"{size} bytes that no manifest lists")
            for path, size in self._sizes.items()
            if path not in known and not path.startswith(tuple(self._not_looked_at))
        ]
        size = sum(file.size for file in self._recorded.values())
        problems = sorted(self._problems + added, key=lambda problem: problem.path)
        return Verification(len(self._recorded), size, problems)

    def _file(self, path: str, file: ManifestFile) -> None:
        self._recorded[path] = file
        problem = self._problem(path, file)
        if problem:
            self._problems.append(problem)
        if path.endswith(f"/{MANIFEST}"):
            folder = path.removesuffix(MANIFEST)
            if problem:
                self._not_looked_at.append(folder)
            else:
                self.level(folder)

    def _problem(self, path: str, file: ManifestFile) -> Problem | None:
        size = self._sizes.get(path)
        if size is None:
            return Problem(path, "missing", f"{file.size} bytes were recorded")
        if size < file.size:
            return Problem(path, "cut", f"{size} bytes of the {file.size} recorded")
        if size > file.size:
            return Problem(path, "changed", f"{size} bytes, and {file.size} were recorded")
        try:
            digest = self._store.digest(self._prefix + path)
        except StoreMissing:  # it went between the listing and now
            return Problem(path, "missing", f"{file.size} bytes were recorded")
        except StoreConflict:
            return Problem(path, "changed", "it is a link, or no file")
        if digest != file.sha256:
            return Problem(path, "changed", f"sha256 is {digest}, and {file.sha256} was recorded")
        return None
