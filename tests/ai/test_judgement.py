"""Weaker players cannot tell all moves apart, the same ones for a whole game; characters like some kinds of moves."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import islice

import pytest

from ai.characters import character_of, characters_of, kinds_of
from ai.choose import choose
from ai.games import make_heuristic
from ai.judgement import CHARACTER_BOUND, Judgement
from ai.levels import LEVELS, RANDOM, Player
from ai.ratings import between, player_of_rating, rating_range
from ai.skills import LOWER_GRASPS, Skill, chance_of, skills_of
from ai.trained import rating_heuristic
from bench.strength.mistakes import Played, decisions, obvious
from engines import VARIANTS
from engines.api import Variant
from engines.rng import Rng
from tests.games import LUCK_ONLY

DECIDED = [key for key, variant in VARIANTS.items() if variant.has_decisions]
CHARACTERS = [(key, character) for key in DECIDED for character in characters_of(key)]


def positions(key: str, seed: str) -> Iterator[Played]:
    """From games of the levels that search nothing: the others' take seconds."""
    return decisions(VARIANTS[key], [level for level in LEVELS if level.simulations == 0], seed)


@cache
def some_positions(key: str) -> tuple[Played, ...]:
    return tuple(islice(positions(key, "test"), 120))


def chosen(variant: Variant, position: Played, player: Player) -> tuple[int, ...]:
    return choose(
        variant, variant.observe(position.state, position.seat), player, Rng(f"{player} {position.number}")
    ).actions


def goals_given_away(key, position, action):
    """By the game's ratings."""
    heuristic = rating_heuristic(key, position.state)
    actions = position.state.distinct_actions(position.seat)
    ratings = heuristic.ratings(position.state, position.seat, actions)
    return (max(ratings) - ratings[actions.index(action)]) / max(0.02, heuristic.goal(position.state, position.seat))


@pytest.mark.parametrize("key", DECIDED)
@pytest.mark.parametrize("level", LEVELS[:-1], ids=lambda level: level.key)
def test_a_level_does_the_same_in_the_same_situation_for_a_whole_game(key, level):
    """However its search draws the hidden cards."""
    variant, one, other = VARIANTS[key], replace(level, nature="one"), replace(level, nature="other")
    differ = 0
    for position in some_positions(key)[::6]:
        observation = variant.observe(position.state, position.seat)
        moves = {choose(variant, observation, one, Rng(f"{number}")).actions for number in range(4)}
        assert len(moves) == 1, position.number
        differ += choose(variant, observation, other, Rng("0")).actions not in moves
    assert differ or level in LEVELS[3:], "another one of the level is another player"


def parity(state, seat, actions):
    """Marks that tell odd actions from even ones."""
    return [action % 2 for action in actions]


@pytest.mark.parametrize(("seen", "taken"), [(1.0, 15), (0.0, 10)])
def test_what_a_player_cannot_tell_apart_is_worth_its_mean(monkeypatch, seen, taken):
    """With the skill odd actions are worth 0.5, even ones 0.4; without it taste decides among all."""
    table = replace(skills_of("hockey"), skills=[Skill("parity", "", parity, (seen,) * 5)])
    monkeypatch.setattr("ai.judgement.skills_of", lambda key: table)
    position, values = some_positions("hockey")[0], {10: 0.9, 15: 0.8, 5: 0.2, 0: -0.1}
    judgement = Judgement("hockey", make_heuristic("hockey"), Player(grasp=0.0, nature=whose_taste_is([10, 15, 0, 5])))
    place = judgement.take(position.state, position.seat, [[card] for card in values], [*values.values()])
    assert [*values][place] == taken


def whose_taste_is(cards):
    """The nature of a player of Hockey that likes these cards in this order."""
    heuristic = make_heuristic("hockey")

    def liking(nature, card):
        return chance_of(nature, "taste", (heuristic.equivalence_class(card),))

    return next(
        nature
        for nature in map(str, range(1000))
        if sorted(cards, key=lambda card: liking(nature, card), reverse=True) == cards
    )


@pytest.mark.parametrize("key", DECIDED)
def test_no_level_has_less_of_a_skill_than_the_level_below(key):
    skills = skills_of(key).skills
    assert len({skill.key for skill in skills}) == len(skills)
    for skill in skills:
        assert [skill.share(grasp) for grasp in LOWER_GRASPS] == list(skill.seen) == sorted(skill.seen)
        assert skill.seen[0] >= 0.0
        assert skill.share(1.0) == 1.0
        assert skill.share(0.9) >= skill.seen[-1]


@pytest.mark.parametrize("key", DECIDED)
def test_a_skill_sees_only_what_the_seat_knows(key):
    skills = skills_of(key)
    for position in some_positions(key)[::3]:
        imagined = VARIANTS[key].observe(position.state, position.seat).determinize(Rng(position.number))
        actions = position.state.distinct_actions(position.seat)
        one, other = (
            (
                tuple(skills.situation(state, position.seat)),
                [list(skill.marks(state, position.seat, actions)) for skill in skills.skills],
            )
            for state in (position.state, imagined)
        )
        assert one == other
        assert all(len(marks) == len(actions) for marks in one[1])


