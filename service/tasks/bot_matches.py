"""Matches with bots: the games are ordinary games that bots play through the API, counted like those of a match between
computers.

The deals are not mirrored. A program would remember the first game of a pair and know the hidden cards of the second;
so every game has a secret seed of its own, and only the sides are exchanged. docs/adr/0018-bots.md says more.

No worker plays such a match: a sweeper looks after it about once a second, starts games, and counts those that have
ended.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

import msgspec

from engines import VARIANTS
from service.games import lifecycle
from service.games.bots import is_owner
from service.games.catalogue import find_variant
from service.games.create import NewGame, create_game
from service.games.once import Once
from service.games.progress import finish, require_active
from service.games.replay import replay_of
from service.games.update import Games
from service.model.game import ABORTED, ACTIVE, AI, BOT, FINISHED, OPEN, PENDING, Game, GameSettings, seats_to_act
from service.model.problem import Problem, refused_by
from service.model.timestamps import now_ms, parse_time_ms
from service.model.tokens import at_random, derived, new_game_id, new_match_id
from service.store.bots import Bot, unknown_bot
from service.store.history import Request
from service.store.tasks import CANCELLED, DONE, FAILED, MatchStore, Task
from service.tasks.matches import (
    GAMES_OF_A_PAIR,
    PLAYERS,
    Creator,
    Matches,
    MatchGame,
    MatchMove,
    dump_player,
    player_for,
)

Who: TypeAlias = Literal["first", "second"]

AGAIN_MS: Final = 250
"""A match is looked after again this long after the last time, by whichever sweeper comes next."""
MAX_AT_ONCE: Final = 8
"""Games of one match that are played at once."""
ENDING: Final = "ending"
"""Why a match ends, noted before its games are aborted: from then on it starts none."""
GAME_LIFE_S: Final = 3600
"""A game of a match is deleted this long after its last change; by then it is counted, or the match is gone."""
NEVER_ABSENT_S: Final = 7 * 24 * 3600
"""No computer takes over a seat of a match: a bot that does not answer forfeits."""


# -- requests


def has_bots(body: Mapping[str, Any]) -> bool:
    """Whether a request for a match names a bot."""
    return any("bot" in body[name] for name in PLAYERS)


def start_bot_match(
    matches: Matches,
    games: Games,
    body: Mapping[str, Any],
    token: str | None,
    key_id: str | None,
    creator: Creator,
    match_id: str | None = None,
) -> Task:
    """Create a match in which at least one player is a bot, and start its first games."""
    variant = find_variant(body["variant"])
    with refused_by(variant):
        preset, options = variant.resolve_options(body.get("preset"), body.get("options"))
    per_side = int(variant.new_game(options).seats()) // 2
    matches.check_pairs(body["pairs"])
    players: list[dict[str, Any]] = []
    cap_ms = 0
    places: dict[str, int] = {}
    for name in PLAYERS:
        wanted = body[name]
        if "bot" not in wanted:
            player = player_for(variant, wanted, name, matches.bounds)
            if wanted.get("level", 0) < 1 and "rating" not in wanted:
                raise Problem("match/invalid", f"{name}: against a bot, give a level from 1, or a rating", field=name)
            players.append(dump_player(player, wanted))
            cap_ms += player.cap_ms
            continue
        bot = _allowed_bot(games, wanted, name, variant.key, token, key_id)
        places[bot.id] = places.get(bot.id, 0) + per_side
        if places[bot.id] > bot.max_games:
            detail = (
                f"{name}: a game takes {places[bot.id]} places of {bot.name}, which has {bot.max_games}: raise its "
                "max_games"
            )
            raise Problem("match/invalid", detail, field=name)
        players.append({"name": bot.name, "bot": bot.id})
    request = {
        "variant": variant.key,
        "preset": preset,
        "options": options,
        "players": players,
        "pairs": body["pairs"],
        "seed": None,
        "chains": 0,
        "answer_s": body["answer_s"],
        "owner": creator.owner_digest,
        "fingerprint": creator.fingerprint,
    }
    with matches.reserve_ai_time(GAMES_OF_A_PAIR * body["pairs"] * cap_ms):
        match = matches.store.open(request, creator.reader_digest, creator.client_id, task_id=match_id)
    advance(games, matches.store, match)
    return matches.store.find(match.id) or match


def _allowed_bot(
    games: Games, wanted: Mapping[str, Any], where: str, variant: str, token: str | None, key_id: str | None
) -> Bot:
    if len(wanted) > 1:
        others = " and ".join(name for name in wanted if name != "bot")
        raise Problem(
            "match/invalid", f"{where}: a bot has no {others}; give either a bot or other fields", field=where
        )
    bot = games.bots.find(wanted["bot"]) if games.bots else None
    if bot is None:
        raise unknown_bot(wanted["bot"])
    if not bot.open_to_matches and not is_owner(bot, token, key_id):
        detail = (
            f"{where}: {bot.name} is not open to matches of others: send its token, or the API key that registered it"
        )
        raise Problem("bot/not_yours", detail, field=where)
    if variant not in bot.variants:
        raise Problem("bot/other_variant", f"{where}: {bot.name} does not play {variant}.", field=where)
    if games.bots and not games.bots.are_online([bot])[0]:
        raise Problem("bot/offline", f"{where}: {bot.name} is not online; start it first.", field=where)
    return bot


# -- in a sweeper


@dataclass
class _Ended:
    """A game that has ended, from the first player's side."""

    points: float
    goals: int
    forfeited_by: Who | None
    line: MatchGame

    def dump(self) -> list[Any]:
        return [[self.points, self.goals, self.forfeited_by], msgspec.to_builtins(self.line)]


