"""What an exploratory run may claim, and how a claim is checked. Pure, but for `runfile`."""
