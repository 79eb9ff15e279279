"""The shop's pages: one module per part of the shop, each with its `routes`."""
