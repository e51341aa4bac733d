"""Card Hockey, War in three zones: its modules put together; see ``engines``."""

from functools import partial
from typing import Final

from engines.api import Variant
from engines.card_hockey import commentary
from engines.card_hockey.events import EVENTS
from engines.card_hockey.language import LANGUAGES
from engines.card_hockey.moves import MOVES
from engines.card_hockey.options import OPTIONS, PRESET_TEXTS, PRESETS, SWITCHES, options_from
from engines.card_hockey.rules import CardHockeyState
from engines.card_hockey.table import codec
from engines.declared import card_options, completed

VARIANT: Final = Variant(
    key="card_hockey",
    name="Card Hockey",
    summary=(
        "War in three zones. Both players turn up a card; the higher one moves the puck a zone towards the other "
        "net, and a high enough one in front of it scores. Deuces are penalties. Three periods, a shootout if "
        "tied. There are no choices in the play: every level of computer opponent is equal."
    ),
    credits="Catherine C. McGeoch made the game (copyright 2003). A public copy of the text is on hockeyhaiku.com.",
    rules_version=1,
    options=OPTIONS,
    presets=PRESETS,
    preset_texts=PRESET_TEXTS,
    moves=MOVES,
    events=EVENTS,
    complete_options=partial(completed, SWITCHES),
    new_game=lambda options: CardHockeyState(options_from(options)),
    codec=codec,
    commentary=commentary,
    cards=commentary.describe_cards,
    card_options=card_options(SWITCHES),
    card_facts=commentary.FACTS,
    languages=LANGUAGES,
    has_decisions=False,
    minutes=5,
)
