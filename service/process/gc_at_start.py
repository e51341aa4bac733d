"""A process starts without the garbage collector, which took a fifth of the time of a start.

The first import of a main module; ``finish`` follows its last one. What was loaded is never freed, so the garbage
collector ignores it: its later rounds are shorter, and processes that are forked go on sharing the memory.
"""

import gc

gc.disable()


def finish() -> None:
    """All modules are there."""
    gc.freeze()
    gc.enable()
