"""What tasks of one flow run share, and must not travel as task parameters (Prefect would hash and show those)."""

from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass, field
from pathlib import Path

from bugbash.charter.bash_file import Bash
from bugbash.charter.settings import Settings
from bugbash.evidence.upload import Uploader
from bugbash.explore.exploration import Exploration, Progress, Surroundings
from bugbash.tasks.display import Display


@dataclass
class Hold:
    """One bash, as it is held."""

    bash: Bash
    settings: Settings
    directory: Path
    file: Path
    bash_id: str
    started: str
    """ISO 8601, UTC."""
    around: Surroundings
    uploader: Uploader | None
    display: Display = field(default_factory=Display)


holding: ContextVar[Hold] = ContextVar("holding")
"""The bash of this flow run."""

exploring: ContextVar[Exploration] = ContextVar("exploring")
"""The exploration of this charter's task."""

progress_listener: ContextVar[Callable[[Progress], None]] = ContextVar("progress_listener", default=lambda _: None)
"""Who watches: the command line sets it before it starts the flow."""
