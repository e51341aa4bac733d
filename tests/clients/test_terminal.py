"""The terminal player: driven by what is typed, against the whole service, in every game."""

import io
import os
import random
import re
import subprocess
import sys
import tempfile

import pytest
from rich.console import Console

from ai.characters import characters_of
from ai.levels import LEVELS
from ai.ratings import rating_range
from clients.terminal.__main__ import main
from clients.terminal.cards import sentence, typed_card
from clients.terminal.play import Player, Quit
from clients.terminal.screen import analysis, event_line, fitting_analysis, hand_line, lines, screen
from clients.terminal.table import Fact, facts_of, laid_out, table_of, value_text
from engines import VARIANTS
from faceoff_client import Client, random_move
from faceoff_client.names import is_seat, players
from service.games.catalogue import variant_details
from service.ops import supervisor
from tests.games import QUICK_GAME, SECOND_GAME

WIDTH, HEIGHT = 80, 24
ENOUGH = 3000


def driven(address, typed, *arguments, state=None):
    """What the player shows when all this is typed; with ``state`` it knows the games that were left there."""
    with tempfile.TemporaryDirectory() as none:
        return subprocess.run(
            [sys.executable, "-m", "faceoff", "play", address, *arguments],
            input="".join(f"{line}\n" for line in typed),
            capture_output=True,
            text=True,
            cwd=supervisor.ROOT,
            env=os.environ | {"COLUMNS": str(WIDTH), "LINES": str(HEIGHT), "XDG_STATE_HOME": str(state or none)},
            timeout=240,
        )


@pytest.mark.slow
@pytest.mark.parametrize("key", VARIANTS)
def test_typing_one_again_and_again_plays_a_whole_game(address, key):
    """Number 1 is always a move; in a line-up it is the first card that is left."""
    done = driven(address, ["1"] * ENOUGH, "--game", key, "--level", "1")
    assert (done.returncode, done.stderr) == (0, "")
    assert any(end in done.stdout for end in ("You win!", "Rookie wins.", "A draw.")), done.stdout
    assert max(map(len, re.split(r"\n| > ", done.stdout))) <= WIDTH
    assert ("Enter for the only one" in done.stdout) is not VARIANTS[key].has_decisions, "the only move is made"


def test_game_rules_and_opponent_are_asked_for(address):
    done = driven(address, ["0", "1", "6", "two", "2", "1", "quit"], "--name", "Ida")
    assert done.returncode == 0
    for text in (
        VARIANTS[SECOND_GAME].name,
        f"'0' is not a number from 1 to {len(VARIANTS)}.",
        "Ralph Wiggum's game",
        "4 players. ",
        "Legend",
        "'two' is not",
        "Ida 0 : 0 Minor",
    ):
        assert text in done.stdout
    assert done.stdout.endswith("Until next time.\n")


def test_an_exact_rating_and_a_character_are_asked_for_or_given_and_a_wrong_one_is_refused(address):
    lowest, highest = rating_range("hockey")
    usual = ("--game", "hockey", "--preset", "standard", "--name", "Ida")
    asked = driven(address, [str(len(LEVELS) + 1), "9000", str(highest), "1", "quit"], *usual)
    bounds = f"from {lowest} to {highest}"
    for text in (f"An exact rating {bounds}", f"'9000' is not a number {bounds}.", f"Computer {highest}"):
        assert text in asked.stdout
    key = next(iter(characters_of("hockey")))
    name = VARIANTS["hockey"].phrases("en").texts.character_names[key]
    for typed, more in ((["1", "2", "quit"], ()), (["1", "quit"], ("--character", key))):
        assert f"Ida 0 : 0 {name}" in driven(address, typed, *usual, *more).stdout
    given = driven(address, ["quit"], *usual, "--rating", str(lowest))
    assert given.returncode == 0, given.stderr
    assert f"Ida 0 : 0 Computer {lowest}" in given.stdout
    refused = driven(address, [], *usual, "--rating", str(lowest), "--character", "reckless")
    assert refused.returncode == 1, refused.stderr
    assert "'reckless' is" in refused.stdout


