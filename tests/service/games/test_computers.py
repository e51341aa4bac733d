"""Which computer a client can ask for: a level or a rating of the variant, and one of its characters; how it is shown,
and how it plays.
"""

import json
from dataclasses import fields, replace

import msgspec
import pytest

from ai.characters import characters_of
from ai.levels import LEVELS, Player, level_by_key
from ai.ratings import rating_range
from ai.strength import strength_of
from engines import VARIANTS
from engines.language import CODES
from service.games.ai_turns import think
from service.games.computers import Computer
from service.games.play import carry_out
from service.model.events import SeatFilled, as_event
from service.model.game import Game, GameSettings
from service.model.levels import MIDDLE_LEVEL
from service.process import telemetry
from service.store import keys
from service.store.tasks import key_of
from service.tasks.matches import _load_player as stored_player
from service.tasks.suggestions import answer_to, player_for, suggestion_view
from tests.games import LUCK_ONLY
from tests.service.client import PERSON, ai, refusal_of
from tests.service.clock import pass_time
from tests.service.tasks.test_suggestions import body as a_position
from tests.service.use_cases import sweeper

RATED = [key for key in VARIANTS if rating_range(key) is not None]
WITH_CHARACTERS = [key for key in VARIANTS if characters_of(key)]
ONE = next(iter(characters_of("hockey")))
FRENCH = {"Accept-Language": "fr"}


def middle(key):
    return sum(rating_range(key)) // 2


def name_of(key, character, language="en"):
    return VARIANTS[key].phrases(language).texts.character_names[character]


def rated(key="hockey", **more):
    return {"kind": "ai", "rating": middle(key), **more}


def seats_of(key):
    return int(VARIANTS[key].new_game(next(iter(VARIANTS[key].presets.values()))).seats())


# -- what is offered


@pytest.mark.parametrize("key", VARIANTS)
def test_a_variant_says_which_ratings_and_characters_it_has(api, key):
    variant = api.get(f"/v1/variants/{key}").json
    strengths = [strength for level in LEVELS if (strength := strength_of(key, level.key)) is not None]
    if variant["has_decisions"]:
        assert variant["ratings"] == {"lowest": strengths[0].elo, "highest": strengths[-1].elo}
    else:
        assert (variant["ratings"], variant["characters"]) == (None, [])
    assert [character["key"] for character in variant["characters"]] == list(characters_of(key))


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("key", WITH_CHARACTERS)
def test_every_character_has_a_name_and_a_line_in_every_language(api, key, code):
    texts = VARIANTS[key].phrases(code).texts
    keys = set(characters_of(key))
    assert (texts.character_names.keys(), texts.character_lines.keys()) == (keys, keys)
    shown = api.get(f"/v1/variants/{key}", headers={"Accept-Language": code}).json["characters"]
    assert [(character["name"], character["line"]) for character in shown] == [
        (texts.character_names[character["key"]], texts.character_lines[character["key"]]) for character in shown
    ]
    assert not [character for character in shown if not character["line"].endswith(".") or len(character["line"]) > 90]


# -- games


