"""A game as stored: one JSON document that contains the engine state.

A commit is identified by its revision: ``7-kQ3_``, its version and a word that was made with it. A store that goes
back, as after a failover or to a backup, loses commits, and other commits get their versions: ``7`` may be another
state than before, ``7-kQ3_`` never is. So wherever it matters which state something is about, revisions are compared,
and only for equality. A game that is not stored yet has no word.
"""

import re
import secrets
from collections.abc import Mapping
from copy import copy
from operator import attrgetter
from typing import Annotated, Any, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct

from engines import VARIANTS
from engines.api import State, Variant
from service.model import shuffles
from service.model.answer import Answer, ResultReason, Score, Timestamp, about
from service.model.earlier import in_todays_form
from service.model.levels import MIDDLE_LEVEL, LevelKey
from service.model.timestamps import moved

# -- the identity of a commit

START: Final = "0"
"""The revision of a game that is not stored yet: before its first commit."""
FORM: Final = r"[0-9]{1,16}(-[A-Za-z0-9_-]{1,16})?"
"""The names of a place in the events, as a regular expression: a revision, or only the version."""
_form: Final = re.compile(FORM, re.ASCII)


def make_word() -> str:
    """The word of a new commit: 24 random bits."""
    return secrets.token_urlsafe(3)


def revision_text(version: int, word: str) -> str:
    """The revision of a commit."""
    return f"{version}-{word}" if word else str(version)


def version_of(revision: str) -> int:
    """The version in a revision."""
    return int(revision.partition("-")[0])


def word_of(revision: str) -> str:
    """The word in a revision; empty without one."""
    return revision.partition("-")[2]


def is_place(text: str) -> bool:
    """True if a client may name its place in the events so."""
    return _form.fullmatch(text) is not None


def means(place: str, revision: str) -> bool:
    """True if a client that names its place so is at this revision; if it names only the version, that is compared."""
    return place in (revision, revision.partition("-")[0])


# -- the game

FORMAT: Final = 4
"""The format of stored games."""
NUMBERED_LEVELS: Final = 3
"""The format of games that have their levels by number."""
READ: Final = (NUMBERED_LEVELS, FORMAT)
"""Games of other formats are refused."""
WITHOUT_REVISION: Final = 1
"""The format of games that have no revision."""
FORMATS: Final = {
    WITHOUT_REVISION: "releases up to 24 November 2026 (such as 7262a02)",
    2: "releases of 24 and 25 November 2026",
}
"""Releases with formats that are refused."""

OPEN: Final = "open"
ACTIVE: Final = "active"
FINISHED: Final = "finished"
ABORTED: Final = "aborted"
STATUSES: Final = (OPEN, ACTIVE, FINISHED, ABORTED)

PERSON: Final = "person"
AI: Final = "ai"
OPEN_SEAT: Final = "open"
BOT: Final = "bot"

GameStatus: TypeAlias = Annotated[Literal["open", "active", "finished", "aborted"], Meta(title="GameStatus")]
SeatKind: TypeAlias = Annotated[Literal["person", "ai", "open", "bot"], Meta(title="SeatKind")]

PENDING: Final = "pending"
DECLINED: Final = "declined"
EXPIRED: Final = "expired"

Role: TypeAlias = int | Literal["owner"]
"""The rights of a token: those of a seat, or of the owner."""

DAY_S: Final = 24 * 3600
MAX_PACE_MS: Final = 2000


