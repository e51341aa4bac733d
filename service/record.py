"""What the store keeps of a game: one JSON document, and the engine state inside it."""

import json
from dataclasses import dataclass, field
from typing import Any

from engines import VARIANTS
from engines.api import State, Variant

FORMAT = 1

OPEN = "open"
ACTIVE = "active"
FINISHED = "finished"
ABORTED = "aborted"

PERSON = "person"
AI = "ai"
OPEN_SEAT = "open"


@dataclass
class Seat:
    """A place at the table and who sits there."""

    kind: str
    name: str
    level: int | None = None
    effort: float | None = None
    """Of a computer: the share of its level's simulations that its last answer had; below 1 when the service was overloaded."""


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
    shuffles: int = 0
    """Shuffles dealt so far; the seed and this number give every one of them again."""
    result: dict[str, Any] | None = None
    ai: dict[str, Any] | None = None
    """While a computer seat is to move: ``seat``, ``level`` and ``since`` (RFC 3339)."""
    version: int = 0
    """The store's, not part of the document."""
    events: list[Any] = field(default_factory=list)
    """Events since loading, for the next commit: the engine's as tuples, those of the service as objects."""

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

    def dump(self) -> str:
        """The document as JSON text."""
        document = {
            "format": FORMAT,
            "id": self.id,
            "variant": self.variant_key,
            "rules_version": self.rules_version,
            "preset": self.preset,
            "options": self.options,
            "status": self.status,
            "seats": [[seat.kind, seat.name, seat.level, seat.effort] for seat in self.seats],
            "public": self.public,
            "created_at": self.created_at,
            "seed": self.seed,
            "tokens": self.tokens,
            "join_code": self.join_code,
            "pace_ms": self.pace_ms,
            "shuffles": self.shuffles,
            "result": self.result,
            "ai": self.ai,
            "state": self.variant.codec.dump_state(self.state),
        }
        return json.dumps(document, separators=(",", ":"))

    @classmethod
    def load(cls, text: str, version: int) -> "GameRecord":
        """The inverse of ``dump``."""
        document = json.loads(text)
        if document["format"] != FORMAT:
            raise ValueError(f"game {document['id']} has format {document['format']}; this service reads {FORMAT}")
        return cls(
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
            shuffles=document["shuffles"],
            result=document["result"],
            ai=document["ai"],
            state=VARIANTS[document["variant"]].codec.load_state(document["state"]),
            version=version,
        )
