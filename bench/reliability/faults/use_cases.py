"""What people do with the service. A new use case is one more function here.

Each is a generator: the code before its first ``yield`` prepares, then the fault begins. The code after the second
``yield``, if there is one, runs when the fault is over and everything that was due is done; it may note further
promises of this use case.
"""

import re
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, Final

from bench.reliability.faults.world import Asked, GaveUp, Person, World
from service.config import Settings
from service.model.shuffles import seed_digest
from service.ops import cli
from service.store.copies import Copies
from tests import upgrade
from tests.faults.processes import REPLACE, in_the_folder

UseCase = Callable[[World], Iterator[None]]
USE_CASES: Final[dict[str, UseCase]] = {}
LOOK_S: Final = 1
"""A wait ends by so much later where a clock was set: what ran of it since the last look at the clock runs again."""
HOCKEY: Final = {"variant": "hockey", "public": True}
PERSON: Final = {"kind": "person"}
OPEN: Final = {"kind": "open"}
COMPUTER: Final = {"kind": "ai", "level": 1}
SEARCH: Final = {"simulations": 8}
AI_TIME_MS: Final = 5000
"""What such a search reserves of the caller's AI time."""


def use_case(act: UseCase) -> UseCase:
    """Add a use case to the list, under the name of its function."""
    USE_CASES[act.__name__.replace("_", " ")] = act
    return act


def must(asked: Asked) -> Asked:
    """The request, if it was acknowledged."""
    if not asked.is_acknowledged:
        raise GaveUp(str(asked))
    return asked


def created(ann: Person, *seats: dict[str, Any], **settings: Any) -> dict[str, Any]:
    """A new game in which Ann has the first seat of a person."""
    asked = must(ann.ask("POST", "/v1/games", HOCKEY | {"seats": list(seats)} | settings, keyed=True))
    if asked.json["tokens"]:
        ann.sit(asked, asked.json["tokens"][min(asked.json["tokens"])])
    return dict(asked.json)


def table_of_two(world: World) -> tuple[dict[str, Any], Person, Person]:
    """A game that Ann and Ben play, with its dealer chosen."""
    ann, ben = world.person("Ann"), world.person("Ben")
    game = created(ann, PERSON, OPEN)
    ben.sit(ben.ask("POST", f"/v1/games/{game['id']}/join", {"join_code": game["join_code"]}, keyed=True))
    either_moves(game["id"], ann, ben)
    return game, ann, ben


def either_moves(game_id: str, *people: Person, which: int = 0) -> None:
    """The player who is asked moves."""
    for person in people:
        if person.move(game_id, which) is not None:
            return


def wait(world: World, seconds: float) -> None:
    """Wait until a wait of a game is over."""
    world.pass_time(seconds)
    world.pass_time(LOOK_S + world.unseen_s)


@use_case
def create(world: World) -> Iterator[None]:
    ann = world.person("Ann")
    yield
    game = created(ann, PERSON, COMPUTER)
    world.work()
    ann.move(game["id"])


@use_case
def join(world: World) -> Iterator[None]:
    ann, ben, cid = world.person("Ann"), world.person("Ben"), world.person("Cid")
    game = created(ann, PERSON, OPEN)
    yield
    asked = [
        person.ask("POST", f"/v1/games/{game['id']}/join", {"join_code": game["join_code"]}, keyed=True)
        for person in (ben, cid)
    ]
    for person, each in zip((ben, cid), asked, strict=True):
        person.sit(each)
    yield
    if not world.may_be_gone and sum(each.is_acknowledged for each in asked) != 1:
        world.broken.append(
            f"one seat is open, and two who ask for it get {[each.answer and each.answer.status for each in asked]}"
        )


@use_case
def join_behind_one_address(world: World) -> Iterator[None]:
    """Two players whose app sends no Idempotency-Key."""
    ann, ben, cid = world.person("Ann"), world.person("Ben"), world.person("Cid")
    cid.address = ben.address
    game = created(ann, OPEN, OPEN)
    yield
    for person in (ben, cid):
        person.sit(person.ask("POST", f"/v1/games/{game['id']}/join", {"join_code": game["join_code"]}, repeats=False))


