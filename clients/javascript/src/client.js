import { ownSeed, promiseOf } from "./fairness.js";
import { Game } from "./game.js";
import { Match, batchAnswers, suggestionAnswer } from "./tasks.js";
import { HOLD_S, Transport } from "./transport.js";

/** @import { Api, Budget, Computer, GameView, NewGame, PlayerRequest, SavedGame, Schemas, Secrets, Signal, WithSeed } from "./types.js" */

/** A client of one service, and the games on it. */
export class Client {
  /**
   * @param {object} [options]
   * @param {string} [options.address] that of the service; by default the page's own, outside browsers http://127.0.0.1:8000
   * @param {string} [options.apiKey] needed if the operator asks for one
   * @param {string} [options.language] of the texts for people, as in Accept-Language: "fr-CA"; by default the browser's, else English
   * @param {number} [options.patienceMs] how long one call goes on while the service is away, or asks to come back later (Retry-After)
   * @param {typeof globalThis.fetch} [options.fetch] replaces the global one
   */
  constructor({ address = ownAddress(), apiKey, language, patienceMs = 30_000, fetch = (...request) => globalThis.fetch(...request) } = {}) {
    this.transport = new Transport({ address, apiKey, language, patienceMs, fetch });
  }

  /** A function for each operation of the API, under its name in the contract, for operations without a method here. */
  get api() {
    return this.transport.api;
  }

  get address() {
    return this.transport.address;
  }

  // -- games

  /** The games that the service offers, in short. @param {Signal} [options] */
  async variants({ signal } = {}) {
    return (await this.api.list_variants({ signal })).variants;
  }

  /** A game with its presets, options, moves and levels. @param {string} key @param {Signal} [options] */
  async variant(key, { signal } = {}) {
    return this.api.get_variant({ key, signal });
  }

  /** The public games, the newest first: all pages. @param {Omit<NonNullable<Parameters<Api["list_games"]>[0]>, "cursor">} [filters] */
  async *games(filters = {}) {
    /** @type {string | null | undefined} */
    let cursor;
    do {
      const page = await this.api.list_games({ ...filters, ...(cursor && { cursor }) });
      yield* page.games;
      cursor = page.next;
    } while (cursor);
  }

  /**
   * Create a game, and return the handle of its first person's seat.
   *
   * By default you play seat 0, called `name`, for `team`, against computers of `level`, such as "pro" or 4, or of `rating`, as a `character` of the
   * game; `seats` overrides this, as in `[{kind: "person"}, {kind: "open"}]`. Further settings are fields of the request, such as `public` or `pace_ms`.
   *
   * If the answer is lost the request is sent again, with the same Idempotency-Key, and makes one game. Save a key of your own before
   * the call to go on after a reload as well: a random UUID.
   *
   * With `clientSeed`, a `newSeed()` of your own, no one can choose the cards, the operator included: it is promised now, and the handle
   * reveals it when the last seat is taken.
   * @param {string} variant
   * @param {NewGame & WithSeed & Signal} [options]
   */
  async create(variant, { level, rating, character, name, team, seats, clientSeed, idempotencyKey, signal, ...settings } = {}) {
    const computer = { ...(level !== undefined && { level }), ...(rating !== undefined && { rating }), ...(character !== undefined && { character }) };
    const person = { ...(name !== undefined && { name }), ...(team && { team }) };
    const hasWishes = Object.keys({ ...computer, ...person }).length;
    if (seats && hasWishes) throw new TypeError("level, rating, character, name, team are for the default seats: write them into seats");
    if (hasWishes) seats = await this.#seats(variant, settings.preset, computer, person, signal);
    const body = /** @type {Schemas["CreateGameRequest"]} */ ({ variant, ...settings, ...(seats && { seats }), ...(await promiseOf(clientSeed)) });
    const othersPlay = (seats ?? []).filter(({ kind }) => kind === "person").length > 1; // people take their time
    const made = await this.api.create_game({ body, waitS: othersPlay ? 0 : HOLD_S, idempotencyKey, signal });
    const { tokens = {}, owner_token = null, join_code = null, ...view } = made;
    const [first] = Object.keys(tokens).sort();
    const token = first === undefined ? null : (tokens[first] ?? null);
    return this.#game(view, { token, tokens, owner_token, join_code, own_seed: ownSeed("owner", clientSeed) });
  }

  /**
   * Take an open seat. `clientSeed` is as in `create`.
   * @param {string} gameId
   * @param {Omit<Schemas["JoinRequest"], "join_code"> & {joinCode?: string | null, idempotencyKey?: string} & WithSeed & Signal} [options] `joinCode` is
   * needed unless the game is joinable
   */
  async join(gameId, { joinCode, clientSeed, idempotencyKey, signal, ...fields } = {}) {
    const body = { ...fields, ...(joinCode != null && { join_code: joinCode }), ...(await promiseOf(clientSeed)) };
    const { token = null, ...view } = await this.api.join_game({ game_id: gameId, body, idempotencyKey, signal });
    return this.#game(view, { token, own_seed: ownSeed(seatOf(view), clientSeed) });
  }

