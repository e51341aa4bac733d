"""A cluster of three nodes on loopback ports."""

import os

import pytest

from tests.patience import wait_until
from tests.ports import free_port
from tests.service.sentinel_set import Node, Together

SLOTS = 16384
ON_CLUSTER = bool(os.environ.get("ON_CLUSTER"))
"""Whether all tests have their games on a cluster:
``ON_CLUSTER=1 .venv/bin/python -m pytest -m 'not slow' tests/service``.
"""

one_server = pytest.mark.skipif(ON_CLUSTER, reason="looks for games and queues on one server")


class RedisCluster(Together):
    """The three nodes. ``url`` is for the service."""

    def __init__(self, folder):
        super().__init__(folder)
        self.nodes = []

    def start(self):
        self.nodes += [self._node(f"node{number}") for number in range(3)]
        wait_until(lambda: all(node.ask("PING") for node in self.nodes), "a node does not start")
        for number, node in enumerate(self.nodes):
            node.ask("CLUSTER", "ADDSLOTSRANGE", SLOTS * number // 3, SLOTS * (number + 1) // 3 - 1)
            node.ask("CLUSTER", "SET-CONFIG-EPOCH", number + 1)
            for other in self.nodes[:number]:
                node.ask("CLUSTER", "MEET", "127.0.0.1", other.port, other.bus_port)
        wait_until(lambda: all(self._is_whole(node) for node in self.nodes), "the nodes do not find all others")

    def _node(self, name):
        bus_port = free_port()
        options = (
            "cluster-enabled yes",
            f"cluster-port {bus_port}",
            "cluster-node-timeout 1500",
            "repl-diskless-sync-delay 0",
            'save ""',
            "appendonly no",
        )
        node = self.started(Node(self.folder / name, *options))
        node.bus_port = bus_port
        return node

    def replicate(self, node):
        """A new node that replicates this one, and takes its place when it is away."""
        replica = self._node("replica")
        wait_until(lambda: replica.ask("CLUSTER", "MEET", "127.0.0.1", node.port, node.bus_port))
        node_id = node.ask("CLUSTER", "MYID")
        wait_until(lambda: replica.ask("CLUSTER", "REPLICATE", node_id), "the new node does not find the other")
        wait_until(
            lambda: (replica.ask("INFO", "replication") or {}).get("master_link_status") == "up",
            "it does not replicate",
        )
        return replica

    @staticmethod
    def _is_whole(node):
        text = str(node.ask("CLUSTER", "INFO"))
        return "cluster_state:ok" in text and "cluster_known_nodes:3" in text

    @property
    def url(self):
        return "redis+cluster://" + ",".join(f"127.0.0.1:{node.port}" for node in self.nodes)

    def flush(self):
        for node in self.nodes:
            node.ask("FLUSHALL")
