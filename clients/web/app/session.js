// One game on the screen: its log, and the connection, which is restored automatically.

import { Client, Problem, Unreachable, isAsked } from "../sdk/index.js";
import { language } from "../language/index.js";
import { pause } from "./loaded.js";
import { EMPTY, isWhole, reduce } from "./log.js";
import { saved } from "./saved.js";
import { Store } from "./store.js";
import { namesOf } from "../table/score.js";

/** @import { GameView, Move } from "../sdk/types.js" */
/** @import { Game } from "../sdk/game.js" */

const AGAIN_MS = 1500;
/** The same while nobody looks: a turn is shown in the title of the tab. */
const AGAIN_HIDDEN_MS = 15_000;
const PATIENCE_MS = 1500;
const VIEW_WITHIN_MS = 1000;
const LAST_WITHIN_MS = 100;
/** Status codes of the service while it is unavailable, such as during a restart. */
const AWAY = [502, 503, 504];
/** Address of the service: that of this page, which may be below a path, unless the page names another. */
const address = document.querySelector('meta[name="faceoff-address"]')?.getAttribute("content") || new URL(".", location.href).href;

/** Speaks the language of the page. A short patience, so that a broken connection is shown soon; the session tries again. */
export const client = new Client({
  address,
  patienceMs: PATIENCE_MS,
  fetch: async (url, init = {}) => {
    const response = await fetch(url, { ...init, headers: { .../** @type {object} */ (init.headers), "Accept-Language": language() } });
    readClock(response);
    return response;
  },
});

/** The page for players about a game, in the language of this page. @param {string} variant */
export const howToPlay = (variant) => `${client.address}/rules/players/${language() === "en" ? "" : `${language()}/`}${variant}`;

/** By how much the service's clock is ahead of this one, which may be wrong. */
let aheadMs = 0;
/** Headers have whole seconds. */
const TOLERANCE_MS = 2000;

/** The time by the service's clock, to which deadlines belong. */
export const now = () => Date.now() + aheadMs;

/** @param {Response} response */
function readClock({ headers }) {
  const ms = Date.parse(headers.get("Date") ?? "") - Date.now();
  if (!Number.isNaN(ms)) aheadMs = Math.abs(ms) > TOLERANCE_MS ? ms : 0;
}

/** Handles of games that were just made or joined: the table begins with their view. @type {Map<string, Game>} */
export const made = new Map();

/** Keep a game as it is now, with the secrets of its seat. @param {Game} game */
export function keep(game, at = Date.now()) {
  const isQuick = game.status === "open" && !game.saved().owner_token; // it waits for a stranger
  saved.keep({ ...saved.games[game.id], saved: game.saved(), variant: game.variant, title: namesOf(game.view), at, isOver: game.isOver, isQuick });
}

export class Session extends Store {
  /** @type {Game | null} */
  game = null;
  /** The events as this seat may know them, and the view that belongs to the last of them. */
  log = EMPTY;
  /** @type {"loading" | "live" | "reconnecting" | "gone"} */
  connection = "loading";
  /** The seats of the players who are away. @type {readonly number[]} */
  away = [];
  /** A move is being sent. */
  isSending = false;
  /** The last error of a request of the player. @type {Problem | null} */
  problem = null;
  #abort = new AbortController();
  /** Ends with the table: what is only sent later was meant for now. */
  #left = new AbortController();
  /** What gets no answer. @type {Set<"stream" | "request">} */
  #away = new Set();
  #isCompleting = false;
  /** Of what is shown. */
  #language = language();

  /** @param {string} id */
  constructor(id) {
    super();
    this.id = id;
    this.#run();
  }

  get view() {
    return this.log.view;
  }

  get events() {
    return this.log.events;
  }

  close() {
    this.#abort.abort();
    this.#left.abort();
  }

  /** Fetch all texts again if the language of the page has changed; the old ones are shown until then. */
  reread() {
    if (this.#language === language()) return;
    this.#language = language();
    this.#abort.abort();
    this.#abort = new AbortController();
    this.#run(true);
  }

  /** @param {Move} move @param {number} ply the decision that it was chosen for: what is still drawn may have been made */
  async play(move, ply) {
    const { game } = this;
    if (!game || this.isSending || ply !== game.view.ply) return;
    this.isSending = true;
    this.problem = null;
    this.changed();
    await this.#send(() => game.send(move), new AbortController().signal); // it was made, and counts once
    // other seats may have moved at the same ply
    if (!this.problem) await this.#expect(() => this.view !== null && (this.view.ply !== ply || !isAsked(this.view)), VIEW_WITHIN_MS);
    this.isSending = false;
    this.changed();
  }

  /** Wait for what the stream sends. What it has not sent in time, as where streams do not get through, is fetched. @param {() => boolean} isHere @param {number} withinMs */
  async #expect(isHere, withinMs) {
    if (!isHere()) {
      let end = () => {};
      await new Promise((resolve) => {
        setTimeout(resolve, withinMs);
        end = this.follow(() => isHere() && resolve(undefined));
      });
      end();
    }
    const { game } = this;
    const { signal } = this.#left;
    if (game && !isHere()) await this.#send(() => this.#fetch(game, signal), signal);
  }

