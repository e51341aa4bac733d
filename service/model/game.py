"""A game as stored: one JSON document that contains the engine state."""

from collections.abc import Callable
from dataclasses import dataclass, field, fields, replace
from operator import attrgetter
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta

from engines import VARIANTS
from engines.api import State, Variant
from service.model import shuffles
from service.model.answer import Answer
from service.model.revision import revision_text
from service.model.timestamps import parse_time_ms, time_text

FORMAT: Final = 1

OPEN: Final = "open"
ACTIVE: Final = "active"
FINISHED: Final = "finished"
ABORTED: Final = "aborted"
STATUSES: Final = (OPEN, ACTIVE, FINISHED, ABORTED)

PERSON: Final = "person"
AI: Final = "ai"
OPEN_SEAT: Final = "open"
BOT: Final = "bot"

PENDING: Final = "pending"
DECLINED: Final = "declined"
EXPIRED: Final = "expired"

DAY_S: Final = 24 * 3600
MAX_PACE_MS: Final = 2000
DEFAULT_PACE_MS: Final = 250
DEFAULT_ABSENT_AFTER_S: Final = 120
LEAST_ABSENT_AFTER_S: Final = 30
"""An opponent who only has to wait may call a player absent, so a player has this long at least."""
LEAST_ABSENT_LEVEL: Final = 3
"""The middle level: an opponent who gains by a weak computer does not choose it."""
DEFAULT_INVITATION_S: Final = 60
DEFAULT_REVEAL_S: Final = 120


class GameSettings(Answer, kw_only=True):
    """Settings of a game that its creator chooses and that are not part of the rules.

    A new setting is declared here, used where it acts, and described in the documents: requests, views and stored games
    follow.
    """

    pace_ms: Annotated[
        int,
        Meta(
            ge=0,
            le=MAX_PACE_MS,
            description="Delay in milliseconds before a computer's answer to a person. A level that needs longer, "
            "up to half a second, takes that long for every answer: the time does not depend on its "
            "cards.",
        ),
    ] = DEFAULT_PACE_MS
    watch_pace_ms: Annotated[
        int,
        Meta(
            ge=0,
            le=MAX_PACE_MS,
            description="Delay in milliseconds before a computer's answer to another computer, so that people can "
            "follow. 0 for none: a game between computers takes a second or so.",
        ),
    ] = 0
    time_limit_s: Annotated[
        Annotated[int, Meta(ge=5, le=7 * DAY_S)] | None,
        Meta(
            description="Seconds that a person has for a decision. Then the heuristic answers for the seat, with "
            "an event `time_ran_out`. Null for no limit."
        ),
    ] = None
    absent_after_s: Annotated[
        int,
        Meta(
            ge=LEAST_ABSENT_AFTER_S,
            le=7 * DAY_S,
            description="Seconds without an answer after which a person counts as absent and others may let a "
            "computer take over the seat.",
        ),
    ] = DEFAULT_ABSENT_AFTER_S
    absent_level: Annotated[
        int,
        Meta(
            ge=LEAST_ABSENT_LEVEL,
            description="Level of the computer that takes over the seat of an absent player, the middle one or better.",
        ),
    ] = LEAST_ABSENT_LEVEL
    invitation_s: Annotated[int, Meta(ge=5, le=3600, description="Seconds that an invited bot has to accept.")] = (
        DEFAULT_INVITATION_S
    )
    reveal_s: Annotated[
        int,
        Meta(
            ge=5,
            le=7 * DAY_S,
            description="Seconds that the players have to reveal the seeds that they have promised, once the last "
            "seat is taken. If one is missing then, the game is aborted: no cards are dealt without it.",
        ),
    ] = DEFAULT_REVEAL_S
    expire_after_s: Annotated[
        Annotated[int, Meta(ge=60)] | None,
        Meta(
            description="Seconds that the running game is kept after its last change, see `expires_at` of the "
            "view. Null for the service's setting."
        ),
    ] = None


