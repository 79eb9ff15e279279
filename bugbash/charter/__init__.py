"""What a person writes: the bash file, its charters and steps, and the settings around them."""
