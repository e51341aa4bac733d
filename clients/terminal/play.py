"""A game from the first question to the result: asks the player, waits for the computers, shows what happens."""

import random
from collections.abc import Callable, Sequence
from typing import Any

from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.table import Table
from rich.text import Text

from clients.terminal.api import HOLD_S, Api, Refused
from clients.terminal.cards import card, sentence, typed_card
from clients.terminal.screen import event_line, players, result_panel, screen

JSON = dict[str, Any]

HELP = """\
Type the number of a move, or a card that only one move plays (9h, 10d, 07).
  help     this help, also ?; help 07 or help qh shows what a card does
  hint     what the computer would play in your place
  rules    what the game is about, and where its rules are
  log      all that has been said so far
  resign   give up
  quit     leave; Ctrl-C and Ctrl-D do so too
In a line-up: a card or its number for each place, back for the place before, any to fill the rest by chance."""


class Quit(Exception):
    """The player leaves."""


class Player:
    """A person at the terminal, in one game."""

    def __init__(self, api: Api, console: Console) -> None:
        self.api = api
        self.console = console
        self.token = ""
        self.comments: list[str] = []
        self.version = 0
        self.caps_ms: dict[int, int] = {}
        self.cards: dict[str, JSON] = {}
        self.game: JSON = {}
        self.view: JSON = {}

    # -- before the game

    def choose(self, variant: str | None, preset: str | None, level: int | None, name: str) -> JSON:
        """Ask for whatever is not given, and create the game."""
        games = self.api.variants()
        key = variant or games[self._pick("Which game?", [(game["name"], first_sentence(game["summary"])) for game in games])]["key"]
        details = self.api.variant(key)
        presets = details["presets"]
        if preset is None:
            rows = [(item["name"].replace("_", " "), f"{item['seats']} seats") for item in presets]
            preset = presets[self._pick("Which rules?", rows) if len(rows) > 1 else 0]["name"]
        levels = details["levels"]
        if level is None:
            rows = [(item["name"], item["description"]) for item in levels]
            level = levels[self._pick("Which opponent?", rows) if details["has_decisions"] else 0]["level"]
        self.game = details
        self.caps_ms = {item["level"]: item["cap_ms"] for item in levels}
        seats = next((item["seats"] for item in presets if item["name"] == preset), 2)
        computers = [{"kind": "ai", "level": level}] * (seats - 1)
        made = self.api.create(variant=key, preset=preset, seats=[{"kind": "person", "name": name}, *computers])
        self.token = made["tokens"]["0"]
        self.cards = {card["id"]: card for card in self.api.cards(made, self.token)}
        return made

    def _pick(self, question: str, rows: Sequence[tuple[str, str]]) -> int:
        table = Table.grid(padding=(0, 1))
        for number, (name, about) in enumerate(rows, 1):
            table.add_row(Text(str(number), "bold green"), Text(name, "bold"), Text(about, "dim"))
        self.console.print(Text(f"\n{question}", "bold"), table)
        return self._number(len(rows)) - 1

    def _number(self, count: int) -> int:
        while True:
            said = self.ask(f"1 to {count}")
            if said.isdecimal() and 1 <= int(said) <= count:
                return int(said)
            self.complain(f"{said!r} is not a number from 1 to {count}.")

    # -- the game

    def play(self, view: JSON) -> JSON:
        """Play to the end; the last view."""
        while view["status"] == "active":
            self.hear(view)
            if not (view["legal_moves"] or view["choice"]):
                view = self.wait(view)
                continue
            self.show(view)
            try:
                view = self.answer(view)
            except Refused as refusal:  # overtaken, or against a rule: say why, and look again
                self.complain(str(refusal))
                view = self.api.view(view["id"], self.token)
        self.hear(view)
        self.show(view)
        self.console.print(result_panel(view))
        return view

    def answer(self, view: JSON) -> JSON:
        """Ask for a move and play it; the view after it."""
        self.view = view
        move = self.ask_choice(view["choice"]) if view["choice"] else self.ask_move(view)
        if move is None:
            return self.api.resign(view["id"], self.token)
        return self.api.move(view, self.token, move)

    def ask_move(self, view: JSON) -> JSON | None:
        """The move that the player names by number or by card; None to resign."""
        legal = view["legal_moves"]
        while True:
            said = self.ask("Your move")
            if said == "resign":
                if self.ask("Really give up? yes or no") == "yes":
                    return None
                continue
            if said.isdecimal() and len(said) == len(said.lstrip("0")) and 1 <= int(said) <= len(legal):
                chosen: JSON = legal[int(said) - 1]["move"]
                return chosen
            played = [item["move"] for item in legal if typed_card(said) in (item["move"].get("card"), *item["move"].get("cards", []))]
            if len(played) == 1:
                only: JSON = played[0]
                return only
            several = f"{len(played)} moves play {said!r}: " if played else f"{said!r} is none of the moves: "
            self.complain(f"{several}type a number from 1 to {len(legal)}, or help.")

    def ask_choice(self, choice: JSON) -> JSON | None:
        """A move that fills the slots, asked for one by one; None to resign."""
        slots, filled = choice["slots"], list[str]()
        while len(filled) < len(slots):
            free = [candidate for candidate in choice["candidates"] if candidate not in filled]
            placed = [Text.assemble(f"{slot} ", card(text)) for slot, text in zip(slots, filled, strict=False)]
            numbered = [Text.assemble((str(number), "bold green"), "\N{NO-BREAK SPACE}", card(text)) for number, text in enumerate(free, 1)]
            self.console.print(Text("  ").join(placed), Text("  ").join(numbered), sep="\n")
            said = self.ask(f"{slots[len(filled)]}?")
            if said == "resign" and self.ask("Really give up? yes or no") == "yes":
                return None
            if said == "back":
                filled = filled[:-1]
            elif said == "any":
                filled += random.sample(free, len(slots) - len(filled))
            elif typed_card(said) in free:
                filled.append(typed_card(said))
            elif said.isdecimal() and 1 <= int(said) <= len(free):
                filled.append(free[int(said) - 1])
            else:
                self.complain(f"{said!r} is none of these: a card as in qh or 10d, its number, back or any.")
        return {"type": choice["type"], choice["field"]: filled}

    def wait(self, view: JSON) -> JSON:
        """Show who is thinking until something happens; the view after it."""
        who = [players(view)[seat] for seat in view["to_act"]]
        cap_ms = self.caps_ms.get(view["ai"]["level"], 0) if view["ai"] else 0
        limit = f"(at most {cap_ms / 1000:g} s)" if cap_ms >= 1000 else ""
        columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
        with Progress(*columns, console=self.console, transient=True, disable=not self.console.is_terminal) as progress:
            progress.add_task(f"{' and '.join(who)} to move {limit}", total=None)
            while self.api.events(view["id"], self.token, view["version"], HOLD_S)["version"] == view["version"]:
                pass
        return self.api.view(view["id"], self.token)

    def hear(self, view: JSON) -> None:
        """Take in what has been said since the last time."""
        while self.version < view["version"]:
            page = self.api.events(view["id"], self.token, self.version)
            if page["version"] == self.version:
                break
            self.comments += [event_line(event, view) for event in page["events"] if event["text"]]
            self.version = page["version"]

    # -- the terminal

    def show(self, view: JSON) -> None:
        """Draw the game."""
        self.console.clear()
        self.console.print(screen(self.console, view, self.comments, {key: card["name"] for key, card in self.cards.items()}))

    def ask(self, question: str) -> str:
        """What the player types, cut to size; raises Quit at the end of the input. Help, hint, rules and log are answered here."""
        answers: dict[str, Callable[[], Text]] = {
            "?": lambda: Text(HELP),
            "help": lambda: Text(HELP),
            "log": lambda: Text("\n").join(sentence(text, "") for text in self.comments),
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
                self.console.print(self.about(typed.partition(" ")[2].strip()))
            elif typed in answers:
                self.console.print(answers[typed]())
            else:
                return typed

    def about(self, typed: str) -> Text:
        """What a card does."""
        found = self.cards.get(typed_card(typed))
        if not found:
            return Text(f"{typed!r} is none of the cards.", "bold red")
        return Text.assemble(card(found["id"]), f" {found['name']}: {found['text']}")

    def hint(self) -> Text:
        """What the computer would play, or why it says nothing."""
        if not self.view:
            return Text("There is no game yet.", "bold red")
        try:
            answer = self.api.hint(self.view["id"], self.token)
        except Refused as refusal:
            return Text(str(refusal), "bold red")
        return sentence(f"Hint: {answer['text']}.", "") if answer else Text("No hint yet: ask again.", "bold red")

    def rules(self) -> Text:
        """The game in short, and the address of its rules, if the service has them."""
        if not self.game:
            return Text("Choose a game first.", "bold red")
        link = self.game["links"].get("rules")
        where = f"{self.api.address}{link}" if link else f"docs/rules/{self.game['key'].replace('_', '-')}.md"
        return Text(f"{self.game['name']}: {self.game['summary']}\nThe rules: {where}")

    def complain(self, text: str) -> None:
        """Say what was wrong."""
        self.console.print(Text(text, "bold red"))


def first_sentence(text: str) -> str:
    """The beginning of a summary."""
    return text.partition(". ")[0].rstrip(".") + "."
