"""The dictionary with which documents of games are compressed: ``python -m tests.upgrade.documents FILE`` trains one on
games of all variants and prints what documents of other games take with it, by variant.

``service/store/documents.zdict`` was made so. It is never made again: stored games could not be read any more. A better
one would be a second file, which is used for what is written from then on; a document names its dictionary.
"""

import json
import random
import sys
from pathlib import Path

from backports import zstd

from bench.over_http.client import Call
from bench.speed.prepared import answer_of, started
from engines import VARIANTS
from service.games import play

BYTES = 8192
"""With twice as many, documents of some variants have 20 bytes less."""
TRAINED, OTHERS = 200, 100
"""Documents of each variant, for training and for the sizes: random versions of as many games as it takes."""
SHARE = 0.08
"""Share of the versions of a game."""
KINDS = ({"kind": "person"}, {"kind": "person", "name": "Ann"}, {"kind": "ai", "level": 4})


def documents(app, rng, key, count):
    """This many documents of games of a variant."""
    found = []
    while len(found) < count:
        preset = rng.choice(list(VARIANTS[key].presets))
        seats = int(VARIANTS[key].new_game(VARIANTS[key].presets[preset]).seats())
        wanted = {"variant": key, "preset": preset, "seats": [rng.choice(KINDS) for _ in range(seats)]}
        created = json.loads(answer_of(app, Call("POST", "/v1/games", body=json.dumps(wanted).encode())))
        game = app.extensions["faceoff"].store.games.load(created["id"])
        while not game.is_over:
            if rng.random() < SHARE:
                found.append(game.dump())
            seat = next(seat for seat in range(len(game.seats)) if game.state.may_act(seat))
            play.carry_out(game, seat, [rng.choice(list(game.state.legal_actions(seat)))])
    return found[:count]


def main(file):
    with started() as (app, _):
        trained, others = (
            {key: documents(app, random.Random(seed), key, count) for key in VARIANTS}
            for seed, count in ((1, TRAINED), (2, OTHERS))
        )
    mixed = [
        one for versions in zip(*trained.values(), strict=True) for one in versions
    ]  # the last are for its own tests
    dictionary = zstd.train_dict(mixed, BYTES)
    Path(file).write_bytes(dictionary.dict_content)
    for key, each in others.items():
        sizes = [len(zstd.compress(one, 1, zstd_dict=dictionary)) for one in each]
        print(f"{key}: {sum(map(len, each)) // len(each)} -> {sum(sizes) // len(sizes)} bytes")


if __name__ == "__main__":
    main(sys.argv[1])
