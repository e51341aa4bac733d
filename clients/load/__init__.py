"""A load test: make load."""
