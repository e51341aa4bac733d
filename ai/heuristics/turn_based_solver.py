"""Turn-Based Hockey's own way to a decision: matrix games where both choose at once, else the best line-up. Compiled.

The other hand is sampled. A line-up laid open first is judged by the best answer of each sampled hand. Secret line-ups and face-off
cards are one strategy of ours against each sampled hand, which answers as if it knew ours: what that strategy earns, no habit of ours
can lose. Secret line-ups are searched up to their mirror images (rules 3.3), which are mixed evenly.
"""

from math import exp, pow
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from ai.heuristics.base import MixedMove, Solver
from ai.heuristics.turn_based_lineups import LINES, VALUES, Planner, floats, laid_open, payoff, periods_after, price, strength
from ai.matrix import MatrixGame
from engines.api import NO_SIDE, Observation, bit, buffer, copy_numbers
from engines.rng import Rng
from engines.turn_based_hockey.rules import (
    ALL_CARDS,
    FACE_OFF,
    LD,
    LINEUP_BOTH,
    LINEUP_FIRST,
    LW,
    PLACES,
    RD,
    RW,
    C,
    G,
    Hand,
    Options,
    TurnBasedHockeyState,
    kind,
    scale_value,
)

SLICE: Final[i64] = 5
"""Line-ups planned between two pauses: below 50 ms interpreted."""
SLICE_CELLS: Final[i64] = 50_000
"""Cells of matrices worked through between two pauses."""
ROUNDS: Final[i64] = 300
"""Of regret matching: leaves a duality gap of about 0.01."""
RARE: Final = 0.02
"""Choices to be played more rarely are left out."""
FEW_HANDS: Final[i64] = 4
MANY_HANDS: Final[i64] = 24
"""Sampled hands: more were not measured to help."""
FEW_CANDIDATES: Final[i64] = 4
MANY_CANDIDATES: Final[i64] = 40


def make_solver(observation: Observation, simulations: i64, rng: Rng) -> Solver:
    """Return the solver for a decision of the observing seat."""
    world = observation.blank_state()
    observation.determinize_into(world, rng)
    assert isinstance(world, TurnBasedHockeyState)
    if world.node == FACE_OFF:
        return FaceOffSolver(observation, world, simulations, rng)
    if world.node == LINEUP_BOTH:
        return SecretLineupSolver(observation, world, simulations, rng)
    return OpenLineupSolver(observation, world, simulations, rng)


def vary(planner: Planner, rng: Rng) -> None:
    """Change at random how much each line counts, how good the other line-up is thought to be, and what cards cost."""
    confidence = exp(2.0 * rng.chance() - 1.0)
    line: i64
    value: i64
    i: i64
    for line in range(LINES):
        weight = 0.5 + rng.chance()
        for value in range(VALUES):
            gain = planner.gains[VALUES * line + value]
            planner.gains[VALUES * line + value] = weight * pow(gain, confidence) if gain > 0.0 else 0.0
    thrift = 2.0 * rng.chance()
    for i in range(planner.count):
        planner.prices[planner.cards[i]] *= thrift


def is_among(lineup: "Lineup", others: "list[Lineup]") -> bool:
    """Tell whether a line-up, up to its mirror images, is one of the others."""
    for other in others:
        if lineup.is_same(other):
            return True
    return False


def action_list(cards: vec[i64]) -> list[int]:
    """A line-up as actions."""
    return [int(cards[place]) for place in range(PLACES)]


def within(number: i64, least: i64, most: i64) -> i64:
    """The number, or the bound it is beyond."""
    return least if number < least else most if number > most else number


