"""Simultaneous choices of Turn-Based Hockey as matrix games: face-off cards, and line-ups after a tied face-off and in
overtime. Compiled.

One strategy of ours is found against sampled hands of the other seat, each of which answers as if it knew ours: what
the strategy earns so, no habit of ours can lose against these hands and candidates. Line-ups are searched up to their
mirror images (rules 3.3), and these are mixed evenly.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bench.opponents.base import MixedMove
from bench.opponents.regret_matching import MatrixGame
from bench.opponents.turn_based_hockey_lineups import VALUES, Planner, price
from bench.opponents.turn_based_hockey_solver import (
    FEW_CANDIDATES,
    FEW_HANDS,
    MANY_HANDS,
    SLICE,
    Lineup,
    TurnBasedSolver,
    action_list,
    is_among,
    within,
)
from engines.api import NO_SIDE, Observation
from engines.buffers import bit, buffer, count_bits, float_buffer
from engines.hand import Hand
from engines.rng import Rng
from engines.turn_based_hockey.rules import (
    ALL_CARDS,
    LD,
    LW,
    PLACES,
    RD,
    RW,
    C,
    G,
    Options,
    TurnBasedHockeyState,
    kind,
    scale_value,
)

SLICE_CELLS: Final[i64] = 50_000
"""Cells of matrices worked through between two pauses: below 50 ms interpreted."""
ROUNDS: Final[i64] = 300
"""Of regret matching: left a duality gap of 0.001 at most in six games."""
RARE: Final = 0.05
"""Choices to be played more rarely than so, beside the most frequent, are left out: they are what is left of the first
rounds.
"""


class MatrixSolver(TurnBasedSolver):
    """Both choose at once: a matrix for each sampled hand, and one strategy of ours against all of them."""

    def __init__(
        self, observation: Observation, determinization: TurnBasedHockeyState, simulations: i64, rng: Rng
    ) -> None:
        super().__init__(observation, determinization, simulations, rng)
        self.cells: i64 = 0
        """Of all matrices."""

    def solve(self, game: MatrixGame) -> None:
        """Some rounds of regret matching."""
        game.solve(within(SLICE_CELLS // self.cells, 1, ROUNDS - game.rounds))
        self.is_done = game.rounds == ROUNDS

    def shares(self, game: MatrixGame) -> vec[float]:
        """How often to play each row, what is rare left out."""
        average = game.rows.average
        shares = float_buffer(game.rows.size)
        most = 0.0
        total = 0.0
        row: i64
        for row in range(game.rows.size):
            most = max(most, average[row])
        for row in range(game.rows.size):
            if average[row] >= RARE * most:
                shares[row] = average[row]
                total += shares[row]
        for row in range(game.rows.size):
            shares[row] /= total
        return shares


class SecretLineupSolver(MatrixSolver):
    """Both line up at once. After the last period's face-off all six cards are used, and all line-ups are looked at.

    Before, fictitious play finds candidates: each side plans again and again against all that the other has planned so
    far.
    """

    def __init__(
        self, observation: Observation, determinization: TurnBasedHockeyState, simulations: i64, rng: Rng
    ) -> None:
        super().__init__(observation, determinization, simulations, rng)
        known = self.mine.size + self.other_size + count_bits(self.open) == len(self.options.deck)
        hands = 1 if known else within(simulations // MANY_HANDS, FEW_HANDS, MANY_HANDS)
        self.plans = within(simulations // (hands + 1), FEW_CANDIDATES, MANY_HANDS)
        """How often each side plans."""
        self.hands: list[Hand] = [self.mine]
        _i: i64
        for _i in range(hands):
            hand = Hand(ALL_CARDS)
            hand.copy_from(self.sample())
            self.hands.append(hand)
        self.lineups: list[list[Lineup]] = [[] for _ in self.hands]
        """By hand, ours first: the candidates."""
        self.habits = [Habits(), Habits()]
        """Of us and of all the others."""
        self.game: MatrixGame | None = None
        """As soon as the candidates are known."""
        self.round: i64 = 0
        self.at: i64 = 0
        """The hand to plan for next."""

    def run(self) -> None:
        if self.game is not None:
            self.solve(self.game)
            return
        _i: i64
        for _i in range(SLICE):
            self.simulations += 1
            if self.left == 0 and self.hands[self.at].size == PLACES:
                self.lineups[self.at] = undominated(self.options, self.hands[self.at])
                self.round = self.plans - 1
            else:
                self._plan()
            self.at += 1
            if self.at == len(self.hands):
                self.at = 0
                self.round += 1
                if self.round == self.plans:
                    self._build()
                    return

    def _plan(self) -> None:
        """Plan for the next hand against what the other side has planned so far."""
        hand = self.hands[self.at]
        met = self.habits[1 if self.at == 0 else 0]
        if self.round == 0:
            self.meet_unknown(hand, self.other_size)
        else:
            self.planner.take(hand, self.left)
            met.show(self.planner)
        lineup = self.planned(hand)
        self.habits[0 if self.at == 0 else 1].note(lineup)
        if not is_among(lineup, self.lineups[self.at]):
            self.lineups[self.at].append(lineup)

    def _build(self) -> None:
        """One matrix for each sampled hand."""
        game = MatrixGame(len(self.lineups[0]))
        at: i64
        for at in range(1, len(self.hands)):
            payoffs = float_buffer(len(self.lineups[0]) * len(self.lineups[at]))
            cell: i64 = 0
            for mine in self.lineups[0]:
                for theirs in self.lineups[at]:
                    payoffs[cell] = self._mean_worth(mine, theirs)
                    cell += 1
            game.add(payoffs, len(self.lineups[at]), 1.0 / float(len(self.hands) - 1))
            self.cells += cell
        self.game = game

    def _mean_worth(self, mine: Lineup, theirs: Lineup) -> float:
        """Payoff of two line-ups, left and right exchanged at random on either side: forwards and defenders for
        themselves.
        """
        base = float(self.lead) + mine.kept - theirs.kept
        scored, mirrored = float(mine.goals(theirs)), float(mine.mirrored_goals(theirs))
        let_in, mirrored_in = float(theirs.goals(mine)), float(theirs.mirrored_goals(mine))
        return 0.25 * (
            self.worth(base + scored - let_in)
            + self.worth(base + scored - mirrored_in)
            + self.worth(base + mirrored - let_in)
            + self.worth(base + mirrored - mirrored_in)
        )

    def moves(self) -> list[MixedMove]:
        made: list[MixedMove] = []
        game = self.game
        if game is None or game.rounds == 0:
            return made
        shares, values = self.shares(game), game.row_values()
        row: i64
        for row in range(len(self.lineups[0])):
            cards = action_list(self.lineups[0][row].cards)
            for wings in (LW, RW):
                for defenders in (LD, RD):
                    turned = [
                        cards[wings],
                        cards[C],
                        cards[LW + RW - wings],
                        cards[defenders],
                        cards[G],
                        cards[LD + RD - defenders],
                    ]
                    made.append(MixedMove(turned, values[row], 0.25 * shares[row]))
        return made


class Habits:
    """How often pairs of each value stood in a side's line-ups so far."""

    def __init__(self) -> None:
        self.attacks = float_buffer(VALUES)
        self.defences = float_buffer(VALUES)
        self.count: i64 = 0
        """Pairs of either sort."""

    def note(self, lineup: Lineup) -> None:
        """Count a line-up."""
        self.attacks[lineup.left_attack] += 1.0
        self.attacks[lineup.right_attack] += 1.0
        self.defences[lineup.left_defence] += 1.0
        self.defences[lineup.right_defence] += 1.0
        self.count += 2

    def show(self, planner: Planner) -> None:
        """The planner is to plan against a line-up drawn from these, left and right exchanged at random."""
        gains, count = planner.gains, float(self.count)
        as_good = 0.0
        worse = 0.0
        value: i64
        for value in range(VALUES):
            as_good += self.defences[value]
            gains[value] = as_good / count
            gains[VALUES + value] = gains[value]
            gains[2 * VALUES + value] = worse / count
            gains[3 * VALUES + value] = gains[2 * VALUES + value]
            worse += self.attacks[value]


