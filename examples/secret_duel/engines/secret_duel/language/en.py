"""Secret Duel in English."""

from typing import Final

from engines.language import Texts

TEXTS: Final = Texts(
    preset_names={"standard": "Standard", "short": "Short game"},
    option_names={"cards": "Cards"},
    phrases={
        "lay": "lay {card}",
        "cannot_lay": "you cannot lay {card} now: lay one card of your hand in each round",
        "dealt": ("{count} card each.", "{count} cards each."),
        "turned_over": "{first} against {second}.",
        "scores": "{team:Goal for {team}|{player} {player:scores|score}}! {score}",
        "card": "Scores against every lower card that is turned over with it.",
    },
)
