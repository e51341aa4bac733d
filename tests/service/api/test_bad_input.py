"""Bad input: its own code, a sentence that says what would be right, and nothing changed."""

import json

import pytest

from tests.service.client import OPEN, PERSON, ai, refusal_of

VARIANT = {"variant": "hockey"}

BAD_GAMES = [
    ({}, 422, "request/invalid", "variant"),
    ({"variant": "chess"}, 422, "variant/unknown", "hockey"),
    ({"variant": 7}, 422, "request/invalid", "variant"),
    (
        {**VARIANT, "colour": "red"},
        422,
        "request/invalid",
        "colour: Unknown field; known are variant, preset, options,",
    ),
    ([VARIANT], 422, "request/invalid", "Not a JSON object; its fields are variant, preset, options,"),
    (
        {**VARIANT, "seats": [3]},
        422,
        "request/invalid",
        "seats[0]: 3: Not a JSON object; its fields are kind, name, level, rating, character,",
    ),
    ({**VARIANT, "preset": "nhl"}, 422, "options/invalid", "standard"),
    ({**VARIANT, "options": {"periods": 0}}, 422, "options/invalid", "1 to 5"),
    ({**VARIANT, "options": {"periods": "3"}}, 422, "options/invalid", "whole number"),
    ({**VARIANT, "options": {"puck": 1}}, 422, "options/invalid", "puck"),
    ({**VARIANT, "options": {"deals": [5, 5]}}, 422, "options/invalid", "deals"),
    ({**VARIANT, "public": "yes"}, 422, "request/invalid", "public"),
    ({**VARIANT, "public": 0}, 422, "request/invalid", "public: 0: Not a valid boolean."),
    ({**VARIANT, "seats": [PERSON]}, 422, "seats/invalid", "2 seats"),
    ({**VARIANT, "seats": [PERSON, {"kind": "ai"}]}, 422, "seats/invalid", "level"),
    ({**VARIANT, "seats": [{"kind": "person", "level": 1}, ai()]}, 422, "seats/invalid", "level"),
    ({**VARIANT, "seats": [PERSON, ai(99)]}, 422, "level/unknown", "99"),
    ({**VARIANT, "seats": [PERSON, {"kind": "ai", "level": True}]}, 422, "request/invalid", "level"),
    ({**VARIANT, "seats": [PERSON, {"kind": "ghost"}]}, 422, "request/invalid", "kind"),
    ({**VARIANT, "seats": [{"kind": "person", "name": "x" * 41}, ai()]}, 422, "request/invalid", "name"),
]


@pytest.mark.parametrize(("body", "status", "code", "says"), BAD_GAMES, ids=lambda value: str(value)[:40])
def test_a_game_that_cannot_be_made_is_refused_with_a_reason(api, body, status, code, says):
    answer = api.post("/v1/games", body)
    assert (answer.status_code, answer.json["code"]) == (status, code)
    assert says in answer.json["detail"]
    assert api.get("/v1/games").json["games"] == []


BAD_MOVES = [
    (None, 422, "request/invalid", "move"),
    (7, 422, "move/invalid", "object"),
    ({}, 422, "move/invalid", "type"),
    ({"type": "slapshot"}, 422, "move/invalid", "play"),
    ({"type": "play"}, 422, "move/invalid", "card"),
    ({"type": "play", "card": "1Q"}, 422, "move/invalid", "'1Q' is not a card"),
    ({"type": "play", "card": 12}, 422, "move/invalid", "card"),
    ({"type": "play", "card": ["9H"]}, 422, "move/invalid", "card"),
    ({"type": "play", "card": "9H", "force": True}, 422, "move/invalid", "force"),
    ({"type": "choose_dealer", "seat": 0}, 409, "move/illegal", "play"),
]


