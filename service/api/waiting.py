"""Holding a request: until it is the caller's turn, or until a task is over."""

import re
import select
import socket
import time
from collections.abc import Callable
from functools import partial

from service.api.auth import bearer_token, counted_as, is_known
from service.api.context import services, this_request
from service.language import ENGLISH
from service.live.hub import Reader
from service.model.game import ACTIVE, OPEN, Game, seats_to_act
from service.model.problem import Problem
from service.model.revision import is_place, means, version_of, word_of
from service.store.tasks import Task


def _preference(name: str, value: str) -> re.Pattern[str]:
    """Finds a preference in ``Prefer`` whose value is of this form (RFC 7240)."""
    return re.compile(rf"""(?:^|[,;\s]){name}\s*=\s*"?({value})"?(?:$|[,;\s])""", re.I)


WAIT = _preference("wait", "[0-9]+")
MINIMAL = _preference("return", "minimal")


def reader(is_member: bool = True) -> Reader:
    """Who reads the answer to this request. Callers with an API key or on this machine may hold as many requests as
    there are places.

    ``is_member``: whether a token or ticket that the request has was found to be one of what it waits for.
    """
    request = this_request()
    has_token = is_member and (bearer_token() is not None or "ticket" in request.args)
    has_gone = partial(_has_hung_up, request.environ.get("gunicorn.socket"))
    return Reader(() if is_known() else counted_as(), has_token, has_gone)


def _has_hung_up(connection: socket.socket | None) -> bool:
    """Whether the client has closed its end; not to be seen under servers that do not show the connection, or outside
    Linux.
    """
    if connection is None or not hasattr(select, "POLLRDHUP"):
        return False
    poll = select.poll()
    poll.register(connection, select.POLLRDHUP)
    return bool(poll.poll(0))


def wait_for_end(task: Task, wait_s: int) -> Task:
    """Hold the request until the task is over, or the time is, and return the task as it is then."""
    return services().tasks.store.load(task.kind, task.id) if hold_until_over(task, wait_s) else task


def hold_until_over(task: Task, wait_s: int) -> bool:
    """Hold the request until the task is over, or the time is; at the cap of waiters, not at all. Whether it was
    held.
    """
    if not wait_s or not task.is_open:
        return False
    store = services().tasks.store
    try:
        services().hub.wait_until(task.id, lambda: store.is_over(task.id), wait_s, reader(is_member=False))
    except Problem:
        return False
    return True


def preferred_wait_s() -> int:
    """Seconds of ``Prefer: wait=n``, at most what the settings allow; 0 without it.

    RFC 7240 requires that a preference that is not understood, such as ``wait=soon``, is ignored.
    """
    found = WAIT.search(this_request().headers.get("Prefer", ""))
    return min(int(found[1].lstrip("0")[:9] or 0), services().settings.max_wait_s) if found else 0


def prefers_minimal() -> bool:
    """Whether the client needs no body: ``Prefer: return=minimal``."""
    return MINIMAL.search(this_request().headers.get("Prefer", "")) is not None


def wait_for_change(game: Game, wait_s: float) -> bool:
    """Hold the request until the game changes or the time is over; raises Problem ``wait/full`` at the cap of waiters.

    Nothing was carried out, so it can be refused: answered at once, a client that asks again would do so without a
    pause.
    """
    hub, games = services().hub, services().store.games
    return bool(hub.wait_until(game.id, lambda: games.revision(game.id) != game.revision, wait_s, reader()))


def place_in(game: Game, text: str) -> str:
    """The place that ``text`` names, a revision or a version; raises Problem for a version that the game has not
    reached.

    It may be a revision that the game does not have: the store may have lost it since (``commits_after`` checks).
    """
    if not is_place(text) or (not word_of(text) and version_of(text) > game.version):
        raise Problem(
            "stream/unknown_version",
            ENGLISH.phrase("stream_version", version=repr(text), game=game.id, last=game.version),
        )
    return game.revision if means(text, game.revision) else text


def wait_for_turn(game: Game, seat: int, wait_s: int) -> Game:
    """Hold the request until ``seat`` is asked again, the game is over, or the time is; at the cap of waiters, not at
    all.

    An open game is shown at once, since others need its join code; unless bots alone have to accept.
    """
    return _wait_while(
        game, lambda game: game.waits_for_bots or (game.status == ACTIVE and seat not in seats_to_act(game)), wait_s
    )


def wait_for_start(game: Game, wait_s: int) -> Game:
    """The same until the game is no longer open, or waits for the seeds that were promised."""
    return _wait_while(game, lambda game: game.status == OPEN and game.reveal_by is None, wait_s)


def _wait_while(game: Game, waits: Callable[[Game], bool], wait_s: int) -> Game:
    deadline = time.monotonic() + wait_s
    while wait_s and waits(game):
        left = deadline - time.monotonic()
        if left <= 0:
            break
        try:
            if not wait_for_change(game, left):
                break
        except Problem:
            break
        game = services().games.load(game.id)
    return game
