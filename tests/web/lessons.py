"""The lessons of the web client, played without a browser: ``python -m tests.web.lessons`` finds the deal of each.

A lesson (``clients/web/lessons``) says of each step what kind of move it teaches (``like``, a regular expression of the
move as JSON) and what has to follow (``expects``, parts of an event), and where it matters, which events must not
(``never``) and by which ply it has to come (``within``). The first deal in which such moves lead there is written into
the file, with the moves and the hands: the page needs no search. What a release changes in the rules or in the level
may need another deal.
"""

import json
import re
import sys
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

from engines import VARIANTS
from service.games.ai_turns import decide, heuristic_level, think
from service.games.computers import Computer
from service.games.play import carry_out, start_if_ready
from service.games.views import events_view, view_json
from service.model.game import ACTIVE, OPEN, PERSON, Game, Seat, persons_asked
from service.model.shuffles import seed_of_deal
from service.store.games import Commit

FOLDER = Path(__file__).parents[2] / "clients/web/lessons"
LESSONS = sorted(file.stem for file in FOLDER.glob("*.js"))
BEFORE = "export default "
OWN = 0
"""The seat of who learns."""
MOST_DEALS = 20_000
MOST_PLIES = 40
JSON = dict[str, Any]


def lesson_of(key: str) -> JSON:
    return json.loads((FOLDER / f"{key}.js").read_text().removeprefix(BEFORE).rstrip().rstrip(";"))


def write(key: str, lesson: JSON) -> None:
    steps = ",\n".join(f"    {json.dumps(step, ensure_ascii=False)}" for step in lesson["steps"])
    head = json.dumps({name: value for name, value in lesson.items() if name != "steps"})[:-1]
    (FOLDER / f"{key}.js").write_text(f'{BEFORE}{head}, "steps": [\n{steps}\n]}};\n')


class Lesson:
    """A game of a deal, as the page creates it: at its next decision of the learner."""

    def __init__(self, key: str, lesson: JSON) -> None:
        variant, deal = VARIANTS[key], lesson["deal"]
        preset, options = variant.resolve_options(None, lesson.get("options", {}))
        self.game = Game(
            id="g_aaaaaaaaaaaaaaaaaaaa",
            variant_key=key,
            rules_version=variant.rules_version,
            preset=preset,
            options=options,
            status=OPEN,
            seats=[Seat(PERSON, "Ida"), Computer(level=lesson["level"]).seat(variant)],
            public=False,
            created_at="2026-01-02T19:30:00.000Z",
            seed=seed_of_deal(deal),
            tokens={},
            join_code=None,
            state=variant.new_game(options),
            deal=deal,
        )
        start_if_ready(self.game)
        self._answer()

    def _answer(self) -> None:
        """The answers of the computer, and those that the page gives by itself, where there is one."""
        while True:
            if (turn := think(self.game, lambda player: lambda: False)) is not None:
                carry_out(self.game, turn.seat, turn.actions)
            elif self.game.status == ACTIVE and self.moves() == [{"type": "decline"}]:
                self._carry_out({"type": "decline"})
            else:
                return

    def _carry_out(self, move: JSON) -> None:
        carry_out(self.game, OWN, self.game.variant.codec.decode_move(self.game.state, OWN, move))

    def moves(self) -> list[JSON]:
        """What the learner may do; the move of a good computer where there is too much to be listed."""
        game = self.game
        if OWN not in persons_asked(game):
            return []
        found = game.variant.codec.list_moves(game.state, OWN)
        if found:
            return found
        actions = decide(game, OWN, heuristic_level(), lambda: False).actions
        return [game.variant.codec.encode_actions(game.state, OWN, actions)]

    def after(self, move: JSON) -> tuple["Lesson", list[JSON]]:
        """The game at the decision after a move, and the events in between."""
        then = object.__new__(Lesson)
        then.game = self.game.copy()
        then.game.events = then.game.state.log = []
        then._carry_out(move)
        then._answer()
        events = events_view(then.game, [Commit(1, 0, then.game.events, {})], OWN)
        return then, [{"type": event.type, **event.data} for event in events]

    def place(self) -> JSON:
        """What tells the page that this is the decision of a step."""
        view = json.loads(view_json(self.game, OWN))
        return {"ply": view["ply"], "hand": " ".join(view["hand"])}


def follows(events: list[JSON], expected: JSON) -> bool:
    return any(event.items() >= expected.items() for event in events)


def found_from(lesson: Lesson, steps: list[JSON]) -> Iterator[list[JSON]]:
    """The steps with their moves, in every way in which the game goes as they say."""
    step, *others = steps
    if not lesson.moves() or lesson.place()["ply"] > step.get("within", MOST_PLIES):
        return
    if "like" not in step:
        yield [step | lesson.place()]
        return
    for move in lesson.moves():
        if re.search(step["like"], json.dumps(move)):
            then, events = lesson.after(move)
            if follows(events, step["expects"]) and not any(follows(events, one) for one in step.get("never", [])):
                for rest in found_from(then, others):
                    yield [step | lesson.place() | {"move": move}, *rest]


def find(key: str, lesson: JSON, first: int = 1) -> JSON:
    """The lesson with the first deal that fits."""
    for number in range(first, MOST_DEALS):
        dealt = lesson | {"deal": f"{key.replace('_', '-')}-{number}"}
        for steps in found_from(Lesson(key, dealt), deepcopy(lesson["steps"])):
            return dealt | {"steps": steps}
    raise LookupError(f"no deal of {MOST_DEALS} fits the lesson of {key}")


if __name__ == "__main__":
    for key in sys.argv[1:] or LESSONS:
        write(key, found := find(key, lesson_of(key)))
        print(key, found["deal"])
