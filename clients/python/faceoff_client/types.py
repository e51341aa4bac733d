# Generated from openapi.yaml by `make sdk`: do not edit.
# ruff: noqa

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict


class AbortedEventData(TypedDict):
    """Details of the event `aborted`."""


class AcceptRequest(TypedDict):
    seed_digest: NotRequired[str]
    """SHA-256 of a seed of your own that enters every shuffle, in hex. Reveal the seed with POST /v1/games/{id}/fairness as soon as `fairness.reveal_by` is set; the game stays `open` until then. Without one, the shuffles are fair only if you trust the operator."""
    client_seed: NotRequired[str]
    """A seed of your own, given at once: 16 to 64 letters, digits, - or _, chosen at random. Instead of `seed_digest`, which also protects you from players who come after you."""


class AiReducedEventData(TypedDict):
    """Details of the event `ai_reduced`."""

    seat: int
    """The seat."""
    level: int | None
    """Level of the computer. Null if it was asked for by a rating."""
    rating: NotRequired[int]
    """Only of a computer that was asked for by a rating."""
    style: NotRequired[str]
    """Only of a computer that was asked for in a style."""
    budget_fraction: float
    """Fraction of the level's simulations."""


class AiTurn(TypedDict):
    """A computer is to move."""

    state: Literal["to_move"]
    """Always `to_move`."""
    seat: int
    """The computer's seat."""
    level: int | None
    """The computer's level. Null if it was asked for by a `rating`, see `seats`."""
    since: str
    """When its turn began."""


class AnalysisLinks(TypedDict):
    """Addresses of an analysis."""

    self: str
    """This resource."""
    game: str
    """The game."""


class AnalysisProgress(TypedDict):
    """Progress of an analysis."""

    decisions: int
    """Number of decisions looked at, those without a choice included."""
    of: int
    """Number of all decisions of the seat's player."""


class AnalysisSummary(TypedDict):
    """Number of decisions by grade."""

    best: int
    """Best moves."""
    good: int
    """Good moves."""
    inaccuracy: int
    """Inaccuracies."""
    blunder: int
    """Blunders."""
    text: str
    """The same in words."""


BladesOfSteelBlockKind: TypeAlias = Literal["high_card", "flush", "star_defence", "star_goalie"]


BladesOfSteelBlockSource: TypeAlias = Literal["hand", "stack"]


class BladesOfSteelChangeLinesMove(TypedDict):
    """Discard the whole hand."""

    type: Literal["change_lines"]


BladesOfSteelComparison: TypeAlias = Literal["top", "all"]


BladesOfSteelDeckEndRule: TypeAlias = Literal["immediate", "finish_turn"]


BladesOfSteelDiscardVisibility: TypeAlias = Literal["open", "top_only"]


BladesOfSteelGoals: TypeAlias = int


BladesOfSteelHandSize: TypeAlias = int


class BladesOfSteelHiddenDiscards(TypedDict):
    lines: int
    stacks: int


class BladesOfSteelHiddenDiscardsInput(TypedDict):
    lines: int
    stacks: int


class BladesOfSteelNoBlockMove(TypedDict):
    """Let the shot in."""

    type: Literal["no_block"]


BladesOfSteelNode: TypeAlias = Literal["cut", "deal", "action", "answer", "game_over"]


BladesOfSteelOvertimeRule: TypeAlias = Literal["sudden_death", "none"]


class BladesOfSteelOvertimeStartEventData(TypedDict):
    """Details of the event `overtime_start`."""

    overtime: int


class BladesOfSteelPackOutEventData(TypedDict):
    """Details of the event `pack_out`."""

    overtime: int
    """Number of the overtime pack; 0 in regulation."""
    score: list[BladesOfSteelGoals]
    """Goals of both seats."""


BladesOfSteelPreset: TypeAlias = Literal["standard"]
"""`standard`: The game as published: one pack, and a tie is played on until the next goal."""


class BladesOfSteelScoresEventData(TypedDict):
    """Details of the event `scores`."""

    seat: int
    score: list[BladesOfSteelGoals]
    """Goals of both seats."""


BladesOfSteelShotKind: TypeAlias = Literal["high_card", "flush", "one_timer", "breakaway", "great_one"]


BladesOfSteelStackSize: TypeAlias = int


BladesOfSteelStackSpending: TypeAlias = Literal["used", "whole"]


class BladesOfSteelStacksDefenceEventData(TypedDict):
    """Details of the event `stacks_defence`."""

    seat: int
    count: int


class BotEventMessage(TypedDict):
    """A server-sent event with one event of a bot. A comment line is sent every 15 seconds."""

    id: str
    """The event's number. Send the last one as `Last-Event-ID`."""
    data: str
    """A BotEvent."""


BotGameStatus: TypeAlias = Literal["invited", "playing", "taken_over", "waiting"]


class BotInvitedEventData(TypedDict):
    """Details of the event `bot_invited`."""

    seat: int
    """The seat."""
    bot: str
    """The id of the bot."""


class BotLinks(TypedDict):
    """Addresses of a bot."""

    self: str
    """This resource."""
    stream: str
    """The bot's events as a stream, for the bot."""
    events: str
    """The bot's events, for the bot."""
    games: str
    """The bot's games and invitations, for the bot."""


class BotSeat(TypedDict):
    kind: Literal["bot"]
    bot: str
    """The id of the bot, see GET /v1/bots. It is invited, and the game starts when it accepts."""


class Budget(TypedDict):
    """The search budget: the one field that is not null."""

    level: int | None
    """As much as this level has."""
    rating: int | None
    """As much as a computer of this rating has."""
    simulations: int | None
    """Number of simulations."""
    time_ms: int | None
    """Time in milliseconds."""


CardCode: TypeAlias = str


CardColor: TypeAlias = Literal["red", "black"]


class CardHockeyCarriesEventData(TypedDict):
    """Details of the event `carries`."""

    seat: int
    """0 is red, 1 is black."""


class CardHockeyClearsEventData(TypedDict):
    """Details of the event `clears`."""

    seat: int
    """0 is red, 1 is black."""


CardHockeyDeckSize: TypeAlias = int


class CardHockeyFaceOffEventData(TypedDict):
    """Details of the event `face_off`."""

    period: int


CardHockeyFlipMode: TypeAlias = Literal["both", "either", "auto"]


class CardHockeyFlipMove(TypedDict):
    """Turn up the cards of the present turn; turns count from 1 through the whole game."""

    type: Literal["flip"]
    turn: int


CardHockeyGoalCards: TypeAlias = list[CardCode]


CardHockeyGoals: TypeAlias = int


class CardHockeyHoldsEventData(TypedDict):
    """Details of the event `holds`."""

    seat: int
    """0 is red, 1 is black."""


CardHockeyMove: TypeAlias = CardHockeyFlipMove
"""A move of Card Hockey, identified by its `type`."""


CardHockeyNode: TypeAlias = Literal["shuffle", "flip", "shootout_shuffle", "shootout_flip", "game_over"]


class CardHockeyPenaltyEventData(TypedDict):
    """Details of the event `penalty`."""

    seat: int
    """0 is red, 1 is black."""
    card: CardCode


class CardHockeyPenaltyOverEventData(TypedDict):
    """Details of the event `penalty_over`."""

    seat: int
    """0 is red, 1 is black."""
    card: CardCode


class CardHockeyPeriodEndEventData(TypedDict):
    """Details of the event `period_end`."""

    period: int
    score: list[CardHockeyGoals]
    """Goals of both sides; a shootout does not count."""


CardHockeyPeriodEndRule: TypeAlias = Literal["deck_empty", "cannot_draw"]


CardHockeyPeriodGoals: TypeAlias = list[CardHockeyGoals]


CardHockeyPreset: TypeAlias = Literal["standard"]
"""`standard`: The game as published: three periods, and a shootout after a tie."""


class CardHockeyRecordMove(TypedDict):
    """A move."""

    version: int
    ply: int
    seat: int
    move: CardHockeyMove


class CardHockeyScoresEventData(TypedDict):
    """Details of the event `scores`."""

    seat: int
    """0 is red, 1 is black."""
    card: CardCode
    score: list[CardHockeyGoals]
    """Goals of both sides; a shootout does not count."""


class CardHockeyShootoutFlipEventData(TypedDict):
    """Details of the event `shootout_flip`."""

    turn: int
    """Counted from 1 through the whole game."""
    cards: list[CardCode]
    """Red's and black's."""
    winner: int | None
    """The side that wins the shootout with it."""


class CardHockeyShootoutStartEventData(TypedDict):
    """Details of the event `shootout_start`."""


class CardHockeyShorthandedEventData(TypedDict):
    """Details of the event `shorthanded`."""

    seat: int
    """0 is red, 1 is black."""
    card: CardCode
    number: int
    """Further turn of the penalty, counted from 1."""


class CardHockeyShotBlockedEventData(TypedDict):
    """Details of the event `shot_blocked`."""

    seat: int
    """0 is red, 1 is black."""
    card: CardCode


class CardHockeyTiedUpEventData(TypedDict):
    """Details of the event `tied_up`."""


CardHockeyTurnCards: TypeAlias = list[CardCode]


CardHockeyTurnsToServe: TypeAlias = int


class CardHockeyYou(TypedDict):
    """Your seat and private information beside your hand. Null for a spectator."""

    seat: int
    """Your seat."""


CardHockeyZone: TypeAlias = Literal["D", "N", "O"]


CardOrJokerCode: TypeAlias = str


class DeclineRequest(TypedDict):
    reason: NotRequired[str]
    """For the owner of the game, who sees it."""


class EloInterval(TypedDict):
    """
    An Elo difference with its 95 % interval. Null is without bound: points of 1 or 0 correspond to no Elo
        difference.
    """

    mean: float | None
    """The difference. Null if all games were won or all were lost."""
    low: float | None
    """Lower bound of the interval. Null if there is none."""
    high: float | None
    """Upper bound of the interval. Null if there is none."""


class EventMessage(TypedDict):
    """A server-sent event with the events of one version. A comment line is sent every 15 seconds."""

    id: str
    """The revision. Send the last one as `Last-Event-ID`."""
    data: str
    """A GameUpdate."""


class Fairness(TypedDict):
    """The commitment to every shuffle of the game. The seed is revealed when the game is over."""

    scheme: str
    """The name of the shuffle scheme."""
    commitment: str
    """SHA-256 of the game's id and seed, in hex."""
    promises: dict[str, str | None]
    """SHA-256 of the seeds that players have promised, in hex, by contributor: `owner` or the number of a seat. If yours is not among them, the shuffles are fair only if you trust the operator. Null in a rematch for a seat that may still promise one."""
    seed_digest: str | None
    """The promise of `owner`, the creator."""
    awaits_seed: bool
    """Whether a promised seed has not been revealed."""
    reveal_by: str | None
    """Set when all seats are taken and promised seeds are missing: reveal yours, after you have kept `commitment` and `promises`. If one is missing at this time, the game is aborted."""
    client_seeds: dict[str, str]
    """Seeds of players that enter the shuffles, by contributor: `owner` or the number of a seat."""
    shuffles: int
    """Number of shuffles dealt so far."""
    seed: str | None
    """The game's seed, in hex. Null until the game is over."""


FairnessScheme: TypeAlias = Literal["faceoff-v1"]


class FieldError(TypedDict):
    """An invalid field."""

    pointer: str
    """JSON pointer (RFC 6901) of the field in the body or query. Empty for the whole."""
    message: str
    """What is wrong."""


class ForfeitedEventData(TypedDict):
    """Details of the event `forfeited`."""

    seat: int
    """The seat."""


Forfeits: TypeAlias = int


class GameLinks(TypedDict):
    """Addresses of a game."""

    self: str
    """This resource."""
    moves: str
    """Play a move: POST."""
    events: str
    """The events."""
    stream: str
    """The events as a stream."""
    tickets: str
    """Create a ticket for the stream: POST."""
    resign: str
    """Resign: POST."""
    hint: str
    """Ask for a hint: POST."""
    join: str
    """Take an open seat: POST."""
    abort: str
    """Abort the game: POST."""
    rematch: str
    """Ask for a rematch: POST."""
    record: str
    """The record of the finished game."""
    fairness: str
    """The commitment to the shuffles, and the proof."""
    variant: str
    """The variant."""
    cards: str
    """The cards of the game."""


class GameSettings(TypedDict):
    """
    Settings of a game that its creator chooses and that are not part of the rules.

        A new setting is declared here, used where it acts, and described in the documents: requests, views and stored games
        follow.
    """

    pace_ms: int
    """Delay in milliseconds before a computer's answer to a person. A level that needs longer, up to half a second, takes that long for every answer: the time does not depend on its cards."""
    watch_pace_ms: int
    """Delay in milliseconds before a computer's answer to another computer, so that people can follow. 0 for none: a game between computers takes a second or so."""
    time_limit_s: int | None
    """Seconds that a person has for a decision. Then the heuristic answers for the seat, with an event `time_ran_out`. Null for no limit."""
    absent_after_s: int
    """Seconds without an answer after which a person counts as absent and others may let a computer take over the seat."""
    absent_level: int
    """Level of the computer that takes over the seat of an absent player, the middle one or better."""
    invitation_s: int
    """Seconds that an invited bot has to accept."""
    reveal_s: int
    """Seconds that the players have to reveal the seeds that they have promised, once the last seat is taken. If one is missing then, the game is aborted: no cards are dealt without it."""
    expire_after_s: int | None
    """Seconds that the running game is kept after its last change, see `expires_at` of the view. Null for the service's setting."""


class GameStartedEventData(TypedDict):
    """Details of the event `game_started`."""


GameStatus: TypeAlias = Literal["open", "active", "finished", "aborted"]


Goals: TypeAlias = int


Grade: TypeAlias = Literal["best", "blunder", "good", "inaccuracy"]


class Health(TypedDict):
    """A sign of life."""

    status: Literal["ok"]
    """Always `ok`."""


class HockeyBlocksEventData(TypedDict):
    """Details of the event `blocks`."""

    seat: int
    card: CardCode


HockeyBreakawayCounter: TypeAlias = Literal["steals", "cancels"]


class HockeyBreakawayEventData(TypedDict):
    """Details of the event `breakaway`."""

    seat: int
    card: CardCode
    equal_in_a_row: int
    """Cards of this rank on top of the pile, this one included."""


HockeyCardsPerSeat: TypeAlias = int


class HockeyChooseDealerMove(TypedDict):
    """The winner of the cut names who deals the first period: itself or the next seat."""

    type: Literal["choose_dealer"]
    seat: int


class HockeyClearsEventData(TypedDict):
    """Details of the event `clears`."""

    seat: int
    card: CardCode


class HockeyCutEventData(TypedDict):
    """Details of the event `cut`."""

    cards: list[CardCode]
    """By seat."""


class HockeyDealEventData(TypedDict):
    """Details of the event `deal`."""

    deal: int
    """Deal of this period, counted from 1."""
    seat: int
    count: int
    cards: NotRequired[list[CardCode]]


HockeyDealSize: TypeAlias = int


class HockeyDealerChosenEventData(TypedDict):
    """Details of the event `dealer_chosen`."""

    dealer: int
    """The seat that deals."""


HockeyFirstDealerRule: TypeAlias = Literal["chosen", "random"]


HockeyGoals: TypeAlias = int


HockeyHandSize: TypeAlias = int


class HockeyLastMinuteEventData(TypedDict):
    """Details of the event `last_minute`."""

    extra_attacker: bool
    """Its hands are larger than those of the deal before."""


class HockeyMissEventData(TypedDict):
    """Details of the event `miss`."""

    seat: int
    card: CardCode


HockeyNode: TypeAlias = Literal["cut", "choose_dealer", "shuffle", "starting_pile", "play", "game_over"]


HockeyOvertimeRule: TypeAlias = Literal["once", "none"]


class HockeyOvertimeStartEventData(TypedDict):
    """Details of the event `overtime_start`."""

    period: int
    """Counted from 1; overtime is the one after regulation."""
    dealer: int
    """The seat that deals."""


class HockeyPeriodEndEventData(TypedDict):
    """Details of the event `period_end`."""

    period: int
    """Counted from 1; overtime is the one after regulation."""
    score: list[HockeyGoals]
    """Goals of both sides."""


HockeyPeriodGoals: TypeAlias = list[HockeyGoals]


class HockeyPeriodStartEventData(TypedDict):
    """Details of the event `period_start`."""

    period: int
    """Counted from 1; overtime is the one after regulation."""
    dealer: int
    """The seat that deals."""


class HockeyPlayMove(TypedDict):
    """Play any card of the hand."""

    type: Literal["play"]
    card: CardCode


class HockeyPlayedCard(TypedDict):
    seat: int
    card: CardCode


class HockeyPlayedCardInput(TypedDict):
    seat: int
    card: CardCode


class HockeyPlaysEventData(TypedDict):
    """Details of the event `plays`."""

    seat: int
    card: CardCode


class HockeyPostEventData(TypedDict):
    """Details of the event `post`."""

    seat: int
    card: CardCode


HockeyPreset: TypeAlias = Literal[
    "standard", "original", "third_match_cancels", "goal_is_breakaway", "partnership", "wiggum", "stockham"
]
"""`standard`: The usual game for two: a Jack opens a breakaway, and a third equal card steals it. `original`: The game of the early 1960s: Jacks are ordinary cards, and the scorer is on breakaway again. `third_match_cancels`: A house rule: a third equal card only ends the breakaway; a Jack still steals it. `goal_is_breakaway`: A house rule: the scorer is at once on breakaway again. `partnership`: Four players, partners opposite: one passes, the other scores. `wiggum`: Ralph Wiggum's game: four cards start the pile, Jacks and Twos are wild and score, a breakaway clears the pile. `stockham`: Dwight J. Stockham's game of the 1960s: an equal card or a Jack only blocks a breakaway."""


class HockeySaveEventData(TypedDict):
    """Details of the event `save`."""

    seat: int
    card: CardCode


class HockeyScoresEventData(TypedDict):
    """Details of the event `scores`."""

    seat: int
    card: CardCode
    score: list[HockeyGoals]
    """Goals of both sides."""


HockeySeatCount: TypeAlias = Literal[2, 4]


class HockeyShootsEventData(TypedDict):
    """Details of the event `shoots`."""

    seat: int
    card: CardCode


class HockeyStartingPileEventData(TypedDict):
    """Details of the event `starting_pile`."""

    cards: list[CardCode]
    """Bottom to top; with `only_top_seen` the top alone."""


class HockeyStartingPileRedealtEventData(TypedDict):
    """Details of the event `starting_pile_redealt`."""

    cards: list[CardCode]
    """Bottom to top; none with `only_top_seen`."""


HockeyStartingPileSize: TypeAlias = Literal[0, 4]


class HockeyYou(TypedDict):
    """Your seat and private information beside your hand. Null for a spectator."""

    seat: int
    """Your seat."""


IceColdIceHockeyActionCardCode: TypeAlias = str


class IceColdIceHockeyAnswerMove(TypedDict):
    """Answer with a card from the hand."""

    type: Literal["answer"]
    card: IceColdIceHockeyActionCardCode


class IceColdIceHockeyAnswersEventData(TypedDict):
    """Details of the event `answers`."""

    seat: int
    card: IceColdIceHockeyActionCardCode


class IceColdIceHockeyAward(TypedDict):
    seat: int
    cards: int


class IceColdIceHockeyAwardInput(TypedDict):
    seat: int
    cards: int


IceColdIceHockeyBaseHandSize: TypeAlias = int


IceColdIceHockeyCardNumber: TypeAlias = int


IceColdIceHockeyCount: TypeAlias = int


class IceColdIceHockeyDealEventData(TypedDict):
    """Details of the event `deal`."""

    seat: int
    count: int
    cards: NotRequired[list[IceColdIceHockeyActionCardCode]]


class IceColdIceHockeyDeclineMove(TypedDict):
    """Play no answer."""

    type: Literal["decline"]


class IceColdIceHockeyDefensiveModeMove(TypedDict):
    """Leading, at centre ice: discard a card and dump the puck in without a chase."""

    type: Literal["defensive_mode"]
    card: IceColdIceHockeyActionCardCode


class IceColdIceHockeyDelayedPenaltyEventData(TypedDict):
    """Details of the event `delayed_penalty`."""

    seat: int


class IceColdIceHockeyDiscardMove(TypedDict):
    """Discard a card."""

    type: Literal["discard"]
    card: IceColdIceHockeyActionCardCode


class IceColdIceHockeyDiscardsEventData(TypedDict):
    """Details of the event `discards`."""

    seat: int
    card: IceColdIceHockeyActionCardCode


class IceColdIceHockeyDrawMove(TypedDict):
    """Draw a bonus card."""

    type: Literal["draw"]


class IceColdIceHockeyDrawsEventData(TypedDict):
    """Details of the event `draws`."""

    seat: int
    card: NotRequired[IceColdIceHockeyActionCardCode]


class IceColdIceHockeyDumpCenterMove(TypedDict):
    """From the own zone: discard a card and dump the puck out to centre ice."""

    type: Literal["dump_center"]
    card: IceColdIceHockeyActionCardCode


class IceColdIceHockeyDumpDeepMove(TypedDict):
    """From the own zone: dump the puck down the ice, at the risk of icing."""

    type: Literal["dump_deep"]


class IceColdIceHockeyDumpInMove(TypedDict):
    """From centre ice: discard a card, dump the puck in and chase it."""

    type: Literal["dump_in"]
    card: IceColdIceHockeyActionCardCode


class IceColdIceHockeyDumpsDeepEventData(TypedDict):
    """Details of the event `dumps_deep`."""

    seat: int


class IceColdIceHockeyDumpsInEventData(TypedDict):
    """Details of the event `dumps_in`."""

    seat: int
    card: IceColdIceHockeyActionCardCode


class IceColdIceHockeyDumpsToCentreEventData(TypedDict):
    """Details of the event `dumps_to_centre`."""

    seat: int
    card: IceColdIceHockeyActionCardCode


class IceColdIceHockeyEarnsEventData(TypedDict):
    """Details of the event `earns`."""

    seat: int
    cards: int
    """At most this many are drawn."""


class IceColdIceHockeyFightDrawnEventData(TypedDict):
    """Details of the event `fight_drawn`."""


class IceColdIceHockeyFightWonEventData(TypedDict):
    """Details of the event `fight_won`."""

    seat: int


IceColdIceHockeyGoals: TypeAlias = int


IceColdIceHockeyHandSize: TypeAlias = int


IceColdIceHockeyHeldCount: TypeAlias = int


class IceColdIceHockeyHitsCrossbarEventData(TypedDict):
    """Details of the event `hits_crossbar`."""

    seat: int


class IceColdIceHockeyHitsPostEventData(TypedDict):
    """Details of the event `hits_post`."""

    seat: int


IceColdIceHockeyHomeSeat: TypeAlias = Literal[0, 1]


class IceColdIceHockeyIcesPuckEventData(TypedDict):
    """Details of the event `ices_puck`."""

    seat: int
    card: IceColdIceHockeyActionCardCode


class IceColdIceHockeyIcingEventData(TypedDict):
    """Details of the event `icing`."""

    seat: int


IceColdIceHockeyIcon: TypeAlias = Literal["pass", "skate", "inside_shot", "defence", "penalty_defence", "is_block"]


class IceColdIceHockeyKeepInNetMove(TypedDict):
    """Keep the goalie in the net."""

    type: Literal["keep_in_net"]


class IceColdIceHockeyKeepMove(TypedDict):
    """Discard nothing."""

    type: Literal["keep"]


class IceColdIceHockeyLeaveMove(TypedDict):
    """Leave the card turned up in defensive mode."""

    type: Literal["leave"]


class IceColdIceHockeyLeavesPuckEventData(TypedDict):
    """Details of the event `leaves_puck`."""

    seat: int


IceColdIceHockeyMark: TypeAlias = Literal["offside", "penalty_10_40", "fight"]


class IceColdIceHockeyNoAnswerEventData(TypedDict):
    """Details of the event `no_answer`."""

    seat: int


class IceColdIceHockeyNoPenaltyEventData(TypedDict):
    """Details of the event `no_penalty`."""


IceColdIceHockeyNode: TypeAlias = Literal[
    "shuffle",
    "second_pass",
    "reserve",
    "shootout",
    "attack",
    "defend",
    "counter",
    "inside_shot_response",
    "outside_shot_response",
    "keep_in",
    "touch_up",
    "ice_discard",
    "power_play_response",
    "momentum_trim",
    "momentum_draw",
    "skater_discard",
    "defensive_mode_take",
    "goalie_return",
    "goalie_pull",
    "game_over",
]


class IceColdIceHockeyOffsideEventData(TypedDict):
    """Details of the event `offside`."""


class IceColdIceHockeyOutsideShotMove(TypedDict):
    """In the offensive zone: shoot from outside."""

    type: Literal["outside_shot"]


class IceColdIceHockeyOvertimeStartEventData(TypedDict):
    """Details of the event `overtime_start`."""

    period: int
    """Counted from 1; overtime follows the last of regulation."""


class IceColdIceHockeyPassesEventData(TypedDict):
    """Details of the event `passes`."""

    seat: int
    card: IceColdIceHockeyActionCardCode


class IceColdIceHockeyPenaltiesCancelledEventData(TypedDict):
    """Details of the event `penalties_cancelled`."""


class IceColdIceHockeyPenaltiesWipedOutEventData(TypedDict):
    """Details of the event `penalties_wiped_out`."""

    seat: int


class IceColdIceHockeyPenalty(TypedDict):
    seat: int
    card: IceColdIceHockeyActionCardCode
    """The card whose number called it."""
    major: bool


class IceColdIceHockeyPenaltyEventData(TypedDict):
    """Details of the event `penalty`."""

    seat: int
    card: IceColdIceHockeyActionCardCode
    """The card whose number called the penalty."""
    major: bool
    shots: int
    """Shots of its power play."""


class IceColdIceHockeyPenaltyInput(TypedDict):
    seat: int
    card: IceColdIceHockeyActionCardCode
    """The card whose number called it."""
    major: bool


class IceColdIceHockeyPenaltyShotEventData(TypedDict):
    """Details of the event `penalty_shot`."""

    seat: int


IceColdIceHockeyPendingWork: TypeAlias = Literal[
    "attack",
    "move_puck",
    "to_centre",
    "deep_check",
    "chase",
    "flip",
    "empty_net_check",
    "ice_discard",
    "touch_up",
    "defence_effect",
    "face_off",
    "loose_puck",
    "behind_the_play",
    "foul",
    "cheap_shot",
    "fight",
    "penalty_shot",
    "shot",
    "serve",
    "power_play_shot",
    "power_play_result",
    "major_outside",
    "major_inside",
    "major_result",
    "draw_bonus",
]


class IceColdIceHockeyPeriodEndEventData(TypedDict):
    """Details of the event `period_end`."""

    period: int
    """Counted from 1; overtime follows the last of regulation."""
    score: list[IceColdIceHockeyGoals]
    """Goals of both teams."""


IceColdIceHockeyPeriodGoals: TypeAlias = list[IceColdIceHockeyGoals]


class IceColdIceHockeyPeriodStartEventData(TypedDict):
    """Details of the event `period_start`."""

    period: int
    """Counted from 1; overtime follows the last of regulation."""


class IceColdIceHockeyPlayMove(TypedDict):
    """Play a Pass, a Skate or an Inside Shot from the hand."""

    type: Literal["play"]
    card: IceColdIceHockeyActionCardCode


class IceColdIceHockeyPowerPlay(TypedDict):
    seat: int
    shots: int
    taken: int


