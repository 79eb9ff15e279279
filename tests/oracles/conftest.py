"""Shorter patience: pages of cases that come right do so within a second, and none needs the full ten."""

import pytest

from bugbash.oracles.addresses import DeepLink
from bugbash.oracles.content import BlankScreen, StuckScreen
from bugbash.oracles.controls import DeadControl
from bugbash.oracles.history import BackButton
from bugbash.oracles.navigation import HungRequest
from bugbash.oracles.persistence import LostOnReload
from bugbash.oracles.records import StillThere
from bugbash.oracles.responses import SilentFailure
from bugbash.oracles.validation import NeverEnabled, NoMessage

SHORT_SECONDS = 2.0


@pytest.fixture
def short_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Oracles that wait are sure after two seconds."""
    waiting = (BlankScreen, StuckScreen, LostOnReload, SilentFailure, DeadControl, DeepLink, BackButton, HungRequest)
    for oracle in (*waiting, StillThere, NeverEnabled, NoMessage):
        monkeypatch.setattr(oracle, "patience", SHORT_SECONDS)
