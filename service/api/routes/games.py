"""/v1/games: create, list, see, join, play, resign, and the events of a game."""

from collections.abc import Callable
from functools import partial
from typing import Any, Literal

import msgspec
from marshmallow import ValidationError, fields, validates_schema
from marshmallow.validate import Length, OneOf
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from engines import VARIANTS
from service.api.answers import CreatedGame, GameList, JoinedGame, PlayedGame, QuickGame
from service.api.auth import api_key_id, reader_digest, seat_in, seat_of, viewer_of
from service.api.fields import (
    BOT_ID,
    DEAL,
    ID,
    JOIN_CODE_EXAMPLE,
    MOST_SEATS,
    NAME,
    Items,
    PageQuery,
    RequestSchema,
    WithSeed,
    WithVariant,
    character_field,
    cursor_field,
    flag,
    integer,
    level_field,
    place_field,
    query_flag,
    query_number,
    rating_field,
    seed_digest_field,
    string,
    team_field,
)
from service.api.limits import counted_in_stock, reserve_ai_time
from service.api.operation import (
    COMPUTER,
    INVITED_BOT,
    KEY,
    NOT_MODIFIED,
    ONCE,
    RUNNING,
    SEAT,
    TOKEN_AND_KEY,
    VIEWER,
    Call,
    Reply,
    Routes,
    Shown,
)
from service.api.responses import (
    Response,
    is_current,
    json_response,
    known_tags,
    not_modified,
    place_in,
    preferred_wait_s,
    prefers_minimal,
    released_to_one,
    tagged,
    wait_for_change,
    wait_for_start,
    wait_for_turn,
)
from service.games import create, play
from service.games.catalogue import CardList, cards_view, find_variant
from service.games.computers import Computer, find_level, level_of
from service.games.create import MAX_WAIT_S
from service.games.play import OwnSeed
from service.games.replay import commit_of, game_at
from service.games.views import Event, EventList, GameSummary, GameView, events_view, summary, view_tag
from service.live.news import note_waiting
from service.model.answer import wrong_field
from service.model.game import OPEN, STATUSES, Game, GameSettings, version_of
from service.model.levels import MIDDLE_LEVEL
from service.model.tokens import OWNER, digest
from service.store.games import running_s
from service.store.public_list import page_of_games


class SeatRequest(RequestSchema):
    """A seat: for a person, for a computer, for a bot that is invited, or open for a player with the join code."""

    kind = string(
        "Who sits there: person, ai, open or bot.",
        OneOf(["person", "ai", "open", "bot"]),
        title="SeatKind",
        required=True,
    )
    name = string(
        "Display name. Default for a computer: the name of its character or level, or `Computer` and its rating. Bots "
        "have theirs.",
        NAME,
    )
    level = level_field("Level of the computer. Only for `ai`, which needs this or `rating`.")
    rating = rating_field("Rating of the computer, instead of a level")
    character = character_field("Who the computer is")
    bot_id = string(
        "The id of the bot, see GET /v1/bots. It is invited, and the game starts when it accepts.",
        BOT_ID,
        example="b_k2v6rq3xw7mz4nty5lba",
    )
    team = team_field()


def _setting_fields() -> dict[str, fields.Integer]:
    """The settings of a game as fields of a request, with the bounds and descriptions of their declaration."""
    found: dict[str, fields.Integer] = {}
    for name, declared in msgspec.json.schema_components([GameSettings])[1]["GameSettings"]["properties"].items():
        bounds = declared | declared.get("anyOf", [{}])[0]
        found[name] = integer(declared["description"], bounds.get("minimum"), bounds.get("maximum"))
    about = found["absent_level"].metadata["description"]
    return found | {"absent_level": level_field(about, level_of(MIDDLE_LEVEL).number)}