class IceColdIceHockeyPowerPlayEventData(TypedDict):
    """Details of the event `power_play`."""

    seat: int
    card: IceColdIceHockeyActionCardCode
    """The card whose number called the penalty."""
    major: bool
    shots: int
    """Shots of its power play."""


class IceColdIceHockeyPowerPlayInput(TypedDict):
    seat: int
    shots: int
    taken: int


IceColdIceHockeyPreset: TypeAlias = Literal["shootout", "overtime", "ties", "playoff"]
"""`shootout`: The rule from 2005-06 on: a tie leads to a 5-minute overtime, then to a shootout. `overtime`: The rule of 1983-84 to 2004-05: a tie leads to a 5-minute overtime, after which it stands. `ties`: The rule up to 1982-83: a tie stands. `playoff`: A playoff game: a tie leads to full periods until a goal."""


class IceColdIceHockeyPullGoalieMove(TypedDict):
    """Late and trailing: take an extra skater for the goalie, and then act."""

    type: Literal["pull_goalie"]


class IceColdIceHockeyPullMove(TypedDict):
    """Pull the goalie before the face-off."""

    type: Literal["pull"]


class IceColdIceHockeyPullsGoalieEventData(TypedDict):
    """Details of the event `pulls_goalie`."""

    seat: int


class IceColdIceHockeyReturnMove(TypedDict):
    """The goalie returns to the net."""

    type: Literal["return"]


class IceColdIceHockeyReturnsGoalieEventData(TypedDict):
    """Details of the event `returns_goalie`."""

    seat: int


IceColdIceHockeySaveResult: TypeAlias = Literal["SUPER_SAVE", "SAVE_DEF", "SAVE_OFF", "SAVE_FO", "SAVE_REBOUND"]


class IceColdIceHockeySavesEventData(TypedDict):
    """Details of the event `saves`."""

    seat: int
    result: IceColdIceHockeySaveResult
    """What is printed on the card."""


class IceColdIceHockeyScoresEventData(TypedDict):
    """Details of the event `scores`."""

    seat: int
    score: list[IceColdIceHockeyGoals]
    """Goals of both teams."""


IceColdIceHockeySeat: TypeAlias = int


class IceColdIceHockeySecondPassEventData(TypedDict):
    """Details of the event `second_pass`."""

    count: int
    """Cards that are shuffled."""


class IceColdIceHockeyShootoutShotEventData(TypedDict):
    """Details of the event `shootout_shot`."""

    seat: int
    card: IceColdIceHockeyActionCardCode


class IceColdIceHockeyShootoutStartEventData(TypedDict):
    """Details of the event `shootout_start`."""


class IceColdIceHockeyShootsInsideEventData(TypedDict):
    """Details of the event `shoots_inside`."""

    seat: int
    card: IceColdIceHockeyActionCardCode


class IceColdIceHockeyShootsOutsideEventData(TypedDict):
    """Details of the event `shoots_outside`."""

    seat: int


class IceColdIceHockeyShootsWideEventData(TypedDict):
    """Details of the event `shoots_wide`."""

    seat: int


IceColdIceHockeyShotKind: TypeAlias = Literal["outside", "inside", "rebound"]


IceColdIceHockeyShotLine: TypeAlias = Literal["outside", "inside"]


IceColdIceHockeyShownCards: TypeAlias = list[IceColdIceHockeyActionCardCode]


class IceColdIceHockeySizesInput(TypedDict):
    periods: NotRequired[int]
    passes: NotRequired[int]
    hand: NotRequired[int]
    hand_limit: NotRequired[int]
    late_cards: NotRequired[int]
    overtime_hand: NotRequired[int]
    overtime_cards: NotRequired[int]


class IceColdIceHockeySkatesEventData(TypedDict):
    """Details of the event `skates`."""

    seat: int
    card: IceColdIceHockeyActionCardCode


class IceColdIceHockeyStayOutMove(TypedDict):
    """The goalie stays out."""

    type: Literal["stay_out"]


class IceColdIceHockeyStaysBackEventData(TypedDict):
    """Details of the event `stays_back`."""

    seat: int
    card: IceColdIceHockeyActionCardCode


class IceColdIceHockeyStaysOutEventData(TypedDict):
    """Details of the event `stays_out`."""

    seat: int


class IceColdIceHockeyStopMove(TypedDict):
    """Draw no more bonus cards."""

    type: Literal["stop"]


class IceColdIceHockeyStoppage(TypedDict):
    return_asked: list[IceColdIceHockeySeat]
    returned: list[IceColdIceHockeySeat]
    pull_asked: list[IceColdIceHockeySeat]


class IceColdIceHockeyStoppageInput(TypedDict):
    return_asked: list[IceColdIceHockeySeat]
    returned: list[IceColdIceHockeySeat]
    pull_asked: list[IceColdIceHockeySeat]


class IceColdIceHockeyTakeFaceOffMove(TypedDict):
    """Have the icing called: a face-off in the zone of the team that iced the puck."""

    type: Literal["take_face_off"]


class IceColdIceHockeyTakeMove(TypedDict):
    """Take the card turned up in defensive mode into the hand."""

    type: Literal["take"]


class IceColdIceHockeyTakesEventData(TypedDict):
    """Details of the event `takes`."""

    seat: int
    card: IceColdIceHockeyActionCardCode


IceColdIceHockeyTeamLetter: TypeAlias = Literal["H", "V"]


IceColdIceHockeyTeamZone: TypeAlias = Literal["D", "C", "O"]


IceColdIceHockeyTieRule: TypeAlias = Literal["tie", "ot", "ot_shootout", "playoff"]


class IceColdIceHockeyTimeExpiresEventData(TypedDict):
    """Details of the event `time_expires`."""

    count: int
    """Cards that are shuffled."""


class IceColdIceHockeyTouchUpMove(TypedDict):
    """Wave off the icing and play on from the own zone."""

    type: Literal["touch_up"]


class IceColdIceHockeyTouchesUpEventData(TypedDict):
    """Details of the event `touches_up`."""

    seat: int


IceColdIceHockeyTurnOverPurpose: TypeAlias = Literal[
    "deep_dump",
    "chase",
    "defensive_mode",
    "empty_net",
    "face_off",
    "loose_puck",
    "behind_the_play",
    "foul",
    "cheap_shot",
    "fight",
    "penalty_shot",
    "power_play",
    "major_penalty",
    "outside_shot",
    "inside_shot",
    "rebound",
]


IceColdIceHockeyTurnsOverEventData = TypedDict(
    "IceColdIceHockeyTurnsOverEventData",
    {
        "card": IceColdIceHockeyActionCardCode,
        "for": IceColdIceHockeyTurnOverPurpose,
    },
)


class IceColdIceHockeyYou(TypedDict):
    """Your seat and private information beside your hand. Null for a spectator."""

    seat: int
    """Your seat."""


IceColdIceHockeyZone: TypeAlias = Literal["end_0", "centre", "end_1"]


class Interval(TypedDict):
    """A mean with its 95 % interval."""

    mean: float
    """The mean."""
    low: float
    """Lower bound of the interval."""
    high: float
    """Upper bound of the interval."""


class InvitationDeclinedEventData(TypedDict):
    """Details of the event `invitation_declined`."""

    seat: int
    """The seat."""
    reason: str | None
    """The bot's reason, if it gave one."""


InvitationEnd: TypeAlias = Literal["declined", "expired", "withdrawn"]


class InvitationExpiredEventData(TypedDict):
    """Details of the event `invitation_expired`."""

    seat: int
    """The seat."""


InvitationStatus: TypeAlias = Literal["declined", "expired", "pending"]


class InviteRequest(TypedDict):
    bot: str
    """The id of the bot, see GET /v1/bots."""


class JoinRequest(TypedDict):
    seed_digest: NotRequired[str]
    """SHA-256 of a seed of your own that enters every shuffle, in hex. Reveal the seed with POST /v1/games/{id}/fairness as soon as `fairness.reveal_by` is set; the game stays `open` until then. Without one, the shuffles are fair only if you trust the operator."""
    client_seed: NotRequired[str]
    """A seed of your own, given at once: 16 to 64 letters, digits, - or _, chosen at random. Instead of `seed_digest`, which also protects you from players who come after you."""
    code: NotRequired[str]
    """The join code. Not needed if the game is `joinable`."""
    name: NotRequired[str]
    seat: NotRequired[int]
    """The seat to take. Default: the first open seat."""


class Lead(TypedDict):
    """How much stronger a level is than the one below, as a difference in Elo with its 95 % interval."""

    elo: int
    """Elo difference."""
    low: int
    """Lower bound of the interval."""
    high: int
    """Upper bound of the interval."""
    over: int
    """Number of the level below. 0 is random play."""
    games: int
    """Number of games between the two."""


class MatchLinks(TypedDict):
    """Addresses of a match."""

    self: str
    """This resource."""
    games: str
    """The games."""
    cancel: str
    """Cancel the match: POST."""


class MatchPlayer(TypedDict):
    """A player of a match."""

    level: int | None
    """Number of the level, 0 for random play. Null for a rating, custom settings, and a bot."""
    rating: int | None
    """The rating by which a computer was asked for. Null otherwise."""
    style: str | None
    """The style in which a computer plays. Null for none."""
    bot: str | None
    """The id of the bot. Null for a computer."""
    name: str
    """Name of the level or bot, `Computer` with its rating, or `custom`."""
    simulations: int | None
    """Simulations of the search for one decision. 0 for no search. Null for a bot."""
    noise: float | None
    """Fraction of the decisions that are drawn at random. Null for a bot."""
    counts_cards: bool | None
    """Whether the player remembers which cards are gone. Null for a bot."""
    exact: bool | None
    """Whether the player solves positions exactly where all relevant cards are known. Null for a bot."""


class MatchProgress(TypedDict):
    """Progress of a match."""

    pairs: int
    """Number of finished pairs."""
    share: float
    """Fraction of the pairs that are finished."""


class MatchResult(TypedDict):
    """Result of the finished pairs from the first player's point of view."""

    games: int
    """Number of games."""
    wins: int
    """Games won."""
    draws: int
    """Games drawn."""
    losses: int
    """Games lost."""
    points: Interval
    """Points per game: 1 for a win, 0.5 for a draw. A Wilson score interval over pairs."""
    elo: EloInterval
    """Elo difference that corresponds to the points and their bounds."""
    goal_difference: float
    """Goal difference per game."""
    forfeits: list[Forfeits]
    """Games that the first and the second player lost because a bot did not answer in time."""


MatchSide: TypeAlias = Literal["first", "second"]


class MoveKind(TypedDict):
    """A kind of move."""

    type: str
    """The `type` of the move."""
    description: str
    """What the move does."""
    schema: dict[str, Any]
    """A JSON Schema."""


class OpenSeat(TypedDict):
    kind: Literal["open"]
    name: NotRequired[str]
    """Display name. Default for a computer: its level's name, or `Computer` and its rating. Bots have theirs."""


class OwnerToken(TypedDict):
    """The new token of the owner."""

    owner: str
    """The token. It is not shown again."""


PackPlace: TypeAlias = int


class PeriodScore(TypedDict):
    """The goals of a period."""

    period: str
    """`1`, `2`, ...; `OT`, `OT2`, ... in overtime; `SO` for the shootout."""
    goals: list[Goals]
    """Goals by side."""


class PersonSeat(TypedDict):
    kind: Literal["person"]
    name: NotRequired[str]
    """Display name. Default for a computer: its level's name, or `Computer` and its rating. Bots have theirs."""


PlayMove: TypeAlias = HockeyPlayMove | IceColdIceHockeyPlayMove
"""`play` of several variants."""


class Preset(TypedDict):
    """A named set of options."""

    name: str
    """Name of the preset."""
    title: str
    """Display name."""
    description: str
    """What the preset is, in a sentence."""
    seats: int
    """Number of seats."""
    options: dict[str, Any]
    """All options of the variant."""


ProblemCode: TypeAlias = Literal[
    "request/malformed",
    "request/invalid",
    "request/too_large",
    "request/address_too_long",
    "request/headers_too_large",
    "request/media_type",
    "request/not_acceptable",
    "request/not_found",
    "request/method",
    "cors/not_allowed",
    "auth/missing",
    "auth/unknown_token",
    "auth/foreign_token",
    "auth/not_a_seat",
    "auth/not_the_owner",
    "key/missing",
    "key/unknown",
    "limit/exceeded",
    "quota/ai_time",
    "variant/not_found",
    "variant/unknown",
    "options/invalid",
    "seats/invalid",
    "level/unknown",
    "rating/unknown",
    "style/unknown",
    "game/not_found",
    "version/unknown",
    "rules/changed",
    "game/over",
    "game/not_started",
    "abort/too_late",
    "rematch/not_finished",
    "seat/not_found",
    "seat/not_a_person",
    "seat/not_absent",
    "seat/taken_over",
    "seed/not_promised",
    "seed/mismatch",
    "seat/not_yours",
    "idempotency/invalid_key",
    "idempotency/mismatch",
    "idempotency/running",
    "expiry/too_long",
    "record/not_over",
    "analysis/not_over",
    "analysis/not_found",
    "analysis/too_many",
    "analysis/full",
    "join/no_open_seat",
    "join/wrong_code",
    "move/invalid",
    "move/illegal",
    "move/not_your_turn",
    "move/stale",
    "observation/invalid",
    "budget/invalid",
    "suggestion/not_asked",
    "suggestion/not_found",
    "suggestion/too_many",
    "suggestion/full",
    "match/invalid",
    "match/not_found",
    "match/too_many",
    "match/full",
    "bot/not_found",
    "bot/unknown",
    "bot/name_taken",
    "bot/too_many",
    "bot/other_variant",
    "bot/offline",
    "bot/full",
    "bot/not_yours",
    "invitation/not_found",
    "invitation/pending",
    "invitation/closed",
    "cursor/invalid",
    "metrics/forbidden",
    "wait/full",
    "stream/full",
    "stream/unknown_version",
    "ticket/unknown",
    "webhook/invalid_url",
    "webhook/target_refused",
    "webhook/too_many",
    "webhook/not_found",
    "store/unavailable",
    "store/full",
    "server/error",
]


class Prospects(TypedDict):
    """
    What a move leads to for its side, if everybody then plays as the computers do, with 95 % intervals.

        The intervals say how much luck there is in the estimate. They do not count what the computers misjudge.
    """

    win_probability: Interval
    """Probability to win the game, from 0 to 1. A draw counts as half a win."""
    goals: Interval
    """Expected goal difference from now to the end of the game. Negative: more goals against."""
    text: str
    """The same in words."""


Rank: TypeAlias = Literal["2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A"]


class RatingRange(TypedDict):
    """
    The ratings that a computer can be asked for: from the weakest level's to the strongest's, in Elo on the scale of
        `strength`.
    """

    lowest: int
    """The weakest."""
    highest: int
    """The strongest."""


class RecordEvent(TypedDict):
    version: int
    at: str
    type: str
    data: dict[str, Any]
    text: str
    speaker: int | None


class RecordFairness(TypedDict):
    scheme: FairnessScheme
    commitment: str
    seed: str
    promises: NotRequired[dict[str, str]]
    seed_digest: str | None
    client_seeds: dict[str, str]
    shuffles: int


class RecordFault(TypedDict):
    """A place where a record is wrong."""

    where: str
    """JSON pointer (RFC 6901) of the field, as in `/moves/17/move`. Empty for the whole record."""
    message: str
    """What is wrong."""


RecordFormat: TypeAlias = Literal["faceoff-record-1"]


class RecordMove(TypedDict):
    version: int
    ply: int
    seat: int
    move: dict[str, Any]


RecordStatus: TypeAlias = Literal["finished", "aborted"]


class RematchEventData(TypedDict):
    """Details of the event `rematch`."""

    game: str
    """The id of the new game."""
    seat: int
    """The seat."""


class RematchRequest(TypedDict):
    seed_digest: NotRequired[str]
    """SHA-256 of a seed of your own that enters every shuffle, in hex. Reveal the seed with POST /v1/games/{id}/fairness as soon as `fairness.reveal_by` is set; the game stays `open` until then. Without one, the shuffles are fair only if you trust the operator."""


class ResignedEventData(TypedDict):
    """Details of the event `resigned`."""

    seat: int
    """The seat."""


ResultReason: TypeAlias = Literal["score", "shootout", "draw", "resignation", "forfeit"]


class SeatFilledEventData(TypedDict):
    """Details of the event `seat_filled`."""

    seat: int
    """The seat."""
    level: int | None
    """Level of the computer. Null if it was asked for by a rating."""
    rating: NotRequired[int]
    """Only of a computer that was asked for by a rating."""
    style: NotRequired[str]
    """Only of a computer that was asked for in a style."""


class SeatInvitation(TypedDict):
    """The invitation of a bot that has not accepted."""

    status: InvitationStatus
    """Unless it is `pending`, the owner invites another bot, lets a computer take the seat, or aborts the game."""
    until: str
    """When it expires, or expired."""
    reason: str | None
    """Why the bot has declined, if it said so."""


SeatKind: TypeAlias = Literal["person", "ai", "open", "bot"]


SeatNumber: TypeAlias = int


SeatOrOwner: TypeAlias = SeatNumber | Literal["owner"]


class SeatReturnedEventData(TypedDict):
    """Details of the event `seat_returned`."""

    seat: int
    """The seat."""


class SeatTakenEventData(TypedDict):
    """Details of the event `seat_taken`."""

    seat: int
    """The seat."""
    name: str
    """The player's name."""


class SeatTakenOverEventData(TypedDict):
    """Details of the event `seat_taken_over`."""

    seat: int
    """The seat."""
    level: int
    """Level of the computer."""
    by: SeatOrOwner
    """Who asked for it: a seat, or the owner."""


class SeatToken(TypedDict):
    """The new token of a seat."""

    seat: int
    """The seat."""
    token: str
    """Its token. It is not shown again."""


class SeatView(TypedDict):
    """A seat and its player."""

    seat: int
    """Number of the seat."""
    side: int
    """The team: 0 or 1. Partners sit opposite each other."""
    kind: SeatKind
    """Who plays the seat. `open` until someone joins. `bot` for a registered bot."""
    name: str
    """Display name."""
    level: int | None
    """Level of a computer. Null otherwise, and if it was asked for by a `rating`."""
    rating: int | None
    """The rating that a computer was asked for by, one of the variant's `ratings`. Null otherwise."""
    style: str | None
    """The style that a computer was asked for in, one of the variant's. Null otherwise."""
    budget_fraction: float | None
    """Fraction of its simulations that a computer's last answer used: below 1 when the service was overloaded."""
    bot: str | None
    """The id of the bot that the seat belongs to, also while a computer plays for it."""
    invitation: SeatInvitation | None
    """Set until the bot has accepted."""


class SeedGivenEventData(TypedDict):
    """Details of the event `seed_given`."""

    by: NotRequired[SeatOrOwner]
    """Who has promised it: a seat, or the owner."""


class SeedMissingEventData(TypedDict):
    """Details of the event `seed_missing`."""

    by: SeatOrOwner
    """Who has promised it: a seat, or the owner."""


class SeedRequest(TypedDict):
    client_seed: str
    """16 to 64 letters, digits, - or _, chosen at random."""


class SelfLink(TypedDict):
    """Related addresses."""

    self: str
    """This resource."""


class SheetGoal(TypedDict):
    """A goal."""

    period: str
    """`1`, `2`, ...; `OT`, `OT2`, ... in overtime; `SO` for the shootout."""
    seat: int
    """The seat that scored."""
    score: list[Goals]
    """Goals by side."""
    version: int
    """The version of the game that it came with."""
    how: str
    """The scoring card, or the call of the shot. May be empty."""


class SheetPenalty(TypedDict):
    """A penalty."""

    period: str
    """`1`, `2`, ...; `OT`, `OT2`, ... in overtime; `SO` for the shootout."""
    seat: int
    """The penalized seat."""
    version: int
    """The version of the game that it came with."""
    text: str
    """The text of its event."""


class Shuffle(TypedDict):
    """One shuffle of the game."""

    shuffle: int
    """Number of the shuffle, starting at 0."""
    size: int
    """Number of cards."""
    order: list[PackPlace]
    """A permutation of 0 to size - 1."""


ShuffleOrder: TypeAlias = list[PackPlace]


StoreSpace: TypeAlias = Literal["full", "low", "ok", "read_only"]


class Strength(TypedDict):
    """
    Measured rating of a level in this variant with its 95 % interval: one scale for all levels, on which random play
        is 0.

        It is the sum of the leads from random play up to the level. Ratings of different variants are not comparable.
    """

    elo: int
    """Rating in Elo."""
    low: int
    """Lower bound of the interval."""
    high: int
    """Upper bound of the interval."""
    lead: Lead
    """The lead over the level below."""
    games: int
    """Number of games that the rating is calculated from."""
    preset: str
    """The preset that was played."""
    measured: str
    """Day of the latest measurement."""


StyleKey: TypeAlias = Literal["aggressive", "bluffer", "defensive", "dump_and_chase", "patient", "trapper"]


Suit: TypeAlias = Literal["C", "D", "H", "S"]


class TakeOverRequest(TypedDict):
    level: NotRequired[int]
    """Level of the computer for your own seat, see the variant's levels. Default: the middle one."""


TaskStatus: TypeAlias = Literal["cancelled", "done", "failed", "queued", "running"]


class Ticket(TypedDict):
    """Replaces your token where a token cannot be sent: in the address of this game's stream."""

    ticket: str
    """Send it as `?ticket=`."""
    expires_in_s: int
    """Seconds for which it can open a stream."""


class TimeRanOutEventData(TypedDict):
    """Details of the event `time_ran_out`."""

    seat: int
    """The seat."""


class TokenRenewedEventData(TypedDict):
    """Details of the event `token_renewed`."""

    seat: int
    """The seat."""


class TurnBasedHockeyCardFacts(TypedDict):
    """What is printed on the card: suit and rank, zones, results."""

    rank: NotRequired[Rank]
    suit: NotRequired[Suit]
    color: CardColor
    points: int
    """Its worth in a line-up."""


class TurnBasedHockeyCardPair(TypedDict):
    cards: list[CardOrJokerCode]
    value: int


TurnBasedHockeyChoiceField: TypeAlias = Literal["cards"]


TurnBasedHockeyChoiceType: TypeAlias = Literal["lineup"]


class TurnBasedHockeyClinchedEventData(TypedDict):
    """Details of the event `clinched`."""

    seat: int


class TurnBasedHockeyCommittedEventData(TypedDict):
    """Details of the event `committed`."""

    seat: int


TurnBasedHockeyComparison: TypeAlias = Literal["points", "rank"]


class TurnBasedHockeyFaceOffEventData(TypedDict):
    """Details of the event `face_off`."""

    cards: list[CardOrJokerCode]
    """By seat."""
    winner: int | None
    """The seat that wins the face-off; null for a tie."""


class TurnBasedHockeyFaceOffMove(TypedDict):
    """Commit a card of the hand, face down, to the face-off."""

    type: Literal["face_off"]
    card: CardOrJokerCode


class TurnBasedHockeyFaceOffTiedEventData(TypedDict):
    """Details of the event `face_off_tied`."""


TurnBasedHockeyGoals: TypeAlias = int


TurnBasedHockeyHandSize: TypeAlias = int


class TurnBasedHockeyInjuredEventData(TypedDict):
    """Details of the event `injured`."""

    seat: int


TurnBasedHockeyLineup: TypeAlias = list[CardOrJokerCode]


class TurnBasedHockeyLineupByPlace(TypedDict):
    LW: CardOrJokerCode
    C: CardOrJokerCode
    RW: CardOrJokerCode
    LD: CardOrJokerCode
    G: CardOrJokerCode
    RD: CardOrJokerCode


TurnBasedHockeyLineupChoice: TypeAlias = TurnBasedHockeyLineup | TurnBasedHockeyLineupByPlace


class TurnBasedHockeyLineupMove(TypedDict):
    """Put six cards of the hand into LW, C, RW, LD, G and RD."""

    type: Literal["lineup"]
    cards: TurnBasedHockeyLineupChoice
    """Six cards in the order LW, C, RW, LD, G, RD, or by these names."""


TurnBasedHockeyMove: TypeAlias = TurnBasedHockeyFaceOffMove | TurnBasedHockeyLineupMove
"""A move of Turn-Based Hockey, identified by its `type`."""


TurnBasedHockeyNode: TypeAlias = Literal[
    "deal", "face_off", "lineup_first", "lineup_second", "lineup_both", "overtime_deal", "shootout", "game_over"
]


class TurnBasedHockeyOptionChanges(TypedDict):
    """Options that differ from the preset."""

    jokers: NotRequired[bool]
    """Two jokers, the injured players, are in the pack."""
    compare: NotRequired[TurnBasedHockeyComparison]
    """How cards compare in face-offs and in the shootout: tens to kings are equal in points."""
    early_clinch: NotRequired[bool]
    """The game ends as soon as the trailing side can no longer draw level."""
    overtime: NotRequired[bool]
    """A tie after the last period leads to overtime with six new cards each."""
    shootout: NotRequired[bool]
    """A tie that is left is broken by a shootout, one card each; else it is a draw."""
    joker_chemistry: NotRequired[bool]
    """A joker counts as a card of its colour without a suit."""


class TurnBasedHockeyOptions(TypedDict):
    """All options of the game."""

    jokers: bool
    """Two jokers, the injured players, are in the pack."""
    compare: TurnBasedHockeyComparison
    """How cards compare in face-offs and in the shootout: tens to kings are equal in points."""
    early_clinch: bool
    """The game ends as soon as the trailing side can no longer draw level."""
    overtime: bool
    """A tie after the last period leads to overtime with six new cards each."""
    shootout: bool
    """A tie that is left is broken by a shootout, one card each; else it is a draw."""
    joker_chemistry: bool
    """A joker counts as a card of its colour without a suit."""


class TurnBasedHockeyOvertimeStartEventData(TypedDict):
    """Details of the event `overtime_start`."""

    period: int
    """Counted from 1; overtime is the one after regulation."""


class TurnBasedHockeyPerfectPairEventData(TypedDict):
    """Details of the event `perfect_pair`."""

    seat: int


class TurnBasedHockeyPeriodEndEventData(TypedDict):
    """Details of the event `period_end`."""

    period: int
    """Counted from 1; overtime is the one after regulation."""
    score: list[TurnBasedHockeyGoals]
    """Goals of both sides."""


TurnBasedHockeyPeriodGoals: TypeAlias = list[TurnBasedHockeyGoals]


TurnBasedHockeyPlace: TypeAlias = Literal["LW", "C", "RW", "LD", "G", "RD"]


class TurnBasedHockeyPlayedPeriod(TypedDict):
    face_off: list[CardOrJokerCode] | None
    """Both face-off cards; null before they are revealed, and in overtime."""
    lineups: list[TurnBasedHockeyLineup | None]
    """The line-up of each seat; null while it is not open."""


class TurnBasedHockeyPlayedPeriodInput(TypedDict):
    face_off: list[CardOrJokerCode] | None
    """Both face-off cards; null before they are revealed, and in overtime."""
    lineups: list[TurnBasedHockeyLineup | None]
    """The line-up of each seat; null while it is not open."""


TurnBasedHockeyPreset: TypeAlias = Literal["standard"]
"""`standard`: The game as published, without jokers: a tie leads to overtime, then to a shootout."""


