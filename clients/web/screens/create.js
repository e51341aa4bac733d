// Games created here are stored before anything is shown of them.

import { saved } from "../app/saved.js";
import { client } from "../app/session.js";
import { t } from "../language/index.js";
import { newSeed } from "../sdk/index.js";

/** @import { Game } from "../sdk/game.js" */
/** @import { NewGame } from "../sdk/types.js" */

/** The name of the player. */
export const ownName = () => saved.settings.name || t("guest");

/** @param {Game} game */
export function remember(game) {
  saved.remember(game);
  return game;
}

/** A seed of the player's own, so that no one can choose the cards; browsers work with it on pages from https or this machine. */
export const seed = () => (globalThis.crypto?.subtle ? { clientSeed: newSeed() } : {});

/** @param {string} variant @param {NewGame} settings */
export async function create(variant, settings) {
  const isUsual = !settings.seats;
  return remember(await client.create(variant, { ...settings, ...(isUsual && { name: ownName() }), ...seed() }));
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
