"""Matches: two players play many games. Between computers, workers play them on mirrored deals; games with bots are
ordinary games. No HTTP, no Redis words.

``ai.arena`` plays and counts, so the result is that of the arena for the same seed. A part of a match is a pair of
games. A slice ends after about a second, or at the next decision when a person or a suggestion waits; then the state of
both games of a pair is saved.

The games of a match with bots are played by them through the API, and counted like those of a match between computers.
Their deals are not mirrored. A program would remember the first game of a pair and know the hidden cards of the second;
so every game has a secret seed of its own, and only the sides are exchanged. docs/adr/0018-bots.md says more.

No worker plays such a match: a sweeper advances it about once a second, starts games, and counts those that have
ended. The half of a pair is its games as ``EndedGame``, None for one that has not ended.
"""

import secrets
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, fields
from typing import Any, Final, Literal, NamedTuple

import msgspec

from ai.arena import Play, begin_pair
from ai.levels import RANDOM, Player
from engines import VARIANTS
from engines.api import Variant
from service.config import Settings
from service.games import lifecycle
from service.games.catalogue import find_variant
from service.games.computers import Computer, with_character
from service.games.create import NewGame, create_game
from service.games.invitations import bot_of_variant
from service.games.play import finish, require_active
from service.games.replay import replay_of
from service.games.update import Games, Once
from service.model.answer import Problem, refused_by, wrong_field
from service.model.events import Forfeited
from service.model.game import ABORTED, ACTIVE, AI, BOT, FINISHED, OPEN, PENDING, Game, GameSettings, seats_to_act
from service.model.timestamps import away_ms, left_ms, now_ms
from service.model.tokens import at_random, derived, new_id
from service.store.bots import Bot
from service.store.games import Request
from service.store.readable import Unreadable
from service.store.tasks import CANCELLED, DONE, ENDING, FAILED, MATCH, OFFLINE_SINCE, Task
from service.tasks.match_views import CUSTOM, GAMES_OF_A_PAIR, PLAYERS, GameResult, MatchGame, MatchMove
from service.tasks.task import Client, Clock, Tasks, Work, require_at_most

# -- with bots

AGAIN_MS: Final = 250
"""Time after which a match is advanced again, by any sweeper."""
MAX_AT_ONCE: Final = 8
"""Games of one match that are played at once."""
GAME_LIFE_S: Final = 3600
"""A game of a match is deleted this long after its last change; by then it is counted, or the match is gone."""
NEVER_ABSENT_S: Final = 7 * 24 * 3600
"""No computer takes over a seat of a match: a bot that does not answer forfeits."""


def bot_for(
    games: Games,
    variant: Variant,
    options: Mapping[str, Any],
    wanted: Mapping[str, Any],
    where: str,
    client: Client,
    others: Sequence[Bot],
) -> Bot:
    """The requested bot as a player, against ``others``; raises Problem if it may not play."""
    bots = games.store.bots
    bot = bot_of_variant(bots, wanted["bot_id"], variant, where)
    is_owner = client.id == bot.key_id or secrets.compare_digest(client.reader_digest, bot.token_digest)
    if not bot.open_to_matches and not is_owner:
        needs = "send its token, or the API key that registered it"
        raise wrong_field("bot/not_yours", where, f"{bot.name} is not open to matches of others: {needs}")
    if not bots.are_online([bot])[0]:
        raise wrong_field("bot/offline", where, f"{bot.name} is not online; start it first.")
    places = _seats_per_side(variant, options) * (1 + sum(other.id == bot.id for other in others))
    if places > bot.max_games:
        detail = f"a game takes {places} places of {bot.name}, which has {bot.max_games}: raise its max_games"
        raise wrong_field("request/invalid", where, detail)
    return bot


# -- with bots, in a sweeper


class _MatchFails(Exception):
    """The match cannot continue; the text says why."""


def advance(tasks: Tasks, match: Task) -> None:
    """Count the games that have ended, start new ones, and end the match when all are played or a bot is gone.

    Several processes may do this at once: the id of every game is derived from the match, so that each is created and
    counted once.
    """
    store = tasks.store
    if not store.heartbeat(match.id, again_ms=AGAIN_MS):
        return
    try:
        if match.ending:
            raise _MatchFails(match.ending)
        _Look(tasks, match).advance()
    except _MatchFails as failed:
        _end(tasks, match, str(failed))


def cancel(tasks: Tasks, match: Task) -> None:
    """Stop a match, with or without bots; finished games are kept. A match that has ended is not changed."""
    if match.workers:
        tasks.store.close(match, CANCELLED)
    else:
        _end(tasks, match, CANCELLED)


