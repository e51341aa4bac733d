"""Faults that tests inject, against the real Redis server and the real processes. One idea a file:

- ``proxy``: before Redis; loses a reply, delays, cuts, goes silent, refuses writes, or lets someone else act between
  two commands
- ``clocks``: a clock for each process and for Redis that steps while it runs
- ``damage``: entries that cannot be read, are of a newer format, or expire at once
- ``snapshots``: a store that goes back to an earlier state: as a whole, by bucket, by key
- ``full``: memory and disk used up
- ``clients``: clients that reset, half-send, pipeline, do not read
- ``processes``: a process that dies between two writes, a thread that cannot start
- ``failover``: a primary that fails while people play

``bench.reliability.faults`` tries every use case under every one of them.
"""
