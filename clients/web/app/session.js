// One game on the screen: its latest view, its events, and the connection, which is restored automatically.

import { Client, Problem, Unreachable, isAsked } from "../sdk/index.js";
import { language } from "../language/index.js";
import { pause } from "./loaded.js";
import { saved } from "./saved.js";
import { Store } from "./store.js";

/** @import { Event, GameUpdate, GameView, Move } from "../sdk/types.js" */
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

/** @param {number} ms */
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

export class Session extends Store {
  /** @type {Game | null} */
  game = null;
  /** @type {GameView | null} */
  view = null;
  /** The events, as this seat may know them. @type {Event[]} */
  events = [];
  /** The events that came last, shown as a moment. @type {Event[]} */
  news = [];
  /** @type {"loading" | "live" | "reconnecting" | "gone"} */
  connection = "loading";
  /** A move is being sent. */
  isSending = false;
  /** The last error of a request of the player. @type {Problem | null} */
  problem = null;
  #abort = new AbortController();
  /** Ends with the table: what is only sent later was meant for now. */
  #left = new AbortController();
  /** What gets no answer. @type {Set<"stream" | "request">} */
  #away = new Set();
  #isCatchingUp = false;
  /** The version up to which the events are known. */
  #version = 0;
  /** The same as a revision of the service. @type {string | number} */
  #place = 0;
  /** Called when events have arrived. @type {(done?: unknown) => void} */
  #onNews = () => {};
  /** Of what is shown. */
  #language = language();

  /** @param {string} id @param {Game | null} [game] */
  constructor(id, game = null) {
    super();
    this.id = id;
    this.#see(game);
    this.#run();
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

  /** @param {Move} move */
  async play(move) {
    const { game } = this;
    if (!game || this.isSending) return;
    this.isSending = true;
    this.problem = null;
    this.changed();
    const { ply } = game.view;
    await this.#send(() => game.send(move), new AbortController().signal); // it was made, and counts once
    if (!this.problem) await this.#viewAfter(game, ply);
    await sleep(0); // events are announced before whose turn it is
    this.isSending = false;
    this.#see(game);
  }

  /** The stream sends the view after the move at `ply`. If it does not in time, as where streams do not get through, it is fetched. @param {Game} game @param {number} ply */
  async #viewAfter(game, ply) {
    const isAnswered = () => game.view.ply !== ply || !isAsked(game.view); // other seats may have moved at the same ply
    const ends = Date.now() + VIEW_WITHIN_MS;
    while (!isAnswered() && Date.now() < ends) await Promise.race([new Promise((resolve) => (this.#onNews = resolve)), sleep(ends - Date.now())]);
    if (!isAnswered()) await this.#send(() => game.refresh(), this.#left.signal);
  }

  /** Carry out another request of the player, such as resigning, as long as the table is there. @param {(game: Game, options: {signal: AbortSignal}) => Promise<unknown>} act */
  async ask(act) {
    const { game } = this;
    const { signal } = this.#left;
    if (!game) return;
    this.problem = null;
    await this.#send(() => act(game, { signal }), signal);
    this.#see(game);
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
          const game = await this.#load(signal);
          this.events = [];
          this.#version = this.#place = 0;
          isAgain = false;
          this.#see(game);
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

  /** @param {AbortSignal} signal */
  #load(signal) {
    const kept = saved.games[this.id];
    return kept ? client.resume(kept.saved, { signal }) : client.watch(this.id, { signal });
  }

  /** @param {Game} game @param {AbortSignal} signal */
  async #follow(game, signal) {
    for await (const message of game.updates({ after: this.#place, follow: false, signal })) {
      this.#noteWhere(message);
      this.events = [...this.events, ...message.events];
    }
    this.changed();
    await game.refresh({ signal });
    this.#note("stream", true);
    this.#see(game);
    /** @type {Event[]} */
    let arrived = [];
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    const show = async () => {
      timer = undefined;
      if (signal.aborted) return;
      const news = arrived;
      arrived = [];
      this.events = [...this.events, ...news];
      this.news = news;
      await this.#catchUp(game);
    };
    for await (const message of game.updates({ after: this.#place, signal })) {
      if (message.from_start) arrived = [];
      this.#noteWhere(message);
      arrived.push(...message.events);
      timer ??= setTimeout(show); // events that arrive together are shown together
      this.#onNews();
      this.#note("stream", true);
    }
    await sleep(0);
    await game.refresh({ signal });
    this.#see(game);
  }

  /** Record up to which version the events are known after a message. Earlier ones are dropped if the service has lost the end of the game. @param {GameUpdate} message */
  #noteWhere({ version, revision, from_start: fromStart }) {
    if (fromStart) this.events = this.news = [];
    this.#version = version;
    this.#place = revision;
  }

  /** Make sure that the view belongs to the latest events: the stream sends it with the last of them; otherwise it is fetched. @param {Game} game */
  async #catchUp(game) {
    if (this.#isCatchingUp) return;
    this.#isCatchingUp = true;
    try {
      if (game.version < this.#version) await sleep(LAST_WITHIN_MS);
      while (!this.isSending && game === this.game && game.version < this.#version) await game.refresh({ signal: this.#abort.signal });
    } catch (error) {
      if (!(error instanceof Unreachable || error instanceof Problem || this.#abort.signal.aborted)) throw error; // the next event tries again
    } finally {
      this.#isCatchingUp = false;
    }
    this.#see(game);
  }

  /** @param {Session["connection"]} connection */
  #connect(connection) {
    if (this.connection === connection) return;
    this.connection = connection;
    this.changed();
  }

  /** @param {Game | null} game */
  #see(game) {
    if (!game) return;
    this.game = game;
    this.view = game.view;
    const kept = saved.games[this.id];
    if (kept) saved.remember(game, kept.at);
    this.changed();
  }
}
