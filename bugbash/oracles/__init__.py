"""How a tester without a model notices bugs: one file per family, one interface, and one judge that asks them all."""
