"""Fixtures of every test of the service."""

from tests.service.conftest import declared_is_what_happens

__all__ = ["declared_is_what_happens"]
