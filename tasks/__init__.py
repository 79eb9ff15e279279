"""Prefect tasks: thin, over bugbash functions. Names, retries, time-outs and tags, and nothing else."""