@pytest.mark.parametrize(("move", "status", "code", "says"), BAD_MOVES, ids=lambda value: str(value)[:40])
def test_a_move_that_cannot_be_played_is_refused_and_changes_nothing(api, game, move, status, code, says):
    answer = api.post(f"/v1/games/{game['id']}/moves", {"ply": game["ply"], "move": move}, token=game["token"])
    assert (answer.status_code, answer.json["code"]) == (status, code)
    assert says in answer.json["detail"]
    after = api.get(f"/v1/games/{game['id']}", token=game["token"]).json
    assert {name: after[name] for name in ("version", "hand", "table")} == {
        name: game[name] for name in ("version", "hand", "table")
    }


def test_a_card_that_is_not_held_is_illegal_and_the_answer_says_which_are(api, game):
    card = next(card for card in ("2C", "3C", "4C", "5C", "6C", "7C") if card not in game["hand"])
    answer = api.move(game, game["token"], {"type": "play", "card": card})
    assert (answer.status_code, answer.json["code"]) == (409, "move/illegal")
    assert card in answer.json["detail"]
    assert game["hand"][0] in answer.json["detail"]
    assert answer.json["rule"]


def test_a_move_out_of_turn_is_refused_and_shows_ones_own_view(api, game):
    answer = api.move(game, game["waiting"])
    assert (answer.status_code, answer.json["code"]) == (409, "move/not_your_turn")
    assert answer.json["view"]["you"]["seat"] == 1 - game["you"]["seat"]


def test_a_stale_ply_is_refused_and_shows_the_present_view(api, game):
    answer = api.move(game, game["token"], ply=0)
    assert (answer.status_code, answer.json["code"]) == (409, "move/stale")
    assert answer.json["view"]["ply"] == game["ply"]
    assert answer.json["current_version"] == game["version"]


def test_a_ply_that_the_other_seat_has_answered_is_stale(api, game):
    after = api.move(game, game["token"]).json
    asked = api.get(f"/v1/games/{game['id']}", token=game["waiting"]).json
    assert (after["ply"], asked["to_act"]) == (game["ply"] + 1, [1 - game["you"]["seat"]])
    answer = api.move(asked, game["waiting"], ply=game["ply"])
    assert (answer.status_code, answer.json["code"]) == (409, "move/stale")


def test_another_move_for_an_answered_ply_is_stale(api, game):
    first, second = game["legal_moves"][:2]
    api.move(game, game["token"], first["move"])
    answer = api.move(game, game["token"], second["move"])
    assert (answer.status_code, answer.json["code"]) == (409, "move/stale")


def test_the_same_move_sent_again_counts_once(api, game):
    first = api.move(game, game["token"])
    again = api.move(game, game["token"])
    assert (again.status_code, again.headers["Idempotent-Replayed"]) == (200, "true")
    assert again.json["version"] == first.json["version"]
    assert again.json["hand"] == first.json["hand"]


def test_a_retry_counts_once_even_when_the_game_is_over(api, game):
    api.move(game, game["token"])
    api.post(f"/v1/games/{game['id']}/resign", token=game["waiting"])
    again = api.move(game, game["token"])
    assert (again.status_code, again.headers["Idempotent-Replayed"], again.json["status"]) == (200, "true", "finished")


def test_nothing_can_be_played_when_the_game_is_over(api, game):
    api.post(f"/v1/games/{game['id']}/resign", token=game["waiting"])
    for answer in (api.move(game, game["token"]), api.post(f"/v1/games/{game['id']}/resign", token=game["token"])):
        assert (answer.status_code, answer.json["code"]) == (409, "game/over")


def test_nothing_can_be_played_before_the_seats_are_taken(api):
    game = api.create(seats=[PERSON, OPEN])
    answer = api.move(game, game["tokens"]["0"], {"type": "choose_dealer", "seat": 0})
    assert (answer.status_code, answer.json["code"]) == (409, "game/not_started")


