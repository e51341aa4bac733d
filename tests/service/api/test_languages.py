"""The language of Accept-Language, for every kind of text that people read: views, events, streams, cards, hints,
problems, records.
"""

import json
import operator
import re

import pytest
from flask import request_finished

from ai.levels import LEVELS
from engines import VARIANTS
from engines.language import CODES, ENGLISH
from service.api import problems, responses
from service.api.problems import PROBLEMS
from service.games.record import check_record, sheet_of
from service.games.views import events_view
from service.language import LANGUAGES, phrases
from tests.engines.test_languages import assert_same_phrases, letters
from tests.engines.variant_suite import ENGLISH_WORDS
from tests.service.api.examples import recorded
from tests.service.client import OPEN, PERSON, ai
from tests.service.games.test_records import PRESETS, finished_game
from tests.service.live.test_streams import parsed

FRENCH = {"Accept-Language": "fr-CA, fr;q=0.9, en;q=0.5"}


OPTION_FAULTS = [
    (
        {"deals": [5, 5]},
        "options.deals : 2 joueurs x 10 cartes font 20 des 52 cartes : la somme des donnes doit être 26",
    ),
    ({"periods": 9}, "options.periods : 9 est hors limites ; on permet de 1 à 5"),
    (
        {"wild_ranks": ["Z"]},
        "options.wild_ranks[0] : 'Z' n'est pas une des valeurs permises : 2, 3, 4, 5, 6, 7, 8, 9, T, J, Q, K, A",
    ),
    ({"wild_ranks": ["J", "J"]}, "options.wild_ranks[1] : 'J' est là deux fois"),
    ({"deals": []}, "options.deals : il y a 0 valeurs ; on en permet de 1 à 26"),
    ({"calls": "oui"}, "options.calls : 'oui' n'est pas vrai (true) ou faux (false)"),
]


@pytest.mark.parametrize(("options", "refusal"), OPTION_FAULTS)
def test_options_that_are_refused_are_refused_in_the_language_of_the_player(api, options, refusal):
    answer = api.post("/v1/games", {"variant": "hockey", "options": options}, headers=FRENCH)
    assert answer.json["code"] == "options/invalid"
    assert plain(answer.json["detail"]) == refusal


@pytest.mark.parametrize("key", VARIANTS)
def test_presets_options_and_values_have_titles_in_the_language_of_the_player(api, key):
    english, french = (api.get(f"/v1/variants/{key}", headers={"Accept-Language": code}).json for code in ("en", "fr"))
    titles = [
        [one["name"] for one in variant["presets"]] + [one["title"] for one in variant["options"].values()]
        for variant in (english, french)
    ]
    assert len(titles[0]) == len(titles[1])
    assert titles[0] != titles[1]
    summary = next(one for one in api.get("/v1/variants", headers=FRENCH).json["variants"] if one["key"] == key)
    assert summary["presets"] == [{name: one[name] for name in ("key", "name", "seats")} for one in french["presets"]]
    for schema in french["options"].values():
        assert [one["const"] for one in schema.get("oneOf", [])] in ([], schema.get("enum"))


def plain(text):
    """With ordinary spaces."""
    return text.replace("\N{NO-BREAK SPACE}", " ")


def assert_french(response):
    assert response.headers["Content-Language"] == "fr"
    assert "Accept-Language" in response.headers["Vary"]


# -- which language


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        (None, "en"),
        ("fr", "fr"),
        ("fr-CA", "fr"),
        ("FR-ca", "fr"),
        ("fr-CA, en;q=0.8", "fr"),
        ("en;q=0.3, fr-CA;q=0.8", "fr"),
        ("de, fr;q=0.1", "fr"),
        ("en-US, fr;q=0.9", "en"),
        ("de", "en"),
        ("fr;q=0", "en"),
        ("fr;q=0, en;q=0.1", "en"),
        ("*", "en"),
        ("*, fr;q=0.5", "en"),
        ("fr;q=nonsense, ;;,", "en"),
        ("", "en"),
        ("french", "en"),
    ],
)
def test_the_language_is_the_best_one_that_the_service_has(api, accepted, language):
    response = api.get("/v1/variants", headers={} if accepted is None else {"Accept-Language": accepted})
    assert response.headers["Content-Language"] == language
    assert "Accept-Language" in response.headers["Vary"]
    names = {"en": "The Canadian", "fr": "Le jeu de cartes canadien"}
    assert next(variant["summary"] for variant in response.json["variants"] if variant["key"] == "hockey").startswith(
        names[language]
    )


