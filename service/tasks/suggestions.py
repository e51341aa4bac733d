"""Suggestions: the move that a computer would play in an observation, and the value of every candidate. No HTTP, no
Redis words.

A client's own observation and a seat of a running game are handled in the same way. The search gets the observation
only, so its answer cannot depend on a card that the seat does not see.
"""

import hashlib
import json
import logging
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from typing import Annotated, Any, Final, Protocol

import msgspec
from msgspec import Meta

import ai
from ai import Decision, choose
from ai.levels import LEVELS, Player
from engines import VARIANTS
from engines.api import OVER, SPECTATOR, Observation, State, Variant
from engines.language import ENGLISH, dump_said, load_said
from engines.names import Names
from engines.rng import Rng
from service.games.catalogue import find_variant
from service.games.computers import find_computer, in_style
from service.games.progress import require_asked
from service.model.answer import Answer, Count, Move
from service.model.game import Game, marked_name
from service.model.problem import Problem, refused_by
from service.store.tasks import DONE, Task, TaskStore
from service.tasks.prospects import Prospects, prospects_in, prospects_view
from service.tasks.slices import GIVE_WAY_EVERY_S, HEARTBEAT_EVERY_S, look_after

log = logging.getLogger(__name__)

DEFAULT_SEED: Final = "faceoff"
BUDGETS: Final = ("level", "rating", "simulations", "time_ms")
"""The fields of a request of which one says how much to search."""
_ALL_BUDGETS: Final = "level, rating, simulations and time_ms"


@dataclass(frozen=True)
class Bounds:
    """The most that one decision may cost."""

    simulations: int
    think_ms: int


ReserveAiTime = Callable[[int], AbstractContextManager[None]]
"""Context manager: reserve this many ms of the client's AI time quota and refund them if the body raises."""


class Queue(Protocol):
    """Wakes a worker for a suggestion. A lost call is repeated when the suggestion is overdue."""

    def call_suggestion(self, suggestion_id: str, call: int) -> None:
        """Queue a search for the suggestion; ``call`` is its re-queue count."""

    def is_suggestion_waiting(self, suggestion_id: str, call: int) -> bool:
        """Whether the job of that call still waits for a worker."""


# -- requests


@dataclass(frozen=True)
class Client:
    """Who asks for a suggestion."""

    id: str
    """Rate-limit identity of the client whose open suggestions it counts towards."""
    reader_digest: str
    """SHA-256 of the token of the request, which alone may read the suggestion; empty without a token."""
    most_open: int
    """Suggestions that the client may have queued or running."""


@dataclass(frozen=True)
class Suggestions:
    """The suggestions of this service: their store, the queue that wakes workers, and what one of them may cost."""

    store: TaskStore
    queue: Queue
    bounds: Bounds
    reserve_ai_time: ReserveAiTime


def suggest(suggestions: Suggestions, variant_key: str, data: Any, body: Mapping[str, Any], client: Client) -> Task:
    """Create a suggestion for the seat whose observation is ``data``.

    ``body`` may hold one of ``BUDGETS``, ``style``, ``mistakes`` with ``level`` or ``rating``, and ``seed``.
    """
    variant = find_variant(variant_key)
    with refused_by(variant):
        observation = variant.codec.load_observation(data)
    return _create(suggestions, variant, observation, body, client)


def hint(suggestions: Suggestions, game: Game, seat: int, body: Mapping[str, Any], client: Client) -> Task:
    """Create a suggestion for a seat of a running game that is to move."""
    require_asked(game, seat)
    observation = game.variant.observe(game.state, seat)
    return _create(suggestions, game.variant, observation, body, client, game=game)


def _create(
    suggestions: Suggestions,
    variant: Variant,
    observation: Observation,
    body: Mapping[str, Any],
    client: Client,
    game: Game | None = None,
) -> Task:
    seed = body.get("seed", DEFAULT_SEED)
    determinization = require_decision(variant, observation, seed)
    mistakes = body.get("mistakes", False)
    if mistakes and "level" not in body and "rating" not in body:
        raise Problem(
            "budget/invalid", "mistakes: only a level or a rating makes mistakes; give one as well", field="mistakes"
        )
    budget = {name: body[name] for name in BUDGETS if name in body} or {"level": LEVELS[-1].number}
    wish = {"variant": variant.key, "budget": budget, "style": body.get("style"), "mistakes": mistakes}
    player = player_for(wish, suggestions.bounds)  # refuses a wrong budget here, not in the worker
    request = wish | {
        "seat": int(observation.seat),
        "ply": int(determinization.ply),
        "seed": seed,
        "observation": variant.codec.dump_observation(observation),
    }
    if game is not None:
        request["game"] = game.id
        request["names"] = [marked_name(seat.name, seat.bot) for seat in game.seats]
    with suggestions.reserve_ai_time(player.cap_ms):
        task = suggestions.store.open(request, client.reader_digest, client.id, client.most_open)
    suggestions.queue.call_suggestion(task.id, task.calls)
    return task


def game_of_hint(task: Task) -> str | None:
    """The id of the game in which a hint was asked for; None of another suggestion."""
    return task.request.get("game")


