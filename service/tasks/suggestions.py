"""Suggestions: the move that a computer would play in an observation, and the value of every candidate. No HTTP, no
Redis words.

A client's own observation and a seat of a running game are handled in the same way. The search gets the observation
only, so its answer cannot depend on a card that the seat does not see.

Also the prospects of a move: in the store, and as a client sees them.
"""

import logging
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any, Final, TypeAlias

import msgspec

import ai.choose
import ai.prospects
from ai.choose import choose
from ai.grading import ADVISER
from ai.levels import LEVELS, Player
from engines import VARIANTS
from engines.api import OVER, SPECTATOR, Observation, State, Variant
from engines.language import ENGLISH, dump_text, load_text, shared
from engines.names import Names
from engines.rng import Rng
from service.config import Settings
from service.games.catalogue import find_variant
from service.games.computers import Computer, find_level, level_number, with_character
from service.games.play import require_asked
from service.model.answer import VIEW_STEP, Answer, Count, Interval, Move, about, extend, refused_by, wrong_field
from service.model.game import Game, marked_name
from service.store.tasks import DONE, SUGGESTION, Task
from service.tasks.task import Client, Clock, Tasks, TaskView, Work, require_at_most, view_of

# -- prospects

DIGITS: Final = 4
EVEN: Final = 0.05
"""A goal difference below this is described as none."""

StoredEstimate: TypeAlias = list[float]
"""Mean, low, high."""
StoredProspects: TypeAlias = list[StoredEstimate] | None
"""Win probability and goals; None for a move that was tried too rarely for an estimate."""


class Prospects(Answer, kw_only=True):
    """What a move leads to for its side, if all players then play as the strongest computer does, with 95 % intervals.

    It is the judgement of that computer, whichever was asked. The intervals contain the error of the estimate.
    """

    win_probability: Annotated[
        Interval, about("Probability to win the game, from 0 to 1. A draw counts as half a win.")
    ]
    goals: Annotated[
        Interval, about("Expected goal difference from now to the end of the game. Negative: more goals against.")
    ]
    text: Annotated[str, about("The same in words.")]


def dump_estimate(estimate: ai.prospects.Estimate) -> StoredEstimate:
    """An estimate for the store."""
    return [round(number, DIGITS) for number in (estimate.mean, estimate.low, estimate.high)]


def dump_prospects(found: ai.prospects.Prospects | None) -> StoredProspects:
    """Prospects for the store."""
    return None if found is None else [dump_estimate(found.win), dump_estimate(found.goals)]


def interval(stored: Sequence[float]) -> Interval:
    """A stored estimate as a client sees it."""
    mean, low, high = stored
    return Interval(mean=mean, low=low, high=high)


def prospects_view(stored: StoredProspects, language: str) -> Prospects | None:
    """Stored prospects as a client sees them."""
    if stored is None:
        return None
    win, goals = map(interval, stored)
    says = shared(ENGLISH).phrase
    difference = "even" if abs(goals.mean) < EVEN else "ahead" if goals.mean > 0 else "behind"
    text = says(
        "prospects" if win.low < win.high else "prospects_exact",
        win=percent(win.mean),
        low=percent(win.low),
        high=percent(win.high),
        goals=says(f"goals.{difference}", count=round(abs(goals.mean), 1), goals=abs(goals.mean)),
    )
    return Prospects(win_probability=win, goals=goals, text=shared(language).translate(text))


def percent(share: float) -> int:
    """A share in cases of 100."""
    return round(100 * share)


log = logging.getLogger(__name__)

DEFAULT_SEED: Final = "faceoff"
BUDGETS: Final = ("level", "rating", "simulations", "time_ms")
"""The fields of a request that set the amount of search; only one is used."""


# -- requests


def suggest(tasks: Tasks, variant_key: str, data: Any, body: Mapping[str, Any], client: Client) -> Task:
    """Create a suggestion for the seat whose observation is ``data``.

    ``body`` may hold one of ``BUDGETS``, ``character``, ``mistakes`` with ``level`` or ``rating``, and ``seed``.
    """
    variant = find_variant(variant_key)
    with refused_by(variant):
        observation = variant.codec.load_observation(data)
    return _create(tasks, variant, observation, body, client)


def suggest_in_game(tasks: Tasks, game: Game, seat: int, body: Mapping[str, Any], client: Client) -> Task:
    """Create a suggestion for a seat of a running game that is to move."""
    require_asked(game, seat)
    names = [marked_name(seat.name, seat.bot_id) for seat in game.seats]
    return _create(tasks, game.variant, game.variant.observe(game.state, seat), body, client, game=game.id, names=names)


def _create(
    tasks: Tasks, variant: Variant, observation: Observation, body: Mapping[str, Any], client: Client, **of_game: Any
) -> Task:
    seed = body.get("seed", DEFAULT_SEED)
    determinization = require_decision(variant, observation, seed)
    request = {
        "variant": variant.key,
        "budget": budget_of(body),
        "character": body.get("character"),
        "mistakes": body.get("mistakes", False),
        "seat": int(observation.seat),
        "ply": int(determinization.ply),
        "seed": seed,
        "observation": variant.codec.dump_observation(observation),
        **of_game,
    }
    player = player_for(request, tasks.settings)  # refuses a wrong budget here, not in the worker
    return tasks.open(SUGGESTION, request, client, player.cap_ms)


