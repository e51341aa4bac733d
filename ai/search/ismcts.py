"""Information-set Monte Carlo tree search for any game: one tree, from the point of view of the deciding seat.
Compiled.

Every simulation deals the unseen cards again, walks down the tree by UCB1 among the actions that are legal in this
deal, adds one node, continues without the tree to the end of the game or to a horizon of the heuristic, and backs up
the payoff. An action that was legal but not chosen counts as available; UCB1 compares with the availability, not with
the parent's visits.

Actions that the observer cannot distinguish are one edge: hidden ones by ``State.seen_as``, equivalent ones by
``Heuristic.equivalence_class``. At a simultaneous choice the observer answers first and the others, whose answers are
hidden, after it: the tree cannot let them react to it. Chance is dealt by the search's own generator and has no nodes
of its own. If ratings are good enough to count as visits, nodes widen progressively, the best-rated action first
(Chaslot et al. 2008, Progressive Strategies for Monte-Carlo Tree Search). Source: Cowling, Powley, Whitehouse 2012,
Information Set Monte Carlo Tree Search (SO-ISMCTS, with merged hidden moves).
"""

from math import log, sqrt
from typing import Final

from mypy_extensions import i64

from ai.heuristic import Heuristic, lead_of
from ai.search.playout import Playout
from engines.api import CHANCE, OVER, Observation
from engines.buffers import action_buffer, buffer, float_buffer
from engines.rng import Rng

MAX_NODES: Final[i64] = 20_000
"""Maximum size of a tree, 64 to 80 bytes per node; when it is full, simulations continue without adding to it."""
PLAUSIBLE_TRIES: Final[i64] = 4
"""How often an implausible deal is dealt again before it is accepted: a person's play need not be plausible."""
SEAT_BITS: Final[i64] = 3
ROOT: Final[i64] = 0
NO_NODE: Final[i64] = 0
"""The root has no parent."""
OUTSIDE: Final[i64] = -1
"""Where a simulation is once it has left the tree."""
EDGE_BITS: Final[i64] = 31
EDGE_MASK: Final[i64] = (1 << 31) - 1
NODE_FACTOR: Final[i64] = 0x9E3779B1
EDGE_FACTOR: Final[i64] = 0x85EBCA6B
"""Odd numbers without a pattern. Of a product, which fits 63 bits, the middle ones depend on all bits of the
factors.
"""
HASH_SHIFT: Final[i64] = 24


class Tree:
    """Nodes as parallel vectors. A child is found by hashing its parent and edge, as some nodes have thousands of
    children.
    """

    def __init__(self, capacity: i64) -> None:
        self.capacity = capacity
        self.size: i64 = 1
        self.edges = buffer(capacity)
        """The edge that leads here: an action or kind, and the seat."""
        self.parents = buffer(capacity)
        self.visits = buffer(capacity)
        self.available = buffer(capacity)
        """How often the action was legal when its parent was visited."""
        self.payoffs = float_buffer(capacity)
        """Sum of the payoffs for the side that played the action."""
        self.ratings = float_buffer(capacity)
        """What the heuristic expected of the action when it was added, where ratings count."""
        slots: i64 = 2
        while slots < 2 * capacity:
            slots *= 2
        self.slots = buffer(slots)
        """Nodes by hash, NO_NODE where a slot is free: at most half of them are taken."""
        self.last_slot = slots - 1
        self.slot: i64 = 0
        """The slot at which the last search of ``child`` ended."""

    def child(self, node: i64, edge: i64) -> i64:
        """Return the child of ``node`` that ``edge`` leads to, or NO_NODE."""
        mixed = node * NODE_FACTOR + ((edge ^ (edge >> EDGE_BITS)) & EDGE_MASK) * EDGE_FACTOR
        slot = (mixed >> HASH_SHIFT) & self.last_slot
        child = self.slots[slot]
        while child != NO_NODE and (self.edges[child] != edge or self.parents[child] != node):
            slot = (slot + 1) & self.last_slot
            child = self.slots[slot]
        self.slot = slot
        return child

    def add(self, node: i64, edge: i64) -> i64:
        """Add a child that ``node`` does not have, or return NO_NODE if the tree is full."""
        child = self.size
        if child == self.capacity:
            return NO_NODE
        self.child(node, edge)
        self.slots[self.slot] = child
        self.size += 1
        self.edges[child] = edge
        self.parents[child] = node
        self.visits[child] = 0
        self.available[child] = 1
        self.payoffs[child] = 0.0
        self.ratings[child] = 0.0
        return child


