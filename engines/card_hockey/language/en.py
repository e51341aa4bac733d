"""Card Hockey in English: the calls of section 7 and all other phrases."""

from typing import Final

from engines.language import Texts

TEXTS: Final = Texts(
    preset_names={"standard": "Standard"},
    option_names={
        "flip_mode": "Who flips",
        "shootout": "Shootout",
        "periods": "Periods",
        "penalty_turns": "Turns of a penalty",
        "penalty_ends_on_goal": "A goal ends the penalty",
        "period_end": "End of a period",
        "return_goal_cards": "Goal cards come back",
        "switch_ends": "Switch ends",
    },
    choice_names={
        "flip_mode": {"both": "Both players", "either": "Either player", "auto": "Nobody: the game plays itself"},
        "period_end": {"deck_empty": "A deck is empty", "cannot_draw": "A card is needed and there is none"},
    },
    phrases={
        "flip": "flip the cards of turn {turn}",
        # calls
        "face_off": "Face-off!",
        "carries": "Into the zone",
        "clears": "Cleared",
        "tied_up": "Tied up",
        "holds": "Keeps it in",
        "shot_blocked": "Blocked!",
        "scores": "Goal! {team:{team}|{player} {player:scores|score}}, {score}.",
        "penalty": "Two minutes: {penalty}. {player} {player:is|are} in the penalty box.",
        "shorthanded": "Short-handed: {player:{player}|you}",
        "penalty_over": "Back to full strength: {player:{player}|you}",
        "period_end": "End of the period",
        "shootout_start": "Shootout!",
        # sentences
        "cards": "{red} against {black}.",
        "no_goal": "{cards} No goal.",
        "shootout_goal": "{cards} {team:Goal for {team}|{players} score}!",
        "redwings": "{side:{side}'s|Your} Redwings",
        "blackhawks": "{side:{side}'s|Your} Blackhawks",
        "team_wins": "{players} win {score}.",
        "team_wins_shootout": "{players} win in the shootout after {score}.",
        # the penalties of the deuces
        "holding_the_stick": "holding the stick",
        "high_stick": "high stick",
        "tripping": "tripping",
        "too_many_men": "too many men on the ice",
        # what the cards do
        "honour": "Higher than the other card it carries the puck one zone towards the opponent's net; in the "
        "offensive zone it scores.",
        "plain": "Higher than the other card it carries the puck one zone towards the opponent's net; in the "
        "offensive zone it scores nothing, and the puck stays.",
        "deuce": (
            "A minor penalty for {penalty}: its owner faces it for {count} turn, this one included.",
            "A minor penalty for {penalty}: its owner faces it for {count} turns, this one included.",
        ),
        "comes_back": "After a goal it is back in the deck for the next period.",
        "goal_ends_it": "A goal against its owner ends it.",
        # refusals
        "over": "the game is over: there is nothing left to flip",
        "before_shuffle": "no seat is asked now: the decks are yet to be shuffled",
        "other_turn": "turn {given} is not the present one: flip with turn {turn}",
        "flipped": "you have flipped for turn {turn} already: seat {seat} is still to flip",
    },
)
