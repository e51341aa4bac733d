import { canNotify, isNotified, wantNotifications } from "../app/attention.js";
import { html } from "../app/html.js";
import { address } from "../app/router.js";
import { saved } from "../app/saved.js";
import { client, howToPlay } from "../app/session.js";
import { t } from "../language/index.js";
import { TipChoice } from "../learning/tips.js";
import { canTakeOver } from "./absent.js";
import { Check, Confirmed, Menu } from "./fields.js";
import { SeatLink } from "./seat.js";
import { Wishes } from "./settings.js";

/** @import { GameView } from "../sdk/types.js" */
/** @import { Game } from "../sdk/game.js" */

/** Whether the game can be called off: a game that several play, only before cards are dealt. @param {GameView} view @param {Game} game */
function canAbort(view, game) {
  const isAlone = view.seats.filter(({ kind }) => kind === "person" || kind === "bot").length < 2;
  const isQuick = saved.games[game.id]?.isQuick;
  const isOurs = game.saved().owner_token || (view.you && (isAlone || (isQuick && view.status === "open")));
  return isOurs && (view.status === "open" || (view.status === "active" && view.ply === 0 && (isAlone || view.hand.length === 0)));
}

/** Rarely needed: rules, settings, leaving the game, and why there is no undo. @param {{session: import("../app/session.js").Session}} props */
export function GameMenu({ session }) {
  const { view, game } = session;
  if (!view || !game) return null;
  const kinds = /** @type {const} */ ([
    ["leave", canTakeOver(view, view.you?.seat), game.takeOver],
    ["resign", view.you && view.status === "active", game.resign],
    ["abort", canAbort(view, game), game.abort],
  ]);
  const content = (/** @type {() => void} */ close) => html`<ul>
      <li><a href=${howToPlay(view.variant)} target="_blank" rel="noopener">${t("how_to_play")}</a></li>
      <li><a href=${`${client.address}/rules/${view.variant}`} target="_blank" rel="noopener">${t("exact_rules")}</a></li>
      <li><a href=${address("learn", view.variant)}>${t("learn")}</a></li>
    </ul>
    <${Wishes} />
    ${canNotify() && html`<label class="check"><${Check} checked=${isNotified()} set=${wantNotifications} /> ${t("alerts")}</label>`}
    <p><${TipChoice} /></p>
    ${kinds.map(([kind, isPossible, act]) => isPossible && html`<p key=${kind}><${Confirmed} label=${t(kind)} question=${t(`really.${kind}`)} act=${() => (session.ask((handle, options) => act.call(handle, options)), close())} /></p>`)}
    <${SeatLink} game=${game} />
    <p class="small">${t("no_undo")}</p>`;
  return html`<div class="menu"><${Menu} content=${content} /></div>`;
}
