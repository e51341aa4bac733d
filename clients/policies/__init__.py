"""Simple players that follow a fixed policy, for the statistics of the rules documents: used by tests and by bench."""
