"""Computer opponents for every game. ``choose`` is the only way in, and no argument of it can carry hidden cards.

Source of the search: see ``ai.search.ismcts``; of a game's knowledge: ``ai.games``; of the difficulty:
``ai.levels``.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from ai import trained
from ai.heuristic import Heuristic, MixedMove, Solver
from ai.judgement import Judgement, highest
from ai.levels import Player
from ai.networks.judge import SHARP, Judge
from ai.outlook import outlook
from ai.prospects import Prospects, certain
from ai.reasons import contrast
from ai.search.alpha_beta import AlphaBeta
from ai.search.ismcts import Search
from engines.api import Observation, State, Variant
from engines.language import ENGLISH, shared
from engines.rng import Rng

SLICE_PLIES: Final = 1000
"""Decisions simulated between two calls of ``should_stop``: below 50 ms interpreted, below 1 ms compiled."""

FEWEST_PRIOR: Final = 10
"""Minimum number of visits that a rating counts for when a search has to find the value of every action."""

NEARLY_WON: Final = 0.85
"""Expected payoff from which on a network takes a goal that can be scored at once."""
NUDGE: Final = 1e-6
"""Share of a move's value before that tells it from moves of the same exact value."""
HARDLY_WORSE: Final = 0.1
"""Payoff that such a goal may seem to cost. A network errs by up to 0.08 there; a search finds that the goal is
best.
"""

SOLVER_POSITIONS: Final = 100_000
"""Bound of an exact answer: 30 ms compiled; an ending that is longer keeps the values of the search."""


class Candidate:
    """An action that was considered; ``value`` is the expected payoff for the side of the seat, -1..1."""

    def __init__(self, action: int, value: float, visits: int, reason: str = "") -> None:
        # compiled, a fifth of the time of a named tuple, and there is one for every action of every decision
        self.action = action
        self.value = value
        self.visits = visits
        self.reason = reason
        """With ``explain``: in what it differs from the move that was chosen; the chosen one, from the next best."""
        self.prospects: Prospects | None = None
        """With ``explain``: what it leads to by Legend's judgement (``ai.outlook``), at every level. None if nothing
        says it.
        """

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Candidate) and repr(self) == repr(other)

    def __repr__(self) -> str:
        thought = f"reason={self.reason!r}, prospects={self.prospects!r}"
        return f"Candidate(action={self.action}, value={self.value}, visits={self.visits}, {thought})"


class Decision(NamedTuple):
    """One complete move."""

    actions: tuple[int, ...]
    """The move's actions in order: one, or several of the same seat at the same ply."""
    candidates: tuple[Candidate, ...]
    """For the first action, the one that was taken first, then the best; one if the move was forced or drawn at
    random.
    """
    simulations: int
    stopped: bool
    """True if ``should_stop`` ended the search before its simulations were done."""
    exact: bool = False
    """True if the values are exact, because all cards that matter were known; the search then decided among equals."""
    mistake: bool = False
    """True if the player had found a better move: it misjudged that one, or drew this one at random."""
    mix: tuple[tuple[tuple[int, ...], float], ...] = ()
    """The moves that the game's solver drew from, each with its probability; empty if it did not decide."""


def choose(
    variant: Variant,
    observation: Observation,
    player: Player,
    rng: Rng,
    should_stop: Callable[[], bool] | None = None,
    *,
    explain: bool = False,
) -> Decision:
    """Return the move of ``player`` for the observing seat, which has to act; the same for the same ``rng`` unless
    stopped early.

    ``should_stop`` is called between slices of the search and ends it by returning True: the best move so far is
    played. With ``explain``, candidates have reasons and prospects, unless the move is drawn at random; the
    move does not depend on it. Forced actions are answered without a search. Raises ValueError if the seat has nothing
    to decide.
    """
    seat = observation.seat
    determinization = observation.determinize(rng)
    ply = determinization.ply
    if not determinization.may_act(seat):
        raise ValueError(f"seat {seat} has nothing to decide")
    if player.noise > 0.0 and rng.chance() < player.noise:
        return _random_move(determinization, seat, rng)
    heuristic, judge = trained.brain(variant.key, determinization, player.learned)
    judgement = Judgement(variant.key, heuristic, player)
    thinker = _Thinker(variant.key, heuristic, judge, judgement, player, rng, should_stop, explain)
    solved = thinker.solve(observation, determinization)
    if solved is not None:
        if explain:
            _add_prospects(variant, observation, solved.candidates, solved.actions, thinker, rng)
        return solved
    before = observation
    asked = determinization.clone() if explain else determinization
    actions: list[int] = []
    first: tuple[Candidate, ...] = ()
    while determinization.ply == ply and determinization.may_act(seat):
        if actions and judge is None:  # the rest of one move: the seat has learned nothing but its own action
            observation = variant.observe(determinization, seat)
        candidates = thinker.consider(observation, determinization)
        first = first or candidates
        actions.append(candidates[0].action)
        determinization.apply(seat, actions[-1])
    if explain:
        thinker.add_reasons(first, asked, seat, {actions[0]: actions})
        _add_prospects(variant, before, first, actions, thinker, rng)
    if judge is not None:
        judge.give_back()
    return Decision(tuple(actions), first, thinker.simulations, thinker.stopped, thinker.exact, judgement.erred)


