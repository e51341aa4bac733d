"""The comparison of answers' times finds what depends on the cards, and nothing in what all see."""

import random

from bench.over_http.answer_secrecy import Answer, compare

AFTER_A_PERSON, GOES_ON = (0, ("shoots",), 0, 6), (1, ("controls", "draws"), 0, 5)


def answers(shown_ms):
    """Slow answers are mostly forced and quick ones mostly not, by their situations; ``shown_ms`` is what a forced one
    takes less.
    """
    rng = random.Random(1)
    for _ in range(1000):
        is_slow = rng.random() < 0.5
        is_forced = rng.random() < (0.7 if is_slow else 0.2)
        ms = (7 if is_slow else 4) + round(rng.gauss(0, 1)) - is_forced * shown_ms
        yield Answer(AFTER_A_PERSON if is_slow else GOES_ON, 1 if is_forced else rng.randint(2, 9), ms)


def p_values(found):
    *_, ks, _, mw = found
    return float(ks), float(mw)


def test_times_that_follow_from_the_situation_are_alike():
    assert min(p_values(compare(answers(shown_ms=0)))) > 0.05


def test_times_that_depend_on_the_cards_differ():
    assert max(p_values(compare(answers(shown_ms=1)))) < 1e-4


def test_answers_in_a_situation_without_a_choice_are_not_compared():
    alone = [Answer((0, ("draws",), 0, 4), 5, 3)] * 50
    assert compare([*answers(shown_ms=0), *alone]) == compare(answers(shown_ms=0))
