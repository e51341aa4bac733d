"""Simultaneous choices of Turn-Based Hockey as matrix games: face-off cards, and line-ups after a tied face-off and in
overtime. Compiled.

One strategy of the seat is found against sampled hands of the other seat, each of which answers as if it knew the
strategy: the resulting payoff is guaranteed against these hands and candidates. Line-ups are searched up to their
mirror images (rules 3.3), which are mixed evenly.
"""

from itertools import permutations
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from ai.heuristic import MixedMove
from ai.search.regret_matching import MatrixGame
from ai.turn_based_hockey.kept_cards import KeptCards
from ai.turn_based_hockey.planner import Planner
from ai.turn_based_hockey.solver import (
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
from ai.turn_based_hockey.values import VALUES, set_gains
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
"""Matrix cells computed between two pauses: below 50 ms interpreted."""
ROUNDS: Final[i64] = 300
"""Rounds of regret matching: they leave a duality gap of 0.001 at most in six games."""
RARE: Final = 0.05
"""Choices that are rarer than this, relative to the most frequent one, are dropped: they remain from the first
rounds.
"""


class MatrixSolver(TurnBasedSolver):
    """Both choose at once: a matrix for each sampled hand, and one strategy of the seat against all of them."""

    cells: i64 = 0
    """Cells of all matrices."""

    def solve(self, game: MatrixGame) -> None:
        """Some rounds of regret matching."""
        game.solve(within(SLICE_CELLS // self.cells, 1, ROUNDS - game.rounds))
        self.is_done = game.rounds == ROUNDS

    def shares(self, game: MatrixGame) -> vec[float]:
        """How often to play each row, without rare ones."""
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
    """Both line up at once. After the last period's face-off all six cards are used, and all line-ups are tried.

    Before, fictitious play finds candidates: each side plans repeatedly against all earlier plans of the other.
    """

    def __init__(
        self,
        observation: Observation,
        determinization: TurnBasedHockeyState,
        simulations: i64,
        rng: Rng,
        kept: KeptCards | None,
    ) -> None:
        super().__init__(observation, determinization, simulations, rng, kept)
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
        """Candidates of the seat, and of all the others."""
        self.game: MatrixGame | None = None
        """None until the candidates are known."""
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
        """Plan for the next hand against all earlier plans of the other side."""
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
                    payoffs[cell] = self._mean_value(mine, theirs)
                    cell += 1
            game.add(payoffs, len(self.lineups[at]), 1.0 / float(len(self.hands) - 1))
            self.cells += cell
        self.game = game

    def outcomes(self, actions: list[int]) -> list[tuple[float, float]]:
        found: list[tuple[float, float]] = []
        game = self.game
        if game is None or game.rounds == 0:
            return found
        mine = self.lineup_of(actions)
        at: i64
        i: i64
        for at in range(1, len(self.hands)):
            often = game.opponents[at - 1].strategy.average
            payoff = 0.0
            lead = 0.0
            for i in range(len(self.lineups[at])):
                theirs = self.lineups[at][i]
                payoff += often[i] * self._mean_value(mine, theirs)
                lead += often[i] * self._mean_lead(mine, theirs)
            found.append((payoff, lead))
        return found

    def _leads_after(self, mine: Lineup, theirs: Lineup) -> list[i64]:
        """The leads after two line-ups, with left and right exchanged or not on either side."""
        scored, mirrored = mine.goals(theirs), mine.mirrored_goals(theirs)
        let_in, mirrored_in = theirs.goals(mine), theirs.mirrored_goals(mine)
        lead = self.lead
        return [
            lead + scored - let_in,
            lead + scored - mirrored_in,
            lead + mirrored - let_in,
            lead + mirrored - mirrored_in,
        ]

    def _mean_lead(self, mine: Lineup, theirs: Lineup) -> float:
        """The expected lead after two line-ups, with left and right exchanged at random on either side."""
        lead = 0.0
        for after in self._leads_after(mine, theirs):
            lead += 0.25 * self.final_lead(after, mine, theirs)
        return lead

    def _mean_value(self, mine: Lineup, theirs: Lineup) -> float:
        """Payoff of two line-ups, with left and right exchanged at random on either side: forwards and defenders
        separately.
        """
        value = 0.0
        for after in self._leads_after(mine, theirs):
            value += 0.25 * self.value(after, mine, theirs)
        return value

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
    """How often pairs of each value were in a side's line-ups so far."""

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
        """Let the planner plan against a line-up drawn from these, with left and right exchanged at random."""
        count = float(self.count)
        as_good = 0.0
        worse = 0.0
        value: i64
        for value in range(VALUES):
            as_good += self.defences[value]
            set_gains(planner.gains, value, as_good / count, worse / count)
            worse += self.attacks[value]


def undominated(options: Options, hand: Hand) -> list[Lineup]:
    """The line-ups of six cards, up to mirror images, that no other dominates in every pair."""
    found: list[Lineup] = []
    cards = buffer(PLACES)
    for c, g, right_wing, left_wing, left, right in permutations(range(PLACES)):
        if left_wing < right_wing and left < right:
            for place, at in ((C, c), (G, g), (LW, left_wing), (RW, right_wing), (LD, left), (RD, right)):
                cards[place] = hand.cards[at]
            add_undominated(found, Lineup(options, cards, hand, 0))
    return found


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
    """Face-off cards: the rest of the period is computed for every pair of cards."""

    def __init__(
        self,
        observation: Observation,
        determinization: TurnBasedHockeyState,
        simulations: i64,
        rng: Rng,
        kept: KeptCards | None,
    ) -> None:
        super().__init__(observation, determinization, simulations, rng, kept)
        self.bids = bids(self.options, self.mine)
        answers = len(self.bids) if self.left == 0 and self.mine.size == PLACES + 1 else PLACES
        self.hands_left = within(simulations // (len(self.bids) * answers), FEW_HANDS, MANY_HANDS)
        self.share = 1.0 / float(self.hands_left)
        self.game = MatrixGame(len(self.bids))
        self.bidding: Bidding | None = None
        self.period: Imagined | None = None
        """The period of the sampled hand that is being computed."""
        self.leads: list[vec[float]] = []
        """By sampled hand, the lead of each cell of its matrix."""

    def run(self) -> None:
        if self.hands_left == 0:
            self.solve(self.game)
            return
        period = self.period
        if period is None:
            hand = self.sample()
            period = Imagined(hand, bids(self.options, hand), len(self.bids))
            self.period = period
        self._imagine(period)
        if period.row == len(self.bids):
            self.period = None
            self.leads.append(period.leads)
            self.game.add(period.payoffs, len(period.theirs), self.share)
            self.cells += len(period.payoffs)
            self.hands_left -= 1

    def _imagine(self, period: "Imagined") -> None:
        """The rest of the period after the next of the seat's cards and every card of the other seat."""
        ours = self.bidding
        if ours is None:
            ours = self._line_up_after(self.mine, self.bids)
            self.bidding = ours
        others = period.bidding
        if others is None:
            others = self._line_up_after(period.hand, period.theirs)
            period.bidding = others
        row, hand, theirs = period.row, period.hand, period.theirs
        column: i64
        for column in range(len(theirs)):
            mine, other = ours.lineups[row], others.lineups[column]
            winner = self._winner(self.bids[row], theirs[column])
            if winner == self.seat:
                mine = self._answered(period.our_answers, self.mine, self.bids, row, others, column)
            elif winner != NO_SIDE:
                other = self._answered(period.their_answers, hand, theirs, column, ours, row)
            lead = self.lead_after(mine, other)
            cell = len(theirs) * row + column
            period.payoffs[cell] = self.value(lead, mine, other)
            period.leads[cell] = self.final_lead(lead, mine, other)
        period.row += 1

    def _line_up_after(self, hand: Hand, cards: list[int]) -> "Bidding":
        """What a seat shows after each of its face-off cards: its best line-up, and another one where that lacks the
        card.
        """
        best = self.plan_blind(hand, self.other_size - 1)
        self.simulations += 1
        made = Bidding()
        i: i64
        for i in range(len(cards)):
            rest = without(hand, cards[i])
            if best.mask & bit(cards[i]) == 0:
                made.lineups.append(Lineup(self.options, best.cards, rest, self.left))
                made.same.append(made.usual if made.usual >= 0 else i)
                made.usual = made.same[i]
            else:
                made.lineups.append(self.plan_blind(rest, self.other_size - 1))
                made.same.append(i)
                self.simulations += 1
        return made

    def _answered(self, answers: "Answers", hand: Hand, cards: list[int], at: i64, shown: "Bidding", to: i64) -> Lineup:
        """The answer of a seat after its face-off card ``at`` to what the other one shows after its card ``to``."""
        to = shown.same[to]
        place = len(shown.lineups) * at + to
        known = answers.found[place]
        if known is not None:
            return known
        best = answers.best[to]
        if best is None:
            best = self.answer(hand, shown.lineups[to])
            answers.best[to] = best
            self.simulations += 1
        rest = without(hand, cards[at])
        if best.mask & bit(cards[at]) == 0:
            found = Lineup(self.options, best.cards, rest, self.left)
        else:
            found = self.answer(rest, shown.lineups[to])
            self.simulations += 1
        answers.found[place] = found
        return found

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

    def outcomes(self, actions: list[int]) -> list[tuple[float, float]]:
        found: list[tuple[float, float]] = []
        if self.game.rounds == 0:
            return found
        row: i64 = 0
        while kind_of_bid(self.options, self.bids[row]) != kind_of_bid(self.options, actions[0]):
            row += 1
        hand: i64
        column: i64
        for hand in range(len(self.leads)):
            opponent = self.game.opponents[hand]
            columns = opponent.strategy.size
            payoff = 0.0
            lead = 0.0
            for column in range(columns):
                often = opponent.strategy.average[column]
                payoff += often * opponent.payoffs[columns * row + column]
                lead += often * self.leads[hand][columns * row + column]
            found.append((payoff, lead))
        return found


class Imagined:
    """The rest of a period against one sampled hand, as far as computed."""

    def __init__(self, hand: Hand, theirs: list[int], rows: i64) -> None:
        self.hand = Hand(ALL_CARDS)
        self.hand.copy_from(hand)
        self.theirs = theirs
        """The face-off cards of the other seat."""
        self.payoffs = float_buffer(rows * len(theirs))
        self.leads = float_buffer(rows * len(theirs))
        self.row: i64 = 0
        """The next of our face-off cards."""
        self.bidding: Bidding | None = None
        self.our_answers = Answers(rows, len(theirs))
        self.their_answers = Answers(len(theirs), rows)


class Bidding:
    """What a seat shows after each of its face-off cards if it loses."""

    def __init__(self) -> None:
        self.lineups: list[Lineup] = []
        self.same: list[int] = []
        """By card, the first one after which the same line-up is shown."""
        self.usual = -1
        """The first one that the line-up does not need."""


class Answers:
    """A seat's answers to what the other one may show."""

    def __init__(self, cards: i64, shown: i64) -> None:
        self.best: list[Lineup | None] = [None] * int(shown)
        """With all cards at hand, by what is shown."""
        self.found: list[Lineup | None] = [None] * int(cards * shown)
        """By face-off card, then by what is shown."""


def bids(options: Options, hand: Hand) -> list[int]:
    """The cards of a hand that differ in a face-off or for the line-ups after it."""
    found: list[int] = []
    kinds: i64 = 0
    i: i64
    for i in range(hand.size):
        of_kind = bit(kind_of_bid(options, hand.cards[i]))
        if kinds & of_kind == 0:
            kinds |= of_kind
            found.append(int(hand.cards[i]))
    return found


def kind_of_bid(options: Options, card: i64) -> i64:
    """One number for all cards that are equivalent in a face-off and for the line-ups after it."""
    return card if options.by_rank else kind(card, options.joker_chemistry)


def without(hand: Hand, card: i64) -> Hand:
    """The hand after a face-off with the card."""
    rest = Hand(ALL_CARDS)
    rest.copy_from(hand)
    rest.remove_mask(bit(card))
    return rest
