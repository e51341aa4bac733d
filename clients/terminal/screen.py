"""The screen: score, table, commentary, hand and moves, fitted to the height of the terminal."""

from collections.abc import Mapping, Sequence
from typing import Any

from rich.columns import Columns
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.padding import Padding
from rich.panel import Panel
from rich.rule import Rule
from rich.text import Text

from clients.terminal.cards import cards_in, named_card, sentence, words
from clients.terminal.table import drawing_of, table_of
from faceoff_client.names import caller, side_name

JSON = dict[str, Any]

LEAST_COMMENTARY = 3
PROMPT_LINES = 2
SIDES = ("bold cyan", "bold yellow")
GRADE_STYLES = {"inaccuracy": "yellow", "blunder": "bold red"}
"""Grades that are shown one by one."""


def screen(
    console: Console,
    view: JSON,
    comments: Sequence[list[JSON]],
    names: Mapping[str, str],
    variant: JSON,
    note: RenderableType | None = None,
) -> Group:
    """All of it, at most as high as the terminal less the prompt; ``names`` are those of the cards, left out if there
    is little room; ``variant`` declares the table of a game that is not drawn; ``note`` answers the player.
    """
    title, table, note = score_line(view), table_of(view, variant, names), note or Group()
    hand, asked = hand_line(view, names), moves(view, names)
    left = room(console, title, table, hand, asked, note)
    if left < LEAST_COMMENTARY:
        hand, asked = hand_line(view, {}), moves(view, {})
        left = room(console, title, table, hand, asked, note)
    if left < 0:
        return Group(title, note)
    return Group(title, table, commentary(console, comments, left), hand, asked, note)


def room(console: Console, *parts: RenderableType) -> int:
    """The number of lines that the parts leave."""
    return console.height - PROMPT_LINES - sum(lines(console, part) for part in parts)


def lines(console: Console, part: RenderableType) -> int:
    """The number of lines of a part."""
    return len(console.render_lines(part, pad=False))


def event_line(event: JSON, view: JSON) -> list[JSON]:
    """The text of an event, in parts; a name precedes a call."""
    parts: list[JSON] = event.get("text_parts", [{"text": event["text"]}])
    name = caller(event, view)
    return [{"text": f"{name}: "}, *parts] if name else parts


def score_line(view: JSON) -> Rule:
    """Who leads, and how far the game is."""
    one, two = (Text(side_name(view, side), SIDES[side]) for side in (0, 1))
    score = Text(f" {view['score'][0]} : {view['score'][1]} ", "bold")
    return Rule(
        Text.assemble(one, score, two, (f"   {period_text(view)}", "dim")),
        style="dim",
    )


def period_text(view: JSON) -> str:
    """How far the game is, if it has periods."""
    table = view["table"]
    if table.get("shootout") or table.get("node") == "shootout":
        return "shootout"
    if table.get("overtime"):
        return "overtime"
    period, periods = table.get("period"), table.get("periods")
    return f"period {min(period, periods)} of {periods}" if period and periods else ""


def commentary(console: Console, comments: Sequence[list[JSON]], height: int) -> RenderableType:
    """The newest lines of commentary, as many as fit."""
    spoken = list(comments[-height:]) if height > 0 else []
    while spoken and lines(console, sentences(spoken)) > height:
        spoken.pop(0)
    return sentences(spoken) if spoken else Text()


def sentences(spoken: Sequence[list[JSON]]) -> Padding:
    """Commentary, the newest in bold."""
    older = [sentence(parts, "italic") for parts in spoken[:-1]]
    return Padding(Group(*older, sentence(spoken[-1], "bold italic")), (0, 0, 0, 2))


def hand_line(view: JSON, names: Mapping[str, str]) -> RenderableType:
    """The player's own cards."""
    if not view["hand"]:
        return Text()
    chips = [named_card(value, names) for value in view["hand"]]
    return Whole([Text("Your hand", "green"), *chips], "  " if names else " ")


