"""Benchmarks and statistics; never part of the tests."""
