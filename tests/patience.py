"""Waiting in tests: until something happens, and so long that no busy machine fails them."""

import time

PATIENCE_S = 60
"""For what has to happen, and takes a second on a quiet machine."""
AT_ONCE_S = 8
"""For what must not wait for something: held for a wait, a silent client or a frozen server, it would take at least ten
seconds.
"""


def wait_until(condition, complaint="it does not happen", patience_s=PATIENCE_S):
    """Wait for a true ``condition()`` and return it; ``complaint`` is a text, or a function that makes it when it is
    needed.
    """
    ends = time.monotonic() + patience_s
    while not (value := condition()):
        assert time.monotonic() < ends, complaint() if callable(complaint) else complaint
        time.sleep(0.01)
    return value