def undominated(options: Options, hand: Hand) -> list[Lineup]:
    """The line-ups of six cards, up to mirror images, that are not in every pair at most as good as another."""
    found: list[Lineup] = []
    cards = buffer(PLACES)
    c: i64
    g: i64
    a: i64
    b: i64
    for c in range(PLACES):
        for g in range(PLACES):
            for a in range(PLACES):
                for b in range(a):
                    used = bit(c) | bit(g) | bit(a) | bit(b)
                    if count_bits(used) == 4:
                        cards[C] = hand.cards[c]
                        cards[G] = hand.cards[g]
                        cards[LW] = hand.cards[b]
                        cards[RW] = hand.cards[a]
                        put_defenders(cards, hand, used)
                        add_undominated(found, Lineup(options, cards, hand, 0))
    return found


def put_defenders(cards: vec[i64], hand: Hand, used: i64) -> None:
    """Put the two cards of six whose places in the hand are not used into LD and RD."""
    place = LD
    i: i64
    for i in range(PLACES):
        if (used >> i) & 1 == 0:
            cards[place] = hand.cards[i]
            place = RD


def add_undominated(found: list[Lineup], lineup: Lineup) -> None:
    """Add a line-up to those found unless one of them dominates it, and drop those that it dominates."""
    kept: list[Lineup] = []
    for other in found:
        if other.dominates(lineup):
            return
        if not lineup.dominates(other):
            kept.append(other)
    kept.append(lineup)
    found[:] = kept


