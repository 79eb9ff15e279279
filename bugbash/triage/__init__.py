"""From many runs to one list of bugs and one decision. Pure."""
