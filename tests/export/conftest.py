"""Oracles that wait are sure sooner, as for the oracles' own tests."""

from tests.oracles.conftest import short_patience

__all__ = ["short_patience"]