class Lineup:
    """A line-up, the values of its pairs, and what the cards beside it are worth later."""

    def __init__(self, options: Options, cards: vec[i64], hand: Hand, left: i64) -> None:
        self.cards = buffer(PLACES)
        copy_numbers(cards, self.cards, PLACES)
        self.mask: i64 = 0
        i: i64
        for i in range(PLACES):
            self.mask |= bit(cards[i])
        self.left_attack = options.pair(cards[LW], cards[C])
        self.right_attack = options.pair(cards[RW], cards[C])
        self.left_defence = options.pair(cards[LD], cards[G])
        self.right_defence = options.pair(cards[RD], cards[G])
        self.kept = 0.0 if left == 0 else strength(hand, self.mask)

    def goals(self, other: "Lineup") -> i64:
        """Goals against another line-up (2.3 line 3)."""
        return (1 if self.left_attack >= other.right_defence else 0) + (1 if self.right_attack >= other.left_defence else 0)

    def mirrored_goals(self, other: "Lineup") -> i64:
        """Goals against it if either side exchanges left and right."""
        return (1 if self.left_attack >= other.left_defence else 0) + (1 if self.right_attack >= other.right_defence else 0)

    def is_same(self, other: "Lineup") -> bool:
        """Tell whether pairs and cards are the same, whatever their places."""
        return (
            self.mask == other.mask
            and self.left_attack + self.right_attack == other.left_attack + other.right_attack
            and self.left_defence + self.right_defence == other.left_defence + other.right_defence
            and max(self.left_attack, self.right_attack) == max(other.left_attack, other.right_attack)
            and max(self.left_defence, self.right_defence) == max(other.left_defence, other.right_defence)
        )

    def dominates(self, other: "Lineup") -> bool:
        """Tell whether, up to mirror images, no pair is worth less than in the other of the same hand."""
        return (
            max(self.left_attack, self.right_attack) >= max(other.left_attack, other.right_attack)
            and min(self.left_attack, self.right_attack) >= min(other.left_attack, other.right_attack)
            and max(self.left_defence, self.right_defence) >= max(other.left_defence, other.right_defence)
            and min(self.left_defence, self.right_defence) >= min(other.left_defence, other.right_defence)
        )


class TurnBasedSolver(Solver):
    """What the decisions have in common: sampled hands, planned line-ups, and what a period is worth."""

    def __init__(self, observation: Observation, world: TurnBasedHockeyState, simulations: i64, rng: Rng) -> None:
        super().__init__()
        self.observation = observation
        self.world = world
        self.budget = simulations
        self.rng = rng
        self.seat = observation.seat
        self.options = world.options
        self.left = periods_after(world)
        self.lead = world.totals[self.seat] - world.totals[1 - self.seat]
        self.mine = world.hands[self.seat]
        self.other_size = world.hands[1 - self.seat].size
        self.open = laid_open(world)
        self.planner = Planner()
        self._unseen = buffer(ALL_CARDS)

    def sample(self) -> Hand:
        """Deal the unseen cards anew, and return the other hand."""
        self.observation.determinize_into(self.world, self.rng)
        return self.world.hands[1 - self.seat]

    def plan_blind(self, hand: Hand, others: i64) -> Lineup:
        """The line-up of somebody who holds this hand and does not see the other line-up, of so many cards."""
        self.meet_unknown(hand, others)
        return self.planned(hand)

    def meet_unknown(self, hand: Hand, others: i64) -> None:
        """The planner is to plan for a hand without seeing the other line-up."""
        gone = self.open | hand.mask()
        count: i64 = 0
        i: i64
        for i in range(len(self.options.deck)):
            if (gone >> self.options.deck[i]) & 1 == 0:
                self._unseen[count] = self.options.deck[i]
                count += 1
        self.planner.take(hand, self.left)
        self.planner.meet_unknown(self.options, self._unseen, count, others)

    def planned(self, hand: Hand) -> Lineup:
        """The planner's line-up."""
        self.planner.search(self.options.pair_values)
        return Lineup(self.options, self.planner.lineup, hand, self.left)

    def answer(self, hand: Hand, shown: Lineup) -> Lineup:
        """The best line-up of somebody who holds this hand and sees the other line-up."""
        self.planner.take(hand, self.left)
        self.planner.meet_seen(self.options, shown.cards, 0)
        return self.planned(hand)

    def worth(self, lead: float) -> float:
        """Payoff of being ahead at the end of this period, kept cards included; after the last one a lead is all."""
        if self.left > 0:
            return payoff(lead, self.left)
        return 1.0 if lead > 0.0 else -1.0 if lead < 0.0 else 0.0

    def ahead(self, mine: Lineup, theirs: Lineup) -> float:
        """The lead after these line-ups, kept cards included."""
        return float(self.lead + mine.goals(theirs) - theirs.goals(mine)) + mine.kept - theirs.kept


