"""Prefect flows: the order of things, and nothing else."""
