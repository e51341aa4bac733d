// What this browser stores: the player's settings, and the games with their secrets. None of it is part of an address that is sent, and of the
// part after # only a seat that is taken along (screens/seat.js).

import { Store } from "./store.js";

/** @import { SavedGame, Schemas } from "../sdk/types.js" */
/**
 * @typedef {{name: string, language: string, sound: boolean, colourful: boolean, alerts: boolean, level: string, tips: boolean, seenTips: string[], team: Schemas["TeamRequest"] | null, animations: keyof typeof ANIMATIONS}} Settings
 */
/** @typedef {{saved: SavedGame, variant: string, title: string, at: number, isOver?: boolean, isQuick?: boolean, isGraded?: boolean}} KeptGame */
/** @typedef {{key: string, seed: string | undefined, request: any, at: number}} Intent a request that takes a seat, kept until its answer has come */

const SETTINGS = "faceoff.wishes"; // the key under which earlier versions have stored them
const GAMES = "faceoff.games";
const INTENTS = "faceoff.intents";
const MOST_FINISHED = 30;
const MOST_INTENTS = 20;
/** How long what happens is shown, as a part of the usual time: with none the table does not wait for it. */
export const ANIMATIONS = /** @type {const} */ ({ "full": 1, "short": 0.4, "none": 0 });
/** @type {Settings} */
const USUAL = { name: "", language: "", sound: false, colourful: false, alerts: false, level: "rookie", tips: true, seenTips: [], team: null, animations: "full" };

/** Levels by the numbers that earlier versions have stored; new ones do not belong here. */
const NUMBERED = ["random", "rookie", "minor", "junior", "pro", "all_star", "legend"];

/** @param {string} key @param {any} otherwise */
function read(key, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null") ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** Entries by their keys, without those that every object has: `#/game/constructor` names none. @template T @param {Record<string, T>} entries @returns {Record<string, T>} */
const byKey = (entries) => Object.assign(Object.create(null), entries);

/** @returns {Settings} */
function readSettings() {
  const settings = { ...USUAL, ...read(SETTINGS, {}) };
  return { ...settings, level: NUMBERED[settings.level] ?? settings.level };
}

class Saved extends Store {
  /** @type {Settings} */
  settings = readSettings();
  /** @type {Record<string, KeptGame>} */
  games = byKey(read(GAMES, {}));
  /** @type {Record<string, Intent>} */
  intents = byKey(read(INTENTS, {}));
  /** Whether the browser stores what it is given. Where it is full or may not, all of it lasts as long as the tab. */
  isStored = true;

  constructor() {
    super();
    globalThis.addEventListener?.("storage", ({ key }) => {
      if (key === GAMES) this.games = byKey(read(GAMES, {}));
      if (key === INTENTS) this.intents = byKey(read(INTENTS, {}));
      if (key === SETTINGS) this.settings = readSettings();
      this.changed();
    });
  }

  /** @param {Partial<Settings>} settings */
  set(settings) {
    this.settings = { ...this.settings, ...settings };
    this.#write(SETTINGS, this.settings);
    this.changed();
  }

  /** @param {KeptGame} game */
  keep(game) {
    const games = { ...this.#latest(), [game.saved.id]: game };
    const newest = Object.values(games).sort((one, other) => other.at - one.at);
    const finished = newest.filter(({ isOver }) => isOver);
    const kept = [...newest.filter(({ isOver }) => !isOver), ...finished.slice(0, MOST_FINISHED)]; // a seat of a running game has no other copy
    this.#put(Object.fromEntries(kept.map((one) => [one.saved.id, one])));
  }

  /** @param {string} id */
  forget(id) {
    const { [id]: gone, ...games } = this.#latest();
    this.#put(games);
  }

  /** Keep a request before it is sent, or forget it when it is answered. @param {string} what @param {Intent | null} intent */
  intend(what, intent) {
    const { [what]: answered, ...others } = this.isStored ? read(INTENTS, {}) : this.intents;
    const newest = Object.entries(others).sort(([, one], [, other]) => other.at - one.at);
    this.intents = byKey(Object.fromEntries([...(intent ? [[what, intent]] : []), ...newest].slice(0, MOST_INTENTS)));
    this.#write(INTENTS, this.intents);
  }

  /** The games of all tabs. @returns {Record<string, KeptGame>} */
  #latest() {
    return this.isStored ? read(GAMES, {}) : this.games;
  }

  /** @param {Record<string, KeptGame>} games */
  #put(games) {
    this.games = byKey(games);
    this.#write(GAMES, games);
    this.changed();
  }

  /** @param {string} key @param {unknown} value */
  #write(key, value) {
    try {
      localStorage.setItem(key, JSON.stringify(value));
      this.isStored = true;
    } catch {
      this.isStored = false;
    }
  }
}

export const saved = new Saved();
