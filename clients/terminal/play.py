"""A game from the first question to the result: asks the player, waits for the computers, shows what happens."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, cast

from rich.console import Console, RenderableType
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.table import Table
from rich.text import Text

from clients.terminal import kept
from clients.terminal.cards import card, cards_in, sentence, typed_card
from clients.terminal.screen import event_line, fitting_analysis, result_panel, screen
from faceoff_client import Client, Failed, Game, Problem
from faceoff_client.names import players

if TYPE_CHECKING:
    from faceoff_client.types import Choice, Variant

JSON = dict[str, Any]
Computer = dict[str, Any]
"""``level`` or ``rating``, and optionally ``character``: the fields of a computer's seat."""
HINT_S = 30
ANALYSIS_S = 120

HELP = """\
Type the number of a move, or a card that only one move plays (9h, 10d, 07).
  help     this help, also ?; help 07 or help qh shows what a card does
  hint     what the computer would play in your place
  rules    what the game is about, and where its rules are
  log      the commentary so far
  resign   give up
  quit     leave; Ctrl-C and Ctrl-D do so too. The game is offered when you come back
The only move is made for you; where nothing is ever to be decided, by Enter alone.
In a line-up: a card or its number for each place, back for the place before, any to fill the rest by chance."""


class Quit(Exception):
    """The player leaves."""


