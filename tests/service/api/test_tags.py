"""Entity tags: of who sees a view, in which language and at which change; compared as a whole (S4, R30)."""

import pytest

from service.games import replay
from tests.service.client import PERSON, choose_dealer

VIEWERS = ("0", "1", None)
EVERYWHERE = ("", "?version=1", "?version=2", "/events")


@pytest.fixture
def game(api):
    return choose_dealer(api, api.create(seats=[PERSON, PERSON]))


def read(api, game, viewer, more="", **headers):
    return api.get(f"/v1/games/{game['id']}{more}", token=game["tokens"].get(viewer), headers=headers)


@pytest.mark.parametrize("more", EVERYWHERE)
def test_every_viewer_has_a_tag_of_its_own_in_each_language(api, game, more):
    answers = [
        read(api, game, viewer, more, **{"Accept-Language": code}) for viewer in VIEWERS for code in ("en", "fr")
    ]
    assert len({answer.headers["ETag"] for answer in answers}) == len(answers)


@pytest.mark.parametrize("more", EVERYWHERE)
def test_what_one_viewer_has_is_not_taken_for_what_another_sees(api, game, more):
    """A browser that two people share sends the tag that it has, whichever of them reads now."""
    tags = {viewer: read(api, game, viewer, more).headers["ETag"] for viewer in VIEWERS}
    for viewer in VIEWERS:
        others = ", ".join(tag for other, tag in tags.items() if other != viewer)
        answer = read(api, game, viewer, more, **{"If-None-Match": others})
        assert answer.status_code == 200
        assert "you" not in answer.json or (answer.json["you"] or {}).get("seat") == (
            None if viewer is None else int(viewer)
        )


def test_a_tag_is_no_part_of_another(api, game):
    tag = read(api, game, "0").headers["ETag"].strip('"')
    for part in (tag.partition(".")[0], tag.rpartition(".")[0], tag.partition("-")[0], str(game["version"])):
        assert read(api, game, "0", **{"If-None-Match": f'"{part}"'}).status_code == 200
    assert read(api, game, "0", **{"If-None-Match": f'W/"{tag}"'}).status_code == 304


def test_a_response_with_a_view_has_the_tag_that_the_view_has(api, game):
    shown = read(api, game, "0")
    assert shown.headers["ETag"] == shown.json["etag"]
    seat = str(game["to_act"][0])
    moved = api.move(read(api, game, seat).json, game["tokens"][seat])
    assert moved.headers["ETag"] == moved.json["etag"] == read(api, game, seat).headers["ETag"]


@pytest.mark.parametrize("more", EVERYWHERE)
def test_what_depends_on_the_caller_says_so(api, game, more):
    answer = read(api, game, "0", more)
    assert answer.headers["Cache-Control"] == "private, no-cache"
    assert {"Authorization", "Accept-Language"} <= set(answer.headers["Vary"].split(", "))


@pytest.fixture
def never_replayed(monkeypatch):
    def replayed(*_):
        raise AssertionError("the game was played again")

    monkeypatch.setattr(replay, "replay_of", replayed)


def test_the_current_version_is_shown_as_it_is(api, game, never_replayed):
    shown = read(api, game, "0", f"?version={game['version']}")
    assert (shown.status_code, shown.json) == (200, read(api, game, "0").json)


def test_an_earlier_version_is_not_played_again_for_a_client_that_has_it(api, game, monkeypatch):
    tag = read(api, game, "0", "?version=1").headers["ETag"]
    monkeypatch.setattr(replay, "replay_of", lambda *_: pytest.fail("the game was played again"))
    assert read(api, game, "0", "?version=1", **{"If-None-Match": tag}).status_code == 304
