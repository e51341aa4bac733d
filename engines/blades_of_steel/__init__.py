"""Blades of Steel: its modules put together; see ``engines``."""

from functools import partial
from typing import Final

from engines.api import GameSheet, Variant
from engines.blades_of_steel import commentary
from engines.blades_of_steel.events import EVENTS
from engines.blades_of_steel.language import LANGUAGES
from engines.blades_of_steel.moves import MOVES
from engines.blades_of_steel.options import OPTIONS, PRESET_TEXTS, PRESETS, SWITCHES, options_from
from engines.blades_of_steel.rules import BladesState
from engines.blades_of_steel.table import codec
from engines.declared import card_options, completed

VARIANT: Final = Variant(
    key="blades_of_steel",
    name="Blades of Steel",
    summary=(
        "Red cards attack, black cards defend. On each turn lay a hidden defence, shoot with a combination of red "
        "cards, or change lines and throw the whole hand away; the other seat may block with a combination of "
        "black cards. More goals win when the pack is drawn."
    ),
    credits=(
        "Designed by Craig Bednar, published in the invented-games section of pagat.com "
        '(page "Blades of Steel", last updated 22 November 2007).'
    ),
    rules_version=1,
    options=OPTIONS,
    presets=PRESETS,
    preset_texts=PRESET_TEXTS,
    moves=MOVES,
    events=EVENTS,
    complete_options=partial(completed, SWITCHES),
    new_game=lambda options: BladesState(options_from(options)),
    codec=codec,
    commentary=commentary,
    cards=commentary.describe_cards,
    card_options=card_options(SWITCHES),
    languages=LANGUAGES,
    sheet=GameSheet(period_ends="pack_out", shots=("shoots",)),
)
