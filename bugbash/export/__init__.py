"""Exporting a finding: as a test in one file, or as a sequence to be replayed."""