def test_what_has_no_texts_names_no_language(api):
    assert "Content-Language" not in api.get("/health/live", headers=FRENCH).headers


# -- what the service says


@pytest.mark.parametrize("code", [code for code in CODES if code != ENGLISH])
def test_every_language_has_what_the_service_says(code):
    here, english = LANGUAGES[code], LANGUAGES[ENGLISH]
    assert_same_phrases(here, english)
    same = {name for name, phrase in english.phrases.items() if letters(phrase) and here.phrases[name] == phrase}
    assert not same
    assert {kind.title for kind in PROBLEMS.values()} <= here.texts.names.keys()
    assert {text for level in LEVELS for text in (level.name, level.description)} <= here.texts.names.keys()


NAMES_OF_LEVELS = {
    "rookie": "Recrue",
    "minor": "Mineur",
    "junior": "Junior",
    "pro": "Pro",
    "all_star": "Étoile",
    "legend": "Légende",
}


def test_a_variant_its_cards_and_its_levels_are_in_french(api):
    for key in VARIANTS:
        variant, cards = (
            api.get(f"/v1/variants/{key}", headers=FRENCH),
            api.get(f"/v1/variants/{key}/cards", headers=FRENCH),
        )
        assert_french(variant)
        assert_french(cards)
        described = [preset["description"] for preset in variant.json["presets"]] + [
            move["description"] for move in variant.json["moves"]
        ]
        described += [option["description"] for option in variant.json["options"].values()] + [variant.json["summary"]]
        described += [card["text"] for card in cards.json["cards"]]
        assert [text for text in described if ENGLISH_WORDS.search(text)] == []
        names = {level["key"]: level["name"] for level in variant.json["levels"]}
        assert NAMES_OF_LEVELS.items() <= names.items()
    hockey = api.get("/v1/variants/hockey/cards", headers=FRENCH).json["cards"]
    assert next(card["name"] for card in hockey if card["id"] == "QH") == "dame de cœur"


# -- a game


def test_a_view_and_its_etag_follow_the_language(api):
    game = api.create(seats=[PERSON, ai(1)], options={"first_dealer": "random"})
    token, address = game["tokens"]["0"], f"/v1/games/{game['id']}"
    english, french = api.get(address, token=token), api.get(address, token=token, headers=FRENCH)
    assert_french(french)
    assert [seat["name"] for seat in english.json["seats"]] == ["Player 1", "Rookie"]
    assert [seat["name"] for seat in french.json["seats"]] == ["Joueur 1", "Recrue"]
    assert english.headers["ETag"] != french.headers["ETag"]
    known = {"If-None-Match": french.headers["ETag"]}
    assert api.get(address, token=token, headers=known).status_code == 200
    assert api.get(address, token=token, headers=known | FRENCH).status_code == 304
    assert api.get(address, token=token, headers={"If-None-Match": english.headers["ETag"]} | FRENCH).status_code == 200
    assert api.get(address, token=token, headers={"If-None-Match": english.headers["ETag"]}).status_code == 304


def test_moves_events_and_refusals_are_in_french(api, game):
    hand = game["hand"]
    view = api.get(f"/v1/games/{game['id']}", token=game["token"], headers=FRENCH).json
    assert view["legal_moves"][0]["text"].startswith("jouer l")
    missing = next(card for card in ("2C", "3C", "4C", "5C", "6C", "7C") if card not in hand)
    refused = api.move(game, game["token"], {"type": "play", "card": missing}, headers=FRENCH)
    assert_french(refused)
    assert (refused.status_code, refused.json["title"], refused.json["rule"]) == (409, "Coup interdit", "2.3")
    assert plain(refused.json["detail"]).startswith(f"{missing} n'est pas dans votre main (")
    played = api.move(game, game["token"], headers=FRENCH)
    assert_french(played)
    assert any(event["text"] for event in played.json["events"] if "card" in event["data"]), played.json["events"]
    assert not [event["text"] for event in played.json["events"] if ENGLISH_WORDS.search(event["text"])]
    stale = api.move(game, game["token"], {"type": "play", "card": hand[1]}, headers=FRENCH)
    assert stale.json["title"] == "Coup périmé"
    assert stale.json["view"]["seats"][0]["name"] == "Joueur 1"


