"""Bounds of the API's processes that the supervisor needs too, which loads nothing of the API: it would start half a
second later.
"""

from typing import Final

DRAIN_S: Final = 3
"""Open streams would keep a stopping API running until this time is over."""
MOST_WAITING: Final = 1000
"""Connections of a process on which nothing happens, or a request arrives. With one more, the one that has waited
longest is closed.
"""
