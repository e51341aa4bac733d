"""The switches of rules 2.5 and the presets of 2.6 as data, and their conversion to the numbers of the rules."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from engines.api import InvalidOption
from engines.cards import DECK_SIZE, FULL_DECK, RANKS, SUITS, card_texts, small_deck_in
from engines.declared import Option, completed, numbers_of, option_fields, shown_options, standard_game
from engines.fields import RANK, Flag, Integer, ListOf, OneOf, by_identity, remembered
from engines.hockey.language import ENGLISH
from engines.hockey.rules import PILE_START, Options
from engines.shared_fields import period_count

MAX_DEALS: Final = DECK_SIZE // 2

_COUNTERS: Final = ("steals", "cancels")
_CARDS_PER_SEAT: Final = Integer(1, MAX_DEALS, name="CardsPerSeat")


def rank_mask(ranks: Sequence[str]) -> int:
    """Ranks as a bit mask.

    >>> rank_mask(["2", "J"])
    513
    """
    return sum(1 << RANKS.index(rank) for rank in ranks)


def ranks_of(mask: int) -> list[str]:
    """The inverse of ``rank_mask``, lowest rank first."""
    return list(_ranks_of(int(mask)))


@lru_cache(1 << len(RANKS))
def _ranks_of(mask: int) -> tuple[str, ...]:
    return tuple(rank for i, rank in enumerate(RANKS) if mask >> i & 1)


SWITCHES: Final = (
    Option(
        "seats",
        OneOf((2, 4), "Four seats play in two partnerships, partners opposite.", "SeatCount"),
        2,
        "seats",
        changes_cards=False,
    ),
    Option("periods", period_count(5), 3, "periods", changes_cards=False),
    Option(
        "deals",
        ListOf(_CARDS_PER_SEAT, 1, MAX_DEALS, help="Cards per seat in each deal of a regulation period."),
        [5, 5, 5, 5, 6],
        "deals",
        changes_cards=False,
    ),
    Option(
        "overtime",
        OneOf(("once", "none"), "What follows a tie: one period that the first goal ends, or a draw.", "OvertimeRule"),
        "once",
        "has_overtime",
        (True, False),
        changes_cards=False,
    ),
    Option(
        "overtime_deals",
        ListOf(_CARDS_PER_SEAT, 1, MAX_DEALS, help="Cards per seat in each deal of the overtime period."),
        [4, 4, 4, 4, 4, 6],
        "overtime_deals",
        changes_cards=False,
    ),
    Option(
        "starting_pile",
        OneOf((0, PILE_START), "Cards laid out face up to start the pile.", "StartingPileSize"),
        0,
        "starting_pile",
        changes_cards=False,
    ),
    Option(
        "wild_ranks",
        ListOf(RANK, 0, len(RANKS), unique=True, help="Ranks that open a breakaway whenever they are played."),
        ["J"],
        "wild_ranks",
        parse=rank_mask,
        show=ranks_of,
    ),
    Option(
        "wild_scores",
        Flag("A side on breakaway may score with a wild card, unless the table is empty."),
        False,
        "wild_scores",
    ),
    Option(
        "rematch",
        OneOf(_COUNTERS, "What a matching plain card does to the other side's breakaway.", "BreakawayCounter"),
        "steals",
        "rematch_steals",
        (True, False),
    ),
    Option(
        "wild_counter",
        OneOf(_COUNTERS, "What a wild card does to the other side's breakaway.", "BreakawayCounter"),
        "steals",
        "wild_counter_steals",
        (True, False),
    ),
    Option("goal_keeps_breakaway", Flag("The scorer is at once on breakaway again."), False, "goal_keeps_breakaway"),
    Option("clear_pile", Flag("A new breakaway and a goal remove the pile."), False, "clear_pile"),
    Option(
        "first_dealer",
        OneOf(("chosen", "random"), "The winner of the cut names the first dealer, or chance does.", "FirstDealerRule"),
        "chosen",
        "random_dealer",
        (False, True),
        changes_cards=False,
    ),
    Option(
        "only_top_seen",
        Flag("Only the top of the pile can be seen, the starting pile in the first deal; remember what was played."),
        False,
        "only_top_seen",
        changes_cards=False,
    ),
    Option(
        "calls", Flag("Events come with what people say at the table; never changes play."), True, changes_cards=False
    ),
)
OPTIONS: Final = option_fields(SWITCHES)
STANDARD: Final = standard_game(SWITCHES)

# Differences from the standard game; cells without effect keep its value (ruling 30).
PRESETS: Final[Mapping[str, Mapping[str, Any]]] = {
    "standard": STANDARD,
    "original": {**STANDARD, "wild_ranks": [], "goal_keeps_breakaway": True},
    "third_match_cancels": {**STANDARD, "rematch": "cancels"},
    "goal_is_breakaway": {**STANDARD, "goal_keeps_breakaway": True},
    "partnership": {**STANDARD, "seats": 4, "deals": [5, 4, 4], "overtime_deals": [5, 4, 4]},
    "wiggum": {
        **STANDARD,
        "deals": [4, 4, 4, 4, 4, 4],
        "overtime_deals": [4, 4, 4, 4, 4, 4],
        "starting_pile": 4,
        "wild_ranks": ["2", "J"],
        "wild_scores": True,
        "goal_keeps_breakaway": True,
        "clear_pile": True,
    },
    "stockham": {**STANDARD, "deals": [4, 4, 4, 4, 4, 6], "rematch": "cancels", "wild_counter": "cancels"},
}
PRESET_TEXTS: Final[Mapping[str, str]] = {
    "standard": "The usual game for two: a Jack opens a breakaway, and a third equal card steals it.",
    "original": "The game of the early 1960s: Jacks are ordinary cards, and the scorer is on breakaway again.",
    "third_match_cancels": "A house rule: a third equal card only ends the breakaway; a Jack still steals it.",
    "goal_is_breakaway": "A house rule: the scorer is at once on breakaway again.",
    "partnership": "Four players, partners opposite: one passes, the other scores.",
    "wiggum": "Ralph Wiggum's game: four cards start the pile, Jacks and Twos are wild and score, a breakaway "
    "clears the pile.",
    "stockham": "Dwight J. Stockham's game of the 1960s: an equal card or a Jack only blocks a breakaway.",
}


def complete_options(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return ``options`` completed from the standard game, with wild ranks in order.

    Raises InvalidOption if a value does not fit its field, or the values contradict each other (the validity rules of
    2.5).
    """
    return _completed(options, FULL_DECK)