@use_case
def move(world: World) -> Iterator[None]:
    game, ann, ben = table_of_two(world)
    yield
    for _ in range(2):
        either_moves(game["id"], ann, ben)


@use_case
def computers_turn(world: World) -> Iterator[None]:
    ann = world.person("Ann")
    game = created(ann, PERSON, COMPUTER)
    world.settle()
    yield
    for _ in range(2):
        ann.move(game["id"])
        world.work()


@use_case
def quick_pairing(world: World) -> Iterator[None]:
    ann, ben = world.person("Ann"), world.person("Ben")
    yield
    began = world.now()
    asked = [person.ask("POST", "/v1/games/quick", HOCKEY_QUICK, keyed=True) for person in (ann, ben)]
    waited = world.now() - began
    for person, each in zip((ann, ben), asked, strict=True):
        person.sit(each)
    yield
    games = {each.json["id"] for each in asked if each.is_acknowledged}
    if len(games) == 2 and waited < QUICK_S and not any(each.was_undone for each in asked):
        world.broken.append(f"two people who want the same game within {waited:.1f} s were not paired")


QUICK_S: Final = 20
HOCKEY_QUICK: Final = {"variant": "hockey", "wait_s": QUICK_S, "level": 1}


@use_case
def quick_without_an_opponent(world: World) -> Iterator[None]:
    ann = world.person("Ann")
    yield
    game = ann.sit(ann.ask("POST", "/v1/games/quick", HOCKEY_QUICK, keyed=True))
    world.pass_time(QUICK_S + 1)
    world.sweep()
    yield
    for _ in range(3):
        world.pass_time(QUICK_S)
        world.sweep()
    if game.get("id") in ann.tokens and (view := ann.look(game["id"])) and view["status"] == "open":
        world.broken.append(f"no computer has taken the open seat of {game['id']} {3 * QUICK_S} s later")


def registered_bot(world: World, max_games: int = 1) -> tuple[Person, dict[str, Any]]:
    """A bot that is online."""
    bot = world.person("Slapshot")
    facts = dict(must(bot.ask("POST", "/v1/bots", {"name": "Slapshot", "max_games": max_games}, keyed=True)).json)
    bot.ask("GET", f"/v1/bots/{facts['id']}/events", token=facts["token"])
    return bot, facts


def feed(bot: Person, facts: dict[str, Any]) -> list[dict[str, Any]]:
    """The events that the bot is shown."""
    asked = bot.ask("GET", f"/v1/bots/{facts['id']}/events", token=facts["token"])
    return list(asked.json["events"]) if asked.is_acknowledged else []


@use_case
def registration_of_a_bot(world: World) -> Iterator[None]:
    yield
    registered_bot(world)


@use_case
def invitation(world: World) -> Iterator[None]:
    ann = world.person("Ann")
    bot, facts = registered_bot(world)
    yield
    game = created(ann, PERSON, {"kind": "bot", "bot_id": facts["id"]})
    bot.sit(must(bot.ask("POST", f"/v1/games/{game['id']}/seats/1/accept", token=facts["token"])))
    either_moves(game["id"], ann, bot)
    yield
    for _ in range(2):
        either_moves(game["id"], ann, bot)
    world.pass_time(2)
    world.sweep()
    if (view := bot.look(game["id"])) and view["status"] == "active":
        events = [event for event in feed(bot, facts) if event["game_id"] == game["id"]]
        if view["legal_moves"] and not any(
            event["type"] == "your_turn" and event["ply"] == view["ply"] for event in events
        ):
            world.broken.append(
                f"the bot is asked in {game['id']} at ply {view['ply']} and gets {[event['type'] for event in events]}"
            )


@use_case
def suggestion(world: World) -> Iterator[None]:
    game, ann, ben = table_of_two(world)
    asked = ann if ann.look(game["id"])["legal_moves"] else ben
    yield
    given = asked.ask("POST", f"/v1/games/{game['id']}/suggestions", SEARCH, token=asked.tokens[game["id"]])
    world.work()
    if given.is_acknowledged:
        asked.ask("GET", f"/v1/suggestions/{given.json['id']}", token=given.token)


