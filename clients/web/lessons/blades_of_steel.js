export default {"deal": "blades-of-steel-11", "level": "rookie", "steps": [
    {"like": "stack.*\\[\"A.\"\\]", "expects": {"type": "shoots", "seat": 1}, "en": "Black cards defend. Lay this ace face down before you.", "fr": "Les cartes noires défendent. Posez cet as devant vous.", "ply": 0, "hand": "4H 6C 6D 7D TH AS", "move": {"type": "stack", "cards": ["AS"]}},
    {"like": "block.*stack", "expects": {"type": "blocked", "seat": 0}, "en": "They shoot! Stop it with the ace that lies before you.", "fr": "Un tir ! Arrêtez-le avec l’as posé devant vous.", "ply": 2, "hand": "4H 6C 6D 7D TH", "move": {"type": "block", "from": "stack", "cards": ["AS"]}},
    {"like": "shoot.*\\[\".(.)\", \".\\1\", \".\\1\"", "expects": {"type": "scores", "seat": 0}, "en": "Red cards shoot. Three of one suit go together: tap them.", "fr": "Les rouges tirent. Trois de même enseigne : touchez-les.", "ply": 3, "hand": "3D 4H 6C 6D 7D TH", "move": {"type": "shoot", "cards": ["3D", "6D", "7D"]}},
    {"en": "Your goal! Each turn, stack or shoot. Now it is a real game.", "fr": "But ! À chaque tour, posez ou tirez. La partie est vraie.", "ply": 6, "hand": "2S 4H 6C 8D TH JS"}
]};