def _end(tasks: Tasks, match: Task, why: str) -> None:
    """End a match before its games: ``CANCELLED``, or why it fails. The reason stored first counts, and from then on no
    game is started.

    The games are aborted before the match ends: if this process dies in between, the next sweep continues.
    """
    why = tasks.store.note(match.id, ENDING, why)
    for pair, games in (tasks.store.find(match.id) or match).halves.items():
        for number, ended in enumerate(games):
            if ended is None:
                with suppress(Problem, Unreadable):  # not begun, or over
                    lifecycle.abort(tasks.games, game_id_of(match, pair, number))
    if why == CANCELLED:
        tasks.store.close(match, CANCELLED)
    else:
        tasks.store.close(match, FAILED, why)


class EndedGame(NamedTuple):
    """A game that has ended, as it is stored."""

    result: GameResult
    line: dict[str, Any]
    """Its line of the download."""


class _Look:
    """One step of a match."""

    def __init__(self, tasks: Tasks, match: Task) -> None:
        self.store = tasks.store
        self.games = tasks.games
        self.match = match
        self.variant = VARIANTS[match.request["variant"]]
        self.answer_ms = 1000 * int(match.request["answer_s"])
        self.seats_per_side = _seats_per_side(self.variant, match.request["options"])
        self.running = 0
        """Games in progress."""
        self.is_refused = False
        """Whether a game could not begin for a reason that may pass: a bot is offline or has no place, or the store is
        full.
        """
        self.offline = ""
        """Why, if a bot is offline; otherwise empty."""

    def advance(self) -> None:
        """Update the pairs that have begun, begin others, and end the match after the last one. Raises _MatchFails."""
        match, pairs = self.match, self.match.request["pairs"]
        done = len(match.results)
        for pair in range(pairs):
            if pair in match.results:
                continue
            if pair not in match.halves and (self.running >= MAX_AT_ONCE or not self._may_begin()):
                break
            done = max(done, self._look_at_pair(pair, match.halves.get(pair)))
        if done == pairs:
            self.store.close(match, DONE)
        elif self.running or not self.offline:
            self.store.note(match.id, OFFLINE_SINCE, "")
        else:
            now = now_ms() - away_ms()
            if now - int(self.store.note(match.id, OFFLINE_SINCE, str(now))) > self.answer_ms:
                raise _MatchFails(self.offline)

    def _look_at_pair(self, pair: int, saved: list[Any] | None) -> int:
        """Count the finished games of a pair and start those that have not begun; returns how many pairs are done."""
        if saved is None:  # first, so that its games are found if the match ends
            saved = [None] * GAMES_OF_A_PAIR
            self._require_open(self.store.save_part(self.match, pair, saved) >= 0)
        games = [EndedGame(*game) if game else self._look_at_game(pair, n) for n, game in enumerate(saved)]
        ended = [game for game in games if game]
        if len(ended) == GAMES_OF_A_PAIR:
            results, lines = [game.result for game in ended], [game.line for game in ended]
            return self.store.finish_part(self.match, pair, results, lines)
        if len(ended) > GAMES_OF_A_PAIR - saved.count(None):
            self.store.save_part(self.match, pair, games)
        return 0

    def _look_at_game(self, pair: int, number: int) -> EndedGame | None:
        """A game that has ended. It is started if it has not begun; None if it goes on or cannot start now."""
        game: Game | None
        try:
            game = self.games.load(game_id_of(self.match, pair, number))
        except Problem:  # not begun
            game = self._begin(pair, number) if self._may_begin() else None
        if game is None:
            return None
        ended = self._ended_game(game, pair, number)
        self.running += ended is None
        return ended

    # -- a game begins

    def _may_begin(self) -> bool:
        """Whether every bot has a place for another game, and one more for people if it has more than one game at
        once.
        """
        if self.is_refused:
            return False
        sides = Counter(player["bot_id"] for player in self.match.request["players"] if "bot_id" in player)
        bots = self.games.store.bots
        for bot_id, count in sides.items():
            bot, places = bots.find(bot_id), count * self.seats_per_side
            if bot is None:
                raise _MatchFails(f"Bot {bot_id} was deleted.")
            if bots.count_places([bot])[0] + places > max(bot.max_games - 1, places):
                return False
        return True

    def _begin(self, pair: int, number: int) -> Game | None:
        """Start a game; None if none can start now."""
        match, request = self.match, self.match.request
        game_id = game_id_of(match, pair, number)
        by_side = [_seat(player) for player in request["players"]]
        seats = [by_side[(seat + number) % 2] for seat in range(2 * self.seats_per_side)]
        settings = GameSettings(
            pace_ms=0, absent_after_s=NEVER_ABSENT_S, invitation_s=request["answer_s"], expire_after_s=GAME_LIFE_S
        )
        new = NewGame(
            self.variant,
            request["preset"],
            request["options"],
            seats,
            public=False,
            settings=settings,
            match_id=_shown_id(match),
        )
        try:
            once = Once(lambda purpose: _drawn(match, pair, number, purpose), Request("create"))
            game = create_game(self.games, new, once).game
        except Problem as problem:
            if problem.code not in ("bot/offline", "bot/full", "store/full"):
                raise _MatchFails(f"Game {game_id} could not be created: {problem.detail}") from None
            self.is_refused = True
            if problem.code == "bot/offline":
                self.offline = problem.detail
            return None
        # A process that ends the match meanwhile records that first and then aborts the games: one of them finds it.
        now = self.store.find(match.id)
        self._require_open(now is not None and now.is_open and not now.ending)
        return game

    def _require_open(self, is_open: bool) -> None:
        """Raise _MatchFails if the match has been ended by another process, so that its games are aborted."""
        if not is_open:
            raise _MatchFails("The match has ended.")

    # -- a game ends

    def _ended_game(self, game: Game, pair: int, number: int) -> EndedGame | None:
        """A game that has ended, or ends now because a bot does not answer; None if it goes on."""
        absent = self._absent_sides(game)
        if len(absent) > 1:
            raise _MatchFails(f"Neither bot has answered in game {game.id}.")
        if absent and game.status != ACTIVE:  # not accepted
            if game.status == OPEN:
                game = lifecycle.abort(self.games, game.id)
            return self._ended(game, pair, number, winner=1 - absent.pop(), is_forfeit=True)
        if absent:
            try:
                game = _forfeit(self.games, game, absent.pop())
            except Problem:  # the bot has answered after all
                return None
        if game.status == ABORTED:
            raise _MatchFails(f"Game {game.id} was aborted.")
        if game.status != FINISHED or game.result is None:
            return None
        return self._ended(game, pair, number, game.result.winner, is_forfeit=game.result.reason == "forfeit")

    def _absent_sides(self, game: Game) -> set[int]:
        """The sides whose bots have not accepted, have not answered in time, or let a computer play for them."""
        if game.status == ACTIVE and game.asked_at is not None:
            replaced = {seat % 2 for seat, place in enumerate(game.seats) if place.bot_id and place.kind == AI}
            if replaced or left_ms(game.asked_at) >= -self.answer_ms:
                return replaced
            return {seat % 2 for seat in seats_to_act(game) if game.seats[seat].bot_id}
        invitations = {seat: place.invitation for seat, place in enumerate(game.seats) if place.invitation}
        return {seat % 2 for seat, invitation in invitations.items() if invitation.status != PENDING}

    def _ended(self, game: Game, pair: int, first_side: int, winner: int | None, is_forfeit: bool) -> EndedGame:
        score = game.score
        goals = score[first_side] - score[1 - first_side]
        points = 0.5 if winner is None else float(winner == first_side)
        loser: Literal["first", "second"] = "second" if winner == first_side else "first"
        forfeited_by = loser if is_forfeit else None
        history = self.games.store.games.history(game.id)
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
            shuffles=replay_of(history, game).orders,
            moves=[MatchMove(seat=move.seat, ply=move.ply, move=move.move) for move in history.moves(game.version)],
            game_id=game.id,
            forfeited_by=forfeited_by,
        )
        return EndedGame(GameResult(points, goals, forfeited_by), msgspec.to_builtins(line))


