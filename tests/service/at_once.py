"""Calls that race."""

import threading

from tests.patience import PATIENCE_S


def at_once(count, call):
    """The results of ``count`` calls in threads that begin together."""
    results, barrier = [], threading.Barrier(count)

    def run(number):
        barrier.wait()
        results.append(call(number))

    threads = [threading.Thread(target=run, args=[number]) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE_S)
    return results


def all_at_once(*calls):
    """The results of these calls, in any order."""
    results = at_once(len(calls), lambda number: calls[number]())
    assert len(results) == len(calls)
    return results