class TurnBasedHockeyQuickRequest(TypedDict):
    variant: Literal["turn_based_hockey"]
    preset: NotRequired[TurnBasedHockeyPreset]
    """Default: the first one."""
    options: NotRequired[TurnBasedHockeyOptionChanges]
    name: NotRequired[str]
    """Your display name."""
    wait_s: NotRequired[int]
    """Seconds to wait for an opponent, before a computer takes the seat."""
    level: NotRequired[int]
    """Level of that computer, see the variant's levels. Default: the middle one."""
    rating: NotRequired[int]
    """Rating of that computer, instead of a level, see the variant's `ratings`."""
    style: NotRequired[StyleKey]
    """How that computer plays, one of the variant's `styles`."""
    seed_digest: NotRequired[str]
    """SHA-256 of a seed of your own that enters every shuffle, in hex. Reveal the seed with POST /v1/games/{id}/fairness as soon as `fairness.reveal_by` is set; the game stays `open` until then. Without one, the shuffles are fair only if you trust the operator."""


class TurnBasedHockeyRecordMove(TypedDict):
    """A move."""

    version: int
    ply: int
    seat: int
    move: TurnBasedHockeyMove


class TurnBasedHockeySaveEventData(TypedDict):
    """Details of the event `save`."""

    seat: int
    """The seat that defends."""


class TurnBasedHockeyScoresEventData(TypedDict):
    """Details of the event `scores`."""

    seat: int
    score: list[TurnBasedHockeyGoals]
    """Goals of both sides."""


class TurnBasedHockeyShootout(TypedDict):
    rounds: int
    """Rounds so far."""
    cards: list[CardOrJokerCode]
    """The cards of the last round."""


class TurnBasedHockeyShootoutInput(TypedDict):
    rounds: int
    """Rounds so far."""
    cards: list[CardOrJokerCode]
    """The cards of the last round."""


class TurnBasedHockeyShootoutRoundEventData(TypedDict):
    """Details of the event `shootout_round`."""

    round: int
    """Counted from 1."""
    cards: list[CardOrJokerCode]
    """By seat."""
    winner: int | None
    """The side that wins; null for a tie."""


class TurnBasedHockeyShotEventData(TypedDict):
    """Details of the event `shot`."""

    seat: int
    wing: TurnBasedHockeyPlace
    """The place of the wing."""
    attack: TurnBasedHockeyCardPair
    defence: TurnBasedHockeyCardPair


class TurnBasedHockeyTable(TypedDict):
    """Public state of a game of Turn-Based Hockey."""

    node: TurnBasedHockeyNode
    """What the game waits for."""
    period: int
    """Counted from 1; 0 before the first; overtime is the one after `periods`."""
    periods: int
    """Periods of regulation time."""
    overtime: bool
    """This period is overtime."""
    hand_sizes: list[TurnBasedHockeyHandSize]
    """Cards in the hand of each seat; a secret choice counts until it is revealed."""
    stock: int
    """Undealt cards."""
    committed: list[bool]
    """By seat: it has made its secret choice, which is final."""
    face_off_winner: int | None
    """The seat that won this period's face-off; null after a tie, and before it."""
    setting_up: int | None
    """The seat to set up an open line-up; null where both set up secretly."""
    played: list[TurnBasedHockeyPlayedPeriod]
    """What is open of each period, the present one included."""
    goals: list[TurnBasedHockeyPeriodGoals]
    """Goals of both sides in each period so far."""
    score: TurnBasedHockeyPeriodGoals
    shootout: TurnBasedHockeyShootout
    """The shootout."""


class TurnBasedHockeyYou(TypedDict):
    """Your seat and private information beside your hand. Null for a spectator."""

    seat: int
    """Your seat."""
    commitment: list[CardOrJokerCode]
    """The own secret choice: a face-off card, or a line-up; empty without one."""


VariantKey: TypeAlias = Literal["hockey", "blades_of_steel", "card_hockey", "turn_based_hockey", "ice_cold_ice_hockey"]


class VariantLinks(TypedDict):
    """Addresses of a variant."""

    self: str
    """This resource."""
    cards: str
    """The cards of the variant."""
    rules: str
    """The exact rules, as a page or, with `Accept: text/markdown`, as Markdown."""
    how_to_play: str
    """A short page for players, in the same forms, in the language of the response."""


class VariantSummary(TypedDict):
    """A variant in short."""

    key: VariantKey
    """Identifies the variant in all requests."""
    name: str
    """Display name."""
    summary: str
    """The game in a few sentences."""
    presets: list[str]
    """Names of the presets. The first is the default."""
    preset_titles: dict[str, str]
    """Display name of each preset."""
    links: VariantLinks


class Version(TypedDict):
    """Version information."""

    name: str
    """Name of the service."""
    version: str
    """Version of the service."""
    api: str
    """Version of the API."""
    compiled: bool
    """Whether rules and search run compiled."""


class WebhookRequest(TypedDict):
    game_id: NotRequired[str]
    """The game. Default: all games created with your API key."""
    url: str
    """An https URL that accepts POST requests."""


WebhookStatus: TypeAlias = Literal["active", "failing", "given_up"]


class AbortedEvent(TypedDict):
    """The game was aborted."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["aborted"]
    data: AbortedEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: None
    """Always null: the announcer speaks."""


class AiReducedEvent(TypedDict):
    """A computer has answered with fewer simulations than its level has, because the service was overloaded."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["ai_reduced"]
    data: AiReducedEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: None
    """Always null: the announcer speaks."""


class AiSeat(TypedDict):
    kind: Literal["ai"]
    name: NotRequired[str]
    """Display name. Default for a computer: its level's name, or `Computer` and its rating. Bots have theirs."""
    level: NotRequired[int]
    """Level of the computer, see the variant's levels. Only for `ai`, which needs this or `rating`."""
    rating: NotRequired[int]
    """Rating of the computer, instead of a level, see the variant's `ratings`."""
    style: NotRequired[StyleKey]
    """How the computer plays, one of the variant's `styles`."""


BladesOfSteelBlockMove = TypedDict(
    "BladesOfSteelBlockMove",
    {
        "type": Literal["block"],
        "from": BladesOfSteelBlockSource,
        "cards": list[CardCode],
    },
)


BladesOfSteelBlockedEventData = TypedDict(
    "BladesOfSteelBlockedEventData",
    {
        "seat": int,
        "kind": BladesOfSteelBlockKind,
        "from": BladesOfSteelBlockSource,
        "cards": list[CardCode],
    },
)


class BladesOfSteelCardFacts(TypedDict):
    """What is printed on the card: suit and rank, zones, results."""

    rank: NotRequired[Rank]
    suit: NotRequired[Suit]
    color: CardColor


class BladesOfSteelChangesLinesEventData(TypedDict):
    """Details of the event `changes_lines`."""

    seat: int
    count: int
    top: CardCode
    """The top of the discards now."""
    cards: NotRequired[list[CardCode]]
    """With discards top_only, for their owner alone."""


class BladesOfSteelFaceOffEventData(TypedDict):
    """Details of the event `face_off`."""

    cards: list[CardCode]
    """By seat."""
    winner: int
    """The seat that plays first."""


class BladesOfSteelGameOverEventData(TypedDict):
    """Details of the event `game_over`."""

    winner: int | None
    """The seat that has won; null for a draw."""
    score: list[BladesOfSteelGoals]
    """Goals of both seats."""


class BladesOfSteelOptionChanges(TypedDict):
    """Options that differ from the preset."""

    deck_end: NotRequired[BladesOfSteelDeckEndRule]
    """Whether the player who takes the last card still makes one action."""
    compare: NotRequired[BladesOfSteelComparison]
    """How equal levels of three cards are compared: by the highest card, or card by card."""
    stack_spend: NotRequired[BladesOfSteelStackSpending]
    """What a block from the stack turns up and discards: its own cards, or the whole stack."""
    weak_blocks: NotRequired[bool]
    """The defender may also spend a combination that does not stop the shot."""
    discards: NotRequired[BladesOfSteelDiscardVisibility]
    """What is shown of the discard pile."""
    overtime: NotRequired[BladesOfSteelOvertimeRule]
    """What follows a tie: packs that the first goal ends, or a draw."""
    overtime_limit: NotRequired[int]
    """Overtime packs before a draw is declared."""


class BladesOfSteelOptions(TypedDict):
    """All options of the game."""

    deck_end: BladesOfSteelDeckEndRule
    """Whether the player who takes the last card still makes one action."""
    compare: BladesOfSteelComparison
    """How equal levels of three cards are compared: by the highest card, or card by card."""
    stack_spend: BladesOfSteelStackSpending
    """What a block from the stack turns up and discards: its own cards, or the whole stack."""
    weak_blocks: bool
    """The defender may also spend a combination that does not stop the shot."""
    discards: BladesOfSteelDiscardVisibility
    """What is shown of the discard pile."""
    overtime: BladesOfSteelOvertimeRule
    """What follows a tie: packs that the first goal ends, or a draw."""
    overtime_limit: int
    """Overtime packs before a draw is declared."""


class BladesOfSteelOvertimeStartEvent(TypedDict):
    """A tied pack is followed by another: the next goal wins."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["overtime_start"]
    data: BladesOfSteelOvertimeStartEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: None
    """Always null: the announcer speaks."""


class BladesOfSteelPackOutEvent(TypedDict):
    """The pack is over."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["pack_out"]
    data: BladesOfSteelPackOutEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: None
    """Always null: the announcer speaks."""


class BladesOfSteelQuickRequest(TypedDict):
    variant: Literal["blades_of_steel"]
    preset: NotRequired[BladesOfSteelPreset]
    """Default: the first one."""
    options: NotRequired[BladesOfSteelOptionChanges]
    name: NotRequired[str]
    """Your display name."""
    wait_s: NotRequired[int]
    """Seconds to wait for an opponent, before a computer takes the seat."""
    level: NotRequired[int]
    """Level of that computer, see the variant's levels. Default: the middle one."""
    rating: NotRequired[int]
    """Rating of that computer, instead of a level, see the variant's `ratings`."""
    style: NotRequired[StyleKey]
    """How that computer plays, one of the variant's `styles`."""
    seed_digest: NotRequired[str]
    """SHA-256 of a seed of your own that enters every shuffle, in hex. Reveal the seed with POST /v1/games/{id}/fairness as soon as `fairness.reveal_by` is set; the game stays `open` until then. Without one, the shuffles are fair only if you trust the operator."""


class BladesOfSteelScoresEvent(TypedDict):
    """The shot goes in."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["scores"]
    data: BladesOfSteelScoresEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: int
    """The seat of `data`, whose call `text` is."""


class BladesOfSteelShootMove(TypedDict):
    """Shoot with a combination of two or three red cards of the hand."""

    type: Literal["shoot"]
    cards: list[CardCode]


class BladesOfSteelShootsEventData(TypedDict):
    """Details of the event `shoots`."""

    seat: int
    kind: BladesOfSteelShotKind
    cards: list[CardCode]


BladesOfSteelShotCards: TypeAlias = list[CardCode]


class BladesOfSteelStackDiscardedEventData(TypedDict):
    """Details of the event `stack_discarded`."""

    seat: int
    count: int
    top: CardCode
    """The top of the discards now."""
    cards: NotRequired[list[CardCode]]
    """With discards top_only, for their owner alone."""


class BladesOfSteelStackMove(TypedDict):
    """Lay one to three black cards of the hand face down as the stacked defence; an earlier stack is discarded."""

    type: Literal["stack"]
    cards: list[CardCode]


class BladesOfSteelStacksDefenceEvent(TypedDict):
    """A seat stacks cards face down."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["stacks_defence"]
    data: BladesOfSteelStacksDefenceEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: int
    """The seat of `data`, whose call `text` is."""


BladesOfSteelWeakBlockEventData = TypedDict(
    "BladesOfSteelWeakBlockEventData",
    {
        "seat": int,
        "kind": BladesOfSteelBlockKind,
        "from": BladesOfSteelBlockSource,
        "cards": list[CardCode],
    },
)


class BladesOfSteelYou(TypedDict):
    """Your seat and private information beside your hand. Null for a spectator."""

    seat: int
    """Your seat."""
    stack: list[CardCode]
    """The own stacked defence."""


class Bot(TypedDict):
    """A registered bot: a program that plays through this API and can be invited to games."""

    id: str
    """The bot's id."""
    name: str
    """Its name, which no other bot has."""
    description: str
    """What it says about itself. May be empty."""
    variants: list[VariantKey]
    """The variants that it plays."""
    online: bool
    """Whether it listens for events now, or did a few seconds ago."""
    games: int
    """Number of games that it plays and of invitations that it has."""
    max_games: int
    """How many it accepts at once."""
    open_to_matches: bool
    """Whether anyone may put it into matches."""
    created_at: str
    """When it was registered."""
    links: BotLinks


class BotGame(TypedDict):
    """A game that a bot plays, or is invited to."""

    game_id: str
    """The game's id."""
    seat: SeatNumber
    """Your seat."""
    version: int
    """The game's version."""
    variant: VariantKey
    """The variant's key."""
    status: BotGameStatus
    """`invited`: accept or decline. `waiting`: you have accepted and the game has not started. `taken_over`: a computer plays your seat."""
    your_turn: bool
    """Whether you may move now."""
    token: str | None
    """Token of your seat. Null until you have accepted."""
    expires_at: str | None
    """When the invitation expires. Null if you have accepted."""
    match_id: str | None
    """The id of the match that the game is part of."""
    links: SelfLink


class BotGameList(TypedDict):
    """What a bot plays and is invited to."""

    games: list[BotGame]
    """Games and invitations that are not over."""
    last: int
    """Number of your last event. Pass it as `after` to go on from here."""


class BotGameStarted(TypedDict):
    """
    A game has started, or you play your seat again, and it is not your turn. If it is, you get `your_turn`
        instead.
    """

    type: Literal["game_started"]
    id: int
    """Number of the event. Pass the last one as `after`, or as `Last-Event-ID`."""
    at: str
    """When it happened."""
    game_id: str
    """The game's id."""
    seat: SeatNumber
    """Your seat."""
    version: int
    """The game's version."""
    variant: VariantKey
    """The variant's key."""
    match_id: str | None
    """The match that the game is part of: its id, or another name if it was created without a token."""


class BotInvited(TypedDict):
    """You are invited to a game. Accept or decline before `expires_at`."""

    type: Literal["invitation"]
    id: int
    """Number of the event. Pass the last one as `after`, or as `Last-Event-ID`."""
    at: str
    """When it happened."""
    game_id: str
    """The game's id."""
    seat: SeatNumber
    """Your seat."""
    version: int
    """The game's version."""
    variant: VariantKey
    """The variant's key."""
    match_id: str | None
    """The match that the game is part of: its id, or another name if it was created without a token."""
    preset: str
    """The preset that the options are based on."""
    options: dict[str, Any]
    """All options of the game."""
    public: bool
    """Whether anyone may watch."""
    seats: list[SeatView]
    """All seats, in order."""
    settings: GameSettings
    """The game's settings."""
    expires_at: str
    """When the invitation expires."""


class BotInvitedEvent(TypedDict):
    """The owner has invited another bot to the seat of one that has not accepted."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["bot_invited"]
    data: BotInvitedEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: None
    """Always null: the announcer speaks."""


class BotList(TypedDict):
    """A page of bots."""

    bots: list[Bot]
    """The bots, those registered last first."""
    next: str | None
    """Pass it as `cursor` to get the next page. Null on the last page."""


class BotReplaced(TypedDict):
    """A computer plays your seat, because you were absent. You can return to it."""

    type: Literal["seat_taken_over"]
    id: int
    """Number of the event. Pass the last one as `after`, or as `Last-Event-ID`."""
    at: str
    """When it happened."""
    game_id: str
    """The game's id."""
    seat: SeatNumber
    """Your seat."""
    version: int
    """The game's version."""
    variant: VariantKey
    """The variant's key."""
    match_id: str | None
    """The match that the game is part of: its id, or another name if it was created without a token."""
    level: int
    """Level of the computer."""


class BotTurn(TypedDict):
    """It is your turn: get the game and play a move. Sent once for each decision."""

    type: Literal["your_turn"]
    id: int
    """Number of the event. Pass the last one as `after`, or as `Last-Event-ID`."""
    at: str
    """When it happened."""
    game_id: str
    """The game's id."""
    seat: SeatNumber
    """Your seat."""
    version: int
    """The game's version."""
    variant: VariantKey
    """The variant's key."""
    match_id: str | None
    """The match that the game is part of: its id, or another name if it was created without a token."""
    ply: int
    """Number of the decision."""
    deadline: str | None
    """When the heuristic answers for you, if the game has a time limit."""


class BotUninvited(TypedDict):
    """An invitation is no longer open."""

    type: Literal["invitation_closed"]
    id: int
    """Number of the event. Pass the last one as `after`, or as `Last-Event-ID`."""
    at: str
    """When it happened."""
    game_id: str
    """The game's id."""
    seat: SeatNumber
    """Your seat."""
    version: int
    """The game's version."""
    variant: VariantKey
    """The variant's key."""
    match_id: str | None
    """The match that the game is part of: its id, or another name if it was created without a token."""
    reason: InvitationEnd
    """`declined` by you, `expired`, or `withdrawn`: the game was aborted or the seat was given to another."""


class CardHockeyCardFacts(TypedDict):
    """What is printed on the card: suit and rank, zones, results."""

    rank: NotRequired[Rank]
    suit: NotRequired[Suit]
    color: CardColor
    seat: int
    """The seat that plays with it."""


class CardHockeyCarriesEvent(TypedDict):
    """The winner of the turn moves the puck into its offensive zone."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["carries"]
    data: CardHockeyCarriesEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: int
    """The seat of `data`, whose call `text` is."""


class CardHockeyClearsEvent(TypedDict):
    """The winner of the turn moves the puck out of its own zone."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["clears"]
    data: CardHockeyClearsEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: int
    """The seat of `data`, whose call `text` is."""


class CardHockeyFaceOffEvent(TypedDict):
    """A period begins, or goes on after a goal."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["face_off"]
    data: CardHockeyFaceOffEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: None
    """Always null: the announcer speaks."""


CardHockeyFlipEventData = TypedDict(
    "CardHockeyFlipEventData",
    {
        "turn": int,
        "cards": list[CardCode],
        "from": CardHockeyZone,
        "to": CardHockeyZone,
    },
)


class CardHockeyGameOverEventData(TypedDict):
    """Details of the event `game_over`."""

    winner: int | None
    """The side that has won; null for a draw."""
    score: list[CardHockeyGoals]
    """Goals of both sides; a shootout does not count."""
    shootout: bool
    """It was won in the shootout."""


class CardHockeyHoldsEvent(TypedDict):
    """The winner of the turn keeps the puck in its offensive zone, without a shot."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["holds"]
    data: CardHockeyHoldsEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: int
    """The seat of `data`, whose call `text` is."""


class CardHockeyLegalMove(TypedDict):
    """A legal move and its text."""

    move: CardHockeyMove
    text: str
    """The move in a few words."""


class CardHockeyOptionChanges(TypedDict):
    """Options that differ from the preset."""

    flip_mode: NotRequired[CardHockeyFlipMode]
    """Who must act for a turn to be played: both seats, either one, or neither: the game then plays itself."""
    shootout: NotRequired[bool]
    """Equal goals are settled by a shootout; without it they are a draw."""
    periods: NotRequired[int]
    """Periods of regulation time."""
    penalty_turns: NotRequired[int]
    """Turns a deuce is faced, the first included."""
    penalty_ends_on_goal: NotRequired[bool]
    """A goal against a seat ends its penalty."""
    period_end: NotRequired[CardHockeyPeriodEndRule]
    """A period ends when a deck is empty, or only when a seat that needs a new card has none."""
    return_goal_cards: NotRequired[bool]
    """Goal cards go back into the deck for the next period."""
    switch_ends: NotRequired[bool]
    """Ends are exchanged between periods; for show only."""


class CardHockeyOptions(TypedDict):
    """All options of the game."""

    flip_mode: CardHockeyFlipMode
    """Who must act for a turn to be played: both seats, either one, or neither: the game then plays itself."""
    shootout: bool
    """Equal goals are settled by a shootout; without it they are a draw."""
    periods: int
    """Periods of regulation time."""
    penalty_turns: int
    """Turns a deuce is faced, the first included."""
    penalty_ends_on_goal: bool
    """A goal against a seat ends its penalty."""
    period_end: CardHockeyPeriodEndRule
    """A period ends when a deck is empty, or only when a seat that needs a new card has none."""
    return_goal_cards: bool
    """Goal cards go back into the deck for the next period."""
    switch_ends: bool
    """Ends are exchanged between periods; for show only."""


class CardHockeyPenaltyEvent(TypedDict):
    """A seat turns up a deuce: it gets a penalty."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["penalty"]
    data: CardHockeyPenaltyEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: None
    """Always null: the announcer speaks."""


class CardHockeyPenaltyOverEvent(TypedDict):
    """A penalty has been served."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["penalty_over"]
    data: CardHockeyPenaltyOverEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: None
    """Always null: the announcer speaks."""


class CardHockeyPeriodEndEvent(TypedDict):
    """A period is over."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["period_end"]
    data: CardHockeyPeriodEndEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: None
    """Always null: the announcer speaks."""


class CardHockeyQuickRequest(TypedDict):
    variant: Literal["card_hockey"]
    preset: NotRequired[CardHockeyPreset]
    """Default: the first one."""
    options: NotRequired[CardHockeyOptionChanges]
    name: NotRequired[str]
    """Your display name."""
    wait_s: NotRequired[int]
    """Seconds to wait for an opponent, before a computer takes the seat."""
    level: NotRequired[int]
    """Level of that computer, see the variant's levels. Default: the middle one."""
    rating: NotRequired[int]
    """Rating of that computer, instead of a level, see the variant's `ratings`."""
    style: NotRequired[StyleKey]
    """How that computer plays, one of the variant's `styles`."""
    seed_digest: NotRequired[str]
    """SHA-256 of a seed of your own that enters every shuffle, in hex. Reveal the seed with POST /v1/games/{id}/fairness as soon as `fairness.reveal_by` is set; the game stays `open` until then. Without one, the shuffles are fair only if you trust the operator."""


class CardHockeyScoresEvent(TypedDict):
    """An honour scores."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["scores"]
    data: CardHockeyScoresEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: None
    """Always null: the announcer speaks."""


class CardHockeyShootoutFlipEvent(TypedDict):
    """Both seats turn up a card of the shootout."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["shootout_flip"]
    data: CardHockeyShootoutFlipEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: None
    """Always null: the announcer speaks."""


class CardHockeyShootoutStartEvent(TypedDict):
    """A tie after regulation: the shootout begins."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["shootout_start"]
    data: CardHockeyShootoutStartEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: None
    """Always null: the announcer speaks."""


class CardHockeyShorthandedEvent(TypedDict):
    """A seat that serves a penalty faces its deuce again."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["shorthanded"]
    data: CardHockeyShorthandedEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: None
    """Always null: the announcer speaks."""


class CardHockeyShotBlockedEvent(TypedDict):
    """An honour of the attacking seat that is not the higher card."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["shot_blocked"]
    data: CardHockeyShotBlockedEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: int
    """The seat that defends, whose call `text` is."""


class CardHockeyTable(TypedDict):
    """Public state of a game of Card Hockey."""

    node: CardHockeyNode
    """What the game waits for."""
    period: int
    """Counted from 1; it stays the last one in the shootout."""
    periods: int
    """Periods of regulation time."""
    shootout: bool
    """The shootout has begun."""
    turn: int | None
    """The turn to flip now, as the move names it; null while no seat flips."""
    turns_played: int
    """Turns played in the game, those of the shootout included."""
    ready: list[bool]
    """Seats that have flipped for this turn and wait for the other."""
    puck: CardHockeyZone
    """Its zone, named from red's side: defensive, neutral, offensive."""
    ends_switched: bool
    """The teams have changed ends in this period; for show only, the zones keep their names."""
    cards: list[CardCode | None]
    """The cards of the last turn, open on the table; null before the first."""
    faced: list[CardHockeyTurnCards]
    """The cards of each turn of this period, or of the shootout since its last shuffle; a deuce being served is there again."""
    held: list[CardCode | None]
    """The deuce of the penalty each seat serves."""
    serve: list[CardHockeyTurnsToServe]
    """Turns each seat has still to serve."""
    carried: list[CardHockeyTurnsToServe]
    """Turns each seat had still to serve when the period began."""
    deck_sizes: list[CardHockeyDeckSize]
    """Cards in each deck."""
    goal_cards: list[CardHockeyGoalCards]
    """Cards in each goal area, ascending."""
    goals: list[CardHockeyPeriodGoals]
    """Goals of both sides in each period so far."""
    score: list[CardHockeyGoals]
    """Goals of both sides; a shootout does not count."""
    shootout_winner: int | None
    """The side that won the shootout."""


class CardHockeyTiedUpEvent(TypedDict):
    """Equal ranks: the puck stays."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["tied_up"]
    data: CardHockeyTiedUpEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: None
    """Always null: the announcer speaks."""


class ChangeBotRequest(TypedDict):
    name: NotRequired[str]
    """Its name. No two bots have names that differ in upper and lower case only."""
    description: NotRequired[str]
    """What it says about itself."""
    variants: NotRequired[list[VariantKey]]
    """Keys of the variants that it plays, see GET /v1/variants."""
    max_games: NotRequired[int]
    """How many games and invitations it takes at once."""
    open_to_matches: NotRequired[bool]
    """Whether anyone may put it into matches, or its owner only."""


class ChangedGame(TypedDict):
    """Public facts about the game that has changed."""

    game_id: str
    """The game's id."""
    version: int
    """The latest version. Several changes may be delivered as one."""
    status: GameStatus
    """The game's status."""
    to_act: list[SeatNumber]
    """Seats that may answer now."""


class CreatedMatch(TypedDict):
    """A new match."""

    id: str
    """The match's id."""
    status: TaskStatus
    """`failed`: several attempts to process it did not finish."""
    created_at: str
    """When it was requested."""
    variant: VariantKey
    """The variant's key."""
    preset: str
    """The preset that the options are based on."""
    options: dict[str, Any]
    """All options of the games."""
    first: MatchPlayer
    """The first player."""
    second: MatchPlayer
    """The second player."""
    pairs: int
    """Number of pairs to play. A pair is two games with the sides exchanged."""
    seed: str | None
    """Seed of the shuffles and decisions. Null with a bot: its games have secret seeds."""
    answer_s: int | None
    """Seconds that a bot has to accept and to answer. Null without a bot."""
    detail: str | None
    """Why a match with a bot has `failed`. Null otherwise."""
    progress: MatchProgress
    """Progress of the match."""
    result: MatchResult | None
    """Null until the first pair is finished."""
    links: MatchLinks
    token: str | None
    """Token that can cancel and delete the match. Null if you have sent one of your own."""


class CreatedWebhook(TypedDict):
    """A new webhook with its secret, which is shown only once."""

    id: str
    """The webhook's id."""
    game_id: str | None
    """The game. Null for all games created with your API key."""
    url: str
    """Where notifications are sent."""
    created_at: str
    """When it was created."""
    status: WebhookStatus
    """Result of the last deliveries. `given_up`: disabled after too many failures."""
    delivered_version: int | None
    """The last version that was delivered. Null for a webhook of an API key."""
    secret: str
    """Verifies the signatures, see Standard Webhooks."""


