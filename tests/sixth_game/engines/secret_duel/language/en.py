"""Secret Duel in English."""

from engines.language import Texts

TEXTS = Texts(phrases={"lay": "lay {card}", "dealt": "{count} cards each.", "shown": "{first} against {second}."})