def test_the_list_of_events_is_in_the_language_that_is_asked_for(api, game):
    address = f"/v1/games/{game['id']}/events"
    english, french = api.get(address), api.get(address, headers=FRENCH)
    assert_french(french)
    assert english.headers["ETag"] != french.headers["ETag"]
    assert [event["data"] for event in english.json["events"]] == [event["data"] for event in french.json["events"]]
    assert english.json["events"][0]["text"] == "The game begins."
    assert french.json["events"][0]["text"] == "La partie commence."


def test_two_streams_of_a_game_each_speak_their_language(api, game):
    api.post(f"/v1/games/{game['id']}/resign", token=game["token"])
    address = f"/v1/games/{game['id']}/stream"
    responses = [api.get(address, headers=headers) for headers in ({}, FRENCH)]
    assert_french(responses[1])
    last = [parsed(response.text)[-1][1]["events"][-1]["text"] for response in responses]
    assert last[0].startswith("Game over. Player ")
    assert plain(last[1]).startswith("Partie terminée. Joueur ")


def test_a_hint_is_in_the_language_of_its_reader(api, game, work):
    asked = api.post(f"/v1/games/{game['id']}/suggestions", {"simulations": 20}, token=game["token"])
    work()
    address = f"/v1/suggestions/{asked.json['id']}"
    english, french = (api.get(address, token=game["token"], headers=headers) for headers in ({}, FRENCH))
    assert_french(french)
    answers = [response.json["answer"] for response in (english, french)]
    assert answers[0]["text"].startswith("play the ")
    assert answers[1]["text"].startswith("jouer l")
    english_reasons, french_reasons = (
        [candidate["reason"] for candidate in answer["candidates"]] for answer in answers
    )
    for reasons, language in ((english_reasons, "en"), (french_reasons, "fr")):
        patterns = patterns_of(VARIANTS["hockey"].phrases(language))
        assert not [reason for reason in reasons if not any(pattern.fullmatch(reason) for pattern in patterns)]
    assert not set(english_reasons) & set(french_reasons)


def patterns_of(phrases):
    """A pattern for each text of a language, with anything in its placeholders but not only there."""
    texts = [text for phrase in phrases.phrases.values() for text in ([phrase] if isinstance(phrase, str) else phrase)]
    return [
        re.compile(".+".join(map(re.escape, re.split(r"\{[^}]*\}", text))))
        for text in texts
        if re.sub(r"\{[^}]*\}", "", text).strip(" .,:")
    ]


def test_a_position_names_its_moves_in_french(api, game):
    observation = {"options": game["options"], "ply": game["ply"], "hand": game["hand"], **game["you"], **game["table"]}
    found = api.post("/v1/positions/legal-moves", {"variant": "hockey", "observation": observation}, headers=FRENCH)
    assert_french(found)
    assert found.json["legal_moves"][0]["text"].startswith("jouer l")


PLAYERS_PROBLEMS = {
    "a game that is not there": (
        "get",
        "/v1/games/g_aaaaaaaaaaaaaaaaaaaa",
        None,
        "Partie introuvable",
        "Il n'y a pas de partie",
    ),
    "an address that is not there": (
        "get",
        "/v1/nothing",
        None,
        "Adresse introuvable",
        "/v1/nothing n'est pas une adresse",
    ),
    "a variant that is not there": ("get", "/v1/variants/chess", None, "Jeu introuvable", "'chess' n'est pas un jeu"),
    "a level that is not there": (
        "post",
        "/v1/games",
        {"variant": "hockey", "seats": [PERSON, ai(9)]},
        "Niveau inconnu",
        "seats[1].level : 9 n'est pas un niveau",
    ),
}


@pytest.mark.parametrize("problem", PLAYERS_PROBLEMS)
def test_problems_are_in_french(api, problem):
    method, path, body, title, detail = PLAYERS_PROBLEMS[problem]
    response = api.http.open(path, method=method.upper(), json=body, headers=FRENCH)
    assert_french(response)
    assert response.json["title"] == title
    assert plain(response.json["detail"]).startswith(detail)


