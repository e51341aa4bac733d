"""What people say at Secret Duel."""

from engines.language import sentence
from engines.secret_duel.language import ENGLISH


def move_text(move, options, names=None, phrases=ENGLISH):
    return phrases("lay", card=phrases.the_cards[move["card"]])


def event_text(event, options, names, phrases=ENGLISH):
    if event["type"] == "dealt":
        return phrases("dealt", count=options["cards"])
    first, second = (phrases.the_cards[card] for card in event["cards"])
    return phrases("shown", first=sentence(first), second=second)