@pytest.mark.parametrize("key", RATED)
def test_computers_of_two_ratings_play_a_game_to_its_end_and_the_same_one_again(api, store, play_computer, key):
    lowest, _ = rating_range(key)
    searches = strength_of(key, "pro").elo  # from here on slow where nothing is compiled
    character = next(iter(characters_of(key)))
    pair = [
        {"kind": "ai", "rating": lowest},
        {"kind": "ai", "rating": (lowest + searches) // 2, "character": character},
    ]
    seats = [pair[seat % 2] for seat in range(seats_of(key))]
    game = api.create(variant=key, seats=seats)
    names = [f"Computer {lowest}", name_of(key, character)]
    asked = [(None, seat["rating"], seat.get("character"), names[number % 2]) for number, seat in enumerate(seats)]
    assert [(seat["level"], seat["rating"], seat["character"], seat["name"]) for seat in game["seats"]] == asked
    assert game["ai"]["seat"] in game["to_act"]
    as_stored = store.games.load(game["id"]).dump()

    play_computer(game["id"])
    listed = next(listed for listed in api.get("/v1/games").json["games"] if listed["id"] == game["id"])
    assert (listed["status"], listed["seats"][1]["rating"], listed["seats"][1]["character"]) == (
        "finished",
        pair[1]["rating"],
        character,
    )
    record = api.get(f"/v1/games/{game['id']}/record").json
    assert [(seat["level"], seat["rating"], seat.get("character"), seat["name"]) for seat in record["seats"]] == asked
    assert api.post("/v1/records", record).json["verified"]
    assert played_again(as_stored) == [move["move"] for move in record["moves"]]


def played_again(as_stored):
    """The moves of the computers in the same game."""
    game, moves = Game.load(as_stored, "1"), []
    while (turn := think(game, lambda player: lambda: False)) is not None:
        moves.append(game.variant.codec.encode_actions(game.state, turn.seat, turn.actions))
        carry_out(game, turn.seat, turn.actions)
    return moves


def test_a_game_with_a_rating_and_a_character_is_loaded_again(api, store):
    asked = api.create(seats=[PERSON, rated(character=ONE)])["id"]
    seat = store.games.load(asked).seats[1]
    assert (seat.level, seat.rating, seat.character) == (None, middle("hockey"), ONE)


def test_a_running_game_outlives_the_end_of_its_rating_and_character():
    """They are those of an earlier version."""
    hockey, (lowest, highest) = VARIANTS["hockey"], rating_range("hockey")
    for rating, nearest in ((lowest - 50, lowest), (highest + 50, highest)):
        player = Computer(rating=rating, character="gone").player(hockey)
        assert player == Computer(rating=nearest).player(hockey)
    assert not [key for key in LUCK_ONLY if Computer(rating=lowest).player(VARIANTS[key]) not in LEVELS]


def test_a_rematch_is_against_the_same_computer(api):
    game = api.create(seats=[PERSON, rated(character=ONE)])
    path, token = f"/v1/games/{game['id']}", game["tokens"]["0"]
    api.post(f"{path}/resign", token=token)
    again = api.post(f"{path}/rematch", token=token).json["seats"][0]
    assert again == again | {"kind": "ai", "rating": middle("hockey"), "character": ONE}
    assert again["name"] == name_of("hockey", ONE)


def test_who_comes_back_after_a_takeover_is_a_person_without_rating_or_character(api):
    game = api.create(seats=[PERSON, rated()])
    path, token = f"/v1/games/{game['id']}", game["tokens"]["0"]
    taken = api.post(f"{path}/seats/0/ai", {"level": 2}, token=token).json["seats"][0]
    assert taken == taken | {"level": 2, "rating": None, "character": None}


def test_the_name_of_a_computer_is_in_the_language_unless_its_creator_gave_one(api):
    for asked, named in (({}, f"Ordinateur {middle('hockey')}"), ({"character": ONE}, name_of("hockey", ONE, "fr"))):
        game = api.create(seats=[rated(**asked), rated(name="Slapshot")])
        names = [seat["name"] for seat in api.get(f"/v1/games/{game['id']}", headers=FRENCH).json["seats"]]
        assert names == [named, "Slapshot"]


def test_a_computer_of_a_rating_comes_when_no_player_does(api, store, queue, monkeypatch):
    wish = {"rating": middle("hockey"), "character": ONE}
    game = api.post("/v1/games/quick", {"variant": "hockey", "wait_s": 20, **wish}).json
    pass_time(monkeypatch, store, 21)
    sweeper(store, queue).sweep()
    seat = api.get(f"/v1/games/{game['id']}").json["seats"][1]
    assert seat == seat | {"kind": "ai", "level": None, "rating": wish["rating"], "character": ONE}
    filled = next(
        event for event in api.get(f"/v1/games/{game['id']}/events").json["events"] if event["type"] == "seat_filled"
    )
    assert (filled["data"], filled["text"]) == (
        {"seat": 1, "level": None, **wish},
        f"{name_of('hockey', ONE)} sits down.",
    )
    at_once = api.post("/v1/games/quick", {"variant": "hockey", "wait_s": 0, "character": ONE}).json["seats"][1]
    assert (at_once["level_key"], at_once["rating"], at_once["character"]) == (MIDDLE_LEVEL, None, ONE)


def test_a_request_for_a_rating_is_carried_out_once(api):
    body, key = (
        {"variant": "hockey", "seats": [PERSON, rated()]},
        {"Idempotency-Key": '"7d0c1f0e-2a55-4c1b-9d3e-51a1c8a0f9b2"'},
    )
    first, second = (api.post("/v1/games", body, headers=key).json for _ in range(2))
    assert (first["id"], second["seats"][1]["rating"]) == (second["id"], middle("hockey"))
    other = body | {"seats": [PERSON, {"kind": "ai", "rating": middle("hockey") + 1}]}
    assert api.post("/v1/games", other, headers=key).json["code"] == "idempotency/mismatch"


def test_metrics_count_every_rating_together(api, play_computer):
    game = api.create(seats=[rated(), ai(1)], options={"periods": 1})
    before = {label: counted(label) for label in ("rating", "1")}
    play_computer(game["id"])
    assert not [label for label in before if not counted(label) > before[label]]
    assert {sample.labels["level"] for sample in samples()} <= {"rating", *(str(level.number) for level in LEVELS)}


def samples():
    return [
        sample
        for metric in telemetry.AI_SIMULATIONS.collect()
        for sample in metric.samples
        if sample.name.endswith("_count")
    ]


def counted(label):
    return sum(sample.value for sample in samples() if sample.labels["level"] == label)


# -- what is refused


def test_a_rating_out_of_range_or_beside_a_level_and_an_unknown_character_are_refused_with_what_is_right(api):
    lowest, highest = rating_range("hockey")
    characters = ", ".join(characters_of("hockey"))

    def refused(seat, code, field, variant="hockey"):
        answer = api.post("/v1/games", {"variant": variant, "seats": [PERSON, seat]})
        assert refusal_of(answer) == {"status": 422, "code": code, "pointer": f"/seats/1/{field}"}
        return answer.json["detail"].removeprefix("seats[1].")

    beyond = highest + 1
    assert refused({"kind": "ai", "rating": beyond}, "rating/unknown", "rating") == (
        f"rating: {beyond} is not a rating of hockey; there are {lowest} to {highest}"
    )
    for key in LUCK_ONLY:
        assert refused({"kind": "ai", "rating": 300}, "rating/unknown", "rating", key) == (
            f"rating: 300 is given, but the computers of {key} have no ratings; give a level, 1 to {len(LEVELS)}"
        )
    assert refused(rated(level=3), "seats/invalid", "rating") == (
        f"rating: level 3 and rating {middle('hockey')} are given; give only one of them"
    )
    assert refused({"kind": "ai", "character": ONE}, "seats/invalid", "level") == (
        f"level: a seat of kind ai needs a level, 1 to {len(LEVELS)}, or a rating, {lowest} to {highest}"
    )
    assert refused(ai(2) | {"character": "reckless"}, "character/unknown", "character") == (
        f"character: 'reckless' is not a character of hockey; there are {characters}"
    )
    assert len(refused(ai(2) | {"character": "x" * 10_000}, "character/unknown", "character")) < 200
    for key in LUCK_ONLY:
        assert refused(ai(2) | {"character": ONE}, "character/unknown", "character", key) == (
            f"character: {ONE!r} is given, but {key} has no characters; leave it out"
        )
    assert refused(PERSON | {"character": ONE}, "seats/invalid", "character") == (
        "character: only a seat of kind ai has a character"
    )


BOTH = {"level": 2, "rating": 300}


def against(**first):
    return {"first": first, "second": {"level": 1}, "pairs": 1}


@pytest.mark.parametrize(
    ("path", "body", "code", "field"),
    [
        ("games/quick", BOTH, "seats/invalid", "/rating"),
        ("games/quick", {"rating": 1}, "rating/unknown", "/rating"),
        ("games/quick", {"character": "reckless"}, "character/unknown", "/character"),
        ("matches", against(**BOTH), "request/invalid", "/first"),
        ("matches", against(rating=1), "rating/unknown", "/first/rating"),
        ("matches", against(rating=300, noise=0.5), "request/invalid", "/first"),
        ("matches", against(level=0, character=ONE), "request/invalid", "/first/character"),
        ("matches", against(simulations=9, character="reckless"), "character/unknown", "/first/character"),
        ("suggestions", BOTH, "request/invalid", "/rating"),
        ("suggestions", {"rating": 1}, "rating/unknown", "/rating"),
        ("suggestions", {"character": "reckless"}, "character/unknown", "/character"),
    ],
)
def test_wherever_a_computer_is_asked_for_a_wrong_one_is_refused(api, path, body, code, field):
    if path == "suggestions":
        body = a_position(**body)
    answer = api.post(f"/v1/{path}", {"variant": "hockey", **body})
    assert refusal_of(answer) == {"status": 422, "code": code, "pointer": field}


def test_refusals_are_in_french(api):
    answer = api.post(
        "/v1/games", {"variant": "hockey", "seats": [PERSON, {"kind": "ai", "rating": 1}]}, headers=FRENCH
    )
    assert answer.json["title"] == "Cote inconnue"
    assert "1 n'est pas une cote de hockey" in answer.json["detail"]


# -- suggestions and matches


def test_a_suggestion_is_that_of_a_rating_and_character(api, tasks, work):
    asked = api.post("/v1/suggestions", a_position(rating=middle("hockey"), character=ONE, mistakes=True)).json
    assert (asked["budget"]["rating"], asked["budget"]["level"], asked["character"]) == (
        middle("hockey"),
        None,
        ONE,
    )
    work()
    suggestion = api.get(f"/v1/suggestions/{asked['id']}").json
    player = Computer(rating=middle("hockey"), character=ONE).player(VARIANTS["hockey"])
    player = replace(player, nature=asked["seed"])
    task = tasks.store.find(asked["id"])
    found = replace(task, results={0: msgspec.to_builtins(answer_to(task.request, player))})
    assert suggestion["answer"] == msgspec.to_builtins(suggestion_view(found, "en").answer, enc_hook=str)


def test_a_match_between_a_rating_and_a_level_as_a_character_is_that_of_the_arena(api, tasks):
    body = {
        "variant": "hockey",
        "first": {"rating": middle("hockey")},
        "second": {"level": 1, "character": ONE},
        "pairs": 2,
    }
    match = api.post("/v1/matches", body | {"options": {"periods": 1}}).json
    shown = [
        {name: match[side][name] for name in ("name", "level", "rating", "character")} for side in ("first", "second")
    ]
    assert shown == [
        {"name": f"Computer {middle('hockey')}", "level": None, "rating": middle("hockey"), "character": None},
        {"name": name_of("hockey", ONE), "level": 1, "rating": None, "character": ONE},
    ]
    hockey = VARIANTS["hockey"]
    players = [Computer.of(body[side]).player(hockey) for side in ("first", "second")]
    task = tasks.store.find(match["id"])
    assert [stored_player(stored) for stored in task.request["players"]] == [
        Player(**{part.name: getattr(player, part.name) for part in fields(Player)}) for player in players
    ]


def test_an_absent_player_is_replaced_by_the_middle_level_at_least():
    assert GameSettings().absent_level == MIDDLE_LEVEL
    assert level_by_key(MIDDLE_LEVEL).number in (len(LEVELS) // 2, len(LEVELS) // 2 + 1)


# -- styles that earlier releases have stored


@pytest.fixture(params=[ONE, "gone"])
def style(request):
    """The key of a style that became a character, and of one that no character has."""
    return request.param


def as_character(style):
    return style if style in characters_of("hockey") else None


def stored_before(store, game_id, **fields):
    """The document of a game as an earlier release had it."""
    document = json.loads(store.games.load(game_id).dump())
    store.client.hset(keys.key("game", game_id), "game", json.dumps(document | fields))


def test_a_seat_that_was_stored_with_a_style_is_the_character_of_its_key_if_there_is_one(api, store, style):
    game = api.create(seats=[PERSON, rated(character=ONE)])
    seats = json.loads(store.games.load(game["id"]).dump())["seats"]
    *fields, character, team = seats[1]
    assert (character, team) == (ONE, None)  # the last fields: a style was in the place of the character
    stored_before(store, game["id"], seats=[seats[0][:-1], [*fields, style]])
    seat = api.get(f"/v1/games/{game['id']}").json["seats"][1]
    assert (seat["rating"], seat["character"]) == (middle("hockey"), as_character(style))
    loaded = store.games.load(game["id"])
    assert Computer.of_seat(loaded.seats[1]).player(loaded.variant).character == (as_character(style) or "")
    api.post(f"/v1/games/{game['id']}/resign", token=game["tokens"]["0"])
    assert api.post("/v1/records", api.get(f"/v1/games/{game['id']}/record").json).json["verified"]


def test_a_quick_game_that_was_stored_with_a_style_gets_the_character(api, store, queue, monkeypatch, style):
    game = api.post("/v1/games/quick", {"variant": "hockey", "wait_s": 20, "level": 2}).json
    fallback = json.loads(store.games.load(game["id"]).dump())["fallback"]
    stored_before(store, game["id"], fallback=fallback | {"style": style})
    pass_time(monkeypatch, store, 21)
    sweeper(store, queue).sweep()
    seat = api.get(f"/v1/games/{game['id']}").json["seats"][1]
    assert (seat["level"], seat["character"]) == (2, as_character(style))


def test_an_event_that_was_stored_with_a_style_has_the_character():
    assert as_event({"type": "seat_filled", "seat": 1, "level": "pro", "style": "calm"}) == SeatFilled(
        seat=1, level="pro", character="calm"
    )


def test_tasks_that_were_stored_with_a_style_have_the_character(api, tasks, settings, style):
    body = {"variant": "hockey", "first": {"level": 2}, "second": {"level": 1}, "pairs": 1}
    match, suggestion = api.post("/v1/matches", body).json["id"], api.post("/v1/suggestions", a_position()).json["id"]
    for task_id in (match, suggestion):
        request = json.loads(tasks.store.client.hget(key_of(task_id), "request"))
        for part in (request, *request.get("players", ())):
            if "character" in part:
                del part["character"]
                part["style"] = style
        tasks.store.client.hset(key_of(task_id), "request", json.dumps(request))
    seen = api.get(f"/v1/matches/{match}").json
    assert [seen[side]["character"] for side in ("first", "second")] == [as_character(style)] * 2
    request = tasks.store.find(match).request
    assert {stored_player(player).character for player in request["players"]} == {as_character(style) or ""}
    assert api.get(f"/v1/suggestions/{suggestion}").json["character"] == as_character(style)
    assert player_for(tasks.store.find(suggestion).request, settings).character == (as_character(style) or "")
