export default {"deal": "card-hockey-2", "level": "rookie", "options": {"periods": 1}, "steps": [
    {"like": "flip", "expects": {"type": "carries", "seat": 0}, "en": "Turn over a card: the higher one moves the puck.", "fr": "Retournez une carte : la plus haute avance la rondelle.", "ply": 0, "hand": "", "move": {"type": "flip", "turn": 1}},
    {"like": "flip", "expects": {"type": "holds", "seat": 0}, "en": "The puck is at their net: a jack or higher would score.", "fr": "La rondelle est devant leur but : un valet ou plus marque.", "ply": 1, "hand": "", "move": {"type": "flip", "turn": 2}},
    {"like": "flip", "expects": {"type": "scores", "seat": 0}, "en": "Higher, but too low to score: the puck stays. Again!", "fr": "Plus haute, mais trop basse pour marquer. Encore !", "ply": 2, "hand": "", "move": {"type": "flip", "turn": 3}},
    {"en": "Your goal! The cards decide it all. Just go on.", "fr": "But pour vous ! Les cartes décident de tout : continuez.", "ply": 3, "hand": ""}
]};
