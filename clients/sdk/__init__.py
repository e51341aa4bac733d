"""Builds the SDKs for Python and JavaScript: make sdk."""