@dataclass
class Seat:
    """A seat and its player."""

    kind: str
    name: str
    """Stays the same once the game has started, also when a computer takes over: texts about the game contain it."""
    level: int | None = None
    budget_fraction: float | None = None
    """Of a computer: the fraction of its level's simulations used for its last answer; below 1 when the service was
    overloaded.
    """
    bot: str | None = None
    """The id of the bot that the seat belongs to, also while a computer plays for it."""
    invitation: dict[str, Any] | None = None
    """Until the bot has accepted: ``status``, ``until`` (RFC 3339) and the ``reason`` of a bot that has declined."""
    rating: int | None = None
    """Of a computer that was asked for by a rating; it has no level then."""
    style: str | None = None
    """Of a computer that was asked for in a style."""

    @property
    def is_vacant(self) -> bool:
        """Whether the seat still waits for its player."""
        return self.kind == OPEN_SEAT or self.invitation is not None

    @property
    def sends_moves(self) -> bool:
        """Whether moves come through the API: from a person, or from a bot, which plays as a person does."""
        return self.kind in (PERSON, BOT)

    @property
    def computer(self) -> dict[str, Any]:
        """Which computer plays, as events say it."""
        return {"level": self.level} | self.computer_wishes

    @property
    def computer_wishes(self) -> dict[str, Any]:
        """The rating and the style of a computer, each only if one was asked for."""
        wishes = {"rating": self.rating, "style": self.style}
        return {name: value for name, value in wishes.items() if value is not None}

    def without_computer(self) -> "Seat":
        """The seat as its own player has it, after a computer has played for that player."""
        return Seat(BOT if self.bot else PERSON, self.name, bot=self.bot)


