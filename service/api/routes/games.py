"""/v1/games: create, list, see, join, play, resign, and the events of a game."""

from collections.abc import Callable
from functools import partial
from typing import Any, Literal

from flask import Response
from msgspec import UNSET, UnsetType

from service.api.answers import CreatedGame, EventList, GameList, JoinedGame, PlayedGame, QuickGame
from service.api.auth import (
    api_key,
    game_to_view,
    key_if_required,
    seat_in,
    token_needed,
)
from service.api.idempotency import mark_replayed, once_of_request
from service.api.languages import request_language
from service.api.parsing import cursor_of
from service.api.requests import (
    CURSOR_PATTERN,
    CreateGameRequest,
    EventsQuery,
    GameQuery,
    GamesQuery,
    JoinRequest,
    MoveRequest,
    QuickRequest,
)
from service.api.responses import (
    cacheable,
    is_known,
    json_response,
    known_tags,
    not_modified,
    seat_view,
    tagged_json,
    view_response,
)
from service.api.routing import (
    ADDING,
    ANY,
    BODY,
    COMPUTER,
    IDEMPOTENT,
    KEYED,
    LOOKING,
    SITTING,
    Routes,
    answers,
    body,
    problems,
    query,
)
from service.api.services import services
from service.api.waiting import (
    allowed_wait_s,
    place_in,
    preferred_wait_s,
    prefers_minimal,
    wait_for_change,
    wait_for_start,
    wait_for_turn,
)
from service.games import create, play, quick
from service.games.catalogue import CardList, cards_view, find_variant
from service.games.computers import MIDDLE_LEVEL, Computer, find_level
from service.games.events import Event, events_view
from service.games.replay import commit_of, game_at
from service.games.seeds import OwnSeed
from service.games.views import GameView, summary, view_json, view_tag
from service.model.answer import extend, to_json
from service.model.game import Game, GameSettings
from service.model.problem import Problem
from service.model.revision import version_of
from service.model.tokens import OWNER, SEAT, digest, role_in
from service.store.games import commits_after

blueprint = Routes("games", "Create, join and play games.", "/v1/games")


@blueprint.post("")
@key_if_required
@body(CreateGameRequest)
@answers(201, CreatedGame, "The view of the first person's seat, with all tokens. They are not shown again.")
@problems(
    *ADDING,
    *BODY,
    *IDEMPOTENT,
    "variant/unknown",
    "options/invalid",
    "seats/invalid",
    *COMPUTER,
    "expiry/too_long",
    "game/not_found",
    *KEYED,
)
def create_game(body: dict[str, Any]) -> Response:
    """Create a game.

    The game starts immediately unless a seat is open or a seed was promised. Keep the tokens: they are not shown again,
    except to a retry with the same `Idempotency-Key`. With `Prefer: wait=10` the response is delayed until it is your
    turn, for at most 10 seconds.
    """
    key = api_key()
    new = create.NewGame(
        find_variant(body["variant"]),
        body.get("preset"),
        body.get("options", {}),
        body.get("seats", []),
        body["public"],
        _game_settings(body),
        {OWNER: body["seed_digest"]} if "seed_digest" in body else {},
        None if key is None else key.id,
        body["open_to_all"],
    )
    created = create.create_game(services().games, new, once_of_request(body))
    tokens = {str(seat): token for seat, token in created.tokens.items()}
    response = _when_asked(
        created.game,
        partial(_first_seat, created),
        lambda game, view: extend(CreatedGame, view, tokens=tokens, owner=created.owner, join_code=created.join_code),
    )
    response.status_code = 201
    response.headers["Location"] = f"/v1/games/{created.game.id}"
    mark_replayed(response, created.is_repeated)
    return response


def _first_seat(created: create.Seated, game: Game) -> int | None:
    """The first person's seat whose token is still valid: it may have been renewed before a retry."""
    return min((seat for seat, token in created.tokens.items() if digest(token) in game.tokens), default=None)


def _game_settings(body: dict[str, Any]) -> GameSettings:
    """The settings of a new game: those of the request, else the operator's."""
    ours = services().settings
    defaults = {"pace_ms": ours.ai_pace_ms, "absent_after_s": ours.absent_after_s}
    settings = GameSettings(**defaults | {name: body[name] for name in GameSettings.__struct_fields__ if name in body})
    lifetime_s, longest = settings.expire_after_s, ours.max_ttl_s
    if lifetime_s is not None and lifetime_s > longest:
        detail = f"expire_after_s: {lifetime_s} is out of range; allowed is 60 to {longest}"
        raise Problem("expiry/too_long", detail, field="expire_after_s")
    find_level(settings.absent_level, "absent_level")
    return settings


