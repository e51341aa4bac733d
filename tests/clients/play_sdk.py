"""Plays games with the Python SDK as the JSON in the first argument says; prints one line of JSON for each.
play_sdk.mjs does the same.
"""

import io
import json
import logging
import random
import sys
import threading
import time
from collections.abc import Iterator

from faceoff_client import Client, Game, Problem, new_seed, random_move

LOGGED = io.StringIO()


def main(wanted: dict) -> None:
    client = Client(wanted["address"], patience_s=wanted.get("patience_s", 30))
    for variant in wanted.get("variants", [None]):
        try:
            report = play_fair(client) if "pair" in wanted else play(client, variant, wanted)
        except Problem as problem:
            report = {"problem": problem.code, "retry_after_s": problem.retry_after_s, "shown": str(problem)}
        print(json.dumps(report), flush=True)


def play(client: Client, variant: str | None, wanted: dict) -> dict:
    """A game to its end, or as many turns as wanted, while another handle follows its events."""
    if variant is None:
        game = client.resume(wanted["saved"])
    else:
        settings = {
            **wanted.get("computer", {"level": 1}),
            **wanted.get("game", {}),
            **wanted.get("games", {}).get(variant, {}),
        }
        game = client.create(variant, name="Ida", pace_ms=0, client_seed=new_seed(), **settings)
    print(json.dumps({"started": game.id}), flush=True)
    followed: list = []
    follower = client if wanted.get("patience_s") else Client(wanted["address"])
    reader = threading.Thread(target=follow, args=(follower.resume(game.saved()), followed), daemon=True)
    reader.start()
    rng, turns = random.Random(1), 0
    for view in turns_by_updates(game) if wanted.get("by_updates") else game.turns():
        if turns == wanted.get("stop_after"):
            return {"saved": game.saved()}
        (game.send if wanted.get("by_updates") else game.play)(random_move(view, rng))
        turns += 1
        time.sleep(wanted.get("pause_s", 0))
    reader.join(20)
    listed = list(game.events(0, follow=False))
    assert game.record()["id"] == game.id
    return {
        "variant": game.variant,
        "status": game.status,
        "turns": turns,
        "followed": [[event["version"], event["type"]] for event in followed],
        "listed": [[event["version"], event["type"]] for event in listed],
        "faults": game.fairness_faults(),
        "fields": sorted(game.view),
        "token": game.token,
        "shown": f"{game!r} {client!r} {vars(client)} {LOGGED.getvalue()}",
    }


def play_fair(client: Client) -> dict:
    """A game of two with seeds, resigned at once, its rematch, and a game of a deal; a spectator looks at the first."""
    one = client.create("hockey", seats=[{"kind": "person"}, {"kind": "open"}], client_seed=new_seed())
    other = client.join(one.id, one.join_code, client_seed=new_seed())
    one.refresh()
    other.refresh()
    statuses = [other.status]
    other.resign()
    again = [one.rematch(client_seed=new_seed()), other.rematch(client_seed=new_seed())]
    for game in again * 2:
        game.refresh()
    statuses.append(again[0].status)
    faults = [one.fairness_faults() + other.fairness_faults()]
    again[0].resign()
    faults.append(again[0].fairness_faults() + again[1].fairness_faults())
    dealt = client.create("hockey", level=1, deal="the-first-goal")
    dealt.resign()
    known, strangers = dealt.fairness_faults(), client.watch(one.id).fairness_faults()
    return {"statuses": statuses, "faults": faults, "known": known, "strangers": strangers}


def turns_by_updates(game: Game) -> Iterator[dict]:
    """The turns of a player who gets views from the stream alone."""
    for update in game.updates(0):
        if game.is_my_turn and game.version == update["version"]:
            yield game.view


def follow(game: Game, followed: list) -> None:
    followed.extend(game.events(0))


if __name__ == "__main__":
    logging.basicConfig(level=logging.DEBUG, stream=LOGGED)
    main(json.loads(sys.argv[1]))