@use_case
def match(world: World) -> Iterator[None]:
    ann = world.person("Ann")
    yield
    body = {"variant": "hockey", "first": {"level": 1}, "second": {"level": 1}, "pairs": 1, "seed": "faults"}
    ann.ask("POST", "/v1/matches", body, keyed=True)
    world.work()


@use_case
def a_bot_away_for_long(world: World) -> Iterator[None]:
    """A computer takes over the seat of a bot, which comes back after days and plays on."""
    ann = world.person("Ann")
    bot, facts = registered_bot(world)
    game = created(ann, PERSON, {"kind": "bot", "bot_id": facts["id"]})
    path = f"/v1/games/{game['id']}"
    bot.sit(must(bot.ask("POST", f"{path}/seats/1/accept", token=facts["token"])))
    while ann.look(game["id"])["to_act"] != [1]:
        ann.move(game["id"])
    yield
    wait(world, game["absent_after_s"])
    asked = ann.ask("POST", f"{path}/seats/1/ai", {}, token=game["owner_token"])
    world.work()
    world.pass_time(AWAY_S)
    told = [event["type"] for event in feed(bot, facts) if event["game_id"] == game["id"]]
    back = bot.ask("POST", f"{path}/seats/1/return", token=bot.tokens[game["id"]])
    bot.move(game["id"])
    yield
    require_absent(world, asked)
    is_here = back.is_acknowledged and not back.was_undone and not world.may_be_gone
    stands = [each for each in listed(bot, facts) if each["game_id"] == game["id"]]
    if is_here and [each["status"] for each in stands] != ["playing"]:
        world.broken.append(f"the bot has returned to {game['id']}, and is told {stands}, before that {told}")


AWAY_S: Final = 6 * 24 * 3600
"""Less than a game is kept."""


def match_of_a_bot(bot: Person, facts: dict[str, Any], pairs: int = 1, level: int = 1) -> Asked:
    """The bot asks for games against a computer, and for its events until it counts as online."""
    players = {"first": {"bot_id": facts["id"]}, "second": {"level": level}}
    body = {"variant": "hockey", "pairs": pairs, "answer_s": ANSWER_S, **players}
    asked = bot.ask("POST", "/v1/matches", body, token=facts["token"], keyed=True)
    if asked.answer and asked.answer.code == "bot/offline":
        feed(bot, facts)
        asked = bot.ask("POST", "/v1/matches", body, token=facts["token"], keyed=True)
    return must(asked)


ANSWER_S: Final = 40


def enter_games(bot: Person, facts: dict[str, Any]) -> list[dict[str, Any]]:
    """The games that the bot plays, after it has accepted every invitation."""
    for game in listed(bot, facts):
        if game["status"] == "invited":
            at = f"/v1/games/{game['game_id']}/seats/{game['seat']}/accept"
            bot.sit(bot.ask("POST", at, token=facts["token"]))
    return [game for game in listed(bot, facts) if game["token"]]


def listed(bot: Person, facts: dict[str, Any]) -> list[dict[str, Any]]:
    """The games and invitations of the bot."""
    asked = bot.ask("GET", f"/v1/bots/{facts['id']}/games", token=facts["token"])
    return list(asked.json["games"]) if asked.is_acknowledged else []


@use_case
def a_match_with_a_bot(world: World) -> Iterator[None]:
    """A bot plays a match through the API, and resigns its games."""
    bot, facts = registered_bot(world, max_games=3)
    yield
    made = match_of_a_bot(bot, facts)
    for _ in range(2):
        for game in enter_games(bot, facts):
            bot.move(game["game_id"])
            bot.ask("POST", f"/v1/games/{game['game_id']}/resign", token=game["token"])
        world.pass_time(1)
        world.sweep()
    yield
    require_ended(world, bot, facts, made, ("done",))


@use_case
def cancelling_a_match_with_a_bot(world: World) -> Iterator[None]:
    """A bot plays one game of its match and is invited to the other when it cancels."""
    bot, facts = registered_bot(world, max_games=3)
    made = match_of_a_bot(bot, facts)
    game = listed(bot, facts)[0]
    seated = bot.ask("POST", f"/v1/games/{game['game_id']}/seats/{game['seat']}/accept", token=facts["token"])
    bot.sit(seated)
    yield
    asked = bot.ask("POST", f"/v1/matches/{made.json['id']}/cancel", token=facts["token"])
    world.sweep()
    yield
    seated.was_undone = world.may_be_gone  # a game of a match is kept for an hour
    if asked.is_acknowledged:
        require_ended(world, bot, facts, made, ("cancelled",))


