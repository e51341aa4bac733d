"""A player for the terminal: make play."""
