"""Of every test: the garbage collector looks at what tests make, seldom, and not at the modules again."""

import gc

YOUNG = 5_000
"""Objects between two collections; with Python's 700, they are an eighth of the processor's time."""


def pytest_collection_finish():
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG)
