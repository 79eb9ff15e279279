"""The sample bash of the reports serves here as well."""

from tests.report.conftest import sample

__all__ = ["sample"]
