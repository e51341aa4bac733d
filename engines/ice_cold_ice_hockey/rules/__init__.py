"""The rules of Ice Cold Ice Hockey, one module for each group of sections of the rules document; ``flow`` puts them
together.

A whole game, of one period, 14 cards that are turned over once, and hands of two:

    >>> from engines.example import Example
    >>> from engines.ice_cold_ice_hockey.options import Sizes, options_from
    >>> from engines.ice_cold_ice_hockey.rules.flow import IceColdFlow
    >>> sizes = Sizes(passes=1, hand=2, hand_limit=4, overtime_hand=2)
    >>> cards = (5, 10, 15, 16, 18, 20, 22, 27, 34, 35, 45, 53, 55, 61)
    >>> options = options_from({"periods": 1, "tie_rule": "tie"}, cards, sizes)
    >>> game = Example("ice_cold_ice_hockey", IceColdFlow(options), seed=383)
    period_start: period 1
    deal: seat 0, count 2, cards 18 22
    deal: seat 1, count 2, cards 27 53
    turns_over: card 55, for face_off, team 0, mark none, results -
    controls: seat 0, zone centre

Seat 0 skates with card 22 from centre into the end of seat 1, and shoots from outside. The card that is turned over is
the result of the shot, the next one says who gets the loose puck. Card 53 of seat 1 stops the pass with card 18:

    >>> game.play(0, {"type": "play", "card": "22"})
    skates: seat 0, card 22
    >>> game.play(1, {"type": "decline"})
    no_answer: seat 1
    controls: seat 0, zone end_1
    draws: seat 0, card 10
    >>> game.play(0, {"type": "outside_shot"})
    shoots_outside: seat 0
    turns_over: card 45, for outside_shot, team -, mark none, results POST
    hits_post: seat 0
    turns_over: card 05, for loose_puck, team 0, mark none, results -
    controls: seat 0, zone end_1
    >>> game.play(0, {"type": "play", "card": "18"})
    passes: seat 0, card 18
    >>> game.play(1, {"type": "answer", "card": "53"})
    answers: seat 1, card 53
    controls: seat 1, zone end_1
    draws: seat 0, card 15
    draws: seat 1, card 20

A deep dump is icing. Behind the play seat 0 commits a foul, and seat 1 scores with the second of its three shots:

    >>> game.play(1, {"type": "dump_deep"})
    dumps_deep: seat 1
    turns_over: card 61, for deep_dump, team 0, mark penalty_10_40, results -
    icing: seat 1
    turns_over: card 35, for behind_the_play, team 0, mark none, results -
    penalty: seat 0, card 35, major False, shots 3
    power_play: seat 1, card 35, major False, shots 3
    turns_over: card 16, for power_play, team -, mark none, results WIDE
    shoots_wide: seat 1
    turns_over: card 34, for power_play, team -, mark none, results GOAL
    scores: seat 1, score 0 1
    earns: seat 1, count 3

No card is left in the deck. Seat 0 could pull its goalie, and keeps it in the net; the period is over:

    >>> game.play(0, {"type": "keep_in_net"})
    period_end: period 1, score 0 1
    game_over: winner 1, score 0 1, shootout False
"""
