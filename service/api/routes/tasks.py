"""Work that takes time: what a computer would play in a position of the client's own game or in one's seat
(/v1/suggestions), or in many positions (/v1/batches), what may be played there (/v1/positions), how good one's moves
were (/v1/games/<id>/analysis), and levels, settings or bots against each other in many games at once (/v1/matches).
"""

import secrets
import threading
from typing import Any, Final

import msgspec
from marshmallow import ValidationError, fields, validate, validates_schema

from ai.levels import RANDOM
from service.api.answers import CreatedMatch
from service.api.auth import bearer_token, need_token, reader_digest, seat_in, task_of_request
from service.api.fields import (
    BOT_ID,
    SEED,
    Items,
    Real,
    RequestSchema,
    WithVariant,
    character_field,
    flag,
    integer,
    level_field,
    mapping,
    rating_field,
    read_json,
    string,
)
from service.api.limits import answer_in_parts, reserve_ai_time, task_client
from service.api.operation import (
    COMPUTER,
    JSON_TYPE,
    NOT_MODIFIED,
    ONCE,
    SEAT,
    TASK,
    TOKEN_AND_KEY,
    Call,
    Needs,
    Reply,
    Routes,
)
from service.api.positions import NOT_READ, read_positions
from service.api.responses import Response, hold_until_over, reader, released_to_one, wait_for_end
from service.games.views import PositionMoves, position_moves
from service.model.answer import Problem, extend, refusal
from service.model.game import Game
from service.model.tokens import OWNER, digest, new_id, new_token
from service.store.tasks import BATCH, CANCELLED, DONE, MATCH, OPEN_STATUSES, SUGGESTION, Exists, Task, not_found
from service.tasks import suggestions
from service.tasks.analyses import Analysis, StoredAnalysis, analysis_id, analysis_of, analysis_view, ask_for_analysis
from service.tasks.batches import (
    MOST_POSITIONS,
    READ_AGAIN_S,
    Batch,
    BatchAnswer,
    batch_lines,
    batch_view,
    suggest_batch,
)
from service.tasks.match_views import Match, MatchGame, game_lines, match_view
from service.tasks.matches import cancel, start_match
from service.tasks.suggestions import BUDGETS, Suggestion, suggestion_view
from service.tasks.task import Client


class GameSuggestionRequest(RequestSchema):
    """The search budget: one of `level`, `rating`, `simulations` and `time_ms`. Default: the strongest level."""

    level = level_field("Search like this level, see `mistakes`.")
    rating = rating_field("Search like a computer of this rating")
    character = character_field("Play like this character")
    mistakes = flag(
        "Whether the level also makes its mistakes, as in games, where it misjudges moves. The weaker levels are as "
        "weak as in games only with them. Needs `level` or `rating`.",
        load_default=False,
    )
    simulations = integer("Number of simulations of the search.", 1)
    time_ms = integer("Time limit of the search in milliseconds.", 1)
    seed = string(
        "Seed of the search. The same position, budget and seed give the same answer, mistakes included, unless it "
        "is `stopped`. Default: `faceoff`.",
        SEED,
    )

    @validates_schema
    def refuse_contradictions(self, data: dict[str, Any], **_: Any) -> None:
        """One budget, and mistakes only of a computer that makes some."""
        given = [name for name in BUDGETS if name in data]
        if len(given) > 1:
            only = f"give only one of {', '.join(BUDGETS[:-1])} and {BUDGETS[-1]}"
            raise ValidationError(f"{' and '.join(given)} are given; {only}", given[1])
        if data["mistakes"] and not {"level", "rating"} & data.keys():
            raise ValidationError("only a level or a rating makes mistakes; give one as well", "mistakes")


class PositionRequest(RequestSchema):
    """A position as one seat sees it."""

    variant = string("Key of the variant, see GET /v1/variants.", required=True)
    observation = mapping("Everything that one seat knows of the position.", required=True)


class SuggestionRequest(PositionRequest, GameSuggestionRequest):
    """A position as one seat sees it, and the search budget."""


class BatchPositionRequest(RequestSchema):
    """A position of a batch, as one seat sees it."""

    observation = mapping("Everything that one seat knows of the position.", required=True)
    seed = string("Seed of this position. Default: that of the batch.", SEED)


