"""What the shop keeps, and how: one module per kind of record, all on one SQLite file."""
