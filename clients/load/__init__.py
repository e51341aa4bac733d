"""A load test: python -m bench load."""