class GameSettings(Answer, kw_only=True):
    """Settings of a game that its creator chooses and that are not part of the rules.

    A new setting is declared here, used where it has its effect, and described in the documents; requests, views and
    stored games are derived.
    """

    pace_ms: Annotated[
        int,
        about(
            "Delay in milliseconds before a computer's answer to a person. A level that needs longer, up to half a "
            "second, takes that long for every answer: the time does not depend on its cards.",
            ge=0,
            le=MAX_PACE_MS,
        ),
    ] = 250
    watch_pace_ms: Annotated[
        int,
        about(
            "Delay in milliseconds before a computer's answer to another computer, so that people can follow. 0 for "
            "none: a game between computers takes a second or so.",
            ge=0,
            le=MAX_PACE_MS,
        ),
    ] = 0
    time_limit_s: Annotated[
        Annotated[int, Meta(ge=5, le=7 * DAY_S)] | None,
        about(
            "Seconds that a person has for a decision. Then the heuristic answers for the seat, with an event "
            "`time_ran_out`. Null for no limit."
        ),
    ] = None
    absent_after_s: Annotated[
        int,
        about(
            "Seconds without an answer after which a person counts as absent and others may let a computer take over "
            "the seat.",
            ge=30,  # an opponent who only has to wait could claim that a player is absent
            le=7 * DAY_S,
        ),
    ] = 120
    absent_level: Annotated[
        LevelKey, about("Level of the computer that takes over the seat of an absent player, the middle one or better.")
    ] = MIDDLE_LEVEL
    invitation_s: Annotated[int, about("Seconds that an invited bot has to accept.", ge=5, le=3600)] = 60
    reveal_s: Annotated[
        int,
        about(
            "Seconds that the players have to reveal the seeds that they have promised, once the last seat is taken. "
            "If one is missing then, the game is aborted: no cards are dealt without it.",
            ge=5,
            le=7 * DAY_S,
        ),
    ] = 120
    expire_after_s: Annotated[
        Annotated[int, Meta(ge=60)] | None,
        about(
            "Seconds that the running game is kept after its last change, see `expires_at` of the view. Null for the "
            "service's setting."
        ),
    ] = None


class SeatInvitation(Answer, kw_only=True):
    """The invitation of a bot that has not accepted."""

    status: Annotated[
        Literal["pending", "declined", "expired"],
        about(
            "Unless it is `pending`, the owner invites another bot, lets a computer take the seat, or aborts the game.",
            title="InvitationStatus",
        ),
    ]
    expires_at: Annotated[Timestamp, about("When it expires, or expired.")]
    reason: Annotated[str | None, about("Why the bot has declined, if it gave a reason.")]


class Result(Answer, kw_only=True):
    """How the game ended."""

    winner: Annotated[int | None, about("The winning side. Null for a draw.")]
    reason: Annotated[ResultReason, about("How the game was decided.")]
    score: Score


class Turn(Struct, kw_only=True, frozen=True):
    """Which computer has to move."""

    seat: int
    since: str
    """RFC 3339."""


class Team(Answer, kw_only=True):
    """The team that a player has chosen."""

    name: Annotated[str, about("Its name, for texts about the goals and victories of its side.")]
    colours: Annotated[
        list[str], about("Its two colours, as in `#0b3d91`: the first for areas, the second for a stripe.")
    ]

    @classmethod
    def of(cls, given: Mapping[str, Any] | None) -> "Team | None":
        """The team in a request or a record; None without one."""
        return None if given is None else cls(**given)


class Seat(Struct, array_like=True):
    """A seat and its player."""

    kind: SeatKind
    name: str
    """Stays the same once the game has started, also when a computer takes over: texts about the game contain it."""
    level: str | None = None
    """For a computer: the key of its level."""
    reduced_to: float | None = None
    """For a computer: the fraction of its simulations that its last answer used, if it was reduced under load; 0 for
    the heuristic.
    """
    bot_id: str | None = None
    """The id of the bot that the seat belongs to, also while a computer plays for it."""
    invitation: SeatInvitation | None = None
    """Until the bot has accepted."""
    rating: int | None = None
    """For a computer requested by a rating; it has no level then."""
    character: str | None = None
    """For a computer requested as a character."""
    team: Team | None = None
    """Stays the same once the game has started, as the name."""

    @property
    def sends_moves(self) -> bool:
        """Whether moves come through the API: from a person, or from a bot, which plays as a person does."""
        return self.kind in (PERSON, BOT)

    @property
    def computer(self) -> dict[str, Any]:
        """The computer that plays, as it is named in events."""
        return {"level": self.level} | self.rating_and_character

    @property
    def rating_and_character(self) -> dict[str, Any]:
        """The rating and the character of a computer, each only if it was requested."""
        fields = {"rating": self.rating, "character": self.character}
        return {name: value for name, value in fields.items() if value is not None}

    def without_computer(self) -> "Seat":
        """The seat returned to its own player, after a computer has played for that player."""
        return Seat(BOT if self.bot_id else PERSON, self.name, bot_id=self.bot_id, team=self.team)


