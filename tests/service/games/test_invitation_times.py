"""Until when an invitation can be answered, and which withdrawn ones a game remembers; with a clock that is set."""

from types import SimpleNamespace

import pytest

from service.games import invitations
from service.games.invitations import expire_invitations, invitation_of, seat_token, withdraw
from service.model import timestamps
from service.model.answer import Problem
from service.model.game import DECLINED, EXPIRED, PENDING, GameSettings, SeatInvitation
from service.model.timestamps import time_text

NOW_MS = 1_764_000_000_000
SETTINGS = GameSettings(invitation_s=60)


@pytest.fixture(autouse=True)
def clock(monkeypatch):
    monkeypatch.setattr(timestamps, "_ahead_ms", 0)
    monkeypatch.setattr(timestamps, "time_ns", lambda: NOW_MS * 1_000_000)


def invited(left_ms, status=PENDING):
    invitation = SeatInvitation(status=status, expires_at=time_text(NOW_MS + left_ms), reason=None)
    seat = SimpleNamespace(invitation=invitation, bot_id="b_a")
    return SimpleNamespace(
        id="g_a",
        seats=[SimpleNamespace(invitation=None), seat],
        settings=SETTINGS,
        events=[],
        is_over=False,
        uninvited=[],
    )


def test_an_invitation_is_valid_for_the_time_of_its_game():
    assert invitation_of(SETTINGS).expires_at == time_text(NOW_MS + 60_000)


@pytest.mark.parametrize(
    ("left_ms", "status", "says"),
    [
        (1, PENDING, None),
        (0, PENDING, "has expired, at"),
        (1, DECLINED, "was declined"),
        (1, EXPIRED, "has expired, at"),
    ],
)
def test_an_invitation_can_be_answered_until_its_time_is_over(left_ms, status, says):
    game = invited(left_ms, status)
    if says is None:
        assert invitations._open_invitation(game, game.seats[1], 1) is game.seats[1].invitation
        return
    with pytest.raises(Problem, match=f"The invitation to seat 1 of game g_a {says}") as refused:
        invitations._open_invitation(game, game.seats[1], 1)
    assert refused.value.code == "invitation/closed"


def test_an_invitation_that_was_accepted_or_whose_game_is_over_is_closed():
    game = invited(1)
    with pytest.raises(Problem, match="You have accepted seat 0"):
        invitations._open_invitation(game, game.seats[0], 0)
    game.is_over, game.status = True, "aborted"
    with pytest.raises(Problem, match="Game g_a is aborted"):
        invitations._open_invitation(game, game.seats[1], 1)


@pytest.mark.parametrize(
    ("left_ms", "status", "expires"),
    [
        (1, PENDING, False),
        (0, PENDING, True),
        (120_001, PENDING, False),
        (0, DECLINED, False),
    ],
)
def test_an_invitation_expires_at_its_end(left_ms, status, expires):
    game = invited(left_ms, status)
    expire_invitations(game)
    assert game.seats[1].invitation.status == (EXPIRED if expires else status)
    assert [event.seat for event in game.events] == [1] * expires


def test_a_game_remembers_the_last_eight_invitations_that_were_withdrawn():
    game = invited(1)
    for number in range(10):
        game.seats[1].bot_id = f"b_{number}"
        withdraw(game, 1)
    assert game.uninvited == [[f"b_{number}", 1] for number in range(2, 10)]


def test_the_token_of_a_seat_follows_from_that_of_the_bot_and_is_another_for_each():
    tokens = {seat_token(bot, game, seat) for bot in ("t1", "t2") for game in ("g_a", "g_b") for seat in (0, 1)}
    assert len(tokens) == 8
    assert seat_token("t1", "g_a", 0) == seat_token("t1", "g_a", 0)