class OpenLineupSolver(TurnBasedSolver):
    """A line-up that the other seat answers, or that answers the other's: of many candidates the worse half is dropped again and again."""

    def __init__(self, observation: Observation, world: TurnBasedHockeyState, simulations: i64, rng: Rng) -> None:
        super().__init__(observation, world, simulations, rng)
        self.wanted = within(simulations // 16, FEW_CANDIDATES, MANY_CANDIDATES)
        self.tries: i64 = 0
        self.candidates: list[Lineup] = []
        self.totals = floats(self.wanted)
        self.tested = buffer(self.wanted)
        """By candidate: the sum of what it was worth, and how often."""
        self.order = buffer(self.wanted)
        """Candidates still in question first."""
        self.running: i64 = 0
        self.at: i64 = 0
        self.hands_left: i64 = 0
        self.shown = buffer(PLACES)
        if world.node != LINEUP_FIRST:
            at = world.lineup_at(1 - self.seat)
            i: i64
            for i in range(PLACES):
                self.shown[i] = world.lineups[at + i]

    def run(self) -> None:
        _i: i64
        for _i in range(SLICE):
            if self.is_done:
                return
            self.simulations += 1
            if self.running == 0:
                self._propose()
            else:
                self._test()

    def _propose(self) -> None:
        """Plan with what the pairs gain and the cards cost changed at random; the first time as it is."""
        planner, rng = self.planner, self.rng
        if self.world.node == LINEUP_FIRST:
            self.meet_unknown(self.mine, self.other_size)
        else:
            planner.take(self.mine, self.left)
            planner.meet_seen(self.options, self.shown, 0)
        if self.tries > 0:
            vary(planner, rng)
        self.tries += 1
        found = self.planned(self.mine)
        if not is_among(found, self.candidates):
            self.order[len(self.candidates)] = len(self.candidates)
            self.candidates.append(found)
        if len(self.candidates) == self.wanted or self.tries == 2 * self.wanted:
            self._begin(len(self.candidates))

    def _begin(self, count: i64) -> None:
        """Test so many candidates, all against the same hands."""
        if count < 2:
            self.is_done = True
        rounds: i64 = 1
        while (2 << rounds) < len(self.candidates):
            rounds += 1
        self.running = count
        self.hands_left = within((self.budget - 2 * self.wanted) // (rounds * count), 2, MANY_HANDS * 4)
        self.at = 0
        self.sample()

    def _test(self) -> None:
        """See what the next candidate is worth against the sampled hand."""
        candidate = self.order[self.at]
        mine, hand = self.candidates[candidate], self.world.hands[1 - self.seat]
        if self.world.node == LINEUP_FIRST:
            theirs = self.answer(hand, mine)
        else:
            theirs = Lineup(self.options, self.shown, hand, self.left)
        self.totals[candidate] += self.worth(self.ahead(mine, theirs))
        self.tested[candidate] += 1
        self.at += 1
        if self.at < self.running:
            return
        self.at = 0
        self.hands_left -= 1
        if self.hands_left > 0:
            self.sample()
            return
        self._sort()
        self._begin((self.running + 1) // 2 if self.running > 2 else 1)

    def _sort(self) -> None:
        """Put the better of the candidates in question first; equal ones stay in order."""
        i: i64
        for i in range(1, self.running):
            candidate = self.order[i]
            at = i
            while at > 0 and self._mean(self.order[at - 1]) < self._mean(candidate):
                self.order[at] = self.order[at - 1]
                at -= 1
            self.order[at] = candidate

    def _mean(self, candidate: i64) -> float:
        return self.totals[candidate] / float(self.tested[candidate]) if self.tested[candidate] > 0 else 0.0

    def moves(self) -> list[MixedMove]:
        if self.running > 0:
            self._sort()
        made: list[MixedMove] = []
        i: i64
        for i in range(len(self.candidates)):
            candidate = self.order[i]
            made.append(MixedMove(action_list(self.candidates[candidate].cards), self._mean(candidate), 1.0 if i == 0 else 0.0))
        return made


class Habits:
    """How often pairs of each value stood in a side's line-ups so far."""

    def __init__(self) -> None:
        self.attacks = floats(VALUES)
        self.defences = floats(VALUES)
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


class MatrixSolver(TurnBasedSolver):
    """Both choose at once: a matrix for each sampled hand, and one strategy of ours against all of them."""

    def __init__(self, observation: Observation, world: TurnBasedHockeyState, simulations: i64, rng: Rng) -> None:
        super().__init__(observation, world, simulations, rng)
        self.game: MatrixGame | None = None
        self.cells: i64 = 0

    def solve(self, game: MatrixGame) -> None:
        """Some rounds of regret matching."""
        game.solve(within(SLICE_CELLS // self.cells, 1, ROUNDS - game.rounds))
        self.is_done = game.rounds == ROUNDS

    def shares(self, game: MatrixGame) -> vec[float]:
        """How often to play each row, what is rare left out."""
        shares = floats(game.rows.size)
        total = 0.0
        row: i64
        for row in range(game.rows.size):
            if game.rows.average[row] >= RARE:
                shares[row] = game.rows.average[row]
                total += shares[row]
        for row in range(game.rows.size):
            shares[row] /= total
        return shares


class SecretLineupSolver(MatrixSolver):
    """Both line up at once. After the last period's face-off all six cards are used, and all line-ups are looked at.

    Before, fictitious play finds candidates: each side plans again and again against all that the other has planned so far.
    """

    def __init__(self, observation: Observation, world: TurnBasedHockeyState, simulations: i64, rng: Rng) -> None:
        super().__init__(observation, world, simulations, rng)
        known = self.mine.size + self.other_size + count_bits(self.open) == len(self.options.deck)
        hands = 1 if known else within(simulations // MANY_HANDS, FEW_HANDS, MANY_HANDS)
        self.plans = within(simulations // (hands + 1), FEW_CANDIDATES, MANY_HANDS)
        """How often each side plans."""
        self.hands: list[Hand] = [self.mine]
        _i: i64
        for _i in range(hands):
            hand = Hand()
            hand.copy_from(self.sample())
            self.hands.append(hand)
        self.lineups: list[list[Lineup]] = [[] for _ in self.hands]
        """By hand, ours first: the candidates."""
        self.habits = [Habits(), Habits()]
        """Of us and of all the others."""
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
            payoffs = floats(len(self.lineups[0]) * len(self.lineups[at]))
            cell: i64 = 0
            for mine in self.lineups[0]:
                for theirs in self.lineups[at]:
                    payoffs[cell] = self._mean_worth(mine, theirs)
                    cell += 1
            game.add(payoffs, len(self.lineups[at]), 1.0 / float(len(self.hands) - 1))
            self.cells += cell
        self.game = game

    def _mean_worth(self, mine: Lineup, theirs: Lineup) -> float:
        """Payoff of two line-ups, left and right exchanged at random on either side: forwards and defenders for themselves."""
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
                    turned = [cards[wings], cards[C], cards[LW + RW - wings], cards[defenders], cards[G], cards[LD + RD - defenders]]
                    made.append(MixedMove(turned, values[row], 0.25 * shares[row]))
        return made


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

    Before the last period a card costs what it would be worth later; in the last, where it is missed in the line-up, the period is
    imagined for every two cards.
    """

    def __init__(self, observation: Observation, world: TurnBasedHockeyState, simulations: i64, rng: Rng) -> None:
        super().__init__(observation, world, simulations, rng)
        self.bids = bids(self.options, self.mine)
        self.is_last = self.left == 0 and self.mine.size == PLACES + 1
        periods = len(self.bids) * len(self.bids) if self.is_last else 3
        self.hands_left = within(simulations // periods, FEW_HANDS, MANY_HANDS)
        self.share = 1.0 / float(self.hands_left)
        self.sampled = MatrixGame(len(self.bids))

    def run(self) -> None:
        if self.hands_left == 0:
            self.solve(self.sampled)
            return
        hand = self.sample()
        theirs = bids(self.options, hand)
        payoffs = self._imagine_cards(hand, theirs) if self.is_last else self._imagine_ends(hand, theirs)
        self.sampled.add(payoffs, len(theirs), self.share)
        self.cells += len(payoffs)
        self.hands_left -= 1

    def _imagine_ends(self, hand: Hand, theirs: list[int]) -> vec[float]:
        """A matrix from the three ways the face-off may end, and the prices of the cards."""
        first, shown = self.plan_blind(self.mine, hand.size), self.plan_blind(hand, self.mine.size)
        won = self.ahead(self.answer(self.mine, shown), shown)
        lost = self.ahead(first, self.answer(hand, first))
        tied = self.ahead(first, shown)
        self.simulations += 3
        payoffs = floats(len(self.bids) * len(theirs))
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
        payoffs = floats(len(self.bids) * len(theirs))
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
        if self.sampled.rounds == 0:
            return made
        shares, values = self.shares(self.sampled), self.sampled.row_values()
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
    rest = Hand()
    rest.copy_from(hand)
    rest.give_up(bit(card))
    return rest


def count_bits(mask: i64) -> i64:
    """Number of cards in a bit mask."""
    count: i64 = 0
    while mask != 0:
        mask &= mask - 1
        count += 1
    return count