class FaceOffSolver(MatrixSolver):
    """Face-off cards: the period is imagined for each way the face-off may end.

    Before the last period a card costs what it would be worth later; in the last, where it is missed in the line-up,
    the period is imagined for every two cards.
    """

    def __init__(
        self, observation: Observation, determinization: TurnBasedHockeyState, simulations: i64, rng: Rng
    ) -> None:
        super().__init__(observation, determinization, simulations, rng)
        self.bids = bids(self.options, self.mine)
        self.is_last = self.left == 0 and self.mine.size == PLACES + 1
        periods = len(self.bids) * len(self.bids) if self.is_last else 3
        self.hands_left = within(simulations // periods, FEW_HANDS, MANY_HANDS)
        self.share = 1.0 / float(self.hands_left)
        self.game = MatrixGame(len(self.bids))

    def run(self) -> None:
        if self.hands_left == 0:
            self.solve(self.game)
            return
        hand = self.sample()
        theirs = bids(self.options, hand)
        payoffs = self._imagine_cards(hand, theirs) if self.is_last else self._imagine_ends(hand, theirs)
        self.game.add(payoffs, len(theirs), self.share)
        self.cells += len(payoffs)
        self.hands_left -= 1

    def _imagine_ends(self, hand: Hand, theirs: list[int]) -> vec[float]:
        """A matrix from the three ways the face-off may end, and the prices of the cards."""
        first, shown = self.plan_blind(self.mine, hand.size), self.plan_blind(hand, self.mine.size)
        won = self.ahead(self.answer(self.mine, shown), shown)
        lost = self.ahead(first, self.answer(hand, first))
        tied = self.ahead(first, shown)
        self.simulations += 3
        payoffs = float_buffer(len(self.bids) * len(theirs))
        cell: i64 = 0
        for card in self.bids:
            for other in theirs:
                winner = self._winner(card, other)
                lead = tied if winner == NO_SIDE else won if winner == self.seat else lost
                payoffs[cell] = self.worth(lead - price(self.mine, card) + price(hand, other))
                cell += 1
        return payoffs

    def _imagine_cards(self, hand: Hand, theirs: list[int]) -> vec[float]:
        """A matrix from the last period after every two cards."""
        shown: list[Lineup] = []
        for other in theirs:
            shown.append(self.plan_blind(without(hand, other), PLACES))
        payoffs = float_buffer(len(self.bids) * len(theirs))
        cell: i64 = 0
        column: i64
        for card in self.bids:
            mine = without(self.mine, card)
            first = self.plan_blind(mine, PLACES)
            for column in range(len(theirs)):
                winner = self._winner(card, theirs[column])
                if winner == self.seat:
                    lead = self.ahead(self.answer(mine, shown[column]), shown[column])
                elif winner == NO_SIDE:
                    lead = self.ahead(first, shown[column])
                else:
                    lead = self.ahead(first, self.answer(without(hand, theirs[column]), first))
                payoffs[cell] = self.worth(lead)
                cell += 1
        self.simulations += cell
        return payoffs

    def _winner(self, card: i64, other: i64) -> i64:
        """The seat that wins the face-off with our card against the other."""
        mine, theirs = scale_value(card, self.options.by_rank), scale_value(other, self.options.by_rank)
        return NO_SIDE if mine == theirs else self.seat if mine > theirs else 1 - self.seat

    def moves(self) -> list[MixedMove]:
        made: list[MixedMove] = []
        if self.game.rounds == 0:
            return made
        shares, values = self.shares(self.game), self.game.row_values()
        row: i64
        for row in range(len(self.bids)):
            made.append(MixedMove([self.bids[row]], values[row], shares[row]))
        return made


def bids(options: Options, hand: Hand) -> list[int]:
    """The cards of a hand that are different in a face-off or for the line-ups after it."""
    found: list[int] = []
    kinds: i64 = 0
    i: i64
    for i in range(hand.size):
        of_kind = bit(hand.cards[i] if options.by_rank else kind(hand.cards[i], options.joker_chemistry))
        if kinds & of_kind == 0:
            kinds |= of_kind
            found.append(int(hand.cards[i]))
    return found


def without(hand: Hand, card: i64) -> Hand:
    """The hand after a face-off with the card."""
    rest = Hand(ALL_CARDS)
    rest.copy_from(hand)
    rest.remove_mask(bit(card))
    return rest
