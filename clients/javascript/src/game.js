import { Problem } from "./errors.js";
import { fairnessFaults, ownSeed, promiseOf } from "./fairness.js";
import { isAsked } from "./moves.js";
import { follow, isEnded } from "./streams.js";
import { finishedAnalysis, suggestionAnswer } from "./tasks.js";
import { HOLD_S } from "./transport.js";

/** @import { Budget, Event, GameUpdate, GameView, LegalMove, Move, PlayedGame, SavedGame, Schemas, Signal, WithSeed } from "./types.js" */
/** @import { Transport } from "./transport.js" */

/**
 * The handle of a game: the token of a seat, and the latest view of it.
 * Client makes them: `create`, `join`, `quick`, `watch` and `resume`.
 */
export class Game {
  #transport;
  #api;
  #view;
  #saved; // private: neither console.log nor JSON.stringify shows a token
  /** The `ply` that send() has answered. A view of the stream that left before still asks for it. @type {number | null} */
  #sent = null;

  /** @param {Transport} transport @param {GameView} view @param {SavedGame} saved */
  constructor(transport, view, saved) {
    this.#transport = transport;
    this.#api = transport.api;
    this.#view = view;
    this.#saved = saved;
  }

  // -- what is known

  /** The latest view: all that your seat may know. The other properties are parts of it. @returns {GameView} */
  get view() {
    return this.#view;
  }

  get id() {
    return this.#view.id;
  }

  get variant() {
    return this.#view.variant;
  }

  /** Increases with every change of the game. */
  get version() {
    return this.#view.version;
  }

  /** `open`, `active`, `finished` or `aborted`. */
  get status() {
    return this.#view.status;
  }

