// One game in the chat: what the answers of the tools show of it. Moves are calls of the tools, which the host carries out.

import { EMPTY, reduce } from "../../web/app/log.js";
import { Store } from "../../web/app/store.js";
import { isAsked } from "../../web/sdk/index.js";
import { Host } from "./host.js";

/** @import { Event, GameView, Move, Schemas } from "../../web/sdk/types.js" */
/** @typedef {{view: GameView, events: Event[], cards?: Schemas["CardList"]["cards"], variant?: object}} Shown what an answer has for this page */
/** @typedef {{content: {text?: string}[], structuredContent?: {game?: string}, isError?: boolean, _meta?: {"faceoff/table"?: Shown}}} Answer */

const AGAIN_MS = 5000;
const PROTOCOL = "2026-01-26";

class Session extends Store {
  log = EMPTY;
  /** Why the last call was refused. */
  problem = "";
  hint = "";
  /** The text of an answer without a table. */
  text = "";
  isSending = false;
  /** Whether the host carries out calls. */
  canPlay = false;
  #tellsModel = false;
  /** What the tools call the game. */
  #game = "";
  /** @type {Promise<Shown> | null} */
  #looked = null;
  #isFollowing = false;
  #host = new Host({
    "ui/notifications/tool-input": ({ arguments: { game = "" } = {} }) => void (this.#game ||= game),
    "ui/notifications/tool-result": (answer) => void this.#begin(answer),
    "ui/notifications/tool-cancelled": ({ reason = "" }) => this.#change({ problem: reason }),
    "ui/notifications/host-context-changed": dress,
  });

  async begin() {
    const wanted = { appInfo: { name: "Faceoff", version: "1" }, appCapabilities: { availableDisplayModes: ["inline", "fullscreen"] }, protocolVersion: PROTOCOL };
    const { hostCapabilities: can = {}, hostContext = {} } = await this.#host.ask("ui/initialize", wanted);
    this.#tellsModel = Boolean(can.updateModelContext);
    dress(hostContext);
    this.#change({ canPlay: Boolean(can.serverTools) });
    this.#host.tell("ui/notifications/initialized", {});
  }

  /** @param {number} height of what is shown */
  resized(height) {
    this.#host.tell("ui/notifications/size-changed", { height });
  }

  /** @param {Move} move @param {number} version of the view that it was chosen in */
  async play(move, version) {
    await this.#act("play", { version, move });
  }

  async askHint() {
    const answer = await this.#act("hint", {});
    if (answer && !answer.isError) this.#change({ hint: textOf(answer).replace(/^\d+ /, "") });
  }

  async rematch() {
    await this.#act("end", { action: "rematch" });
  }

  get view() {
    return this.log.view;
  }

  get variant() {
    return this.view?.variant ?? "";
  }

  /** The cards of the game, for the module that draws it. */
  async cards() {
    return (await this.looked()).cards ?? [];
  }

  /** What the tool `look` shows. */
  async looked() {
    this.#looked ??= this.#call("look", {}).then((answer) => {
      const shown = answer._meta?.["faceoff/table"];
      if (!shown) throw new Error(textOf(answer));
      return shown;
    });
    this.#looked.catch(() => (this.#looked = null));
    return this.#looked;
  }

  /** What the call that this page was opened for has answered; hosts may leave out what is not for the model. @param {Answer} answer */
  async #begin(answer) {
    this.#take(answer);
    if (!this.view && this.#game) {
      await this.looked().then((shown) => this.#show(shown), () => {});
    }
    this.#change({ text: this.view ? "" : textOf(answer) });
    void this.#follow();
  }

  /** A call for the player, one at a time. @param {string} tool @param {object} given */
  async #act(tool, given) {
    if (this.isSending) return null;
    this.#change({ isSending: true, problem: "", hint: "" });
    /** @type {Answer | null} */
    let answer = null;
    try {
      answer = await this.#call(tool, given);
      this.#take(answer);
      if (this.#tellsModel && !answer.isError) this.#host.ask("ui/update-model-context", { content: answer.content }).catch(() => {});
    } catch (error) {
      this.problem = /** @type {Error} */ (error).message;
    }
    this.#change({ isSending: false });
    void this.#follow();
    return answer;
  }

  /** @param {string} tool @param {object} given @returns {Promise<Answer>} */
  #call(tool, given) {
    return this.#host.ask("tools/call", { name: tool, arguments: { game: this.#game, ...given } });
  }

  /** Wait for others while this page is seen. */
  async #follow() {
    if (this.#isFollowing || !this.canPlay) return;
    this.#isFollowing = true;
    while (this.view && !isAsked(this.view) && ["open", "active"].includes(this.view.status)) {
      if (document.hidden) await new Promise((resolve) => document.addEventListener("visibilitychange", resolve, { once: true }));
      const { version } = this.view;
      const answer = await this.#call("wait", { version, each: true }).catch(() => null);
      if (answer && !answer.isError) this.#take(answer);
      else await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
      this.changed();
    }
    this.#isFollowing = false;
  }

  /** @param {Answer} answer */
  #take(answer) {
    const game = answer.structuredContent?.game ?? this.#game;
    if (game !== this.#game) {
      this.#game = game;
      this.#looked = null;
      this.log = EMPTY;
    }
    if (answer.isError) this.problem = textOf(answer).split("\n")[0] ?? ""; // the moves after it are for the model
    const shown = answer._meta?.["faceoff/table"];
    if (shown) this.#show(shown);
  }

  /** @param {Shown} shown */
  #show({ view, events, ...more }) {
    this.log = reduce(this.log, { view, events, version: view.version, isOld: !this.view });
    if (more.cards) this.#looked = Promise.resolve({ view, events, ...more });
  }

  /** @param {Partial<Session>} to */
  #change(to) {
    Object.assign(this, to);
    this.changed();
  }
}

/** @param {Answer} answer */
const textOf = ({ content }) => content?.[0]?.text ?? "";

/** Bright or dark, and where the frame is covered, as the host says. @param {{theme?: string, safeAreaInsets?: {top: number, right: number, bottom: number, left: number}}} context */
function dress({ theme, safeAreaInsets: inset }) {
  if (theme) document.documentElement.style.colorScheme = theme;
  if (inset) document.body.style.padding = `${inset.top}px ${inset.right}px ${inset.bottom}px ${inset.left}px`;
}

export const session = new Session();

/** What modules of the web client ask the service for. */
export const client = { variant: async () => (await session.looked()).variant };