@pytest.mark.parametrize("key", DECIDED)
def test_the_weaker_the_level_the_more_it_gives_away(key):
    weak, fair, good = (
        sum(
            goals_given_away(key, position, chosen(VARIANTS[key], position, level)[0])
            for position in some_positions(key)
        )
        for level in (LEVELS[0], LEVELS[2], Player())
    )
    assert weak > fair > 0
    assert good == pytest.approx(0)


def scoring(heuristic, position):
    """The actions that surely score at once; empty if all do, or none."""
    actions = position.state.distinct_actions(position.seat)
    found = [action for action in actions if heuristic.scores(position.state, position.seat, action)]
    return found if len(found) < len(actions) else []


def test_what_scores_at_once_in_hockey_is_a_goal_by_the_rules():
    heuristic, goals = make_heuristic("hockey"), 0
    for position in islice(positions("hockey", "rules"), 3_000):
        side = position.seat % 2
        for action in position.state.distinct_actions(position.seat):
            after = position.state.clone()
            after.apply(position.seat, action)
            scored = after.score(side) > position.state.score(side)
            assert heuristic.scores(position.state, position.seat, action) == scored
            goals += scored
    assert goals >= 20


def test_there_are_games_with_an_obvious_choice():
    assert (
        sum(any(obvious(VARIANTS[key], position) for position in some_positions(key)) for key in DECIDED)
        >= len(DECIDED) // 2
    )


@pytest.mark.parametrize("key", DECIDED)
@pytest.mark.parametrize("level", LEVELS[:3], ids=lambda level: level.name)
def test_a_level_is_the_same_for_a_seed_and_sees_no_hidden_cards(key, level):
    variant = VARIANTS[key]
    player = replace(level, character=next(iter(characters_of(key))))
    for position in some_positions(key)[::10]:
        observation = variant.observe(position.state, position.seat)
        imagined = variant.observe(observation.determinize(Rng(position.number)), position.seat)
        assert choose(variant, observation, player, Rng("same")) == choose(variant, imagined, player, Rng("same"))


@pytest.mark.parametrize(("key", "character"), CHARACTERS)
def test_a_character_shows_and_costs_no_more_than_its_bound(key, character):
    variant, liked, kinds = VARIANTS[key], character_of(key, character), kinds_of(key)
    shown = []
    for position in some_positions(key):
        moves = [chosen(variant, position, Player(character=asked)) for asked in ("", character)]
        assert goals_given_away(key, position, moves[1][0]) <= CHARACTER_BOUND + 1e-9
        shown.append([liked.liking(kinds(position.state, position.seat, move)) for move in moves])
    plain, own = map(sum, zip(*shown, strict=True))
    assert own > plain + 0.2 * max(map(abs, liked.likings.values()))


def test_a_character_that_the_game_does_not_have_is_refused():
    position = some_positions("hockey")[0]
    known = ", ".join(characters_of("hockey"))
    with pytest.raises(ValueError, match=f"'bold' is not a character of this game; known are: {known}"):
        chosen(VARIANTS["hockey"], position, Player(character="bold"))


@pytest.mark.parametrize("key", LUCK_ONLY)
def test_a_game_without_decisions_has_no_characters_and_no_ratings(key):
    assert not characters_of(key)
    assert rating_range(key) is None
    with pytest.raises(ValueError, match=f"rating 100 of '{key}'"):
        player_of_rating(key, 100)


def test_a_level_at_its_best_thinks_as_before_and_makes_no_mistakes():
    best = LEVELS[0].at_its_best()
    assert (best.name, best.grasp, best.noise) == ("Rookie", 1.0, 0.0)
    assert RANDOM.at_its_best().noise == 0.0


@pytest.mark.parametrize("key", DECIDED)
def test_ratings_run_from_the_first_level_to_the_last(key):
    lowest, highest = rating_range(key)
    weakest, strongest = player_of_rating(key, lowest), player_of_rating(key, highest)
    assert (weakest.grasp, weakest.simulations) == (LEVELS[0].grasp, 0)
    assert (strongest.grasp, strongest.simulations) == (1.0, LEVELS[-1].simulations)
    players = [player_of_rating(key, rating) for rating in range(lowest, highest + 1, 10)]
    assert [player.grasp for player in players] == sorted(player.grasp for player in players)
    for rating in (lowest - 1, highest + 1):
        with pytest.raises(ValueError, match=f"rating {rating} of '{key}' is not in the range"):
            player_of_rating(key, rating)


def test_between_two_levels_numbers_are_interpolated_and_switches_thrown_half_way():
    lower, upper = Player(grasp=0.2, cap_ms=100), Player(grasp=0.4, simulations=300, learned=True, cap_ms=500)
    assert between(lower, upper, 0.25) == Player(grasp=pytest.approx(0.25), cap_ms=200)
    assert between(lower, upper, 0.75) == Player(grasp=pytest.approx(0.35), simulations=300, learned=True, cap_ms=400)
    assert between(replace(upper, simulations=1000), upper, 0.5).simulations == 650
