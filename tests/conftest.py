"""What tests of every package share."""

from tests.support.fixtures import browser_host, new_session, pages

__all__ = ["browser_host", "new_session", "pages"]