@pytest.mark.parametrize(
    ("header", "status", "code"),
    [
        (None, 401, "auth/missing"),
        ("Basic abc", 401, "auth/unknown_token"),
        ("Bearer", 401, "auth/unknown_token"),
        ("Bearer nonsense", 401, "auth/unknown_token"),
        ("Bearer " + "x" * 500, 401, "auth/unknown_token"),
    ],
)
def test_a_move_needs_the_token_of_a_seat(api, game, header, status, code):
    answer = api.move(game, None, headers={} if header is None else {"Authorization": header})
    assert (answer.status_code, answer.json["code"]) == (status, code)
    assert answer.headers["WWW-Authenticate"].startswith("Bearer")


def test_a_token_of_another_game_is_named_as_such(api, game):
    stranger = api.create()["tokens"]["0"]
    for answer in (api.move(game, stranger), api.get(f"/v1/games/{game['id']}", token=stranger)):
        assert (answer.status_code, answer.json["code"]) == (403, "auth/foreign_token")


def test_the_owner_cannot_play(api):
    game = api.create(seats=[PERSON, PERSON])
    answer = api.move(game, game["owner_token"], {"type": "choose_dealer", "seat": 0})
    assert (answer.status_code, answer.json["code"]) == (403, "auth/not_a_seat")


def test_an_unknown_game_is_404(api):
    for answer in (
        api.get("/v1/games/g_nope"),
        api.get("/v1/games/g_nope/events"),
        api.post("/v1/games/g_nope/resign", token="x"),
    ):
        assert (answer.status_code, answer.json["code"]) == (404, "game/not_found")


def test_without_a_token_that_is_needed_no_caller_learns_whether_a_game_is_there(api):
    private = api.create(public=False, seats=[PERSON, PERSON])
    for game_id in (private["id"], "g_nope"):
        for answer in (api.post(f"/v1/games/{game_id}/resign"), api.get(f"/v1/webhooks?game_id={game_id}")):
            assert (answer.status_code, answer.json["code"]) == (401, "auth/missing")


def test_a_wrong_join_code_and_a_full_table_are_distinguished(api):
    game = api.create(seats=[PERSON, OPEN])
    path = f"/v1/games/{game['id']}/join"
    assert api.post(path, {"join_code": "WRONG"}).json["code"] == "join/wrong_code"
    assert api.post(path, {"join_code": game["join_code"], "seat": 0}).json["code"] == "join/no_open_seat"
    assert api.post(path, {"join_code": game["join_code"], "name": "Ida"}).status_code == 201
    assert api.post(path, {"join_code": game["join_code"], "name": "Eva"}).json["code"] == "join/no_open_seat"


@pytest.mark.parametrize(
    ("data", "content_type", "status", "code"),
    [
        ("{", "application/json", 400, "request/malformed"),
        ("[]", "application/json", 422, "request/invalid"),
        ("", "application/json", 422, "request/invalid"),
        ('{"variant": "hockey"}', "text/plain", 415, "request/media_type"),
        ("x" * 70_000, "application/json", 413, "request/too_large"),
    ],
)
def test_a_body_that_cannot_be_read_is_refused(api, data, content_type, status, code):
    answer = api.post("/v1/games", data=data, content_type=content_type)
    assert (answer.status_code, answer.json["code"]) == (status, code)


@pytest.mark.parametrize("body", ["[" * 60_000, '{"a":' * 10_000 + "1" + "}" * 10_000], ids=["lists", "objects"])
@pytest.mark.parametrize("path", ["/v1/games", "/v1/records"])
def test_a_body_nested_too_deeply_is_refused(api, path, body):
    answer = api.post(path, data=body, content_type="application/json")
    assert (answer.status_code, answer.json["code"]) == (400, "request/malformed")
    assert "nested" in answer.json["detail"]


def test_half_a_character_is_refused(api):
    game = api.create(seats=[PERSON, OPEN])
    for path, body in (
        (f"/v1/games/{game['id']}/join", {"join_code": "K7\ud800"}),
        ("/v1/games", VARIANT | {"seats": [{"kind": "person", "name": "\udc00"}, PERSON]}),
    ):
        answer = api.post(path, body)
        assert (answer.status_code, answer.json["code"]) == (422, "request/invalid")
        assert "surrogate" in answer.json["detail"]


