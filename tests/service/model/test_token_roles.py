"""What ids and secrets look like, and what a token may do in a game, one by one."""

import re
from types import SimpleNamespace

import pytest

from service.model.answer import Problem
from service.model.tokens import (
    OWNER,
    at_random,
    digest,
    new_id,
    new_join_code,
    new_token,
    role_in,
)

GAME = "g_aaaaaaaaaaaaaaaaaaaa"


def game(public=True):
    return SimpleNamespace(id=GAME, public=public, tokens={digest(f"{GAME}.seat"): 1, digest(f"{GAME}.owner"): OWNER})


def test_an_id_has_twenty_characters_behind_its_kind_or_as_many_as_are_asked_for():
    assert re.fullmatch("g_[a-z2-7]{20}", new_id("game"))
    assert re.fullmatch("m_[a-z2-7]{20}", new_id("match"))
    assert re.fullmatch("w_[a-z2-7]{12}", new_id("webhook", length=12))


def test_a_join_code_has_three_groups_of_four_and_a_token_256_bits_behind_its_game():
    for _ in range(20):
        assert re.fullmatch("(?:[A-HJKMNP-Z2-9]{4}-){2}[A-HJKMNP-Z2-9]{4}", new_join_code())
    assert len(at_random("token")) == 32
    assert re.fullmatch(rf"{GAME}\.[\w-]{{43}}", new_token(GAME))


@pytest.mark.parametrize(
    ("token", "needs", "found"),
    [
        (f"{GAME}.seat", "seat", 1),
        (f"{GAME}.seat", "member", 1),
        (f"{GAME}.seat", "viewer", 1),
        (f"{GAME}.seat", "owner", "auth/not_the_owner"),
        (f"{GAME}.owner", "owner", OWNER),
        (f"{GAME}.owner", "member", OWNER),
        (f"{GAME}.owner", "viewer", OWNER),
        (f"{GAME}.owner", "seat", "auth/not_a_seat"),
        (None, "viewer", None),
        (None, "seat", "auth/missing"),
        (None, "member", "auth/missing"),
        (None, "owner", "auth/missing"),
        ("", "viewer", None),
        (f"{GAME}.wrong", "viewer", "auth/unknown_token"),
        ("g_bbbbbbbbbbbbbbbbbbbb.seat", "viewer", "auth/foreign_token"),
        ("b_bbbbbbbbbbbbbbbbbbbb.seat", "viewer", "auth/unknown_token"),
    ],
)
def test_a_token_has_the_role_it_was_given_and_no_other(token, needs, found):
    def role(game):
        try:
            return role_in(game, token, needs)
        except Problem as refused:
            return refused.code

    is_known = token in (f"{GAME}.seat", f"{GAME}.owner")
    assert role(game()) == found
    assert role(game(public=False)) == (found if is_known else "game/not_found")