class _MatchEnds(Exception):
    """The match cannot go on; the text says why."""


class _NoGame(Exception):
    """No game can start now. The text says which bot is offline; empty if a bot's last place was taken, or the store is
    full.
    """


class _Moved(Exception):
    """The bot has answered after all."""


def advance(games: Games, store: MatchStore, match: Task) -> None:
    """Count the games that have ended, start new ones, and end the match when all are played or a bot is gone.

    Several processes may do this at once: the id of every game follows from the match, so that each is created and
    counted once.
    """
    if not store.heartbeat(match.id, made_progress=True, again_ms=AGAIN_MS):
        return
    try:
        ending = store.noted(match.id, ENDING)
        if ending == CANCELLED:
            cancel(games, store, match)
        elif ending:
            raise _MatchEnds(ending)
        else:
            _advance(games, store, match)
    except _MatchEnds as end:
        detail = store.note(match.id, ENDING, str(end))
        stop_games(games, store, match)
        store.close(match, FAILED, {"detail": detail})


def cancel(games: Games, store: MatchStore, match: Task) -> None:
    """Abort the games of a match, then end it: if this process dies in between, the next sweep goes on."""
    store.note(match.id, ENDING, CANCELLED)
    stop_games(games, store, match)
    store.close(match, CANCELLED)


def _advance(games: Games, store: MatchStore, match: Task) -> None:
    pairs, finished, open_pairs = match.request["pairs"], store.finished_pairs(match.id), store.checkpoints(match.id)
    running, offline = 0, ""
    begun = len(finished | open_pairs.keys())
    try:
        for pair, ended in open_pairs.items():
            running += _look_at_pair(games, store, match, pair, ended)
        while begun < pairs and running < MAX_AT_ONCE and _has_place(games, match):
            running += _look_at_pair(games, store, match, begun, [None] * GAMES_OF_A_PAIR)
            begun += 1
    except _NoGame as problem:
        offline = str(problem)
    if len(store.finished_pairs(match.id)) == pairs:
        store.close(match, DONE)
    elif running or not offline:
        store.note(match.id, "offline_since", "")
    elif now_ms() - int(store.note(match.id, "offline_since", str(now_ms()))) > 1000 * match.request["answer_s"]:
        raise _MatchEnds(offline)


def _look_at_pair(games: Games, store: MatchStore, match: Task, pair: int, ended: list[Any]) -> int:
    """Count what has ended of a pair and start what has not begun; returns how many of its games run."""
    running, before = 0, list(ended)
    if not any(before):
        store.save_checkpoint(match.id, pair, before)
    for number in range(GAMES_OF_A_PAIR):
        if ended[number] is not None:
            continue
        try:
            game = games.load(game_id_of(match, pair, number))
        except Problem:  # not begun
            if not _has_place(games, match):
                continue
            game = _begin(games, match, pair, number)
        result = _result_of(games, match, game, pair, number)
        running += result is None
        ended[number] = None if result is None else result.dump()
    if None not in ended:
        store.finish_pair(match.id, pair, [result for result, _ in ended], [line for _, line in ended])
    elif ended != before:
        store.save_checkpoint(match.id, pair, ended)
    return running


def stop_games(games: Games, store: MatchStore, match: Task) -> None:
    """Abort the games of a match that has ended before them."""
    for pair, ended in store.checkpoints(match.id).items():
        for number, result in enumerate(ended):
            if result is None:
                try:
                    lifecycle.abort(games, game_id_of(match, pair, number))
                except Problem:  # not begun, or over
                    pass


def game_id_of(match: Task, pair: int, number: int) -> str:
    """The id of a game of the match."""
    return new_game_id(derived(match.id.encode(), f"{pair} {number}"))


def _shown_id(match: Task) -> str:
    """What bots know the match by: not its id if that is enough to read it."""
    return match.id if match.reader_digest else new_match_id(derived(match.id.encode(), "name for bots"))


# -- one game


def _has_place(games: Games, match: Task) -> bool:
    """Whether every bot has a place for another game, and one more for people if it has more than one game at once."""
    wanted: dict[str, int] = {}
    for player in match.request["players"]:
        if "bot" in player:
            wanted[player["bot"]] = wanted.get(player["bot"], 0) + _seats_per_side(match)
    for bot_id, places in wanted.items():
        bot = games.bots.find(bot_id) if games.bots else None
        if bot is None or games.bots is None:
            raise _MatchEnds(f"Bot {bot_id} was deleted.")
        if games.bots.count_places([bot])[0] + places > max(bot.max_games - 1, places):
            return False
    return True