def require_decision(variant: Variant, observation: Observation, seed: str) -> State:
    """A determinization of the observation; raises Problem unless the seat has something to decide."""
    if observation.seat == SPECTATOR:
        raise Problem(
            "suggestion/not_asked",
            "observation.seat: a spectator has nothing to decide; name a seat",
            field="observation.seat",
        )
    determinization = observation.determinize(Rng(seed))
    if not determinization.may_act(observation.seat):
        raise Problem(
            "suggestion/not_asked",
            f"observation.seat: seat {observation.seat} is not asked in this position; "
            f"{_who_is_asked(variant, determinization)}",
            field="observation.seat",
        )
    return determinization


def _who_is_asked(variant: Variant, state: State) -> str:
    asked = state.to_act()
    if asked >= 0:
        return f"seat {asked} is"
    why = "the game is over" if asked == OVER else "the cards are yet to be shuffled"
    cards_decide = "" if variant.has_decisions else f"; in {variant.name} the cards alone decide"
    return f"no seat is: {why}{cards_decide}"


def player_for(request: Mapping[str, Any], bounds: Bounds) -> Player:
    """The player with the ``budget`` and ``style`` of a stored request. Raises Problem if the budget is not within the
    bounds.

    A level or rating plays as in games, but without its mistakes, which would be bad advice, unless ``mistakes`` are
    asked for.
    """
    variant, budget, mistakes = VARIANTS[request["variant"]], request["budget"], request.get("mistakes", False)
    if len(budget) > 1:
        given = " and ".join(budget)
        raise Problem("budget/invalid", f"{given} are given; give only one of {_ALL_BUDGETS}", field=list(budget)[1])
    return in_style(variant, _player_of_budget(variant, budget, bounds, mistakes), request.get("style"), "style")


def _player_of_budget(variant: Variant, budget: Mapping[str, Any], bounds: Bounds, mistakes: bool) -> Player:
    ((name, amount),) = budget.items()
    if name in ("level", "rating"):
        computer = find_computer(variant, budget)
        simulations, cap_ms = min(computer.simulations, bounds.simulations), min(computer.cap_ms, bounds.think_ms)
        return replace(
            computer if mistakes else computer.at_its_best(), mixes=mistakes, simulations=simulations, cap_ms=cap_ms
        )
    check_amount(name, amount, bounds.simulations if name == "simulations" else bounds.think_ms)
    if name == "simulations":
        return Player(simulations=amount, exact=True, cap_ms=bounds.think_ms)
    return Player(simulations=bounds.simulations, exact=True, cap_ms=amount)


def check_amount(where: str, amount: int, most: int) -> None:
    """Raise Problem ``budget/invalid`` if ``amount`` is more than the service allows."""
    if amount > most:
        raise Problem("budget/invalid", f"{where}: {amount} is more than this service allows, {most}", field=where)


# -- in the worker


def work_out(store: TaskStore, bounds: Bounds, suggestion_id: str, give_way: Callable[[], None]) -> None:
    """Search for the answer to a suggestion and store it, unless the suggestion is no longer open.

    ``give_way`` is called during the search, so that people in games do not wait for its end.
    """
    if not store.heartbeat(suggestion_id) or (task := store.find(suggestion_id)) is None:
        return
    player = player_for(task.request, bounds)
    began = time.monotonic()
    # A level without a search says after a fixed number of simulations what its moves lead to: its cap is not meant for
    # them.
    cap_ms = player.cap_ms if player.simulations else bounds.think_ms
    answer = answer_to(task.request, player, _make_should_stop(store, suggestion_id, cap_ms, give_way))
    store.close(task, DONE, stored_answer(answer))
    log.info("suggestion", extra={"simulations": answer.simulations, "ms": round(1000 * (time.monotonic() - began))})


def _make_should_stop(
    store: TaskStore, suggestion_id: str, cap_ms: int, give_way: Callable[[], None]
) -> Callable[[], bool]:
    """The callback that ends the search after ``cap_ms``, or when the suggestion is no longer open."""
    ends = time.monotonic() + cap_ms / 1000
    last_heartbeat = gave_way = time.monotonic()

    def should_stop() -> bool:
        nonlocal ends, last_heartbeat, gave_way
        now = time.monotonic()
        if now - gave_way > GIVE_WAY_EVERY_S:
            give_way()
            gave_way = time.monotonic()
            ends += gave_way - now  # it does not count as search time
        if now - last_heartbeat > HEARTBEAT_EVERY_S:
            last_heartbeat = now
            if not store.heartbeat(suggestion_id):
                return True
        return now >= ends

    return should_stop


class Candidate(Answer, kw_only=True):
    """A move that was considered."""

    move: Move
    text: Annotated[str, Meta(description="The move in a few words.")]
    value: Annotated[
        float,
        Meta(
            ge=-1,
            le=1,
            description="Expected outcome for the seat's side: 1 for a win, 0 for a draw, -1 for a loss. 0 if it "
            "was not rated: the only move.",
        ),
    ]
    visits: Annotated[Count, Meta(description="How often the search tried the move. 0 without a search.")]
    reason: Annotated[str, Meta(description="Why, in the words of the game.")]
    prospects: Annotated[
        Prospects | None,
        Meta(description="What the move leads to. Null for a move that was tried too seldom for an estimate."),
    ] = None


