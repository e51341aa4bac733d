"""The client: one service, and the games on it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

from faceoff_client.fairness import OwnSeed, own_seed, promise_of
from faceoff_client.game import Game, SavedGame
from faceoff_client.operations import Operations
from faceoff_client.tasks import Match, batch_answers, suggestion_answer
from faceoff_client.transport import HOLD_S, Session

if TYPE_CHECKING:
    from faceoff_client import types as t

PATIENCE_S = 30.0


class Client:
    """A client of one service.

    ``address`` is that of the service, ``api_key`` is needed if its operator asks for one. ``patience_s`` is how long
    one call keeps trying while the service is away, or asks to come back later (``Retry-After``). ``session`` replaces
    the ``requests.Session``, for proxies, certificates and measurements. A client is for one thread.

    ``api`` has a method for each operation of the API, for operations without a method here.
    """

    def __init__(
        self,
        address: str = "http://127.0.0.1:8000",
        api_key: str | None = None,
        *,
        language: str | None = None,
        patience_s: float = PATIENCE_S,
        session: Session | None = None,
    ) -> None:
        """``language`` of the texts for people, as in ``Accept-Language``: ``fr-CA``. English by default."""
        self.api = Operations(address, api_key, patience_s, session, language)

    def __repr__(self) -> str:
        return f"<Client of {self.address}>"

    @property
    def address(self) -> str:
        return self.api.address

    # -- games

    def variants(self) -> list[t.VariantSummary]:
        """The games that the service offers, in short."""
        return self.api.list_variants()["variants"]

    def variant(self, key: str) -> t.Variant:
        """A game with its presets, options, moves and levels."""
        return self.api.get_variant(key)

    def games(self, **filters: Any) -> Iterator[t.GameSummary]:
        """The public games, the newest first: all pages. Filters are ``status``, ``variant``, ``preset`` and
        ``joinable``.
        """
        cursor: str | None = ""
        while cursor is not None:
            page = self.api.list_games(cursor=cursor or None, **filters)
            yield from page["games"]
            cursor = page["next"]

    def create(
        self,
        variant: str,
        *,
        level: int | str | None = None,
        rating: int | None = None,
        character: str | None = None,
        name: str | None = None,
        team: t.TeamRequest | None = None,
        preset: str | None = None,
        seats: Sequence[t.SeatRequest] | None = None,
        options: Mapping[str, Any] | None = None,
        client_seed: str | None = None,
        idempotency_key: str | None = None,
        **settings: Any,
    ) -> Game:
        """Create a game, and return the handle of its first person's seat.

        By default you play in seat 0, called ``name``, for ``team``, against computers of ``level``, such as ``"pro"``
        or 4, or of ``rating``, as a ``character`` of the game; ``seats`` overrides this, as in ``[{"kind": "person"},
        {"kind": "open"}]``. ``settings`` are further fields of the request, such as ``public`` or ``pace_ms``.

        With ``client_seed``, a ``new_seed()`` of your own, no one can choose the cards, the operator included: it is
        promised now, and the handle reveals it when the last seat is taken.

        If the answer is lost the request is sent again, with the same Idempotency-Key, and makes one game. Save a key
        of your own before the call to go on after a crash as well: a random UUID.
        """
        computer = _given(level=level, rating=rating, character=character)
        person = _given(name=name, team=team)
        if seats is not None and (computer or person):
            raise ValueError("level, rating, character, name and team are for the default seats: write them into seats")
        if seats is None and (computer or person):
            seats = self._seats(variant, preset, computer, person)
        body = _given(variant=variant, preset=preset, seats=seats, options=options, **settings)
        body |= promise_of(client_seed)
        others_play = sum(seat["kind"] == "person" for seat in seats or ()) > 1  # people take their time
        made = self.api.create_game(body, wait_s=0 if others_play else HOLD_S, idempotency_key=idempotency_key)
        first = min(made["tokens"], default="")
        return self._game(made, token=made["tokens"].get(first), own_seed=own_seed("owner", client_seed))

    def join(
        self,
        game_id: str,
        join_code: str | None = None,
        *,
        client_seed: str | None = None,
        idempotency_key: str | None = None,
        **fields: Any,
    ) -> Game:
        """Take an open seat. ``fields`` are ``name``, ``team`` and ``seat``; ``client_seed`` is as in ``create``."""
        body = _given(join_code=join_code, **fields) | promise_of(client_seed)
        joined = self.api.join_game(game_id, body, idempotency_key=idempotency_key)
        return self._game(joined, own_seed=own_seed(_seat_of(joined), client_seed))

    def quick(
        self, variant: str, *, client_seed: str | None = None, idempotency_key: str | None = None, **fields: Any
    ) -> Game:
        """Play now: against a player who waits for the same game, or joins within ``wait_s`` seconds; otherwise against
        a computer.

        ``fields`` are ``name``, ``team``, ``preset``, ``options``, ``wait_s``, ``level``, ``rating`` and
        ``character``; ``client_seed`` is as in ``create``. Returns at once; ``turns()`` and ``wait()`` wait.
        """
        body = _given(variant=variant, **fields) | promise_of(client_seed)
        found = self.api.play_now(body, idempotency_key=idempotency_key)
        return self._game(found, own_seed=own_seed(_seat_of(found), client_seed))

    def watch(self, game_id: str) -> Game:
        """The handle of a spectator."""
        return self._game(self.api.get_game(game_id))

    def resume(self, saved: SavedGame | Mapping[str, Any]) -> Game:
        """The handle of a game from the result of its ``saved()``."""
        view = self.api.get_game(saved["id"], token=saved["token"])
        return Game(self.api, view, cast("SavedGame", {"own_seed": None, "begun": None, **saved}))

    # -- without a game

    def suggest(
        self, variant: str, observation: Mapping[str, Any], *, timeout_s: float | None = None, **budget: Any
    ) -> t.SuggestionAnswer:
        """The move a computer would play in a position, as one seat sees it. Waits for the result.

        ``observation_of(view)`` makes an observation of a view. ``budget`` is ``level``, ``rating``, ``simulations`` or
        ``time_ms``, and optionally ``character``; with a level or rating and ``mistakes=True`` it plays as that
        computer does in games. Raises Failed if there is no answer, TimeoutError after ``timeout_s``.
        """
        body: Any = {"variant": variant, "observation": dict(observation), **budget}
        return suggestion_answer(self.api, self.api.create_suggestion(body, wait_s=HOLD_S), None, timeout_s)

    def suggest_batch(
        self,
        variant: str,
        positions: Iterable[Mapping[str, Any]],
        *,
        explain: bool = False,
        timeout_s: float | None = None,
        **budget: Any,
    ) -> list[t.BatchAnswer]:
        """The moves a computer would play in up to 1000 positions, in their order. Waits for the result.

        Each of the ``positions`` has an ``observation`` and, if it is to be that of another opponent, a ``seed``. The
        rest as for ``suggest``; the values of other moves are there only with ``explain``, which takes much longer.
        """
        body: Any = {"variant": variant, "positions": [*positions], "explain": explain, **budget}
        return batch_answers(self.api, self.api.create_batch(body, wait_s=HOLD_S), None, timeout_s)

    def legal_moves(self, variant: str, observation: Mapping[str, Any]) -> t.PositionMoves:
        """The legal moves of a position, as one seat sees it."""
        body: Any = {"variant": variant, "observation": dict(observation)}
        return self.api.list_legal_moves(body)

    def match(
        self,
        variant: str,
        first: int | str | Mapping[str, Any],
        second: int | str | Mapping[str, Any],
        pairs: int,
        **settings: Any,
    ) -> Match:
        """Let two computers play ``pairs`` pairs of games; a pair has the same shuffles, with the sides exchanged.

        A player is a level, such as ``"pro"`` or 4, ``{"rating": 400, "character": "deacon"}``, or search settings such
        as ``{"simulations": 200}``. ``settings`` are ``preset``, ``options`` and ``seed``.
        """
        players = [{"level": player} if isinstance(player, int | str) else player for player in (first, second)]
        body = _given(variant=variant, first=players[0], second=players[1], pairs=pairs, **settings)
        state: Any = dict(self.api.create_match(body))
        token = state.pop("token")
        return Match(self.api, state, token)

    # --

    def _seats(
        self, variant: str, preset: str | None, computer: dict[str, Any], person: dict[str, Any]
    ) -> list[t.SeatRequest]:
        """One person, and computers in the other seats of the preset."""
        details = self.variant(variant)
        presets, levels = details["presets"], details["levels"]
        count = next((item["seats"] for item in presets if item["key"] == preset), presets[0]["seats"])
        if "level" not in computer and "rating" not in computer:
            computer = {"level": levels[(len(levels) - 1) // 2]["key"], **computer}
        return [_given(kind="person", **person), *[_given(kind="ai", **computer)] * (count - 1)]

    def _game(self, view: t.Game, token: str | None = None, own_seed: OwnSeed | None = None) -> Game:
        """The handle of a game with the secrets of its view; the view is then without them and can be printed."""
        shown: Any = dict(view)
        saved: SavedGame = {
            "id": view["id"],
            "token": shown.pop("token", token),
            "tokens": shown.pop("tokens", {}),
            "owner_token": shown.pop("owner_token", None),
            "join_code": shown.pop("join_code", None),
            "commitment": view["fairness"]["commitment"],
            "own_seed": own_seed,
            "seen": 0,
            "begun": None,
        }
        return Game(self.api, shown, saved)


def _seat_of(view: t.Game) -> str:
    return str(cast("dict[str, Any]", view["you"])["seat"])


def _given(**fields: Any) -> Any:
    return {name: value for name, value in fields.items() if value is not None}
