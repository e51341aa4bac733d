"""Ice Cold Ice Hockey: its modules put together; see ``engines``."""

from functools import partial
from typing import Final

from engines.api import GameSheet, Variant
from engines.declared import card_options, completed
from engines.ice_cold_ice_hockey import commentary
from engines.ice_cold_ice_hockey.card_texts import FACTS, describe_cards
from engines.ice_cold_ice_hockey.deck_file import DECK_FILES, register_deck
from engines.ice_cold_ice_hockey.events import EVENTS
from engines.ice_cold_ice_hockey.language import LANGUAGES
from engines.ice_cold_ice_hockey.moves import MOVES
from engines.ice_cold_ice_hockey.options import OPTIONS, PRESET_TEXTS, PRESETS, SWITCHES, options_from
from engines.ice_cold_ice_hockey.rules.flow import IceColdFlow
from engines.ice_cold_ice_hockey.table import codec
from engines.ice_cold_ice_hockey.texts import ActionCard

VARIANT: Final = Variant(
    key="ice_cold_ice_hockey",
    name="Ice Cold Ice Hockey",
    summary=(
        "One deck of 64 cards is hand, shot table, penalty table and clock at once. Carry the puck up the ice with "
        "passes and skates, set up a shot, answer with checks, steals and blocks; power plays, fights, momentum "
        "and pulled goalies. Three periods, each twice through the deck; two players."
    ),
    credits="Designed by Andrew S. Fischer (2014). The printed card list is not public: the cards played with here "
    "are our reconstruction.",
    rules_version=3,
    options=OPTIONS,
    presets=PRESETS,
    preset_texts=PRESET_TEXTS,
    moves=MOVES,
    events=EVENTS,
    complete_options=partial(completed, SWITCHES),
    new_game=lambda options: IceColdFlow(options_from(options)),
    codec=codec,
    commentary=commentary,
    cards=describe_cards,
    card_options=card_options(SWITCHES),
    card=ActionCard(),
    card_facts=FACTS,
    languages=LANGUAGES,
    add_deck=register_deck,
    deck_digest=lambda options: DECK_FILES[options["deck"]].digest,
    minutes=30,
    sheet=GameSheet(
        shots=("shoots_inside", "shoots_outside", "dumps_deep", "penalty_shot", "power_play"),
        statistics={  # 16.5
            "Shots on goal": "shots_on_goal",
            "Saves": "saves",
            "Power plays": "power_plays",
            "Power-play goals": "power_play_goals",
        },
    ),
)
