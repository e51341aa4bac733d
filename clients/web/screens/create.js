// Games created here are stored before anything is shown of them.

import { saved } from "../app/saved.js";
import { client, keep, made } from "../app/session.js";
import { newSeed, Problem } from "../sdk/index.js";
import { ownTeam, rivalTeam } from "./team.js";

/** @import { Game } from "../sdk/game.js" */
/** @import { NewGame, Schemas } from "../sdk/types.js" */
/**
 * A step: the decision that it is for, the move that is asked, and the words. The last one only says that the lesson is over.
 * @typedef {{ply: number, hand: string, move?: Record<string, any>, en: string, fr: string}} Step
 * @typedef {{deal: string, level: string, options?: Record<string, unknown>, steps: Step[]}} Lesson a prepared deal with its steps; a long game is short in it
 */

/** A game of one's own that is asked for after this time is a new one. */
export const AGAIN_WITHIN_MS = 600_000;

/** The player's name and team, if there are any, as fields of a request. */
export const ownPlayer = () => ({ ...(saved.settings.name && { name: saved.settings.name }), ...ownTeam() });

/** The seats of a game against computers; who has a team plays against another one. @param {import("../sdk/types.js").Computer} computer @returns {NonNullable<NewGame["seats"]>} */
export const seatsAgainst = (computer, count = 2) =>
  Array.from({ length: count }, (_, seat) => (seat ? { kind: "ai", ...computer, ...(seat % 2 && rivalTeam()) } : { kind: "person", ...ownPlayer() }));

/** The level above one, if there is one. @param {Schemas["Level"][]} levels @param {string | null | undefined} key */
export const levelAbove = (levels, key) => levels[levels.findIndex((level) => level.key === key) + 1];

/** Keep the secrets of a seat, and hand what has been answered to its table. @param {Game} game */
export function remember(game) {
  keep(game);
  made.set(game.id, game);
  return game;
}

/** Browsers work with a seed of the player's own, so that no one can choose the cards, on pages from https or this machine. */
const hasSeeds = () => Boolean(globalThis.crypto?.subtle);

/**
 * Carry out a request that makes a game or takes a seat. It is kept until its answer has come: asked for again, also after a reload, the same
 * request is sent with the same key and seed, and so gets the same seat.
 * @template {object} R
 * @param {string} what identifies it @param {R} request
 * @param {(request: R & {idempotencyKey: string, clientSeed?: string}) => Promise<Game>} act
 * @param {number} [withinMs] after this time it is another request
 */
export async function intend(what, request, act, withinMs = Infinity) {
  const kept = saved.intents[what];
  const intent = kept && Date.now() - kept.at < withinMs ? kept : { key: newSeed(), seed: hasSeeds() && !("deal" in request) ? newSeed() : undefined, request, at: Date.now() };
  saved.intend(what, intent);
  try {
    const game = remember(await act({ ...intent.request, idempotencyKey: intent.key, ...(intent.seed && { clientSeed: intent.seed }) }));
    saved.intend(what, null);
    return game;
  } catch (error) {
    if (error instanceof Problem && error.status < 500 && error.status !== 429) saved.intend(what, null);
    throw error;
  }
}

/** @param {string} variant @param {NewGame} request */
export async function create(variant, request) {
  return intend(`create ${variant} ${JSON.stringify(request)}`, request, (kept) => client.create(variant, kept), AGAIN_WITHIN_MS);
}

/** The lesson of a game; null where there is none, or none that can be loaded now. @param {string} variant @returns {Promise<Lesson | null>} */
export const lessonOf = (variant) => import(`../lessons/${variant}.js`).then(
  ({ default: lesson }) => lesson,
  () => null,
);

/**
 * A game against the computer: the guided one if it is wanted, or for a player who has not played it in this browser.
 * @param {string} variant @param {number} [seats]
 */
export async function playComputer(variant, isGuided = false, seats = 2) {
  const { tips, seenTips, level } = saved.settings;
  const name = `lesson.${variant}`;
  const isFirst = tips && !seenTips.includes(name) && !Object.values(saved.games).some((game) => game.variant === variant);
  const lesson = (isGuided || isFirst) && (await lessonOf(variant));
  const game = await create(variant, { seats: seatsAgainst({ level: lesson ? lesson.level : level }, seats), ...(lesson && { deal: lesson.deal, options: lesson.options, public: false }) });
  if (lesson) saved.set({ seenTips: [...saved.settings.seenTips, name] });
  return game;
}

/** Call off the quick games of this browser that still wait for a stranger: the next one would be paired with oneself. */
export async function leaveWaiting() {
  for (const { saved: secrets, isQuick } of Object.values(saved.games)) {
    if (!isQuick) continue;
    try {
      const game = await client.resume(secrets);
      if (game.status !== "open") continue; // an opponent has joined
      await game.abort();
      saved.forget(game.id);
    } catch {
      // it has expired, or an opponent has just joined: it is no longer offered
    }
  }
}