def test_a_cursor_of_elsewhere_is_refused(api):
    answer = api.get("/v1/games?cursor=abc")
    assert (answer.status_code, answer.json["code"]) == (400, "cursor/invalid")


CONTROLS = ["\x00", "\x1b[2J", "a\nb", "\x7f", "\x9b2J", "\u2028", "\u202egnp.exe", "\u2066"]


@pytest.mark.parametrize("name", CONTROLS, ids=ascii)
def test_a_name_that_would_steer_a_terminal_or_turn_a_line_around_is_refused(api, name):
    game = api.create(seats=[PERSON, OPEN])
    answers = [
        api.post("/v1/games", VARIANT | {"seats": [{"kind": "person", "name": name}, OPEN]}),
        api.post(f"/v1/games/{game['id']}/join", {"join_code": game["join_code"], "name": name}),
        api.post("/v1/games/quick", VARIANT | {"name": name}),
        api.post("/v1/bots", {"name": name}),
        api.post("/v1/bots", {"name": "Slapshot", "description": name}),
    ]
    assert {answer.status_code for answer in answers} == {422}
    assert not [answer for answer in answers if "control characters" not in answer.json["detail"]]


def test_a_name_may_have_every_script_and_joined_emoji(api):
    name = "Ида 伊達 \N{MAN}\u200d\N{ICE HOCKEY STICK AND PUCK} می\u200cخواهم"
    assert api.create(seats=[{"kind": "person", "name": name}, OPEN])["seats"][0]["name"] == name


@pytest.mark.parametrize("query", ["after=-1", "after=x", "wait=20", "since=4"])
def test_a_query_that_does_not_fit_is_refused(api, query):
    answer = api.get(f"/v1/games/{api.create()['id']}/events?{query}")
    assert (answer.status_code, answer.json["code"]) == (422, "request/invalid")
    assert query.partition("=")[0] in answer.json["errors"][0]["pointer"]


def test_an_unknown_variant_is_404(api):
    assert api.get("/v1/variants/chess").json["code"] == "variant/not_found"


@pytest.mark.parametrize(
    "address",
    [
        "/v1/matches/{match}:working",
        "/v1/matches/{match}%00",
        "/v1/suggestions/{match}%20",
        "/v1/games/}x{",
        "/v1/bots/b:c",
        "/v1/games/" + "g" * 3000,
        "/docs/" + "a" * 255,
        "/rules/" + "a" * 255,
        "/web/" + "a" * 255,
    ],
)
def test_what_is_no_id_in_an_address_leads_nowhere(app, store, address):
    store.client.zadd("{tasks}:task:m_aaaaaaaaaaaaaaaaaaaa:working", {"0": 1})
    answer = app.test_client().get(address.format(match="m_aaaaaaaaaaaaaaaaaaaa") if "{m" in address else address)
    assert (answer.status_code, answer.json["code"]) == (404, "request/not_found")


@pytest.mark.parametrize("address", ["/v1//games", "/v1/games//g_a/stream?ticket=t", "//v1/games", "/docs//play"])
def test_no_address_is_redirected_to_the_host_that_the_request_names(app, address):
    answer = app.test_client().get(address, headers={"Host": "evil.example"})
    assert (answer.status_code, answer.headers.get("Location")) == (404, None)


def test_an_unknown_address_and_a_wrong_method_are_problems_too(app):
    client = app.test_client()
    assert client.get("/v1/nothing").json["code"] == "request/not_found"
    wrong = client.delete("/v1/games")
    assert (wrong.status_code, wrong.json["code"]) == (405, "request/method")
    assert "POST" in wrong.headers["Allow"]