class Player:
    """A person at the terminal, in one game."""

    def __init__(self, client: Client, console: Console) -> None:
        self.client = client
        self.console = console
        self.comments: list[list[JSON]] = []
        self.read_to = 0
        """The version of the last event."""
        self.caps_ms: dict[int, int] = {}
        self.cards: dict[str, JSON] = {}
        self.variant: Variant | None = None
        self.game: Game | None = None
        self.note: RenderableType | None = None
        """An answer to the player, shown with the game until the next input."""

    # -- before the game

    def choose(self, variant: str | None, preset: str | None, computer: Computer, name: str) -> Game:
        """Ask for everything that is not given, and create the game. ``computer`` may have ``level`` or ``rating``, and
        ``character``.
        """
        key = variant or self._pick_game()
        self.variant = details = self.client.variant(key)
        presets = details["presets"]
        if preset is None:
            rows = [(item["name"], rules_of(item)) for item in presets]
            preset = presets[self._pick("Which rules?", rows) if len(rows) > 1 else 0]["key"]
        if "level" not in computer and "rating" not in computer:
            computer = self._pick_computer(details, computer)
        return self._begin(self.client.create(key, preset=preset, name=name, **computer))

    def resume(self) -> Game | None:
        """The game that was left, if the player wants to go on with it."""
        while saved := kept.kept(self.client.address):
            try:
                game = self.client.resume(saved | {"seen": 0, "begun": None})
            except Problem:
                kept.forget(saved["id"])  # it is not there any more
                continue
            if not game.is_over:
                self.variant = self.client.variant(game.variant)
                who = " against ".join(players(shown(game)))
                typed = self.ask(f"Go on with {self.variant['name']}, {who}? Enter, or no to forget it")
                if typed not in {"n", "no"}:
                    return self._begin(game)
            kept.forget(game.id)
        return None

    def _begin(self, game: Game) -> Game:
        """Keep the game until it is over, and fetch what the screen needs of it."""
        kept.keep(self.client.address, cast("JSON", game.saved()))
        self.variant = self.variant or self.client.variant(game.variant)
        self.caps_ms = {item["level"]: item["cap_ms"] for item in self.variant["levels"]}
        self.cards = {card["id"]: card for card in game.cards()}
        self.comments, self.read_to = [], 0
        self.game = game
        return game

    def _pick_game(self) -> str:
        games = self.client.variants()
        picked = self._pick("Which game?", [(game["name"], first_sentence(game["summary"])) for game in games])
        return games[picked]["key"]

    def _pick_computer(self, details: Variant, given: Computer) -> Computer:
        """A level, or instead an exact rating; and a character, if the game has some and none is ``given``."""
        levels, ratings, characters = details["levels"], details["ratings"], details["characters"]
        if not details["has_decisions"]:
            return {**given, "level": levels[0]["key"]}
        rows = [(item["name"], item["description"]) for item in levels]
        if ratings is not None:
            bounds = f"from {ratings['lowest']} to {ratings['highest']}"
            rows.append(("Another", f"An exact rating {bounds}."))
        picked = self._pick("Which opponent?", rows)
        computer = dict(given)
        if ratings is None or picked < len(levels):
            computer["level"] = levels[picked]["key"]
        else:
            self.console.print(Text("\nWhich rating? Random play has 0.", "bold"))
            computer["rating"] = self._number(ratings["lowest"], ratings["highest"])
        if characters and "character" not in given:
            rows = [("Nobody", "The level alone."), *[(item["name"], item["line"]) for item in characters]]
            picked = self._pick("Who is it?", rows)
            if picked:
                computer["character"] = characters[picked - 1]["key"]
        return computer

    def _pick(self, question: str, rows: Sequence[tuple[str, str]]) -> int:
        table = Table.grid(padding=(0, 1))
        for number, (name, about) in enumerate(rows, 1):
            table.add_row(Text(str(number), "bold green"), Text(name, "bold"), Text(about, "dim"))
        self.console.print(Text(f"\n{question}", "bold"), table)
        return self._number(1, len(rows)) - 1

    def _number(self, least: int, most: int) -> int:
        while True:
            typed = self.ask(f"{least} to {most}")
            if typed.isdecimal() and least <= int(typed) <= most:
                return int(typed)
            self.complain(f"{typed!r} is not a number from {least} to {most}.")

    # -- the game

    def play(self, game: Game) -> Game | None:
        """Play to the end; returns the next game, if there is one.

        The only move is made for the player, unless the game never has another.
        """
        has_decisions = self.variant is None or self.variant["has_decisions"]
        while not game.is_over:
            self.read_events(game)
            if not game.is_my_turn:
                self.wait(game)
                continue
            is_forced = has_decisions and not game.choice and len(game.legal_moves) == 1
            try:
                if is_forced:  # the commentary tells it
                    game.play(game.legal_moves[0]["move"])
                else:
                    self.show(game)
                    self.answer(game)
            except Problem as problem:  # outdated, or against a rule: show why, and read the game again
                self.note = Text(problem.detail, "bold red")
                game.refresh()
        self.read_events(game)
        self.note = result_panel(shown(game))
        self.show(game)
        kept.forget(game.id)
        wishes = "analysis of your moves, " if has_decisions and game.result else ""
        again = "again for another game, " if game.result else ""
        while (typed := self.ask(f"{wishes}{again}or Enter to leave")) == "analysis" and wishes:
            self.look_back(game)
            wishes = ""
        return self._begin(game.rematch()) if typed == "again" and again else None

    def look_back(self, game: Game) -> None:
        """Show how good the player's moves were."""
        try:
            with self.console.status("Looking at your decisions"):
                found = game.analysis(timeout_s=ANALYSIS_S)
        except Problem as problem:
            self.complain(problem.detail)
        except (Failed, TimeoutError):
            self.complain("No analysis: the service is busy.")
        else:
            self.tell(fitting_analysis(self.console, cast("JSON", found)))

    def answer(self, game: Game) -> None:
        """Ask for a move and play it."""
        move = self.ask_choice(game.choice) if game.choice else self.ask_move(game.legal_moves)
        if move is None:
            game.resign()
        else:
            game.play(move)

    def ask_move(self, legal: Sequence[JSON]) -> JSON | None:
        """The move that the player names by number or by card; None to resign."""
        while True:
            typed = self.ask("Your move, or help" if len(legal) > 1 else "Your move, or Enter for the only one")
            if not typed and len(legal) == 1:
                one: JSON = legal[0]["move"]
                return one
            if typed == "resign":
                if self.ask("Really give up? yes or no") == "yes":
                    return None
                continue
            if typed.isdecimal() and len(typed) == len(typed.lstrip("0")) and 1 <= int(typed) <= len(legal):
                chosen: JSON = legal[int(typed) - 1]["move"]
                return chosen
            played = [item["move"] for item in legal if typed_card(typed) in cards_in(item["move"])]
            if len(played) == 1:
                only: JSON = played[0]
                return only
            several = f"{len(played)} moves play {typed!r}: " if played else f"{typed!r} is none of the moves: "
            self.complain(f"{several}type a number from 1 to {len(legal)}, or help.")

    def ask_choice(self, choice: Choice) -> JSON | None:
        """A move that fills the slots, asked for one by one; None to resign."""
        slots, filled, complaint = choice["slots"], list[str](), Text()
        while len(filled) < len(slots):
            free = [candidate for candidate in choice["candidates"] if candidate not in filled]
            placed = [Text.assemble(f"{slot} ", card(text)) for slot, text in zip(slots, filled, strict=False)]
            numbered = [
                Text.assemble((f"{at}\N{NO-BREAK SPACE}", "bold green"), card(text)) for at, text in enumerate(free, 1)
            ]
            parts = [complaint, Text("  ").join(placed), Text("  ").join(numbered)]
            self.tell(Text("\n").join(part for part in parts if part))
            complaint = Text()
            typed = self.ask(f"{slots[len(filled)]}?")
            if typed == "resign" and self.ask("Really give up? yes or no") == "yes":
                return None
            if typed == "back":
                filled = filled[:-1]
            elif typed == "any":
                filled += random.sample(free, len(slots) - len(filled))
            elif typed_card(typed) in free:
                filled.append(typed_card(typed))
            elif typed.isdecimal() and 1 <= int(typed) <= len(free):
                filled.append(free[int(typed) - 1])
            else:
                wrong = f"{typed!r} is none of these: a card as in qh or 10d, its number, back or any."
                complaint = Text(wrong, "bold red")
        return {"type": choice["type"], choice["field"]: filled}

    def wait(self, game: Game) -> None:
        """Show who is thinking until something happens."""
        view = shown(game)
        who = [players(view)[seat] for seat in view["to_act"]]
        cap_ms = self.caps_ms.get(view["seats"][view["ai"]["seat"]]["level"] or 0, 0) if view["ai"] else 0
        limit = f"(at most {cap_ms / 1000:g} s)" if cap_ms >= 1000 else ""
        columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
        with Progress(*columns, console=self.console, transient=True, disable=not self.console.is_terminal) as progress:
            progress.add_task(f"{' and '.join(who)} to move {limit}", total=None)
            game.refresh(math.inf)

    def read_events(self, game: Game) -> None:
        """Read the events since the last time."""
        for event in game.events(follow=False):
            if event["version"] < self.read_to:  # the service has lost the later events and sends all again
                self.comments = []
            self.read_to = event["version"]
            if event["text"]:
                self.comments.append(event_line(cast("JSON", event), shown(game)))

    # -- the terminal

    def show(self, game: Game) -> None:
        """Draw the game, with the latest answer to the player."""
        names = {key: card["name"] for key, card in self.cards.items()}
        variant = cast("JSON", self.variant)
        self.console.clear()
        self.console.print(screen(self.console, shown(game), self.comments, names, variant, self.note))
        self.note = None

    def tell(self, answer: RenderableType) -> None:
        """Answer the player: with the game, so that its score stays in sight, or alone before there is one."""
        if self.game is None:
            self.console.print(answer)
        else:
            self.note = answer
            self.show(self.game)

    def ask(self, question: str) -> str:
        """The player's input, limited in length; raises Quit at the end of the input. Help, hint, rules and log are
        handled here.
        """
        answers: dict[str, Callable[[], Text]] = {
            "?": lambda: Text(HELP),
            "help": lambda: Text(HELP),
            "hint": self.hint,
            "rules": self.rules,
        }
        while True:
            try:
                typed = self.console.input(Text(f"{question} > ", "bold")).strip().lower()
            except EOFError:
                raise Quit from None
            if typed == "quit":
                raise Quit
            if typed.startswith(("? ", "help ")):
                self.tell(self.about(typed.partition(" ")[2].strip()))
            elif typed == "log":  # longer than a screen
                self.console.print(Text("\n").join(sentence(parts, "") for parts in self.comments))
            elif typed in answers:
                self.tell(answers[typed]())
            else:
                return typed

    def about(self, typed: str) -> Text:
        """What a card does."""
        found = self.cards.get(typed_card(typed))
        if not found:
            return Text(f"{typed!r} is none of the cards.", "bold red")
        return Text.assemble(card(found["id"]), f" {found['name']}: {found['text']}")

    def hint(self) -> Text:
        """The move the computer would play, or why there is no hint."""
        if self.game is None:
            return Text("There is no game yet.", "bold red")
        try:
            return Text(f"Hint: {self.game.suggest(timeout_s=HINT_S)['text']}.")
        except Problem as problem:
            return Text(problem.detail, "bold red")
        except (Failed, TimeoutError):
            return Text("No hint: ask again.", "bold red")

    def rules(self) -> Text:
        """The game in short, and the address of its rules."""
        if self.variant is None:
            return Text("Choose a game first.", "bold red")
        where = f"{self.client.address}{self.variant['links']['rules']}"
        return Text(f"{self.variant['name']}: {self.variant['summary']}\nThe rules: {where}")

    def complain(self, text: str) -> None:
        """Show the error."""
        self.tell(Text(text, "bold red"))


def shown(game: Game) -> JSON:
    """The view for the screen, which draws the tables of all games in the same way."""
    return cast("JSON", game.view)


def rules_of(preset: Any) -> str:
    """What a preset changes, and how many play it if not two."""
    count = f"{preset['seats']} players. " if preset["seats"] > 2 else ""
    return count + first_sentence(preset["description"])


def first_sentence(text: str) -> str:
    """The beginning of a summary."""
    return text.partition(". ")[0].rstrip(".") + "."