class Search:
    """A search for one observation; it can run in slices, and the statistics at the root can be read at any time."""

    def __init__(self, observation: Observation, heuristic: Heuristic, rng: Rng, capacity: i64) -> None:
        self.observation = observation
        self.observer = observation.seat
        self.heuristic = heuristic
        self.prior = heuristic.prior_visits
        self.exploration = heuristic.exploration
        self.rng = rng
        self.playout = Playout(rng)
        self.tree = Tree(capacity if capacity < MAX_NODES else MAX_NODES)
        self.determinization = observation.blank_state()
        """The state of the present simulation, reused for each."""
        observation.determinize_into(self.determinization, rng)
        self.since = self.determinization.ply
        self.simulations: i64 = 0
        self.actions = action_buffer()
        self.edges = action_buffer()
        self.alike = action_buffer()
        self.children = action_buffer()
        self.values = float_buffer(len(self.actions))
        self.path = buffer(self.tree.capacity)
        self.chosen: i64 = 0
        """The action that goes with the last node ``_step`` returned."""
        self.payoff = 0.0
        """The payoff of the last simulation for the observer's side."""
        self.lead = 0.0
        """The final lead of this side then; what the heuristic expects of it at a horizon."""
        self.forced: list[int] = []
        """What the observer plays first in every simulation, instead of its own choice: the actions of one move."""

    def run(self, simulations: i64, plies: i64) -> None:
        """Continue until there are ``simulations`` in all, or ``plies`` decisions were simulated in this slice."""
        left = plies
        while self.simulations < simulations and left > 0:
            left -= self._simulate()

    def visits(self, action: i64) -> i64:
        """How often ``action`` was chosen at the root."""
        child = self.tree.child(ROOT, self._edge(self.observer, action))
        return i64(0) if child == NO_NODE else self.tree.visits[child]

    def value(self, action: i64) -> float:
        """Mean payoff of ``action`` at the root for the observer's side; 0 if it was never chosen."""
        child = self.tree.child(ROOT, self._edge(self.observer, action))
        return 0.0 if child == NO_NODE else self.tree.payoffs[child] / float(self.tree.visits[child])

    # -- the prospects of a move

    def simulate_move(self, actions: list[int]) -> None:
        """Make one simulation that begins with a move; its outcome is in ``payoff`` and ``lead``."""
        self.forced = actions
        self._simulate()
        self.forced = []
        state = self.determinization
        lead = float(lead_of(state, 0)) if state.to_act() == OVER else self.heuristic.lead(state)
        self.lead = lead if self.observer & 1 == 0 else -lead

    def _follow(self, node: i64, seat: i64, action: i64) -> i64:
        """Play a forced action and return its node: existing, new, or NO_NODE if the tree is full."""
        self.chosen = action
        edge = self._edge(seat, action)
        child = self.tree.child(node, edge)
        return child if child != NO_NODE else self.tree.add(node, edge)

    # -- one simulation

    def _simulate(self) -> i64:
        """Deal, walk down the tree, add a node, continue to the horizon, back up the payoff; return the number of
        decisions.
        """
        self._determinize()
        determinization, tree, path = self.determinization, self.tree, self.path
        node = ROOT
        depth: i64 = 0
        decisions: i64 = 1
        while True:
            seat = self._next_seat()
            if seat == OVER or self.heuristic.is_horizon(determinization, self.since):
                break
            if seat == CHANCE:
                self.playout.deal(determinization)
                continue
            if depth < len(self.forced) and node != OUTSIDE:
                node = self._follow(node, seat, self.forced[depth])
                path[depth] = node
                depth += 1
            elif node == OUTSIDE:
                count = determinization.fill_actions(seat, self.actions)
                self.chosen = self.actions[self.rng.below(count)]
            else:
                node = self._step(node, seat)
                if node != NO_NODE:
                    path[depth] = node
                    depth += 1
                if node == NO_NODE or tree.visits[node] == 0:
                    node = OUTSIDE
            determinization.apply(seat, self.chosen)
            decisions += 1
        payoff = determinization.payoff(0) if seat == OVER else self.heuristic.estimate(determinization)
        self._back_up(depth, payoff)
        self.payoff = payoff if self.observer & 1 == 0 else -payoff
        self.simulations += 1
        return decisions

    def _determinize(self) -> None:
        """Deal the unseen cards, again if the others would not have played as they did with these."""
        tries: i64 = 0
        while True:
            self.observation.determinize_into(self.determinization, self.rng)
            tries += 1
            if tries == PLAUSIBLE_TRIES or self.heuristic.is_plausible(self.determinization, self.observer):
                return

    def _next_seat(self) -> i64:
        """The seat asked next, the observer first."""
        return self.observer if self.determinization.may_act(self.observer) else self.determinization.to_act()

    def _step(self, node: i64, seat: i64) -> i64:
        """Choose an action of ``seat``, store it in ``chosen``, and return its node: new, existing, or NO_NODE if the
        tree is full.
        """
        count = self._fill_edges(seat)
        untried: i64 = 0
        i: i64
        for i in range(count):
            child = self.tree.child(node, self.edges[i])
            self.children[i] = child
            if child == NO_NODE:
                untried += 1
            else:
                self.tree.available[child] += 1
        if untried == 0 or self.tree.size == self.tree.capacity or not self._may_widen(node, count - untried):
            return self._select(count)
        return self._expand(node, seat, count)

    def _may_widen(self, node: i64, known: i64) -> bool:
        """True if a node with this many known actions takes another: if ratings count, only as its visits grow."""
        return self.prior == 0 or known * known <= self.tree.visits[node]

    def _fill_edges(self, seat: i64) -> i64:
        """Write the edges of ``seat`` and an action for each: of actions that look alike to the observer, a random
        one.
        """
        actions, edges, alike = self.actions, self.edges, self.alike
        legal = self.determinization.fill_distinct_actions(seat, actions)
        count: i64 = 0
        i: i64
        for i in range(legal):
            action = actions[i]
            edge = self._edge(seat, action)
            at: i64 = 0
            while at < count and edges[at] != edge:
                at += 1
            if at == count:
                count += 1
                edges[at] = edge
                actions[at] = action
                alike[at] = 1
            else:
                alike[at] += 1
                if self.rng.below(alike[at]) == 0:
                    actions[at] = action
        return count

    def _edge(self, seat: i64, action: i64) -> i64:
        """What the observer remembers of an action: who played, and what it saw of it."""
        if seat != self.observer:
            seen = self.determinization.seen_as(action, self.observer)
            if seen != action:
                return (seen << SEAT_BITS) | seat
        return (self.heuristic.equivalence_class(action) << SEAT_BITS) | seat

    def _expand(self, node: i64, seat: i64, count: i64) -> i64:
        """Add the best untried action by the heuristic's ratings, if they count, otherwise any."""
        untried: i64 = 0
        i: i64
        for i in range(count):
            if self.children[i] == NO_NODE:
                self.actions[untried] = self.actions[i]
                self.edges[untried] = self.edges[i]
                untried += 1
        best: i64 = 0
        if self.prior == 0:
            best = self.rng.below(untried)
            self.chosen = self.actions[best]
            return self.tree.add(node, self.edges[best])
        self.heuristic.rate(self.determinization, seat, self.actions, untried, self.values)
        for i in range(1, untried):
            if self.values[i] > self.values[best]:
                best = i
        self.chosen = self.actions[best]
        child = self.tree.add(node, self.edges[best])
        self.tree.ratings[child] = self.values[best]
        return child

    def _select(self, count: i64) -> i64:
        """Choose among the known children by UCB1 over their availability; without any, choose at random."""
        tree = self.tree
        best: i64 = NO_NODE
        best_bound = 0.0
        i: i64
        for i in range(count):
            child = self.children[i]
            if child == NO_NODE:
                continue
            visits = float(tree.visits[child] + self.prior)
            mean = (tree.payoffs[child] + float(self.prior) * tree.ratings[child]) / visits
            bound = mean + self.exploration * sqrt(log(float(tree.available[child] + self.prior)) / visits)
            if best == NO_NODE or bound > best_bound:
                best = child
                best_bound = bound
                self.chosen = self.actions[i]
        if best == NO_NODE:
            self.chosen = self.actions[self.rng.below(count)]
        return best

    def _back_up(self, depth: i64, payoff: float) -> None:
        """Count the payoff of side 0 at every node of the path, for the side that played it."""
        tree = self.tree
        tree.visits[ROOT] += 1
        i: i64
        for i in range(depth):
            node = self.path[i]
            tree.visits[node] += 1
            tree.payoffs[node] += payoff if tree.edges[node] & 1 == 0 else -payoff
