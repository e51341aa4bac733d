"""Secret Duel: the table of contents of its folder."""

from functools import partial
from typing import Final

from engines.api import Variant
from engines.declared import card_options, completed, option_fields
from engines.secret_duel import table
from engines.secret_duel.rules import DuelState

VARIANT: Final = Variant(
    key="secret_duel",
    name="Secret Duel",
    summary="Both lay a card face down; the higher one scores.",
    credits="Made for the guide to a sixth game.",
    rules_version=1,
    options=option_fields(table.SWITCHES),
    presets=table.PRESETS,
    preset_texts=table.PRESET_TEXTS,
    moves=table.MOVES,
    events=table.EVENTS,
    complete_options=partial(completed, table.SWITCHES),
    new_game=lambda options: DuelState(options["cards"]),
    codec=table.codec,
    commentary=table,
    cards=table.describe_cards,
    card_options=card_options(table.SWITCHES),
    languages=table.LANGUAGES,
    minutes=2,
)
