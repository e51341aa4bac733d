"""Turn-Based Hockey in English: the calls of section 7 and all other phrases."""

from typing import Final

from engines.language import Texts

TEXTS: Final = Texts(
    preset_names={"standard": "Standard"},
    option_names={
        "jokers": "Jokers",
        "compare": "Value of cards",
        "early_clinch": "Early end",
        "overtime": "Overtime",
        "shootout": "Shootout",
        "joker_chemistry": "Jokers have a colour",
    },
    character_names={
        "blaze": "Blaze",
        "anvil": "Anvil",
        "spine": "Spine",
        "pivot": "Pivot",
        "mask": "Mask",
        "squirrel": "Squirrel",
    },
    character_lines={
        "blaze": "Puts the low cards on defence and in goal: the attack comes first.",
        "anvil": "Puts the low cards on the attack: defence comes first.",
        "spine": "Puts strong cards both at centre and in goal.",
        "pivot": "Puts a strong card at centre.",
        "mask": "Puts a strong card in goal.",
        "squirrel": "Plays the low cards early, and keeps the high ones for later periods.",
    },
    choice_names={
        "compare": {
            "points": "Tens to kings are equal",
            "rank": "By rank",
            "points_then_rank": "Tens to kings are equal, in the shootout by rank",
        },
        "overtime": {"once": "One period with six new cards", "none": "None"},
    },
    phrases={
        # moves
        "play_face_off": "face off with {card}",
        "play_lineup": "line up {lines}",
        "at.LW": "{card} on the left wing",
        "at.C": "{card} at centre",
        "at.RW": "{card} on the right wing",
        "at.LD": "{card} on left defence",
        "at.G": "{card} in goal",
        "at.RD": "{card} on right defence",
        # calls, and what is said along with them
        "face_off": "Face-off! {first} against {second}: {result}.",
        "shootout_round": "Shootout! {first} against {second}: {result}.",
        "wins": "{side:{side} wins|you win}",
        "equal": "equal",
        "face_off_tied": "Tied up - lines in secret",
        "committed": "{player} {player:has|have} chosen.",
        "lines_set": "Here come the lines: {player:{player}|you} with {lines}.",
        "injured": "Playing hurt",
        "shot": "{player} on the {wing}: {attack} against {defence}.",
        "pair": "{cards} ({value})",
        "wing.LW": "left wing",
        "wing.RW": "right wing",
        "scores": "{team:Goal for {team}|{player} {player:scores|score}}! {score}",
        "saves": "Save!",
        "perfect_pair": "Can't be stopped!",
        "period_end": "End of the period: {standing}.",
        "clinched": "Out of reach",
        "overtime_start": "Overtime!",
        # what the cards do
        "worth": "Worth {points} points; in a pair 5 more with a card of its suit, 2 more with one of its colour only.",
        "joker": "An injured player: worth nothing, no chemistry.",
        "joker_chemistry": "An injured player: worth nothing, 2 more in a pair with a card of its colour, the "
        "other joker excluded.",
        "none_with_joker": "A pair with a joker gets none of these.",
        "rank_counts": "In face-offs and in a shootout its rank counts instead.",
        "rank_counts_in_shootout": "In a shootout its rank counts instead.",
        # refusals
        "over": "the game is over: there is nothing left to choose",
        "before_shuffle": "no seat is asked now: cards are yet to be dealt",
        "has_chosen": "you have made your secret choice, and it is final: wait for the other seat",
        "you_choose": "you are asked for a {wanted}",
        "seat_chooses": "seat {seat} is asked for a {wanted}",
        "wanted.face_off": "face_off: a card of the hand, in secret",
        "wanted.lineup": "lineup: six cards of the hand",
        "not_in_hand": "{card} is not in your hand, which is {hand}: choose from it",
        "other_beginning": "{cards} does not begin with {placed}: those cards are placed, and choices are final",
        # reasons of a computer
        "beats_cards": "beats {mine} of the {unseen} unseen cards, the other {others}",
        "costs": "costs {mine} points, the other {others}",
        "makes_pair": "makes a pair of up to {mine}, the other {others}",
        "goals": "scores {scored} and lets in {against}, the other {others_scored} and {others_against}",
        "most_goals": "scores {scored} and lets in {against}, and no other does better",
        "as_many_goals": "as many goals, and keeps cards of {mine} points, the other of {others}",
        "keeps_points": "keeps cards of {mine} points for later periods, the other of {others}",
        "attack": "attacks with pairs of {high} and {low}, the other with {others_high} and {others_low}",
        "defence": "defends with pairs of {high} and {low}, the other with {others_high} and {others_low}",
        "attack_sides": "attacks with {left} on the left and {right} on the right, the other with the reverse",
        "defence_sides": "defends with {left} on the left and {right} on the right, the other with the reverse",
        "leaves_suits": (
            "leaves {count} pair of one suit in the hand, the other {others}",
            "leaves {count} pairs of one suit in the hand, the other {others}",
        ),
        "leaves_colours": (
            "leaves {count} pair of one colour in the hand, the other {others}",
            "leaves {count} pairs of one colour in the hand, the other {others}",
        ),
        "as_good": "as good as the other: the same pairs and points",
    },
)