def test_every_answer_carries_a_request_id(api):
    assert api.get("/v1/variants", headers={"X-Request-Id": "mine-1"}).headers["X-Request-Id"] == "mine-1"
    made = api.get("/v1/variants", headers={"X-Request-Id": "not\tfit"}).headers["X-Request-Id"]
    assert made != "not\tfit"
    assert api.get("/v1/games/g_nope").json["request_id"]


def test_a_version_beyond_what_the_store_can_number_is_refused_as_such(api):
    game = api.create()
    answer = api.get(f"/v1/games/{game['id']}/events?after={2**64}")
    assert refusal_of(answer) == {"status": 422, "code": "request/invalid", "pointer": "/after"}


def test_what_does_not_fit_is_quoted(api):
    answer = api.post("/v1/games", VARIANT | {"seats": [PERSON, {"kind": "ghost"}], "pace_ms": -1})
    assert {error["pointer"]: error["message"] for error in answer.json["errors"]} == {
        "/seats/1/kind": "'ghost': Must be one of: person, ai, open, bot.",
        "/pace_ms": "-1: Must be greater than or equal to 0 and less than or equal to 2000.",
    }
    assert api.get("/v1/games?limit=x").json["detail"] == "limit: 'x': Not a valid integer."


def test_what_is_missing_is_described(api):
    answer = api.post("/v1/matches", {"variant": "hockey", "second": {"level": 1}})
    assert answer.json["detail"] == (
        "first: This field is missing: a computer, by its `level`, `rating` or `simulations`, or a bot by its "
        "`bot_id`; pairs: This field is missing: number of pairs of games, on mirrored deals unless a bot plays."
    )


def test_what_begins_with_an_abbreviation_keeps_its_capitals(api):
    answer = api.post("/v1/records", {})
    (digest,) = (error["message"] for error in answer.json["errors"] if error["pointer"] == "/deck_digest")
    assert digest == "This field is missing: SHA-256 of the deck file, if the variant has one."


@pytest.mark.parametrize("number", ["1_0", "٣", "1.5", "9" * 30])
def test_numbers_in_addresses_are_plain_digits(api, number):
    assert api.get(f"/v1/games?limit={number}").json["code"] == "request/invalid"


@pytest.mark.parametrize(
    "body", ['{"variant": NaN}', '{"pace_ms": Infinity}', b'{"variant": "\xff"}', '{"pace_ms": ' + "9" * 5000 + "}"]
)
def test_what_is_no_json_is_refused_with_the_place(api, body):
    answer = api.post("/v1/games", data=body, content_type="application/json")
    assert (answer.status_code, answer.json["code"]) == (400, "request/malformed")
    assert "not JSON" in answer.json["detail"]


def test_whole_numbers_may_be_written_with_a_point_everywhere(api):
    seats = '[{"kind": "ai", "level": 1e0}, {"kind": "person"}]'
    body = f'{{"variant": "hockey", "options": {{"periods": 1.0, "first_dealer": "random"}}, "seats": {seats}}}'
    answer = api.post("/v1/games", data=body, content_type="application/json")
    assert (answer.status_code, answer.json["options"]["periods"], answer.json["seats"][0]["level"]) == (201, 1, 1)


@pytest.mark.parametrize("seed", ["a-seed-of-my-own-41c7\n", "short", "a seed of my own 41c7"])
def test_a_seed_of_another_form_is_refused(api, seed):
    game = api.create(seats=[PERSON, OPEN])
    answer = api.post(f"/v1/games/{game['id']}/join", {"join_code": game["join_code"], "client_seed": seed})
    assert (answer.status_code, answer.json["errors"][0]["pointer"]) == (422, "/client_seed")


@pytest.mark.parametrize(("ply", "status"), [(0.0, 200), (0.5, 422), ("0", 422), (True, 422)])
def test_a_whole_number_may_be_written_with_a_point_as_json_schema_allows(api, ply, status):
    game = api.create(options={"first_dealer": "random"}, seats=[PERSON, PERSON])
    token = game["tokens"][str(game["to_act"][0])]
    view = api.get(f"/v1/games/{game['id']}", token=token).json
    assert api.move(view, token, ply=ply).status_code == status


