// Games that are created here are remembered before anything is shown of them.

import { saved } from "../app/saved.js";
import { client } from "../app/session.js";
import { t } from "../language/index.js";

/** The name the player goes by. */
export const ownName = () => saved.wishes.name || t("guest");

/** @param {import("../sdk/game.js").Game} game */
export function remember(game) {
  const title = game.view.seats.map(({ name }) => name || "…").join(" – ");
  saved.keep({ saved: game.saved(), variant: game.variant, title, at: Date.now() });
  return game;
}

/** @param {string} variant @param {import("../sdk/types.js").NewGame} settings */
export async function create(variant, settings) {
  const isUsual = !settings.seats;
  return remember(await client.create(variant, { ...settings, ...(isUsual && { name: ownName() }) }));
}
