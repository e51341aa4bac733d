"""What operators do with all games, keys and queues. Hidden cards are not shown to them either."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import redis
from rq import Queue as RqQueue, Worker
from rq.registry import FailedJobRegistry

from service.model.game import Game
from service.model.problem import Problem
from service.store.api_keys import KeyRing
from service.store.bots import Bot, BotStore
from service.store.interface import GameStore, WebhookStore
from service.webhooks.subscriptions import delete_all
from service.workers import webhook_jobs
from service.workers.queue import QUEUES as AI_QUEUES

QUEUES: Final = (*AI_QUEUES, webhook_jobs.QUEUE)


@dataclass(frozen=True)
class QueueState:
    """Number of jobs in a queue, waiting and failed."""

    name: str
    waiting: int
    failed: int


def all_games(games: GameStore, status: str | None = None) -> Iterator[Game]:
    """Every game, public or not, in no order."""
    for game_id in games.ids():
        try:
            game = games.load(game_id)
        except Problem:  # has expired since
            continue
        if status in (None, game.status):
            yield game


def revoke_key(webhooks: WebhookStore, keys: KeyRing, key_id: str) -> bool:
    """Revoke a key and delete its webhooks; False if there is no key with this id."""
    if not keys.revoke(key_id):
        return False
    delete_all(webhooks, key_id)
    return True


def all_bots(bots: BotStore) -> Iterator[tuple[Bot, bool]]:
    """Every bot, those registered last first, and whether it is online."""
    cursor: str | None = ""
    while cursor is not None:
        found, cursor = bots.page(cursor, 100, None, online=False)
        yield from zip(found, bots.are_online(found), strict=True)


def queue_states(client: "redis.Redis") -> list[QueueState]:
    """The queues of this service."""
    queues = [RqQueue(name, connection=client) for name in QUEUES]
    return [QueueState(queue.name, queue.count, FailedJobRegistry(queue=queue).count) for queue in queues]


def worker_states(client: "redis.Redis") -> list[tuple[str, str, str]]:
    """Name, state and queues of each worker."""
    return [
        (worker.name, str(worker.get_state()), ", ".join(worker.queue_names()))
        for worker in Worker.all(connection=client)
    ]