class BatchRequest(GameSuggestionRequest):
    """Positions of one variant, each as one seat sees it, and the search budget of each."""

    variant = string("Key of the variant, see GET /v1/variants.", required=True)
    positions = Items(
        fields.Nested(BatchPositionRequest),
        least=1,
        most=MOST_POSITIONS,
        required=True,
        metadata={"description": "The positions, in the order of the answers."},
    )
    explain = flag(
        "Whether each move is explained as that of a suggestion: with candidates, values, reasons and prospects. Of "
        "a level that does not search, that takes a hundred times as long as the move.",
        load_default=False,
    )

    def load_text(self, text: bytes) -> Any:
        """Positions that fit their fields are read at once, and ``fit`` says so."""
        try:
            rest = msgspec.json.decode(text, type=dict[str, msgspec.Raw])
            positions = read_positions(msgspec.json.decode(rest["variant"], type=str), rest.pop("positions"))
        except NOT_READ:
            return super().load_text(text)
        read = {name: read_json(bytes(part)) for name, part in rest.items()}
        return self.load(read, partial=("positions",)) | {"positions": positions, "fit": True}


AT_RANDOM: Final = (RANDOM.number, RANDOM.key)
"""The level of a player of a match that plays at random."""


class PlayerRequest(RequestSchema):
    """A player of a match: a `level`, a `rating`, a `bot_id`, or settings."""

    bot_id = string("The id of a bot that is yours or `open_to_matches`. Excludes the other fields.", BOT_ID)
    level = level_field("A level, or `random` or 0 for random play. Excludes the other fields but `character`.", 0)
    rating = rating_field("A rating, instead of a level")
    character = character_field("Who the computer is")
    simulations = integer("Simulations of the search for one decision. 0 for no search.", 0)
    noise = Real(
        validate=validate.Range(min=0, max=1),
        metadata={"description": "Fraction of the decisions that are drawn at random. Default: 0."},
    )
    exact = flag("Whether the player solves positions exactly where all relevant cards are known. Default: false.")

    @validates_schema
    def refuse_contradictions(self, data: dict[str, Any], **_: Any) -> None:
        """A bot is named alone, and a level or a rating has no settings."""
        if not data:
            raise ValidationError("this player is empty; give a level, a rating, a bot, or simulations")
        for name, allowed in (
            ("bot_id", {"bot_id"}),
            ("level", {"level", "character"}),
            ("rating", {"rating", "character"}),
        ):
            if name in data and (others := data.keys() - allowed):
                kind, more = name.removesuffix("_id"), " and ".join(sorted(others))
                raise ValidationError(f"a {kind} has no {more}; give only one of them")
        if data.get("level") in AT_RANDOM and "character" in data:
            raise ValidationError("level 0 plays at random and has no character; leave it out", "character")


class MatchRequest(WithVariant):
    """Two players and the number of pairs to play. A pair is two games with the sides exchanged."""

    first = fields.Nested(
        PlayerRequest,
        required=True,
        metadata={"description": "A computer, by its `level`, `rating` or `simulations`, or a bot by its `bot_id`."},
    )
    second = fields.Nested(PlayerRequest, required=True, metadata={"description": "Its opponent."})
    pairs = integer("Number of pairs of games, on mirrored deals unless a bot plays.", 1, example=100, required=True)
    seed = string(
        "Seed of the games. The same seed gives the same games. Not used if a player is a bot.",
        SEED,
        load_default="arena",
    )
    answer_s = integer(
        "Seconds in which a bot must accept a game, and answer each decision; then it forfeits the game.",
        5,
        300,
        load_default=30,
    )

    @validates_schema
    def refuse_weak_opponents(self, data: dict[str, Any], **_: Any) -> None:
        """A bot plays ordinary games, in which a seat has a level or a rating."""
        players = {name: data[name] for name in ("first", "second")}
        for name, wanted in players.items():
            in_a_game = "bot_id" in wanted or "rating" in wanted or wanted.get("level", 0) not in AT_RANDOM
            if not in_a_game and any("bot_id" in player for player in players.values()):
                raise ValidationError("against a bot, give a level from 1, or a rating", name)


# -- suggestions

suggestion_routes = Routes(
    "suggestions", "Ask what a computer would play, in your seat or in any position.", "/v1", ("tasks",)
)
position_routes = Routes("positions", "Ask what may be played in any position.", "/v1/positions", ("tasks",))
ASKED = {
    202: Reply(Suggestion, "The suggestion was accepted. Get it with its `id`, with `Prefer: wait=10` to wait for it."),
    200: Reply(Suggestion, "The suggestion is done."),
}
READER = Needs(("auth/unknown_token", "task/not_found"))
"""The holder of the token with which the suggestion was requested, if any."""