def require_ended(world: World, bot: Person, facts: dict[str, Any], made: Asked, how: tuple[str, ...]) -> None:
    """A match has ended and left nothing: no game goes on, and the bot has all its places."""
    if world.may_be_gone:
        return
    status = bot.ask("GET", f"/v1/matches/{made.json['id']}", token=facts["token"]).json.get("status")
    places = bot.ask("GET", f"/v1/bots/{facts['id']}").json.get("games")
    going_on = [game["game_id"] for game in listed(bot, facts)]
    if status not in how or places or going_on:
        world.broken.append(f"match {made.json['id']} is {status}, the bot has {places} places taken, by {going_on}")


@use_case
def ai_quota(world: World) -> Iterator[None]:
    """A bot asks for two matches, each of which may take most of its share of the computers' time: it gets the second
    when it has waited as long as it was told to.
    """
    bot, facts = registered_bot(world, max_games=3)
    yield
    for _ in range(2):
        made = match_of_a_bot(bot, facts, **MOST_OF_A_QUOTA)
        bot.ask("POST", f"/v1/matches/{made.json['id']}/cancel", token=facts["token"])


MOST_OF_A_QUOTA: Final = {"pairs": 400, "level": 4}
"""400 of 600 s of an hour."""


@use_case
def long_answers(world: World) -> Iterator[None]:
    """The games of a match are downloaded, and the place of the answer is given back."""
    ann = world.person("Ann")
    body = {"variant": "hockey", "first": {"level": 1}, "second": {"level": 1}, "pairs": 1, "seed": "faults"}
    made = must(ann.ask("POST", "/v1/matches", body, keyed=True))
    world.work()
    world.settle()
    yield
    ann.ask("GET", f"/v1/matches/{made.json['id']}/games")
    yield
    taken = [app.extensions["faceoff"].streams.slots.taken for app in world.ground.apps]
    if any(taken):
        world.broken.append(f"after the download, {taken} places are taken")


@use_case
def a_process_replaced_100_times(world: World) -> Iterator[None]:
    """Processes end and are replaced: they leave as many files, bytes and threads as one, and no count is lost."""
    yield
    with tempfile.TemporaryDirectory() as folder:
        in_the_folder(folder, REPLACE)


@use_case
def webhook(world: World) -> Iterator[None]:
    game, ann, ben = table_of_two(world)
    token = ann.tokens[game["id"]]
    yield
    made = ann.ask(
        "POST", "/v1/webhooks", {"game_id": game["id"], "url": world.ground.receiver.url}, token=token, repeats=False
    )
    either_moves(game["id"], ann, ben)
    world.sweep()
    world.work()
    yield
    version = ann.look(game["id"]).get("version", 0)
    ids = [name for name, _ in world.ground.receiver.heard]
    if (
        version
        and made.is_acknowledged
        and not made.was_undone
        and not any(f".{game['id']}.{version}-" in f"{name}-" for name in ids)
    ):
        world.broken.append(f"version {version} of {game['id']} was not delivered, only {ids}")


@use_case
def rematch(world: World) -> Iterator[None]:
    game, ann, ben = table_of_two(world)
    ann.ask("POST", f"/v1/games/{game['id']}/resign", token=ann.tokens[game["id"]])
    yield
    for person in (ann, ben):
        asked = person.ask("POST", f"/v1/games/{game['id']}/rematch", token=person.tokens[game["id"]])
        person.sit(asked, person.tokens[game["id"]])
    yield
    named = ben.look(game["id"]).get("rematch_id")
    if named and not ben.ask("GET", f"/v1/games/{named}", token=ben.tokens[game["id"]]).is_acknowledged:
        world.broken.append(f"the rematch {named} that {game['id']} names cannot be looked at")