def _forfeit(games: Games, game: Game, side: int) -> Game:
    """End a game that the bots of a side have not answered in; raises Problem if they have after all."""
    ply = game.state.ply

    def give_up(game: Game) -> None:
        require_active(game)
        if game.state.ply != ply:
            raise Problem("move/stale", "The bot has answered.")
        seats = [seat for seat, place in enumerate(game.seats) if seat % 2 == side and place.bot_id]
        game.events.append(Forfeited(seat=next((seat for seat in seats if seat in seats_to_act(game)), seats[0])))
        finish(game, winner=1 - side, reason="forfeit")

    return games.update(game.id, give_up).game


def game_id_of(match: Task, pair: int, number: int) -> str:
    """The id of a game of the match."""
    return new_id("game", derived(match.id.encode(), f"{pair} {number}"))


def _shown_id(match: Task) -> str:
    """The name of the match for bots: not its id if that is enough to read it."""
    return match.id if match.reader_digest else new_id("match", derived(match.id.encode(), "name for bots"))


def _seats_per_side(variant: Variant, options: Mapping[str, Any]) -> int:
    return int(variant.new_game(options).seats()) // 2


def _drawn(match: Task, pair: int, number: int, purpose: str) -> bytes:
    """The id of the game is derived from the match; its secrets are not."""
    return derived(match.id.encode(), f"{pair} {number}")(purpose) if purpose == "game" else at_random(purpose)


