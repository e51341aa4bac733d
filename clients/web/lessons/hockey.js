export default {"deal": "hockey-1742", "level": "rookie", "options": {"periods": 1}, "steps": [
    {"like": "\"card\": \"[^J]", "expects": {"type": "breakaway", "seat": 0}, "en": "Match the last card: the same rank puts you on breakaway.", "fr": "Égalez la dernière carte : même rang, et vous partez en échappée.", "ply": 2, "hand": "3D 9C JC QS AH", "move": {"type": "play", "card": "QS"}},
    {"like": "\"card\": \"J", "expects": {"type": "breakaway", "seat": 0}, "en": "A Jack goes on any card, and keeps your breakaway.", "fr": "Un valet se joue sur tout et garde l’échappée.", "ply": 4, "hand": "3D 9C JC AH", "move": {"type": "play", "card": "JC"}},
    {"like": "\"card\": \"[^J]", "expects": {"type": "scores", "seat": 0}, "en": "On breakaway, match their card again: you score!", "fr": "En échappée, égalez encore leur carte : c’est le but !", "ply": 6, "hand": "3D 9C AH", "move": {"type": "play", "card": "9C"}},
    {"en": "Your goal! That is the game. Now win this period!", "fr": "But pour vous ! Voilà le jeu. Gagnez la période !", "ply": 8, "hand": "3D AH"}
]};