@use_case
def renewal_of_a_seats_token(world: World) -> Iterator[None]:
    game, ann, ben = table_of_two(world)
    path, old = f"/v1/games/{game['id']}", ben.tokens[game["id"]]
    ticket = ben.ask("POST", f"{path}/tickets", token=old).json["ticket"]
    yield
    asked = ben.ask("POST", f"{path}/seats/1/token", token=old, keyed=True)
    if asked.is_acknowledged:
        ben.tokens[game["id"]] = asked.json["token"]
        world.revoked += [(path, old), (f"{path}/stream?ticket={ticket}", "")]
    either_moves(game["id"], ann, ben)


@use_case
def renewal_of_an_owners_token(world: World) -> Iterator[None]:
    game, ann, ben = table_of_two(world)
    path = f"/v1/games/{game['id']}"
    yield
    asked = ann.ask("POST", f"{path}/owner/token", token=game["owner_token"], keyed=True)
    if asked.is_acknowledged:
        world.revoked.append((path, game["owner_token"]))
    either_moves(game["id"], ann, ben)


@use_case
def renewal_of_a_bots_token(world: World) -> Iterator[None]:
    ann = world.person("Ann")
    bot, facts = registered_bot(world)
    game = created(ann, PERSON, {"kind": "bot", "bot_id": facts["id"]})
    seat = bot.ask("POST", f"/v1/games/{game['id']}/seats/1/accept", token=facts["token"]).json["token"]
    yield
    asked = bot.ask("POST", f"/v1/bots/{facts['id']}/token", token=facts["token"], keyed=True)
    if asked.is_acknowledged:
        world.revoked += [(f"/v1/bots/{facts['id']}/games", facts["token"]), (f"/v1/games/{game['id']}", seat)]
        games = bot.ask("GET", f"/v1/bots/{facts['id']}/games", token=asked.json["token"])
        for each in games.json["games"] if games.is_acknowledged else ():
            bot.tokens[each["game_id"]] = each["token"]
    elif not asked.was_undone:
        world.broken.append(f"the bot asks for a new token with its own and gets {asked.answer and asked.answer.code}")
    either_moves(game["id"], ann, bot)


@use_case
def lists(world: World) -> Iterator[None]:
    """A client looks for a game, an opponent or a bot."""
    table_of_two(world)
    registered_bot(world)
    yield
    for path in ("/v1/games", "/v1/games?status=active", "/v1/games?joinable=true", "/v1/bots?online=true"):
        world.people[0].ask("GET", path)


@use_case
def resignation(world: World) -> Iterator[None]:
    game, ann, _ = table_of_two(world)
    yield
    ann.ask("POST", f"/v1/games/{game['id']}/resign", token=ann.tokens[game["id"]])
    world.sweep()


@use_case
def promised_seeds(world: World) -> Iterator[None]:
    """A game whose creator has promised a seed begins when it is revealed."""
    ann, ben, seed = world.person("Ann"), world.person("Ben"), "a-seed-of-anns-own-42"
    game = created(ann, PERSON, OPEN, seed_digest=seed_digest(seed))
    path = f"/v1/games/{game['id']}"
    yield
    joined = ben.ask("POST", f"{path}/join", {"join_code": game["join_code"]}, keyed=True)
    ben.sit(joined)
    revealed = ann.ask("POST", f"{path}/seed", {"client_seed": seed}, token=game["owner_token"])
    either_moves(game["id"], ann, ben)
    yield
    is_ready = all(each.is_acknowledged and not each.was_undone for each in (joined, revealed))
    if is_ready and not world.may_be_gone and ann.look(game["id"]).get("status") == "open":
        world.broken.append(f"{game['id']} has not begun though its seed was revealed")


@use_case
def an_absent_player(world: World) -> Iterator[None]:
    """A computer takes over the seat of a player who does not answer."""
    game, ann, _ = table_of_two(world)
    (seat, *_), path = ann.look(game["id"])["to_act"], f"/v1/games/{game['id']}"
    yield
    wait(world, game["absent_after_s"])
    asked = ann.ask("POST", f"{path}/seats/{seat}/ai", {}, token=game["owner_token"])
    world.work()
    yield
    require_absent(world, asked)