BODY_BYTES = 60_000
WRONG_BODIES = {
    "unknown fields": lambda name: json.dumps({f"{number:x}": 0 for number in range(BODY_BYTES // 11)}),
    "wrong items": lambda name: json.dumps({name: [0] * (BODY_BYTES // 3)}),
    "empty items": lambda name: json.dumps({name: [{}] * (BODY_BYTES // 4)}),
    "entries": lambda name: json.dumps({name: {f"{number:x}": 0 for number in range(BODY_BYTES // 11)}}),
    "a long name": lambda name: json.dumps({"x" * BODY_BYTES: 0}),
    "a long text": lambda name: json.dumps({name: "x" * BODY_BYTES}),
}
FIELDS_THAT_HOLD_MUCH = {
    "/v1/games": ("seats", "options"),
    "/v1/games/quick": ("options",),
    "/v1/matches": ("first", "options"),
    "/v1/bots": ("variants",),
    "/v1/suggestions": ("observation",),
    "/v1/positions/legal-moves": ("observation",),
    "/v1/records": ("seats", "moves", "events", "sheet", "options"),
    "/v1/webhooks": ("url",),
}


@pytest.mark.parametrize("address", FIELDS_THAT_HOLD_MUCH)
@pytest.mark.parametrize("body", WRONG_BODIES)
def test_of_many_faults_20_are_reported(api, address, body):
    for name in FIELDS_THAT_HOLD_MUCH[address]:
        answer = api.post(address, data=WRONG_BODIES[body](name), content_type="application/json")
        assert answer.status_code in (404, 422)
        assert len(answer.json.get("errors", ())) <= 20
        assert len(answer.data) < 10_000


def test_a_list_that_is_too_long_is_refused_before_its_items_are_read(api):
    answer = api.post("/v1/games", VARIANT | {"seats": [{}] * 9})
    assert [error["pointer"] for error in answer.json["errors"]] == ["/seats"]


@pytest.mark.parametrize(
    ("path", "methods"),
    [("/v1/games/quick", "POST"), ("/v1/games", "GET HEAD POST"), ("/v1/games/g_1", "GET HEAD")],
)
def test_options_name_the_methods_of_the_address_and_of_no_other(api, path, methods):
    allowed = api.http.options(path).allow
    assert sorted(allowed) == sorted([*methods.split(), "OPTIONS"])


@pytest.mark.parametrize(
    ("name", "says"),
    [
        *((f"Ida{char}", f"U+{ord(char):04X}") for char in "\u200b\u2060\u3164\u2800\u00ad\ufeff\uffa0"),
        ("   ", "a character that is seen"),
        *((char, "a character that is seen") for char in "\u200d\ufe0f\U000e0041\U0001d173"),
        ("Computer (Legend)", "how computers are named"),
        ("Com\u200dputer (Legend)", "how computers are named"),
        ("\uff23omputer  300", "how computers are named"),
        ("ordinateur 300", "how computers are named"),
    ],
)
def test_a_name_is_seen_and_no_computers(api, name, says):
    refused = api.post("/v1/games", {"variant": "hockey", "seats": [{"kind": "person", "name": name}, PERSON]})
    assert (refused.status_code, refused.json["code"]) == (422, "request/invalid")
    assert says in refused.json["errors"][0]["message"]


@pytest.mark.parametrize(
    "name",
    ["Ida", "\u0130da", "Computer Club", "\U0001f468\u200d\U0001f469\u200d\U0001f467", "\u2764\ufe0f", "Ida Spence"],
)
def test_other_names_are_taken(api, name):
    assert api.create(seats=[{"kind": "person", "name": name}, PERSON])["seats"][0]["name"] == name
