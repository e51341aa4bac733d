"""Secret Duel, the sixth game of a test: hidden hands, a simultaneous choice, chance and an option in as few lines as they take."""

from collections.abc import Mapping
from typing import Any, Final

from engines.api import Variant
from engines.fields import Integer
from engines.secret_duel import codec, commentary
from engines.secret_duel.events import EVENTS
from engines.secret_duel.language import LANGUAGES
from engines.secret_duel.rules import DuelState, observe


def complete_options(options: Mapping[str, Any]) -> dict[str, Any]:
    """Every set of options goes together."""
    return dict(options)


def new_game(options: Mapping[str, Any]) -> DuelState:
    """A game with these options, before its shuffle."""
    return DuelState(options["cards"])


VARIANT: Final = Variant(
    key="secret_duel",
    name="Secret Duel",
    summary="Both lay a card face down; the higher one scores.",
    credits="Made for a test.",
    rules_version=1,
    options={"cards": Integer(2, 6, "Cards dealt to each seat.")},
    presets={"standard": {"cards": 5}, "short": {"cards": 4}},
    preset_texts={"standard": "Five cards each.", "short": "Four cards each."},
    moves=codec.MOVES,
    events=EVENTS,
    table=codec.TABLE,
    private=codec.PRIVATE,
    observation=codec.OBSERVATION,
    complete_options=complete_options,
    new_game=new_game,
    observe=observe,
    codec=codec,
    commentary=commentary,
    languages=LANGUAGES,
)
