// What this browser stores: the player's settings, and the games with their secrets. None of it is ever part of an address.

import { Store } from "./store.js";

/** @import { Game } from "../sdk/game.js" */
/** @import { SavedGame, Schemas } from "../sdk/types.js" */
/** @typedef {{name: string, language: string, sound: boolean, level: string, tips: boolean, seenTips: string[]}} Settings */
/** @typedef {{saved: SavedGame, variant: string, title: string, at: number, isOver?: boolean, isQuick?: boolean}} KeptGame */

const SETTINGS = "faceoff.wishes"; // the key under which earlier versions have stored them
const GAMES = "faceoff.games";
const MOST_FINISHED = 30;
/** @type {Settings} */
const USUAL = { name: "", language: "", sound: false, level: "minor", tips: true, seenTips: [] };

/** Levels by the numbers that earlier versions have stored; new ones do not belong here. */
const NUMBERED = ["random", "rookie", "minor", "junior", "pro", "all_star", "legend"];

/** Who plays, in a line. @param {{seats: Schemas["SeatView"][]}} game */
export const namesOf = ({ seats }) => seats.map(({ name }) => name || "…").join(" – ");

/** @param {string} key @param {any} otherwise */
function read(key, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null") ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** @param {string} key @param {unknown} value */
function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // private mode or full: the game goes on, it is only not remembered
  }
}

/** @returns {Settings} */
function readSettings() {
  const settings = { ...USUAL, ...read(SETTINGS, {}) };
  return { ...settings, level: NUMBERED[settings.level] ?? settings.level };
}

class Saved extends Store {
  /** @type {Settings} */
  settings = readSettings();
  /** @type {Record<string, KeptGame>} */
  games = read(GAMES, {});

  constructor() {
    super();
    globalThis.addEventListener?.("storage", ({ key }) => {
      if (key === GAMES) this.games = read(GAMES, {});
      if (key === SETTINGS) this.settings = readSettings();
      this.changed();
    });
  }

  /** @param {Partial<Settings>} settings */
  set(settings) {
    this.settings = { ...this.settings, ...settings };
    write(SETTINGS, this.settings);
    this.changed();
  }

  /** Keep a game as it is now. @param {Game} game */
  remember(game, at = Date.now()) {
    const isQuick = game.status === "open" && !game.saved().owner_token; // it waits for a stranger
    this.keep({ saved: game.saved(), variant: game.variant, title: namesOf(game.view), at, isOver: game.isOver, isQuick });
  }

  /** @param {KeptGame} game */
  keep(game) {
    const games = { ...read(GAMES, {}), [game.saved.id]: game };
    const newest = Object.values(games).sort((one, other) => other.at - one.at);
    const finished = newest.filter(({ isOver }) => isOver);
    const kept = [...newest.filter(({ isOver }) => !isOver), ...finished.slice(0, MOST_FINISHED)]; // a seat of a running game has no other copy
    this.games = Object.fromEntries(kept.map((one) => [one.saved.id, one]));
    write(GAMES, this.games);
    this.changed();
  }

  /** @param {string} id */
  forget(id) {
    const { [id]: gone, ...games } = read(GAMES, {});
    this.games = games;
    write(GAMES, games);
    this.changed();
  }
}

export const saved = new Saved();
