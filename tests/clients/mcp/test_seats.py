"""How a caller names its seat, and that nobody else reaches it."""

import pytest

from clients.mcp.seats import KeptSeats, SealedSeats, Seat
from faceoff_client import Client
from tests.clients.mcp.conftest import SECRET, Caller, Instance, called, ended, first_move, on_standard_input

SEAT = Seat("g_abcdefghijklmnopqrst", "g_abcdefghijklmnopqrst.U5y5AREYHoHQ953zqW5Ghqm4TrD55spTM6qo89PVTVw")
REMATCH = Seat("g_zzzzzzzzzzzzzzzzzzzz", SEAT.token)


@pytest.mark.parametrize("seat", [SEAT, REMATCH])
def test_a_sealed_name_is_read_with_the_same_secret_alone(seat):
    name = SealedSeats(b"one").named(seat, "hockey")
    assert SealedSeats(b"one").find(name) == seat
    assert seat.token.partition(".")[2] not in name
    with pytest.raises(KeyError):
        SealedSeats(b"two").find(name)


def test_no_changed_name_is_read():
    seats = SealedSeats(b"one")
    name = seats.named(SEAT, "hockey")
    for changed in (
        "",
        "hockey-1",
        name[:-4],
        name + "AAAA",
        *(name[:at] + ("B" if name[at] == "A" else "A") + name[at + 1 :] for at in range(len(name) - 1)),
    ):
        with pytest.raises(KeyError):
            seats.find(changed)


def test_kept_names_are_short_and_of_one_process():
    seats = KeptSeats()
    assert [seats.named(SEAT, "hockey"), seats.named(REMATCH, "hockey")] == ["hockey-1", "hockey-2"]
    assert seats.find("hockey-2") == REMATCH
    with pytest.raises(KeyError):
        KeptSeats().find("hockey-1")


def test_two_agents_play_and_neither_reads_a_token_or_the_other_ones_cards(instances, address):
    async def both(caller):
        one, other = Caller(*caller.clients), Caller(*caller.clients)
        begun = await one("new_game", variant="hockey", invite=True, name="Ida")
        joined = await other("join_game", game_id=begun["game_id"], join_code=begun["join_code"], name="Ole")
        games, facts = {one: begun["game"], other: joined["game"]}, {}
        tokens = {agent: SealedSeats(SECRET.encode()).find(game).token for agent, game in games.items()}
        for _ in range(7):
            for agent in games:
                facts[agent] = await agent("look", game=games[agent])
                if facts[agent]["moves"]:
                    version = facts[agent]["version"]
                    await agent("play", game=games[agent], version=version, **first_move(facts[agent]))
        for agent in games:
            if (await agent("look", game=games[agent]))["moves"]:
                await agent("wait", game=games[agent], version=1)
            await agent.refused("play", game=games[agent], version=1, move={"type": "play", "card": "7Q"})
            await agent.call("hint", game=games[agent])
        written = "\n".join(instance.file.read_text() for instance in instances)
        for agent, opponent in ((one, other), (other, one)):
            view = Client(address).api.get_game(begun["game_id"], token=tokens[opponent])
            assert view["hand"]
            names = {card["id"]: card["name"] for card in Client(address).api.list_cards("hockey")["cards"]}
            public = str(Client(address).api.list_events(begun["game_id"], token=tokens[agent]))  # cut, then dealt
            for text in (agent.everything, written):
                for token in tokens.values():
                    assert token not in text
                    assert token.partition(".")[2] not in text
                for card in view["hand"]:
                    assert f'"{card}"' not in text or f"'{card}'" in public
                    assert names[card] not in text or names[card] in public
            assert games[opponent] not in agent.everything
        assert await one.refused("look", game=games[one][:-1]) == await one.refused("look", game="hockey-1")

    called(both, *(instance.url for instance in instances))


def test_a_name_is_of_no_use_to_another_server(instances, address, tmp_path):
    async def begin(caller):
        return (await caller("new_game", variant="hockey"))["game"]

    game = called(begin, instances[0].url)

    async def look(caller):
        assert "no such game" in await caller.refused("look", game=game)

    with ended(Instance(address, tmp_path, secret="another secret, which is long enough")) as stranger:
        called(look, stranger.url)
    called(look, on_standard_input(address))


def test_with_the_secret_a_name_on_standard_input_outlives_its_process(address):
    server = on_standard_input(address, FACEOFF_MCP_SECRET=SECRET)

    async def begin(caller):
        return (await caller("new_game", variant="hockey"))["game"]

    game = called(begin, server)

    async def look(caller):
        assert (await caller("look", game=game))["status"] == "active"

    called(look, server)


@pytest.mark.parametrize("is_http", [False, True])
def test_a_name_that_became_known_is_replaced(instances, address, is_http):
    async def renew(caller):
        game = (await caller("new_game", variant="hockey"))["game"]
        renewed = (await caller("end", game=game, action="renew"))["game"]
        assert (await caller("look", game=renewed))["status"] == "active"
        if is_http:
            assert "auth/unknown_token" in await caller.refused("look", game=game)

    called(renew, instances[0].url if is_http else on_standard_input(address))