def _add_prospects(
    variant: Variant,
    observation: Observation,
    candidates: tuple[Candidate, ...],
    chosen: Sequence[int],
    thinker: "_Thinker",
    rng: Rng,
) -> None:
    """Tell the candidates' prospects; of moves of several actions only those of the chosen one."""
    moves = {chosen[0]: chosen}
    if len(chosen) == 1:
        moves |= {candidate.action: [candidate.action] for candidate in candidates}
    judging = outlook(variant, observation, rng, thinker.should_stop, thinker.solver)
    found = judging.prospects(list(moves.values()))
    by_action = dict(zip(moves, found, strict=True))
    for candidate in candidates:
        prospects = by_action.get(candidate.action)
        candidate.prospects = exact(prospects, candidate.value) if thinker.exact else prospects


def _random_move(determinization: State, seat: int, rng: Rng) -> Decision:
    """A whole move drawn at random among the legal ones."""
    ply, actions = determinization.ply, list[int]()
    is_drawn = len(determinization.distinct_actions(seat)) > 1
    reason = shared(ENGLISH).phrase("careless" if is_drawn else "forced")
    while determinization.ply == ply and determinization.may_act(seat):
        legal = determinization.legal_actions(seat)
        actions.append(legal[rng.below(len(legal))])
        determinization.apply(seat, actions[-1])
    return Decision(tuple(actions), (Candidate(actions[0], 0.0, 0, reason),), 0, False, mistake=is_drawn)


