"""Blades of Steel in English: the calls of section 7 and all other phrases."""

from typing import Final

from engines.language import Texts

TEXTS: Final = Texts(
    preset_names={"standard": "Standard"},
    option_names={
        "deck_end": "End of the pack",
        "compare": "Equal shots of three cards",
        "stack_spend": "Blocks from the stack",
        "weak_blocks": "Blocks that fail are allowed",
        "discards": "Discard pile",
        "overtime": "Overtime",
        "overtime_limit": "Overtime packs",
    },
    character_names={
        "cannon": "Cannon",
        "glacier": "Glacier",
        "ghost": "Ghost",
        "sniper": "Sniper",
        "mason": "Mason",
        "matador": "Matador",
    },
    character_lines={
        "cannon": "Shoots on sight, also what is easy to block.",
        "glacier": "Is in no hurry: changes lines more often than others.",
        "ghost": "Also stacks cards that cannot block: the stack says little.",
        "sniper": "Waits for a shot that is hard to block.",
        "mason": "Builds up the stack, and only with cards that can block.",
        "matador": "Lets shots by to keep the stack, and sticks with the hand.",
    },
    choice_names={
        "deck_end": {"immediate": "Ends the game at once", "finish_turn": "Leaves one more action"},
        "compare": {"top": "The highest card decides", "all": "Card by card"},
        "stack_spend": {"used": "Spend the cards that block", "whole": "Spend the whole stack"},
        "discards": {"open": "All cards can be seen", "top_only": "Only the top card is seen"},
        "overtime": {"sudden_death": "Sudden death", "none": "None: a draw"},
    },
    phrases={
        # moves
        "stack": "stack {cards}",
        "shoot": "shoot {cards}",
        "block.hand": "block with {cards} from the hand",
        "block.stack": "block with {cards} from the stack",
        "no_block": "let the shot in",
        "change_lines": "change lines",
        # calls
        "face_off": "Face-off! {winner} begins, {high} over {low}.",
        "stacks_defence": (
            "Stacks the defence: {player} lays {count} card face down.",
            "Stacks the defence: {player} lays {count} cards face down.",
        ),
        "scores": "{player} scores! {score}",
        "changes_lines": "Line change!",
        "pack_out": "That's the final whistle",
        "pack_out_tied": "The pack is out, and it is a tie",
        "overtime_start": "Sudden death!",
        "shot.high_card": "High card",
        "shot.flush": "Flush",
        "shot.one_timer": "One-timer!",
        "shot.breakaway": "Breakaway!",
        "shot.great_one": "The Great One!",
        "save.star_goalie": "Star goalie!",
        "save.star_defence": "Star defence!",
        "save": "Save!",
        # sentences
        "called": "{what} {call}",
        "shot": "{player} shoots with {cards}.",
        "block_of.hand": "{player} blocks with {cards}.",
        "block_of.stack": "{player} blocks with {cards} from the stack.",
        "changed_discarded": "{player} discards {cards}.",
        "changed_counted": "{player} discards {count} cards, {top} on top.",
        "weak_block": "{player} has {cards}: not enough to stop it.",
        "stack_discarded": "The old stack of {player} is discarded: {cards}.",
        "stack_counted": "The old stack of {player} is discarded: {count} cards, {top} on top.",
        # what the cards do
        "red": "Shoots: a high card with any two red cards, a flush with two of the {suit}, a one-timer with the "
        "other red {rank}, a breakaway with the ace of {suit}.",
        "red_9": "Shoots: a high card with any two red cards, a flush with two of the {suit}, The Great One, which "
        "nothing stops, with the other red nine, a breakaway with the ace of {suit}.",
        "red_A": "Shoots: a high card with any two red cards, a flush with two of the {suit}, a one-timer with the "
        "other red {rank}, a breakaway with any other of the {suit}.",
        "black": "Blocks: a high card with any two black cards, a flush with two of the {suit}, a star defence "
        "with the other black {rank}; from the hand, or from the stacked defence.",
        "black_A": "Blocks: a high card with any two black cards, a flush with two of the {suit}, a star defence "
        "with the other black {rank}, a star goalie alone; from the hand, or from the stacked defence.",
        "card_by_card": "Against each other, high cards and flushes are compared card by card.",
        "whole_stack": "A block from the stacked defence spends all of it.",
        "may_be_weak": "A combination that does not stop the shot may be spent too.",
        # refusals
        "over": "the game is over: there is nothing left to play",
        "before_shuffle": "no seat is asked now: the cards are yet to be cut or dealt",
        "wanted_answer": "answer the shot: block or no_block",
        "wanted_move": "move: stack, shoot or change_lines",
        "red_in_stack": "{card} is red: only black cards are stacked",
        "black_in_shot": "{card} is black: only red cards shoot: {shots}",
        "red_in_block": "{card} is red: only black cards block: {blocks}",
        "shots": "three red cards, two of one rank, or a red ace and one card of its suit",
        "blocks": "three black cards, two of one rank, or a black ace alone",
        "no_shot": "{cards} is not a shot: {shots}",
        "no_block_of_stack": "{cards} holds no combination: {blocks}",
        "not_a_block": "{cards} is not a block: {blocks}",
        "part_of_stack": "{cards} is a part of your stack, and a block from the stack spends all of it: {stack}",
        "too_weak": "{cards}, a {block}, does not stop the {shot} {shot_cards}; you may answer with {answers}",
        "kind.high_card": "high_card",
        "kind.flush": "flush",
        "kind.one_timer": "one_timer",
        "kind.breakaway": "breakaway",
        "kind.great_one": "great_one",
        "kind.star_defence": "star_defence",
        "kind.star_goalie": "star_goalie",
        "from.hand": "{cards} from the hand",
        "from.stack": "{cards} from the stack",
        "more": "{first}, {last}",
        "not_in.hand": "{card} is not in your hand, which is {held}: all cards must come from there",
        "not_in.stack": "{card} is not in your stack, which is {held}: all cards must come from there",
        "empty": "empty",
        # reasons of a computer
        "stacks_block": "stacks a block",
        "stacks_bluff": "stacks a bluff and makes room for new cards",
        "chance": "scores in {chance} of 100 cases",
        "six_new": "makes room for six new cards",
        "keeps_all": "keeps all cards",
        "spends_hand": "spends {count} of the hand",
        "spends_stack": "spends {count} of the stack",
    },
)