class FairnessProof(TypedDict):
    """Everything that is needed to verify the shuffles. The seed and the orders are revealed when the game is over."""

    scheme: str
    """The name of the shuffle scheme."""
    commitment: str
    """SHA-256 of the game's id and seed, in hex."""
    promises: dict[str, str | None]
    """SHA-256 of the seeds that players have promised, in hex, by contributor: `owner` or the number of a seat. If yours is not among them, the shuffles are fair only if you trust the operator. Null in a rematch for a seat that may still promise one."""
    seed_digest: str | None
    """The promise of `owner`, the creator."""
    awaits_seed: bool
    """Whether a promised seed has not been revealed."""
    reveal_by: str | None
    """Set when all seats are taken and promised seeds are missing: reveal yours, after you have kept `commitment` and `promises`. If one is missing at this time, the game is aborted."""
    client_seeds: dict[str, str]
    """Seeds of players that enter the shuffles, by contributor: `owner` or the number of a seat."""
    shuffles: int
    """Number of shuffles dealt so far."""
    seed: str | None
    """The game's seed, in hex. Null until the game is over."""
    game: str
    """The game's id, which is part of the recipe."""
    recipe: str
    """Address of the document that explains the verification."""
    orders: list[Shuffle]
    """Every shuffle, in the order in which it was dealt."""


class ForfeitedEvent(TypedDict):
    """A bot has not answered in time in a game of a match: its side loses."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["forfeited"]
    data: ForfeitedEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: None
    """Always null: the announcer speaks."""


class GameChanged(TypedDict):
    """Notification that a game has changed. It contains no cards: fetch the game to see what your seat may know."""

    type: Literal["game.changed"]
    """Always `game.changed`."""
    timestamp: str
    """When the notification was sent."""
    data: ChangedGame
    """The game."""


class GameFinishedEventData(TypedDict):
    """Details of the event `game_finished`."""

    winner: int | None
    """The winning side. Null for a draw."""
    reason: ResultReason
    """How the game was decided."""
    score: list[Goals]
    """Goals by side."""


class GameStartedEvent(TypedDict):
    """The game has started."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["game_started"]
    data: GameStartedEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: None
    """Always null: the announcer speaks."""


class HintRequest(TypedDict):
    level: NotRequired[int]
    """Search like this level, see `mistakes`."""
    rating: NotRequired[int]
    """Search like a computer of this rating, see the variant's `ratings`."""
    style: NotRequired[StyleKey]
    """Prefer the moves of this style, one of the variant's `styles`."""
    mistakes: NotRequired[bool]
    """Whether the level also makes its mistakes, as in games, where it misjudges moves. The weaker levels are as weak as in games only with them. Needs `level` or `rating`."""
    simulations: NotRequired[int]
    """Number of simulations of the search."""
    time_ms: NotRequired[int]
    """Time limit of the search in milliseconds."""
    seed: NotRequired[str]
    """Seed of the search. The same position, budget and seed give the same answer, mistakes included, unless it is `stopped`. Default: `faceoff`."""


class HockeyBlocksEvent(TypedDict):
    """The card cancels the other side's breakaway."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["blocks"]
    data: HockeyBlocksEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: int
    """The seat of `data`, whose call `text` is."""


class HockeyBreakawayEvent(TypedDict):
    """The card opens or renews a breakaway of its side."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["breakaway"]
    data: HockeyBreakawayEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: int
    """The seat of `data`, whose call `text` is."""


class HockeyCardFacts(TypedDict):
    """What is printed on the card: suit and rank, zones, results."""

    rank: NotRequired[Rank]
    suit: NotRequired[Suit]
    color: CardColor


class HockeyClearsEvent(TypedDict):
    """A plain card against a breakaway; it is known that the other side cannot match it."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["clears"]
    data: HockeyClearsEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: int
    """The seat of `data`, whose call `text` is."""


class HockeyCutEvent(TypedDict):
    """Seats 0 and 1 cut the pack; equal ranks cut again."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["cut"]
    data: HockeyCutEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: None
    """Always null: the announcer speaks."""


class HockeyDealEvent(TypedDict):
    """A seat is dealt its hand; the cards are for that seat alone."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["deal"]
    data: HockeyDealEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: None
    """Always null: the announcer speaks."""


class HockeyDealerChosenEvent(TypedDict):
    """The winner of the cut, or chance, has named the first dealer."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["dealer_chosen"]
    data: HockeyDealerChosenEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: None
    """Always null: the announcer speaks."""


class HockeyGameOverEventData(TypedDict):
    """Details of the event `game_over`."""

    winner: int | None
    """The side that has won; null for a draw."""
    score: list[HockeyGoals]
    """Goals of both sides."""


class HockeyLastMinuteEvent(TypedDict):
    """The last deal of the period has been dealt."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["last_minute"]
    data: HockeyLastMinuteEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: None
    """Always null: the announcer speaks."""


class HockeyMissEvent(TypedDict):
    """The own breakaway is lost with any other card."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["miss"]
    data: HockeyMissEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: None
    """Always null: the announcer speaks."""


HockeyMove: TypeAlias = HockeyChooseDealerMove | HockeyPlayMove
"""A move of Hockey, identified by its `type`."""


class HockeyOptionChanges(TypedDict):
    """Options that differ from the preset."""

    seats: NotRequired[HockeySeatCount]
    """Four seats play in two partnerships, partners opposite."""
    periods: NotRequired[int]
    """Periods of regulation time."""
    deals: NotRequired[list[HockeyCardsPerSeat]]
    """Cards per seat in each deal of a regulation period."""
    overtime: NotRequired[HockeyOvertimeRule]
    """What follows a tie: one period that the first goal ends, or a draw."""
    overtime_deals: NotRequired[list[HockeyCardsPerSeat]]
    """Cards per seat in each deal of the overtime period."""
    starting_pile: NotRequired[HockeyStartingPileSize]
    """Cards laid out face up to start the pile."""
    wild_ranks: NotRequired[list[Rank]]
    """Ranks that open a breakaway whenever they are played."""
    wild_scores: NotRequired[bool]
    """A side on breakaway may score with a wild card, unless the table is empty."""
    rematch: NotRequired[HockeyBreakawayCounter]
    """What a matching plain card does to the other side's breakaway."""
    wild_counter: NotRequired[HockeyBreakawayCounter]
    """What a wild card does to the other side's breakaway."""
    goal_keeps_breakaway: NotRequired[bool]
    """The scorer is at once on breakaway again."""
    clear_pile: NotRequired[bool]
    """A new breakaway and a goal remove the pile."""
    first_dealer: NotRequired[HockeyFirstDealerRule]
    """The winner of the cut names the first dealer, or chance does."""
    only_top_seen: NotRequired[bool]
    """Only the top of the pile can be seen, also of the starting pile; what was played must be remembered."""
    calls: NotRequired[bool]
    """Events come with what people say at the table; never changes play."""


class HockeyOptions(TypedDict):
    """All options of the game."""

    seats: HockeySeatCount
    """Four seats play in two partnerships, partners opposite."""
    periods: int
    """Periods of regulation time."""
    deals: list[HockeyCardsPerSeat]
    """Cards per seat in each deal of a regulation period."""
    overtime: HockeyOvertimeRule
    """What follows a tie: one period that the first goal ends, or a draw."""
    overtime_deals: list[HockeyCardsPerSeat]
    """Cards per seat in each deal of the overtime period."""
    starting_pile: HockeyStartingPileSize
    """Cards laid out face up to start the pile."""
    wild_ranks: list[Rank]
    """Ranks that open a breakaway whenever they are played."""
    wild_scores: bool
    """A side on breakaway may score with a wild card, unless the table is empty."""
    rematch: HockeyBreakawayCounter
    """What a matching plain card does to the other side's breakaway."""
    wild_counter: HockeyBreakawayCounter
    """What a wild card does to the other side's breakaway."""
    goal_keeps_breakaway: bool
    """The scorer is at once on breakaway again."""
    clear_pile: bool
    """A new breakaway and a goal remove the pile."""
    first_dealer: HockeyFirstDealerRule
    """The winner of the cut names the first dealer, or chance does."""
    only_top_seen: bool
    """Only the top of the pile can be seen, also of the starting pile; what was played must be remembered."""
    calls: bool
    """Events come with what people say at the table; never changes play."""


class HockeyOvertimeStartEvent(TypedDict):
    """Overtime begins: the next goal wins."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["overtime_start"]
    data: HockeyOvertimeStartEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: None
    """Always null: the announcer speaks."""


class HockeyPeriodEndEvent(TypedDict):
    """A period is over."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["period_end"]
    data: HockeyPeriodEndEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: None
    """Always null: the announcer speaks."""


class HockeyPeriodStartEvent(TypedDict):
    """A period of regulation begins."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["period_start"]
    data: HockeyPeriodStartEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: None
    """Always null: the announcer speaks."""


class HockeyPlaysEvent(TypedDict):
    """A card that changes nothing."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["plays"]
    data: HockeyPlaysEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: int
    """The seat of `data`, whose call `text` is."""


class HockeyPostEvent(TypedDict):
    """The own breakaway is lost with a card one rank away from the top."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["post"]
    data: HockeyPostEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: int
    """The seat of `data`, whose call `text` is."""


class HockeyQuickRequest(TypedDict):
    variant: Literal["hockey"]
    preset: NotRequired[HockeyPreset]
    """Default: the first one."""
    options: NotRequired[HockeyOptionChanges]
    name: NotRequired[str]
    """Your display name."""
    wait_s: NotRequired[int]
    """Seconds to wait for an opponent, before a computer takes the seat."""
    level: NotRequired[int]
    """Level of that computer, see the variant's levels. Default: the middle one."""
    rating: NotRequired[int]
    """Rating of that computer, instead of a level, see the variant's `ratings`."""
    style: NotRequired[StyleKey]
    """How that computer plays, one of the variant's `styles`."""
    seed_digest: NotRequired[str]
    """SHA-256 of a seed of your own that enters every shuffle, in hex. Reveal the seed with POST /v1/games/{id}/fairness as soon as `fairness.reveal_by` is set; the game stays `open` until then. Without one, the shuffles are fair only if you trust the operator."""


HockeyRanks: TypeAlias = list[Rank]


class HockeyRecordMove(TypedDict):
    """A move."""

    version: int
    ply: int
    seat: int
    move: HockeyMove


class HockeySaveEvent(TypedDict):
    """The own breakaway is lost with a card two ranks away from the top."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["save"]
    data: HockeySaveEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: int
    """The seat that defends, whose call `text` is."""


class HockeyScoresEvent(TypedDict):
    """The card scores."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["scores"]
    data: HockeyScoresEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: int
    """The seat of `data`, whose call `text` is."""


class HockeyShootsEvent(TypedDict):
    """Any other plain card against a breakaway."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["shoots"]
    data: HockeyShootsEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: int
    """The seat of `data`, whose call `text` is."""


class HockeyStartingPileEvent(TypedDict):
    """The pile begins with these cards."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["starting_pile"]
    data: HockeyStartingPileEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: None
    """Always null: the announcer speaks."""


class HockeyStartingPileRedealtEvent(TypedDict):
    """These cards cannot start the pile: four others are laid out."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["starting_pile_redealt"]
    data: HockeyStartingPileRedealtEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: None
    """Always null: the announcer speaks."""


class HockeyTable(TypedDict):
    """Public state of a game of Hockey."""

    node: HockeyNode
    """What the game waits for."""
    chooser: int | None
    """The seat that won the cut."""
    dealer: int | None
    """The seat that deals this period."""
    period: int
    """Counted from 1; 0 before the first; overtime is the one after `periods`."""
    periods: int
    """Periods of regulation time."""
    overtime: bool
    """This period is overtime: the first goal ends the game."""
    deal: int
    """Deal of this period, counted from 1; 0 before the first."""
    deals: list[HockeyDealSize]
    """Cards per seat in each deal of this period."""
    to_play: int | None
    """The seat to play a card."""
    holder: int | None
    """The side on breakaway."""
    top: CardCode | None
    """Top of the pile, the card that can be matched; null on an empty table."""
    table_empty: bool
    """There is no card to match."""
    pile_size: int
    """Cards in the pile."""
    starting_pile: list[CardCode]
    """The cards that began this period's pile, bottom to top. With `only_top_seen`: none on the table, the last one in an observation."""
    refused: list[CardCode]
    """Cards shown this period in starting piles that had to be dealt again."""
    hand_sizes: list[HockeyHandSize]
    """Cards in the hand of each seat."""
    undealt: int
    """Cards of the pack not yet dealt this period."""
    played: list[HockeyPlayedCard]
    """The cards played this period, in order; none on the table with `only_top_seen`."""
    safe_ranks: list[HockeyRanks]
    """Ranks each seat has played in this deal without being matched: its public safeties; none on the table with `only_top_seen`."""
    goals: list[HockeyPeriodGoals]
    """Goals of both sides in each period so far."""
    score: list[HockeyGoals]
    """Goals of both sides."""


class IceColdIceHockeyAnswersEvent(TypedDict):
    """A team answers with a card."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["answers"]
    data: IceColdIceHockeyAnswersEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: None
    """Always null: the announcer speaks."""


class IceColdIceHockeyCardFacts(TypedDict):
    """What is printed on the card: suit and rank, zones, results."""

    zones: list[IceColdIceHockeyTeamZone]
    """Zones in which it is played, from its player's side. Empty: anywhere."""
    destination: list[IceColdIceHockeyTeamZone]
    """Where the puck goes from each of the zones."""
    follow_ons: list[IceColdIceHockeyIcon]
    """Icons: what may be played on top of it, or answers it."""
    flags: list[str]
    """Labels, bonuses and ranges, as in the deck file."""
    os_result: str
    """Result of an outside shot for which it is turned over."""
    is_result: str
    """Result of an inside shot for which it is turned over."""
    letter: IceColdIceHockeyTeamLetter
    """The team that wins an H/V check."""
    mark: IceColdIceHockeyMark | None
    """What else happens when it is turned over."""


class IceColdIceHockeyControlsEventData(TypedDict):
    """Details of the event `controls`."""

    seat: int
    zone: IceColdIceHockeyZone
    """Where the puck is."""


class IceColdIceHockeyDealEvent(TypedDict):
    """A team is dealt its hand; the cards are for that team alone."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["deal"]
    data: IceColdIceHockeyDealEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: None
    """Always null: the announcer speaks."""


class IceColdIceHockeyDelayedPenaltyEvent(TypedDict):
    """The penalty is delayed: the other team plays with an extra skater."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["delayed_penalty"]
    data: IceColdIceHockeyDelayedPenaltyEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: None
    """Always null: the announcer speaks."""


class IceColdIceHockeyDiscardsEvent(TypedDict):
    """A team discards a card."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["discards"]
    data: IceColdIceHockeyDiscardsEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: None
    """Always null: the announcer speaks."""


class IceColdIceHockeyDrawsEvent(TypedDict):
    """A team draws a card, which is for that team alone."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["draws"]
    data: IceColdIceHockeyDrawsEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: None
    """Always null: the announcer speaks."""


class IceColdIceHockeyDumpsDeepEvent(TypedDict):
    """A team dumps the puck down the ice."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["dumps_deep"]
    data: IceColdIceHockeyDumpsDeepEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: None
    """Always null: the announcer speaks."""


class IceColdIceHockeyDumpsInEvent(TypedDict):
    """A team discards a card, dumps the puck in and chases it."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["dumps_in"]
    data: IceColdIceHockeyDumpsInEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: None
    """Always null: the announcer speaks."""


class IceColdIceHockeyDumpsToCentreEvent(TypedDict):
    """A team discards a card and dumps the puck out to centre ice."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["dumps_to_centre"]
    data: IceColdIceHockeyDumpsToCentreEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: None
    """Always null: the announcer speaks."""


class IceColdIceHockeyEarnsEvent(TypedDict):
    """A team earns bonus cards."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["earns"]
    data: IceColdIceHockeyEarnsEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: None
    """Always null: the announcer speaks."""


class IceColdIceHockeyFightDrawnEvent(TypedDict):
    """Neither team wins the fight."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["fight_drawn"]
    data: IceColdIceHockeyFightDrawnEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: None
    """Always null: the announcer speaks."""


class IceColdIceHockeyFightWonEvent(TypedDict):
    """A team wins the fight."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["fight_won"]
    data: IceColdIceHockeyFightWonEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: None
    """Always null: the announcer speaks."""


class IceColdIceHockeyGameOverEventData(TypedDict):
    """Details of the event `game_over`."""

    winner: int | None
    """The team that has won; null for a draw."""
    score: list[IceColdIceHockeyGoals]
    """Goals of both teams."""


class IceColdIceHockeyHitsCrossbarEvent(TypedDict):
    """A team hits the crossbar."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["hits_crossbar"]
    data: IceColdIceHockeyHitsCrossbarEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: None
    """Always null: the announcer speaks."""


class IceColdIceHockeyHitsPostEvent(TypedDict):
    """A team hits the post."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["hits_post"]
    data: IceColdIceHockeyHitsPostEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: None
    """Always null: the announcer speaks."""


class IceColdIceHockeyIcesPuckEvent(TypedDict):
    """A team plays a card that ices the puck."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["ices_puck"]
    data: IceColdIceHockeyIcesPuckEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: None
    """Always null: the announcer speaks."""


class IceColdIceHockeyIcingEvent(TypedDict):
    """A team has iced the puck."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["icing"]
    data: IceColdIceHockeyIcingEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: None
    """Always null: the announcer speaks."""


class IceColdIceHockeyLeavesPuckEvent(TypedDict):
    """A team has the icing called."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["leaves_puck"]
    data: IceColdIceHockeyLeavesPuckEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: None
    """Always null: the announcer speaks."""


IceColdIceHockeyMove: TypeAlias = (
    IceColdIceHockeyPlayMove
    | IceColdIceHockeyDumpCenterMove
    | IceColdIceHockeyDumpInMove
    | IceColdIceHockeyDefensiveModeMove
    | IceColdIceHockeyAnswerMove
    | IceColdIceHockeyDiscardMove
    | IceColdIceHockeyDumpDeepMove
    | IceColdIceHockeyOutsideShotMove
    | IceColdIceHockeyPullGoalieMove
    | IceColdIceHockeyDeclineMove
    | IceColdIceHockeyTouchUpMove
    | IceColdIceHockeyTakeFaceOffMove
    | IceColdIceHockeyKeepMove
    | IceColdIceHockeyDrawMove
    | IceColdIceHockeyStopMove
    | IceColdIceHockeyTakeMove
    | IceColdIceHockeyLeaveMove
    | IceColdIceHockeyReturnMove
    | IceColdIceHockeyStayOutMove
    | IceColdIceHockeyPullMove
    | IceColdIceHockeyKeepInNetMove
)
"""A move of Ice Cold Ice Hockey, identified by its `type`."""


class IceColdIceHockeyNoAnswerEvent(TypedDict):
    """A team plays no answer."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["no_answer"]
    data: IceColdIceHockeyNoAnswerEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: None
    """Always null: the announcer speaks."""


class IceColdIceHockeyNoPenaltyEvent(TypedDict):
    """The referee calls no penalty."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["no_penalty"]
    data: IceColdIceHockeyNoPenaltyEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: None
    """Always null: the announcer speaks."""


class IceColdIceHockeyOffsideEvent(TypedDict):
    """Offside: a face-off at centre ice follows."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["offside"]
    data: IceColdIceHockeyOffsideEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: None
    """Always null: the announcer speaks."""


class IceColdIceHockeyOptionChanges(TypedDict):
    """Options that differ from the preset."""

    home: NotRequired[IceColdIceHockeyHomeSeat]
    """The seat that is Home, letter H; the other is Visitor, letter V."""
    tie_rule: NotRequired[IceColdIceHockeyTieRule]
    """What follows a tie: nothing (the rule up to 1982-83), a 5-minute overtime (1983-84 to 2004-05), that and a shootout (from 2005-06 on), or full periods until a goal."""
    deck: NotRequired[str]
    """The deck file: our reconstruction of the cards, or one the operator has supplied."""


class IceColdIceHockeyOptions(TypedDict):
    """All options of the game."""

    home: IceColdIceHockeyHomeSeat
    """The seat that is Home, letter H; the other is Visitor, letter V."""
    tie_rule: IceColdIceHockeyTieRule
    """What follows a tie: nothing (the rule up to 1982-83), a 5-minute overtime (1983-84 to 2004-05), that and a shootout (from 2005-06 on), or full periods until a goal."""
    deck: str
    """The deck file: our reconstruction of the cards, or one the operator has supplied."""


class IceColdIceHockeyOvertimeStartEvent(TypedDict):
    """A period of overtime begins."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["overtime_start"]
    data: IceColdIceHockeyOvertimeStartEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: None
    """Always null: the announcer speaks."""


class IceColdIceHockeyPassesEvent(TypedDict):
    """A team plays a Pass."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["passes"]
    data: IceColdIceHockeyPassesEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: None
    """Always null: the announcer speaks."""


class IceColdIceHockeyPenaltiesCancelledEvent(TypedDict):
    """Penalties on both teams cancel each other."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["penalties_cancelled"]
    data: IceColdIceHockeyPenaltiesCancelledEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: None
    """Always null: the announcer speaks."""


class IceColdIceHockeyPenaltiesWipedOutEvent(TypedDict):
    """A goal wipes out the pending penalties of a team."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["penalties_wiped_out"]
    data: IceColdIceHockeyPenaltiesWipedOutEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: None
    """Always null: the announcer speaks."""


class IceColdIceHockeyPenaltyEvent(TypedDict):
    """A penalty on a team."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["penalty"]
    data: IceColdIceHockeyPenaltyEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: None
    """Always null: the announcer speaks."""


class IceColdIceHockeyPenaltyShotEvent(TypedDict):
    """A penalty shot for a team."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["penalty_shot"]
    data: IceColdIceHockeyPenaltyShotEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: None
    """Always null: the announcer speaks."""


class IceColdIceHockeyPeriodEndEvent(TypedDict):
    """A period is over."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["period_end"]
    data: IceColdIceHockeyPeriodEndEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: None
    """Always null: the announcer speaks."""


class IceColdIceHockeyPeriodStartEvent(TypedDict):
    """A period of regulation begins."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["period_start"]
    data: IceColdIceHockeyPeriodStartEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: None
    """Always null: the announcer speaks."""


class IceColdIceHockeyPowerPlayEvent(TypedDict):
    """A power play of a team begins."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["power_play"]
    data: IceColdIceHockeyPowerPlayEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: None
    """Always null: the announcer speaks."""


class IceColdIceHockeyPullsGoalieEvent(TypedDict):
    """A team pulls its goalie."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["pulls_goalie"]
    data: IceColdIceHockeyPullsGoalieEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: None
    """Always null: the announcer speaks."""


class IceColdIceHockeyQuickRequest(TypedDict):
    variant: Literal["ice_cold_ice_hockey"]
    preset: NotRequired[IceColdIceHockeyPreset]
    """Default: the first one."""
    options: NotRequired[IceColdIceHockeyOptionChanges]
    name: NotRequired[str]
    """Your display name."""
    wait_s: NotRequired[int]
    """Seconds to wait for an opponent, before a computer takes the seat."""
    level: NotRequired[int]
    """Level of that computer, see the variant's levels. Default: the middle one."""
    rating: NotRequired[int]
    """Rating of that computer, instead of a level, see the variant's `ratings`."""
    style: NotRequired[StyleKey]
    """How that computer plays, one of the variant's `styles`."""
    seed_digest: NotRequired[str]
    """SHA-256 of a seed of your own that enters every shuffle, in hex. Reveal the seed with POST /v1/games/{id}/fairness as soon as `fairness.reveal_by` is set; the game stays `open` until then. Without one, the shuffles are fair only if you trust the operator."""


class IceColdIceHockeyRecordMove(TypedDict):
    """A move."""

    version: int
    ply: int
    seat: int
    move: IceColdIceHockeyMove


class IceColdIceHockeyReturnsGoalieEvent(TypedDict):
    """A goalie returns to the net."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["returns_goalie"]
    data: IceColdIceHockeyReturnsGoalieEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: None
    """Always null: the announcer speaks."""


class IceColdIceHockeySavesEvent(TypedDict):
    """The goalie of a team saves the shot."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["saves"]
    data: IceColdIceHockeySavesEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: None
    """Always null: the announcer speaks."""


class IceColdIceHockeyScoresEvent(TypedDict):
    """A team scores."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["scores"]
    data: IceColdIceHockeyScoresEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: None
    """Always null: the announcer speaks."""


class IceColdIceHockeySecondPassEvent(TypedDict):
    """The discards become the deck once more."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["second_pass"]
    data: IceColdIceHockeySecondPassEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: None
    """Always null: the announcer speaks."""


class IceColdIceHockeyShootoutShotEvent(TypedDict):
    """A shot of the shootout: the card turned over for it."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["shootout_shot"]
    data: IceColdIceHockeyShootoutShotEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: None
    """Always null: the announcer speaks."""


class IceColdIceHockeyShootoutStartEvent(TypedDict):
    """A shootout begins."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["shootout_start"]
    data: IceColdIceHockeyShootoutStartEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: None
    """Always null: the announcer speaks."""


class IceColdIceHockeyShootsInsideEvent(TypedDict):
    """A team plays an Inside Shot."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["shoots_inside"]
    data: IceColdIceHockeyShootsInsideEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: None
    """Always null: the announcer speaks."""


class IceColdIceHockeyShootsOutsideEvent(TypedDict):
    """A team shoots from outside."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["shoots_outside"]
    data: IceColdIceHockeyShootsOutsideEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: None
    """Always null: the announcer speaks."""


class IceColdIceHockeyShootsWideEvent(TypedDict):
    """A team shoots wide."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["shoots_wide"]
    data: IceColdIceHockeyShootsWideEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: None
    """Always null: the announcer speaks."""


class IceColdIceHockeySkatesEvent(TypedDict):
    """A team plays a Skate."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["skates"]
    data: IceColdIceHockeySkatesEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: None
    """Always null: the announcer speaks."""


class IceColdIceHockeyStaysBackEvent(TypedDict):
    """A team in defensive mode discards a card and dumps the puck in without a chase."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["stays_back"]
    data: IceColdIceHockeyStaysBackEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: None
    """Always null: the announcer speaks."""


class IceColdIceHockeyStaysOutEvent(TypedDict):
    """A pulled goalie stays out."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["stays_out"]
    data: IceColdIceHockeyStaysOutEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: None
    """Always null: the announcer speaks."""


IceColdIceHockeyTable = TypedDict(
    "IceColdIceHockeyTable",
    {
        "node": IceColdIceHockeyNode,
        "asked": int | None,
        "pending": list[IceColdIceHockeyPendingWork],
        "period": int,
        "pass": int,
        "time_expired": bool,
        "zone": IceColdIceHockeyZone,
        "control": int | None,
        "top": list[IceColdIceHockeyIcon] | None,
        "discards": list[IceColdIceHockeyActionCardCode],
        "held": list[IceColdIceHockeyActionCardCode],
        "attacker": int | None,
        "played": IceColdIceHockeyActionCardCode | None,
        "answer": IceColdIceHockeyActionCardCode | None,
        "answerer": int | None,
        "last_to_draw": int,
        "shot": IceColdIceHockeyShotKind | None,
        "called_before": int,
        "penalties": list[IceColdIceHockeyPenalty],
        "to_serve": list[IceColdIceHockeyPenalty],
        "serving": IceColdIceHockeyPenalty | None,
        "shot_number": int,
        "voided": list[IceColdIceHockeyShotLine],
        "paid": list[IceColdIceHockeySeat],
        "extra_skater": int | None,
        "goalies_out": list[bool],
        "skater_cards": list[bool],
        "stoppage": IceColdIceHockeyStoppage,
        "awards": list[IceColdIceHockeyAward],
        "goals": list[IceColdIceHockeyPeriodGoals],
        "shots_on_goal": list[IceColdIceHockeyCount],
        "power_plays": list[IceColdIceHockeyCount],
        "power_play_goals": list[IceColdIceHockeyGoals],
        "shootout_shots": int,
        "shootout_goals": list[IceColdIceHockeyGoals],
        "periods": int,
        "passes": int,
        "overtime": bool,
        "deck": int,
        "set_aside": int,
        "hand_sizes": list[IceColdIceHockeyHandSize],
        "base_hands": list[IceColdIceHockeyBaseHandSize],
        "shown": list[IceColdIceHockeyShownCards],
        "held_counts": list[IceColdIceHockeyHeldCount],
        "power_play": IceColdIceHockeyPowerPlay | None,
        "score": list[IceColdIceHockeyGoals],
        "saves": list[IceColdIceHockeyCount],
    },
)