class CreateGameRequest(WithVariant):
    """A new game."""

    class Meta(RequestSchema.Meta):
        include = _setting_fields()

    seats = Items(
        fields.Nested(SeatRequest),
        most=MOST_SEATS,
        metadata={
            "description": "One entry per seat, in order. Default: one person against computers of the middle level."
        },
    )
    public = flag("Whether anyone with the id may watch and the game is on the public list.", load_default=True)
    joinable = flag(
        "Whether anyone may take an open seat without the join code. Only for a public game with an open seat. The "
        "list of joinable games has it while one of its players follows it.",
        load_default=False,
    )
    seed_digest = seed_digest_field()
    deal = string(
        "The text of a prepared deal, which decides every card: the same deal and the same moves give the same game, "
        "the computers' answers included as long as no search is cut short. For lessons and tests: at most one person "
        "against computers, without `seed_digest`.",
        DEAL,
        example="the-first-goal",
    )

    @validates_schema
    def refuse_both(self, data: dict[str, Any], **_: Any) -> None:
        """The cards of a prepared deal do not depend on seeds."""
        if "deal" in data and "seed_digest" in data:
            raise ValidationError("Give seed_digest or deal, not both: a deal decides every card.", "deal")


class InvitationRequest(RequestSchema):
    """An invitation, by its join code."""

    join_code = string("The join code. Not needed if the game is `joinable`.", ID, example=JOIN_CODE_EXAMPLE)


class JoinRequest(WithSeed, InvitationRequest):
    """A request for an open seat."""

    name = string(check=NAME)
    team = team_field()
    seat = integer("The seat to take. Default: the first open seat.", 0)


class QuickRequest(WithVariant):
    """The game to play, and how long to wait for an opponent."""

    name = string("Your display name.", NAME)
    team = team_field()
    wait_s = integer(
        "Seconds to wait for an opponent, before a computer takes the seat.", 0, MAX_WAIT_S, load_default=30
    )
    level = level_field("Level of that computer. Default: the middle one.")
    rating = rating_field("Rating of that computer, instead of a level")
    character = character_field("Who that computer is")
    seed_digest = seed_digest_field()


class MoveRequest(RequestSchema):
    """A move: the decision it answers and one of the legal moves."""

    ply = integer("The view's `ply`.", 0, required=True)
    move = fields.Raw(
        required=True, allow_none=False, metadata={"description": "The `move` of one of the view's `legal_moves`."}
    )


class GamesQuery(PageQuery):
    """Which page of the public games to list."""

    cursor = cursor_field("[0-9]{13}:g_[a-z2-7]{20}")
    limit = query_number("", 1, 100, load_default=20)
    status = string("", OneOf(STATUSES), title="GameStatus")
    variant = string("Key of the variant, see GET /v1/variants.", OneOf(list(VARIANTS)), title="VariantKey")
    preset = string("A preset of the variant.", Length(max=40))
    joinable = query_flag(
        "`true` for the games that anyone may join without a code and whose player waits. Default: all."
    )


class GameQuery(RequestSchema):
    """Which version of a game to get."""

    version = query_number("The version to get, as your seat saw it then. Default: the latest.", 1)


class EventsQuery(RequestSchema):
    """Which events to list."""

    after = place_field("The last `revision` that you have, or its version.")


routes = Routes("games", "Create, join and play games.", "/v1/games", ("player",))


@routes.post(
    "",
    needs=KEY,
    body=CreateGameRequest,
    answers={
        201: Reply(CreatedGame, "The view of the first person's seat, with all tokens. They are not shown again.")
    },
    refuses=(
        *("store/full", "game/too_many", "quota/ai_time", "variant/unknown", "options/invalid", "seats/invalid"),
        *(*COMPUTER, *INVITED_BOT, "bot/other_variant", "expiry/too_long", "game/not_found"),
    ),
    creates="/v1/games/{answer.id}",
    waits=True,
    once=ONCE,
)
def create_game(call: Call) -> Shown:
    """Create a game.

    The game starts immediately unless a seat is open or a seed was promised. Keep the tokens: they are not shown again,
    except to a retry with the same `Idempotency-Key`. With `Prefer: wait=10` the response is delayed until it is your
    turn, for at most 10 seconds.
    """
    body = call.body
    promises = {OWNER: body["seed_digest"]} if "seed_digest" in body else {}
    wanted = {"seats": body.get("seats", []), "deal": body.get("deal")}
    new = _new_game(call, **wanted, public=body["public"], promises=promises, joinable=body["joinable"])
    created = create.create_game(call.games, new, call.once())
    game = _when_asked(call, created.game, partial(_first_seat, created))
    tokens = {str(seat): token for seat, token in created.tokens.items()}
    seat = _first_seat(created, game)
    return Shown(game, seat, tokens=tokens, owner_token=created.owner_token, join_code=created.join_code)