@dataclass
class Game:
    """A game as stored. Secret: ``state``, ``seed``, ``tokens`` and ``join_code`` are never sent to clients."""

    id: str
    variant_key: str
    rules_version: int
    preset: str
    options: dict[str, Any]
    status: str
    seats: list[Seat]
    public: bool
    created_at: str
    seed: str
    tokens: dict[str, int | str]
    """SHA-256 of each token -> its seat, or ``owner``."""
    join_code: str | None
    """Digest of the join code while a seat is open."""
    state: State
    settings: GameSettings = field(default_factory=GameSettings)
    promises: dict[str, str | None] = field(default_factory=dict)
    """SHA-256 of the seed that each contributor has promised; the game starts when all of them are in ``client_seeds``.

    In a rematch, None for a seat that may still promise one, as in the game before.
    """
    given: list[int] = field(default_factory=list)
    """Seats whose tokens the creator was given, and may renew as the owner; the token of a seat that its player took
    renews itself alone. None in games of versions before this was noted.
    """
    open_to_all: bool = False
    """Whether anyone may take an open seat without the join code."""
    fallback: dict[str, Any] | None = None
    """While a quick game waits for an opponent: ``at`` (RFC 3339), when a computer of ``level`` or ``rating`` takes the
    open seat.
    """
    client_seeds: dict[str, str] = field(default_factory=dict)
    """Seeds of players that enter the shuffles, by contributor: ``owner`` or a seat's number."""
    shuffles: int = 0
    """Shuffles dealt so far; the seeds and this number reproduce all of them."""
    moves: int = 0
    """Moves played so far."""
    asked_at: str | None = None
    """When the current decision was asked, or the promised seeds were (RFC 3339)."""
    deadline: str | None = None
    """When the heuristic answers for the persons who are asked (RFC 3339)."""
    lifetime_s: int = 0
    """How long the game is kept after its last change: set by the store with every commit."""
    expires_at: str | None = None
    """When the game is deleted, unless it changes before (RFC 3339): set by the store with every commit."""
    rematch: str | None = None
    """The id of the rematch, once a player has asked for one."""
    rematch_of: str | None = None
    """The id of the game that this is the rematch of."""
    uninvited: list[list[Any]] = field(default_factory=list)
    """Bots whose invitation was withdrawn, each with the seat: they are to be notified."""
    match_id: str | None = None
    """The id of the match that it is a game of."""
    key_id: str | None = None
    """The id of the API key that created this game, or the game that it is the rematch of."""
    result: dict[str, Any] | None = None
    ai: dict[str, Any] | None = None
    """While a computer seat is to move: ``seat``, its ``level`` if it has one, and ``since`` (RFC 3339)."""
    version: int = 0
    """Stored beside the document."""
    word: str = ""
    """Of the commit that made this version: stored in the ``revision`` beside the document."""
    document: bytes = field(default=b"", compare=False)
    """As the store has it."""
    views: dict[tuple[int | None, str], bytes] = field(default_factory=dict, compare=False)
    """Its views as JSON, by seat and language, as far as they were asked for."""
    events: list[Any] = field(default_factory=list)
    """Events since loading, for the next commit: tuples from the engine, objects from the service."""
    committed_view_state: dict[str, Any] = field(default_factory=dict)
    """The view state at loading or at the last commit."""

    def __post_init__(self) -> None:
        self.state.log = self.events

    @property
    def revision(self) -> str:
        """The identity of the commit that made this version (``model.revision``)."""
        return revision_text(self.version, self.word)

    @property
    def has_people(self) -> bool:
        """Whether a person plays, who would have to wait."""
        return any(seat.kind == PERSON for seat in self.seats)

    @property
    def has_clients(self) -> bool:
        """Whether a person or a bot plays, who could measure the time of a computer's answer."""
        return any(seat.sends_moves for seat in self.seats)

    @property
    def bots(self) -> list[str]:
        """The ids of the bots that have a seat, or are invited to one."""
        return sorted({seat.bot for seat in self.seats if seat.bot is not None})

    @property
    def bots_to_tell(self) -> bool:
        """Whether bots follow the game."""
        return bool(self.bots or self.uninvited)

    @property
    def waits_for_bots(self) -> bool:
        """Whether the game starts as soon as the bots that are invited accept."""
        return bool(self.invitation_ends) and all(seat.kind != OPEN_SEAT for seat in self.seats)

    @property
    def invitation_ends(self) -> list[str]:
        """When the open invitations expire (RFC 3339)."""
        found = [seat.invitation for seat in self.seats if seat.invitation is not None] if self.status == OPEN else []
        return [invitation["until"] for invitation in found if invitation["status"] == PENDING]

    @property
    def variant(self) -> Variant:
        """The game's rules."""
        return VARIANTS[self.variant_key]

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.status in (FINISHED, ABORTED)

    @property
    def is_joinable(self) -> bool:
        """Whether anyone may take a seat without the join code."""
        return self.open_to_all and self.status == OPEN and any(seat.kind == OPEN_SEAT for seat in self.seats)

    @property
    def awaits_seed(self) -> bool:
        """Whether a promised seed has not been revealed."""
        return bool(self.missing_seeds)

    @property
    def missing_seeds(self) -> list[str]:
        """The contributors whose promised seeds have not been revealed."""
        return sorted(self.promises.keys() - self.client_seeds.keys())

    @property
    def takes_promises(self) -> bool:
        """Whether a rematch waits for promises of its players."""
        return self.status == OPEN and None in self.promises.values()

    @property
    def seeds_due(self) -> str | None:
        """When the wait for promises, or for promised seeds, of a game whose seats are all taken is over (RFC 3339)."""
        if self.status != OPEN or self.asked_at is None or not self.awaits_seed:
            return None
        wait_s = self.settings.absent_after_s if self.takes_promises else self.settings.reveal_s
        return time_text(parse_time_ms(self.asked_at) + 1000 * wait_s)

    @property
    def reveal_by(self) -> str | None:
        """Until when promised seeds are to be revealed; None while more may be promised (RFC 3339)."""
        return None if self.takes_promises else self.seeds_due

    @property
    def shuffle_key(self) -> str:
        """The key from which every shuffle is derived."""
        return shuffles.shuffle_key(self.id, self.seed, self.client_seeds)

    def view_state(self) -> dict[str, Any]:
        """The parts of a view that do not follow from the moves, as JSON."""
        values = {
            name: dict(value) if type(value) is dict else value
            for name, value in zip(VIEW_STATE, _shown(self), strict=True)
        }
        values["seats"] = _dump_seats(self.seats)
        return values

    def changed_view_state(self) -> dict[str, Any]:
        """The part of the view state that has changed since loading or the last commit."""
        before = self.committed_view_state
        return {name: value for name, value in self.view_state().items() if name not in before or before[name] != value}

    def restore(self, view_state: dict[str, Any]) -> None:
        """Set the view state to the one recorded at another version."""
        for name, value in view_state.items():
            setattr(self, name, [Seat(*seat) for seat in value] if name == "seats" else value)

    def copy(self) -> "Game":
        """A game to be changed: nothing that is changed in place is shared."""
        return replace(
            self,
            seats=[replace(seat) for seat in self.seats],
            tokens=dict(self.tokens),
            state=self.state.clone(),
            promises=dict(self.promises),
            client_seeds=dict(self.client_seeds),
            events=[],
            views={},
        )

    def mark_committed(self, version: int, word: str, changed: dict[str, Any], document: bytes) -> None:
        """Note that all changes so far are stored as this revision, with what has ``changed`` in the view state."""
        self.version, self.word, self.document, self.views = version, word, document, {}
        self.events = self.state.log = []
        self.committed_view_state = self.committed_view_state | changed

    def dump(self) -> str:
        """The document as JSON text."""
        document = dict(zip(_STORED_UNCHANGED, _unchanged(self), strict=True))
        document |= {"format": FORMAT, "variant": self.variant_key, "seats": _dump_seats(self.seats)}
        document |= msgspec.to_builtins(self.settings)
        return msgspec.json.encode(document | {"state": self.variant.codec.dump_state(self.state)}).decode()

    @classmethod
    def load(cls, text: str | bytes, version: int, word: str = "") -> "Game":
        """The inverse of ``dump``; raises ValueError for a format that this service cannot read."""
        document = msgspec.json.decode(text)
        if document["format"] != FORMAT:
            raise ValueError(f"game {document['id']} has format {document['format']}; this service reads {FORMAT}")
        settings = {name: document[name] for name in GameSettings.__struct_fields__ if name in document}
        game = cls(
            **{name: document[name] for name in _STORED_UNCHANGED if name in document},
            variant_key=document["variant"],
            seats=[Seat(*seat) for seat in document["seats"]],
            settings=GameSettings(**settings),
            state=VARIANTS[document["variant"]].codec.load_state(document["state"]),
            version=version,
            word=word,
        )
        if "promises" not in document:
            # of a version in which only the creator promised a seed, and others gave theirs at once
            game.promises = {who: shuffles.seed_digest(seed) for who, seed in game.client_seeds.items()}
            game.promises |= {shuffles.OWNER_SEED: document["seed_digest"]} if document["seed_digest"] else {}
        game.committed_view_state = game.view_state()
        return game