class IceColdIceHockeyTakesEvent(TypedDict):
    """A team takes the card turned up in defensive mode into its hand."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["takes"]
    data: IceColdIceHockeyTakesEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: None
    """Always null: the announcer speaks."""


class IceColdIceHockeyTimeExpiresEvent(TypedDict):
    """The clock runs out: the discards become a reserve deck for what is still to be settled."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["time_expires"]
    data: IceColdIceHockeyTimeExpiresEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: None
    """Always null: the announcer speaks."""


class IceColdIceHockeyTouchesUpEvent(TypedDict):
    """A team waves off the icing and plays on."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["touches_up"]
    data: IceColdIceHockeyTouchesUpEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: None
    """Always null: the announcer speaks."""


class IceColdIceHockeyTurnsOverEvent(TypedDict):
    """A card is turned over from the deck."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["turns_over"]
    data: IceColdIceHockeyTurnsOverEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: None
    """Always null: the announcer speaks."""


class InvitationDeclinedEvent(TypedDict):
    """A bot has declined its invitation."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["invitation_declined"]
    data: InvitationDeclinedEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: None
    """Always null: the announcer speaks."""


class InvitationExpiredEvent(TypedDict):
    """A bot has not answered its invitation in time."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["invitation_expired"]
    data: InvitationExpiredEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: None
    """Always null: the announcer speaks."""


class Level(TypedDict):
    """A computer opponent."""

    level: int
    """Number of the level. Higher levels are stronger."""
    name: str
    """Display name."""
    description: str
    """How the level plays."""
    simulations: int
    """Simulations of the search for one decision, in games where no learned network decides. 0 for no search."""
    cap_ms: int
    """Maximum time for one decision, in milliseconds."""
    strength: Strength | None
    """Null if it has not been measured."""


class Match(TypedDict):
    """A series of games between computers, or with bots."""

    id: str
    """The match's id."""
    status: TaskStatus
    """`failed`: several attempts to process it did not finish."""
    created_at: str
    """When it was requested."""
    variant: VariantKey
    """The variant's key."""
    preset: str
    """The preset that the options are based on."""
    options: dict[str, Any]
    """All options of the games."""
    first: MatchPlayer
    """The first player."""
    second: MatchPlayer
    """The second player."""
    pairs: int
    """Number of pairs to play. A pair is two games with the sides exchanged."""
    seed: str | None
    """Seed of the shuffles and decisions. Null with a bot: its games have secret seeds."""
    answer_s: int | None
    """Seconds that a bot has to accept and to answer. Null without a bot."""
    detail: str | None
    """Why a match with a bot has `failed`. Null otherwise."""
    progress: MatchProgress
    """Progress of the match."""
    result: MatchResult | None
    """Null until the first pair is finished."""
    links: MatchLinks


Move: TypeAlias = (
    HockeyChooseDealerMove
    | PlayMove
    | BladesOfSteelStackMove
    | BladesOfSteelShootMove
    | BladesOfSteelChangeLinesMove
    | BladesOfSteelNoBlockMove
    | BladesOfSteelBlockMove
    | CardHockeyFlipMove
    | TurnBasedHockeyFaceOffMove
    | TurnBasedHockeyLineupMove
    | IceColdIceHockeyDumpCenterMove
    | IceColdIceHockeyDumpInMove
    | IceColdIceHockeyDefensiveModeMove
    | IceColdIceHockeyAnswerMove
    | IceColdIceHockeyDiscardMove
    | IceColdIceHockeyDumpDeepMove
    | IceColdIceHockeyOutsideShotMove
    | IceColdIceHockeyPullGoalieMove
    | IceColdIceHockeyDeclineMove
    | IceColdIceHockeyTouchUpMove
    | IceColdIceHockeyTakeFaceOffMove
    | IceColdIceHockeyKeepMove
    | IceColdIceHockeyDrawMove
    | IceColdIceHockeyStopMove
    | IceColdIceHockeyTakeMove
    | IceColdIceHockeyLeaveMove
    | IceColdIceHockeyReturnMove
    | IceColdIceHockeyStayOutMove
    | IceColdIceHockeyPullMove
    | IceColdIceHockeyKeepInNetMove
)
"""A move of any variant, identified by its `type`."""


class MoveRequest(TypedDict):
    ply: int
    """The view's `ply`."""
    move: Move


PenaltyEvent: TypeAlias = CardHockeyPenaltyEvent | IceColdIceHockeyPenaltyEvent
"""`penalty` of several variants."""


PeriodStartEvent: TypeAlias = HockeyPeriodStartEvent | IceColdIceHockeyPeriodStartEvent
"""`period_start` of several variants."""


class PlayerRequest(TypedDict):
    bot: NotRequired[str]
    """The id of a bot that is yours or `open_to_matches`. Excludes the other fields."""
    level: NotRequired[int]
    """A level of the variant, or 0 for random play. Excludes the other fields but `style`."""
    rating: NotRequired[int]
    """A rating, instead of a level, see the variant's `ratings`."""
    style: NotRequired[StyleKey]
    """How the computer plays, one of the variant's `styles`."""
    simulations: NotRequired[int]
    """Simulations of the search for one decision. 0 for no search."""
    noise: NotRequired[float]
    """Fraction of the decisions that are drawn at random. Default: 0."""
    counts_cards: NotRequired[bool]
    """Whether the player remembers which cards are gone. Default: true."""
    exact: NotRequired[bool]
    """Whether the player solves positions exactly where all relevant cards are known. Default: false."""


QuickRequest: TypeAlias = (
    HockeyQuickRequest
    | BladesOfSteelQuickRequest
    | CardHockeyQuickRequest
    | TurnBasedHockeyQuickRequest
    | IceColdIceHockeyQuickRequest
)
"""The game to play, and how long to wait for an opponent."""


class Readiness(TypedDict):
    """Whether the process can serve requests."""

    status: Literal["ok"]
    """Always `ok`."""
    store: StoreSpace
    """How full the store is. `low`: soon full. `full`: nothing new is accepted, running games go on. `read_only`: no change is accepted, games can be read."""


class RecordCheck(TypedDict):
    """The result of checking a record."""

    verified: bool
    """Whether the record is correct."""
    faults: list[RecordFault]
    """What is wrong. Empty if the record is correct."""
    unproven: list[str]
    """What nobody can see from the record alone about its shuffles."""
    moves: int
    """Number of moves that could be replayed."""
    shuffles: int
    """Number of shuffles that were dealt."""
    score: list[Goals]
    """Goals by side."""


class RecordResult(TypedDict):
    winner: int | None
    reason: ResultReason
    score: list[int]


class RecordSeat(TypedDict):
    seat: int
    side: int
    kind: SeatKind
    name: str
    level: int | None
    rating: NotRequired[int | None]
    """The rating by which a computer was asked for, if it was."""
    style: NotRequired[str | None]
    """The style in which a computer was asked for, if any."""
    bot: NotRequired[str | None]
    """The id of the bot, if the seat belongs to one."""


class RegisterBotRequest(TypedDict):
    name: str
    """Its name. No two bots have names that differ in upper and lower case only."""
    description: NotRequired[str]
    """What it says about itself."""
    variants: NotRequired[list[VariantKey]]
    """Keys of the variants that it plays, see GET /v1/variants."""
    max_games: NotRequired[int]
    """How many games and invitations it takes at once."""
    open_to_matches: NotRequired[bool]
    """Whether anyone may put it into matches, or its owner only."""


class RegisteredBot(TypedDict):
    """A bot with its token."""

    id: str
    """The bot's id."""
    name: str
    """Its name, which no other bot has."""
    description: str
    """What it says about itself. May be empty."""
    variants: list[VariantKey]
    """The variants that it plays."""
    online: bool
    """Whether it listens for events now, or did a few seconds ago."""
    games: int
    """Number of games that it plays and of invitations that it has."""
    max_games: int
    """How many it accepts at once."""
    open_to_matches: bool
    """Whether anyone may put it into matches."""
    created_at: str
    """When it was registered."""
    links: BotLinks
    token: str
    """Token of the bot. It is not shown again."""


class RematchEvent(TypedDict):
    """A seat has asked for a rematch."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["rematch"]
    data: RematchEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: None
    """Always null: the announcer speaks."""


class ResignedEvent(TypedDict):
    """A seat has resigned."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["resigned"]
    data: ResignedEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: None
    """Always null: the announcer speaks."""


class Result(TypedDict):
    """How the game ended."""

    winner: int | None
    """The winning side. Null for a draw."""
    reason: ResultReason
    """How the game was decided."""
    score: list[Goals]
    """Goals by side."""


class Scoresheet(TypedDict):
    """Line score, goals, penalties and statistics of a game, made from its public events."""

    line_score: list[PeriodScore]
    """The periods, in order. Empty if the events do not contain the goals."""
    goals: list[SheetGoal]
    """The goals, in order."""
    penalties: list[SheetPenalty]
    """The penalties, in order."""
    statistics: dict[str, list[int]]
    """Numbers of both sides by their names, such as `Shots on goal`. Empty in some variants."""


class SeatFilledEvent(TypedDict):
    """
    A computer has taken a seat: nobody has come in time to a quick game, or the owner replaces a bot that has not
        accepted.
    """

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["seat_filled"]
    data: SeatFilledEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: None
    """Always null: the announcer speaks."""


SeatRequest: TypeAlias = PersonSeat | AiSeat | OpenSeat | BotSeat
"""A seat: for a person, for a computer, for a bot that is invited, or open for a player with the join code."""


class SeatReturnedEvent(TypedDict):
    """A person plays the seat again that a computer had taken over."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["seat_returned"]
    data: SeatReturnedEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: None
    """Always null: the announcer speaks."""


class SeatTakenEvent(TypedDict):
    """A person has taken an open seat, or a bot has accepted an invitation."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["seat_taken"]
    data: SeatTakenEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: None
    """Always null: the announcer speaks."""


class SeatTakenOverEvent(TypedDict):
    """A computer has taken over a person's seat."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["seat_taken_over"]
    data: SeatTakenOverEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: None
    """Always null: the announcer speaks."""


class SeedGivenEvent(TypedDict):
    """A player has revealed the promised seed."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["seed_given"]
    data: SeedGivenEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: None
    """Always null: the announcer speaks."""


class SeedMissingEvent(TypedDict):
    """A promised seed was not revealed in time. The game is aborted."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["seed_missing"]
    data: SeedMissingEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: None
    """Always null: the announcer speaks."""


ShootoutStartEvent: TypeAlias = CardHockeyShootoutStartEvent | IceColdIceHockeyShootoutStartEvent
"""`shootout_start` of several variants."""


class Style(TypedDict):
    """A way to play, about as strong as the others at the same level or rating."""

    style: StyleKey
    """The `style` to ask for."""
    title: str
    """Display name."""
    description: str
    """How a computer of this style plays, in a sentence."""


class TimeRanOutEvent(TypedDict):
    """The time limit of a decision has passed. The heuristic answers for the seat."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["time_ran_out"]
    data: TimeRanOutEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: None
    """Always null: the announcer speaks."""


class TokenRenewedEvent(TypedDict):
    """The token of a seat was renewed. The old one is no longer valid, and what was opened with it ends."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["token_renewed"]
    data: TokenRenewedEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: None
    """Always null: the announcer speaks."""


class Transcript(TypedDict):
    format: RecordFormat
    id: str
    variant: VariantKey
    rules_version: int
    deck_digest: str | None
    """SHA-256 of the deck file, if the variant has one."""
    preset: str
    options: dict[str, Any]
    created_at: str
    status: RecordStatus
    seats: list[RecordSeat]
    result: RecordResult | None
    fairness: RecordFairness
    sheet: dict[str, Any]
    """The game sheet, computed from the events."""
    moves: list[RecordMove]
    events: list[RecordEvent]


class TurnBasedHockeyCard(TypedDict):
    """A card and what it does under the game's options."""

    id: CardOrJokerCode
    """The card as written in views and moves."""
    name: str
    """Display name."""
    kind: str
    """Category of the card in this variant."""
    text: str
    """What the card does, as in the rules. May be empty."""
    copies: int
    """Number of copies."""
    facts: TurnBasedHockeyCardFacts
    """What is printed on the card: suit and rank, zones, results."""


class TurnBasedHockeyCardList(TypedDict):
    """The cards of a variant under a set of options."""

    variant: Literal["turn_based_hockey"]
    """The variant's key."""
    preset: TurnBasedHockeyPreset
    """The preset that the options are based on."""
    options: TurnBasedHockeyOptions
    """All options."""
    cards: list[TurnBasedHockeyCard]
    """Each different card once."""


class TurnBasedHockeyChoice(TypedDict):
    """A choice with too many moves to list: a list of different candidates, one for each slot, in order."""

    type: TurnBasedHockeyChoiceType
    """The `type` of the move to send."""
    field: TurnBasedHockeyChoiceField
    """The field of the move that takes the list."""
    slots: list[str]
    """Names of the slots."""
    candidates: list[CardOrJokerCode]
    """Cards that may fill a slot."""
    count: int
    """Number of legal moves."""
    example: TurnBasedHockeyMove
    """One of the legal moves."""


class TurnBasedHockeyClinchedEvent(TypedDict):
    """The lead cannot be caught up: the game ends early."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["clinched"]
    data: TurnBasedHockeyClinchedEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: int
    """The seat of `data`, whose call `text` is."""


class TurnBasedHockeyCommittedEvent(TypedDict):
    """A seat has made its secret choice."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["committed"]
    data: TurnBasedHockeyCommittedEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: None
    """Always null: the announcer speaks."""


class TurnBasedHockeyCreateGameRequest(TypedDict):
    variant: Literal["turn_based_hockey"]
    preset: NotRequired[TurnBasedHockeyPreset]
    """Default: the first one."""
    options: NotRequired[TurnBasedHockeyOptionChanges]
    seats: NotRequired[list[SeatRequest]]
    """One entry per seat, in order. Default: one person against computers of the middle level."""
    public: NotRequired[bool]
    """Whether anyone with the id may watch and the game is on the public list."""
    open_to_all: NotRequired[bool]
    """Whether anyone may take an open seat without the join code. Only for a public game with an open seat."""
    seed_digest: NotRequired[str]
    """SHA-256 of a seed of your own that enters every shuffle, in hex. Reveal the seed with POST /v1/games/{id}/fairness as soon as `fairness.reveal_by` is set; the game stays `open` until then. Without one, the shuffles are fair only if you trust the operator."""
    pace_ms: NotRequired[int]
    """Delay in milliseconds before a computer's answer to a person. A level that needs longer, up to half a second, takes that long for every answer: the time does not depend on its cards."""
    watch_pace_ms: NotRequired[int]
    """Delay in milliseconds before a computer's answer to another computer, so that people can follow. 0 for none: a game between computers takes a second or so."""
    time_limit_s: NotRequired[int]
    """Seconds that a person has for a decision. Then the heuristic answers for the seat, with an event `time_ran_out`. Null for no limit."""
    absent_after_s: NotRequired[int]
    """Seconds without an answer after which a person counts as absent and others may let a computer take over the seat."""
    absent_level: NotRequired[int]
    """Level of the computer that takes over the seat of an absent player, the middle one or better."""
    invitation_s: NotRequired[int]
    """Seconds that an invited bot has to accept."""
    reveal_s: NotRequired[int]
    """Seconds that the players have to reveal the seeds that they have promised, once the last seat is taken. If one is missing then, the game is aborted: no cards are dealt without it."""
    expire_after_s: NotRequired[int]
    """Seconds that the running game is kept after its last change, see `expires_at` of the view. Null for the service's setting."""


class TurnBasedHockeyFaceOffEvent(TypedDict):
    """Both face-off cards are revealed."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["face_off"]
    data: TurnBasedHockeyFaceOffEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: None
    """Always null: the announcer speaks."""


class TurnBasedHockeyFaceOffTiedEvent(TypedDict):
    """The face-off is tied: both seats set up in secret."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["face_off_tied"]
    data: TurnBasedHockeyFaceOffTiedEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: None
    """Always null: the announcer speaks."""


class TurnBasedHockeyGameOverEventData(TypedDict):
    """Details of the event `game_over`."""

    winner: int | None
    """The side that has won; null for a draw."""
    score: list[TurnBasedHockeyGoals]
    """Goals of both sides."""


class TurnBasedHockeyInjuredEvent(TypedDict):
    """The line-up contains a joker."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["injured"]
    data: TurnBasedHockeyInjuredEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: int
    """The seat of `data`, whose call `text` is."""


class TurnBasedHockeyLegalMove(TypedDict):
    """A legal move and its text."""

    move: TurnBasedHockeyMove
    text: str
    """The move in a few words."""


class TurnBasedHockeyLinesSetEventData(TypedDict):
    """Details of the event `lines_set`."""

    seat: int
    cards: TurnBasedHockeyLineup


class TurnBasedHockeyMatchRequest(TypedDict):
    variant: Literal["turn_based_hockey"]
    preset: NotRequired[TurnBasedHockeyPreset]
    """Default: the first one."""
    options: NotRequired[TurnBasedHockeyOptionChanges]
    first: PlayerRequest
    """A computer, by its `level`, `rating` or `simulations`, or a `bot`."""
    second: PlayerRequest
    """Its opponent."""
    pairs: int
    """Number of pairs of games, on mirrored deals unless a bot plays."""
    seed: NotRequired[str]
    """Seed of the games. The same seed gives the same games. Not used if a player is a bot."""
    answer_s: NotRequired[int]
    """Seconds in which a bot must accept a game, and answer each decision; then it forfeits the game."""


class TurnBasedHockeyObservation(TypedDict):
    """What one seat of Turn-Based Hockey sees."""

    seat: int | None
    """The seat that sees this; null for a spectator."""
    options: NotRequired[TurnBasedHockeyOptionChanges]
    """The switches, as far as they differ from the standard game."""
    deck: NotRequired[list[CardOrJokerCode]]
    """The cards of a smaller pack; absent for the full one."""
    hand_size: NotRequired[int]
    """Cards dealt to each seat for regulation; absent if they are just those the periods take."""
    ply: NotRequired[int]
    """Number of decisions made in the game; a simultaneous choice is one."""
    node: NotRequired[TurnBasedHockeyNode]
    """What the game waits for."""
    period: NotRequired[int]
    """Counted from 1; 0 before the first; overtime is the one after `periods`."""
    periods: NotRequired[int]
    """Periods of regulation time."""
    overtime: NotRequired[bool]
    """This period is overtime."""
    hand_sizes: NotRequired[list[TurnBasedHockeyHandSize]]
    """Cards in the hand of each seat; a secret choice counts until it is revealed."""
    stock: NotRequired[int]
    """Undealt cards."""
    committed: NotRequired[list[bool]]
    """By seat: it has made its secret choice, which is final."""
    face_off_winner: NotRequired[int | None]
    """The seat that won this period's face-off; null after a tie, and before it."""
    setting_up: NotRequired[int | None]
    """The seat to set up an open line-up; null where both set up secretly."""
    played: NotRequired[list[TurnBasedHockeyPlayedPeriodInput]]
    """What is open of each period, the present one included."""
    goals: NotRequired[list[TurnBasedHockeyPeriodGoals]]
    """Goals of both sides in each period so far."""
    score: NotRequired[TurnBasedHockeyPeriodGoals]
    shootout: NotRequired[TurnBasedHockeyShootoutInput]
    """The shootout."""
    hand: NotRequired[list[CardOrJokerCode]]
    """The own cards, ascending; a secret choice stays among them until it is revealed."""
    commitment: NotRequired[list[CardOrJokerCode]]
    """The own secret choice: a face-off card, or a line-up; empty without one."""


class TurnBasedHockeyOvertimeStartEvent(TypedDict):
    """Overtime begins."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["overtime_start"]
    data: TurnBasedHockeyOvertimeStartEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: None
    """Always null: the announcer speaks."""


class TurnBasedHockeyPerfectPairEvent(TypedDict):
    """The attacking pair has the highest value there is."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["perfect_pair"]
    data: TurnBasedHockeyPerfectPairEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: int
    """The seat of `data`, whose call `text` is."""


class TurnBasedHockeyPeriodEndEvent(TypedDict):
    """A period is over."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["period_end"]
    data: TurnBasedHockeyPeriodEndEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: None
    """Always null: the announcer speaks."""


class TurnBasedHockeyPositionMoves(TypedDict):
    """What a seat may play in a position."""

    variant: Literal["turn_based_hockey"]
    """The variant's key."""
    seat: int | None
    """The seat of the observation. Null for a spectator."""
    ply: int
    """Number of the decision."""
    to_act: list[SeatNumber]
    """Seats that may answer now. Empty before a shuffle, and when the game is over."""
    legal_moves: list[TurnBasedHockeyLegalMove]
    """The seat's legal moves. Empty if it is not its turn."""
    choice: TurnBasedHockeyChoice | None
    """Set instead of `legal_moves` where there are too many moves to list."""


class TurnBasedHockeyPositionRequest(TypedDict):
    variant: Literal["turn_based_hockey"]
    observation: TurnBasedHockeyObservation


class TurnBasedHockeySaveEvent(TypedDict):
    """The attack is worth less than the defence."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["save"]
    data: TurnBasedHockeySaveEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: int
    """The seat of `data`, whose call `text` is."""


class TurnBasedHockeyScoresEvent(TypedDict):
    """The attack is worth at least as much as the defence: a goal."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["scores"]
    data: TurnBasedHockeyScoresEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: int
    """The seat of `data`, whose call `text` is."""


class TurnBasedHockeyShootoutRoundEvent(TypedDict):
    """Both seats turn up a card of the shootout."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["shootout_round"]
    data: TurnBasedHockeyShootoutRoundEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: None
    """Always null: the announcer speaks."""


class TurnBasedHockeyShotEvent(TypedDict):
    """A wing and its centre are compared with the defender and the goalie against them."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["shot"]
    data: TurnBasedHockeyShotEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: None
    """Always null: the announcer speaks."""


class TurnBasedHockeySuggestionRequest(TypedDict):
    level: NotRequired[int]
    """Search like this level, see `mistakes`."""
    rating: NotRequired[int]
    """Search like a computer of this rating, see the variant's `ratings`."""
    style: NotRequired[StyleKey]
    """Prefer the moves of this style, one of the variant's `styles`."""
    mistakes: NotRequired[bool]
    """Whether the level also makes its mistakes, as in games, where it misjudges moves. The weaker levels are as weak as in games only with them. Needs `level` or `rating`."""
    simulations: NotRequired[int]
    """Number of simulations of the search."""
    time_ms: NotRequired[int]
    """Time limit of the search in milliseconds."""
    seed: NotRequired[str]
    """Seed of the search. The same position, budget and seed give the same answer, mistakes included, unless it is `stopped`. Default: `faceoff`."""
    variant: Literal["turn_based_hockey"]
    observation: TurnBasedHockeyObservation


class Variant(TypedDict):
    """A variant with its options, presets, moves and levels."""

    key: VariantKey
    """Identifies the variant in all requests."""
    name: str
    """Display name."""
    summary: str
    """The game in a few sentences."""
    credits: str
    """Who invented the game."""
    rules_version: int
    """Version of the rules."""
    presets: list[Preset]
    """The first is the default."""
    options: dict[str, dict[str, Any]]
    """JSON Schema of every option. `title` is its display name; `oneOf` has those of its values, if any."""
    moves: list[MoveKind]
    """All kinds of moves."""
    has_decisions: bool
    """False if the cards alone decide the game: all levels play alike."""
    levels: list[Level]
    """Computer opponents, weakest first."""
    ratings: RatingRange | None
    """Ratings that a computer can be asked for instead of a level. Null where the levels are not rated."""
    styles: list[Style]
    """Styles that a computer can be asked for. Empty where there is nothing to decide."""
    links: VariantLinks


class VariantList(TypedDict):
    """All variants."""

    variants: list[VariantSummary]
    """The variants."""


class Webhook(TypedDict):
    """A URL that is notified when a game changes."""

    id: str
    """The webhook's id."""
    game_id: str | None
    """The game. Null for all games created with your API key."""
    url: str
    """Where notifications are sent."""
    created_at: str
    """When it was created."""
    status: WebhookStatus
    """Result of the last deliveries. `given_up`: disabled after too many failures."""
    delivered_version: int | None
    """The last version that was delivered. Null for a webhook of an API key."""


class WebhookList(TypedDict):
    """Your webhooks of a game, or of your API key."""

    webhooks: list[Webhook]
    """The webhooks, oldest first."""


class BetterMove(TypedDict):
    """The best move of a decision."""

    move: Move
    text: str
    """The move in a few words."""
    reason: str
    """Why, in the words of the game."""
    prospects: Prospects | None
    """What it leads to. Null if it was tried too seldom to tell."""


class BladesOfSteelBlockedEvent(TypedDict):
    """A block stops the shot."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["blocked"]
    data: BladesOfSteelBlockedEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: int
    """The seat of `data`, whose call `text` is."""


class BladesOfSteelCard(TypedDict):
    """A card and what it does under the game's options."""

    id: CardCode
    """The card as written in views and moves."""
    name: str
    """Display name."""
    kind: str
    """Category of the card in this variant."""
    text: str
    """What the card does, as in the rules. May be empty."""
    copies: int
    """Number of copies."""
    facts: BladesOfSteelCardFacts
    """What is printed on the card: suit and rank, zones, results."""


class BladesOfSteelCardList(TypedDict):
    """The cards of a variant under a set of options."""

    variant: Literal["blades_of_steel"]
    """The variant's key."""
    preset: BladesOfSteelPreset
    """The preset that the options are based on."""
    options: BladesOfSteelOptions
    """All options."""
    cards: list[BladesOfSteelCard]
    """Each different card once."""


class BladesOfSteelChangesLinesEvent(TypedDict):
    """A seat discards its whole hand."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["changes_lines"]
    data: BladesOfSteelChangesLinesEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: int
    """The seat of `data`, whose call `text` is."""


class BladesOfSteelCreateGameRequest(TypedDict):
    variant: Literal["blades_of_steel"]
    preset: NotRequired[BladesOfSteelPreset]
    """Default: the first one."""
    options: NotRequired[BladesOfSteelOptionChanges]
    seats: NotRequired[list[SeatRequest]]
    """One entry per seat, in order. Default: one person against computers of the middle level."""
    public: NotRequired[bool]
    """Whether anyone with the id may watch and the game is on the public list."""
    open_to_all: NotRequired[bool]
    """Whether anyone may take an open seat without the join code. Only for a public game with an open seat."""
    seed_digest: NotRequired[str]
    """SHA-256 of a seed of your own that enters every shuffle, in hex. Reveal the seed with POST /v1/games/{id}/fairness as soon as `fairness.reveal_by` is set; the game stays `open` until then. Without one, the shuffles are fair only if you trust the operator."""
    pace_ms: NotRequired[int]
    """Delay in milliseconds before a computer's answer to a person. A level that needs longer, up to half a second, takes that long for every answer: the time does not depend on its cards."""
    watch_pace_ms: NotRequired[int]
    """Delay in milliseconds before a computer's answer to another computer, so that people can follow. 0 for none: a game between computers takes a second or so."""
    time_limit_s: NotRequired[int]
    """Seconds that a person has for a decision. Then the heuristic answers for the seat, with an event `time_ran_out`. Null for no limit."""
    absent_after_s: NotRequired[int]
    """Seconds without an answer after which a person counts as absent and others may let a computer take over the seat."""
    absent_level: NotRequired[int]
    """Level of the computer that takes over the seat of an absent player, the middle one or better."""
    invitation_s: NotRequired[int]
    """Seconds that an invited bot has to accept."""
    reveal_s: NotRequired[int]
    """Seconds that the players have to reveal the seeds that they have promised, once the last seat is taken. If one is missing then, the game is aborted: no cards are dealt without it."""
    expire_after_s: NotRequired[int]
    """Seconds that the running game is kept after its last change, see `expires_at` of the view. Null for the service's setting."""