  /**
   * Play now: against a player who waits for the same game, or comes within `wait_s` seconds; otherwise against a computer. Returns at once;
   * `turns()` and `wait()` wait. `clientSeed` is as in `create`.
   * @param {string} variant
   * @param {Omit<Schemas["QuickRequest"], "variant" | "preset" | "options"> & {preset?: string, options?: object, idempotencyKey?: string} & WithSeed & Signal} [options]
   */
  async quick(variant, { clientSeed, idempotencyKey, signal, ...fields } = {}) {
    const body = /** @type {Schemas["QuickRequest"]} */ ({ variant, ...fields, ...(await promiseOf(clientSeed)) });
    const { token = null, ...view } = await this.api.play_now({ body, idempotencyKey, signal });
    return this.#game(view, { token, own_seed: ownSeed(seatOf(view), clientSeed) });
  }

  /** The handle of a spectator. @param {string} gameId @param {Signal} [options] */
  async watch(gameId, { signal } = {}) {
    return this.#game(await this.api.get_game({ game_id: gameId, signal }), {});
  }

  /** The handle of a game from the result of its `saved()`. @param {SavedGame} saved @param {Signal} [options] */
  async resume(saved, { signal } = {}) {
    const view = await this.api.get_game({ game_id: saved.id, token: saved.token, signal });
    return new Game(this.transport, view, { ...saved }).revealed();
  }

  // -- without a game

  /**
   * The move a computer would play in a position, as one seat sees it. Waits for the result.
   *
   * `observationOf(view)` makes an observation of a view. The budget is `level`, `rating`, `simulations` or `time_ms`, and optionally `character`;
   * with a level or rating and `mistakes: true` it plays as that computer does in games. Throws Failed if there is no answer.
   * @param {string} variant @param {object} observation @param {Budget & Signal} [options]
   */
  async suggest(variant, observation, { signal, ...budget } = {}) {
    const body = /** @type {Schemas["SuggestionRequest"]} */ ({ variant, observation, ...budget });
    return suggestionAnswer(this.api, await this.api.create_suggestion({ body, waitS: HOLD_S, signal }), undefined, signal);
  }

  /**
   * The moves a computer would play in up to 1000 positions, in their order. Waits for the result. Each of the `positions` has an
   * `observation` and, if it is to be that of another opponent, a `seed`. The rest as for `suggest`; the values of other moves are there
   * only with `explain`, which takes much longer.
   * @param {string} variant @param {{observation: object, seed?: string}[]} positions @param {Budget & {explain?: boolean} & Signal} [options]
   */
  async suggestBatch(variant, positions, { signal, ...budget } = {}) {
    const body = /** @type {Schemas["BatchRequest"]} */ ({ variant, positions, ...budget });
    return batchAnswers(this.api, await this.api.create_batch({ body, waitS: HOLD_S, signal }), signal);
  }

  /** The legal moves of a position, as one seat sees it. @param {string} variant @param {object} observation @param {Signal} [options] */
  async legalMoves(variant, observation, { signal } = {}) {
    return this.api.list_legal_moves({ body: /** @type {Schemas["PositionRequest"]} */ ({ variant, observation }), signal });
  }

  /**
   * Let two computers play pairs of games; a pair has the same shuffles, with the sides exchanged.
   * A player is a level, such as "pro" or 4, `{rating: 400, character: "deacon"}`, or search settings such as `{simulations: 200}`.
   * @param {string} variant @param {number | string | PlayerRequest} first @param {number | string | PlayerRequest} second @param {number} pairs
   * @param {{preset?: string, options?: object, seed?: string} & Signal} [options]
   */
  async match(variant, first, second, pairs, { signal, ...settings } = {}) {
    const [one, other] = [first, second].map((player) => (typeof player === "object" ? player : { level: player }));
    const body = /** @type {Schemas["MatchRequest"]} */ ({ variant, first: one, second: other, pairs, ...settings });
    const { token, ...state } = await this.api.create_match({ body, signal });
    return new Match(this.api, state, token);
  }

  // --

  /**
   * One person, and computers in the other seats of the preset.
   * @param {string} variant @param {string | undefined} preset @param {Computer} computer @param {{name?: string, team?: Schemas["TeamRequest"]}} person
   * @param {AbortSignal} [signal]
   * @returns {Promise<Schemas["SeatRequest"][]>}
   */
  async #seats(variant, preset, computer, person, signal) {
    const { presets, levels } = await this.variant(variant, { signal });
    const count = (presets.find((item) => item.key === preset) ?? presets[0])?.seats ?? 2;
    const middle = computer.rating === undefined && { level: levels[(levels.length - 1) >> 1]?.key ?? 1 };
    return [{ kind: "person", ...person }, ...Array(count - 1).fill({ kind: "ai", ...middle, ...computer })];
  }

  /** @param {GameView} view @param {Secrets} secrets */
  #game(view, secrets) {
    const none = { token: null, tokens: {}, owner_token: null, join_code: null, own_seed: null };
    return new Game(this.transport, view, { id: view.id, ...none, commitment: view.fairness.commitment, seen: 0, ...secrets }).revealed();
  }
}

/** @param {GameView} view */
const seatOf = (view) => String(view.you?.seat);

function ownAddress() {
  const origin = globalThis.location?.origin;
  return origin?.startsWith("http") ? origin : "http://127.0.0.1:8000";
}
