"""The servers that bugbash keeps in the background on this machine: Prefect, and S3."""