def budget_of(body: Mapping[str, Any]) -> dict[str, Any]:
    """The one of ``BUDGETS`` that the request names, for the store; by default the strongest level."""
    if "level" in body:
        return {"level": find_level(body["level"], "level").key}
    return {name: body[name] for name in BUDGETS if name in body} or {"level": LEVELS[-1].key}


def require_decision(variant: Variant, observation: Observation, seed: str, where: str = "") -> State:
    """A determinization of the observation; raises Problem unless the seat has a decision to make. ``where`` is the
    prefix of field names.
    """
    if observation.seat == SPECTATOR:
        says = "a spectator has nothing to decide; name a seat"
        raise wrong_field("observation/invalid", f"{where}observation.seat", says)
    determinization = observation.determinize(Rng(seed))
    if not determinization.may_act(observation.seat):
        says = f"seat {observation.seat} is not asked in this position; {_who_is_asked(variant, determinization)}"
        raise wrong_field("observation/invalid", f"{where}observation.seat", says)
    return determinization


def _who_is_asked(variant: Variant, state: State) -> str:
    asked = state.to_act()
    if asked >= 0:
        return f"seat {asked} is"
    why = "the game is over" if asked == OVER else "the cards are yet to be shuffled"
    cards_decide = "" if variant.has_decisions else f"; in {variant.name} the cards alone decide"
    return f"no seat is: {why}{cards_decide}"


def player_for(request: Mapping[str, Any], settings: Settings) -> Player:
    """The player with the ``budget`` and ``character`` of a stored request. Raises Problem if the budget is more than
    the settings allow.

    A level or rating plays as in games, but without its mistakes, which would be bad advice, unless ``mistakes`` are
    requested; with simulations or a time it is the strongest level that has these.
    """
    variant = VARIANTS[request["variant"]]
    player = _player_of_budget(variant, request["budget"], settings, request["mistakes"])
    return with_character(variant, player, request["character"], "character").with_nature(request["seed"])


def _player_of_budget(variant: Variant, budget: Mapping[str, Any], settings: Settings, mistakes: bool) -> Player:
    ((name, amount),) = budget.items()
    if name in ("level", "rating"):
        wanted = Computer(**budget)
        wanted.check(variant)
        computer = wanted.player(variant)
        simulations, cap_ms = (
            min(computer.simulations, settings.max_simulations),
            min(computer.cap_ms, settings.max_think_ms),
        )
        return replace(
            computer if mistakes else computer.at_its_best(), mixes=mistakes, simulations=simulations, cap_ms=cap_ms
        )
    require_at_most(settings.max_simulations if name == "simulations" else settings.max_think_ms, amount, name)
    if name == "simulations":
        return replace(ADVISER, simulations=amount, cap_ms=settings.max_think_ms)
    return replace(ADVISER, simulations=settings.max_simulations, cap_ms=amount)


# -- in the worker


class StoredCandidate(msgspec.Struct, array_like=True):
    """A move that was considered, without texts."""

    move: dict[str, Any]
    value: float
    visits: int
    reason: Any
    """In the format of ``dump_text``."""
    prospects: StoredProspects


class StoredAnswer(msgspec.Struct):
    """The result of a search, without texts."""

    move: dict[str, Any]
    candidates: list[StoredCandidate]
    simulations: int
    stopped: bool
    exact: bool
    mistake: bool


class SuggestionWork(Work):
    """The only part of a suggestion: the search."""

    def do_part(self, number: int, half: Any, clock: Clock) -> int:
        """Search for the answer."""
        began = time.monotonic()
        player = player_for(self.task.request, self.tasks.settings)
        answer = answer_to(self.task.request, player, clock.stops_after(limit_ms(player, self.tasks.settings)))
        ms = round(1000 * (time.monotonic() - began))
        log.info("suggestion", extra={"simulations": answer.simulations, "ms": ms})
        return self.tasks.store.finish_part(self.task, number, msgspec.to_builtins(answer))


def limit_ms(player: Player, settings: Settings) -> int:
    """The time of a decision. A level without a search runs a fixed number of simulations for the prospects: its cap is
    not meant for them.
    """
    return player.cap_ms if player.simulations else settings.max_think_ms