def test_problems_of_joining_leaving_and_ending_are_in_french(api):
    created = api.create(seats=[PERSON, OPEN])
    address, token, owner = f"/v1/games/{created['id']}", created["tokens"]["0"], created["owner_token"]

    def refusal(path, body=None, **options):
        response = api.post(f"{address}/{path}", body, headers=FRENCH, **options)
        assert response.status_code >= 400
        return plain(response.json["detail"])

    assert refusal("join", {"join_code": "WRONG"}).startswith("'WRONG' n'est pas le code d'invitation")
    assert refusal("resign", token=token).endswith("attend un joueur pour une place.")
    assert refusal("rematch", token=token).endswith("est ouverte ; une revanche suit une partie terminée.")
    assert refusal("resign").startswith("Envoyez le jeton")
    assert refusal("abort", token=token).startswith("C'est le jeton d'une place")
    joined = api.post(f"{address}/join", {"join_code": created["join_code"]}).json
    assert refusal("join", {"join_code": created["join_code"], "name": "Eva"}).startswith("Aucune place de la partie")
    waiting = next(seat for seat in (0, 1) if seat not in joined["to_act"])
    tokens = {0: token, 1: joined["token"]}
    other = api.get(address, token=tokens[1 - waiting]).json["legal_moves"][0]["move"]
    assert refusal("moves", {"ply": joined["ply"], "move": other}, token=tokens[waiting]).startswith(
        "Ce n'est pas à la place"
    )
    assert refusal("seats/0/ai", token=tokens[1]) != ""
    api.post(f"{address}/resign", token=token)
    assert refusal("resign", token=token).endswith("est terminée.")
    assert refusal("abort", token=owner).endswith("est terminée.")


# -- records


@pytest.mark.parametrize(("key", "preset"), PRESETS)
def test_a_whole_game_has_no_english_in_french(store, key, preset):
    game = finished_game(store, key, preset)
    events = events_view(game, store.games.history(game.id).after(0, game.version), None, "fr")
    texts = [event.text for event in events]
    texts += [entry.text for entry in sheet_of(store.games, game, "fr").penalties]
    assert [text for text in texts if ENGLISH_WORDS.search(text)] == []
    assert any(texts)


def test_a_record_is_always_english_and_its_sheet_follows_the_language(api, store):
    game = finished_game(store, "hockey")
    address = f"/v1/games/{game.id}"
    record = api.get(f"{address}/record", headers=FRENCH)
    assert "Content-Language" not in record.headers
    assert check_record(record.json).faults == []
    assert_french(api.get(f"{address}/sheet", headers=FRENCH))


def test_a_game_without_a_language_falls_back_to_english():
    assert VARIANTS["hockey"].phrases("de") is VARIANTS["hockey"].phrases(ENGLISH)
    assert phrases("fr").code == "fr"


def refusals(redis_server, monkeypatch, language):
    """The refusals that the examples are recorded from, asked for in a language: its code, and what they say."""
    answers = []

    def note(_, response, **__):
        if response.mimetype == "application/problem+json":
            said = json.loads(re.sub(r"\d\d:\d\d:\d\d\.\d+", "", response.get_data(as_text=True)))  # without times
            answers.append((response.headers["Content-Language"], said))

    with monkeypatch.context() as patch, request_finished.connected_to(note):
        patch.setattr(responses, "request_language", lambda: language)
        patch.setattr(problems, "request_language", lambda: language)
        recorded(redis_server.url)
    return answers


def test_every_refusal_is_in_the_one_language_that_its_header_names(redis_server, monkeypatch):
    english = refusals(redis_server, monkeypatch, "en")
    asked_in_french = refusals(redis_server, monkeypatch, "fr")
    assert {language for language, _ in english} == {"en"}
    in_french = set()
    for (_, said), (language, found) in zip(english, asked_in_french, strict=True):
        assert found["code"] == said["code"]
        texts = [
            (text["title"], text["detail"], [error["message"] for error in text.get("errors", ())])
            for text in (found, said)
        ]
        if language == "en":
            assert texts[0] == texts[1]
        else:
            in_french.add(found["code"])
            assert found["title"] == phrases("fr").named(said["title"])
            assert found["detail"] != said["detail"]
            assert all(map(operator.ne, texts[0][2], texts[1][2]))
            for error in found.get("errors", ()):  # its pointer names the field
                name = re.escape(error["pointer"].rpartition("/")[2])
                assert not re.match(rf"\S*{name}\s?: ", error["message"])
    assert len(in_french) > len(PROBLEMS) / 2, sorted(PROBLEMS.keys() - in_french)
