"""Exporting a finding: as a test that needs only Playwright, or as a sequence to be replayed."""
