"""What people say at Secret Duel."""

from engines.cards import card_words


def move_text(move, options, names=None):
    return f"lay {card_words(move['card'])}"


def event_text(event, options, names):
    if event["type"] == "dealt":
        return f"{options['cards']} cards each."
    return " against ".join(card_words(card) for card in event["cards"]).capitalize() + "."
