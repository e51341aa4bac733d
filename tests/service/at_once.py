"""Calls that race."""

import threading


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
        thread.join(30)
    return results