class Game(Struct, kw_only=True, dict=True, omit_defaults=True, tag_field="format", tag=FORMAT):
    """A game. Its fields are what is stored, as a document.

    Secret: ``state``, ``seed``, ``tokens`` and ``join_code`` are never sent to clients.
    """

    id: str
    variant_key: str = msgspec.field(name="variant")
    rules_version: int
    preset: str
    options: dict[str, Any]
    status: GameStatus
    seats: list[Seat]
    public: bool
    created_at: str
    seed: str
    tokens: dict[str, Role]
    """SHA-256 of each token -> its seat, or ``owner``."""
    join_code: str | None
    """Digest of the join code while a seat is open."""
    promises: dict[str, str | None] = {}
    """SHA-256 of the seed that each contributor has promised; the game starts when all of them are in ``client_seeds``.
    In a rematch, None for a seat that may still promise one, as in the previous game.
    """
    given: list[int] = []
    """Seats whose tokens the creator got, and may renew as the owner; only its player can renew the token of a seat
    taken later.
    """
    joinable: bool = False
    """Whether anyone may take a seat without the join code as long as one is open, see ``is_joinable``."""
    fallback: dict[str, Any] | None = None
    """While a quick game waits for an opponent: ``at`` (RFC 3339), when a computer of ``level`` or ``rating`` takes the
    open seat.
    """
    client_seeds: dict[str, str] = {}
    """Seeds of players that enter the shuffles, by contributor: ``owner`` or a seat's number."""
    shuffles: int = 0
    """Shuffles dealt so far; the seeds and this number reproduce all of them."""
    moves: int = 0
    """Moves played so far."""
    away_ms: int = 0
    """The ``timestamps.away_ms`` to which the times of its waits refer, see ``move_waits``."""
    untouched: bool = False
    """True until a person or a bot moves: such a game is deleted first when the store needs room."""
    asked_at: str | None = None
    """When the current decision was asked, or the promised seeds were (RFC 3339)."""
    deadline: str | None = None
    """When the heuristic answers for the persons who are asked (RFC 3339)."""
    lifetime_s: int = 0
    """How long the game is kept after its last change: set by the store with every commit."""
    expires_at: str | None = None
    """When the game is deleted, unless it changes before (RFC 3339): set by the store with every commit."""
    rematch_id: str | None = None
    """The id of the rematch, once a player has asked for one."""
    rematch_of_id: str | None = None
    """The id of the game that this is the rematch of."""
    uninvited: list[list[Any]] = []
    """Bots whose invitation was withdrawn, each with the seat: they have to be notified."""
    match_id: str | None = None
    """The id of the match to which it belongs."""
    deal: str | None = None
    """The text of a prepared deal, from which every card follows: the same deal and moves give the same game."""
    key_id: str | None = None
    """The id of the API key that created this game, or the game whose rematch it is."""
    result: Result | None = None
    ai: Turn | None = None
    settings: GameSettings = msgspec.field(default_factory=GameSettings)
    state: State

    def __post_init__(self) -> None:
        # facts about a game outside its document
        self.version: int = 0
        self.word: str = ""
        """The word of the commit that made this version: part of the ``revision``, which is stored outside the
        document.
        """
        self.moved_ms = 0
        """By how much its waits were moved since that commit."""
        self.document: bytes = b""
        """The version in the store."""
        self._committed_view_state: dict[str, Any] | None = None
        self.events: list[Any] = []
        """Events since then, for the next commit: tuples from the engine, objects from the service."""
        self.state.log = self.events
        self.views: dict[tuple[int | None, str], bytes] = {}
        """Its views as JSON, by seat and language, cached once requested."""

    @property
    def revision(self) -> str:
        """The identity of the commit that made this version (``model.revision``)."""
        return revision_text(self.version, self.word)

    @property
    def shown_revision(self) -> str:
        """Identifies the content of views: the revision, and by how much the waits were moved since."""
        return f"{self.revision}{self.moved_ms:+}" if self.moved_ms else self.revision

    @property
    def has_people(self) -> bool:
        """True if a person plays, who would have to wait."""
        return any(seat.kind == PERSON for seat in self.seats)

    @property
    def has_clients(self) -> bool:
        """True if a person or a bot plays, who could measure a computer's response time."""
        return any(seat.sends_moves for seat in self.seats)

    @property
    def has_bots(self) -> bool:
        """True if bots follow the game: they have a seat, are invited to one, or were."""
        return bool(self.uninvited) or any(seat.bot_id is not None for seat in self.seats)

    @property
    def waits_for_bots(self) -> bool:
        """True if the game starts as soon as the invited bots accept."""
        return bool(self.invitation_ends) and all(seat.kind != OPEN_SEAT for seat in self.seats)

    @property
    def invitation_ends(self) -> list[str]:
        """When the open invitations expire (RFC 3339)."""
        found = [seat.invitation for seat in self.seats if seat.invitation is not None] if self.status == OPEN else []
        return [invitation.expires_at for invitation in found if invitation.status == PENDING]

    @property
    def variant(self) -> Variant:
        """The game's rules."""
        return VARIANTS[self.variant_key]

    @property
    def score(self) -> list[int]:
        """Goals by side."""
        return [int(self.state.score(0)), int(self.state.score(1))]

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.status in (FINISHED, ABORTED)

    @property
    def is_joinable(self) -> bool:
        """True if anyone may take a seat without the join code."""
        return self.joinable and self.status == OPEN and any(seat.kind == OPEN_SEAT for seat in self.seats)

    @property
    def missing_seeds(self) -> list[str]:
        """The contributors whose promised seeds have not been revealed."""
        return sorted(self.promises.keys() - self.client_seeds.keys())

    @property
    def takes_promises(self) -> bool:
        """True if a rematch waits for promises of its players."""
        return self.status == OPEN and None in self.promises.values()

    @property
    def seeds_s(self) -> int:
        """How many seconds the game waits for promises, or for promised seeds; 0 if for none."""
        if self.status != OPEN or not self.missing_seeds:
            return 0
        return self.settings.absent_after_s if self.takes_promises else self.settings.reveal_s

    @property
    def seeds_due(self) -> str | None:
        """When the wait for promises, or for promised seeds, of a game with all seats taken is over (RFC 3339)."""
        return moved(self.asked_at, 1000 * self.seeds_s) if self.asked_at and self.seeds_s else None

    @property
    def absent_from(self) -> str | None:
        """When the persons who are asked count as absent (RFC 3339)."""
        return None if self.asked_at is None else moved(self.asked_at, 1000 * self.settings.absent_after_s)

    @property
    def reveal_by(self) -> str | None:
        """Until when promised seeds can be revealed; None while more may be promised (RFC 3339)."""
        return None if self.takes_promises else self.seeds_due

    @property
    def shuffle_key(self) -> str:
        """The key from which every shuffle is derived."""
        return shuffles.shuffle_key(self.shuffled_as, self.seed, self.client_seeds)

    @property
    def shuffled_as(self) -> str:
        """The name of the game in its shuffles and in the decisions of its computers: its id, or its deal."""
        return self.deal or self.id

    def view_state(self) -> dict[str, Any]:
        """The parts of a view that cannot be derived from the moves, as JSON."""
        return dict(zip(VIEW_STATE, msgspec.to_builtins(_view_state_of(self)), strict=True))

    @property
    def committed_view_state(self) -> dict[str, Any]:
        """The view state at loading or at the last commit. Whatever changes a game asks for it before: most games that
        are loaded are only shown.
        """
        if self._committed_view_state is None:
            self._committed_view_state = self.view_state() if self.version else {}
        return self._committed_view_state

    def changed_view_state(self) -> dict[str, Any]:
        """The part of the view state that has changed since loading or the last commit."""
        before = self.committed_view_state
        return {name: value for name, value in self.view_state().items() if name not in before or before[name] != value}

    def restore(self, view_state: dict[str, Any]) -> None:
        """Set the view state to that recorded at another version."""
        for name, value in view_state.items():
            setattr(self, name, msgspec.convert(value, _TYPES[name]))

    def move_waits(self, away_ms: int) -> None:
        """Move the times of all waits by as long as no wait has run since the game was written, so that the rest of
        each stays the same. This is done wherever a stored game is read; the next commit stores it.
        """
        ms = away_ms - self.away_ms
        if not ms:
            return
        self._committed_view_state = self.committed_view_state  # before the times are moved
        self.away_ms = away_ms
        self.moved_ms += ms
        self.asked_at = self.asked_at and moved(self.asked_at, ms)
        self.deadline = self.deadline and moved(self.deadline, ms)
        if self.ai:
            self.ai = msgspec.structs.replace(self.ai, since=moved(self.ai.since, ms))
        if self.fallback:
            self.fallback = self.fallback | {"at": moved(self.fallback["at"], ms)}
        for seat in self.seats:
            if seat.invitation and seat.invitation.status == PENDING:
                ends = moved(seat.invitation.expires_at, ms)
                seat.invitation = msgspec.structs.replace(seat.invitation, expires_at=ends)

    def copy(self) -> "Game":
        """A copy to be changed: everything that is changed in place is its own."""
        changed = msgspec.structs.replace(
            self,
            seats=[copy(seat) for seat in self.seats],
            tokens=dict(self.tokens),
            promises=dict(self.promises),
            client_seeds=dict(self.client_seeds),
            state=self.state.clone(),
        )
        changed.version, changed.word = self.version, self.word
        changed._committed_view_state = self.committed_view_state
        return changed

    def mark_committed(self, version: int, word: str, changed: dict[str, Any], document: bytes) -> None:
        """Record that all changes so far are stored as this revision, with the part of the view state that has
        ``changed``.
        """
        self.version, self.word, self.document, self.moved_ms = version, word, document, 0
        self.events = self.state.log = []
        self._committed_view_state = self.committed_view_state | changed
        self.views = {}

    def dump(self) -> bytes:
        """The document, as JSON."""
        return msgspec.json.encode(self, enc_hook=self.variant.codec.dump_state)

    @classmethod
    def load(cls, text: str | bytes, revision: str) -> "Game":
        """The inverse of ``dump``, for a game at this revision; fails for a format that this service cannot read."""
        head = msgspec.json.decode(text, type=_Head)
        if head.format == NUMBERED_LEVELS:
            text = msgspec.json.encode(in_todays_form(msgspec.json.decode(text)) | {"format": FORMAT})
        codec = VARIANTS[head.variant].codec
        game = msgspec.json.decode(text, type=cls, dec_hook=lambda _, state: codec.load_state(state))
        game.options = completed_options(game.variant_key, game.options)
        game.fallback = game.fallback and in_todays_form(game.fallback)
        game.version, game.word = version_of(revision), word_of(revision)
        return game