@suggestion_routes.post(
    "/suggestions",
    needs=TOKEN_AND_KEY,
    body=SuggestionRequest,
    answers=ASKED,
    refuses=("variant/unknown", "observation/invalid", *COMPUTER, *TASK),
    creates="/v1/suggestions/{answer.id}",
    waits=True,
    texts=True,
    limit="suggest",
)
def create_suggestion(call: Call) -> Suggestion:
    """Create a suggestion for a position.

    Suggests a move for a position. `observation` is the position as one seat sees it. For all variants it is made of a
    view in the same way: the view's `options`, `ply` and `hand`, all fields of its `you` (the `seat` is one of them),
    and all fields of its `table`. Many fields are optional; the given ones must be consistent. A suggestion is a
    stateless way to a computer opponent: with `mistakes` and a `level` or `rating`, it plays like that computer in a
    game. In a variant without decisions (`has_decisions`), the only move is suggested. With `Prefer: wait=10` the
    response is delayed until the suggestion is done, for at most 10 seconds. If you send a token, only that token can
    read the suggestion. It is deleted after a while.
    """
    variant, observation = call.body.pop("variant"), call.body.pop("observation")
    client = task_client("max_suggestions_each", reader_digest=reader_digest())
    task = suggestions.suggest(call.services.tasks, variant, observation, call.body, client)
    return suggestion_view(wait_for_end(task, call.wait_s()), call.language)


@suggestion_routes.post(
    "/games/<game_id>/suggestions",
    needs=SEAT,
    body=GameSuggestionRequest,
    body_required=False,
    answers=ASKED,
    refuses=("move/not_your_turn", "game/over", "game/not_started", "task/not_found", *COMPUTER, *TASK),
    creates="/v1/suggestions/{answer.id}",
    waits=True,
    texts=True,
    limit="suggest",
    audiences=("player", "tasks"),
)
def create_game_suggestion(call: Call, game_id: str) -> Suggestion:
    """Create a suggestion for your seat.

    Suggests a move in a game, based only on what your seat may know. Only your token can read it. With `Prefer:
    wait=10` the response is delayed until the suggestion is done, for at most 10 seconds.
    """
    game, seat = call.load(game_id)
    digest = reader_digest()
    asking = Client(digest, reserve_ai_time, digest)  # limited per seat
    task = suggestions.suggest_in_game(call.services.tasks, game, seat, call.body, asking)
    return suggestion_view(require_reader(call, wait_for_end(task, call.wait_s())), call.language)


@suggestion_routes.get(
    "/suggestions/<suggestion_id>",
    needs=READER,
    answers={200: Suggestion},
    waits=True,
    texts=True,
    audiences=("player", "tasks"),
)
def get_suggestion(call: Call, suggestion_id: str) -> Suggestion:
    """Get a suggestion.

    With `Prefer: wait=10` the response is delayed until the suggestion is done, for at most 10 seconds.
    """
    suggestion = require_reader(call, wait_for_end(task_of_request(SUGGESTION, suggestion_id), call.wait_s()))
    return suggestion_view(suggestion, call.language)


@suggestion_routes.post(
    "/suggestions/<suggestion_id>/cancel",
    needs=READER,
    answers={200: Suggestion},
    texts=True,
    audiences=("player", "tasks"),
)
def cancel_suggestion(call: Call, suggestion_id: str) -> Suggestion:
    """Cancel a suggestion.

    The computer stops thinking. A suggestion that is over does not change.
    """
    suggestion, store = require_reader(call, task_of_request(SUGGESTION, suggestion_id)), call.services.tasks.store
    store.close(suggestion, CANCELLED)
    return suggestion_view(store.load(SUGGESTION, suggestion.id), call.language)


batch_routes = Routes("batches", "Ask what a computer would play in many positions at once.", "/v1", ("tasks",))
LINES = "application/x-ndjson"
NOT_DONE = Reply(Batch, "It is not done yet. Get its moves with its `id`.")
BATCHES = threading.Semaphore(1)
"""A batch takes a few tenths of a second to check, and 20 MB."""


