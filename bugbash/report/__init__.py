"""What people and machines read of a bash: one file per output, all made of `triage.summary.BashSummary`."""