def _first_seat(created: create.Seated, game: Game) -> int | None:
    """The first person's seat whose token is still valid: it may have been renewed before a retry."""
    return min((seat for seat, token in created.tokens.items() if digest(token) in game.tokens), default=None)


def _new_game(call: Call, **more: Any) -> create.NewGame:
    """The game that a request asks for, with ``more`` of it."""
    body, variant = call.body, find_variant(call.body["variant"])
    settings, key_id = _game_settings(call), api_key_id()
    more |= {"settings": settings, "key_id": key_id, "callers": counted_in_stock()}
    return create.NewGame(variant, body.get("preset"), body.get("options", {}), reserve_ai_time=reserve_ai_time, **more)


def _game_settings(call: Call) -> GameSettings:
    """The settings of a new game: those of the request, else the operator's."""
    ours, body = call.settings, call.body
    settings = GameSettings(pace_ms=ours.ai_pace_ms)
    settings = replace(settings, **{name: body[name] for name in GameSettings.__struct_fields__ if name in body})
    longest, kept_s = ours.max_ttl_s, running_s(ours, settings)
    if (settings.expire_after_s or 0) > longest:
        detail = f"{settings.expire_after_s} is out of range; allowed is 60 to {longest}"
        raise wrong_field("expiry/too_long", "expire_after_s", detail)
    if "absent_after_s" not in body:
        settings = replace(settings, absent_after_s=min(ours.absent_after_s, kept_s // 2))
    elif settings.absent_after_s >= kept_s:
        detail = f"{settings.absent_after_s} is not before the game expires, {kept_s} s after a change"
        more = "shorten it, or raise `expire_after_s`."
        raise wrong_field("request/invalid", "absent_after_s", f"{detail}; {more}")
    return replace(settings, absent_level=find_level(settings.absent_level, "absent_level").key)


@routes.get("", query=GamesQuery, answers={200: GameList}, refuses=("cursor/invalid",), texts=True)
def list_games(call: Call) -> GameList:
    """List public games.

    Returns the newest games first, up to `limit` per page. Pass `next` as `cursor` to get the next page. With
    `joinable=true` the list has the games with an open seat that anyone may take with POST /v1/games/{id}/join,
    without a code, while one of their players follows them (see POST /v1/games/quick). A page looks at a bounded
    number of games, so it may be short or empty; only `next` says whether there are more.
    """
    query = call.query
    cursor, wanted = query.get("cursor", ""), {name: query.get(name) for name in ("variant", "preset", "status")}
    found, following = page_of_games(call.store, cursor, query["limit"], **wanted, joinable=query["joinable"])
    return GameList(games=[summary(game, call.language) for game in found], next=following)


@routes.post(
    "/quick",
    needs=TOKEN_AND_KEY,
    body=QuickRequest,
    answers={201: Reply(QuickGame, "Your view, with the token of your seat. It is not shown again.")},
    refuses=(
        *("store/full", "game/too_many", "variant/unknown", "options/invalid", "seats/invalid"),
        *(*COMPUTER, "game/not_found"),
    ),
    creates="/v1/games/{answer.id}",
    waits=True,
    once=ONCE,
)
def play_now(call: Call) -> Shown:
    """Play now.

    Pairs you with a player who waits for the same variant with the same options. If there is none, the game is `open`
    and waits `wait_s` seconds for the next player; after that, at `fallback_at`, a computer takes the open seat.
    Follow the game until it is `active`, or delay the response until then with `Prefer: wait=10`. The next player is
    paired with you while you follow the game: its stream is open, a request waits for it, or you have asked for it
    within the last 10 seconds. The game has no owner. For games of two seats. If you promise a seed with `seed_digest`,
    reveal it when `fairness.reveal_by` is set.
    """
    body, computer = call.body, Computer.of(call.body, default_level=MIDDLE_LEVEL)
    new, own_seed = _new_game(call), OwnSeed.of(body)
    wanted = body.get("name"), body.get("team"), body["wait_s"], computer, own_seed
    found = create.play_now(call.games, new, call.once(), *wanted)
    game = wait_for_start(found.game, call.wait_s(), found.token)
    return Shown(game, seat_of(game, found.token), token=found.token)


@routes.get(
    "/<game_id>",
    needs=VIEWER,
    query=GameQuery,
    answers={200: GameView, 304: NOT_MODIFIED},
    refuses=("version/unknown", "rules/changed", "wait/full"),
    waits=True,
    audiences=("player", "bots"),
)
def get_game(call: Call, game_id: str) -> Response | Shown:
    """Get a game.

    Returns the view of your seat, or of a spectator without a token. With `If-None-Match` the response is 304 if the
    game has not changed. With `Prefer: wait=10` as well, the response is delayed until the game changes, for at most 10
    seconds: 200 after a change, 304 without one. With `version` you get an earlier version as your seat saw it then.
    """
    (game, seat), version = call.load(game_id), call.query.get("version")
    if game.status == OPEN:
        note_waiting(call.store, game, reader_digest(), waits=True)
    if version is not None and version != game.version:
        return _earlier_view(call, game, seat, version)
    if version is None and known_tags():
        wait_s = call.wait_s()
        if wait_s and is_current(view_tag(game.shown_revision, seat, call.language)):
            game = wait_for_change(game, wait_s)
            seat = viewer_of(game)
    return Shown(game, seat)


def _earlier_view(call: Call, game: Game, seat: int | None, version: int) -> Response | Shown:
    """The view of an earlier version, which is played again only for a caller who does not have it."""
    commit = commit_of(call.store.games, game.id, version, game.version)
    tag = view_tag(commit.revision, seat, call.language)
    return not_modified(tag) if is_current(tag) else Shown(game_at(call.store.games, game, version), seat)


@routes.get(
    "/<game_id>/cards", needs=VIEWER, answers={200: CardList, 304: NOT_MODIFIED}, texts=True, cache=released_to_one
)
def list_game_cards(call: Call, game_id: str) -> CardList:
    """List the cards of a game.

    Each card is described under the game's options.
    """
    game, _ = call.load(game_id)
    return cards_view(game.variant, game.preset, game.options, call.language)


@routes.post(
    "/<game_id>/invitation",
    body=InvitationRequest,
    answers={200: GameSummary},
    refuses=("game/not_found", "join/no_open_seat", "join/wrong_code"),
    texts=True,
    limit="join",
)
def read_invitation(call: Call, game_id: str) -> GameSummary:
    """Read an invitation.

    Which game it is and who plays, as the list of public games has it, for those who have the join code of a private
    game and no seat in it yet. Changes nothing.
    """
    game = call.games.load(game_id)
    create.open_seats(game, call.body.get("join_code"))
    return summary(game, call.language)


@routes.post(
    "/<game_id>/join",
    body=JoinRequest,
    answers={201: Reply(JoinedGame, "Your view, with the token of your seat. It is not shown again.")},
    refuses=("auth/unknown_token", "game/not_found", "join/no_open_seat", "join/wrong_code"),
    waits=True,
    once=ONCE,
    limit="join",
)
def join_game(call: Call, game_id: str) -> Shown:
    """Join a game.

    Takes an open seat with the join code, which a `joinable` game does not need. The game starts when the last open
    seat is taken and the seeds that were promised are revealed. With `Prefer: wait=10` the response is delayed until it
    is your turn, for at most 10 seconds. A request that is sent again takes another seat, unless it has the same
    `Idempotency-Key`.
    """
    body = call.body
    wanted = (body.get("join_code"), body.get("name"), body.get("team"), body.get("seat"), OwnSeed.of(body))
    joined = create.join_game(call.games, game_id, call.once(), *wanted)
    seated = partial(seat_of, token=joined.token)
    game = _when_asked(call, joined.game, seated)
    return Shown(game, seated(game), token=joined.token)


@routes.post(
    "/<game_id>/moves",
    needs=SEAT,
    body=MoveRequest,
    answers={
        200: Reply(PlayedGame, "Your view after the move, and the events since."),
        204: Reply(description="At once with `Prefer: return=minimal`, for those who get the view from the stream."),
    },
    refuses=("move/invalid", "move/illegal", "move/stale", "move/not_your_turn", *RUNNING, "seat/taken_over"),
    waits=True,
    replays=True,
    limit="move",
    audiences=("player", "bots"),
)
def play_move(call: Call, game_id: str) -> Shown | None:
    """Play a move.

    The move answers the decision named by `ply`. The request is idempotent: if you repeat it, the move counts once and
    the response has `Idempotent-Replayed: true`. With `Prefer: wait=10` the response is delayed until it is your turn
    again, for at most 10 seconds.
    """
    ply, move = call.body["ply"], call.body["move"]
    played = play.play_move(call.games, game_id, seat_in, ply, move)
    call.is_repeated = played.is_repeated
    if prefers_minimal():
        return None
    game = _when_asked(call, played.game, seat_in)
    seat = seat_in(game)
    return Shown(game, seat, events=_events_since(call, game, played, seat))


def _when_asked(call: Call, game: Game, viewer: Callable[[Game], int | None]) -> Game:
    """The game when it is the turn of the seat of ``viewer``, as ``Prefer: wait`` says."""
    seat = viewer(game) if preferred_wait_s() else None
    return game if seat is None else wait_for_turn(game, seat, call.wait_s())


def _events_since(call: Call, game: Game, played: play.Played, seat: int) -> list[Event]:
    """The events of the move and all since, up to the version of ``game``."""
    commits = [played.commit] if played.commit else []
    last = played.version if commits else played.version - 1
    if game.version > last:
        commits += call.store.games.events_after(game.id, last)
    return events_view(game, [commit for commit in commits if commit.version <= game.version], seat, call.language)


@routes.post(
    "/<game_id>/resign",
    needs=SEAT,
    answers={200: GameView},
    refuses=(*RUNNING, "seat/taken_over"),
    limit="move",
    audiences=("player", "bots"),
)
def resign(call: Call, game_id: str) -> Game:
    """Resign.

    The other side wins, and the game is over. In a game of four seats this also ends the game for your partner.
    """
    return play.resign(call.games, game_id, seat_in)


@routes.get(
    "/<game_id>/events",
    needs=VIEWER,
    query=EventsQuery,
    answers={200: EventList},
    refuses=("stream/unknown_version", "wait/full"),
    waits=True,
    texts=True,
    tagged=True,
    audiences=("player", "bots"),
)
def list_events(call: Call, game_id: str) -> Response:
    """List events.

    Returns the events after a revision, as your seat may know them. With `Prefer: wait=20` the response is delayed
    until the game changes, for at most 20 seconds. A change may have no events: continue from `revision` in any case.
    If the game does not have the revision that you pass any more, you get the events from the first one, and
    `from_start`.
    """
    game, seat = call.load(game_id)
    store, after, wait_s = call.store.games, place_in(game, call.query["after"]), call.wait_s()
    if after == game.revision and wait_s:
        game = wait_for_change(game, wait_s)
        seat = viewer_of(game)
    commits = store.commits_after(game_id, after)
    from_start: Literal[True] | UnsetType = True if commits is None else UNSET
    found = store.events_after(game_id, 0) if commits is None else commits
    shown = [commit for commit in found if commit.version <= game.version]
    events = events_view(game, shown, seat, call.language) if shown else []
    revision = shown[-1].revision if shown else after
    page = EventList(events=events, version=version_of(revision), revision=revision, from_start=from_start)
    return tagged(json_response(page), view_tag(revision, seat, call.language))
