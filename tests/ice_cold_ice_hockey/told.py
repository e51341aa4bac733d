"""The claims of the sentences of Ice Cold Ice Hockey: who has the puck and where, what a shot came to and what follows
it, whose letter and which mark counts, what is shuffled.

What is printed on a card is read from the deck file, what follows from the events after it and from the state.
"""

import re

from engines.api import NO_SIDE
from engines.ice_cold_ice_hockey.deck_file import BUILT_IN, DECK_FILES
from engines.ice_cold_ice_hockey.language import LANGUAGES
from tests.engines.told import PLAYERS

ROWS = DECK_FILES[BUILT_IN].rows
TURNED = {"en": ": the card {}", "fr": " : on retourne la carte {}"}
LETTER = {"en": re.compile(r"letter of (\w+)"), "fr": re.compile(r"lettre : (\w+)")}
MARKS = {"offside": {"en": "offside", "fr": "hors-jeu"}, "fight": {"en": "fight", "fr": "bagarre"}}
MARKS["penalty_10_40"] = {"en": "a penalty if the next", "fr": "punition si la prochaine"}
CONTROLS = {
    "en": re.compile(r"^(\w+) has the puck (?:(at centre ice)|in (\w+)'s end)\.$"),
    "fr": re.compile(r"^(\w+) a la rondelle (?:(en zone neutre)|dans la zone que défend (\w+))\.$"),
}
# What a result says of the play after it, in the sentence of a save and in that of its card.
FOLLOWS = {
    "en": {
        "holds on to the puck": "stop",
        "there is a rebound": "rebound",
        "comes off the pads": "shooter",
        "save, face-off": "stop",
        "save, rebound": "rebound",
        "save, shooter's puck": "shooter",
        "save, defender's puck": "defender",
        "wide, defender's puck": "defender",
    },
    "fr": {
        "garde la rondelle.": "stop",
        "il y a un retour": "rebound",
        "rebondit sur les jambières": "shooter",
        "arrêt, mise en jeu": "stop",
        "arrêt, retour": "rebound",
        "arrêt, rondelle au tireur": "shooter",
        "arrêt, rondelle à la défense": "defender",
        "à côté, rondelle à la défense": "defender",
    },
}
EMPTY = {"en": "empty net", "fr": "filet désert"}
SHOTS = ("outside_shot", "inside_shot", "rebound", "power_play", "major_penalty")
RESULTS = ("scores", "saves", "shoots_wide", "hits_post", "hits_crossbar")
GOAL = {"en": re.compile(r"(?<!\w)goal(?! for)"), "fr": re.compile(r"(?<!\w)but(?! de l)")}
OF_OTHERS = ("draws", "discards", "earns", "returns_goalie", "pulls_goalie", "stays_out", "second_pass", "time_expires")


def facts(state):
    return {
        "score": [int(state.score(0)), int(state.score(1))],
        "shootout_goals": [int(state.shootout_goals[0]), int(state.shootout_goals[1])],
        "shootout": state.shootout_goals[0] != state.shootout_goals[1],
        "control": int(state.control),
        "zone": int(state.zone),
        "extra": int(state.extra),
        "goalies_out": [bool(state.goalie_out[0]), bool(state.goalie_out[1])],
        "is_horn": bool(state.time_expired),
        "discards": int(state.discard_count),
        "stock": int(state.stock_size),
    }


def faults(lines, code):
    named = LANGUAGES[code].named
    is_out, shooter, shootout = [False, False], None, [0, 0]
    for number, line in enumerate(lines):
        kind, rest = line.kind, lines[number + 1 : number + 40]
        if kind in ("pulls_goalie", "returns_goalie"):
            is_out[line["seat"]] = kind == "pulls_goalie"
            if line.is_last and is_out != line.after["goalies_out"]:
                yield line, f"goalies out: {line.after['goalies_out']}"
        elif kind in ("period_start", "overtime_start"):
            is_out = [False, False]
        elif kind in ("shoots_inside", "shoots_outside", "power_play", "penalty_shot"):
            shooter = line["seat"]
        if kind == "shootout_shot":
            shootout[line["seat"]] += bool(GOAL[code].search(line.text))
            if rest[0].kind == "game_over" and shootout != line.after["shootout_goals"]:
                yield line, f"the goals of the shootout are {line.after['shootout_goals']}"
        if kind == "delayed_penalty" and line.after["extra"] not in (line["seat"], NO_SIDE):
            yield line, f"the extra skater is that of {line.after['extra']}"
        if kind == "controls":
            yield from _of_control(line, code)
        elif kind == "turns_over":
            yield from _of_card(line, rest, named, shooter, is_out, code)
        elif kind == "saves":
            if (EMPTY[code] in line.text) != is_out[line["seat"]]:
                yield line, f"goalies out: {is_out}"
            if line.player() not in line.text:
                yield line, f"{line.player()} has saved"
            yield from _of_what_follows(line, line.text, rest, 1 - line["seat"], code)
        elif kind == "second_pass" and _count(line.text) != line.before["discards"]:
            yield line, f"{line.before['discards']} cards are shuffled"
        elif kind == "second_pass" and re.search(r"\bits\b|\bses\b|\bsa\b", line.text):
            yield line, "the deck is empty, and has no cards"
        elif kind == "offside" and re.search(r"[Ff]ace-off|[Mm]ise en jeu", line.text):
            if next(after.kind for after in rest if after.kind not in OF_OTHERS) != "turns_over":
                yield line, "no face-off follows"
        elif kind == "earns" and line.before["is_horn"] and line.after["is_horn"]:
            yield line, "nothing is drawn after the horn"
        elif "card" in line.event and kind not in ("penalty", "power_play") and _name(line, named) not in line.text:
            yield line, "the card is not named"


