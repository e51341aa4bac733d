"""Secret Duel: the table of contents of its folder."""

from typing import Final

from engines.api import Variant, observe
from engines.secret_duel import table
from engines.secret_duel.table import codec

VARIANT: Final = Variant(
    key="secret_duel",
    name="Secret Duel",
    summary="Both lay a card face down; the higher one scores.",
    credits="Made for the guide to a sixth game.",
    rules_version=1,
    options=table.OPTIONS,
    presets=table.PRESETS,
    preset_texts=table.PRESET_TEXTS,
    moves=table.MOVES,
    events=table.EVENTS,
    table=codec.table_field,
    private=codec.private_field,
    observation=codec.observation_field,
    complete_options=table.complete_options,
    new_game=table.new_game,
    observe=observe,
    codec=codec,
    commentary=table,
    cards=table.describe_cards,
    languages=table.LANGUAGES,
)
