// Addresses that lead to a seat: `#/seat/<game>/<token>` to one's own on another device, `#/learn/<variant>` to a guided game. The part of the
// address after # is never sent, and is replaced when it was read.

import { html, useEffect, useState } from "../app/html.js";
import { useAttempt } from "../app/loaded.js";
import { useTitle } from "../app/page.js";
import { address, go, linkTo } from "../app/router.js";
import { saved } from "../app/saved.js";
import { client } from "../app/session.js";
import { t } from "../language/index.js";
import { playComputer, remember } from "./create.js";
import { Code, LinkButtons } from "./invitation.js";
import { Page } from "./problem.js";

/** @import { Game } from "../sdk/game.js" */

const NONE = { tokens: {}, owner_token: null, join_code: null, own_seed: null, commitment: "", seen: 0 };

/** Take the seat whose token the link has. @param {{path: string[]}} props */
export const Seat = ({ path: [id = "", token = ""] }) => arrive(t("move_seat"), async () => {
  if (saved.games[id]) return id; // it is kept with all its secrets
  const { commitment } = (await client.api.get_game({ game_id: id, token })).fairness;
  return remember(await client.resume({ ...NONE, id, token, commitment })).id;
});

/** The guided game, also for a player who has played it. @param {{path: string[]}} props */
export const Learn = ({ path: [variant = ""] }) => arrive(t("learn"), async () => (await playComputer(variant, true)).id);

/** Lead to a game. @param {string} title @param {() => Promise<string>} find its id */
function arrive(title, find) {
  useTitle(title);
  const { problem, attempt } = useAttempt(async () => go(address("game", await find()), { replace: true }));
  useEffect(() => void attempt(), []);
  return html`<${Page} problem=${problem} isLoading=${!problem} />`;
}

/** The link that takes one's seat along, shown when it is asked for. @param {{game: Game}} props */
export function SeatLink({ game }) {
  const [isShown, show] = useState(false);
  if (!game.token) return null;
  if (!isShown) return html`<p><button onClick=${() => show(true)}>${t("move_seat")}</button></p>`;
  const link = linkTo("seat", game.id, game.token);
  return html`<div class="invitation">
    <p class="problem">${t("move_seat_warning")}</p>
    <${LinkButtons} url=${link} />
    <${Code} text=${link} label=${t("move_seat_code")} />
  </div>`;
}