class BladesOfSteelFaceOffEvent(TypedDict):
    """The cut is decided."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["face_off"]
    data: BladesOfSteelFaceOffEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: None
    """Always null: the announcer speaks."""


class BladesOfSteelGameOverEvent(TypedDict):
    """The game is over."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["game_over"]
    data: BladesOfSteelGameOverEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: None
    """Always null: the announcer speaks."""


BladesOfSteelGoalPile: TypeAlias = list[BladesOfSteelShotCards]


class BladesOfSteelMatchRequest(TypedDict):
    variant: Literal["blades_of_steel"]
    preset: NotRequired[BladesOfSteelPreset]
    """Default: the first one."""
    options: NotRequired[BladesOfSteelOptionChanges]
    first: PlayerRequest
    """A computer, by its `level`, `rating` or `simulations`, or a `bot`."""
    second: PlayerRequest
    """Its opponent."""
    pairs: int
    """Number of pairs of games, on mirrored deals unless a bot plays."""
    seed: NotRequired[str]
    """Seed of the games. The same seed gives the same games. Not used if a player is a bot."""
    answer_s: NotRequired[int]
    """Seconds in which a bot must accept a game, and answer each decision; then it forfeits the game."""


BladesOfSteelMove: TypeAlias = (
    BladesOfSteelStackMove
    | BladesOfSteelShootMove
    | BladesOfSteelChangeLinesMove
    | BladesOfSteelNoBlockMove
    | BladesOfSteelBlockMove
)
"""A move of Blades of Steel, identified by its `type`."""


class BladesOfSteelObservation(TypedDict):
    """What one seat of Blades of Steel sees."""

    seat: int | None
    """The seat that sees this; null for a spectator."""
    options: NotRequired[BladesOfSteelOptionChanges]
    """The switches, as far as they differ from the standard game."""
    deck: NotRequired[list[CardCode]]
    """The cards of a smaller pack; absent for all 52."""
    hand_size: NotRequired[int]
    """Cards in a full hand; absent for six."""
    ply: NotRequired[int]
    """Number of decisions made in the game."""
    node: NotRequired[BladesOfSteelNode]
    """What the game waits for."""
    overtime: NotRequired[int]
    """Number of the overtime pack; 0 in regulation."""
    to_move: NotRequired[int | None]
    """The seat whose turn it is."""
    to_answer: NotRequired[int | None]
    """The seat that is asked to answer the shot."""
    score: NotRequired[list[BladesOfSteelGoals]]
    """Goals of both seats."""
    goal_piles: NotRequired[list[BladesOfSteelGoalPile]]
    """The shots of each seat that went in, in this pack."""
    draw_pile: NotRequired[int]
    """Cards in the draw pile."""
    hand_sizes: list[BladesOfSteelHandSize]
    """Cards in the hand of each seat."""
    stack_sizes: NotRequired[list[BladesOfSteelStackSize]]
    """Cards in the stacked defence of each seat, face down."""
    shot: NotRequired[list[CardCode]]
    """The shot that waits for its answer, empty without one."""
    shot_kind: NotRequired[BladesOfSteelShotKind | None]
    """What kind of shot it is."""
    discards: NotRequired[list[CardCode]]
    """The discard pile, bottom to top; with top_only its top alone."""
    discard_size: NotRequired[int]
    """Cards in the discard pile."""
    hidden_discards: NotRequired[list[BladesOfSteelHiddenDiscardsInput]]
    """With top_only, how many of its discards only each seat has seen: cards of changed lines, and of replaced stacks."""
    hand: NotRequired[list[CardCode]]
    """The own cards, ascending."""
    stack: NotRequired[list[CardCode]]
    """The own stacked defence."""
    remembered: NotRequired[list[CardCode]]
    """With top_only, covered discards that everybody has seen."""
    hidden_lines: NotRequired[list[CardCode]]
    """With top_only, own changed lines that only this seat has seen."""
    hidden_stacks: NotRequired[list[CardCode]]
    """With top_only, own replaced stacks that only this seat has seen."""


class BladesOfSteelPositionRequest(TypedDict):
    variant: Literal["blades_of_steel"]
    observation: BladesOfSteelObservation


class BladesOfSteelRecordMove(TypedDict):
    """A move."""

    version: int
    ply: int
    seat: int
    move: BladesOfSteelMove


class BladesOfSteelShootsEvent(TypedDict):
    """A seat lays a shot."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["shoots"]
    data: BladesOfSteelShootsEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: int
    """The seat of `data`, whose call `text` is."""


class BladesOfSteelStackDiscardedEvent(TypedDict):
    """An older stack is discarded for a new one."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["stack_discarded"]
    data: BladesOfSteelStackDiscardedEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: None
    """Always null: the announcer speaks."""


class BladesOfSteelSuggestionRequest(TypedDict):
    level: NotRequired[int]
    """Search like this level, see `mistakes`."""
    rating: NotRequired[int]
    """Search like a computer of this rating, see the variant's `ratings`."""
    style: NotRequired[StyleKey]
    """Prefer the moves of this style, one of the variant's `styles`."""
    mistakes: NotRequired[bool]
    """Whether the level also makes its mistakes, as in games, where it misjudges moves. The weaker levels are as weak as in games only with them. Needs `level` or `rating`."""
    simulations: NotRequired[int]
    """Number of simulations of the search."""
    time_ms: NotRequired[int]
    """Time limit of the search in milliseconds."""
    seed: NotRequired[str]
    """Seed of the search. The same position, budget and seed give the same answer, mistakes included, unless it is `stopped`. Default: `faceoff`."""
    variant: Literal["blades_of_steel"]
    observation: BladesOfSteelObservation


class BladesOfSteelTable(TypedDict):
    """Public state of a game of Blades of Steel."""

    node: BladesOfSteelNode
    """What the game waits for."""
    overtime: int
    """Number of the overtime pack; 0 in regulation."""
    to_move: int | None
    """The seat whose turn it is."""
    to_answer: int | None
    """The seat that is asked to answer the shot."""
    score: list[BladesOfSteelGoals]
    """Goals of both seats."""
    goal_piles: list[BladesOfSteelGoalPile]
    """The shots of each seat that went in, in this pack."""
    draw_pile: int
    """Cards in the draw pile."""
    hand_sizes: list[BladesOfSteelHandSize]
    """Cards in the hand of each seat."""
    stack_sizes: list[BladesOfSteelStackSize]
    """Cards in the stacked defence of each seat, face down."""
    shot: list[CardCode]
    """The shot that waits for its answer, empty without one."""
    shot_kind: BladesOfSteelShotKind | None
    """What kind of shot it is."""
    discards: list[CardCode]
    """The discard pile, bottom to top; with top_only its top alone."""
    discard_size: int
    """Cards in the discard pile."""
    hidden_discards: list[BladesOfSteelHiddenDiscards]
    """With top_only, how many of its discards only each seat has seen: cards of changed lines, and of replaced stacks."""


class BladesOfSteelWeakBlockEvent(TypedDict):
    """A block that does not stop the shot; only with weak_blocks."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["weak_block"]
    data: BladesOfSteelWeakBlockEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: None
    """Always null: the announcer speaks."""


class BotGameFinished(TypedDict):
    """The game is over."""

    type: Literal["game_finished"]
    id: int
    """Number of the event. Pass the last one as `after`, or as `Last-Event-ID`."""
    at: str
    """When it happened."""
    game_id: str
    """The game's id."""
    seat: SeatNumber
    """Your seat."""
    version: int
    """The game's version."""
    variant: VariantKey
    """The variant's key."""
    match_id: str | None
    """The match that the game is part of: its id, or another name if it was created without a token."""
    status: GameStatus
    """`finished` or `aborted`."""
    result: Result | None
    """Null if it was aborted."""


class Candidate(TypedDict):
    """A move that was considered."""

    move: Move
    text: str
    """The move in a few words."""
    value: float
    """Expected outcome for the seat's side: 1 for a win, 0 for a draw, -1 for a loss. 0 if it was not rated: the only move."""
    visits: int
    """How often the search tried the move. 0 without a search."""
    reason: str
    """Why, in the words of the game."""
    prospects: Prospects | None
    """What the move leads to. Null for a move that was tried too seldom to tell."""


class CardHockeyCard(TypedDict):
    """A card and what it does under the game's options."""

    id: CardCode
    """The card as written in views and moves."""
    name: str
    """Display name."""
    kind: str
    """Category of the card in this variant."""
    text: str
    """What the card does, as in the rules. May be empty."""
    copies: int
    """Number of copies."""
    facts: CardHockeyCardFacts
    """What is printed on the card: suit and rank, zones, results."""


class CardHockeyCardList(TypedDict):
    """The cards of a variant under a set of options."""

    variant: Literal["card_hockey"]
    """The variant's key."""
    preset: CardHockeyPreset
    """The preset that the options are based on."""
    options: CardHockeyOptions
    """All options."""
    cards: list[CardHockeyCard]
    """Each different card once."""


class CardHockeyCreateGameRequest(TypedDict):
    variant: Literal["card_hockey"]
    preset: NotRequired[CardHockeyPreset]
    """Default: the first one."""
    options: NotRequired[CardHockeyOptionChanges]
    seats: NotRequired[list[SeatRequest]]
    """One entry per seat, in order. Default: one person against computers of the middle level."""
    public: NotRequired[bool]
    """Whether anyone with the id may watch and the game is on the public list."""
    open_to_all: NotRequired[bool]
    """Whether anyone may take an open seat without the join code. Only for a public game with an open seat."""
    seed_digest: NotRequired[str]
    """SHA-256 of a seed of your own that enters every shuffle, in hex. Reveal the seed with POST /v1/games/{id}/fairness as soon as `fairness.reveal_by` is set; the game stays `open` until then. Without one, the shuffles are fair only if you trust the operator."""
    pace_ms: NotRequired[int]
    """Delay in milliseconds before a computer's answer to a person. A level that needs longer, up to half a second, takes that long for every answer: the time does not depend on its cards."""
    watch_pace_ms: NotRequired[int]
    """Delay in milliseconds before a computer's answer to another computer, so that people can follow. 0 for none: a game between computers takes a second or so."""
    time_limit_s: NotRequired[int]
    """Seconds that a person has for a decision. Then the heuristic answers for the seat, with an event `time_ran_out`. Null for no limit."""
    absent_after_s: NotRequired[int]
    """Seconds without an answer after which a person counts as absent and others may let a computer take over the seat."""
    absent_level: NotRequired[int]
    """Level of the computer that takes over the seat of an absent player, the middle one or better."""
    invitation_s: NotRequired[int]
    """Seconds that an invited bot has to accept."""
    reveal_s: NotRequired[int]
    """Seconds that the players have to reveal the seeds that they have promised, once the last seat is taken. If one is missing then, the game is aborted: no cards are dealt without it."""
    expire_after_s: NotRequired[int]
    """Seconds that the running game is kept after its last change, see `expires_at` of the view. Null for the service's setting."""


class CardHockeyFlipEvent(TypedDict):
    """Both seats turn up a card."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["flip"]
    data: CardHockeyFlipEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: None
    """Always null: the announcer speaks."""


class CardHockeyGameOverEvent(TypedDict):
    """The game is over."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["game_over"]
    data: CardHockeyGameOverEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: None
    """Always null: the announcer speaks."""


class CardHockeyMatchRequest(TypedDict):
    variant: Literal["card_hockey"]
    preset: NotRequired[CardHockeyPreset]
    """Default: the first one."""
    options: NotRequired[CardHockeyOptionChanges]
    first: PlayerRequest
    """A computer, by its `level`, `rating` or `simulations`, or a `bot`."""
    second: PlayerRequest
    """Its opponent."""
    pairs: int
    """Number of pairs of games, on mirrored deals unless a bot plays."""
    seed: NotRequired[str]
    """Seed of the games. The same seed gives the same games. Not used if a player is a bot."""
    answer_s: NotRequired[int]
    """Seconds in which a bot must accept a game, and answer each decision; then it forfeits the game."""


class CardHockeyObservation(TypedDict):
    """What one seat of Card Hockey sees."""

    seat: int | None
    """The seat that sees this; null for a spectator."""
    options: NotRequired[CardHockeyOptionChanges]
    """The switches, as far as they differ from the defaults."""
    deck: NotRequired[list[CardCode]]
    """The cards of a smaller pack; absent for all 52."""
    ply: NotRequired[int]
    """Number of decisions made in the game: the turns played, or none with `flip_mode` auto."""
    node: NotRequired[CardHockeyNode]
    """What the game waits for."""
    period: NotRequired[int]
    """Counted from 1; it stays the last one in the shootout."""
    periods: NotRequired[int]
    """Periods of regulation time."""
    shootout: NotRequired[bool]
    """The shootout has begun."""
    turn: NotRequired[int | None]
    """The turn to flip now, as the move names it; null while no seat flips."""
    turns_played: NotRequired[int]
    """Turns played in the game, those of the shootout included."""
    ready: NotRequired[list[bool]]
    """Seats that have flipped for this turn and wait for the other."""
    puck: NotRequired[CardHockeyZone]
    """Its zone, named from red's side: defensive, neutral, offensive."""
    ends_switched: NotRequired[bool]
    """The teams have changed ends in this period; for show only, the zones keep their names."""
    cards: NotRequired[list[CardCode | None]]
    """The cards of the last turn, open on the table; null before the first."""
    faced: NotRequired[list[CardHockeyTurnCards]]
    """The cards of each turn of this period, or of the shootout since its last shuffle; a deuce being served is there again."""
    held: NotRequired[list[CardCode | None]]
    """The deuce of the penalty each seat serves."""
    serve: NotRequired[list[CardHockeyTurnsToServe]]
    """Turns each seat has still to serve."""
    carried: NotRequired[list[CardHockeyTurnsToServe]]
    """Turns each seat had still to serve when the period began."""
    deck_sizes: NotRequired[list[CardHockeyDeckSize]]
    """Cards in each deck."""
    goal_cards: NotRequired[list[CardHockeyGoalCards]]
    """Cards in each goal area, ascending."""
    goals: NotRequired[list[CardHockeyPeriodGoals]]
    """Goals of both sides in each period so far."""
    score: NotRequired[list[CardHockeyGoals]]
    """Goals of both sides; a shootout does not count."""
    shootout_winner: NotRequired[int | None]
    """The side that won the shootout."""
    hand: NotRequired[list[CardCode]]
    """Always empty, as in a view: no seat holds cards."""


class CardHockeyPositionRequest(TypedDict):
    variant: Literal["card_hockey"]
    observation: CardHockeyObservation


class CardHockeySuggestionRequest(TypedDict):
    level: NotRequired[int]
    """Search like this level, see `mistakes`."""
    rating: NotRequired[int]
    """Search like a computer of this rating, see the variant's `ratings`."""
    style: NotRequired[StyleKey]
    """Prefer the moves of this style, one of the variant's `styles`."""
    mistakes: NotRequired[bool]
    """Whether the level also makes its mistakes, as in games, where it misjudges moves. The weaker levels are as weak as in games only with them. Needs `level` or `rating`."""
    simulations: NotRequired[int]
    """Number of simulations of the search."""
    time_ms: NotRequired[int]
    """Time limit of the search in milliseconds."""
    seed: NotRequired[str]
    """Seed of the search. The same position, budget and seed give the same answer, mistakes included, unless it is `stopped`. Default: `faceoff`."""
    variant: Literal["card_hockey"]
    observation: CardHockeyObservation


class Choice(TypedDict):
    """A choice with too many moves to list: a list of different candidates, one for each slot, in order."""

    type: str
    """The `type` of the move to send."""
    field: str
    """The field of the move that takes the list."""
    slots: list[str]
    """Names of the slots."""
    candidates: list[str]
    """Cards that may fill a slot."""
    count: int
    """Number of legal moves."""
    example: Move
    """One of the legal moves."""


ClearsEvent: TypeAlias = HockeyClearsEvent | CardHockeyClearsEvent
"""`clears` of several variants."""


DealEvent: TypeAlias = HockeyDealEvent | IceColdIceHockeyDealEvent
"""`deal` of several variants."""


FaceOffEvent: TypeAlias = BladesOfSteelFaceOffEvent | CardHockeyFaceOffEvent | TurnBasedHockeyFaceOffEvent
"""`face_off` of several variants."""


class GameFinishedEvent(TypedDict):
    """The game has ended."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["game_finished"]
    data: GameFinishedEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: None
    """Always null: the announcer speaks."""


class GameSummary(TypedDict):
    """A game in the public list."""

    id: str
    """The game's id."""
    variant: VariantKey
    """The variant's key."""
    preset: str
    """The preset that the options are based on."""
    status: GameStatus
    """`open` while a seat is open, a bot has not accepted, or a promised seed is missing."""
    version: int
    """Increases by one with every change."""
    ply: int
    """Number of the current decision."""
    joinable: bool
    """Whether anyone may take an open seat without a join code."""
    created_at: str
    """When the game was created."""
    seats: list[SeatView]
    """All seats, in order."""
    absent_after_s: int
    """Seconds without an answer after which a player can be replaced by a computer."""
    absent_level: int
    """Level of that computer."""
    score: list[Goals]
    """Goals by side."""
    result: Result | None
    """Null until the game is finished."""
    links: SelfLink


class GradedMove(TypedDict):
    """A decision of the seat's player, graded from what the seat could know."""

    version: int
    """The version of the game that came with the move."""
    ply: int
    """Number of the decision."""
    move: Move
    text: str
    """The move in a few words."""
    grade: Grade
    """How good the move was, by the win probability that it gave away: `best` up to 0.005, `good` below 0.03, `inaccuracy` below 0.1, `blunder` from 0.1 on. A move that cannot be told apart from the best one, because the interval of the loss reaches 0, is at least `good`."""
    loss: Interval
    """Win probability that the move gave away against the best one. 0 for the best move itself."""
    comment: str
    """The grade in a sentence."""
    prospects: Prospects | None
    """What the move led to. Null if it was tried too seldom to tell."""
    better: BetterMove | None
    """The best move. Null if the grade is `best`."""


class HockeyCard(TypedDict):
    """A card and what it does under the game's options."""

    id: CardCode
    """The card as written in views and moves."""
    name: str
    """Display name."""
    kind: str
    """Category of the card in this variant."""
    text: str
    """What the card does, as in the rules. May be empty."""
    copies: int
    """Number of copies."""
    facts: HockeyCardFacts
    """What is printed on the card: suit and rank, zones, results."""


class HockeyCardList(TypedDict):
    """The cards of a variant under a set of options."""

    variant: Literal["hockey"]
    """The variant's key."""
    preset: HockeyPreset
    """The preset that the options are based on."""
    options: HockeyOptions
    """All options."""
    cards: list[HockeyCard]
    """Each different card once."""


class HockeyCreateGameRequest(TypedDict):
    variant: Literal["hockey"]
    preset: NotRequired[HockeyPreset]
    """Default: the first one."""
    options: NotRequired[HockeyOptionChanges]
    seats: NotRequired[list[SeatRequest]]
    """One entry per seat, in order. Default: one person against computers of the middle level."""
    public: NotRequired[bool]
    """Whether anyone with the id may watch and the game is on the public list."""
    open_to_all: NotRequired[bool]
    """Whether anyone may take an open seat without the join code. Only for a public game with an open seat."""
    seed_digest: NotRequired[str]
    """SHA-256 of a seed of your own that enters every shuffle, in hex. Reveal the seed with POST /v1/games/{id}/fairness as soon as `fairness.reveal_by` is set; the game stays `open` until then. Without one, the shuffles are fair only if you trust the operator."""
    pace_ms: NotRequired[int]
    """Delay in milliseconds before a computer's answer to a person. A level that needs longer, up to half a second, takes that long for every answer: the time does not depend on its cards."""
    watch_pace_ms: NotRequired[int]
    """Delay in milliseconds before a computer's answer to another computer, so that people can follow. 0 for none: a game between computers takes a second or so."""
    time_limit_s: NotRequired[int]
    """Seconds that a person has for a decision. Then the heuristic answers for the seat, with an event `time_ran_out`. Null for no limit."""
    absent_after_s: NotRequired[int]
    """Seconds without an answer after which a person counts as absent and others may let a computer take over the seat."""
    absent_level: NotRequired[int]
    """Level of the computer that takes over the seat of an absent player, the middle one or better."""
    invitation_s: NotRequired[int]
    """Seconds that an invited bot has to accept."""
    reveal_s: NotRequired[int]
    """Seconds that the players have to reveal the seeds that they have promised, once the last seat is taken. If one is missing then, the game is aborted: no cards are dealt without it."""
    expire_after_s: NotRequired[int]
    """Seconds that the running game is kept after its last change, see `expires_at` of the view. Null for the service's setting."""


class HockeyGameOverEvent(TypedDict):
    """The game is over."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["game_over"]
    data: HockeyGameOverEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: None
    """Always null: the announcer speaks."""


class HockeyLegalMove(TypedDict):
    """A legal move and its text."""

    move: HockeyMove
    text: str
    """The move in a few words."""


class HockeyMatchRequest(TypedDict):
    variant: Literal["hockey"]
    preset: NotRequired[HockeyPreset]
    """Default: the first one."""
    options: NotRequired[HockeyOptionChanges]
    first: PlayerRequest
    """A computer, by its `level`, `rating` or `simulations`, or a `bot`."""
    second: PlayerRequest
    """Its opponent."""
    pairs: int
    """Number of pairs of games, on mirrored deals unless a bot plays."""
    seed: NotRequired[str]
    """Seed of the games. The same seed gives the same games. Not used if a player is a bot."""
    answer_s: NotRequired[int]
    """Seconds in which a bot must accept a game, and answer each decision; then it forfeits the game."""


class HockeyObservation(TypedDict):
    """What one seat of Hockey sees."""

    seat: int | None
    """The seat that sees this; null for a spectator."""
    options: NotRequired[HockeyOptionChanges]
    """The switches, as far as they differ from the standard game."""
    deck: NotRequired[list[CardCode]]
    """The cards of a smaller pack; absent for all 52."""
    ply: NotRequired[int]
    """Number of decisions made in the game."""
    node: NotRequired[HockeyNode]
    """What the game waits for."""
    chooser: NotRequired[int | None]
    """The seat that won the cut."""
    dealer: NotRequired[int | None]
    """The seat that deals this period."""
    period: NotRequired[int]
    """Counted from 1; 0 before the first; overtime is the one after `periods`."""
    periods: NotRequired[int]
    """Periods of regulation time."""
    overtime: NotRequired[bool]
    """This period is overtime: the first goal ends the game."""
    deal: NotRequired[int]
    """Deal of this period, counted from 1; 0 before the first."""
    deals: NotRequired[list[HockeyDealSize]]
    """Cards per seat in each deal of this period."""
    to_play: NotRequired[int | None]
    """The seat to play a card."""
    holder: NotRequired[int | None]
    """The side on breakaway."""
    top: NotRequired[CardCode | None]
    """Top of the pile, the card that can be matched; null on an empty table."""
    table_empty: NotRequired[bool]
    """There is no card to match."""
    pile_size: NotRequired[int]
    """Cards in the pile."""
    starting_pile: NotRequired[list[CardCode]]
    """The cards that began this period's pile, bottom to top. With `only_top_seen`: none on the table, the last one in an observation."""
    refused: NotRequired[list[CardCode]]
    """Cards shown this period in starting piles that had to be dealt again."""
    hand_sizes: NotRequired[list[HockeyHandSize]]
    """Cards in the hand of each seat."""
    undealt: NotRequired[int]
    """Cards of the pack not yet dealt this period."""
    played: NotRequired[list[HockeyPlayedCardInput]]
    """The cards played this period, in order; none on the table with `only_top_seen`."""
    safe_ranks: NotRequired[list[HockeyRanks]]
    """Ranks each seat has played in this deal without being matched: its public safeties; none on the table with `only_top_seen`."""
    goals: NotRequired[list[HockeyPeriodGoals]]
    """Goals of both sides in each period so far."""
    score: NotRequired[list[HockeyGoals]]
    """Goals of both sides."""
    hand: NotRequired[list[CardCode]]
    """The own cards, ascending."""


class HockeyPositionMoves(TypedDict):
    """What a seat may play in a position."""

    variant: Literal["hockey"]
    """The variant's key."""
    seat: int | None
    """The seat of the observation. Null for a spectator."""
    ply: int
    """Number of the decision."""
    to_act: list[SeatNumber]
    """Seats that may answer now. Empty before a shuffle, and when the game is over."""
    legal_moves: list[HockeyLegalMove]
    """The seat's legal moves. Empty if it is not its turn."""
    choice: Choice | None
    """Set instead of `legal_moves` where there are too many moves to list."""


class HockeyPositionRequest(TypedDict):
    variant: Literal["hockey"]
    observation: HockeyObservation


class HockeySuggestionRequest(TypedDict):
    level: NotRequired[int]
    """Search like this level, see `mistakes`."""
    rating: NotRequired[int]
    """Search like a computer of this rating, see the variant's `ratings`."""
    style: NotRequired[StyleKey]
    """Prefer the moves of this style, one of the variant's `styles`."""
    mistakes: NotRequired[bool]
    """Whether the level also makes its mistakes, as in games, where it misjudges moves. The weaker levels are as weak as in games only with them. Needs `level` or `rating`."""
    simulations: NotRequired[int]
    """Number of simulations of the search."""
    time_ms: NotRequired[int]
    """Time limit of the search in milliseconds."""
    seed: NotRequired[str]
    """Seed of the search. The same position, budget and seed give the same answer, mistakes included, unless it is `stopped`. Default: `faceoff`."""
    variant: Literal["hockey"]
    observation: HockeyObservation


class IceColdIceHockeyCard(TypedDict):
    """A card and what it does under the game's options."""

    id: IceColdIceHockeyActionCardCode
    """The card as written in views and moves."""
    name: str
    """Display name."""
    kind: str
    """Category of the card in this variant."""
    text: str
    """What the card does, as in the rules. May be empty."""
    copies: int
    """Number of copies."""
    facts: IceColdIceHockeyCardFacts
    """What is printed on the card: suit and rank, zones, results."""


class IceColdIceHockeyCardList(TypedDict):
    """The cards of a variant under a set of options."""

    variant: Literal["ice_cold_ice_hockey"]
    """The variant's key."""
    preset: IceColdIceHockeyPreset
    """The preset that the options are based on."""
    options: IceColdIceHockeyOptions
    """All options."""
    cards: list[IceColdIceHockeyCard]
    """Each different card once."""


