"""Hockey, the Canadian matching game: its modules put together; see ``engines``."""

from typing import Final

from engines.api import Variant
from engines.declared import card_options
from engines.hockey import commentary
from engines.hockey.events import EVENTS
from engines.hockey.language import LANGUAGES
from engines.hockey.moves import MOVES
from engines.hockey.options import OPTIONS, PRESET_TEXTS, PRESETS, SWITCHES, complete_options, options_from
from engines.hockey.rules import HockeyState
from engines.hockey.table import codec

VARIANT: Final = Variant(
    key="hockey",
    name="Hockey",
    summary=(
        "The Canadian matching game. Match the opponent's last card for a breakaway, match the very next one as "
        "well and score. Jacks open a breakaway at any time. Three periods, each once through the pack; more goals "
        "win. Two players, or four as partners."
    ),
    credits=(
        "Ida A. Spence made the original game at Eddystone, Manitoba, in the hockey season 1961-62. Described on "
        "pagat.com by Jonathan Hillier with material from Ralph Wiggum, Paul Fletcher, Dwight J. Stockham and Ida "
        "A. Spence."
    ),
    rules_version=1,
    options=OPTIONS,
    presets=PRESETS,
    preset_texts=PRESET_TEXTS,
    moves=MOVES,
    events=EVENTS,
    complete_options=complete_options,
    new_game=lambda options: HockeyState(options_from(options)),
    codec=codec,
    commentary=commentary,
    cards=commentary.describe_cards,
    card_options=card_options(SWITCHES),
    languages=LANGUAGES,
)