@blueprint.get("")
@query(GamesQuery)
@answers(200, GameList)
@problems(*ANY, "request/invalid", "cursor/invalid")
def list_games(query: dict[str, Any]) -> Response:
    """List public games.

    Returns the newest games first, up to `limit` per page. Pass `next` as `cursor` to get the next page. With
    `joinable=true` the list is a lobby: games with an open seat that anyone may take with POST /v1/games/{id}/join,
    without a code. A page looks at a bounded number of games, so it may be short or empty; only `next` says whether
    there are more.
    """
    cursor = cursor_of(query, CURSOR_PATTERN)
    listed = services().store.lobby if query["joinable"] else services().store.public_list
    found, following = listed.page(
        cursor, query["limit"], variant=query.get("variant"), preset=query.get("preset"), status=query.get("status")
    )
    return json_response(GameList(games=[summary(game, request_language()) for game in found], next=following))


@blueprint.post("/quick")
@key_if_required
@body(QuickRequest)
@answers(201, QuickGame, "Your view, with the token of your seat. It is not shown again.")
@problems(
    *ADDING,
    *BODY,
    *IDEMPOTENT,
    "variant/unknown",
    "options/invalid",
    "seats/invalid",
    *COMPUTER,
    "auth/unknown_token",
    "game/not_found",
    *KEYED,
)
def play_now(body: dict[str, Any]) -> Response:
    """Play now.

    Pairs you with a player who waits for the same variant with the same options. If there is none, the game is `open`
    and waits `wait_s` seconds for the next player; after that, at `fallback_at`, a computer takes the open seat.
    Follow the game until it is `active`, or delay the response until then with `Prefer: wait=10`. The game has no
    owner. For games of two seats. If you promise a seed with `seed_digest`, reveal it when `fairness.reveal_by` is set.
    """
    key = api_key()
    variant, computer = find_variant(body["variant"]), Computer.of(body, MIDDLE_LEVEL)
    key_id = None if key is None else key.id
    new = create.NewGame(
        variant, body.get("preset"), body.get("options", {}), settings=_game_settings(body), key_id=key_id
    )
    found = quick.play_now(
        services().games, new, once_of_request(body), body.get("name"), body["wait_s"], computer, OwnSeed.of(body)
    )
    wait_s = preferred_wait_s()
    game = wait_for_start(found.game, wait_s) if wait_s else found.game
    view = extend(QuickGame, seat_view(game, role_in(game, found.token, SEAT)), token=found.token)
    response = view_response(view, 201)
    response.headers["Location"] = f"/v1/games/{game.id}"
    mark_replayed(response, found.is_repeated)
    if wait_s:
        response.headers["Preference-Applied"] = f"wait={wait_s}"
    return response


@blueprint.get("/<game_id>")
@query(GameQuery)
@answers(200, GameView)
@answers(304, description="Not modified.")
@problems(*ANY, *LOOKING, "request/invalid", "version/unknown", "rules/changed", "wait/full")
def get_game(query: dict[str, Any], game_id: str) -> Response:
    """Get a game.

    Returns the view of your seat, or of a spectator without a token. With `If-None-Match` the response is 304 if the
    game has not changed. With `Prefer: wait=10` as well, the response is delayed until the game changes, for at most 10
    seconds: 200 after a change, 304 without one. With `at` you get an earlier version as your seat saw it then.
    """
    game, seat = game_to_view(game_id)
    at, language = query.get("at", game.version), request_language()
    if at != game.version:
        return _earlier_view(game, seat, at)
    tag, known = view_tag(game.revision, seat, language), known_tags()
    wait_s = preferred_wait_s() if known and "at" not in query else 0
    if wait_s and is_known(tag, known) and wait_for_change(game, wait_s):
        game, seat = game_to_view(game_id)
        tag = view_tag(game.revision, seat, language)
    if is_known(tag, known):
        return _with_preference(not_modified(tag), wait_s)
    return _with_preference(tagged_json(view_json(game, seat, language), tag), wait_s)


def _earlier_view(game: Game, seat: int | None, version: int) -> Response:
    """The view of an earlier version, which is played again only for a caller who does not have it."""
    commit = commit_of(services().store.games, game.id, version, game.version)
    tag = view_tag(commit.revision, seat, request_language())
    if is_known(tag, known_tags()):
        return not_modified(tag)
    return view_response(seat_view(game_at(services().store.games, game, version), seat))


@blueprint.get("/<game_id>/cards")
@answers(200, CardList)
@answers(304, description="Not modified.")
@problems(*ANY, *LOOKING)
def list_game_cards(game_id: str) -> Response:
    """List the cards of a game.

    Each card is described under the game's options.
    """
    game, _ = game_to_view(game_id)
    return cacheable(
        json_response(cards_view(game.variant, game.preset, game.options, request_language())), private=True
    )


