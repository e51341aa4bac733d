"""Weaker players misjudge moves within their bound, beginners have habits, and styles like some kinds of moves."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import islice

import pytest

from ai.choose import choose
from ai.games import make_heuristic
from ai.heuristic import Heuristic
from ai.judgement import CAREFUL_BOUND, STYLE_BOUND, Judgement
from ai.levels import LEVELS, RANDOM, Player
from ai.ratings import between, player_of_rating, rating_range
from ai.styles import preferences_of, styles_of
from bench.strength.mistakes import Played, decisions, obvious
from engines import VARIANTS
from engines.api import Variant
from engines.rng import Rng
from tests.games import LUCK_ONLY

DECIDED = [key for key, variant in VARIANTS.items() if variant.has_decisions]
STYLES = [(key, style) for key in DECIDED for style in styles_of(key)]
WEAK = Player(blur=50.0, bound=0.3)
"""Sees nothing but what is beyond its bound."""


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
    """By the heuristic."""
    heuristic = make_heuristic(key)
    actions = position.state.distinct_actions(position.seat)
    ratings = heuristic.ratings(position.state, position.seat, actions)
    return (max(ratings) - ratings[actions.index(action)]) / max(0.02, heuristic.goal(position.state, position.seat))


@pytest.mark.parametrize("key", DECIDED)
def test_no_move_is_taken_that_is_worse_by_more_than_the_bound(key):
    lost = [
        goals_given_away(key, position, chosen(VARIANTS[key], position, WEAK)[0]) for position in some_positions(key)
    ]
    assert max(lost) <= WEAK.bound + 1e-9
    assert max(lost) > 0.1 * WEAK.bound


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


@pytest.mark.parametrize("key", DECIDED)
def test_the_obvious_is_found_by_the_third_level_always_and_by_the_first_mostly(key):
    """Where some moves are better than all others by half a goal or more."""
    variant = VARIANTS[key]
    plain = [(position, best) for position in some_positions(key) if (best := obvious(variant, position))]
    found = [
        [chosen(variant, position, level)[0] in best for position, best in plain] for level in (LEVELS[0], LEVELS[2])
    ]
    assert found[1] == [True] * len(plain)
    assert sum(found[0]) >= len(plain) / 2


def test_no_level_above_the_second_leaves_a_goal_that_can_be_scored_now():
    """Not even late in a game that is nearly won."""
    variant, heuristic, asked = VARIANTS["hockey"], make_heuristic("hockey"), 0
    for position in islice(positions("hockey", "won goals"), 10_000):
        goals = scoring(heuristic, position)
        if goals and heuristic.goal(position.state, position.seat) > 0.05:
            asked += 1
            for level in LEVELS[2:]:
                assert chosen(variant, position, level)[0] in goals, (level.name, position.number)
    assert asked >= 100


@pytest.mark.parametrize("key", [key for key in DECIDED if type(make_heuristic(key)).scores is not Heuristic.scores])
def test_what_surely_scores_is_taken_where_it_seems_best_however_much_is_misjudged(key):
    """Where the goal's cards are kept it may wait, as something else can be better."""
    heuristic, asked = make_heuristic(key), 0
    for position in islice(positions(key, "sure goals"), 3_000):
        goals = scoring(heuristic, position)
        if goals:
            asked += 1
            moves = [
                [goals[0]],
                *([action] for action in position.state.distinct_actions(position.seat) if action != goals[0]),
            ]
            for number in range(5):
                judgement = Judgement(key, heuristic, replace(WEAK, bound=CAREFUL_BOUND), Rng(number))
                assert moves[judgement.take(position.state, position.seat, moves, [0.0] * len(moves))][0] in goals
    assert asked >= 10


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
    player = replace(level, style=next(iter(styles_of(key))))
    moves = set()
    for position in some_positions(key)[::10]:
        observation = variant.observe(position.state, position.seat)
        imagined = variant.observe(observation.determinize(Rng(position.number)), position.seat)
        assert choose(variant, observation, player, Rng("same")) == choose(variant, imagined, player, Rng("same"))
        moves.add(
            choose(variant, observation, player, Rng("one")) == choose(variant, observation, player, Rng("other"))
        )
    assert False in moves