class Whole:
    """Parts in lines, each of them whole: where texts are wrapped, a card may stand apart from its name."""

    def __init__(self, parts: Sequence[Text], gap: str) -> None:
        self.parts, self.gap = parts, gap

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        line, *others = self.parts
        for part in others:
            longer = Text(self.gap).join([line, part])
            if longer.cell_len > options.max_width:
                yield line
                longer = part
            line = longer
        yield line


def moves(view: JSON, names: Mapping[str, str]) -> RenderableType:
    """The moves to choose from, numbered; cards in them in colour."""
    if view["choice"]:
        slots = " ".join(view["choice"]["slots"])
        return Text(f"Choose a card each for {slots}: {view['choice']['count']:,} ways.", "green")
    verbs = getattr(drawing_of(view["variant"]), "VERBS", {})
    listed = [move_text(number, legal, names, verbs) for number, legal in enumerate(view["legal_moves"], 1)]
    return Columns(listed, column_first=True, padding=(0, 2))


def move_text(number: int, legal: JSON, names: Mapping[str, str], verbs: Mapping[str, str]) -> Text:
    """A move of the list: its cards after a verb, or its type, if these are enough; otherwise its text."""
    chips = [named_card(part, names) for part in cards_in(legal["move"])]
    kind = legal["move"]["type"]
    name = Text(verbs.get(kind, words(kind)) if chips else legal["text"])
    return Text(" ").join([Text(f"{number:>2}", "bold green"), name, *chips])


def result_panel(view: JSON) -> Panel:
    """How it ended."""
    result, mine = view["result"], view["you"]["seat"] % 2
    if result is None:
        return Panel(Text("The game was called off.", "bold"), expand=False, border_style="yellow")
    if result["winner"] is None:
        outcome = Text("A draw.", "bold")
    elif result["winner"] == mine:
        outcome = Text("You win!", "bold green")
    else:
        outcome = Text(f"{side_name(view, result['winner'])} wins.", "bold yellow")
    score = f"  {result['score'][mine]} : {result['score'][1 - mine]}, {words(result['reason'])}"
    return Panel(outcome + Text(score), expand=False, border_style="green")


def analysis(found: JSON) -> RenderableType:
    """A summary of the grades, then the mistakes, each with the better move and why."""
    parts = [Text(found["summary"]["text"] if found["moves"] else "There was nothing to decide.", "bold")]
    for number, move in enumerate(found["moves"], 1):
        if move["grade"] in GRADE_STYLES:
            parts.append(
                Text.assemble(
                    f"\nDecision {number}. You: {move['text']}. ", (move["comment"], GRADE_STYLES[move["grade"]])
                )
            )
            parts += [prospects(move), Text(better(move["better"])), prospects(move["better"])]
    return Group(*parts)


def fitting_analysis(console: Console, found: JSON) -> RenderableType:
    """The analysis with as many mistakes as fit below the score, the worst ones."""
    kept, left_out = found, 0
    while True:
        more = [Text(f"\nand {left_out} smaller mistakes")] if left_out else []
        shown = Group(analysis(kept), *more)
        mistakes = [move for move in kept["moves"] if move["grade"] in GRADE_STYLES]
        if not mistakes or room(console, Text("the score"), shown) >= 0:
            return shown
        least = min(mistakes, key=lambda move: move["loss"]["mean"])
        moves = [{**move, "grade": "good"} if move is least else move for move in kept["moves"]]
        kept, left_out = {**kept, "moves": moves}, left_out + 1


def better(move: JSON) -> str:
    """The better move and why."""
    return f"Better: {move['text']}: {move['reason']}." if move["reason"] else f"Better: {move['text']}."


def prospects(move: JSON) -> Text:
    """The prospects of a move."""
    return Text(f"  {move['prospects']['text']}" if move["prospects"] else "", "dim")