def completed_options(variant_key: str, options: dict[str, Any]) -> dict[str, Any]:
    """The options of a stored or recorded game, or of a match. An option added since has its value in the standard
    game, which is what the rules were before it (``engines.declared.Option.standard``).
    """
    variant = VARIANTS[variant_key]
    return options if options.keys() >= variant.options.keys() else variant.complete_options(options)


class _Format(Struct):
    """The fields that every release has written into a document."""

    format: int


class _Head(_Format):
    """The fields of a document that are needed before it is read."""

    variant: str


def format_of(document: bytes) -> int:
    """The format of a stored game."""
    return msgspec.json.decode(document, type=_Format).format


_TYPES: Final = {field.name: field.type for field in msgspec.structs.fields(Game)}

VIEW_STATE: Final = (
    *("status", "seats", "shuffles", "result", "ai", "asked_at", "deadline", "lifetime_s", "rematch_id"),
    *("client_seeds", "fallback", "promises"),
)
"""The parts of a view that cannot be derived from the moves. They are recorded with every version, for views of earlier
ones; by their index here, so that new ones are only added at the end.
"""
_view_state_of: Final = attrgetter(*VIEW_STATE)


def marked_name(name: str, bot_id: str | None) -> str:
    """A player's name in texts, which always show who is a bot."""
    return f"{name} (bot)" if bot_id else name


def teams_of(seats: list[Seat]) -> tuple[str, str]:
    """The names of the sides' teams, empty for a side without one: that of the first of two partners who has one."""
    teams = ["", ""]
    for number, seat in enumerate(seats):
        if seat.team is not None:
            teams[number % 2] = teams[number % 2] or seat.team.name
    return teams[0], teams[1]


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