def test_a_card_is_a_move_and_nonsense_is_explained(address):
    done = driven(
        address,
        ["zz", "99", "?", "log", "resign", "no", "resign", "yes"],
        "--game",
        QUICK_GAME,
        "--preset",
        next(iter(VARIANTS[QUICK_GAME].presets)),
        "--level",
        "1",
    )
    for text in (
        "'zz' is none of the moves",
        "'99' is none of the moves",
        "Type the number of a move",
        "The game begins.",
        "Rookie wins.",
    ):
        assert text in done.stdout
    assert "resignation" in done.stdout


def test_help_hint_and_rules_are_answered_at_any_prompt(address):
    typed = ["rules", "hint", "1", "1", "rules", "help", "help qh", "hint", "quit"]
    done = driven(address, typed, "--game", "hockey", "--preset", "standard", "--name", "Ida")
    assert (done.returncode, done.stderr) == (0, "")
    for text in (
        "There is no game yet.",
        "The rules: ",
        "Type the number of a move",
        "queen of hearts",
    ):
        assert text in done.stdout
    assert re.search(r"Hint: (let (Ida|Rookie) deal first|play the )", done.stdout), done.stdout
    assert not re.search(r"\b[Ss]eat \d", done.stdout)


def test_what_is_no_address_is_reported_plainly(capsys, monkeypatch):
    monkeypatch.setattr("sys.argv", ["faceoff play", "nowhere"])
    assert main() == 1
    assert capsys.readouterr().out == (
        "'nowhere' is not the address of a service; write it as in http://127.0.0.1:8000\n"
    )


def test_no_service_at_the_address_is_reported_plainly(capsys, monkeypatch):
    monkeypatch.setattr("clients.terminal.__main__.PATIENCE_S", 0)
    monkeypatch.setattr(sys, "argv", ["play", "http://127.0.0.1:9"])
    assert main() == 1
    assert "start it with make run" in capsys.readouterr().out


@pytest.mark.slow
@pytest.mark.parametrize("key", VARIANTS)
def test_each_game_is_a_table_for_people_and_not_a_list_of_fields_and_every_screen_fits_80_by_24(address, key):
    rng, comments = random.Random(2), []
    client = Client(address)
    game, variant = client.create(key, level=1, name="Ida"), client.variant(key)
    names = {card["id"]: card["name"] for card in game.cards()}
    colours = Console(width=WIDTH, height=HEIGHT, force_terminal=True)
    console = Console(width=WIDTH, height=HEIGHT)
    titles = {part["title"] for part in variant["table"].values()}
    for view in game.turns():
        assert lines(colours, screen(colours, view, comments, names, variant)) <= HEIGHT - 1, view
        table = table_of(view, variant, names)
        shown = ["".join(segment.text for segment in line) for line in console.render_lines(table, pad=False)]
        assert 2 <= len(shown) <= 8, shown
        labels = [re.split(r"\s{2,}|\s(?=[┃▮])", line)[0].strip() for line in shown]
        assert not {label for label in labels if " " in label} & titles, labels
        assert not [line for line in shown if re.search(r"_|\bNone\b|\bno \||0 \| 0|…", line)], shown
        comments += [event_line(event, view) for event in game.play(random_move(view, rng))["events"] if event["text"]]


def test_a_game_that_is_not_drawn_hides_what_is_as_usual():
    seat = {"title": "Dealer", "type": ["integer", "null"], "minimum": 0, "maximum": 3}
    count = {"title": "Awards", "type": "integer"}
    pair = {"title": "Saves", "type": "array", "items": {"type": "integer"}}
    flags = {"title": "Goalies out", "type": "array", "items": {"type": "boolean"}}
    variant = {"you": {}, "table": {"dealer": seat, "awards": count, "saves": pair, "goalies_out": flags}}

    def titles(**table):
        return [fact.title for fact in facts_of({"you": None, "table": table}, variant)]

    assert titles(dealer=0, awards=0, saves=[0, 0], goalies_out=[False, False]) == ["Dealer"]
    assert titles(dealer=None, awards=2, saves=[0, 1], goalies_out=[False, True]) == ["Awards", "Saves", "Goalies out"]


