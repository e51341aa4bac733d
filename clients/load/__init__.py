"""A load test: ``faceoff bench load``."""