class SuggestionAnswer(Answer, kw_only=True):
    """The move that a computer would play."""

    move: Move
    text: Annotated[str, Meta(description="The move in a few words.")]
    candidates: Annotated[
        list[Candidate],
        Meta(
            description="Candidates, best first; before them, if it is another, the one that is played: a mistake, "
            "or, where predictable play could be exploited, a move drawn among the good ones. Where "
            "there are too many moves to list, only the move itself."
        ),
    ]
    simulations: Annotated[Count, Meta(description="Number of simulations. 0 without a search.")]
    stopped: Annotated[bool, Meta(description="Whether the time ran out before all simulations were done.")]
    exact: Annotated[
        bool, Meta(description="Whether the values were calculated exactly, because all relevant cards were known.")
    ]
    mistake: Annotated[
        bool,
        Meta(
            description="Whether the move is one of the level's mistakes: it knows a better one, but misjudged it. "
            "Always false unless `mistakes` were asked for."
        ),
    ] = False


def answer_to(
    request: Mapping[str, Any], player: Player, should_stop: Callable[[], bool] | None = None
) -> SuggestionAnswer:
    """The move, its text, and the value of every candidate."""
    variant = VARIANTS[request["variant"]]
    observation = variant.codec.load_observation(request["observation"])
    decision = choose(variant, observation, player, Rng(_search_seed(request)), should_stop, explain=True)
    determinization = observation.determinize(Rng(request["seed"]))
    options = request["observation"].get("options", {})
    names = Names(request["names"]) if "names" in request else None

    def described(actions: Sequence[int]) -> Described:
        move = variant.codec.encode_actions(determinization, request["seat"], actions)
        return move, variant.commentary.move_text(move, options, names)

    move, text = described(decision.actions)
    return SuggestionAnswer(
        move=move,
        text=text,
        candidates=_candidates(decision, described),
        simulations=decision.simulations,
        stopped=decision.stopped,
        exact=decision.exact,
        mistake=decision.mistake,
    )


def stored_answer(answer: SuggestionAnswer) -> dict[str, Any]:
    """The answer for the store: in English, with ``said``, from which the reasons can be said in another language."""
    said = [dump_said(candidate.reason) for candidate in answer.candidates]
    return {**msgspec.to_builtins(answer, enc_hook=str), "said": said}


def answer_in(language: str, request: Mapping[str, Any], stored: Mapping[str, Any] | None) -> SuggestionAnswer | None:
    """The stored answer to a request, in a language."""
    answer = msgspec.convert(stored, SuggestionAnswer | None)
    variant = VARIANTS[request["variant"]]
    says, english = variant.phrases(language), variant.phrases(ENGLISH)
    if answer is None or stored is None or says is english:
        return answer
    options = request["observation"].get("options", {})
    names = Names(request["names"], says) if "names" in request else None
    for named in (answer, *answer.candidates):
        named.text = variant.commentary.move_text(named.move, options, names, says)
    for candidate, said in zip(answer.candidates, stored.get("said", ()), strict=False):  # older answers have none
        candidate.reason = says.translate(load_said(said, english))
    for candidate in answer.candidates:
        candidate.prospects = prospects_in(language, candidate.prospects)
    return answer


def _search_seed(request: Mapping[str, Any]) -> str:
    """The seed of the search.

    With mistakes it depends on the position too. Otherwise a client that always sends the same seed could get a mistake
    in every position.
    """
    if not request.get("mistakes", False):
        return str(request["seed"])
    return hashlib.sha256(json.dumps([request["seed"], request["observation"]], sort_keys=True).encode()).hexdigest()


Described = tuple[dict[str, Any], str]
"""A move and its text."""


def _candidates(decision: Decision, described: Callable[[Sequence[int]], Described]) -> list[Candidate]:
    """All candidates. Where a move is several actions only the chosen one is complete: it is the only entry."""
    if len(decision.actions) > 1:
        first = next(candidate for candidate in decision.candidates if candidate.action == decision.actions[0])
        return [_candidate(first, *described(decision.actions))]
    return [_candidate(candidate, *described((candidate.action,))) for candidate in decision.candidates]


def _candidate(candidate: ai.Candidate, move: dict[str, Any], text: str) -> Candidate:
    return Candidate(
        move=move,
        text=text,
        value=round(candidate.value, 4),
        visits=candidate.visits,
        reason=candidate.reason,
        prospects=prospects_view(candidate.prospects),
    )


# -- overdue suggestions


def look_after_suggestions(store: TaskStore, queue: Queue) -> None:
    """Queue every suggestion again whose worker or job is lost; after ``MAX_ATTEMPTS`` times it has failed."""
    look_after(
        store,
        lambda task: queue.is_suggestion_waiting(task.id, task.calls),
        lambda task: queue.call_suggestion(task.id, task.calls),
    )
