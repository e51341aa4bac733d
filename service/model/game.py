"""What the store keeps of a game: one JSON document, and the engine state inside it."""

import json
from dataclasses import dataclass, field
from typing import Any

from engines import VARIANTS
from engines.api import State, Variant
from service.model import shuffles

FORMAT = 1


OPEN = "open"


ACTIVE = "active"


FINISHED = "finished"


ABORTED = "aborted"


FACTS = (
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
)
"""What of a view changes with the game and does not follow from its moves: noted with every version, for views of earlier ones."""


DEFAULT_ABSENT_AFTER_S = 120


PERSON = "person"


AI = "ai"


OPEN_SEAT = "open"


@dataclass
class Seat:
    """A place at the table and who sits there."""

    kind: str
    name: str
    level: int | None = None
    budget_fraction: float | None = None
    """Of a computer: fraction of its level's simulations that its last answer used; below 1 when the service was overloaded."""


@dataclass
class GameRecord:
    """A game as stored. Secret: ``state``, ``seed``, ``tokens`` and ``join_code`` never leave the service as they are."""

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
    """SHA-256 of the join code while a seat is open."""
    state: State
    pace_ms: int = 0
    """A computer's answer falls due so long after it was asked, whatever it holds; only where people play."""
    time_limit_s: int | None = None
    """A person has so long for a decision; then the heuristic answers for the seat."""
    absent_after_s: int = DEFAULT_ABSENT_AFTER_S
    """A seat that has been asked for so long without an answer may be handed to a computer by others."""
    expire_after_s: int | None = None
    """Life of the running game since its last change; None: as the store's settings say."""
    seed_digest: str | None = None
    """SHA-256 of the seed that the creator has promised to hand in before the game starts."""
    client_seeds: dict[str, str] = field(default_factory=dict)
    """Seeds of players that enter the shuffles, by who gave them: ``owner`` or a seat's number."""
    shuffles: int = 0
    """Shuffles dealt so far; the seeds and this number give every one of them again."""
    moves: int = 0
    """Moves played so far."""
    asked_at: str | None = None
    """Since when the present decision has been asked (RFC 3339)."""
    deadline: str | None = None
    """When the heuristic answers for the persons that are asked (RFC 3339)."""
    lifetime_s: int = 0
    """How long the game is kept after its last change: set by the store with every commit."""
    expires_at: str | None = None
    """When the game goes, unless it changes before (RFC 3339): set by the store with every commit."""
    rematch: str | None = None
    """The id of the rematch, once somebody has asked for one."""
    rematch_of: str | None = None
    """The id of the game that this is the rematch of."""
    key_id: str | None = None
    """The id of the API key that it, or the game it is the rematch of, was made with."""
    result: dict[str, Any] | None = None
    ai: dict[str, Any] | None = None
    """While a computer seat is to move: ``seat``, ``level`` and ``since`` (RFC 3339)."""
    version: int = 0
    """The store's, not part of the document."""
    events: list[Any] = field(default_factory=list)
    """Events since loading, for the next commit: the engine's as tuples, those of the service as objects."""
    stored_facts: dict[str, Any] = field(default_factory=dict)
    """The facts as they were loaded or last committed."""

    def __post_init__(self) -> None:
        self.state.log = self.events

    @property
    def has_people(self) -> bool:
        """Whether anybody is kept waiting."""
        return any(seat.kind == PERSON for seat in self.seats)

    @property
    def variant(self) -> Variant:
        """The game's rules."""
        return VARIANTS[self.variant_key]

    @property
    def is_over(self) -> bool:
        """Whether nothing will happen any more."""
        return self.status in (FINISHED, ABORTED)

    @property
    def awaits_seed(self) -> bool:
        """Whether the game waits for the seed that its creator has promised."""
        return self.seed_digest is not None and shuffles.OWNER_SEED not in self.client_seeds

    @property
    def shuffle_key(self) -> str:
        """What every shuffle follows from."""
        return shuffles.shuffle_key(self.id, self.seed, self.client_seeds)

    def facts(self) -> dict[str, Any]:
        """What stands in a view and changes otherwise than by moves, as JSON."""
        changing = {"seats": self._seats(), "client_seeds": dict(self.client_seeds)}
        return {name: changing[name] if name in changing else getattr(self, name) for name in FACTS}

    def changed_facts(self) -> dict[str, Any]:
        """The facts that have changed since loading or the last commit."""
        return {name: fact for name, fact in self.facts().items() if name not in self.stored_facts or self.stored_facts[name] != fact}

    def dump(self) -> str:
        """The document as JSON text."""
        return json.dumps(self._document() | {"state": self.variant.codec.dump_state(self.state)}, separators=(",", ":"))

    def _seats(self) -> list[list[Any]]:
        return [[seat.kind, seat.name, seat.level, seat.budget_fraction] for seat in self.seats]

    def _document(self) -> dict[str, Any]:
        return {
            "format": FORMAT,
            "id": self.id,
            "variant": self.variant_key,
            "rules_version": self.rules_version,
            "preset": self.preset,
            "options": self.options,
            "status": self.status,
            "seats": self._seats(),
            "public": self.public,
            "created_at": self.created_at,
            "seed": self.seed,
            "tokens": self.tokens,
            "join_code": self.join_code,
            "pace_ms": self.pace_ms,
            "time_limit_s": self.time_limit_s,
            "absent_after_s": self.absent_after_s,
            "expire_after_s": self.expire_after_s,
            "seed_digest": self.seed_digest,
            "client_seeds": self.client_seeds,
            "shuffles": self.shuffles,
            "moves": self.moves,
            "result": self.result,
            "ai": self.ai,
            "asked_at": self.asked_at,
            "deadline": self.deadline,
            "lifetime_s": self.lifetime_s,
            "expires_at": self.expires_at,
            "rematch": self.rematch,
            "rematch_of": self.rematch_of,
            "key_id": self.key_id,
        }

    @classmethod
    def load(cls, text: str, version: int) -> "GameRecord":
        """The inverse of ``dump``."""
        document = json.loads(text)
        if document["format"] != FORMAT:
            raise ValueError(f"game {document['id']} has format {document['format']}; this service reads {FORMAT}")
        game = cls(
            id=document["id"],
            variant_key=document["variant"],
            rules_version=document["rules_version"],
            preset=document["preset"],
            options=document["options"],
            status=document["status"],
            seats=[Seat(*seat) for seat in document["seats"]],
            public=document["public"],
            created_at=document["created_at"],
            seed=document["seed"],
            tokens=document["tokens"],
            join_code=document["join_code"],
            pace_ms=document.get("pace_ms", 0),
            time_limit_s=document.get("time_limit_s"),
            absent_after_s=document.get("absent_after_s", DEFAULT_ABSENT_AFTER_S),
            expire_after_s=document.get("expire_after_s"),
            seed_digest=document.get("seed_digest"),
            client_seeds=document.get("client_seeds", {}),
            shuffles=document["shuffles"],
            moves=document.get("moves", 0),
            result=document["result"],
            ai=document["ai"],
            asked_at=document.get("asked_at"),
            deadline=document.get("deadline"),
            lifetime_s=document.get("lifetime_s", 0),
            expires_at=document.get("expires_at"),
            rematch=document.get("rematch"),
            rematch_of=document.get("rematch_of"),
            key_id=document.get("key_id"),
            state=VARIANTS[document["variant"]].codec.load_state(document["state"]),
            version=version,
        )
        game.stored_facts = game.facts()
        return game

    def restore(self, facts: dict[str, Any]) -> None:
        """Put facts back as they were noted at another version."""
        for name in FACTS:
            fact = facts.get(name, getattr(self, name))
            setattr(self, name, [Seat(*seat) for seat in facts["seats"]] if name == "seats" and "seats" in facts else fact)


def seats_to_act(game: GameRecord) -> list[int]:
    """Every seat that may answer now."""
    if game.status != ACTIVE:
        return []
    return [seat for seat in range(len(game.seats)) if game.state.may_act(seat)]


def persons_asked(game: GameRecord) -> list[int]:
    """Every seat of a person that may answer now."""
    return [seat for seat in seats_to_act(game) if game.seats[seat].kind == PERSON]