  get isOver() {
    return isEnded(this.#view);
  }

  get isMyTurn() {
    return isAsked(this.#view) && this.#view.ply !== this.#sent;
  }

  /** The number of your seat; null for a spectator. */
  get seat() {
    return this.#view.you?.seat ?? null;
  }

  /** Your cards. */
  get hand() {
    return this.#view.hand;
  }

  /** Your legal moves. Empty if it is not your turn, or if `choice` is set. @returns {LegalMove[]} */
  get legalMoves() {
    return this.#view.legal_moves;
  }

  /** Set instead of `legalMoves` where there are too many moves to list. @returns {GameView["choice"]} */
  get choice() {
    return this.#view.choice;
  }

  /** Goals of both sides. */
  get score() {
    return this.#view.score;
  }

  /** Null until the game is finished. @returns {GameView["result"]} */
  get result() {
    return this.#view.result;
  }

  toString() {
    return `Game ${this.id} ${this.variant} ${this.status} version ${this.version}`;
  }

  // -- secrets

  /** The secret of your seat; null for a spectator. */
  get token() {
    return this.#saved.token;
  }

  /** The code that others need to join; null if no seat is open or you have not created the game. */
  get joinCode() {
    return this.#saved.join_code;
  }

  /** Everything that `client.resume` needs, also after a reload: as JSON. It contains secrets. @returns {SavedGame} */
  saved() {
    return { ...this.#saved };
  }

  /** The handle of another person's seat, in a game that you have created: for several people at one screen. @param {number} seat */
  async forSeat(seat) {
    const { tokens } = this.#saved;
    const token = tokens[seat];
    if (!token) throw new RangeError(`no token for seat ${seat}: there are tokens for seats ${Object.keys(tokens).join(", ") || "none"}`);
    const view = await this.#api.get_game({ game_id: this.id, token });
    return new Game(this.#transport, view, { ...this.#saved, token, seen: 0, begun: null }).revealed();
  }

  // -- playing

  /**
   * Your turns, to the end of the game: yields the view each time a move of yours is asked for. Until you play, the same turn is yielded again.
   * Waits as long as necessary, also for the game to start.
   * @param {Signal} [options]
   * @returns {AsyncGenerator<GameView, void, void>}
   */
  async *turns({ signal } = {}) {
    while (await this.wait({ signal })) {
      const view = this.#view;
      yield view;
      if (this.#view === view) await this.refresh({ signal });
    }
  }

  /**
   * Play one of `legalMoves`, or its `move`; returns your view after it, with the `events` since.
   *
   * The answer is delayed until it is your turn again, for at most 20 seconds: one call for each turn; `waitS: 0` answers at once. If it
   * is lost, the move is sent again and counts once. Throws Problem: `move/illegal`, `move/stale` if the game has gone on, and others.
   * @param {Move | LegalMove} move
   * @param {Signal & {waitS?: number}} [options]
   * @returns {Promise<PlayedGame>}
   */
  async play(move, { waitS = HOLD_S, signal } = {}) {
    return /** @type {PlayedGame} */ (await this.#send(move, { waitS, signal }));
  }

  /**
   * Like `play`, but returns nothing: for callers that follow `updates()`, which then yields the view.
   * @param {Move | LegalMove} move
   * @param {Signal} [options]
   */
  async send(move, { signal } = {}) {
    const { ply } = this.#view;
    await this.#send(move, { isMinimal: true, signal });
    this.#sent = ply;
  }

  /** @param {Move | LegalMove} move @param {Signal & {waitS?: number, isMinimal?: boolean}} options */
  async #send(move, options) {
    const before = this.#view;
    const body = { ply: before.ply, move: "move" in move ? move.move : move };
    try {
      const played = /** @type {PlayedGame | null} */ (await this.#api.play_move({ game_id: this.id, body, token: this.#myToken, ...options }));
      if (played) this.#see(played, before);
      return played;
    } catch (error) {
      if (error instanceof Problem && error.view) this.#see(error.view, before);
      throw error;
    }
  }

  /** Wait until it is your turn; false if the game is over. @param {Signal} [options] */
  async wait({ signal } = {}) {
    while (!this.isMyTurn && !this.isOver) await this.refresh({ waitS: Infinity, signal });
    return this.isMyTurn;
  }

  /** Fetch the view again; with `waitS` as soon as the game changes, or after that time. @param {Signal & {waitS?: number}} [options] */
  async refresh({ waitS = 0, signal } = {}) {
    const before = this.#view;
    await this.#asked(this.#api.get_game({ game_id: this.id, token: this.token, etag: before.etag, waitS, signal }));
    if (this.#view !== before) await this.revealed();
    return this.#view;
  }

  /**
   * The events, as your seat may know them, as they happen, to the end of the game; with `follow: false` those so far.
   *
   * Begins after `after`, a version or the `revision` of a message; by default where the last `events()` of this handle stopped, at
   * first with the start of the game. Resumes by itself, also across restarts of the service. If the service has lost the end of the
   * game, as after the loss of a server, the events begin again with the first: their `version` goes down then.
   * @param {Signal & {after?: number | string, follow?: boolean}} [options]
   * @returns {AsyncGenerator<Event, void, void>}
   */
  async *events({ after, follow: goesOn = true, signal } = {}) {
    for await (const { message, place, read } of this.#messages(after, goesOn, false, signal)) {
      for (let count = read + 1; count <= message.events.length; count += 1) {
        if (message.from_start || message.version > versionOf(this.#saved.seen)) this.#note(place, count);
        yield /** @type {Event} */ (message.events[count - 1]);
      }
      this.#noteAll(message, read);
    }
  }

  /**
   * Like `events`, one message for each change with its `events`, which may be none. The latest has its `view`, which this handle then keeps;
   * not where streams do not get through. If the events begin again with the first, the message has `from_start`. When it changes which other
   * players are away, a message has their seats as `away`.
   * @param {Signal & {after?: number | string, follow?: boolean}} [options]
   * @returns {AsyncGenerator<GameUpdate, void, void>}
   */
  async *updates({ after, follow: goesOn = true, signal } = {}) {
    for await (const { message, read } of this.#messages(after, goesOn, true, signal)) {
      this.#noteAll(message, read);
      yield read ? { ...message, events: message.events.slice(read) } : message;
    }
  }

  /**
   * The browser's own EventSource, with a ticket instead of the token; each message is an EventList. It reconnects by itself. When its
   * `readyState` is CLOSED, the game is over or the ticket has expired: `events()` handles this, and works outside browsers.
   * @param {{after?: number | string}} [options]
   */
  async eventSource({ after = this.#saved.seen } = {}) {
    const { ticket } = await this.#api.create_ticket({ game_id: this.id, token: this.#myToken });
    return new EventSource(`${this.#transport.address}/v1/games/${this.id}/stream?after=${after}&ticket=${encodeURIComponent(ticket)}`);
  }

  /** The move a computer would play in your place; it knows what you know. See `client.suggest` for the budget. @param {Budget & Signal} [options] */
  async suggest({ signal, ...budget } = {}) {
    const asked = await this.#api.create_game_suggestion({ game_id: this.id, body: budget, token: this.#myToken, waitS: HOLD_S, signal });
    return suggestionAnswer(this.#api, asked, this.#myToken, signal);
  }

  /** The cards of the game, and what each does. @returns {Promise<Schemas["CardList"]["cards"]>} */
  async cards() {
    return (await this.#api.list_game_cards({ game_id: this.id, token: this.token })).cards;
  }

  // -- before and after, leaving and coming back

  /** Give up: the other side wins. @param {Signal} [options] */
  async resign({ signal } = {}) {
    return this.#asked(this.#api.resign({ game_id: this.id, token: this.#myToken, signal }));
  }

  /**
   * Call the game off before its first move, or before cards are dealt if several play: for its creator. A game of `quick()` has no
   * owner: it is called off while its player waits for an opponent.
   * @param {Signal} [options]
   */
  async abort({ signal } = {}) {
    await this.#api.abort_game({ game_id: this.id, token: this.#saved.owner_token || this.#myToken, signal });
    return this.refresh();
  }

  /**
   * Let a computer play your seat, at a level, or that of an absent player, at the game's `absent_level`.
   * @param {{seat?: number, level?: number | string} & Signal} [options]
   */
  async takeOver({ seat = this.seat ?? 0, level, signal } = {}) {
    const body = level === undefined ? {} : { level };
    return this.#asked(this.#api.take_over_seat({ game_id: this.id, seat, body, token: this.#myToken, signal }));
  }

  /** Play your seat again after a computer has taken it over. */
  async comeBack() {
    return this.#asked(this.#api.return_to_seat({ game_id: this.id, seat: this.seat ?? 0, token: this.#myToken }));
  }

  /** The rematch, with the sides exchanged: created, or found if another player was first. `clientSeed` is as in `create`. @param {WithSeed} [options] */
  async rematch({ clientSeed } = {}) {
    const promise = await promiseOf(clientSeed);
    const view = await this.#api.ask_rematch({ game_id: this.id, body: promise || {}, token: this.#myToken });
    const tokens = Object.fromEntries(
      Object.entries(this.#saved.tokens).map(([seat, token]) => [String((Number(seat) + 1) % view.seats.length), token]),
    );
    const by = String(view.you?.seat);
    const own_seed = promise && view.fairness.promises[by] === promise.seed_digest ? ownSeed(by, clientSeed) : null;
    const saved = { ...this.#saved, id: view.id, tokens, join_code: null, commitment: view.fairness.commitment, own_seed, seen: 0, begun: null };
    return new Game(this.#transport, view, saved).revealed();
  }

  /** The record of the finished game: seed, shuffles, moves, events and scoresheet. */
  async record() {
    return this.#api.get_record({ game_id: this.id, token: this.token });
  }

  /** Line score, goals, penalties and statistics of the finished game. */
  async sheet() {
    return this.#api.get_sheet({ game_id: this.id, token: this.token });
  }

  /**
   * Your moves in the finished game, each with a grade and, if it was not the best, a better one. The first call starts the analysis,
   * and all wait for it; `onProgress` sees how far it is. Throws Failed if there is none.
   * @param {Signal & {onProgress?: (state: Schemas["Analysis"]) => void}} [options]
   */
  async analysis({ signal, onProgress } = {}) {
    return finishedAnalysis(this.#api, this.id, this.#myToken, onProgress, signal);
  }

  /**
   * Why the shuffles of the finished game may be unfair; empty if no one could choose them, the operator included. Computed here, from the
   * revealed seeds, against what this handle received before. Without a seed of yours they are fair only if you trust the operator.
   */
  async fairnessFaults() {
    const proof = await this.#api.get_fairness({ game_id: this.id, token: this.token });
    return fairnessFaults(proof, this.#saved.commitment, this.#saved.own_seed);
  }

  /** Whether this handle has a seed of yours that enters the shuffles. */
  get hasOwnSeed() {
    return Boolean(this.#saved.own_seed);
  }

  /** This handle, after it has revealed your seed if the service asks for it. Promises received before from others are kept. */
  async revealed() {
    const { own_seed: own, owner_token } = this.#saved;
    const { client_seeds, promises, reveal_by } = this.#view.fairness;
    if (!own || !reveal_by || own.by in client_seeds) return this;
    own.promises ??= promises;
    const token = /** @type {string} */ (own.by === "owner" ? owner_token : this.token);
    try {
      await this.#api.reveal_seed({ game_id: this.id, body: { client_seed: own.seed }, token });
    } catch (error) {
      if (!(error instanceof Problem)) throw error; // else the game was called off
    }
    await this.refresh();
    return this;
  }

  // --

  get #myToken() {
    if (!this.token) throw new TypeError(`game ${this.id} is only watched: there is no token to play it with`);
    return this.token;
  }

  /** The view after a request that has just been sent. @param {Promise<unknown>} request its view, or null if ours is the latest */
  async #asked(request) {
    const before = this.#view;
    const view = /** @type {GameView | null} */ (await request);
    if (view) this.#sent = null;
    return view ? this.#see(view, before) : this.#view;
  }

  /**
   * Take a view that was asked for when we had `before`: it is newer than that, even if the service has gone back to an earlier version.
   * If another one has come meanwhile, it may be older.
   * @param {GameView} view @param {GameView} [before]
   */
  #see(view, before) {
    if (this.#view === before || view.version >= this.version) this.#view = view;
    return this.#view;
  }

  /**
   * Messages, each with the place before it, and how many of the events after that were read already.
   * @param {number | string | undefined} after @param {boolean} goesOn @param {boolean} withViews @param {AbortSignal} [signal]
   */
  async *#messages(after, goesOn, withViews, signal) {
    const { seen, begun } = this.#saved;
    let place = after ?? seen;
    let read = after === undefined && begun?.place === place ? begun.count : 0;
    const all = goesOn
      ? follow(this.#transport, { gameId: this.id, token: this.token, after: place, withViews, signal })
      : this.#listed(place, signal);
    for await (const message of all) {
      if (message.from_start) {
        place = read = 0;
        await this.refresh({ signal });
      }
      if (message.view) this.#see(message.view);
      await this.revealed();
      yield { message, place, read };
      place = message.revision;
      read = Math.max(0, read - message.events.length);
    }
  }

  /** Note that all was read to this place, and `count` events after it. @param {number | string} place @param {number} count */
  #note(place, count) {
    Object.assign(this.#saved, { seen: place, begun: count ? { place, count } : null });
  }

  /** Note that a message was read, and `read` events from its first on, which may be more than it has. @param {GameUpdate} message @param {number} read */
  #noteAll({ events, from_start: fromStart, version, revision }, read) {
    if (fromStart || version >= versionOf(this.#saved.seen)) this.#note(revision, Math.max(0, read - events.length));
  }

  /** @param {number | string} after @param {AbortSignal} [signal] @returns {AsyncGenerator<GameUpdate, void, void>} */
  async *#listed(after, signal) {
    for (;;) {
      const page = await this.#api.list_events({ game_id: this.id, after: String(after), token: this.token, signal });
      if (page.revision === after) return;
      yield page;
      after = page.revision;
    }
  }
}

/** The version in a revision, or the version itself. @param {number | string} place */
const versionOf = (place) => Number.parseInt(String(place));
