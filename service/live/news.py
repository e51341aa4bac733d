"""The news of games and bots: what their streams send, and what held requests wait for."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated

from msgspec import UNSET, UnsetType, structs

from service.games.bot_events import events_after
from service.games.update import Games
from service.games.views import EventList, GameView, events_view, game_view
from service.live.streams import News, sse_text
from service.model.answer import Problem, about
from service.model.game import OPEN, START, Game
from service.store.bots import Bot, BotStore
from service.store.store import Store

# -- a game


class GameUpdate(EventList, kw_only=True):
    """The events of one version and, with `view=true`, the view."""

    view: Annotated[
        GameView | UnsetType,
        about("Your view at this version. Of several messages that are sent at once, the last has it."),
    ] = UNSET


@dataclass(frozen=True)
class Viewer:
    """A reader of a game's stream. Equal readers share their messages."""

    game_id: str
    seat: int | None
    token_digest: str
    """SHA-256 of the token with which the stream was opened; empty without one."""
    language: str
    has_views: bool = False


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


def game_news(games: Games, viewer: Viewer, place: str | None) -> News[str | None]:
    """The messages after a place that the game has; ``None`` stands for one that it does not have."""
    sent, game = START if place is None else place, games.load(viewer.game_id)
    if game.revision == sent:
        note_waiting(games.store, game, viewer.token_digest, waits=True)
        return News([], sent, notes_reader=is_offered_by(game, viewer.token_digest))
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
    if place is None and updates:
        updates[0] = structs.replace(updates[0], from_start=True)
    if viewer.token_digest and viewer.token_digest not in game.tokens:
        return News(_texts(_until_renewal(updates, viewer.seat)), last, is_last=True)
    if viewer.has_views and updates and updates[-1].version == game.version:
        updates[-1] = structs.replace(updates[-1], view=game_view(game, viewer.seat, viewer.language))
    # without messages, the store has lost what the client has seen: it reconnects with a place that the game does not
    # have
    is_last = game.is_over or not updates
    return News(_texts(updates), last, is_last, is_offered_by(game, viewer.token_digest))


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
        return News([], after, notes_reader=True)
    events, last = events_after(store, bot.id, after)
    return News([sse_text(event.id, event) for event in events], last, notes_reader=True)


def last_change(bots: BotStore, bot: Bot) -> int:
    """The number of the last change of the bot's seats. The bot counts as online for some seconds after this.

    Raises Problem if the bot was deleted, or its token was renewed since ``bot`` was loaded.
    """
    number = bots.see(bot)
    if number is None:
        raise Problem("auth/unknown_token", f"Bot {bot.id} was deleted, or its token was renewed.")
    return number
