"""Matches: two players play many games. Between computers, workers play them on mirrored deals; games with bots are in
``bot_matches``. No HTTP, no Redis words.

``ai.arena`` plays and counts, so the result is that of the arena for the same seed. A part of a match is a pair of
games. A slice ends after about a second, or at the next decision when a person or a suggestion waits; what is then
saved of a pair is the state of both games.
"""

from collections.abc import Mapping
from dataclasses import asdict, fields
from typing import Any

from ai.arena import begin_pair
from ai.levels import RANDOM, Player
from engines.api import Variant
from service.config import Settings
from service.games.catalogue import find_variant
from service.games.computers import Computer, in_style
from service.model.problem import refused_by
from service.store.bots import Bot
from service.store.tasks import MATCH, Task
from service.tasks.bot_matches import advance, bot_for
from service.tasks.match_views import CUSTOM, GAMES_OF_A_PAIR, PLAYERS
from service.tasks.task import Client, Clock, Half, Result, Tasks, Work, require_at_most

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
            players.append(dump_player(player_for(variant, wanted, name, tasks.settings), wanted))
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
    """The level or rating that is wanted, or a player with custom settings; level 0 plays at random."""
    if wanted.get("level") == RANDOM.number:
        return RANDOM
    if "level" in wanted or "rating" in wanted:
        computer = Computer.of(wanted)
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
        counts_cards=wanted.get("counts_cards", True),
        exact=wanted.get("exact", False),
        cap_ms=settings.max_think_ms if simulations else RANDOM.cap_ms,
    )
    return in_style(variant, custom, wanted.get("style"), f"{where}.style")


def dump_player(player: Player, wanted: Mapping[str, Any]) -> dict[str, Any]:
    """A player for the store, with the name and the rating that it was asked for by."""
    rated = {"name": Computer.of(wanted).name(), "rating": wanted["rating"]} if "rating" in wanted else {}
    return {"name": CUSTOM} | asdict(player) | rated


def _load_player(stored: Mapping[str, Any]) -> Player:
    """The settings of a player; its name and number do not matter to the games. One that was stored before a setting
    was added lacks it.
    """
    return Player(**{setting.name: stored[setting.name] for setting in fields(Player) if setting.name in stored})


# -- in the worker


class MatchWork(Work):
    """The pairs of a match."""

    def do_part(self, number: int, half: Any, clock: Clock) -> Half | Result:
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
                    return Half([play.dump() for play in plays])
        games = [play.game() for play in plays]
        return Result([[game.points, game.goals] for game in games], [play.moves for play in plays])
