"""Every use case under every fault, against the real Redis server and the real processes.

``run`` tries every use case of ``use_cases`` under every fault of ``injected`` and checks every promise of
``promises``. The people and what they do are in ``world``, on the ``ground`` of a service in one process; ``real`` has
one in its own processes. What injects the faults is in ``tests.faults``.
"""