VIEW_STATE: Final = (
    "status",
    "seats",
    "shuffles",
    "result",
    "ai",
    "asked_at",
    "deadline",
    "lifetime_s",
    "rematch",
    "client_seeds",
    "fallback",
    "promises",
)
"""The parts of a view that do not follow from the moves. They are recorded with every version, for views of earlier
ones.
"""

_shown: Final[Callable[["Game"], tuple[Any, ...]]] = attrgetter(*VIEW_STATE)

_CONVERTED: Final = {"variant_key", "seats", "settings", "state"}
_NOT_STORED: Final = {"version", "word", "document", "views", "events", "committed_view_state"}
"""In the document, that is: some are stored beside it."""
_STORED_UNCHANGED: Final = tuple(part.name for part in fields(Game) if part.name not in _CONVERTED | _NOT_STORED)
"""Fields that are stored unchanged, under their own name."""
_unchanged: Final[Callable[[Game], tuple[Any, ...]]] = attrgetter(*_STORED_UNCHANGED)


def _dump_seats(seats: list[Seat]) -> list[list[Any]]:
    return [_dump_seat(seat) for seat in seats]


def _dump_seat(seat: Seat) -> list[Any]:
    """The seat's fields, without those at the end that are not set: versions before these fields were added can read it
    then.
    """
    values = list(_seat_values(seat))
    while len(values) > _FIRST_FIELDS and values[-1] is None:
        values.pop()
    return values


_seat_values: Final[Callable[[Seat], tuple[Any, ...]]] = attrgetter(*(part.name for part in fields(Seat)))
_FIRST_FIELDS: Final = 6
"""The fields that every stored seat has."""


def marked_name(name: str, bot: str | None) -> str:
    """A player's name as texts have it, so that every text says who is a bot."""
    return f"{name} (bot)" if bot else name


def seats_to_act(game: Game) -> list[int]:
    """All seats that may answer now."""
    if game.status != ACTIVE:
        return []
    return [seat for seat in range(len(game.seats)) if game.state.may_act(seat)]


def persons_asked(game: Game) -> list[int]:
    """All seats of persons and bots that may answer now."""
    return [seat for seat in seats_to_act(game) if game.seats[seat].sends_moves]


def computer_to_move(game: Game) -> int | None:
    """The computer seat that has to answer; None if one answer is enough and a person may give it."""
    asked = seats_to_act(game)
    computers = [seat for seat in asked if game.seats[seat].kind == AI]
    if not computers or (not game.state.waits_for_all() and len(computers) < len(asked)):
        return None
    return computers[0]