@pytest.mark.parametrize(("key", "style"), STYLES)
def test_a_style_shows_and_costs_no_more_than_its_bound(key, style):
    variant, preferences = VARIANTS[key], preferences_of(key)
    bias = preferences.styles[style]
    shown = []
    for position in some_positions(key):
        plain, styled = (chosen(variant, position, Player(style=chosen_style)) for chosen_style in ("", style))
        assert goals_given_away(key, position, styled[0]) <= STYLE_BOUND + 1e-9
        shown.append([preferences.goals(bias, position.state, position.seat, move) for move in (plain, styled)])
    assert sum(styled for _, styled in shown) > sum(plain for plain, _ in shown) + 0.2 * max(map(abs, bias.values()))


@pytest.mark.parametrize("key", DECIDED)
def test_beginners_have_their_habits(key):
    variant, preferences = VARIANTS[key], preferences_of(key)
    liked = [
        sum(
            preferences.goals(
                preferences.beginner,
                position.state,
                position.seat,
                chosen(variant, position, Player(habits=habits, bound=1.0)),
            )
            for position in some_positions(key)
        )
        for habits in (0.0, 1.0)
    ]
    assert liked[1] > liked[0]


def test_who_misjudges_nothing_needs_no_random_numbers():
    rng = Rng(1)
    judgement = Judgement("hockey", make_heuristic("hockey"), LEVELS[-1], rng)
    position = some_positions("hockey")[0]
    before = rng.state
    assert judgement.take(position.state, position.seat, [[0], [1]], [0.0, 1.0]) == 0
    assert rng.state == before


def test_a_style_that_the_game_does_not_have_is_refused():
    position = some_positions("hockey")[0]
    with pytest.raises(ValueError, match="'bold' is not a style of this game; known are: aggressive, patient, trapper"):
        chosen(VARIANTS["hockey"], position, Player(style="bold"))


@pytest.mark.parametrize("key", LUCK_ONLY)
def test_a_game_without_decisions_has_no_styles_and_no_ratings(key):
    assert not styles_of(key)
    assert rating_range(key) is None
    with pytest.raises(ValueError, match=f"rating 100 of '{key}'"):
        player_of_rating(key, 100)


def test_a_level_at_its_best_thinks_as_before_and_makes_no_mistakes():
    best = LEVELS[0].at_its_best()
    assert (best.name, best.blur, best.bound, best.habits, best.noise) == ("Rookie", 0.0, 0.0, 0.0, 0.0)
    assert best.counts_cards == LEVELS[0].counts_cards
    assert RANDOM.at_its_best().noise == 0.0


@pytest.mark.parametrize("key", DECIDED)
def test_ratings_run_from_the_first_level_to_the_last(key):
    lowest, highest = rating_range(key)
    weakest, strongest = player_of_rating(key, lowest), player_of_rating(key, highest)
    assert (weakest.blur, weakest.habits, weakest.learned) == (LEVELS[0].blur, LEVELS[0].habits, False)
    assert (strongest.blur, strongest.simulations, strongest.learned) == (0.0, LEVELS[-1].simulations, True)
    players = [player_of_rating(key, rating) for rating in range(lowest, highest + 1, 10)]
    assert [player.blur for player in players] == sorted((player.blur for player in players), reverse=True)
    assert [player.bound for player in players] == sorted((player.bound for player in players), reverse=True)
    for rating in (lowest - 1, highest + 1):
        with pytest.raises(ValueError, match=f"rating {rating} of '{key}' is not in the range"):
            player_of_rating(key, rating)


def test_between_two_levels_numbers_are_interpolated_and_switches_thrown_half_way():
    lower, upper = Player(blur=2.0, cap_ms=100), Player(blur=1.0, simulations=300, learned=True, cap_ms=500)
    assert between(lower, upper, 0.25) == Player(blur=1.75, cap_ms=200)
    assert between(lower, upper, 0.75) == Player(blur=1.25, simulations=300, learned=True, cap_ms=400)
    assert between(replace(upper, simulations=1000), upper, 0.5).simulations == 650
