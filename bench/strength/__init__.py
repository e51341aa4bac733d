"""Strength of the levels, and its causes."""
