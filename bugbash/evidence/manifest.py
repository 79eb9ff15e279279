"""`manifest.json`: every file of a directory with its digest, written last.

A directory below that has a manifest of its own (a run directory in that of its bash) stands in for its files by
that manifest: whoever swaps the run directory changes the digest that is listed above it.
"""

import json
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any, Final, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError, model_validator

from bugbash.contract.jsonfile import to_json, write_atomically
from bugbash.errors import Unusable, UnusableFile
from bugbash.evidence.folder import FolderStore
from bugbash.evidence.keys import check_key
from bugbash.evidence.media import media_type

MANIFEST: Final = "manifest.json"


def _path(value: str) -> str:
    try:
        return check_key(value)
    except Unusable as error:
        raise ValueError(str(error)) from error


class _Part(BaseModel):
    model_config = ConfigDict(extra="ignore", strict=True)


class ManifestFile(_Part):
    """A file as it was when the manifest was written."""

    path: Annotated[str, AfterValidator(_path)] = Field(description="Relative to the manifest, with `/`.")
    sha256: str = Field(pattern="^[0-9a-f]{64}$")
    size: int = Field(ge=0, description="Bytes.")
    media_type: str
    step: int | None = Field(default=None, description="Index of the step that it belongs to.")


class Identity(_Part):
    """What the files are of; each part may be unknown."""

    bash: str | None = None
    charter: str | None = None
    session: str | None = None


class Manifest(_Part):
    """The manifest of a directory."""

    version: Literal[1] = 1
    created: str = Field(description="ISO 8601, UTC.")
    identity: Identity = Field(default_factory=Identity)
    files: list[ManifestFile]

    @model_validator(mode="after")
    def _no_path_twice(self) -> "Manifest":
        if len({file.path for file in self.files}) < len(self.files):
            raise ValueError("a path stands twice in files")
        return self


def build(directory: Path, steps: Mapping[str, int] | None = None, identity: Identity | None = None) -> Manifest:
    """The manifest of `directory` as it is now, without the manifest file itself.

    `steps` gives the step index of a path. Raises StoreError where a file cannot be read or is a link, Unusable where
    one has a name that no store takes.
    """
    folder = FolderStore(directory)
    sizes = {entry.key: entry.size for entry in folder.entries()}
    files = [
        ManifestFile(
            path=check_key(path),
            sha256=folder.digest(path),
            size=sizes[path],
            media_type=media_type(path),
            step=(steps or {}).get(path),
        )
        for path in sorted(_listed(sizes))
    ]
    created = datetime.now(UTC).isoformat(timespec="seconds")
    return Manifest(created=created, identity=identity or Identity(), files=files)


def write(directory: Path, manifest: Manifest) -> None:
    """Write `manifest` into `directory`, atomically; raises OSError where that cannot be done."""
    data = manifest.model_dump(mode="json", exclude_none=True)
    write_atomically(directory / MANIFEST, to_json(data).encode())


def parse(data: bytes, place: str) -> Manifest:
    """The manifest in `data`, which came from `place`; raises UnusableFile for anything else."""
    try:
        value: Any = json.loads(data)
        return Manifest.model_validate(value)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        raise UnusableFile(place, where, f"no manifest: {first['msg']}") from error
    except (ValueError, RecursionError) as error:
        raise UnusableFile(place, "", f"no manifest: {error}") from error


def _listed(paths: Iterable[str]) -> list[str]:
    """The paths that a manifest at the top lists: not itself, and of a directory with one of its own only that."""
    paths = [path for path in paths if path != MANIFEST]
    apart = {path.removesuffix(MANIFEST) for path in paths if path.endswith(f"/{MANIFEST}")}
    top = {folder for folder in apart if not any(folder != other and folder.startswith(other) for other in apart)}
    return [path for path in paths if not path.startswith(tuple(top)) or path.removesuffix(MANIFEST) in top]
