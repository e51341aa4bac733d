"""Secret Duel in French."""

from typing import Final

from engines.language import Texts

TEXTS: Final = Texts(
    name="Duel secret",
    summary="Chacun pose une carte à l'envers; la plus haute marque.",
    credits="Fait pour ce guide.",
    presets={"standard": "Cinq cartes chacun.", "short": "Quatre cartes chacun."},
    options={"cards": "Nombre de cartes données à chaque place."},
    moves={"lay": "Poser une carte à l'envers."},
    preset_names={"standard": "Standard", "short": "Partie courte"},
    option_names={"cards": "Cartes"},
    names={"Dealt": "Données", "Laid": "Posée", "Rounds": "Manches", "Own": "Votre carte"},
    phrases={
        "lay": "poser {card}",
        "cannot_lay": "vous ne pouvez pas poser {card} maintenant : posez une carte de votre main à chaque tour",
        "dealt": ("{count} carte chacun.", "{count} cartes chacun."),
        "turned_over": "{first} contre {second}.",
        "scores": "{team:But pour {team}|{player} {player:marque|marquez}} ! {score}",
        "card": "Marque contre toute carte plus basse retournée avec elle.",
    },
)