@blueprint.post("/<game_id>/join")
@body(JoinRequest)
@answers(201, JoinedGame, "Your view, with the token of your seat. It is not shown again.")
@problems(*ANY, *BODY, *IDEMPOTENT, "auth/unknown_token", "game/not_found", "join/no_open_seat", "join/wrong_code")
def join_game(body: dict[str, Any], game_id: str) -> Response:
    """Join a game.

    Takes an open seat with the join code, which a `joinable` game does not need. The game starts when the last open
    seat is taken and the seeds that were promised are revealed. With `Prefer: wait=10` the response is delayed until it
    is your turn, for at most 10 seconds. A request that is sent again takes another seat, unless it has the same
    `Idempotency-Key`.
    """
    wanted = (body.get("code"), body.get("name"), body.get("seat"), OwnSeed.of(body))
    joined = create.join_game(services().games, game_id, once_of_request(body), *wanted)
    seated = partial(role_in, token=joined.token, needs=SEAT)
    response = _when_asked(joined.game, seated, lambda game, view: extend(JoinedGame, view, token=joined.token))
    response.status_code = 201
    mark_replayed(response, joined.is_repeated)
    return response


@blueprint.post("/<game_id>/moves")
@token_needed
@body(MoveRequest)
@answers(200, PlayedGame, "Your view after the move, and the events since.")
@answers(204, description="The move counts, and you prefer not to get your view: `return=minimal`.")
@problems(
    *ANY,
    *BODY,
    *SITTING,
    "move/invalid",
    "move/illegal",
    "move/stale",
    "move/not_your_turn",
    "game/over",
    "game/not_started",
    "seat/taken_over",
)
def play_move(body: dict[str, Any], game_id: str) -> Response:
    """Play a move.

    The move answers the decision named by `ply`. The request is idempotent: if you repeat it, the move counts once and
    the response has `Idempotent-Replayed: true`. With `Prefer: wait=10` the response is delayed until it is your turn
    again, for at most 10 seconds. With `Prefer: return=minimal` it is 204 at once: for clients that get the view from
    the stream.
    """
    played = play.play_move(services().games, game_id, seat_in, body["ply"], body["move"])
    if prefers_minimal():
        response = Response(status=204)
        del response.headers["Content-Type"]  # few bytes: there is one for each move
        mark_replayed(response, played.is_repeated)
        return response
    response = _when_asked(
        played.game, seat_in, lambda game, view: extend(PlayedGame, view, events=_events_since(game, played))
    )
    mark_replayed(response, played.is_repeated)
    return response


def _when_asked(
    game: Game, viewer: Callable[[Game], int | None], completed: Callable[[Game, GameView], GameView]
) -> Response:
    """The view of the seat of ``viewer``, ``completed``, delayed as ``Prefer: wait`` says until it is the seat's
    turn.
    """
    seat = viewer(game)
    wait_s = 0 if seat is None else preferred_wait_s()
    if seat is not None and wait_s:
        game = wait_for_turn(game, seat, wait_s)
    response = view_response(completed(game, seat_view(game, viewer(game))))
    return _with_preference(response, wait_s)


def _with_preference(response: Response, wait_s: int) -> Response:
    if wait_s:
        response.headers["Preference-Applied"] = f"wait={wait_s}"
    return response


def _events_since(game: Game, played: play.Played) -> list[Event]:
    """The events of the move and all since, up to the version of ``game``."""
    commits = [played.commit] if played.commit else []
    last = played.version if commits else played.version - 1
    if game.version > last:
        commits += services().store.games.events_after(game.id, last)
    return events_view(
        game, [commit for commit in commits if commit.version <= game.version], seat_in(game), request_language()
    )


@blueprint.post("/<game_id>/resign")
@token_needed
@answers(200, GameView)
@problems(*ANY, *SITTING, "game/over", "game/not_started", "seat/taken_over")
def resign(game_id: str) -> Response:
    """Resign.

    The other side wins, and the game is over. In a game of four seats this also ends the game for your partner.
    """
    game = play.resign(services().games, game_id, seat_in)
    return view_response(seat_view(game, seat_in(game)))


@blueprint.get("/<game_id>/events")
@query(EventsQuery)
@answers(200, EventList)
@problems(*ANY, *LOOKING, "request/invalid", "stream/unknown_version", "wait/full")
def list_events(query: dict[str, Any], game_id: str) -> Response:
    """List events.

    Returns the events after a revision, as your seat may know them. With `wait` the response is delayed until the game
    changes. A change may have no events: continue from `revision` in any case. If the game does not have the revision
    that you pass any more, you get the events from the first one, and `from_start`.
    """
    game, seat = game_to_view(game_id)
    after, games, language = place_in(game, query["after"]), services().store.games, request_language()
    if after == game.revision and query["wait"] and wait_for_change(game, allowed_wait_s(query["wait"])):
        game, seat = game_to_view(game_id)
    commits = commits_after(games, game_id, after)
    from_start: Literal[True] | UnsetType = True if commits is None else UNSET
    found = games.events_after(game_id, 0) if commits is None else commits
    shown = [commit for commit in found if commit.version <= game.version]
    events = events_view(game, shown, seat, language) if shown else []
    revision = shown[-1].revision if shown else after
    page = EventList(events=events, version=version_of(revision), revision=revision, from_start=from_start)
    return tagged_json(to_json(page), view_tag(revision, seat, language))