@remembered
def options_from(options: Mapping[str, Any], deck: Sequence[int] = FULL_DECK) -> Options:
    """Return the switches as numbers; ``deck`` is a smaller pack for a small game, which its deals must use up.

    Overtime of a small game is dealt like its regulation unless ``overtime_deals`` are given.

    >>> options_from({"deals": [2, 2]}, range(8)).wild_ranks
    512
    """
    if len(deck) != DECK_SIZE and "deals" in options:
        options = {"overtime_deals": options["deals"], **options}
    chosen = _completed(options, deck)
    return Options(numbers_of(SWITCHES, chosen), sorted(deck))


def options_in(data: Mapping[str, Any]) -> Options:
    """The options of a state or an observation in JSON."""
    return options_from(data.get("options", {}), **small_deck_in(data))


@by_identity
def dump_options(options: Options) -> dict[str, Any]:
    """The inverse: the switches, without ``calls``, which the rules do not know, and the pack if it is small."""
    deck = options.deck
    small = {} if len(deck) == DECK_SIZE else {"deck": card_texts(deck, len(deck))}
    return {"options": shown_options(SWITCHES, options), **small}


def _completed(options: Mapping[str, Any], deck: Sequence[int]) -> dict[str, Any]:
    chosen = completed(SWITCHES, options)
    chosen["wild_ranks"] = sorted(chosen["wild_ranks"], key=RANKS.index)
    for name in ("deals", "overtime_deals"):
        chosen[name] = list(chosen[name])
        _check_pack_is_dealt(chosen, name, deck)
        _check_pile_can_start(chosen, name, deck)
    return chosen


def _check_pack_is_dealt(chosen: Mapping[str, Any], name: str, deck: Sequence[int]) -> None:
    """Check that the starting pile and all deals of a period use up the pack."""
    seats, pile, deals = chosen["seats"], chosen["starting_pile"], chosen[name]
    if pile + seats * sum(deals) == len(deck):
        return
    field, dealt = f"options.{name}", sum(deals)
    each, left_over = divmod(len(deck) - pile, seats)
    right = (
        ENGLISH.phrase("uneven_deals", cards=len(deck) - pile, seats=seats)
        if left_over
        else ENGLISH.phrase("deals_add_up", cards=each)
    )
    facts = {
        "seats": seats,
        "dealt": dealt,
        "pile": pile,
        "total": pile + seats * dealt,
        "cards": len(deck),
        "right": right,
    }
    message = ENGLISH.phrase("wrong_deals_and_pile" if pile else "wrong_deals", **facts)
    raise InvalidOption(ENGLISH.phrase("fault", where=field, message=message), field=field, rule="2.5")


def _check_pile_can_start(chosen: Mapping[str, Any], name: str, deck: Sequence[int]) -> None:
    """Check that an acceptable starting pile exists: it needs four plain ranks, whatever the first hands hold."""
    if not chosen["starting_pile"]:
        return
    wild = chosen["wild_ranks"]
    in_hands = chosen["seats"] * chosen[name][0]
    copies = sorted(
        count
        for i, rank in enumerate(RANKS)
        if rank not in wild and (count := sum(card // len(SUITS) == i for card in deck))
    )
    sure = len(copies)
    for count in copies:  # the worst hands hold whole ranks, those with the fewest cards first
        if in_hands < count:
            break
        in_hands -= count
        sure -= 1
    if sure < PILE_START:
        facts = {
            "wild": len(wild),
            "cards": chosen["seats"] * chosen[name][0],
            "deals": name,
            "sure": sure,
            "needed": PILE_START,
        }
        message = ENGLISH.phrase("pile_cannot_start", **facts)
        field = "options.starting_pile"
        raise InvalidOption(ENGLISH.phrase("fault", where=field, message=message), field=field, rule="2.5")
