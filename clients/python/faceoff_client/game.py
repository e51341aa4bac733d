"""A game as one seat, or a spectator, sees and plays it."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypedDict, cast
from urllib.parse import quote

from faceoff_client.errors import Problem
from faceoff_client.fairness import OwnSeed, fairness_faults, own_seed, promise_of
from faceoff_client.moves import is_asked
from faceoff_client.streams import ENDED, Place, follow_game, version_of
from faceoff_client.tasks import finished_analysis, suggestion_answer
from faceoff_client.transport import HOLD_S

if TYPE_CHECKING:
    from faceoff_client import types as t
    from faceoff_client.operations import Operations


class Begun(TypedDict):
    """Events after a place in the stream, some of which were read."""

    place: int | str
    count: int


class SavedGame(TypedDict):
    """A game handle as JSON. It contains the secrets of the game: keep it like a password."""

    id: str
    token: str | None
    tokens: dict[str, str]
    owner_token: str | None
    join_code: str | None
    commitment: str
    own_seed: OwnSeed | None
    seen: int | str
    """The last revision all of whose events were read; the version alone in what earlier releases have saved."""
    begun: Begun | None
    """Events read after it, if its ``place`` is still ``seen``: another client may not know of it."""


class Game:
    """The handle of a game: the token of a seat, and the latest view of it.

    Client makes them: ``create``, ``join``, ``quick``, ``watch`` and ``resume``. A handle is for one thread.
    """

    def __init__(self, api: Operations, view: t.Game, saved: SavedGame) -> None:
        self._api = api
        self._view = view
        self._saved = saved
        self._sent: int | None = None
        """The ``ply`` that ``send`` has answered. A view of the stream that left before still asks for it."""
        self._reveal()

    def __repr__(self) -> str:
        seat = "spectator" if self.seat is None else f"seat {self.seat}"
        return f"<Game {self.id} {self.variant} {self.status} version {self.version} {seat}>"

    # -- what is known

    @property
    def view(self) -> t.Game:
        """The latest view: all that your seat may know. The other properties are parts of it."""
        return self._view

    @property
    def id(self) -> str:
        return self._view["id"]

    @property
    def variant(self) -> str:
        return self._view["variant"]

    @property
    def version(self) -> int:
        """Increases with every change of the game."""
        return self._view["version"]

    @property
    def status(self) -> str:
        """``open``, ``active``, ``finished`` or ``aborted``."""
        return self._view["status"]

    @property
    def is_over(self) -> bool:
        return self.status in ENDED

    @property
    def is_my_turn(self) -> bool:
        return is_asked(self._view) and self._view["ply"] != self._sent

    @property
    def seat(self) -> int | None:
        """The number of your seat; None for a spectator."""
        return None if self._view["you"] is None else self._view["you"]["seat"]

    @property
    def hand(self) -> list[str]:
        """Your cards."""
        return self._view["hand"]

    @property
    def legal_moves(self) -> list[Any]:
        """Your legal moves, each with ``move`` and ``text``. Empty if it is not your turn, or if ``choice`` is set."""
        return cast("list[Any]", self._view["legal_moves"])

    @property
    def choice(self) -> t.Choice | None:
        """Set instead of ``legal_moves`` where there are too many moves to list."""
        return self._view["choice"]

    @property
    def score(self) -> list[int]:
        """Goals of both sides."""
        return self._view["score"]

    @property
    def result(self) -> t.Result | None:
        """None until the game is finished."""
        return self._view["result"]

    # -- secrets

    @property
    def token(self) -> str | None:
        """The secret of your seat; None for a spectator."""
        return self._saved["token"]

    @property
    def join_code(self) -> str | None:
        """The code that others need to join; None if no seat is open or you have not created the game."""
        return self._saved["join_code"]

    def saved(self) -> SavedGame:
        """Everything that ``client.resume`` needs, also in another process. It contains secrets."""
        return self._saved.copy()

    def for_seat(self, seat: int) -> Game:
        """The handle of another person's seat, in a game that you have created: for several people at one screen."""
        token = self._saved["tokens"].get(str(seat))
        if token is None:
            raise ValueError(
                f"no token for seat {seat}: there are tokens for seats {', '.join(self._saved['tokens']) or 'none'}"
            )
        saved = self._saved | {"token": token, "seen": 0, "begun": None}
        return Game(self._api, self._api.get_game(self.id, token=token), saved)

    # -- playing

    def turns(self) -> Iterator[t.Game]:
        """Your turns, to the end of the game: yields the view each time a move of yours is asked for.

        Until you play, the same turn is yielded again. Waits as long as necessary, also for the game to start.
        """
        while self.wait():
            view = self._view
            yield view
            if self._view is view:
                self.refresh()

    def play(self, move: Any, *, wait_s: float = HOLD_S) -> t.Game:
        """Play one of ``legal_moves``, or its ``move``; returns your view after it, with the ``events`` since.

        The answer is delayed until it is your turn again, for at most ``wait_s`` seconds: one call for each turn. If it
        is lost, the move is sent again and counts once. Raises Problem: ``move/illegal``, ``move/stale`` if the game
        has gone on meanwhile, and others.
        """
        return cast("t.Game", self._send(move, wait_s=wait_s))

    def send(self, move: Any) -> None:
        """Like ``play``, but returns nothing: for callers that follow ``updates()``, which then yields the view."""
        ply = self._view["ply"]
        self._send(move, is_minimal=True)
        self._sent = ply

    def _send(self, move: Any, **options: Any) -> t.Game | None:
        body: Any = {"ply": self._view["ply"], "move": move.get("move", move)}
        path = f"/v1/games/{quote(self.id, safe='')}/moves"
        try:
            played = self._api.call("POST", path, body=body, token=self._my_token, is_repeatable=True, **options)
        except Problem as problem:
            if problem.view is not None:
                self._see(problem.view)
            raise
        if played is not None:
            self._see(played)
        return cast("t.Game | None", played)

    def wait(self, timeout_s: float | None = None) -> bool:
        """Wait until it is your turn; False if the game or the time is over."""
        ends = time.monotonic() + (math.inf if timeout_s is None else timeout_s)
        while not self.is_my_turn and not self.is_over and (left_s := ends - time.monotonic()) > 0:
            self.refresh(left_s)
        return self.is_my_turn

    def refresh(self, wait_s: float = 0) -> t.Game:
        """Fetch the view again; with ``wait_s`` as soon as the game changes, or after that time."""
        path = f"/v1/games/{quote(self.id, safe='')}"
        view = self._api.call("GET", path, token=self.token, etag=self._view["etag"], wait_s=wait_s)
        if view is None:
            return self._view
        self._sent = None
        return self._see(view)

    def events(self, after: int | str | None = None, *, follow: bool = True) -> Iterator[t.Event]:
        """The events, as your seat may know them, as they happen, to the end of the game; with ``follow=False`` those
        so far.

        Begins after ``after``, a version or the ``revision`` of a message; by default where the last ``events()`` of
        this handle stopped, at first with the start of the game. Resumes by itself, also across restarts of the
        service. If the service has lost the end of the game, as after the loss of a server, the events begin again with
        the first: their ``version`` goes down then.
        """
        for place, read, message in self._messages(after, follow):
            for count, event in enumerate(message["events"][read:], read + 1):
                if message.get("from_start") or message["version"] > version_of(self._saved["seen"]):
                    self._have_seen(place, count)
                yield event
            self._have_seen_all(message, read)

    def updates(self, after: int | str | None = None) -> Iterator[t.GameUpdate]:
        """Like ``events``, one message for each change with its ``events``, which may be none.

        The latest has its ``view``, which this handle then keeps; not where streams do not get through. If the events
        begin again with the first, the message has ``from_start``. When it changes which other players are away, a
        message has their seats as ``away``.
        """
        for _, read, message in self._messages(after, follow=True, with_views=True):
            if message.get("from_start"):
                self.refresh()
            if "view" in message and message["view"]["version"] >= self.version:
                # it may have been sent before our last request
                self._see(message["view"])
            self._have_seen_all(message, read)
            yield cast("t.GameUpdate", {**message, "events": message["events"][read:]})

    def suggest(self, *, timeout_s: float | None = None, **budget: Any) -> t.SuggestionAnswer:
        """The move a computer would play for you; it knows what you know. See ``client.suggest`` for the budget."""
        asked = self._api.create_game_suggestion(
            self.id, cast("t.GameSuggestionRequest", budget), token=self._my_token, wait_s=HOLD_S
        )
        return suggestion_answer(self._api, asked, self.token, timeout_s)

    def cards(self) -> list[Any]:
        """The cards of the game, and what each does."""
        return cast("list[Any]", self._api.list_game_cards(self.id, token=self.token)["cards"])

    # -- before and after, leaving and coming back

    def resign(self) -> t.Game:
        """Give up: the other side wins."""
        return self._see(self._api.resign(self.id, token=self._my_token))

    def abort(self) -> t.Game:
        """Call the game off before its first move, or before cards are dealt if several play: for its creator.

        A game of ``quick()`` has no owner: it is called off while its player waits for an opponent.
        """
        self._api.abort_game(self.id, token=self._saved["owner_token"] or self._my_token)
        return self.refresh()

    def take_over(self, seat: int | None = None, level: int | str | None = None) -> t.Game:
        """Let a computer play your seat, at a level, or that of an absent player, at the game's ``absent_level``."""
        body: t.TakeOverRequest = {} if level is None else {"level": level}
        number = cast("int", self.seat if seat is None else seat)
        return self._see(self._api.take_over_seat(self.id, number, body, token=self._my_token))

    def come_back(self) -> t.Game:
        """Play your seat again after a computer has taken it over."""
        return self._see(self._api.return_to_seat(self.id, cast("int", self.seat), token=self._my_token))

    def rematch(self, *, client_seed: str | None = None) -> Game:
        """The rematch, with the sides exchanged: created, or found if another player was first; ``client_seed`` is as
        in ``create``.
        """
        promise = promise_of(client_seed)
        view = self._api.ask_rematch(self.id, cast("t.RematchRequest", promise), token=self._my_token)
        moved = {str((int(seat) + 1) % len(view["seats"])): token for seat, token in self._saved["tokens"].items()}
        changed: dict[str, Any] = {"id": view["id"], "tokens": moved, "join_code": None, "seen": 0, "begun": None}
        changed["commitment"] = view["fairness"]["commitment"]
        seat = str(cast("dict[str, Any]", view["you"])["seat"])
        is_promised = promise and view["fairness"]["promises"].get(seat) == promise["seed_digest"]
        changed["own_seed"] = own_seed(seat, client_seed) if is_promised else None
        return Game(self._api, view, cast("SavedGame", self._saved | changed))

    def record(self) -> t.GameRecord:
        """The record of the finished game: seed, shuffles, moves, events and scoresheet."""
        return self._api.get_record(self.id, token=self.token)

    def sheet(self) -> t.Scoresheet:
        """Line score, goals, penalties and statistics of the finished game."""
        return self._api.get_sheet(self.id, token=self.token)

    def analysis(self, *, timeout_s: float | None = None) -> t.Analysis:
        """Your moves in the finished game, each with a grade and, if it was not the best, a better one.

        The first call starts the analysis, and all wait for it. Raises Failed if there is none, and TimeoutError.
        """
        return finished_analysis(self._api, self.id, self._my_token, timeout_s)

    def fairness_faults(self) -> list[str]:
        """Why the shuffles of the finished game may be unfair; empty if no one could choose them, the operator
        included.

        Computed here, from the revealed seeds, against what this handle received before. Without a ``client_seed`` of
        yours the shuffles are fair only if you trust the operator.
        """
        proof = self._api.get_fairness(self.id, token=self.token)
        return fairness_faults(proof, self._saved["commitment"], self._saved["own_seed"])

    # --

    @property
    def _my_token(self) -> str:
        if self.token is None:
            raise ValueError(f"game {self.id} is only watched: there is no token to play it with")
        return self.token

    def _see(self, view: t.Game) -> t.Game:
        self._view = view
        self._reveal()
        return self._view

    def _reveal(self) -> None:
        """Reveal your seed if the service asks for it, and keep promises received before from others."""
        own, fairness = self._saved["own_seed"], self._view["fairness"]
        if own is None or fairness.get("reveal_by") is None or own["by"] in fairness["client_seeds"]:
            return
        if own["promises"] is None:
            own["promises"] = fairness["promises"]
        token = cast("str", self._saved["owner_token"] if own["by"] == "owner" else self.token)
        with suppress(Problem):  # the game was called off
            self._api.reveal_seed(self.id, {"client_seed": own["seed"]}, token=token)
        self.refresh()

    def _have_seen(self, place: Place, count: int) -> None:
        """Record that everything was read up to this place, and ``count`` events after it."""
        self._saved["seen"], self._saved["begun"] = place, {"place": place, "count": count} if count else None

    def _have_seen_all(self, message: t.GameUpdate, read: int) -> None:
        """Record that a message was read; ``read`` events were read already, which may be more than it has."""
        if message.get("from_start") or message["version"] >= version_of(self._saved["seen"]):
            self._have_seen(message["revision"], max(0, read - len(message["events"])))

    def _messages(
        self, after: Place | None, follow: bool, with_views: bool = False
    ) -> Iterator[tuple[Place, int, t.GameUpdate]]:
        """Messages, each with the place before it, and how many of the events after that were read already."""
        place, begun = self._saved["seen"] if after is None else after, self._saved["begun"]
        read = begun["count"] if after is None and begun and begun["place"] == place else 0
        found = (
            follow_game(self._api, self.id, self.token, place, with_views=with_views) if follow else self._listed(place)
        )
        for message in found:
            if message.get("from_start"):
                place, read = 0, 0
            yield place, read, message
            place, read = message["revision"], max(0, read - len(message["events"]))

    def _listed(self, after: Place) -> Iterator[t.GameUpdate]:
        """The events so far."""
        while (page := self._api.list_events(self.id, after=str(after), token=self.token))["revision"] != after:
            yield cast("t.GameUpdate", page)
            after = page["revision"]
