import { canNotify, isNotified, wantNotifications } from "../app/attention.js";
import { html, useRef, useState } from "../app/html.js";
import { address } from "../app/router.js";
import { saved } from "../app/saved.js";
import { client, howToPlay } from "../app/session.js";
import { t } from "../language/index.js";
import { TipChoice } from "../learning/tips.js";
import { canTakeOver } from "./absent.js";
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
export function Menu({ session }) {
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const [question, ask] = useState(/** @type {"" | "resign" | "leave" | "abort"} */ (""));
  const [opened, count] = useState(0);
  const { view, game } = session;
  if (!view || !game) return null;
  const open = () => {
    ask("");
    count(opened + 1); // the link to one's seat is asked for again
    dialog.current?.showModal();
  };
  const close = () => dialog.current?.close();
  const onBackdrop = (/** @type {Event} */ { target }) => target === dialog.current && close();
  const answers = {
    resign: () => session.ask((handle, options) => handle.resign(options)),
    leave: () => session.ask((handle, options) => handle.takeOver(options)),
    abort: () => session.ask((handle, options) => handle.abort(options)),
  };
  const kinds = /** @type {const} */ ([
    ["leave", canTakeOver(view, view.you?.seat)],
    ["resign", view.you && view.status === "active"],
    ["abort", canAbort(view, game)],
  ]);
  return html`<div class="menu">
    <button aria-haspopup="dialog" onClick=${open}>${t("menu")}</button>
    <dialog ref=${dialog} aria-label=${t("menu")} onClick=${onBackdrop}>
      <div class="menu-sheet">
        <ul>
          <li><a href=${howToPlay(view.variant)} target="_blank" rel="noopener">${t("how_to_play")}</a></li>
          <li><a href=${`${client.address}/rules/${view.variant}`} target="_blank" rel="noopener">${t("exact_rules")}</a></li>
          <li><a href=${address("learn", view.variant)}>${t("learn")}</a></li>
        </ul>
        <${Wishes} />
        <${AlertsChoice} />
        <p><${TipChoice} /></p>
        ${kinds.map(
          ([kind, isPossible]) =>
            isPossible &&
            (question === kind
              ? html`<p key=${kind}>${t(`really.${kind}`)}</p>
                  <p class="buttons">
                    <button class="danger" onClick=${() => (answers[kind](), close())}>${t("yes")}</button>
                    <button onClick=${() => ask("")}>${t("no")}</button>
                  </p>`
              : html`<p key=${kind}><button onClick=${() => ask(kind)}>${t(kind)}</button></p>`),
        )}
        <${SeatLink} key=${opened} game=${game} />
        <p class="small">${t("no_undo")}</p>
        <p><button class="main" onClick=${close}>${t("close")}</button></p>
      </div>
    </dialog>
  </div>`;
}

function AlertsChoice() {
  if (!canNotify()) return null;
  const change = (/** @type {any} */ event) => wantNotifications(event.target.checked);
  return html`<label class="check"><input type="checkbox" checked=${isNotified()} onChange=${change} /> ${t("alerts")}</label>`;
}
