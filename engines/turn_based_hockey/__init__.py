"""Turn-Based Hockey: its modules put together; see ``engines``."""

from functools import partial
from typing import Final

from engines.api import GameSheet, Variant
from engines.declared import card_options, completed
from engines.turn_based_hockey import commentary
from engines.turn_based_hockey.events import EVENTS
from engines.turn_based_hockey.language import LANGUAGES
from engines.turn_based_hockey.moves import CARD, MOVES
from engines.turn_based_hockey.options import OPTIONS, PRESET_TEXTS, PRESETS, SWITCHES, options_from
from engines.turn_based_hockey.rules import TurnBasedHockeyState
from engines.turn_based_hockey.table import codec

VARIANT: Final = Variant(
    key="turn_based_hockey",
    name="Turn-Based Hockey",
    summary=(
        "Line-ups against line-ups. 21 cards for three periods, each a face-off and six cards for two wings, a "
        "centre, two defenders and a goalie. An attacking pair that is worth at least the defending pair scores. "
        "The loser of the face-off shows its line-up first; after a tie both are set up in secret. More goals win; "
        "then overtime and a one-card shootout."
    ),
    credits=(
        'Megalodon published the game in the Sharks gameday article "Turn-Based Hockey" of 14 December 2013 '
        "on the Battle of California blog (SB Nation)."
    ),
    rules_version=1,
    options=OPTIONS,
    presets=PRESETS,
    preset_texts=PRESET_TEXTS,
    moves=MOVES,
    events=EVENTS,
    complete_options=partial(completed, SWITCHES),
    new_game=lambda options: TurnBasedHockeyState(options_from(options)),
    codec=codec,
    commentary=commentary,
    cards=commentary.describe_cards,
    card_options=card_options(SWITCHES),
    card=CARD,
    card_facts=commentary.FACTS,
    languages=LANGUAGES,
    described_moves=("lineup",),
    sheet=GameSheet(shots=("shot",)),
)