  /** See to it that the latest view and the latest events belong together. */
  async #complete() {
    if (this.#isCompleting) return;
    this.#isCompleting = true;
    await this.#expect(() => isWhole(this.log), LAST_WITHIN_MS);
    this.#isCompleting = false;
  }

  /** Carry out another request of the player, such as resigning, as long as the table is there. @param {(game: Game, options: {signal: AbortSignal}) => Promise<unknown>} act */
  async ask(act) {
    const { game } = this;
    const { signal } = this.#left;
    if (!game) return;
    this.problem = null;
    await this.#send(() => act(game, { signal }), signal);
    this.#take({ view: game.view });
    this.#complete();
  }

  /** The game at an earlier version, as a seat saw it, or without a token the spectators. @param {number} version @param {string | null} [token] @returns {Promise<GameView>} */
  async at(version, token = this.game?.token ?? null) {
    return client.api.get_game({ game_id: this.id, version, token });
  }

  /** Retry until the service answers, or the signal comes: it counts a move that is sent twice only once. @param {() => Promise<unknown>} act @param {AbortSignal} signal */
  async #send(act, signal) {
    while (!signal.aborted) {
      try {
        await act();
        return this.#note("request", true);
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof Problem && !AWAY.includes(error.status)) {
          if (error.code !== "move/stale") this.problem = error;
          return this.#note("request", true);
        }
        if (!(error instanceof Unreachable || error instanceof Problem)) throw error;
        this.#note("request", false);
        await this.#pause(signal);
      }
    }
  }

  /** @param {AbortSignal} signal */
  #pause(signal) {
    return pause(document.hidden ? AGAIN_HIDDEN_MS : AGAIN_MS, signal, { isForHidden: true });
  }

  /** The connection is back when all is answered: after the last move of a game there is no stream. @param {"stream" | "request"} what @param {boolean} isAnswered */
  #note(what, isAnswered) {
    if (isAnswered) this.#away.delete(what);
    else this.#away.add(what);
    if (this.connection !== "gone") this.#connect(this.#away.size ? "reconnecting" : "live");
  }

  async #run(isAgain = false) {
    const { signal } = this.#abort;
    while (!signal.aborted) {
      try {
        if (isAgain || !this.game) {
          this.game = await this.#load(signal);
          this.log = EMPTY;
          this.#take({ view: this.game.view, isOld: true });
          isAgain = false;
        }
        if (this.game) await this.#follow(this.game, signal);
        return;
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof Problem && [401, 403, 404, 410].includes(error.status)) {
          this.problem = error;
          this.#connect("gone");
          return;
        }
        if (!(error instanceof Problem || error instanceof Unreachable)) throw error;
        this.#note("stream", false);
        await this.#pause(signal);
      }
    }
  }

  /** @param {AbortSignal} signal @returns {Game | Promise<Game>} */
  #load(signal) {
    const kept = saved.games[this.id];
    const own = made.get(this.id);
    made.delete(this.id);
    if (own) return own;
    return kept ? client.resume(kept.saved, { signal }) : client.watch(this.id, { signal });
  }

  /** @param {Game} game @param {AbortSignal} signal */
  async #follow(game, signal) {
    await this.#fetch(game, signal, true);
    this.#note("stream", true);
    for await (const message of game.updates({ after: this.log.place, signal })) {
      this.#take(message);
      this.#note("stream", true);
      this.#complete();
    }
    if (!isWhole(this.log)) await this.#fetch(game, signal);
  }

  /** The events that are not known yet, then the view. @param {Game} game @param {AbortSignal} signal */
  async #fetch(game, signal, isOld = false) {
    for await (const message of game.updates({ after: this.log.place, follow: false, signal })) {
      this.#take({ ...message, isOld });
      if (isOld && isWhole(this.log)) return;
    }
    await game.refresh({ signal });
    this.#take({ view: game.view, isOld });
  }

  /** @param {import("./log.js").Message} message */
  #take(message) {
    const { game } = this;
    const { view: before } = this.log;
    this.log = reduce(this.log, message.from_start ? { ...message, view: message.view ?? game?.view ?? null } : message);
    this.away = message.away ?? this.away;
    const { view } = this;
    const kept = saved.games[this.id];
    if (kept && game && view && (view.status !== before?.status || namesOf(view) !== namesOf(before))) keep(game, kept.at);
    this.changed();
  }

  /** @param {Session["connection"]} connection */
  #connect(connection) {
    if (this.connection === connection) return;
    this.connection = connection;
    this.changed();
  }
}