def require_absent(world: World, asked: Asked) -> None:
    """Who has been asked for long enough and has not moved is absent."""
    has_moved = any(each.is_of_another and each.path.endswith("/moves") for each in world.log)
    if asked.answer and asked.answer.code == "seat/not_absent" and not has_moved and not world.may_be_gone:
        world.broken.append(f"{asked}: {asked.json['detail']}")


@use_case
def analysis(world: World) -> Iterator[None]:
    game, ann, _ = table_of_two(world)
    path, token = f"/v1/games/{game['id']}", ann.tokens[game["id"]]
    ann.ask("POST", f"{path}/resign", token=token)
    yield
    ann.ask("POST", f"{path}/analysis", token=token)
    world.work()
    ann.ask("GET", f"{path}/analysis", token=token)


@use_case
def a_changed_setting(world: World) -> Iterator[None]:
    """The service is started anew and keeps games for a shorter time; those that are there go on."""
    (game, ann, ben), ground, before = table_of_two(world), world.ground, world.ground.settings

    def start_with(settings: Settings) -> None:
        ground.settings = settings
        try:
            ground.start_service()
        except RuntimeError:  # a process that can start no thread ends, and the supervisor starts it again
            ground.start_service()

    world.at_end.callback(start_with, before)
    yield
    start_with(replace(before, active_ttl_s=DAY_S, finished_ttl_s=DAY_S, absent_after_s=60))
    for _ in range(2):
        either_moves(game["id"], ann, ben)


DAY_S: Final = 24 * 3600


@use_case
def backup_and_restore(world: World) -> Iterator[None]:
    """Everything is backed up, lost and restored; those who play go on."""
    game, ann, ben = table_of_two(world)
    bot, facts = registered_bot(world)
    alone = created(ann, PERSON, COMPUTER)
    invited = created(ann, PERSON, {"kind": "bot", "bot_id": facts["id"]})
    settings = replace(world.ground.settings, redis_url=world.ground.proxy.url)
    yield
    begun = len(world.log)
    with tempfile.TemporaryDirectory() as folder:
        file = f"{folder}/backup.gz"
        world.operate(lambda again: cli.back_up(Copies(settings), file))
        world.ground.admin.flushall()
        restored = world.operate(lambda again: cli.restore_from(Copies(settings), file, overwrite=again))
    for asked in world.log[begun:]:  # what happened since the backup
        asked.was_undone = True
    either_moves(game["id"], ann, ben)
    ann.move(alone["id"])
    bot.sit(bot.ask("POST", f"/v1/games/{invited['id']}/seats/1/accept", token=facts["token"]))
    yield
    if not world.may_be_gone and (restored["game"] < 3 or restored["bot"] != 1 or restored.left_out):
        world.broken.append(f"of 3 games and a bot the backup has {restored}, and {restored.left_out} are left out")


@use_case
def data_of_the_version_before(world: World) -> Iterator[None]:
    """A new version takes over the store of the one before; a player goes on with a game and asks for a rematch of
    another.
    """
    ann, found = world.person("Ann"), upgrade.read(upgrade.BEFORE)
    put_as_it_was(world, found["keys"])
    games = [game for game in found["games"] if game["view"]["variant"] == HOCKEY["variant"]]
    running, over = sorted(games, key=lambda game: game["view"]["status"] != "active")
    for game in games:
        ann.tokens[game["id"]] = game["tokens"]["0"]
    yield
    for _ in range(2):
        ann.move(running["id"])
        world.work()
    again = ann.ask("POST", f"/v1/games/{over['id']}/rematch", token=ann.tokens[over["id"]])
    ann.sit(again, ann.tokens[over["id"]])
    yield
    if world.may_be_gone:
        return
    for game in games:
        view, before = ann.look(game["id"]), game["view"]
        if not view or view["version"] < before["version"] or view["score"] < before["score"]:
            world.broken.append(f"{game['id']} was at version {before['version']}: {view}")


def put_as_it_was(world: World, keys: dict[str, Any]) -> None:
    """Put what a version has stored into the store, without what is sent to other machines."""
    left_out = re.compile("faceoff:keys|.*:webhooks:")
    upgrade.put(world.ground.admin, {name: content for name, content in keys.items() if not left_out.match(name)})
    world.not_asked_for.update(name.split(":")[2] for name in keys if name.count(":") == 2)