def _seat(player: Mapping[str, Any]) -> dict[str, Any]:
    if "bot_id" in player:
        return {"kind": BOT, "bot_id": player["bot_id"]}
    asked = {"level": player.get("key"), "rating": player.get("rating"), "character": player.get("character")}
    return {"kind": AI} | {name: value for name, value in asked.items() if value}


# -- requests


def start_match(tasks: Tasks, body: Mapping[str, Any], client: Client, match_id: str) -> Task:
    """Create a match of ``pairs`` pairs, ``first`` against ``second``, in a variant with its preset and options; start
    its first games if a player is a bot.

    Its number of decisions is not known in advance: it reserves the time of one decision of each computer in every
    game.
    """
    variant = find_variant(body["variant"])
    with refused_by(variant):
        preset, options = variant.resolve_options(body.get("preset"), body.get("options"))
    require_at_most(tasks.settings.max_match_pairs, body["pairs"], "pairs")
    has_bots = any("bot_id" in body[name] for name in PLAYERS)
    bots: list[Bot] = []
    players: list[dict[str, Any]] = []
    for name in PLAYERS:
        wanted = body[name]
        if "bot_id" in wanted:
            bots.append(bot_for(tasks.games, variant, options, wanted, name, client, bots))
            players.append({"name": bots[-1].name, "bot_id": bots[-1].id})
        else:
            players.append(dump_player(variant, player_for(variant, wanted, name, tasks.settings), wanted))
    request = {
        "variant": variant.key,
        "preset": preset,
        "options": options,
        "players": players,
        "pairs": body["pairs"],
        "seed": None if has_bots else body["seed"],
        "answer_s": body["answer_s"] if has_bots else None,
        "chains": 0 if has_bots else min(tasks.settings.match_workers, body["pairs"]),
        "owner": client.owner_digest,
        "fingerprint": client.fingerprint,
    }
    ms = GAMES_OF_A_PAIR * body["pairs"] * sum(player.get("cap_ms", 0) for player in players)
    match = tasks.open(MATCH, request, client, ms, match_id)
    if not has_bots:
        return match
    advance(tasks, match)
    return tasks.store.load(MATCH, match.id)


def player_for(variant: Variant, wanted: Mapping[str, Any], where: str, settings: Settings) -> Player:
    """The requested level or rating, or a player with custom settings; level 0 plays at random."""
    if wanted.get("level") in (RANDOM.number, RANDOM.key):
        return RANDOM
    if "level" in wanted or "rating" in wanted:
        computer = Computer.of(wanted, f"{where}.")
        computer.check(variant, f"{where}.")
        player = computer.player(variant)
        require_at_most(
            settings.max_simulations, player.simulations, f"{where}.{'level' if 'level' in wanted else 'rating'}"
        )
        return player
    simulations = wanted.get("simulations", 0)
    require_at_most(settings.max_simulations, simulations, f"{where}.simulations")
    custom = Player(
        simulations=simulations,
        noise=float(wanted.get("noise", 0.0)),
        exact=wanted.get("exact", False),
        cap_ms=settings.max_think_ms if simulations else RANDOM.cap_ms,
    )
    return with_character(variant, custom, wanted.get("character"), f"{where}.character")


def dump_player(variant: Variant, player: Player, wanted: Mapping[str, Any]) -> dict[str, Any]:
    """A player for the store, with the name and the rating by which it was requested."""
    asked = {name: wanted[name] for name in ("rating", "character") if name in wanted}
    named = {"name": Computer(**asked).name(variant)} if asked else {}
    return {"name": CUSTOM} | asdict(player) | asked | named


def _load_player(stored: Mapping[str, Any]) -> Player:
    """The settings of a player; its name and key do not matter to the games. One that was stored before a setting
    was added lacks it.
    """
    settings = {setting.name: stored.get(setting.name) for setting in fields(Player)}
    return Player(**{name: value for name, value in settings.items() if value is not None})


# -- between computers, in the worker


class MatchWork(Work):
    """The pairs of a match."""

    def do_part(self, number: int, half: Any, clock: Clock) -> int:
        """Play a pair until it is finished or the slice ends."""
        request = self.task.request
        players = [_load_player(stored) for stored in request["players"]]
        plays = begin_pair(request["variant"], request["options"], players, request["seed"], number)
        for play, dumped in zip(plays, half or (), strict=False):
            play.resume(dumped)
        for play in plays:
            while not play.is_over:
                play.decide(clock.should_stop)
                clock.should_stop()  # also where the decision took no search
                if clock.ends_slice() and not plays[1].is_over:
                    return self.tasks.store.save_part(self.task, number, [play.dump() for play in plays])
        results = [GameResult(game.points, game.goals) for game in map(Play.game, plays)]
        return self.tasks.store.finish_part(self.task, number, results, [play.moves for play in plays])
