"""The news of games and bots: what their streams send, and what held requests wait for."""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Final, NamedTuple

from msgspec import UNSET, UnsetType, structs

from service.games.bot_events import events_after
from service.games.update import Games
from service.games.views import EventList, GameView, events_view, game_view
from service.live.streams import News, Source, sse_text
from service.model.answer import Problem, SeatNumber, about
from service.model.game import OPEN, PERSON, START, Game, version_of
from service.store.bots import Bot, BotStore
from service.store.presence import GRACE_MS, RENEW_S
from service.store.store import Store

LOOK_S: Final = 5.0
"""How often news are asked for while that alone keeps a game offered, or a bot online."""

# -- a game


class GameUpdate(EventList, kw_only=True):
    """The events of one version and, with `view=true`, the view."""

    view: Annotated[
        GameView | UnsetType,
        about("Your view at this version. Of several messages that are sent at once, the last has it."),
    ] = UNSET
    away: Annotated[
        list[SeatNumber] | UnsetType,
        about(
            "With `away=true`, for a player: the other seats whose players have left. Their last stream or held "
            "request ended 5 seconds ago. It comes in the first message and when it changes, also in one without "
            "events, whose `revision` you have."
        ),
    ] = UNSET


class Seen(NamedTuple):
    """What a reader of a game's stream has been sent."""

    revision: str | None
    """The place in the events; ``None`` for one that the game does not have."""
    away: tuple[int, ...] | None = None
    """The seats whose players are away, if the reader knows."""


@dataclass(frozen=True)
class Viewer:
    """A reader of a game's stream. Equal readers share their messages."""

    game_id: str
    seat: int | None
    token_digest: str
    """SHA-256 of the token with which the stream was opened; empty without one."""
    language: str
    has_views: bool = False
    has_away: bool = False
    """Whether the reader is told who is away."""


def changed_game(games: Games, game: Game, token_digest: str) -> Game | None:
    """The stored game if it has changed. While one of its players waits, an open game is offered to strangers."""
    stored = games.load(game.id)
    if stored.revision != game.revision:
        return stored
    note_waiting(games.store, game, token_digest, waits=True)
    return None


def note_waiting(store: Store, game: Game, token_digest: str, waits: bool) -> None:
    """Offer a game to strangers if one of its players waits, or stop doing so: another waiting player offers it
    again.
    """
    if token_digest in game.tokens:
        (store.waiting.offer if waits else store.waiting.withdraw)(game)


def is_offered_by(game: Game, token_digest: str) -> bool:
    """Whether asking for the news of an open game offers it again."""
    return game.status == OPEN and token_digest in game.tokens


def source_of(games: Games, game: Game, viewer: Viewer) -> Source[Seen]:
    """The stream of a game."""
    ends: list[Callable[[], object]] = []  # nothing of the game is kept for most: thousands may follow it
    if is_offered_by(game, viewer.token_digest):
        ends.append(partial(note_waiting, games.store, game, viewer.token_digest, waits=False))
    if viewer.seat is not None:
        ends.append(partial(games.store.presence.leave, game.id, viewer.seat, if_known=True))
    news = partial(game_news, games, viewer)
    return Source(game.id, viewer, news, lambda place: place.revision, lambda: [end() for end in ends])