def _count(text):
    return int(re.search(r"\d+", text).group())


def _name(line, named):
    return named(ROWS[int(line["card"]) - 1]["name"]).removesuffix("!").strip().replace("\N{NO-BREAK SPACE}", " ")


def _of_control(line, code):
    who, centre, end = CONTROLS[code].match(line.text).groups()
    if who != line.player():
        yield line, f"{line.player()} has the puck"
    if line.is_last and line.after["control"] != NO_SIDE:
        zone = 1 if centre else 2 * PLAYERS.index(end)
        if (PLAYERS.index(who), zone) != (line.after["control"], line.after["zone"]):
            yield line, f"side {line.after['control']} has it in zone {line.after['zone']}"


def _of_card(line, rest, named, shooter, is_out, code):
    row, use = ROWS[int(line["card"]) - 1], line["for"]
    _, turned, shown = line.text.partition(TURNED[code].format(_name(line, named)))
    if not turned:
        yield line, "it does not say that this card was turned over: a call?"
        return
    team = PLAYERS[line.options["home"] if row["hv"] == "H" else 1 - line.options["home"]]
    letter, following = LETTER[code].search(shown), rest[0].kind if rest else ""
    says_who = use not in ("foul", "deep_dump")  # a foul is its player's, and a puck that is out goes to the other team
    if letter and letter[1] != team:
        yield line, f"the letter is that of {team}"
    if letter and following in ("controls", "penalty") and says_who and rest[0].player() != team:
        yield line, f"the puck or the penalty is that of {rest[0].player()}"
    if not letter and (
        (following == "controls" and use in ("face_off", "loose_puck", "chase", "deep_dump", "foul"))
        or (following == "penalty" and use == "behind_the_play")
    ):
        yield line, f"the letter of {team} has counted"
    for mark, words in MARKS.items():
        counts = row["hv_event"] == mark and _counts(mark, use, following)
        if use not in SHOTS and (words[code] in shown) != counts:
            yield line, f"the mark {mark} counts: {counts}"
    if use in SHOTS:
        yield from _of_results(line, shown, rest, shooter, code)


def _counts(mark, use, following):
    """Whether a mark that is printed is obeyed (5.1, 5.2, 5.4)."""
    if use == "foul" and following == "penalty_shot":
        return False
    if use == "behind_the_play":
        return mark == "penalty_10_40"
    return use in ("face_off", "loose_puck", "chase", "deep_dump", "foul", "defensive_mode")


def _of_results(line, shown, rest, shooter, code):
    results = [after for after in _until_next_card(rest) if after.kind in RESULTS]
    if not results:
        yield line, "no result follows"
        return
    has_scored = any(after.kind == "scores" and after["seat"] == shooter for after in results)
    if bool(GOAL[code].search(shown)) != has_scored:
        yield line, f"what follows is {[after.text for after in results]}"
    yield from _of_what_follows(line, shown, rest[rest.index(results[-1]) + 1 :], shooter, code)


def _until_next_card(rest):
    for line in rest:
        if line.kind in ("turns_over", "period_end", "game_over"):
            return
        yield line


def _of_what_follows(line, text, rest, shooter, code):
    """Whether play goes on as the words say."""
    for words, what in FOLLOWS[code].items():
        if words not in text:
            continue
        after = next((after for after in rest if after.kind not in OF_OTHERS), None)
        if after is None:
            found = ""
        elif after.kind == "controls":
            found = "shooter" if after["seat"] == shooter else "defender"
        elif after.kind == "turns_over":
            found = {"rebound": "rebound", "face_off": "stop"}.get(after["for"], after["for"])
        else:
            found = after.kind
        # a pending penalty is served in place of the face-off; at the end of a deck there is none
        if found != what and not (what == "stop" and found in ("power_play", "penalties_cancelled", "period_end")):
            yield line, f"what follows is {found} {after and after.text}"