class _Thinker:
    """The decision about one move: by the game's solver or network, by search, or by ratings."""

    def __init__(
        self,
        variant_key: str,
        heuristic: Heuristic,
        judge: Judge | None,
        judgement: Judgement,
        player: Player,
        rng: Rng,
        should_stop: Callable[[], bool] | None,
        explains: bool,
    ) -> None:
        self.variant_key = variant_key
        self.explains = explains
        self.heuristic = heuristic
        self.judge = judge
        self.judgement = judgement
        self.player = player
        self.rng = rng
        self.should_stop = should_stop
        self.values: dict[int, float] = {}
        """Order of the actions considered, if it is not by value alone."""
        self.simulations = 0
        self.stopped = False
        self.exact = False
        self.solver: Solver | None = None
        """The top level's, which has found what its moves lead to as well."""

    def solve(self, observation: Observation, determinization: State) -> Decision | None:
        """Draw a whole move from those of the game's own solver; None if it has none, or was stopped before it had one.

        For a player that does not search, the network decides instead if there is one.
        """
        if self.player.simulations == 0 or (self.judge is not None and not self.player.looks_ahead):
            return None
        sampling = self.rng if self.player.mixes else Rng(0)  # whatever the seed, advice is drawn from the same moves
        solver = self.heuristic.solver(observation, self.player.simulations, sampling)
        if solver is None:
            return None
        if self.player.looks_ahead:
            self.solver = solver
        while not solver.is_done:
            solver.run()
            if self._must_stop():
                self.stopped = not solver.is_done
                break
        self.simulations = int(solver.simulations)
        moves = solver.moves()
        if not moves:
            return None
        seat = int(observation.seat)
        moves.insert(0, moves.pop(moves.index(self._draw(moves))))
        values = [move.value for move in moves]
        mix = tuple((tuple(move.actions), move.weight) for move in moves if move.weight > 0.0)
        taken = self.judgement.take(determinization, seat, [move.actions for move in moves], values)
        drawn = tuple(moves[taken].actions)
        candidates = self._first_actions(moves)
        if self.explains:
            best = {move.actions[0]: move.actions for move in sorted(moves, key=lambda move: move.value)}
            if len(candidates) == 1:  # every move that was tried begins alike
                other = next((move.actions for move in moves if tuple(move.actions) != drawn), drawn)
                reason = contrast(self.variant_key, determinization, seat, drawn, other)
                candidates[0].reason = reason
            self.add_reasons(candidates, determinization, seat, best | {drawn[0]: list(drawn)})
        return Decision(drawn, candidates, self.simulations, self.stopped, mistake=self.judgement.erred, mix=mix)

    def add_reasons(
        self, candidates: tuple[Candidate, ...], state: State, seat: int, moves: Mapping[int, Sequence[int]]
    ) -> None:
        """Say why the first candidate rather than the next best that has another value, and each other rather than the
        first.

        ``moves`` has the whole moves of several actions by their first ones.
        """
        if len(candidates) == 1:
            return
        first = candidates[0]
        next_best = max(candidates[1:], key=lambda one: (one.value != first.value, one.value))
        for candidate in candidates:
            other = next_best if candidate is first else first
            pair = [moves.get(one.action, (one.action,)) for one in (candidate, other)]
            candidate.reason = contrast(self.variant_key, state, seat, *pair)

    def _first_actions(self, moves: list[MixedMove]) -> tuple[Candidate, ...]:
        """The first actions of moves, each with the value of its best move, the most frequent first."""
        found: dict[int, Candidate] = {}
        for move in moves:
            action, visits = move.actions[0], round(move.weight * self.simulations)
            known = found.get(action)
            if known is not None:
                known.value, known.visits = max(known.value, move.value), known.visits + visits
            else:
                found[action] = Candidate(action, move.value, visits)
        return tuple(sorted(found.values(), key=lambda candidate: (-candidate.visits, -candidate.value)))

    def _draw(self, moves: list[MixedMove]) -> MixedMove:
        """Draw a move by the weights."""
        left = self.rng.chance()
        for move in moves:
            left -= move.weight
            if left < 0.0:
                return move
        return max(moves, key=lambda move: move.weight)  # the weights add up to a little less than 1

    def consider(self, observation: Observation, determinization: State) -> tuple[Candidate, ...]:
        """The distinct actions with their values: the chosen one, then the best first; any determinization gives the
        same.
        """
        seat = int(observation.seat)
        actions = determinization.distinct_actions(seat)
        if len(actions) == 1:
            return (Candidate(actions[0], 0.0, 0, shared(ENGLISH).phrase("forced")),)
        if self.judge is not None:
            found = self._judged(self.judge, determinization, seat, actions)
        elif self.player.simulations == 0 or self.stopped:
            found = self._rate(determinization, seat, actions)
        else:
            found = self._search(observation, determinization, seat, actions)
        if self.player.exact and self.heuristic.has_perfect_information(determinization, seat):
            found = self._calculate(found, determinization)
            if self.exact:  # of equally good endings the value before says which is the plain one
                self.values = {move.action: move.value + NUDGE * self.values.get(move.action, 0.0) for move in found}
        return self._misjudged(found, determinization, seat)

    def _misjudged(self, found: tuple[Candidate, ...], determinization: State, seat: int) -> tuple[Candidate, ...]:
        """The candidates, beginning with the chosen action: the best, unless the player misjudges or prefers others."""
        if self.judgement.is_sharp:
            return found
        values = [self.values.get(candidate.action, candidate.value) for candidate in found]
        payoffs = [candidate.value for candidate in found]
        taken = found[
            self.judgement.take(determinization, seat, [[candidate.action] for candidate in found], values, payoffs)
        ]
        return (taken, *[candidate for candidate in found if candidate is not taken])

    def _judged(self, judge: Judge, determinization: State, seat: int, actions: list[int]) -> tuple[Candidate, ...]:
        """The chosen action, drawn or the most likely by the network, then the other candidates, the likeliest first.

        A network learns to win: if almost every action wins, it hardly prefers a goal, which no person would leave out.
        """
        payoffs = judge.ratings(determinization, seat, actions)
        if not self.judgement.is_sharp:
            self.values = self.judgement.values_by_network(determinization, seat, actions, judge)
        judge.weigh(SHARP)
        order = sorted(range(len(actions)), key=[-int(judge.weights[at]) for at in range(len(actions))].__getitem__)
        first = judge.draw(self.rng) if self.player.mixes and self.judgement.is_sharp else order[0]
        ends = [self.heuristic.decides(determinization, seat, action) for action in actions]
        if any(ends):  # the network only guesses that
            payoffs = [end or payoff for end, payoff in zip(ends, payoffs, strict=True)]
            order.sort(key=lambda place: (-ends[place], -judge.logits[place]))
            first = order[0] if ends[order[0]] > 0.0 or ends[first] < 0.0 else first
            seen = self.values.values()
            worth = {1.0: max(seen, default=0.0) + 1.0, -1.0: min(seen, default=0.0) - 1.0}
            self.values |= {action: worth[end] for action, end in zip(actions, ends, strict=True) if end}
        best = highest(payoffs)
        if best >= NEARLY_WON:
            fine = [place for place in order if payoffs[place] >= best - HARDLY_WORSE]
            goals = [place for place in fine if self.heuristic.scores(determinization, seat, actions[place])]
            if goals:
                first = goals[0]
                self.values[actions[first]] = max(self.values.values(), default=0.0)
        order.insert(0, order.pop(order.index(first)))
        return tuple([Candidate(actions[place], payoffs[place], 0) for place in order])

    def _rate(self, determinization: State, seat: int, actions: list[int]) -> tuple[Candidate, ...]:
        ratings = self.heuristic.ratings(determinization, seat, actions)
        rated = [Candidate(action, value, 0) for action, value in zip(actions, ratings, strict=True)]
        self._mix(rated)  # equal values have equal chances
        return tuple(sorted(rated, key=lambda candidate: -candidate.value))

    def _search(
        self, observation: Observation, determinization: State, seat: int, actions: list[int]
    ) -> tuple[Candidate, ...]:
        search = Search(observation, self.heuristic, self.rng, self.player.simulations + 1)
        while search.simulations < self.player.simulations:
            search.run(self.player.simulations, SLICE_PLIES)
            if self._must_stop():
                self.stopped = search.simulations < self.player.simulations
                break
        self.simulations += int(search.simulations)
        if not self.judgement.is_sharp:  # a search visits poor actions rarely, so their values alone are imprecise
            prior = max(FEWEST_PRIOR, int(self.heuristic.prior_visits))
            for action, rating in zip(actions, self.heuristic.ratings(determinization, seat, actions), strict=True):
                visits = int(search.visits(action))
                self.values[action] = float(visits * search.value(action) + prior * rating) / (visits + prior)
        found = [
            Candidate(
                action,
                search.value(action),
                int(search.visits(action)),
            )
            for action in actions
        ]
        return tuple(sorted(found, key=lambda candidate: (-candidate.visits, -candidate.value)))

    def _calculate(self, found: tuple[Candidate, ...], determinization: State) -> tuple[Candidate, ...]:
        """The candidates of the search with exact values, if the ending is short enough. Equal ones stay in the order
        of the search, which takes mistakes of opponents into account.
        """
        solver = AlphaBeta(determinization, self.heuristic, SOLVER_POSITIONS, self.should_stop)
        values = list[float]()
        for candidate in found:
            value = solver.value(candidate.action)
            if value is None:
                return found
            values.append(value)
        for candidate, value in zip(found, values, strict=True):
            candidate.value = value
        self.exact = True
        return tuple(sorted(found, key=lambda candidate: -candidate.value))

    def _must_stop(self) -> bool:
        return self.should_stop is not None and self.should_stop()

    def _mix(self, candidates: list[Candidate]) -> None:
        for i in range(len(candidates) - 1, 0, -1):
            j = self.rng.below(i + 1)
            candidates[i], candidates[j] = candidates[j], candidates[i]


def exact(prospects: Prospects | None, value: float) -> Prospects | None:
    """Prospects with a win probability from a value that is exact."""
    return prospects and replace(prospects, win=certain((1 + value) / 2))