WITHOUT_DECISIONS = [key for key in VARIANTS if not variant_details(VARIANTS[key]).has_decisions]


@pytest.mark.slow
@pytest.mark.parametrize("key", WITHOUT_DECISIONS)
def test_enter_alone_plays_a_game_in_which_there_is_nothing_to_decide(address, key):
    done = driven(address, [""] * ENOUGH, "--game", key, "--preset", next(iter(VARIANTS[key].presets)))
    assert (done.returncode, done.stderr) == (0, "")
    assert re.search(r"You win!|Rookie wins\.|A draw\.", done.stdout)


class Screen(Console):
    """A terminal of 24 lines, of which each input takes one, with what is typed."""

    def __init__(self, typed):
        super().__init__(width=WIDTH, height=HEIGHT, force_terminal=True, file=io.StringIO())
        self.typed = iter(typed)
        self.shown = []

    def clear(self, home=True):
        self.file.seek(0)
        self.file.truncate()

    def input(self, prompt):
        self.shown.append(self.file.getvalue())
        self.print(prompt)
        try:
            return next(self.typed)
        except StopIteration:
            raise EOFError from None


@pytest.mark.slow
@pytest.mark.parametrize("key", VARIANTS)
def test_the_score_stays_on_the_screen_whatever_is_asked_and_answered(address, key, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    console = Screen(["zz", "?", "hint", "rules", "help qh", "1", "zz", "1", "any", "any", "1", "1", "resign", "yes"])
    player = Player(Client(address), console)
    with pytest.raises(Quit):
        player.play(player.choose(key, next(iter(VARIANTS[key].presets)), {"level": 1}, "Ida"))
    assert len(console.shown) > 10
    for shown in console.shown[1:]:
        assert "Ida" in shown.splitlines()[0]
        assert len(shown.splitlines()) < HEIGHT, shown
    assert "Rookie wins." in shown


def test_a_game_that_is_called_off_ends_with_these_words(address, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    client, console = Client(address), Screen([""])
    player = Player(client, console)
    player.variant = client.variant(QUICK_GAME)
    game = client.create(QUICK_GAME, seats=[{"kind": "person", "name": "Ida"}, {"kind": "open"}])
    game.abort()
    assert player.play(game) is None
    assert "The game was called off." in console.shown[-1]


def test_another_game_is_offered_with_the_sides_exchanged(address):
    typed = ["resign", "yes", "again", "resign", "yes", "", "more than is asked for"]
    done = driven(
        address, typed, "--game", QUICK_GAME, "--level", "1", "--preset", next(iter(VARIANTS[QUICK_GAME].presets))
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "Home 0 : 0 Rookie" in done.stdout
    assert "Rookie 0 : 0 Home" in done.stdout


def test_a_game_whose_terminal_was_closed_is_offered_until_it_is_over_or_forgotten(address, tmp_path):
    usual = ("--game", QUICK_GAME, "--level", "1", "--preset", next(iter(VARIANTS[QUICK_GAME].presets)))
    offer = f"Go on with {VARIANTS[QUICK_GAME].name}, Home against Rookie?"
    assert offer not in driven(address, ["1"], *usual, state=tmp_path).stdout
    (kept,) = tmp_path.rglob("*.json")
    assert kept.stat().st_mode & 0o077 == 0, "only the user may read its secrets"
    again = driven(address, ["", "log"], *usual, state=tmp_path).stdout
    assert offer in again
    assert "The game begins." in again
    assert list(tmp_path.rglob("*.json")) == [kept]
    done = driven(address, ["", "resign", "yes"], *usual, state=tmp_path).stdout
    assert offer in done
    assert not list(tmp_path.rglob("*.json"))
    driven(address, [], *usual, state=tmp_path)
    assert list(tmp_path.rglob("*.json"))
    (first,) = tmp_path.rglob("*.json")
    driven(address, ["no"], *usual, state=tmp_path)
    assert first not in list(tmp_path.rglob("*.json"))


def test_cards_are_coloured_wherever_they_stand():
    table = {"played": [{"seat": 0, "card": "QH"}], "held": ["07", None], "G": "TC"}
    text = value_text(table, {}, [])
    assert text.plain == "played seat 0 card Q♥ held 07 | - G 10♣"
    assert [text.plain[span.start : span.end] for span in text.spans if "on" in str(span.style)] == ["Q♥", "07", "10♣"]


def test_a_card_alone_in_a_wide_place_is_as_wide_as_elsewhere():
    console = Console(width=WIDTH, force_terminal=True)
    shown = [
        segment for line in console.render_lines(laid_out([Fact("Top", "TD"), Fact("Deal", 2)], [])) for segment in line
    ]
    assert [segment.text for segment in shown if segment.style and segment.style.bgcolor] == ["10♦"]


def test_cards_are_coloured_in_texts_and_sums_are_not():
    pair = [{"text": "the six of spades", "card": "6S"}, {"text": " and "}, {"text": "the ten of spades", "card": "TS"}]
    text = sentence([{"text": "Ida on the left wing: "}, *pair, {"text": " (12)."}], "italic")
    assert text.plain == "Ida on the left wing: 6♠ and 10♠ (12)."
    assert [text.plain[span.start : span.end] for span in text.spans if "on" in str(span.style)] == ["6♠", "10♠"]


def test_a_numbered_card_is_followed_by_its_name():
    text = sentence([{"text": "Ida passes: "}, {"text": "Saucer Pass", "card": "16"}, {"text": "."}], "italic")
    assert text.plain == "Ida passes: 16 Saucer Pass."
    assert [text.plain[span.start : span.end] for span in text.spans if "on" in str(span.style)] == ["16"]
    twice = sentence([{"text": "You draw "}, {"text": "Big Hit number 43", "card": "43"}], "italic")
    assert twice.plain == "You draw 43 Big Hit", "its number is said once"


def test_no_card_of_the_hand_stands_apart_from_its_name():
    names = {"16": "Saucer Pass", "47": "Holding the Stick"}
    drawn = Console(width=30).render_lines(hand_line({"hand": ["16", "47", "16"]}, names), pad=False)
    shown = ["".join(segment.text for segment in line).replace("\N{NO-BREAK SPACE}", " ") for line in drawn]
    assert shown == ["Your hand  16 Saucer Pass", "47 Holding the Stick", "16 Saucer Pass"]


def test_a_call_stands_after_the_name_of_its_speaker():
    view = {"seats": [{"seat": 0, "name": "Ida"}, {"seat": 1, "name": "pro"}], "you": {"seat": 0}}

    def line(text, speaker):
        return sentence(event_line({"text": text, "speaker": speaker}, view), "").plain

    assert line("Save!", 1) == "pro: Save!"
    assert line("Ida scores! 1-0", 0) == "Ida scores! 1-0"
    assert line("Save!", 0) == "You: Save!"
    assert line("You play the five of clubs. Save!", 1) == "You play the five of clubs. Save!"
    assert line("Stacks the defence: you lay 2 cards face down.", 0).startswith("Stacks")
    assert line("Save by pro, who holds on to the puck.", 1) == "Save by pro, who holds on to the puck."
    assert line("What a promise!", 1) == "pro: What a promise!"
    assert line("The game begins.", None) == "The game begins."


def test_equal_names_are_distinguished_as_in_the_commentary():
    names = ["Ida", "pro", "pro", ""]
    view = {"seats": [{"seat": seat, "name": name} for seat, name in enumerate(names)]}
    assert players(view) == ["Ida", "pro (2)", "pro (3)", "?"]


@pytest.mark.parametrize(
    ("cap_ms", "says"),
    [(500, "Ole to move  0"), (1000, "Ole to move (at most 1 s) 0"), (1500, "Ole to move (at most 1.5 s) 0")],
)
def test_while_a_computer_thinks_its_time_cap_is_shown_from_a_second_on(cap_ms, says):
    class Thinking:
        view = {
            "seats": [{"name": "Ida", "level": None}, {"name": "Ole", "level": 6}],
            "to_act": [1],
            "ai": {"seat": 1},
            "version": 1,
        }

        def refresh(self, hold_s):
            self.view = self.view | {"version": 2}

    console = Console(width=WIDTH, force_terminal=True, record=True, file=io.StringIO())
    player = Player(None, console)
    player.caps_ms = {5: 2000, 6: cap_ms}
    player.wait(Thinking())
    assert says in console.export_text()


def test_the_table_has_the_players_for_their_seats_and_sides():
    names = ["Ida", "Ole", "Eva", "Jan"]
    table = variant_details(VARIANTS["hockey"]).table
    assert value_text([{"seat": 2, "card": "QH"}], table["played"], names).plain == "Eva card Q♥"
    assert value_text(3, table["dealer"], names).plain == "Jan"
    assert value_text(1, table["holder"], names).plain == "Ole & Jan"
    assert (value_text("end_1", {}, names).plain, value_text(3, table["period"], names).plain) == ("Ole's end", "3")


@pytest.mark.parametrize("key", VARIANTS)
def test_every_number_of_a_seat_or_side_on_a_table_is_known_as_one(key):
    """By its description: no other number is mistaken for one."""
    for name, field in VARIANTS[key].table.schema()["properties"].items():
        about = field.get("description", "")
        if "integer" in field.get("type", []):
            assert is_seat(field) == bool(re.search(r"\b(The (seat|side|team)|Who)\b", about)), (name, about)


@pytest.mark.parametrize(
    ("typed", "card"),
    [
        ("qh", "QH"),
        ("td", "TD"),
        ("10d", "TD"),
        ("10♦", "TD"),
        ("Q♥", "QH"),
        ("xr", "XR"),
        ("07", "07"),
        ("10", "10"),
    ],
)
def test_a_card_is_typed_as_it_is_shown_or_in_letters(typed, card):
    assert typed_card(typed) == card


def test_after_the_game_the_moves_are_graded_on_request(address):
    typed = ["1"] * 3 + ["resign", "yes", "analysis"]
    done = driven(address, typed, "--game", QUICK_GAME, "--level", "rookie")
    assert (done.returncode, done.stderr) == (0, "")
    assert re.search(r"\d+ best, \d+ good, \d+ inaccurac(y|ies), \d+ blunders?", done.stdout)
    assert max(map(len, re.split(r"\n| > ", done.stdout))) <= WIDTH


def test_an_analysis_shows_the_better_move_and_why():
    console = Console(width=WIDTH, record=True, file=io.StringIO())
    leads_to = {"prospects": {"text": "47 % to win (44 to 50)"}}
    mistake = {
        "text": "play the king",
        "grade": "blunder",
        "comment": "Blunder: it gave away 12 games of 100.",
        **leads_to,
    }
    better = {"text": "play the two", "reason": "keeps the pair", **leads_to}
    best = {"text": "play the ace", "grade": "best", "comment": "The best move.", "better": None, **leads_to}
    found = {
        "summary": {"text": "1 best, 0 good, 0 inaccuracies, 1 blunder"},
        "moves": [best, mistake | {"better": better}],
    }
    console.print(analysis(found))
    shown = console.export_text()
    assert "Decision 2. You: play the king. Blunder: it gave away 12 games of 100." in shown
    assert "Better: play the two: keeps the pair." in shown
    assert "play the ace" not in shown


def test_an_analysis_fits_a_screen_with_the_worst_mistakes():
    moves = [
        {
            "text": f"play card {number}",
            "grade": "blunder",
            "comment": "Blunder.",
            "prospects": None,
            "loss": {"mean": number / 100},
            "better": {"text": "play the two", "reason": "", "prospects": None},
        }
        for number in range(12)
    ]
    console = Console(width=WIDTH, height=HEIGHT, record=True, file=io.StringIO())
    console.print(fitting_analysis(console, {"summary": {"text": "12 blunders"}, "moves": moves}))
    shown = console.export_text()
    assert 16 < len(shown.splitlines()) < HEIGHT - 1, "the score and the prompt have a line each"
    assert [int(number) for number in re.findall(r"play card (\d+)", shown)] == [9, 10, 11]
    assert "and 9 smaller mistakes" in shown