def answer_to(
    request: Mapping[str, Any],
    player: Player,
    should_stop: Callable[[], bool] | None = None,
    *,
    explain: bool = True,
) -> StoredAnswer:
    """The move of the player, and the value of every candidate unless it is not to ``explain``.

    If a move is several actions, only the chosen one is complete: it is the only candidate.
    """
    variant = VARIANTS[request["variant"]]
    observation = variant.codec.reload_observation(request["observation"])
    decision = choose(variant, observation, player, Rng(request["seed"]), should_stop, explain=explain)
    determinization = observation.determinize(Rng(request["seed"]))

    def move_of(actions: Sequence[int]) -> dict[str, Any]:
        return variant.codec.encode_actions(determinization, request["seat"], actions)

    move = move_of(decision.actions)
    if not explain:
        return StoredAnswer(move, [], decision.simulations, decision.stopped, decision.exact, decision.mistake)
    if len(decision.actions) > 1:
        first = next(candidate for candidate in decision.candidates if candidate.action == decision.actions[0])
        candidates = [_stored(first, move)]
    else:
        candidates = [_stored(candidate, move_of((candidate.action,))) for candidate in decision.candidates]
    # what a level gives away by its network may be as good as the best in the playouts that the values come from
    erred = decision.mistake and (len(candidates) == 1 or candidates[0].value < max(one.value for one in candidates))
    return StoredAnswer(move, candidates, decision.simulations, decision.stopped, decision.exact, erred)


def _stored(candidate: ai.choose.Candidate, move: dict[str, Any]) -> StoredCandidate:
    found = candidate.prospects
    return StoredCandidate(
        move,
        round(candidate.value if found is None else 2 * found.win.mean - 1, 4),
        candidate.visits,
        dump_text(candidate.reason),
        dump_prospects(candidate.prospects),
    )


# -- what a client sees


class Candidate(Answer, kw_only=True):
    """A move that was considered."""

    move: Move
    text: Annotated[str, about("The move in a few words.")]
    value: Annotated[
        float,
        about(
            "Expected outcome for the seat's side: 1 for a win, 0 for a draw, -1 for a loss. 0 if it was not rated: "
            "the only move.",
            ge=-1,
            le=1,
        ),
    ]
    visits: Annotated[Count, about("How often the search tried the move. 0 without a search.")]
    reason: Annotated[str, about("Why, in the words of the game.")]
    prospects: Annotated[
        Prospects | None, about("What the move leads to. Null for a move that was tried too rarely for an estimate.")
    ] = None


class SuggestionAnswer(Answer, kw_only=True):
    """The move that a computer would play."""

    move: Move
    text: Annotated[str, about("The move in a few words.")]
    candidates: Annotated[
        list[Candidate],
        about(
            "Candidates, best first; before them, if it is another, the one that is played: a mistake, or, where "
            "predictable play could be exploited, a move drawn among the good ones. Where there are too many moves to "
            "list, only the move itself."
        ),
    ]
    simulations: Annotated[Count, about("Number of simulations. 0 without a search.")]
    stopped: Annotated[bool, about("Whether the time ran out before all simulations were done.")]
    exact: Annotated[bool, about("Whether the values were calculated exactly, because all relevant cards were known.")]
    mistake: Annotated[
        bool,
        about(
            "Whether the move is one of the level's mistakes: it knows a better one, but misjudged it. Always false "
            "unless `mistakes` were asked for."
        ),
    ] = False


class Budget(Answer, kw_only=True):
    """The search budget: the one field that is not null."""

    level: Annotated[int | None, about("As much as this level has.")]
    rating: Annotated[int | None, about("As much as a computer of this rating has.")]
    simulations: Annotated[int | None, about("Number of simulations.")]
    time_ms: Annotated[int | None, about("Time in milliseconds.")]


class Suggestion(TaskView, kw_only=True):
    """The move that a computer would play in a position. `answer` is null until it is done."""

    seat: Annotated[Count, about("The seat to move.")]
    ply: Annotated[Count, about("Number of the decision.")]
    budget: Annotated[Budget, about("The search budget.")]
    character: Annotated[str | None, about("The character that plays. Null for none.")]
    mistakes: Annotated[bool, about("Whether the mistakes of the level or rating were requested.")]
    seed: Annotated[str, about("Seed of the search.")]
    answer: Annotated[SuggestionAnswer | None, about("Null until the suggestion is done.")]

    step = VIEW_STEP  # as it names what the hand allows


def suggestion_view(task: Task, language: str) -> Suggestion:
    """A suggestion with its answer, if there is one yet."""
    answer = None
    if task.status == DONE:
        answer = answer_view(task.request, msgspec.convert(task.results[0], StoredAnswer), language)
    return view_of(Suggestion, task, budget=budget_view(task.request), answer=answer)


def budget_view(request: Mapping[str, Any]) -> Budget:
    """The budget of a stored request."""
    amounts = {name: request["budget"].get(name) for name in BUDGETS}
    return Budget(**amounts | {"level": level_number(amounts["level"])})


def answer_view(request: Mapping[str, Any], stored: StoredAnswer, language: str) -> SuggestionAnswer:
    """The answer to a request, in a language."""
    variant = VARIANTS[request["variant"]]
    says, english = variant.phrases(language), variant.phrases(ENGLISH)
    options = request["observation"].get("options", {})
    names = Names(request["names"], says) if "names" in request else None

    def text(move: Mapping[str, Any]) -> str:
        return variant.commentary.move_text(move, options, names, says)

    candidates = [
        extend(
            Candidate,
            candidate,
            text=text(candidate.move),
            reason=says.translate(load_text(candidate.reason, english)),
            prospects=prospects_view(candidate.prospects, language),
        )
        for candidate in stored.candidates
    ]
    return extend(SuggestionAnswer, stored, text=text(stored.move), candidates=candidates)