@batch_routes.post(
    "/suggestions/batch",
    needs=TOKEN_AND_KEY,
    body=BatchRequest,
    most_body="max_record_bytes",
    answers={
        202: NOT_DONE,
        200: Reply(
            {LINES: str}, "It is done. A BatchAnswer per line, in the order of the positions.", item=BatchAnswer
        ),
    },
    refuses=("variant/unknown", "observation/invalid", *COMPUTER, *TASK),
    creates="/v1/batches/{answer.id}",
    waits=True,
    texts=True,
    at_once=BATCHES,
    limit="match",
)
def create_batch(call: Call) -> Batch | Response:
    """Create a batch of suggestions.

    Suggests a move for each of up to 1000 positions of one variant: the same move as POST /v1/suggestions with the same
    seed, without the values of other moves unless you ask to `explain`. If a position is not valid, the problem names
    it and nothing is computed. The moves of a level that does not search, 1 to 3, are the response. Of others it is
    delayed with `Prefer: wait=10` until all are decided, for at most 10 seconds; it is the moves then, and the batch is
    deleted. Otherwise get them with GET /v1/batches/{id}. A batch counts as running until its moves are read. If you
    send a token, only that token can read the batch. People's turns and single suggestions are served first.
    """
    client = task_client("max_matches_each", reader_digest=reader_digest())
    batch = suggest_batch(call.services.tasks, call.body, client, call.language)
    if isinstance(batch, str):
        return Response(batch, content_type=LINES)
    call.body.clear()
    call.place.close()
    store = call.services.tasks.store
    if hold_until_over(batch.id, call.wait_s()):
        if reader(is_member=False).connection.has_gone:  # nobody knows its id
            store.delete(batch)
        elif (over := store.load(BATCH, batch.id)).status == DONE:
            return Response("".join(batch_lines(store, over)), content_type=LINES)
    return batch_view(batch)


@batch_routes.get(
    "/batches/<batch_id>",
    needs=READER,
    answers={
        202: NOT_DONE,
        200: Reply(
            {LINES: str, JSON_TYPE: Batch},
            "It is done: a BatchAnswer per line, in the order of the positions. Or it has `failed`.",
            item=BatchAnswer,
        ),
    },
    waits=True,
    limit="suggest",
)
def get_batch(call: Call, batch_id: str) -> Batch | Response:
    """Get a batch of suggestions.

    Returns the moves, in their order; before all are decided, how far the batch is. With `Prefer: wait=10` the response
    is delayed until they are, for at most 10 seconds. The batch is deleted a minute after its moves were read. Texts
    are in the language of the request that created it.
    """
    batch = wait_for_end(task_of_request(BATCH, batch_id), call.wait_s())
    if batch.status != DONE:
        return batch_view(batch)
    lines = batch_lines(call.services.tasks.store, batch, READ_AGAIN_S)
    return Response("".join(lines), content_type=LINES)


@batch_routes.delete("/batches/<batch_id>", needs=READER, answers={204: Reply(description="Deleted.")})
def delete_batch(call: Call, batch_id: str) -> None:
    """Delete a batch of suggestions.

    The computer stops thinking, and the answers are gone.
    """
    call.services.tasks.store.delete(task_of_request(BATCH, batch_id))


def require_reader(call: Call, task: Task) -> Task:
    """The suggestion; raises Problem if it is for a seat whose token was renewed, or whose game is gone."""
    if "game" in task.request:
        try:
            seat_in(call.games.load(task.request["game"]))
        except Problem:
            raise not_found(task.id) from None
    return task


@position_routes.post(
    "/legal-moves",
    body=PositionRequest,
    answers={200: PositionMoves},
    refuses=("variant/unknown", "observation/invalid"),
    texts=True,
    limit="read",
)
def list_legal_moves(call: Call) -> PositionMoves:
    """List the legal moves of a position.

    `observation` is the position as one seat sees it, as for POST /v1/suggestions. `legal_moves`, `choice` and `to_act`
    are those of a view. Nothing is stored.
    """
    return position_moves(call.body["variant"], call.body["observation"], call.language)


# -- analyses

analysis_routes = Routes("analyses", "How good your moves were, after a game.", "/v1/games", ("player", "tasks"))


@analysis_routes.post(
    "/<game_id>/analysis",
    needs=SEAT,
    answers={202: Reply(Analysis, "The analysis was accepted."), 200: Reply(Analysis, "The analysis is done.")},
    refuses=("game/not_over", "rules/changed", "request/invalid", *TASK),
    creates="/v1/games/{answer.game_id}/analysis",
    waits=True,
    texts=True,
)
def create_analysis(call: Call, game_id: str) -> Analysis:
    """Create the analysis of your moves.

    Grades every decision of your seat in a game that is over, and shows the best move with its reason. Grades depend
    only on what your seat could know. That takes a few seconds; with `Prefer: wait=10` the response is delayed until it
    is done, for at most 10 seconds. The analysis is kept with the game, so asking again starts nothing. Its seconds
    count towards your AI time quota once.
    """
    game, seat = call.load(game_id)
    client = task_client("max_suggestions_each")
    return _view(call, game, seat, ask_for_analysis(call.services.tasks, game, seat, client))