class IceColdIceHockeyControlsEvent(TypedDict):
    """A team gains control of the puck."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["controls"]
    data: IceColdIceHockeyControlsEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: None
    """Always null: the announcer speaks."""


class IceColdIceHockeyCreateGameRequest(TypedDict):
    variant: Literal["ice_cold_ice_hockey"]
    preset: NotRequired[IceColdIceHockeyPreset]
    """Default: the first one."""
    options: NotRequired[IceColdIceHockeyOptionChanges]
    seats: NotRequired[list[SeatRequest]]
    """One entry per seat, in order. Default: one person against computers of the middle level."""
    public: NotRequired[bool]
    """Whether anyone with the id may watch and the game is on the public list."""
    open_to_all: NotRequired[bool]
    """Whether anyone may take an open seat without the join code. Only for a public game with an open seat."""
    seed_digest: NotRequired[str]
    """SHA-256 of a seed of your own that enters every shuffle, in hex. Reveal the seed with POST /v1/games/{id}/fairness as soon as `fairness.reveal_by` is set; the game stays `open` until then. Without one, the shuffles are fair only if you trust the operator."""
    pace_ms: NotRequired[int]
    """Delay in milliseconds before a computer's answer to a person. A level that needs longer, up to half a second, takes that long for every answer: the time does not depend on its cards."""
    watch_pace_ms: NotRequired[int]
    """Delay in milliseconds before a computer's answer to another computer, so that people can follow. 0 for none: a game between computers takes a second or so."""
    time_limit_s: NotRequired[int]
    """Seconds that a person has for a decision. Then the heuristic answers for the seat, with an event `time_ran_out`. Null for no limit."""
    absent_after_s: NotRequired[int]
    """Seconds without an answer after which a person counts as absent and others may let a computer take over the seat."""
    absent_level: NotRequired[int]
    """Level of the computer that takes over the seat of an absent player, the middle one or better."""
    invitation_s: NotRequired[int]
    """Seconds that an invited bot has to accept."""
    reveal_s: NotRequired[int]
    """Seconds that the players have to reveal the seeds that they have promised, once the last seat is taken. If one is missing then, the game is aborted: no cards are dealt without it."""
    expire_after_s: NotRequired[int]
    """Seconds that the running game is kept after its last change, see `expires_at` of the view. Null for the service's setting."""


class IceColdIceHockeyGameOverEvent(TypedDict):
    """The game is over."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["game_over"]
    data: IceColdIceHockeyGameOverEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: None
    """Always null: the announcer speaks."""


class IceColdIceHockeyLegalMove(TypedDict):
    """A legal move and its text."""

    move: IceColdIceHockeyMove
    text: str
    """The move in a few words."""


class IceColdIceHockeyMatchRequest(TypedDict):
    variant: Literal["ice_cold_ice_hockey"]
    preset: NotRequired[IceColdIceHockeyPreset]
    """Default: the first one."""
    options: NotRequired[IceColdIceHockeyOptionChanges]
    first: PlayerRequest
    """A computer, by its `level`, `rating` or `simulations`, or a `bot`."""
    second: PlayerRequest
    """Its opponent."""
    pairs: int
    """Number of pairs of games, on mirrored deals unless a bot plays."""
    seed: NotRequired[str]
    """Seed of the games. The same seed gives the same games. Not used if a player is a bot."""
    answer_s: NotRequired[int]
    """Seconds in which a bot must accept a game, and answer each decision; then it forfeits the game."""


IceColdIceHockeyObservation = TypedDict(
    "IceColdIceHockeyObservation",
    {
        "seat": int | None,
        "options": NotRequired[IceColdIceHockeyOptionChanges],
        "cards": NotRequired[list[IceColdIceHockeyCardNumber]],
        "sizes": NotRequired[IceColdIceHockeySizesInput],
        "ply": NotRequired[int],
        "node": NotRequired[IceColdIceHockeyNode],
        "asked": NotRequired[int | None],
        "pending": NotRequired[list[IceColdIceHockeyPendingWork]],
        "period": NotRequired[int],
        "pass": NotRequired[int],
        "time_expired": NotRequired[bool],
        "zone": NotRequired[IceColdIceHockeyZone],
        "control": NotRequired[int | None],
        "top": NotRequired[list[IceColdIceHockeyIcon] | None],
        "discards": NotRequired[list[IceColdIceHockeyActionCardCode]],
        "held": NotRequired[list[IceColdIceHockeyActionCardCode]],
        "attacker": NotRequired[int | None],
        "played": NotRequired[IceColdIceHockeyActionCardCode | None],
        "answer": NotRequired[IceColdIceHockeyActionCardCode | None],
        "answerer": NotRequired[int | None],
        "last_to_draw": NotRequired[int],
        "shot": NotRequired[IceColdIceHockeyShotKind | None],
        "called_before": NotRequired[int],
        "penalties": NotRequired[list[IceColdIceHockeyPenaltyInput]],
        "to_serve": NotRequired[list[IceColdIceHockeyPenaltyInput]],
        "serving": NotRequired[IceColdIceHockeyPenaltyInput | None],
        "shot_number": NotRequired[int],
        "voided": NotRequired[list[IceColdIceHockeyShotLine]],
        "paid": NotRequired[list[IceColdIceHockeySeat]],
        "extra_skater": NotRequired[int | None],
        "goalies_out": NotRequired[list[bool]],
        "skater_cards": NotRequired[list[bool]],
        "stoppage": NotRequired[IceColdIceHockeyStoppageInput],
        "awards": NotRequired[list[IceColdIceHockeyAwardInput]],
        "goals": NotRequired[list[IceColdIceHockeyPeriodGoals]],
        "shots_on_goal": NotRequired[list[IceColdIceHockeyCount]],
        "power_plays": NotRequired[list[IceColdIceHockeyCount]],
        "power_play_goals": NotRequired[list[IceColdIceHockeyGoals]],
        "shootout_shots": NotRequired[int],
        "shootout_goals": NotRequired[list[IceColdIceHockeyGoals]],
        "periods": NotRequired[int],
        "passes": NotRequired[int],
        "overtime": NotRequired[bool],
        "deck": NotRequired[int],
        "set_aside": NotRequired[int],
        "hand_sizes": NotRequired[list[IceColdIceHockeyHandSize]],
        "base_hands": NotRequired[list[IceColdIceHockeyBaseHandSize]],
        "shown": NotRequired[list[IceColdIceHockeyShownCards]],
        "held_counts": NotRequired[list[IceColdIceHockeyHeldCount]],
        "power_play": NotRequired[IceColdIceHockeyPowerPlayInput | None],
        "score": NotRequired[list[IceColdIceHockeyGoals]],
        "saves": NotRequired[list[IceColdIceHockeyCount]],
        "hand": NotRequired[list[IceColdIceHockeyActionCardCode]],
    },
)


class IceColdIceHockeyPositionMoves(TypedDict):
    """What a seat may play in a position."""

    variant: Literal["ice_cold_ice_hockey"]
    """The variant's key."""
    seat: int | None
    """The seat of the observation. Null for a spectator."""
    ply: int
    """Number of the decision."""
    to_act: list[SeatNumber]
    """Seats that may answer now. Empty before a shuffle, and when the game is over."""
    legal_moves: list[IceColdIceHockeyLegalMove]
    """The seat's legal moves. Empty if it is not its turn."""
    choice: Choice | None
    """Set instead of `legal_moves` where there are too many moves to list."""


class IceColdIceHockeyPositionRequest(TypedDict):
    variant: Literal["ice_cold_ice_hockey"]
    observation: IceColdIceHockeyObservation


class IceColdIceHockeySuggestionRequest(TypedDict):
    level: NotRequired[int]
    """Search like this level, see `mistakes`."""
    rating: NotRequired[int]
    """Search like a computer of this rating, see the variant's `ratings`."""
    style: NotRequired[StyleKey]
    """Prefer the moves of this style, one of the variant's `styles`."""
    mistakes: NotRequired[bool]
    """Whether the level also makes its mistakes, as in games, where it misjudges moves. The weaker levels are as weak as in games only with them. Needs `level` or `rating`."""
    simulations: NotRequired[int]
    """Number of simulations of the search."""
    time_ms: NotRequired[int]
    """Time limit of the search in milliseconds."""
    seed: NotRequired[str]
    """Seed of the search. The same position, budget and seed give the same answer, mistakes included, unless it is `stopped`. Default: `faceoff`."""
    variant: Literal["ice_cold_ice_hockey"]
    observation: IceColdIceHockeyObservation


class MatchMove(TypedDict):
    """A move of a finished game."""

    seat: int
    """The seat that moved."""
    ply: int
    """Number of the decision."""
    move: Move


MatchRequest: TypeAlias = (
    HockeyMatchRequest
    | BladesOfSteelMatchRequest
    | CardHockeyMatchRequest
    | TurnBasedHockeyMatchRequest
    | IceColdIceHockeyMatchRequest
)
"""A series of games between computers, or with bots."""


OvertimeStartEvent: TypeAlias = (
    HockeyOvertimeStartEvent
    | BladesOfSteelOvertimeStartEvent
    | TurnBasedHockeyOvertimeStartEvent
    | IceColdIceHockeyOvertimeStartEvent
)
"""`overtime_start` of several variants."""


PeriodEndEvent: TypeAlias = (
    HockeyPeriodEndEvent | CardHockeyPeriodEndEvent | TurnBasedHockeyPeriodEndEvent | IceColdIceHockeyPeriodEndEvent
)
"""`period_end` of several variants."""


PositionRequest: TypeAlias = (
    HockeyPositionRequest
    | BladesOfSteelPositionRequest
    | CardHockeyPositionRequest
    | TurnBasedHockeyPositionRequest
    | IceColdIceHockeyPositionRequest
)
"""A position as one seat sees it."""


SaveEvent: TypeAlias = HockeySaveEvent | TurnBasedHockeySaveEvent
"""`save` of several variants."""


ScoresEvent: TypeAlias = (
    HockeyScoresEvent
    | BladesOfSteelScoresEvent
    | CardHockeyScoresEvent
    | TurnBasedHockeyScoresEvent
    | IceColdIceHockeyScoresEvent
)
"""`scores` of several variants."""


ShootsEvent: TypeAlias = HockeyShootsEvent | BladesOfSteelShootsEvent
"""`shoots` of several variants."""


class SuggestionAnswer(TypedDict):
    """The move that a computer would play."""

    move: Move
    text: str
    """The move in a few words."""
    candidates: list[Candidate]
    """Candidates, best first; before them, if it is another, the one that is played: a mistake, or, where predictable play could be exploited, a move drawn among the good ones. Where there are too many moves to list, only the move itself."""
    simulations: int
    """Number of simulations. 0 without a search."""
    stopped: bool
    """Whether the time ran out before all simulations were done."""
    exact: bool
    """Whether the values were calculated exactly, because all relevant cards were known."""
    mistake: bool
    """Whether the move is one of the level's mistakes: it knows a better one, but misjudged it. Always false unless `mistakes` were asked for."""


SuggestionRequest: TypeAlias = (
    HockeySuggestionRequest
    | BladesOfSteelSuggestionRequest
    | CardHockeySuggestionRequest
    | TurnBasedHockeySuggestionRequest
    | IceColdIceHockeySuggestionRequest
)
"""A position as one seat sees it, and the search budget."""


class TurnBasedHockeyGameOverEvent(TypedDict):
    """The game is over."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["game_over"]
    data: TurnBasedHockeyGameOverEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: None
    """Always null: the announcer speaks."""


class TurnBasedHockeyGameView(TypedDict):
    """A game of Turn-Based Hockey as one seat, or a spectator, sees it."""

    id: str
    """The game's id."""
    variant: Literal["turn_based_hockey"]
    preset: TurnBasedHockeyPreset
    """The preset that the options are based on."""
    options: TurnBasedHockeyOptions
    version: int
    """Increases by one with every change. Its events have the same number."""
    etag: str
    """Identifies this view: the version with the word that no other change has, the seat, the language. Send it as `If-None-Match`, as it is. It is also the `ETag` of a response with this view."""
    ply: int
    """Number of the current decision. A move names the ply it answers."""
    status: GameStatus
    """`open` while a seat is open, a bot has not accepted, or a promised seed is missing."""
    public: bool
    """Whether anyone with the id may watch and the game is on the public list."""
    joinable: bool
    """Whether anyone may take an open seat without a join code."""
    fallback_at: str | None
    """When a computer takes the open seat of a quick game unless somebody comes before."""
    created_at: str
    """When the game was created."""
    you: TurnBasedHockeyYou | None
    seats: list[SeatView]
    """All seats, in order."""
    to_act: list[SeatNumber]
    """Seats that may answer now."""
    ai: AiTurn | None
    """Set while a computer is to move."""
    table: TurnBasedHockeyTable
    hand: list[CardOrJokerCode]
    """The own cards, ascending; a secret choice stays among them until it is revealed."""
    legal_moves: list[TurnBasedHockeyLegalMove]
    """Your legal moves. Send the `move` of one of them. Empty if it is not your turn, or if `choice` is set."""
    choice: TurnBasedHockeyChoice | None
    """Set instead of `legal_moves` where there are too many moves to list."""
    score: list[Goals]
    """Goals by side."""
    result: Result | None
    """Null until the game is finished."""
    fairness: Fairness
    """Commitment to the shuffles."""
    asked_at: str | None
    """When the current decision was first asked."""
    deadline: str | None
    """When the heuristic answers for the persons whose turn it is."""
    expires_at: str
    """When the game is deleted unless it changes before."""
    rematch: str | None
    """The id of the rematch, if there is one. Your token is valid for it."""
    rematch_of: str | None
    """The id of the game that this is the rematch of."""
    match_id: str | None
    """The match with a bot that the game is part of: its id, or another name if it was created without a token."""
    links: GameLinks
    pace_ms: int
    """Delay in milliseconds before a computer's answer to a person. A level that needs longer, up to half a second, takes that long for every answer: the time does not depend on its cards."""
    watch_pace_ms: int
    """Delay in milliseconds before a computer's answer to another computer, so that people can follow. 0 for none: a game between computers takes a second or so."""
    time_limit_s: int | None
    """Seconds that a person has for a decision. Then the heuristic answers for the seat, with an event `time_ran_out`. Null for no limit."""
    absent_after_s: int
    """Seconds without an answer after which a person counts as absent and others may let a computer take over the seat."""
    absent_level: int
    """Level of the computer that takes over the seat of an absent player, the middle one or better."""
    invitation_s: int
    """Seconds that an invited bot has to accept."""
    reveal_s: int
    """Seconds that the players have to reveal the seeds that they have promised, once the last seat is taken. If one is missing then, the game is aborted: no cards are dealt without it."""
    expire_after_s: int | None
    """Seconds that the running game is kept after its last change, see `expires_at` of the view. Null for the service's setting."""


class TurnBasedHockeyJoinedGame(TurnBasedHockeyGameView):
    token: str
    """Token of your seat."""


class TurnBasedHockeyLinesSetEvent(TypedDict):
    """A line-up becomes public."""

    version: int
    """The game's version after the change. All events of one change share it."""
    at: str
    """When it happened."""
    type: Literal["lines_set"]
    data: TurnBasedHockeyLinesSetEventData
    text: str
    """What is said: a call or a sentence, with the players' names as plain text. May be empty."""
    speaker: None
    """Always null: the announcer speaks."""


class TurnBasedHockeyQuickGame(TurnBasedHockeyGameView):
    token: str
    """Token of your seat."""


class Analysis(TypedDict):
    """The decisions of your seat in a game that is over, graded from what the seat could know."""

    game_id: str
    """The id of the game."""
    seat: int
    """Your seat."""
    status: TaskStatus
    """`failed`: several attempts to process it did not finish."""
    progress: AnalysisProgress
    """Progress of the analysis."""
    summary: AnalysisSummary
    """Number of decisions by grade, as far as the analysis is."""
    moves: list[GradedMove]
    """The graded decisions so far, in order. Decisions without a choice are not graded, nor what a computer played for the seat. Empty in a variant without decisions."""
    links: AnalysisLinks


BladesOfSteelEvent: TypeAlias = (
    BladesOfSteelFaceOffEvent
    | BladesOfSteelStacksDefenceEvent
    | BladesOfSteelStackDiscardedEvent
    | BladesOfSteelShootsEvent
    | BladesOfSteelWeakBlockEvent
    | BladesOfSteelBlockedEvent
    | BladesOfSteelScoresEvent
    | BladesOfSteelChangesLinesEvent
    | BladesOfSteelPackOutEvent
    | BladesOfSteelOvertimeStartEvent
    | BladesOfSteelGameOverEvent
    | SeatTakenEvent
    | SeatFilledEvent
    | BotInvitedEvent
    | InvitationDeclinedEvent
    | InvitationExpiredEvent
    | SeedGivenEvent
    | SeedMissingEvent
    | GameStartedEvent
    | SeatTakenOverEvent
    | SeatReturnedEvent
    | TokenRenewedEvent
    | TimeRanOutEvent
    | AiReducedEvent
    | ResignedEvent
    | ForfeitedEvent
    | AbortedEvent
    | GameFinishedEvent
    | RematchEvent
)
"""An event of a game of Blades of Steel, identified by its `type`."""


class BladesOfSteelLegalMove(TypedDict):
    """A legal move and its text."""

    move: BladesOfSteelMove
    text: str
    """The move in a few words."""


class BladesOfSteelPositionMoves(TypedDict):
    """What a seat may play in a position."""

    variant: Literal["blades_of_steel"]
    """The variant's key."""
    seat: int | None
    """The seat of the observation. Null for a spectator."""
    ply: int
    """Number of the decision."""
    to_act: list[SeatNumber]
    """Seats that may answer now. Empty before a shuffle, and when the game is over."""
    legal_moves: list[BladesOfSteelLegalMove]
    """The seat's legal moves. Empty if it is not its turn."""
    choice: Choice | None
    """Set instead of `legal_moves` where there are too many moves to list."""


class BladesOfSteelRecord(TypedDict):
    """The record of a game of Blades of Steel."""

    format: RecordFormat
    id: str
    variant: Literal["blades_of_steel"]
    rules_version: int
    deck_digest: str | None
    """SHA-256 of the deck file, if the variant has one."""
    preset: BladesOfSteelPreset
    options: BladesOfSteelOptions
    created_at: str
    status: RecordStatus
    seats: list[RecordSeat]
    result: RecordResult | None
    fairness: RecordFairness
    sheet: Scoresheet
    moves: list[BladesOfSteelRecordMove]
    events: list[BladesOfSteelEvent]


BotEvent: TypeAlias = BotInvited | BotUninvited | BotGameStarted | BotTurn | BotReplaced | BotGameFinished
"""An event of a bot, identified by its `type`."""


class BotEventList(TypedDict):
    """The events of a bot after a number. Of each seat it has the newest only."""

    events: list[BotEvent]
    """The events, oldest first."""
    last: int
    """Pass it as `after` next time."""


CardHockeyEvent: TypeAlias = (
    CardHockeyFaceOffEvent
    | CardHockeyFlipEvent
    | CardHockeyCarriesEvent
    | CardHockeyClearsEvent
    | CardHockeyTiedUpEvent
    | CardHockeyHoldsEvent
    | CardHockeyShotBlockedEvent
    | CardHockeyScoresEvent
    | CardHockeyPenaltyEvent
    | CardHockeyShorthandedEvent
    | CardHockeyPenaltyOverEvent
    | CardHockeyPeriodEndEvent
    | CardHockeyShootoutStartEvent
    | CardHockeyShootoutFlipEvent
    | CardHockeyGameOverEvent
    | SeatTakenEvent
    | SeatFilledEvent
    | BotInvitedEvent
    | InvitationDeclinedEvent
    | InvitationExpiredEvent
    | SeedGivenEvent
    | SeedMissingEvent
    | GameStartedEvent
    | SeatTakenOverEvent
    | SeatReturnedEvent
    | TokenRenewedEvent
    | TimeRanOutEvent
    | AiReducedEvent
    | ResignedEvent
    | ForfeitedEvent
    | AbortedEvent
    | GameFinishedEvent
    | RematchEvent
)
"""An event of a game of Card Hockey, identified by its `type`."""


class CardHockeyGameView(TypedDict):
    """A game of Card Hockey as one seat, or a spectator, sees it."""

    id: str
    """The game's id."""
    variant: Literal["card_hockey"]
    preset: CardHockeyPreset
    """The preset that the options are based on."""
    options: CardHockeyOptions
    version: int
    """Increases by one with every change. Its events have the same number."""
    etag: str
    """Identifies this view: the version with the word that no other change has, the seat, the language. Send it as `If-None-Match`, as it is. It is also the `ETag` of a response with this view."""
    ply: int
    """Number of the current decision. A move names the ply it answers."""
    status: GameStatus
    """`open` while a seat is open, a bot has not accepted, or a promised seed is missing."""
    public: bool
    """Whether anyone with the id may watch and the game is on the public list."""
    joinable: bool
    """Whether anyone may take an open seat without a join code."""
    fallback_at: str | None
    """When a computer takes the open seat of a quick game unless somebody comes before."""
    created_at: str
    """When the game was created."""
    you: CardHockeyYou | None
    seats: list[SeatView]
    """All seats, in order."""
    to_act: list[SeatNumber]
    """Seats that may answer now."""
    ai: AiTurn | None
    """Set while a computer is to move."""
    table: CardHockeyTable
    hand: list[CardCode]
    """Cards in your hand."""
    legal_moves: list[CardHockeyLegalMove]
    """Your legal moves. Send the `move` of one of them. Empty if it is not your turn, or if `choice` is set."""
    choice: Choice | None
    """Set instead of `legal_moves` where there are too many moves to list."""
    score: list[Goals]
    """Goals by side."""
    result: Result | None
    """Null until the game is finished."""
    fairness: Fairness
    """Commitment to the shuffles."""
    asked_at: str | None
    """When the current decision was first asked."""
    deadline: str | None
    """When the heuristic answers for the persons whose turn it is."""
    expires_at: str
    """When the game is deleted unless it changes before."""
    rematch: str | None
    """The id of the rematch, if there is one. Your token is valid for it."""
    rematch_of: str | None
    """The id of the game that this is the rematch of."""
    match_id: str | None
    """The match with a bot that the game is part of: its id, or another name if it was created without a token."""
    links: GameLinks
    pace_ms: int
    """Delay in milliseconds before a computer's answer to a person. A level that needs longer, up to half a second, takes that long for every answer: the time does not depend on its cards."""
    watch_pace_ms: int
    """Delay in milliseconds before a computer's answer to another computer, so that people can follow. 0 for none: a game between computers takes a second or so."""
    time_limit_s: int | None
    """Seconds that a person has for a decision. Then the heuristic answers for the seat, with an event `time_ran_out`. Null for no limit."""
    absent_after_s: int
    """Seconds without an answer after which a person counts as absent and others may let a computer take over the seat."""
    absent_level: int
    """Level of the computer that takes over the seat of an absent player, the middle one or better."""
    invitation_s: int
    """Seconds that an invited bot has to accept."""
    reveal_s: int
    """Seconds that the players have to reveal the seeds that they have promised, once the last seat is taken. If one is missing then, the game is aborted: no cards are dealt without it."""
    expire_after_s: int | None
    """Seconds that the running game is kept after its last change, see `expires_at` of the view. Null for the service's setting."""


class CardHockeyJoinedGame(CardHockeyGameView):
    token: str
    """Token of your seat."""


class CardHockeyPlayedGame(CardHockeyGameView):
    events: list[CardHockeyEvent]
    """The events of your move and all events since."""


class CardHockeyPositionMoves(TypedDict):
    """What a seat may play in a position."""

    variant: Literal["card_hockey"]
    """The variant's key."""
    seat: int | None
    """The seat of the observation. Null for a spectator."""
    ply: int
    """Number of the decision."""
    to_act: list[SeatNumber]
    """Seats that may answer now. Empty before a shuffle, and when the game is over."""
    legal_moves: list[CardHockeyLegalMove]
    """The seat's legal moves. Empty if it is not its turn."""
    choice: Choice | None
    """Set instead of `legal_moves` where there are too many moves to list."""


class CardHockeyQuickGame(CardHockeyGameView):
    token: str
    """Token of your seat."""


class CardHockeyRecord(TypedDict):
    """The record of a game of Card Hockey."""

    format: RecordFormat
    id: str
    variant: Literal["card_hockey"]
    rules_version: int
    deck_digest: str | None
    """SHA-256 of the deck file, if the variant has one."""
    preset: CardHockeyPreset
    options: CardHockeyOptions
    created_at: str
    status: RecordStatus
    seats: list[RecordSeat]
    result: RecordResult | None
    fairness: RecordFairness
    sheet: Scoresheet
    moves: list[CardHockeyRecordMove]
    events: list[CardHockeyEvent]


CardList: TypeAlias = (
    HockeyCardList | BladesOfSteelCardList | CardHockeyCardList | TurnBasedHockeyCardList | IceColdIceHockeyCardList
)
"""The cards of a variant under a set of options."""


CreateGameRequest: TypeAlias = (
    HockeyCreateGameRequest
    | BladesOfSteelCreateGameRequest
    | CardHockeyCreateGameRequest
    | TurnBasedHockeyCreateGameRequest
    | IceColdIceHockeyCreateGameRequest
)
"""A new game."""


class GameList(TypedDict):
    """A page of public games."""

    games: list[GameSummary]
    """The games, newest first."""
    next: str | None
    """Pass it as `cursor` to get the next page. Null on the last page."""


GameOverEvent: TypeAlias = (
    HockeyGameOverEvent
    | BladesOfSteelGameOverEvent
    | CardHockeyGameOverEvent
    | TurnBasedHockeyGameOverEvent
    | IceColdIceHockeyGameOverEvent
)
"""`game_over` of several variants."""


HockeyEvent: TypeAlias = (
    HockeyScoresEvent
    | HockeyBreakawayEvent
    | HockeyBlocksEvent
    | HockeyPostEvent
    | HockeySaveEvent
    | HockeyMissEvent
    | HockeyClearsEvent
    | HockeyShootsEvent
    | HockeyPlaysEvent
    | HockeyCutEvent
    | HockeyDealerChosenEvent
    | HockeyPeriodStartEvent
    | HockeyStartingPileEvent
    | HockeyStartingPileRedealtEvent
    | HockeyDealEvent
    | HockeyLastMinuteEvent
    | HockeyPeriodEndEvent
    | HockeyOvertimeStartEvent
    | HockeyGameOverEvent
    | SeatTakenEvent
    | SeatFilledEvent
    | BotInvitedEvent
    | InvitationDeclinedEvent
    | InvitationExpiredEvent
    | SeedGivenEvent
    | SeedMissingEvent
    | GameStartedEvent
    | SeatTakenOverEvent
    | SeatReturnedEvent
    | TokenRenewedEvent
    | TimeRanOutEvent
    | AiReducedEvent
    | ResignedEvent
    | ForfeitedEvent
    | AbortedEvent
    | GameFinishedEvent
    | RematchEvent
)
"""An event of a game of Hockey, identified by its `type`."""


