"""Hockey in English: the calls of section 7 and all other phrases."""

from typing import Final

from engines.language import Texts

TEXTS: Final = Texts(
    preset_names={
        "standard": "Standard",
        "original": "Original, early 1960s",
        "third_match_cancels": "A third match cancels",
        "goal_is_breakaway": "A goal is a breakaway",
        "partnership": "Partnership",
        "wiggum": "Ralph Wiggum's game",
        "stockham": "Dwight Stockham's game",
    },
    option_names={
        "seats": "Players",
        "periods": "Periods",
        "deals": "Cards in each deal",
        "overtime": "Overtime",
        "overtime_deals": "Cards in each overtime deal",
        "starting_pile": "Starting pile",
        "wild_ranks": "Wild ranks",
        "wild_scores": "Wild cards score",
        "rematch": "Third equal card",
        "wild_counter": "Wild card against a breakaway",
        "goal_keeps_breakaway": "A goal keeps the breakaway",
        "clear_pile": "Breakaways and goals clear the pile",
        "first_dealer": "First dealer",
        "only_top_seen": "Memory game",
        "calls": "Calls at the table",
    },
    character_names={
        "dash": "Dash",
        "deacon": "Deacon",
        "snare": "Snare",
        "brass": "Brass",
        "pebble": "Pebble",
        "echo": "Echo",
    },
    character_lines={
        "dash": "Goes for every breakaway, with wild cards too.",
        "deacon": "Waits for a safe breakaway and saves the wild cards.",
        "snare": "Plays a card and keeps another of its rank, to match whatever is put on it.",
        "brass": "Opens with tens and pictures, the small cards last.",
        "pebble": "Opens with small cards, the tens and pictures last.",
        "echo": "Answers a card with one next to it: hits many posts.",
    },
    choice_names={
        "overtime": {"once": "One period, the first goal wins", "none": "None: a draw"},
        "rematch": {"steals": "Steals the breakaway", "cancels": "Only ends the breakaway"},
        "wild_counter": {"steals": "Steals the breakaway", "cancels": "Only ends the breakaway"},
        "first_dealer": {"chosen": "The winner of the cut decides", "random": "Chance decides"},
    },
    phrases={
        # options
        "wrong_deals": "{seats} seats x {dealt} cards make {total} of the {cards} cards: {right}",
        "wrong_deals_and_pile": "{seats} seats x {dealt} cards and a starting pile of {pile} make {total} of the "
        "{cards} cards: {right}",
        "deals_add_up": "the deals must add up to {cards}",
        "uneven_deals": "{cards} cards cannot be dealt evenly to {seats} seats",
        "pile_cannot_start": "with {wild} wild ranks and {cards} cards in the first hands ({deals}) only {sure} "
        "plain ranks are sure to be left, and the pile needs {needed}: name fewer wild ranks "
        "or deal fewer cards",
        # moves
        "let_deal": "let {dealer} deal first",
        "play": "play {card}",
        # calls: made by the player of the card, except "Save!" (events.py).
        # A miss has no customary call: the word is ours. The call of `plays` is the card
        "scores": "{team:Goal for {team}|{player} {player:scores|score}}! {score}",
        "breakaway": "Breakaway!",
        "blocks": "Block!",
        "post": "Hits the post!",
        "save": "Save!",
        "miss": "Wide.",
        "clears": "Clears it!",
        "shoots": "Shoots...",
        "pass": "Pass!",
        "check_pass": "Check! Pass!",
        "rumble_pass": "Rumble! Pass!",
        "clears_ice": "Clears the ice!",
        "shot": "Shot!",
        "automatic_shot": "Automatic shot!",
        # sentences
        "played": "{player} {player:plays|play} {card}.",
        "played_and_called": "{player} {player:plays|play} {card}. {call}",
        "cut": "{first} {first:cuts|cut} {first_card}, {second:{second}|you} {second_card}.",
        "cut_again": "{first} {first:cuts|cut} {first_card}, {second:{second}|you} {second_card}. "
        "The cards are cut again.",
        "dealer_chosen": "{dealer} {dealer:deals|deal} first.",
        "period_start": "Period {period} begins; {dealer:{dealer} deals|you deal}.",
        "overtime_start": "Overtime: the next goal wins. {dealer} {dealer:deals|deal}.",
        "starting_pile": "The pile begins with {cards}.",
        "starting_pile_top": "The pile begins with {cards} on top.",
        "redealt": "No pile to start with. Four cards are dealt again.",
        "redealt_cards": "No pile to start with: {cards}. Four cards are dealt again.",
        "deal": ("{player} {player:is|are} dealt {count} card.", "{player} {player:is|are} dealt {count} cards."),
        "deal_cards": (
            "{player} {player:is|are} dealt {count} card: {cards}.",
            "{player} {player:is|are} dealt {count} cards: {cards}.",
        ),
        "last_minute": "Last minute of play in this period.",
        "last_minute_attacker": "Last minute of play in this period, extra attacker on the ice.",
        "period_end": "Period {period} is over: {standing}.",
        # what the cards do
        "plain": "Matches a card of its rank on top of the pile: a breakaway; played on breakaway, a goal{again}. "
        "Against the other side's breakaway a match {counters} it. Any other card loses your side's "
        "breakaway.",
        "plain_clears": "Matches a card of its rank on top of the pile: a breakaway; played on breakaway, a "
        "goal{again}. A breakaway or a goal removes the pile. Any other card loses your side's breakaway.",
        "breakaway_again": " and the scorer is at once on breakaway again",
        "wild": "Opens a breakaway whenever it is played; {scores}. Against the other side's breakaway it "
        "{counters} it. A card of its rank on top of it is a match.",
        "wild_clears": "Opens a breakaway whenever it is played; {scores}. A breakaway or a goal removes the pile. "
        "Against the other side's breakaway it {counters} it.",
        "wild_scores": "played on breakaway it is a goal{again}, unless the table is empty",
        "wild_never_scores": "it never scores",
        "steals": "steals",
        "cancels": "cancels",
        # refusals
        "over": "the game is over: there is nothing left to play",
        "before_shuffle": "no seat is asked now: the cards are yet to be cut or dealt",
        "wanted_play": "play: a card of the hand",
        "wanted_dealer": "choose_dealer: who deals the first period",
        "dealer_not_named": "seat {seat} cannot be named: the cut's winner names itself or the next seat, {allowed}",
        "not_in_hand": "{card} is not in your hand, which is {hand}: play any card of it",
        # reasons of a computer
        "deals_itself": "deals itself",
        "lets_deal": "lets the other side deal",
        "reason_scores": "scores",
        "takes_over": "takes the breakaway over",
        "keeps_breakaway": "keeps the breakaway",
        "opens_breakaway": "opens a breakaway",
        "blocks_breakaway": "blocks the breakaway",
        # why a card is played rather than another
        "does_not_match": (
            "does not match: {count} card of the rank is still out, to match again",
            "does not match: {count} cards of the rank are still out, to match again",
        ),
        "keeps_wild": "keeps the wild card",
        "keeps_more": "keeps {count} more of its rank",
        "keeps_all": "keeps {count} of a rank together",
        "still_out": "of its rank {mine} are still out, of the next best {others}",
        "keeps_instead": "keeps the {kept}, of which as many are still out: {number}",
        "rank.2": "twos",
        "rank.3": "threes",
        "rank.4": "fours",
        "rank.5": "fives",
        "rank.6": "sixes",
        "rank.7": "sevens",
        "rank.8": "eights",
        "rank.9": "nines",
        "rank.T": "tens",
        "rank.J": "jacks",
        "rank.Q": "queens",
        "rank.K": "kings",
        "rank.A": "aces",
        "it_lacks": "of a rank that the next player did not match",
        "keeps_lacked": "keeps a rank that the next player did not match",
    },
)
