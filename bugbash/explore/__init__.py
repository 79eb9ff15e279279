"""Exploring: what to try next, on which screen, and whether what looked wrong shows again."""