class HockeyGameView(TypedDict):
    """A game of Hockey as one seat, or a spectator, sees it."""

    id: str
    """The game's id."""
    variant: Literal["hockey"]
    preset: HockeyPreset
    """The preset that the options are based on."""
    options: HockeyOptions
    version: int
    """Increases by one with every change. Its events have the same number."""
    etag: str
    """Identifies this view: the version with the word that no other change has, the seat, the language. Send it as `If-None-Match`, as it is. It is also the `ETag` of a response with this view."""
    ply: int
    """Number of the current decision. A move names the ply it answers."""
    status: GameStatus
    """`open` while a seat is open, a bot has not accepted, or a promised seed is missing."""
    public: bool
    """Whether anyone with the id may watch and the game is on the public list."""
    joinable: bool
    """Whether anyone may take an open seat without a join code."""
    fallback_at: str | None
    """When a computer takes the open seat of a quick game unless somebody comes before."""
    created_at: str
    """When the game was created."""
    you: HockeyYou | None
    seats: list[SeatView]
    """All seats, in order."""
    to_act: list[SeatNumber]
    """Seats that may answer now."""
    ai: AiTurn | None
    """Set while a computer is to move."""
    table: HockeyTable
    hand: list[CardCode]
    """The own cards, ascending."""
    legal_moves: list[HockeyLegalMove]
    """Your legal moves. Send the `move` of one of them. Empty if it is not your turn, or if `choice` is set."""
    choice: Choice | None
    """Set instead of `legal_moves` where there are too many moves to list."""
    score: list[Goals]
    """Goals by side."""
    result: Result | None
    """Null until the game is finished."""
    fairness: Fairness
    """Commitment to the shuffles."""
    asked_at: str | None
    """When the current decision was first asked."""
    deadline: str | None
    """When the heuristic answers for the persons whose turn it is."""
    expires_at: str
    """When the game is deleted unless it changes before."""
    rematch: str | None
    """The id of the rematch, if there is one. Your token is valid for it."""
    rematch_of: str | None
    """The id of the game that this is the rematch of."""
    match_id: str | None
    """The match with a bot that the game is part of: its id, or another name if it was created without a token."""
    links: GameLinks
    pace_ms: int
    """Delay in milliseconds before a computer's answer to a person. A level that needs longer, up to half a second, takes that long for every answer: the time does not depend on its cards."""
    watch_pace_ms: int
    """Delay in milliseconds before a computer's answer to another computer, so that people can follow. 0 for none: a game between computers takes a second or so."""
    time_limit_s: int | None
    """Seconds that a person has for a decision. Then the heuristic answers for the seat, with an event `time_ran_out`. Null for no limit."""
    absent_after_s: int
    """Seconds without an answer after which a person counts as absent and others may let a computer take over the seat."""
    absent_level: int
    """Level of the computer that takes over the seat of an absent player, the middle one or better."""
    invitation_s: int
    """Seconds that an invited bot has to accept."""
    reveal_s: int
    """Seconds that the players have to reveal the seeds that they have promised, once the last seat is taken. If one is missing then, the game is aborted: no cards are dealt without it."""
    expire_after_s: int | None
    """Seconds that the running game is kept after its last change, see `expires_at` of the view. Null for the service's setting."""


class HockeyJoinedGame(HockeyGameView):
    token: str
    """Token of your seat."""


class HockeyPlayedGame(HockeyGameView):
    events: list[HockeyEvent]
    """The events of your move and all events since."""


class HockeyQuickGame(HockeyGameView):
    token: str
    """Token of your seat."""


class HockeyRecord(TypedDict):
    """The record of a game of Hockey."""

    format: RecordFormat
    id: str
    variant: Literal["hockey"]
    rules_version: int
    deck_digest: str | None
    """SHA-256 of the deck file, if the variant has one."""
    preset: HockeyPreset
    options: HockeyOptions
    created_at: str
    status: RecordStatus
    seats: list[RecordSeat]
    result: RecordResult | None
    fairness: RecordFairness
    sheet: Scoresheet
    moves: list[HockeyRecordMove]
    events: list[HockeyEvent]


IceColdIceHockeyEvent: TypeAlias = (
    IceColdIceHockeyPeriodStartEvent
    | IceColdIceHockeyOvertimeStartEvent
    | IceColdIceHockeyDealEvent
    | IceColdIceHockeySecondPassEvent
    | IceColdIceHockeyTimeExpiresEvent
    | IceColdIceHockeyPeriodEndEvent
    | IceColdIceHockeyShootoutStartEvent
    | IceColdIceHockeyShootoutShotEvent
    | IceColdIceHockeyGameOverEvent
    | IceColdIceHockeyPassesEvent
    | IceColdIceHockeySkatesEvent
    | IceColdIceHockeyIcesPuckEvent
    | IceColdIceHockeyShootsInsideEvent
    | IceColdIceHockeyShootsOutsideEvent
    | IceColdIceHockeyDumpsToCentreEvent
    | IceColdIceHockeyDumpsDeepEvent
    | IceColdIceHockeyDumpsInEvent
    | IceColdIceHockeyStaysBackEvent
    | IceColdIceHockeyPullsGoalieEvent
    | IceColdIceHockeyReturnsGoalieEvent
    | IceColdIceHockeyStaysOutEvent
    | IceColdIceHockeyAnswersEvent
    | IceColdIceHockeyNoAnswerEvent
    | IceColdIceHockeyTouchesUpEvent
    | IceColdIceHockeyLeavesPuckEvent
    | IceColdIceHockeyDiscardsEvent
    | IceColdIceHockeyDrawsEvent
    | IceColdIceHockeyTakesEvent
    | IceColdIceHockeyTurnsOverEvent
    | IceColdIceHockeyControlsEvent
    | IceColdIceHockeyOffsideEvent
    | IceColdIceHockeyIcingEvent
    | IceColdIceHockeyFightWonEvent
    | IceColdIceHockeyFightDrawnEvent
    | IceColdIceHockeyPenaltyEvent
    | IceColdIceHockeyNoPenaltyEvent
    | IceColdIceHockeyDelayedPenaltyEvent
    | IceColdIceHockeyPenaltiesCancelledEvent
    | IceColdIceHockeyPenaltiesWipedOutEvent
    | IceColdIceHockeyPowerPlayEvent
    | IceColdIceHockeyPenaltyShotEvent
    | IceColdIceHockeyScoresEvent
    | IceColdIceHockeySavesEvent
    | IceColdIceHockeyShootsWideEvent
    | IceColdIceHockeyHitsPostEvent
    | IceColdIceHockeyHitsCrossbarEvent
    | IceColdIceHockeyEarnsEvent
    | SeatTakenEvent
    | SeatFilledEvent
    | BotInvitedEvent
    | InvitationDeclinedEvent
    | InvitationExpiredEvent
    | SeedGivenEvent
    | SeedMissingEvent
    | GameStartedEvent
    | SeatTakenOverEvent
    | SeatReturnedEvent
    | TokenRenewedEvent
    | TimeRanOutEvent
    | AiReducedEvent
    | ResignedEvent
    | ForfeitedEvent
    | AbortedEvent
    | GameFinishedEvent
    | RematchEvent
)
"""An event of a game of Ice Cold Ice Hockey, identified by its `type`."""


class IceColdIceHockeyGameView(TypedDict):
    """A game of Ice Cold Ice Hockey as one seat, or a spectator, sees it."""

    id: str
    """The game's id."""
    variant: Literal["ice_cold_ice_hockey"]
    preset: IceColdIceHockeyPreset
    """The preset that the options are based on."""
    options: IceColdIceHockeyOptions
    version: int
    """Increases by one with every change. Its events have the same number."""
    etag: str
    """Identifies this view: the version with the word that no other change has, the seat, the language. Send it as `If-None-Match`, as it is. It is also the `ETag` of a response with this view."""
    ply: int
    """Number of the current decision. A move names the ply it answers."""
    status: GameStatus
    """`open` while a seat is open, a bot has not accepted, or a promised seed is missing."""
    public: bool
    """Whether anyone with the id may watch and the game is on the public list."""
    joinable: bool
    """Whether anyone may take an open seat without a join code."""
    fallback_at: str | None
    """When a computer takes the open seat of a quick game unless somebody comes before."""
    created_at: str
    """When the game was created."""
    you: IceColdIceHockeyYou | None
    seats: list[SeatView]
    """All seats, in order."""
    to_act: list[SeatNumber]
    """Seats that may answer now."""
    ai: AiTurn | None
    """Set while a computer is to move."""
    table: IceColdIceHockeyTable
    hand: list[IceColdIceHockeyActionCardCode]
    """The own cards, ascending."""
    legal_moves: list[IceColdIceHockeyLegalMove]
    """Your legal moves. Send the `move` of one of them. Empty if it is not your turn, or if `choice` is set."""
    choice: Choice | None
    """Set instead of `legal_moves` where there are too many moves to list."""
    score: list[Goals]
    """Goals by side."""
    result: Result | None
    """Null until the game is finished."""
    fairness: Fairness
    """Commitment to the shuffles."""
    asked_at: str | None
    """When the current decision was first asked."""
    deadline: str | None
    """When the heuristic answers for the persons whose turn it is."""
    expires_at: str
    """When the game is deleted unless it changes before."""
    rematch: str | None
    """The id of the rematch, if there is one. Your token is valid for it."""
    rematch_of: str | None
    """The id of the game that this is the rematch of."""
    match_id: str | None
    """The match with a bot that the game is part of: its id, or another name if it was created without a token."""
    links: GameLinks
    pace_ms: int
    """Delay in milliseconds before a computer's answer to a person. A level that needs longer, up to half a second, takes that long for every answer: the time does not depend on its cards."""
    watch_pace_ms: int
    """Delay in milliseconds before a computer's answer to another computer, so that people can follow. 0 for none: a game between computers takes a second or so."""
    time_limit_s: int | None
    """Seconds that a person has for a decision. Then the heuristic answers for the seat, with an event `time_ran_out`. Null for no limit."""
    absent_after_s: int
    """Seconds without an answer after which a person counts as absent and others may let a computer take over the seat."""
    absent_level: int
    """Level of the computer that takes over the seat of an absent player, the middle one or better."""
    invitation_s: int
    """Seconds that an invited bot has to accept."""
    reveal_s: int
    """Seconds that the players have to reveal the seeds that they have promised, once the last seat is taken. If one is missing then, the game is aborted: no cards are dealt without it."""
    expire_after_s: int | None
    """Seconds that the running game is kept after its last change, see `expires_at` of the view. Null for the service's setting."""


class IceColdIceHockeyJoinedGame(IceColdIceHockeyGameView):
    token: str
    """Token of your seat."""


class IceColdIceHockeyPlayedGame(IceColdIceHockeyGameView):
    events: list[IceColdIceHockeyEvent]
    """The events of your move and all events since."""


class IceColdIceHockeyQuickGame(IceColdIceHockeyGameView):
    token: str
    """Token of your seat."""


class IceColdIceHockeyRecord(TypedDict):
    """The record of a game of Ice Cold Ice Hockey."""

    format: RecordFormat
    id: str
    variant: Literal["ice_cold_ice_hockey"]
    rules_version: int
    deck_digest: str | None
    """SHA-256 of the deck file, if the variant has one."""
    preset: IceColdIceHockeyPreset
    options: IceColdIceHockeyOptions
    created_at: str
    status: RecordStatus
    seats: list[RecordSeat]
    result: RecordResult | None
    fairness: RecordFairness
    sheet: Scoresheet
    moves: list[IceColdIceHockeyRecordMove]
    events: list[IceColdIceHockeyEvent]


class MatchGame(TypedDict):
    """A finished game of a match with everything needed to replay it. One line of the download."""

    variant: VariantKey
    """The variant's key."""
    rules_version: int
    """Version of the rules."""
    options: dict[str, Any]
    """All options of the game."""
    pair: int
    """Number of the pair, starting at 0."""
    first_side: int
    """Side of the first player."""
    points: float
    """Points of the first player: 1 for a win, 0.5 for a draw, 0 for a loss."""
    goals: int
    """Goal difference from the first player's point of view."""
    score: list[Goals]
    """Goals by side."""
    seed: str
    """Seed of the pair's shuffles and decisions; with a bot, the seed of this game's shuffles."""
    shuffles: list[ShuffleOrder]
    """All shuffles, in order."""
    moves: list[MatchMove]
    """All moves, in order."""
    game_id: str | None
    """The id of the game, if a bot played."""
    forfeited_by: MatchSide | None
    """The player whose bot did not answer in time, so that the game ended."""


PositionMoves: TypeAlias = (
    HockeyPositionMoves
    | BladesOfSteelPositionMoves
    | CardHockeyPositionMoves
    | TurnBasedHockeyPositionMoves
    | IceColdIceHockeyPositionMoves
)
"""What a seat may play in a position."""


class Suggestion(TypedDict):
    """The move that a computer would play in a position. `answer` is null until it is done."""

    id: str
    """The suggestion's id."""
    status: TaskStatus
    """`failed`: several attempts to process it did not finish."""
    created_at: str
    """When it was requested."""
    variant: VariantKey
    """The variant's key."""
    seat: int
    """The seat to move."""
    ply: int
    """Number of the decision."""
    budget: Budget
    """The search budget."""
    style: str | None
    """The style whose moves are preferred. Null for none."""
    mistakes: bool
    """Whether the own mistakes of the level or rating were asked for."""
    seed: str
    """Seed of the search."""
    answer: SuggestionAnswer | None
    """Null until the suggestion is done."""
    links: SelfLink


class TurnBasedHockeyCreatedGame(TurnBasedHockeyGameView):
    tokens: dict[str, str]
    """Tokens of the persons' seats, by seat number."""
    owner: str
    """Token of the game's owner."""
    join_code: str | None
    """Needed to join. Null if no seat is open."""


TurnBasedHockeyEvent: TypeAlias = (
    TurnBasedHockeyFaceOffEvent
    | TurnBasedHockeyFaceOffTiedEvent
    | TurnBasedHockeyCommittedEvent
    | TurnBasedHockeyLinesSetEvent
    | TurnBasedHockeyInjuredEvent
    | TurnBasedHockeyShotEvent
    | TurnBasedHockeyScoresEvent
    | TurnBasedHockeySaveEvent
    | TurnBasedHockeyPerfectPairEvent
    | TurnBasedHockeyPeriodEndEvent
    | TurnBasedHockeyClinchedEvent
    | TurnBasedHockeyOvertimeStartEvent
    | TurnBasedHockeyShootoutRoundEvent
    | TurnBasedHockeyGameOverEvent
    | SeatTakenEvent
    | SeatFilledEvent
    | BotInvitedEvent
    | InvitationDeclinedEvent
    | InvitationExpiredEvent
    | SeedGivenEvent
    | SeedMissingEvent
    | GameStartedEvent
    | SeatTakenOverEvent
    | SeatReturnedEvent
    | TokenRenewedEvent
    | TimeRanOutEvent
    | AiReducedEvent
    | ResignedEvent
    | ForfeitedEvent
    | AbortedEvent
    | GameFinishedEvent
    | RematchEvent
)
"""An event of a game of Turn-Based Hockey, identified by its `type`."""


class TurnBasedHockeyPlayedGame(TurnBasedHockeyGameView):
    events: list[TurnBasedHockeyEvent]
    """The events of your move and all events since."""


class TurnBasedHockeyRecord(TypedDict):
    """The record of a game of Turn-Based Hockey."""

    format: RecordFormat
    id: str
    variant: Literal["turn_based_hockey"]
    rules_version: int
    deck_digest: str | None
    """SHA-256 of the deck file, if the variant has one."""
    preset: TurnBasedHockeyPreset
    options: TurnBasedHockeyOptions
    created_at: str
    status: RecordStatus
    seats: list[RecordSeat]
    result: RecordResult | None
    fairness: RecordFairness
    sheet: Scoresheet
    moves: list[TurnBasedHockeyRecordMove]
    events: list[TurnBasedHockeyEvent]


class BladesOfSteelGameView(TypedDict):
    """A game of Blades of Steel as one seat, or a spectator, sees it."""

    id: str
    """The game's id."""
    variant: Literal["blades_of_steel"]
    preset: BladesOfSteelPreset
    """The preset that the options are based on."""
    options: BladesOfSteelOptions
    version: int
    """Increases by one with every change. Its events have the same number."""
    etag: str
    """Identifies this view: the version with the word that no other change has, the seat, the language. Send it as `If-None-Match`, as it is. It is also the `ETag` of a response with this view."""
    ply: int
    """Number of the current decision. A move names the ply it answers."""
    status: GameStatus
    """`open` while a seat is open, a bot has not accepted, or a promised seed is missing."""
    public: bool
    """Whether anyone with the id may watch and the game is on the public list."""
    joinable: bool
    """Whether anyone may take an open seat without a join code."""
    fallback_at: str | None
    """When a computer takes the open seat of a quick game unless somebody comes before."""
    created_at: str
    """When the game was created."""
    you: BladesOfSteelYou | None
    seats: list[SeatView]
    """All seats, in order."""
    to_act: list[SeatNumber]
    """Seats that may answer now."""
    ai: AiTurn | None
    """Set while a computer is to move."""
    table: BladesOfSteelTable
    hand: list[CardCode]
    """The own cards, ascending."""
    legal_moves: list[BladesOfSteelLegalMove]
    """Your legal moves. Send the `move` of one of them. Empty if it is not your turn, or if `choice` is set."""
    choice: Choice | None
    """Set instead of `legal_moves` where there are too many moves to list."""
    score: list[Goals]
    """Goals by side."""
    result: Result | None
    """Null until the game is finished."""
    fairness: Fairness
    """Commitment to the shuffles."""
    asked_at: str | None
    """When the current decision was first asked."""
    deadline: str | None
    """When the heuristic answers for the persons whose turn it is."""
    expires_at: str
    """When the game is deleted unless it changes before."""
    rematch: str | None
    """The id of the rematch, if there is one. Your token is valid for it."""
    rematch_of: str | None
    """The id of the game that this is the rematch of."""
    match_id: str | None
    """The match with a bot that the game is part of: its id, or another name if it was created without a token."""
    links: GameLinks
    pace_ms: int
    """Delay in milliseconds before a computer's answer to a person. A level that needs longer, up to half a second, takes that long for every answer: the time does not depend on its cards."""
    watch_pace_ms: int
    """Delay in milliseconds before a computer's answer to another computer, so that people can follow. 0 for none: a game between computers takes a second or so."""
    time_limit_s: int | None
    """Seconds that a person has for a decision. Then the heuristic answers for the seat, with an event `time_ran_out`. Null for no limit."""
    absent_after_s: int
    """Seconds without an answer after which a person counts as absent and others may let a computer take over the seat."""
    absent_level: int
    """Level of the computer that takes over the seat of an absent player, the middle one or better."""
    invitation_s: int
    """Seconds that an invited bot has to accept."""
    reveal_s: int
    """Seconds that the players have to reveal the seeds that they have promised, once the last seat is taken. If one is missing then, the game is aborted: no cards are dealt without it."""
    expire_after_s: int | None
    """Seconds that the running game is kept after its last change, see `expires_at` of the view. Null for the service's setting."""


class BladesOfSteelJoinedGame(BladesOfSteelGameView):
    token: str
    """Token of your seat."""


class BladesOfSteelPlayedGame(BladesOfSteelGameView):
    events: list[BladesOfSteelEvent]
    """The events of your move and all events since."""


class BladesOfSteelQuickGame(BladesOfSteelGameView):
    token: str
    """Token of your seat."""


class CardHockeyCreatedGame(CardHockeyGameView):
    tokens: dict[str, str]
    """Tokens of the persons' seats, by seat number."""
    owner: str
    """Token of the game's owner."""
    join_code: str | None
    """Needed to join. Null if no seat is open."""


Event: TypeAlias = (
    ScoresEvent
    | HockeyBreakawayEvent
    | HockeyBlocksEvent
    | HockeyPostEvent
    | SaveEvent
    | HockeyMissEvent
    | ClearsEvent
    | ShootsEvent
    | HockeyPlaysEvent
    | HockeyCutEvent
    | HockeyDealerChosenEvent
    | PeriodStartEvent
    | HockeyStartingPileEvent
    | HockeyStartingPileRedealtEvent
    | DealEvent
    | HockeyLastMinuteEvent
    | PeriodEndEvent
    | OvertimeStartEvent
    | GameOverEvent
    | FaceOffEvent
    | BladesOfSteelStacksDefenceEvent
    | BladesOfSteelStackDiscardedEvent
    | BladesOfSteelWeakBlockEvent
    | BladesOfSteelBlockedEvent
    | BladesOfSteelChangesLinesEvent
    | BladesOfSteelPackOutEvent
    | CardHockeyFlipEvent
    | CardHockeyCarriesEvent
    | CardHockeyTiedUpEvent
    | CardHockeyHoldsEvent
    | CardHockeyShotBlockedEvent
    | PenaltyEvent
    | CardHockeyShorthandedEvent
    | CardHockeyPenaltyOverEvent
    | ShootoutStartEvent
    | CardHockeyShootoutFlipEvent
    | TurnBasedHockeyFaceOffTiedEvent
    | TurnBasedHockeyCommittedEvent
    | TurnBasedHockeyLinesSetEvent
    | TurnBasedHockeyInjuredEvent
    | TurnBasedHockeyShotEvent
    | TurnBasedHockeyPerfectPairEvent
    | TurnBasedHockeyClinchedEvent
    | TurnBasedHockeyShootoutRoundEvent
    | IceColdIceHockeySecondPassEvent
    | IceColdIceHockeyTimeExpiresEvent
    | IceColdIceHockeyShootoutShotEvent
    | IceColdIceHockeyPassesEvent
    | IceColdIceHockeySkatesEvent
    | IceColdIceHockeyIcesPuckEvent
    | IceColdIceHockeyShootsInsideEvent
    | IceColdIceHockeyShootsOutsideEvent
    | IceColdIceHockeyDumpsToCentreEvent
    | IceColdIceHockeyDumpsDeepEvent
    | IceColdIceHockeyDumpsInEvent
    | IceColdIceHockeyStaysBackEvent
    | IceColdIceHockeyPullsGoalieEvent
    | IceColdIceHockeyReturnsGoalieEvent
    | IceColdIceHockeyStaysOutEvent
    | IceColdIceHockeyAnswersEvent
    | IceColdIceHockeyNoAnswerEvent
    | IceColdIceHockeyTouchesUpEvent
    | IceColdIceHockeyLeavesPuckEvent
    | IceColdIceHockeyDiscardsEvent
    | IceColdIceHockeyDrawsEvent
    | IceColdIceHockeyTakesEvent
    | IceColdIceHockeyTurnsOverEvent
    | IceColdIceHockeyControlsEvent
    | IceColdIceHockeyOffsideEvent
    | IceColdIceHockeyIcingEvent
    | IceColdIceHockeyFightWonEvent
    | IceColdIceHockeyFightDrawnEvent
    | IceColdIceHockeyNoPenaltyEvent
    | IceColdIceHockeyDelayedPenaltyEvent
    | IceColdIceHockeyPenaltiesCancelledEvent
    | IceColdIceHockeyPenaltiesWipedOutEvent
    | IceColdIceHockeyPowerPlayEvent
    | IceColdIceHockeyPenaltyShotEvent
    | IceColdIceHockeySavesEvent
    | IceColdIceHockeyShootsWideEvent
    | IceColdIceHockeyHitsPostEvent
    | IceColdIceHockeyHitsCrossbarEvent
    | IceColdIceHockeyEarnsEvent
    | SeatTakenEvent
    | SeatFilledEvent
    | BotInvitedEvent
    | InvitationDeclinedEvent
    | InvitationExpiredEvent
    | SeedGivenEvent
    | SeedMissingEvent
    | GameStartedEvent
    | SeatTakenOverEvent
    | SeatReturnedEvent
    | TokenRenewedEvent
    | TimeRanOutEvent
    | AiReducedEvent
    | ResignedEvent
    | ForfeitedEvent
    | AbortedEvent
    | GameFinishedEvent
    | RematchEvent
)
"""Something that happened, as the viewer may know it."""


class EventList(TypedDict):
    """The events after a version."""

    events: list[Event]
    """The events, oldest first."""
    version: int
    """The last version."""
    revision: str
    """The last revision: its version and a word that no other has, as in `7-kQ3_`. Pass it as `after` next time."""
    from_start: NotRequired[Literal[True]]
    """Set if the game does not have the revision that you passed: the service has lost it, as after the loss of a server. Forget all events that you have: these begin with the first."""


GameView: TypeAlias = (
    HockeyGameView | BladesOfSteelGameView | CardHockeyGameView | TurnBasedHockeyGameView | IceColdIceHockeyGameView
)
"""A game as one seat, or a spectator, sees it."""


class HockeyCreatedGame(HockeyGameView):
    tokens: dict[str, str]
    """Tokens of the persons' seats, by seat number."""
    owner: str
    """Token of the game's owner."""
    join_code: str | None
    """Needed to join. Null if no seat is open."""


class IceColdIceHockeyCreatedGame(IceColdIceHockeyGameView):
    tokens: dict[str, str]
    """Tokens of the persons' seats, by seat number."""
    owner: str
    """Token of the game's owner."""
    join_code: str | None
    """Needed to join. Null if no seat is open."""


JoinedGame: TypeAlias = (
    HockeyJoinedGame
    | BladesOfSteelJoinedGame
    | CardHockeyJoinedGame
    | TurnBasedHockeyJoinedGame
    | IceColdIceHockeyJoinedGame
)
"""A game after a seat was taken."""


PlayedGame: TypeAlias = (
    HockeyPlayedGame
    | BladesOfSteelPlayedGame
    | CardHockeyPlayedGame
    | TurnBasedHockeyPlayedGame
    | IceColdIceHockeyPlayedGame
)
"""A game after a move."""


class Problem(TypedDict):
    """RFC 9457 problem details. Programs should use `code`; `detail` is for people."""

    type: str
    """Address of a page about the code: `/problems/{code}`."""
    title: str
    """What the code means."""
    status: int
    """The HTTP status."""
    detail: str
    """What was wrong, and what would be right."""
    code: ProblemCode
    """Stable code of the problem."""
    request_id: str
    """The request's `X-Request-Id`."""
    rule: NotRequired[str]
    """The rule that it breaks: a section (`2.3`) or a ruling (`ruling 18`)."""
    rule_url: NotRequired[str]
    """Address of that rule, on a web page."""
    field: NotRequired[str]
    """JSON pointer (RFC 6901) of the invalid field in the body or query."""
    errors: NotRequired[list[FieldError]]
    """All invalid fields."""
    current_version: NotRequired[int]
    """The game's current version, if your view is outdated."""
    view: NotRequired[GameView]
    """Your current view of the game, if yours is outdated."""


QuickGame: TypeAlias = (
    HockeyQuickGame
    | BladesOfSteelQuickGame
    | CardHockeyQuickGame
    | TurnBasedHockeyQuickGame
    | IceColdIceHockeyQuickGame
)
"""A game that you were paired for, or that waits for an opponent."""


Record: TypeAlias = (
    HockeyRecord | BladesOfSteelRecord | CardHockeyRecord | TurnBasedHockeyRecord | IceColdIceHockeyRecord
)
"""The record of a finished game."""


class BladesOfSteelCreatedGame(BladesOfSteelGameView):
    tokens: dict[str, str]
    """Tokens of the persons' seats, by seat number."""
    owner: str
    """Token of the game's owner."""
    join_code: str | None
    """Needed to join. Null if no seat is open."""


CreatedGame: TypeAlias = (
    HockeyCreatedGame
    | BladesOfSteelCreatedGame
    | CardHockeyCreatedGame
    | TurnBasedHockeyCreatedGame
    | IceColdIceHockeyCreatedGame
)
"""A new game with its secrets."""


class GameUpdate(TypedDict):
    """The events of one version and, with `view=true`, the view."""

    events: list[Event]
    """The events, oldest first."""
    version: int
    """The last version."""
    revision: str
    """The last revision: its version and a word that no other has, as in `7-kQ3_`. Pass it as `after` next time."""
    from_start: NotRequired[Literal[True]]
    """Set if the game does not have the revision that you passed: the service has lost it, as after the loss of a server. Forget all events that you have: these begin with the first."""
    view: NotRequired[GameView]
    """Your view at this version. Of several messages that are sent at once, the last has it."""