@analysis_routes.get(
    "/<game_id>/analysis",
    needs=SEAT,
    answers={200: Analysis, 304: NOT_MODIFIED},
    refuses=("game/not_over", "task/not_found"),
    waits=True,
    texts=True,
    cache=released_to_one,
)
def get_analysis(call: Call, game_id: str) -> Analysis:
    """Get the analysis of your moves.

    Ask for it first, with POST. Until it is done, `moves` has the decisions that are graded so far. With `Prefer:
    wait=10` the response is delayed until it is done, for at most 10 seconds.
    """
    game, seat = call.load(game_id)
    return _view(call, game, seat, analysis_of(call.services.tasks, game, seat))


def _view(call: Call, game: Game, seat: int, analysis: StoredAnalysis) -> Analysis:
    """The analysis of the caller's seat, delayed as ``Prefer: wait`` says until it is done."""
    if analysis.status in OPEN_STATUSES and hold_until_over(analysis_id(game.id, seat), call.wait_s()):
        game, seat = call.load(game.id)
        analysis = analysis_of(call.services.tasks, game, seat)
    return analysis_view(game, seat, analysis, call.language)


# -- matches

match_routes = Routes("matches", "Series of games between computers and bots.", "/v1/matches", ("tasks",))
ENDER = Needs(("auth/missing", *READER.codes, "auth/not_the_owner"), need_token)
"""The holder of that token, or of the one that was returned with the match."""


@match_routes.post(
    "",
    needs=TOKEN_AND_KEY,
    body=MatchRequest,
    answers={202: Reply(CreatedMatch, "The match was accepted. Get it with its `id`. Its token is not shown again.")},
    refuses=(
        *("task/not_found", "variant/unknown", "options/invalid", *COMPUTER, *TASK),
        *("bot/unknown", "bot/not_yours", "bot/other_variant", "bot/offline"),
    ),
    creates="/v1/matches/{answer.id}",
    once=ONCE,
    limit="match",
)
def create_match(call: Call) -> CreatedMatch:
    """Create a match.

    Two players play pairs of games with the sides exchanged. Between computers, both games of a pair have the same
    shuffles. If you send a token, only that token can read and cancel the match. Otherwise anyone who knows its id can
    read it, and the `token` of the response can cancel it. It is deleted after a while.

    With a `bot_id`, the games are ordinary games: the bot is invited to each and plays through the API, so it must be
    online. You must send its token or the API key that registered it, unless it is `open_to_matches`. Every game has
    shuffles of its own: a program could remember the other game of the pair, and would know the hidden cards. A bot
    that does not accept or answer within `answer_s` seconds forfeits the game. While a bot is offline and no game runs,
    the match waits as long, then it has `failed`. The match leaves one of the bot's places free for people.
    """
    tasks, once = call.services.tasks, call.once()
    match_id = new_id("match", once.draw)
    token = None if bearer_token() else new_token(match_id, once.draw, OWNER)
    facts = {"reader_digest": reader_digest(), "owner_digest": digest(token) if token else ""}
    client = task_client("max_matches_each", **facts, fingerprint=once.fingerprint)
    try:
        match = start_match(tasks, call.body, client, match_id)
    except (Problem, Exists):  # refused perhaps because it was carried out before
        known = tasks.store.find(match_id) if once.request else None
        if known is None:
            raise
        once.repeats(known.request["fingerprint"])
        match = known
    return extend(CreatedMatch, match_view(match), token=token)


@match_routes.get("/<match_id>", needs=READER, answers={200: Match}, waits=True)
def get_match(call: Call, match_id: str) -> Match:
    """Get a match.

    With `Prefer: wait=10` the response is delayed until the match is over, for at most 10 seconds.
    """
    return match_view(wait_for_end(task_of_request(MATCH, match_id), call.wait_s()))


@match_routes.post("/<match_id>/cancel", needs=ENDER, answers={200: Match})
def cancel_match(call: Call, match_id: str) -> Match:
    """Cancel a match.

    Finished games are kept. A match that is over does not change. Send the token that the match was created with, or
    the one that you got then.
    """
    match = task_of_request(MATCH, match_id)
    owner = match.request["owner"]
    if owner and not secrets.compare_digest(owner, reader_digest()):
        raise refusal("auth/not_the_owner", "send_match_token")
    cancel(call.services.tasks, match)
    return match_view(call.services.tasks.store.load(MATCH, match.id))


@match_routes.get(
    "/<match_id>/games",
    needs=READER,
    answers={200: Reply({LINES: str}, "One MatchGame per line.", item=MatchGame)},
    refuses=("stream/full",),
)
def list_match_games(call: Call, match_id: str) -> Response:
    """Download the games of a match.

    Returns the finished games as lines of JSON, each with its shuffles and moves, so that it can be replayed.
    """
    return answer_in_parts(game_lines(call.services.tasks.store, task_of_request(MATCH, match_id)), LINES)