def game_news(games: Games, viewer: Viewer, place: Seen) -> News[Seen]:
    """The messages after a place."""
    sent, game = START if place.revision is None else place.revision, games.load(viewer.game_id)
    away, again_s = _note_reader(games.store, game, viewer, place)
    # one message for each version since the last one sent, also for a version without events: the view has changed
    updates: list[GameUpdate] = []
    last = sent
    while last != game.revision:
        found = games.store.games.commits_after(game.id, last) or ()
        commits = [commit for commit in found if commit.version <= game.version]
        if not commits:
            break
        for commit in commits:
            events = events_view(game, [commit], viewer.seat, viewer.language)
            updates.append(GameUpdate(events=events, version=commit.version, revision=commit.revision))
        last = commits[-1].revision
    if place.revision is None and updates:
        updates[0] = structs.replace(updates[0], from_start=True)
    if sent != game.revision and viewer.token_digest and viewer.token_digest not in game.tokens:
        return News(_texts(_until_renewal(updates, viewer.seat)), Seen(last), is_last=True)
    if viewer.has_views and updates and updates[-1].version == game.version:
        updates[-1] = structs.replace(updates[-1], view=game_view(game, viewer.seat, viewer.language))
    # without messages, the store has lost what the client has seen: it reconnects with a place that the game does not
    # have
    is_last = sent != game.revision and (game.is_over or not updates)
    if viewer.has_away and away != place.away and not is_last:
        if not updates:
            updates.append(GameUpdate(events=[], version=version_of(last), revision=last))
        updates[-1] = structs.replace(updates[-1], away=list(away or ()))
    return News(_texts(updates), Seen(last, away), is_last, again_s)


def _note_reader(store: Store, game: Game, viewer: Viewer, place: Seen) -> tuple[tuple[int, ...] | None, float]:
    """Note that a reader is there: so strangers are offered an open game, and the others at the table do not see this
    player as away. Returns which of them are, and after how many seconds to note it again at the latest.
    """
    is_new, again_s = game.revision != place.revision, math.inf
    if is_offered_by(game, viewer.token_digest):
        again_s = LOOK_S
        if not is_new:
            note_waiting(store, game, viewer.token_digest, waits=True)
    others = others_at_table(game, viewer.seat) if viewer.token_digest in game.tokens else []
    if viewer.seat is None or not others:
        return place.away, again_s
    again_s = min(again_s, RENEW_S)
    if is_new and place.away is not None:  # a change of the game costs nothing more: it is noted when it was planned
        return place.away, again_s
    left_ms = store.presence.see(game.id, viewer.seat, others if viewer.has_away else ())
    if left_ms is None:
        return place.away, again_s
    away = tuple(seat for seat, ms in left_ms.items() if ms <= 0)
    return away, min([again_s, *(ms / 1000 for ms in left_ms.values() if 0 < ms <= GRACE_MS)])


def others_at_table(game: Game, own: int | None) -> list[int]:
    """The seats of the persons who play with one; none if a computer plays for that one, or the game is over."""
    persons = [number for number, seat in enumerate(game.seats) if seat.kind == PERSON]
    return [seat for seat in persons if seat != own] if own in persons and not game.is_over else []


def _texts(updates: Iterable[GameUpdate]) -> list[bytes]:
    return [sse_text(update.revision, update) for update in updates]


def _until_renewal(updates: Sequence[GameUpdate], seat: int | None) -> Sequence[GameUpdate]:
    """The messages that a reader whose token was renewed may still see: those up to the renewal; none if it is not
    among them.
    """
    for number, message in enumerate(updates, 1):
        if any(event.type == "token_renewed" and event.data["seat"] == seat for event in message.events):
            return updates[:number]
    return []


# -- a bot


def bot_news(store: Store, bot: Bot, after: int) -> News[int]:
    """The events after the one with number ``after``. While this is called, the bot counts as online.

    Without messages, the change is over by now, such as a turn that was answered.
    """
    if last_change(store.bots, bot) == after:
        return News([], after, again_s=LOOK_S)
    events, last = events_after(store, bot.id, after)
    return News([sse_text(event.id, event) for event in events], last, again_s=LOOK_S)


def last_change(bots: BotStore, bot: Bot) -> int:
    """The number of the last change of the bot's seats. The bot counts as online for some seconds after this.

    Raises Problem if the bot was deleted, or its token was renewed since ``bot`` was loaded.
    """
    number = bots.see(bot)
    if number is None:
        raise Problem("auth/unknown_token", f"Bot {bot.id} was deleted, or its token was renewed.")
    return number