def _seats_per_side(match: Task) -> int:
    return int(VARIANTS[match.request["variant"]].new_game(match.request["options"]).seats()) // 2


def _begin(games: Games, match: Task, pair: int, number: int) -> Game:
    request = match.request
    game_id = game_id_of(match, pair, number)
    by_side = [_seat(player) for player in request["players"]]
    seats = [by_side[(seat + number) % 2] for seat in range(2 * _seats_per_side(match))]
    settings = GameSettings(
        pace_ms=0, absent_after_s=NEVER_ABSENT_S, invitation_s=request["answer_s"], expire_after_s=GAME_LIFE_S
    )
    new = NewGame(
        VARIANTS[request["variant"]],
        request["preset"],
        request["options"],
        seats,
        public=False,
        settings=settings,
        match_id=_shown_id(match),
    )
    try:
        once = Once(lambda purpose: _drawn(match, pair, number, purpose), Request("create"))
        return create_game(games, new, once).game
    except Problem as problem:
        if problem.code in ("bot/offline", "bot/full", "store/full"):
            raise _NoGame(problem.detail if problem.code == "bot/offline" else "") from None
        raise _MatchEnds(f"Game {game_id} could not be created: {problem.detail}") from None


def _drawn(match: Task, pair: int, number: int, purpose: str) -> bytes:
    """The id of the game follows from the match; its secrets do not."""
    return derived(match.id.encode(), f"{pair} {number}")(purpose) if purpose == "game" else at_random(purpose)


def _seat(player: Mapping[str, Any]) -> dict[str, Any]:
    if "bot" in player:
        return {"kind": BOT, "bot": player["bot"]}
    asked = {"level": player.get("number"), "rating": player.get("rating"), "style": player.get("style")}
    return {"kind": AI} | {name: value for name, value in asked.items() if value}


def _result_of(games: Games, match: Task, game: Game, pair: int, number: int) -> _Ended | None:
    """The result of a game that has ended, or ends now because a bot does not answer; None if it goes on."""
    absent = _absent_sides(match, game)
    if len(absent) > 1:
        raise _MatchEnds(f"Neither bot has answered in game {game.id}.")
    if absent and game.status == ACTIVE:
        try:
            game = _forfeit(games, game, absent.pop())
        except (_Moved, Problem):
            return None
    elif absent:  # not accepted
        side = absent.pop()
        if game.status == OPEN:
            game = lifecycle.abort(games, game.id)
        return _ended(games, game, pair, number, winner=1 - side, is_forfeit=True)
    if game.status == ABORTED:
        raise _MatchEnds(f"Game {game.id} was aborted.")
    if game.status != FINISHED or game.result is None:
        return None
    return _ended(games, game, pair, number, game.result["winner"], is_forfeit=game.result["reason"] == "forfeit")


def _absent_sides(match: Task, game: Game) -> set[int]:
    """The sides whose bots have not accepted, have not answered in time, or let a computer play for them."""
    if game.status == ACTIVE and game.asked_at is not None:
        replaced = {seat % 2 for seat, place in enumerate(game.seats) if place.bot and place.kind == AI}
        if replaced or now_ms() <= parse_time_ms(game.asked_at) + 1000 * match.request["answer_s"]:
            return replaced
        return {seat % 2 for seat in seats_to_act(game) if game.seats[seat].bot}
    invitations = {seat: place.invitation for seat, place in enumerate(game.seats) if place.invitation}
    return {seat % 2 for seat, invitation in invitations.items() if invitation["status"] != PENDING}


def _forfeit(games: Games, game: Game, side: int) -> Game:
    ply = game.state.ply

    def give_up(game: Game) -> None:
        require_active(game)
        if game.state.ply != ply:
            raise _Moved
        seats = [seat for seat, place in enumerate(game.seats) if seat % 2 == side and place.bot]
        game.events.append(
            {"type": "forfeited", "seat": next((seat for seat in seats if seat in seats_to_act(game)), seats[0])}
        )
        finish(game, winner=1 - side, reason="forfeit")

    return games.update(game.id, give_up).game


def _ended(games: Games, game: Game, pair: int, first_side: int, winner: int | None, is_forfeit: bool) -> _Ended:
    score = [int(game.state.score(side)) for side in (0, 1)]
    points = 0.5 if winner is None else float(winner == first_side)
    loser: Who = "second" if winner == first_side else "first"
    goals = score[first_side] - score[1 - first_side]
    line = MatchGame(
        variant=game.variant_key,
        rules_version=game.rules_version,
        options=game.options,
        pair=pair,
        first_side=first_side,
        points=points,
        goals=goals,
        score=score,
        seed=game.seed,
        shuffles=replay_of(games.store.games, game).orders,
        moves=[
            MatchMove(seat=move.seat, ply=move.ply, move=move.move)
            for move in games.store.games.recorded_moves(game.id, game.version)
        ],
        game_id=game.id,
        forfeited_by=loser if is_forfeit else None,
    )
    return _Ended(points, goals, loser if is_forfeit else None, line)
